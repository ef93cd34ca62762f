"""Values of attributes: how they are written in JSON, made at random, and found in a column.

JSON forms: Int16 and Int32 numbers; Int64 and Decimal text with digits; Bool true or false; Double and Float numbers
(a Float is exactly representable in 32 bits); Date seconds since 2001-01-01T00:00:00Z; String, URI and Transformable
text; UUID upper-case text; Binary base64 text. Null is null.
"""

import base64
import plistlib
import struct
import uuid

WITH_DEFAULTS = ("Int16", "Int32", "Int64", "Bool", "Double", "Float", "Decimal", "String", "Date")
TEXTS = ["", "Malibu", "0.4", "Jürgen's", "日本の波", "🏄🏽‍♂️ wave", "a\nb\t\"c\"", "e\u0301", "NULL", "12", "  ", "%@"]


def random_value(random, type, plain=False):
    """A random value of a type in its JSON form. Plain: short ones only."""
    if type in ("Int16", "Int32", "Int64"):
        bits = int(type[3:])
        number = random.pick([0, 1, -1, 7, random.between(-1000, 1000), (1 << bits - 1) - 1, -(1 << bits - 1)])
        return str(number) if type == "Int64" else number
    if type == "Bool":
        return random.chance(50)
    if type in ("Double", "Float"):
        return random.between(-100_000, 100_000) / 8
    if type == "Date":
        return random.pick([0.0, 363215648.859691, -1.5, float(random.between(-10**9, 10**9)),
                            random.between(0, 10**9) + 0.125])
    if type == "Decimal":
        digits = str(random.between(1, 10 ** random.between(1, 14)))
        sign = random.pick(["", "-"])
        if random.chance(60) and digits[-1] != "0":
            place = random.between(0, min(4, len(digits)))
            whole, part = digits[:len(digits) - place] or "0", digits[len(digits) - place:]
            return sign + whole + ("." + part if part else "")
        return sign + digits
    if type == "String":
        return random.pick(TEXTS) if random.chance(40) else f"text {random.below(1000)}"
    if type == "URI":
        return f"https://example.com/{random.below(1000)}?q={random.below(10)}#end"
    if type == "UUID":
        return str(uuid.UUID(bytes=random.data(16))).upper()
    if type == "Transformable":
        return f"kept {random.below(1000)}"
    if type == "Binary":
        size = random.between(1, 40)
        if not plain and random.chance(2):
            size = 150_000
            return base64.b64encode(random.data(100) * (size // 100)).decode()
        return base64.b64encode(random.data(size)).decode()
    return None


def unique_value(type, number):
    """A value that no other number gives, for uniqueness constraints."""
    return {"String": f"unique {number}", "Int64": str(1000 + number), "Int32": 1000 + number}[type]


def column_problem(attribute, expected, stored, file):
    """Says what is wrong with a stored value, or returns None. Section 7 and 14 (external data)."""
    type = attribute["type"]
    if expected is None:
        return None if stored is None else f"is {_short(stored)}, not NULL"
    if stored is None:
        return f"is NULL, not {_short(expected)}"
    if type in ("Int16", "Int32", "Int64", "Bool"):
        good = isinstance(stored, int) and stored == int(expected)
    elif type in ("Double", "Date"):
        good = isinstance(stored, (int, float)) and float(stored) == float(expected)
    elif type == "Float":
        good = isinstance(stored, (int, float)) and \
            struct.pack("f", float(stored)) == struct.pack("f", float(expected))
    elif type == "Decimal":
        good = isinstance(stored, (int, float)) and float(stored) == float(expected)
    elif type in ("String", "URI"):
        good = isinstance(stored, str) and stored == expected
    elif type == "UUID":
        good = stored == uuid.UUID(expected).bytes
    elif type == "Transformable":
        return _transformable_problem(expected, stored)
    elif type == "Binary":
        return _binary_problem(attribute, base64.b64decode(expected), stored, file)
    else:
        good = False
    return None if good else f"is {_short(stored)}, not {_short(expected)}"


def _binary_problem(attribute, expected, stored, file):
    if not isinstance(stored, bytes):
        return f"is {_short(stored)}, not data"
    if not attribute["external"]:
        return None if stored == expected else f"has {len(stored)} other bytes than the {len(expected)} expected"
    if stored[:1] == b"\x01":
        return None if stored[1:] == expected else "has other bytes after its first byte 01"
    if stored[:1] != b"\x02" or stored[-1:] != b"\0":
        return "is external data but begins neither with 01 nor is 02, a name and a NUL"
    name = stored[1:-1].decode("utf-8", "replace")
    try:
        uuid.UUID(name)
    except ValueError:
        return f"names a file {name!r}, which is no UUID"
    content = file.external(name)
    if content is None:
        return f"names a file {name} that is not there"
    return None if content == expected else f"names a file {name} with other bytes"


def _transformable_problem(expected, stored):
    """The description says: archived bytes, by default a keyed archive. Here the root of it is a text."""
    if not isinstance(stored, bytes):
        return f"is {_short(stored)}, not archived bytes"
    try:
        archive = plistlib.loads(stored)
        objects = archive["$objects"]
        root = objects[archive["$top"]["root"].data]
    except Exception:
        return "is no keyed archive with a root"
    if isinstance(root, dict):
        root = root.get("NS.string", root.get("NS.bytes"))
    return None if root == expected else f"archives {_short(root)}, not {_short(expected)}"


def _short(value):
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."
