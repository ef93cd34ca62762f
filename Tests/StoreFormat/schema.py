"""What a store's tables, columns, indexes and numbers must be for a model.

Where the description can be read in two ways, a "reading" says which one is meant (READINGS). Where it leaves a name or a
place open, the expectation says so itself: "names" is a list of allowed names (null: any), "place" is "open".
"""

from itertools import product

from .model import Model, TYPES

# Name of a question -> (first answer, other answer, the question in words).
READINGS = {
    "digitOrder": ("columns", "entities",
                   "columns of different types that clash: digits in the order of the table's columns, or of the "
                   "declaring entities"),
    "digitClash": ("firstFree", "naturalFirst",
                   "a name with a digit that another property has by itself: the first in order takes it, or the "
                   "property that has it by itself"),
    "extraName": ("followsColumn", "ownClash",
                  "Z<n>_ and Z_FOK_ beside a to-one column with a digit: they take the digit too, or only when they "
                  "clash themselves"),
    "selfJoinName": ("caseSensitive", "caseInsensitive",
                     "the greater of two names of a many-to-many to oneself: compared with case or without"),
    "joinDigit": ("inverse", "table",
                  "which of several join columns of one name is the second: by the name of the inverse in the entity "
                  "that they lead to, or by the join table"),
}
FIRST = {name: answers[0] for name, answers in READINGS.items()}

FIXED_TABLES = [
    {"name": "Z_PRIMARYKEY", "kind": "fixed", "key": ["Z_ENT"],
     "columns": [("Z_ENT", "INTEGER"), ("Z_NAME", "VARCHAR"), ("Z_SUPER", "INTEGER"), ("Z_MAX", "INTEGER")]},
    {"name": "Z_METADATA", "kind": "fixed", "key": ["Z_VERSION"],
     "columns": [("Z_VERSION", "INTEGER"), ("Z_UUID", "VARCHAR(255)"), ("Z_PLIST", "BLOB")]},
]


def unique(bases, reading):
    """Gives each name a digit if it clashes: the first keeps its name, the others get 1, 2, ..."""
    used = set(bases) if reading == "naturalFirst" else set()
    met = set()
    names = []
    for base in bases:
        name, digit = base, 0
        while name in used and not (reading == "naturalFirst" and name == base and base not in met):
            digit += 1
            name = f"{base}{digit}"
        met.add(base)
        used.add(name)
        names.append(name)
    return names


def column(names, type, role, entity=None, property=None, place="fixed"):
    """One expected column. The first of the names is the preferred one."""
    names = [names] if isinstance(names, str) else names
    return {"names": names, "type": type, "role": role, "entity": entity, "property": property, "place": place}


def table_name(model, entity):
    """The table of an entity: that of its root."""
    return "Z" + model.root(entity).upper()


def schema(model, readings=None):
    """The expected schema as JSON. Readings: answers to READINGS; those not given are the first ones.

    It is kept with the model: do not change it.
    """
    model = model if isinstance(model, Model) else Model(model)
    answers = {**FIRST, **(readings or {})}
    kept = tuple(answers.values())
    if kept not in model.kept:
        model.kept[kept] = _schema(model, answers)
    return model.kept[kept]


def _schema(model, answers):
    made = {"entities": [], "tables": [], "indexes": [], "primaryKey": [], "open": [], "readings": answers}
    for name in model.order:
        parent = model.entities[name]["parent"]
        made["entities"].append({"name": name, "number": model.numbers[name],
                                 "super": model.numbers[parent] if parent else 0,
                                 "abstract": model.entities[name]["abstract"], "table": table_name(model, name)})
        made["primaryKey"].append({"Z_ENT": model.numbers[name], "Z_NAME": name,
                                   "Z_SUPER": model.numbers[parent] if parent else 0, "Z_MAX": 0})
    for fixed in FIXED_TABLES:
        made["tables"].append({**fixed, "columns": [column(n, t, "fixed") for n, t in fixed["columns"]]})
    for names in [model.roots, *model.children.values()]:
        if len({name.lower() for name in names}) < len(names) or \
                sorted(names, key=str.lower) != sorted(names, key=str.upper):
            made["open"].append(f"The order of the siblings {', '.join(names)}: the description does not tell.")
    for root in model.roots:
        _entity_table(model, root, answers, made)
    _join_tables(model, answers, made)
    for name in model.order:
        _declared_indexes(model, name, made)
    return made


def _entity_table(model, root, answers, made):
    """Adds one root entity's table and the indexes of its to-one columns."""
    table = table_name(model, root)
    entries = []
    for place, name in enumerate(model.family(root)):
        for prop in model.entities[name]["attributes"]:
            if not prop["transient"]:
                _, group, type = TYPES[prop["type"]]
                entries.append(((group, place, 0, prop["name"]), name, prop, type))
        for prop in model.entities[name]["relationships"]:
            if not prop["transient"] and not prop["toMany"]:
                entries.append(((1, place, 1, prop["name"]), name, prop, "INTEGER"))
    entries.sort(key=lambda e: e[0])
    naming = entries if answers["digitOrder"] == "columns" else sorted(entries, key=lambda e: e[0][1:])
    given = unique(["Z" + prop["name"].upper() for _, _, prop, _ in naming], answers["digitClash"])
    names = {(owner, prop["name"]): name for (_, owner, prop, _), name in zip(naming, given)}

    to_ones = [(owner, prop) for _, owner, prop, _ in entries if "destination" in prop]
    typed = [(o, p) for o, p in to_ones if model.children[p["destination"]]]
    placed = [(o, p) for o, p in to_ones if (model.inverse(p) or {}).get("ordered")]
    extra = _extra_names(model, names, typed, placed, answers)

    leading = [column("Z_PK", "INTEGER", "key"), column("Z_ENT", "INTEGER", "entity"),
               column("Z_OPT", "INTEGER", "version")]
    integers, others = [], []
    for (group, *_), owner, prop, type in entries:
        role = "toOne" if "destination" in prop else "attribute"
        target = integers if group == 1 else others
        target.append(column(names[owner, prop["name"]], type, role, owner, prop["name"]))
        if ("entityOf", owner, prop["name"]) in extra:
            target.append(column(extra["entityOf", owner, prop["name"]], "INTEGER", "entityOf", owner, prop["name"]))
    hidden, hidden_orders = _hidden(model, root, answers)
    orders = [column(extra["order", o, p["name"]], "INTEGER", "order", o, p["name"], "open") for o, p in placed]
    if hidden:
        made["open"].append(f"The places of the hidden columns of {table} among its INTEGER columns.")
    made["tables"].append({"name": table, "kind": "entity", "root": root, "key": ["Z_PK"],
                           "columns": leading + integers + hidden + orders + hidden_orders + others})
    for each in integers + hidden:
        if each["role"] in ("toOne", "hidden"):
            made["indexes"].append(_index([f"{table}_{each['names'][0]}_INDEX"], table, [each["names"][0]]))
    if model.children[root]:
        made["indexes"].append(_index([f"{table}_Z_ENT_INDEX"], table, ["Z_ENT"]))


def _extra_names(model, names, typed, placed, answers):
    """Names of the columns beside to-one columns: ("entityOf" or "order", entity, relationship) -> name."""
    extra = {}
    if answers["extraName"] == "followsColumn":
        for owner, prop in typed:
            number = model.numbers[prop["destination"]]
            extra["entityOf", owner, prop["name"]] = f"Z{number}_{names[owner, prop['name']][1:]}"
        for owner, prop in placed:
            extra["order", owner, prop["name"]] = f"Z_FOK_{names[owner, prop['name']][1:]}"
        return extra
    given = unique([f"Z{model.numbers[p['destination']]}_{p['name'].upper()}" for _, p in typed],
                   answers["digitClash"])
    extra.update({("entityOf", o, p["name"]): name for (o, p), name in zip(typed, given)})
    given = unique([f"Z_FOK_{p['name'].upper()}" for _, p in placed], answers["digitClash"])
    extra.update({("order", o, p["name"]): name for (o, p), name in zip(placed, given)})
    return extra


def _hidden(model, root, answers):
    """The hidden foreign keys in a root's table, one for each one-way to-many that leads to it (14)."""
    found = []
    for owner in model.order:
        rels = [r for r in model.entities[owner]["relationships"]
                if r["toMany"] and not r["inverse"] and not r["transient"] and model.root(r["destination"]) == root]
        found += [(owner, r) for r in sorted(rels, key=lambda r: r["name"])]
    bases = [f"{model.numbers[owner]}{r['name'].upper()}" for owner, r in found]
    hidden, orders = [], []
    for (owner, r), base, name in zip(found, bases, unique(bases, answers["digitClash"])):
        hidden.append(column("Z" + name, "INTEGER", "hidden", owner, r["name"], "open"))
        if r["ordered"]:
            allowed = [f"Z_FOK_{name}"] + ([f"Z_FOK_{base}"] if base != name else [])
            orders.append(column(allowed, "INTEGER", "hiddenOrder", owner, r["name"], "open"))
    return hidden, orders


def joins(model, answers=FIRST):
    """The many-to-many relationships, once each: (entity, relationship that names the table, entity, inverse)."""
    found = []
    for owner in model.order:
        for prop in sorted(model.entities[owner]["relationships"], key=lambda r: r["name"]):
            back = model.inverse(prop)
            if prop["transient"] or not prop["toMany"] or not back or not back["toMany"]:
                continue
            ours, theirs = model.numbers[owner], model.numbers[prop["destination"]]
            if ours == theirs and answers["selfJoinName"] == "caseInsensitive":
                greater = (prop["name"].lower(), prop["name"]) >= (back["name"].lower(), back["name"])
            else:
                greater = prop["name"] >= back["name"]
            if ours < theirs or (ours == theirs and greater):
                found.append((owner, prop, prop["destination"], back))
    return found


def _join_tables(model, answers, made):
    """Adds the join tables of many-to-many relationships and their indexes (5, 14)."""
    found = joins(model, answers)
    tables = unique([f"Z_{model.numbers[o]}{r['name'].upper()}" for o, r, _, _ in found], answers["digitClash"])
    ends = []
    for place, (owner, prop, other, back) in enumerate(found):
        if model.is_self_inverse(owner, prop):
            ends.append((prop, prop, place, 1))
        else:
            ends += [(back, prop, place, 0), (prop, back, place, 1)]
    if answers["joinDigit"] == "inverse":
        ends.sort(key=lambda e: (model.numbers[e[0]["destination"]], e[1]["name"]))
    else:
        ends.sort(key=lambda e: e[2:])
    bases = [f"{model.numbers[p['destination']]}{p['name'].upper()}" for p, _, _, _ in ends]
    given = unique(bases, answers["digitClash"])
    named = {(place, side): (base, name) for (_, _, place, side), base, name in zip(ends, bases, given)}
    for place, ((owner, prop, other, back), table) in enumerate(zip(found, tables)):
        itself = model.is_self_inverse(owner, prop)
        base, name = named[place, 1]
        second = column(f"Z_{name}", "INTEGER", "join", owner, prop["name"])
        if itself:
            first = column(None, "INTEGER", "joinSelf", owner, prop["name"])
            made["open"].append(f"The name of the second column of {table}, whose relationship is its own inverse, "
                                "the order of the two, and the name of its index.")
        else:
            first = column(f"Z_{named[place, 0][1]}", "INTEGER", "join", other, back["name"])
        columns = [first, second]
        for (base, name), item, declaring in ((named.get((place, 0), (None, None)), back, other),
                                              ((base, name), prop, owner)):
            if item["ordered"] and not (itself and base is None):
                allowed = [f"Z_FOK_{name}"] + ([f"Z_FOK_{base}"] if base != name else [])
                columns.append(column(allowed, "INTEGER", "joinOrder", declaring, item["name"], "open"))
        if itself:
            first["place"] = second["place"] = "open"
            index = _index(None, table, [second["names"][0], None])
        else:
            names = [f"{table}_{second['names'][0]}_INDEX"]
            literal = f"Z_{model.numbers[owner]}{prop['name'].upper()}_Z_{base}_INDEX"
            index = _index(names + ([literal] if literal not in names else []), table,
                           [second["names"][0], first["names"][0]])
        made["tables"].append({"name": table, "kind": "join", "self": itself, "columns": columns,
                               "key": [each["names"] and each["names"][0] for each in columns[:2]]})
        made["indexes"].append(index)


def _index(names, table, columns, unique=False, descending=()):
    return {"names": names, "table": table, "columns": columns, "unique": unique,
            "descending": [name in descending for name in columns]}


def _declared_indexes(model, name, made):
    """Adds fetch indexes and uniqueness constraints that an entity declares (6)."""
    table = table_name(model, name)
    columns = next(t["columns"] for t in made["tables"] if t["name"] == table)
    by_property = {(c["entity"], c["property"]): c["names"][0] for c in columns if c["role"] in ("attribute", "toOne")}

    def stored(prop):
        return by_property[model.properties(name)[prop][0], prop]

    for index in model.entities[name]["indexes"]:
        used = [stored(e["property"]) for e in index["elements"]]
        down = [stored(e["property"]) for e in index["elements"] if e.get("order") == "descending"]
        made["indexes"].append(_index([f"Z_{name}_{index['name']}"], table, used, descending=down))
        if down:
            made["open"].append(f"Index {index['name']} of {name} has a descending part: the description shows only ASC.")
    for constraint in model.entities[name]["constraints"]:
        made["indexes"].append(_index([f"Z_{name}_UNIQUE_{'_'.join(constraint)}"], table,
                                      [stored(p) for p in constraint], unique=True))


def mattering(model):
    """The readings that make a difference for this model."""
    model = model if isinstance(model, Model) else Model(model)
    if "mattering" in model.kept:
        return model.kept["mattering"]
    tables = ("tables", "indexes")
    first = {k: v for k, v in schema(model).items() if k in tables}
    found = []
    for name, answers in READINGS.items():
        other = schema(model, {name: answers[1]})
        if {k: v for k, v in other.items() if k in tables} != first:
            found.append(name)
    model.kept["mattering"] = found
    return found


def all_readings(model, fixed=None):
    """Every combination of readings that matters for the model, the first ones first. Fixed ones are not varied."""
    fixed = fixed or {}
    names = [name for name in mattering(model) if name not in fixed]
    for answers in product(*(READINGS[name][:2] for name in names)):
        yield {**fixed, **dict(zip(names, answers))}
