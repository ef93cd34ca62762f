"""Compares a store file with the schema that its model must have, and says every difference in a sentence.

A difference contradicts the description. A note is something the description leaves open, where the file did not take the first
answer. Modes: "new" (fresh store, no rows yet), "used" (rows may be there), "migrated" (after a lightweight migration).
"""

import base64
import hashlib
import plistlib
import re

from .model import Model
from .schema import all_readings, schema
from .storefile import StoreFile

HISTORY_TABLES = ("ACHANGE", "ATRANSACTION", "ATRANSACTIONSTRING")
HISTORY_NUMBERS = {16001: "CHANGE", 16002: "TRANSACTION", 16003: "TRANSACTIONSTRING"}
UUID = re.compile(r"[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}")


class Result:
    """What a comparison found. `names` says which column or table the file has for each expected one."""

    def __init__(self, readings):
        self.differences, self.notes, self.names = [], [], {}
        self.readings = readings
        self.schema = None

    def differs(self, text):
        self.differences.append(text)

    def note(self, text):
        self.notes.append(text)

    def json(self):
        """The result for a JSON line."""
        return {"differences": self.differences, "notes": self.notes, "readings": self.readings}


def compare(path, model, mode="new", readings=None, history=False):
    """Compares a file with a model under every reading that is possible, and returns the best Result."""
    with StoreFile(path) as file:
        return compare_open(file, model, mode, readings, history)


def compare_open(file, model, mode="new", readings=None, history=False):
    """The same for a StoreFile that is open already."""
    model = model if isinstance(model, Model) else Model(model)
    best = None
    for answers in all_readings(model, readings):
        result = Result(answers)
        result.schema = schema(model, answers)
        _schema(file, result, mode, history)
        score = (len(result.differences), len(result.notes))
        if best is None or score < (len(best.differences), len(best.notes)):
            best = result
        if score == (0, 0):
            break
    _header(file, best)
    _primary_key(file, best, mode, history)
    _metadata(file, model, best)
    return best


def _header(file, result):
    """Section 1."""
    expected = {"page_size": 4096, "auto_vacuum": 2, "encoding": "UTF-8", "user_version": 0, "application_id": 0}
    for name, value in expected.items():
        if file.pragmas[name] != value:
            result.differs(f"{name} is {file.pragmas[name]!r}, not {value!r}.")
    if file.header and tuple(file.header[18:20]) != (2, 2):
        result.differs(f"The header's bytes 18 and 19 are {tuple(file.header[18:20])}, not 2 (WAL).")
    for row in file.rows("PRAGMA integrity_check"):
        if row[0] != "ok":
            result.differs(f"integrity_check says: {row[0]}")


def _schema(file, result, mode, history):
    """Tables, columns, indexes. Section 2, 4, 5, 6, 14."""
    expected = {table["name"]: table for table in result.schema["tables"]}
    for name, table in expected.items():
        if name not in file.tables:
            result.differs(f"There is no table {name}.")
        else:
            _table(file, result, table, mode)
    allowed = {"Z_MODELCACHE"} | (set(HISTORY_TABLES) if history else set())
    for name in sorted(file.tables):
        if name in expected or name.startswith("sqlite_stat"):
            continue
        if name == "Z_MODELCACHE" and [c[:2] for c in file.tables[name]] != [("Z_CONTENT", "BLOB")]:
            result.differs("Z_MODELCACHE must have one column, Z_CONTENT BLOB.")
        elif name not in allowed:
            _leftover(result, mode, f"There is a table {name} that the model does not need.")
    for type, name in file.others:
        result.differs(f"There is a {type} {name} that the model does not need.")
    _indexes(file, result, mode, history)


def _leftover(result, mode, text):
    """After a migration the description does not say whether what is not needed any more has to go."""
    (result.note if mode == "migrated" else result.differs)(text)


def _table(file, result, table, mode):
    name = table["name"]
    actual = {each[0]: (place, each) for place, each in enumerate(file.tables[name])}
    found = []
    for item in table["columns"]:
        if item["names"] is None:
            continue
        have = next((each for each in item["names"] if each in actual), None)
        if have is None:
            described = f" for {item['entity']}.{item['property']}" if item["property"] else ""
            result.differs(f"{name} has no column {' or '.join(item['names'])}{described} ({item['role']}).")
            continue
        found.append((item, have))
    taken = {have for _, have in found}
    for item in table["columns"]:
        if item["names"] is None:
            have = next((each for each in actual if each not in taken), None)
            if have is None:
                result.differs(f"{name} has only one column for {item['entity']}.{item['property']}; it needs two.")
                continue
            taken.add(have)
            found.insert(0, (item, have))
    for item, have in found:
        result.names[name, item["role"], item["entity"], item["property"]] = have
        result.names[name, item["names"] and item["names"][0]] = have
        type, not_null, default = actual[have][1][1:4]
        if type != item["type"]:
            result.differs(f"{name}.{have} is declared {type!r}, not {item['type']!r}.")
        if default is not None:
            result.differs(f"{name}.{have} has a default ({default}).")
        if not_null and table["kind"] != "join":
            result.differs(f"{name}.{have} is declared NOT NULL.")
    for each in actual:
        if each not in taken:
            _leftover(result, mode, f"{name} has a column {each} that the model does not need.")
    _order(result, table, found, actual, mode)
    keys = [each[0] for each in sorted(file.tables[name], key=lambda c: c[4]) if each[4]]
    wanted = [result.names.get((name, key), key) for key in table["key"]]
    if sorted(keys) != sorted(map(str, wanted)):
        result.differs(f"The primary key of {name} is {keys}, not {wanted}.")
    elif keys != wanted and not table.get("self"):
        result.note(f"The primary key of {name} is in the order {keys}, not {wanted}.")
    if re.search(r"WITHOUT\s+ROWID|\bSTRICT\b", file.sql[name], re.I):
        result.differs(f"{name} is declared WITHOUT ROWID or STRICT.")


def _order(result, table, found, actual, mode):
    """The order of the columns. Those with an open place only have to keep to their part of the table."""
    name = table["name"]
    report = result.note if mode == "migrated" else result.differs
    place = {have: actual[have][0] for _, have in found}
    wanted = [have for item, have in found if item["place"] == "fixed"]
    real = sorted(wanted, key=place.get)
    if real != wanted:
        at = next(i for i, pair in enumerate(zip(real, wanted)) if pair[0] != pair[1])
        report(f"The columns of {name} are in another order: {real[at]} stands where {wanted[at]} should; "
               f"{', '.join(real)} instead of {', '.join(wanted)}.")
    if table["kind"] == "entity":
        first_other = min([place[h] for i, h in found if i["type"] != "INTEGER"], default=len(actual))
        last_link = max([place[h] for i, h in found if i["role"] in ("toOne", "entityOf")], default=-1)
        for item, have in found:
            if item["role"] in ("order", "hidden", "hiddenOrder") and not 2 < place[have] < first_other:
                report(f"{name}.{have} is not in the group of INTEGER columns.")
            if item["role"] in ("order", "hiddenOrder") and place[have] < last_link:
                report(f"{name}.{have} does not come after all to-one columns.")
    elif table["kind"] == "join":
        last = max([place[h] for i, h in found if i["role"] in ("join", "joinSelf")], default=-1)
        for item, have in found:
            if item["role"] == "joinOrder" and place[have] < last:
                result.note(f"{name}.{have} stands before a key.")
    everything = [have for _, have in found]
    if real == wanted and sorted(everything, key=place.get) != everything and not table.get("self"):
        result.note(f"Columns of {name} with an open place: {', '.join(sorted(everything, key=place.get))}; "
                    f"the first answer would be {', '.join(everything)}.")


def _indexes(file, result, mode, history):
    rest = dict(file.indexes)
    for item in result.schema["indexes"]:
        table = item["table"]
        columns = [result.names.get((table, each), each) for each in item["columns"]]
        if item["names"] is None:
            name = next((n for n, i in rest.items() if i["table"] == table and
                         sorted(i["columns"]) == sorted(map(str, columns))), None)
        else:
            name = next((each for each in item["names"] if each in rest), None)
        if name is None:
            result.differs(f"There is no index {' or '.join(item['names'] or [])} on {table} {columns}.")
            continue
        have = rest.pop(name)
        if item["names"] and (have["table"] != table or have["columns"] != columns):
            result.differs(f"Index {name} is on {have['table']} {have['columns']}, not on {table} {columns}.")
        elif have["descending"] != item["descending"]:
            result.differs(f"Index {name} has another direction than the model: descending {have['descending']}.")
        if have["unique"] != item["unique"]:
            result.differs(f"Index {name} is {'unique' if have['unique'] else 'not unique'}; it must not be so.")
        if have["partial"] or any(each != "BINARY" for each in have["collations"]):
            result.differs(f"Index {name} is partial or has a collation other than BINARY.")
    for name, have in sorted(rest.items()):
        if not (history and have["table"] in HISTORY_TABLES):
            _leftover(result, mode, f"There is an index {name} on {have['table']} that the model does not need.")


def _primary_key(file, result, mode, history):
    """Z_PRIMARYKEY's rows and its counters. Sections 3 and 9."""
    if "Z_PRIMARYKEY" not in file.tables or "Z_MAX" not in [c[0] for c in file.tables["Z_PRIMARYKEY"]]:
        return
    have = {row["Z_ENT"]: row for row in file.records("Z_PRIMARYKEY")}
    for wanted in result.schema["primaryKey"]:
        number, name = wanted["Z_ENT"], wanted["Z_NAME"]
        row = have.pop(number, None)
        if row is None:
            result.differs(f"Z_PRIMARYKEY has no row {number} for {name}.")
            continue
        if row["Z_NAME"] != name:
            result.differs(f"Entity number {number} is {row['Z_NAME']}, not {name}.")
        if row["Z_SUPER"] != wanted["Z_SUPER"]:
            result.differs(f"Z_SUPER of {name} is {row['Z_SUPER']}, not {wanted['Z_SUPER']}.")
        if not isinstance(row["Z_MAX"], int):
            result.differs(f"Z_MAX of {name} is {row['Z_MAX']!r}.")
        elif (mode == "new" or wanted["Z_SUPER"]) and row["Z_MAX"] != 0:
            result.differs(f"Z_MAX of {name} is {row['Z_MAX']}, not 0.")
    for number, row in sorted(have.items()):
        if not (history and HISTORY_NUMBERS.get(number) == row["Z_NAME"]):
            result.differs(f"Z_PRIMARYKEY has a row {number} ({row['Z_NAME']}) that the model does not need.")
    for item in result.schema["entities"]:
        if item["super"] == 0 and "Z_PK" in [c[0] for c in file.tables.get(item["table"], [])]:
            top = file.rows(f'SELECT max(Z_PK) FROM "{item["table"]}"')[0][0]
            counter = file.rows("SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_NAME = ?", item["name"])
            if mode == "new" and top is not None:
                result.differs(f"{item['table']} has rows already.")
            elif top is not None and counter and isinstance(counter[0][0], int) and counter[0][0] < top:
                result.differs(f"Z_MAX of {item['name']} is {counter[0][0]}, below the key {top}.")


def _metadata(file, model, result):
    """Z_METADATA's one row and its property list. Section 10."""
    if "Z_METADATA" not in file.tables or len(file.tables["Z_METADATA"]) != 3:
        return
    rows = file.rows("SELECT Z_VERSION, Z_UUID, Z_PLIST FROM Z_METADATA")
    if len(rows) != 1 or rows[0][0] != 1:
        result.differs(f"Z_METADATA must have one row with Z_VERSION 1, not {[r[0] for r in rows]}.")
    if not rows:
        return
    if not isinstance(rows[0][1], str) or not UUID.fullmatch(rows[0][1]):
        result.differs(f"Z_UUID is {rows[0][1]!r}, not a UUID in upper case.")
    raw = rows[0][2]
    try:
        assert isinstance(raw, bytes) and raw.startswith(b"bplist00")
        plist = plistlib.loads(raw)
        assert isinstance(plist, dict)
    except Exception:
        result.differs("Z_PLIST is not a binary property list with a dictionary.")
        return
    if plist.get("NSStoreType") != "SQLite":
        result.differs(f"NSStoreType is {plist.get('NSStoreType')!r}, not 'SQLite'.")
    checks = {"NSPersistenceFrameworkVersion": lambda v: type(v) is int,
              "NSStoreModelVersionHashesVersion": lambda v: v == 3,
              "NSStoreModelVersionIdentifiers": lambda v: isinstance(v, list) and all(isinstance(i, str) for i in v),
              "_NSAutoVacuumLevel": lambda v: v == "2"}
    for key, good in checks.items():
        if key not in plist:
            result.note(f"Z_PLIST has no {key}.")
        elif not good(plist[key]):
            result.differs(f"{key} is {plist[key]!r}.")
    if "NSStoreUUID" in plist:
        result.differs("Z_PLIST has NSStoreUUID; the UUID is not in the property list.")
    hashes = plist.get("NSStoreModelVersionHashes")
    if hashes is None:
        result.note("Z_PLIST has no NSStoreModelVersionHashes.")
    elif not isinstance(hashes, dict) or not all(type(v) is bytes and len(v) == 32 for v in hashes.values()):
        result.differs("NSStoreModelVersionHashes is not a dictionary of 32 bytes each.")
    else:
        if set(hashes) != set(model.entities):
            result.differs("NSStoreModelVersionHashes does not name the model's entities.")
        digest = plist.get("NSStoreModelVersionHashesDigest")
        joined = b"".join(name.encode() + hashes[name] for name in sorted(hashes))
        if digest is not None and digest != base64.b64encode(hashlib.sha512(joined).digest()).decode():
            result.differs("NSStoreModelVersionHashesDigest does not fit the hashes.")
