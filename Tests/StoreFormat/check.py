"""Compares the rows of a store file with what a play says they must be, and says every difference in a sentence."""

from bisect import bisect_left

from .compare import compare_open
from .model import Model
from .storefile import StoreFile
from .values import column_problem


class Memory:
    """What earlier checks of one play saw: keys, versions, positions, and the readings that fitted."""

    def __init__(self):
        self.keys, self.versions, self.places = {}, {}, {}
        self.top = {}
        self.readings = None


def parse_key(report):
    """A key report ["Entity", 5] or an object's URI -> (entity, key)."""
    if isinstance(report, str):
        entity, key = report.rsplit("/", 2)[-2:]
        return entity, int(key.removeprefix("p"))
    return report[0], int(report[1])


def check(path, model, expected, keys, memory=None, mode="used", history=False):
    """Compares a file after a save: schema first, then every row. Returns the Result of the comparison."""
    memory = memory or Memory()
    with StoreFile(path) as file:
        result = compare_open(file, model, mode, history=history)
        try:
            Checker(file, model, expected, keys, memory, result).run()
        except Stop as stop:
            result.differs(f"{stop} The rows were not compared any further.")
        return result


class Stop(Exception):
    """Nothing more can be compared."""


class Checker:
    """One comparison of one file with one expectation."""

    def __init__(self, file, model, expected, keys, memory, result):
        self.file, self.memory, self.result = file, memory, result
        self.model = model if isinstance(model, Model) else Model(model)
        self.expected = expected
        self.objects = expected["objects"]
        self.reports = keys
        self.names = result.names
        self.migrated = bool(expected.get("migration"))
        if self.migrated:
            # Positions may be written anew; counters belong to roots that may have another name now.
            memory.places.clear()
            memory.top = {new: memory.top[old] for new, old in expected["roots"].items() if old in memory.top}

    def run(self):
        """All comparisons."""
        self._read()
        self._keys()
        self.dangling = {tuple(d) for d in self.expected["dangling"]}
        self.exhausted = set()
        self.changed_places = set()
        self._links()
        for name, wanted in self.objects.items():
            if name in self.row:
                self._values(name, wanted)
                self._version(name, wanted)
        self._remember()

    def _table(self, entity):
        return "Z" + self.model.root(entity).upper()

    def _column(self, role, owner, key, table=None):
        found = self.names.get((table or self._table(owner), role, owner, key))
        if found is None:
            raise Stop(f"The column for {owner}.{key} ({role}) is missing.")
        return found

    def _read(self):
        """Reads all rows of all entity tables."""
        self.rows = {}
        for root in self.model.roots:
            table = self._table(root)
            for name in ("Z_PK", "Z_ENT", "Z_OPT"):
                if table not in self.file.tables or (table, name) not in self.names:
                    raise Stop(f"{table} has no {name}.")
            for row in self.file.records(table):
                self.rows[root, row["Z_PK"]] = row

    def _keys(self):
        """Which row belongs to which object, by the engine's report; rows too few and too many."""
        self.place, self.row, self.by_place = {}, {}, {}
        for name, wanted in self.objects.items():
            if name not in self.reports and name not in self.memory.keys:
                self.result.differs(f"The report has no key for {name} ({wanted['entity']}).")
                continue
            if name in self.reports:
                entity, key = parse_key(self.reports[name])
                if entity != wanted["entity"]:
                    self.result.differs(f"{name} is reported as {entity}, not {wanted['entity']}.")
            else:
                key = self.memory.keys[name][1]
            root = self.model.root(wanted["entity"])
            place = (root, key)
            old = self.memory.keys.get(name)
            if old and old[1] != key:
                self.result.differs(f"{name} had key {old[1]} and has key {key} now.")
            if wanted["new"] and not old and key <= self.memory.top.get(root, 0):
                self.result.differs(f"{name} got key {key}, but {root} had used keys up to "
                                    f"{self.memory.top[root]}: keys are never reused.")
            if place in self.by_place:
                self.result.differs(f"{name} and {self.by_place[place]} have the same key {key} of {root}.")
            self.place[name], self.by_place[place] = place, name
            row = self.rows.get(place)
            if row is None:
                self.result.differs(f"There is no row {key} in {self._table(root)} for {name}.")
                continue
            self.row[name] = row
            number = self.model.numbers[wanted["entity"]]
            if row["Z_ENT"] != number:
                self.result.differs(f"Z_ENT of {self._say(name)} is {row['Z_ENT']}, not {number}.")
        for root, key in self.rows:
            if (root, key) not in self.by_place:
                was = next((n for n, p in self.memory.keys.items() if p == (root, key)), None)
                self.result.differs(f"{self._table(root)} has a row {key} that no object accounts for"
                                    + (f"; it was {was}." if was else "."))

    def _say(self, name):
        place = self.place.get(name)
        return f"{name} ({self.objects[name]['entity']} {place[1] if place else '?'})" if name in self.objects else name

    # Values and versions.

    def _values(self, name, wanted):
        row, entity = self.row[name], wanted["entity"]
        for key, value in wanted["attributes"].items():
            owner, prop = self.model.properties(entity)[key]
            stored = row[self._column("attribute", owner, key)]
            problem = column_problem(prop, value, stored, self.file)
            allowed = wanted.get("also", {}).get(key)
            if problem and allowed is not None and \
                    any(column_problem(prop, other, stored, self.file) is None for other in allowed):
                self.result.note(f"{key} of {self._say(name)} is another of the values that the description allows.")
            elif problem:
                self.result.differs(f"{key} of {self._say(name)} {problem}.")
        path = self.model.path(entity)
        table = self._table(entity)
        for (where, role, owner, key), column in [i for i in self.names.items() if len(i[0]) == 4]:
            if where == table and role in ("attribute", "toOne", "entityOf") and owner not in path \
                    and row[column] is not None:
                self.result.differs(f"{column} of {self._say(name)} is {row[column]!r}, but belongs to {owner}.{key}.")

    def _version(self, name, wanted):
        version = self.row[name]["Z_OPT"]
        if not isinstance(version, int):
            return self.result.differs(f"Z_OPT of {self._say(name)} is {version!r}.")
        if wanted["new"]:
            if version != 1:
                self.result.differs(f"Z_OPT of {self._say(name)} is {version}, not 1, after its insertion.")
            return
        before = self.memory.versions.get(name)
        if before is None:
            return
        step = version - before
        allowed, first = wanted["bump"], wanted["first"]
        if name in self.exhausted and allowed == [0]:
            allowed, first = [0, 1], None
        if step not in allowed:
            self.result.differs(f"Z_OPT of {self._say(name)} went from {before} to {version}; allowed are steps of "
                                f"{' or '.join(map(str, allowed))}: {wanted['why']}.")
        elif first is not None and step != first:
            self.result.note(f"Z_OPT of {self._say(name)} went from {before} to {version}, which the description leaves "
                             f"open: {wanted['why']}.")

    # Links.

    def _links(self):
        """Every stored relationship once: by its column, hidden column or join table."""
        done = set()
        for owner in self.model.order:
            for prop in self.model.entities[owner]["relationships"]:
                if prop["transient"]:
                    continue
                back = self.model.inverse(prop)
                if not prop["toMany"]:
                    self._to_one(owner, prop)
                elif not back:
                    self._column_members(owner, prop, "hidden", "hiddenOrder", owner, prop["name"])
                elif not back["toMany"]:
                    if prop["ordered"]:
                        self._column_members(owner, prop, "toOne", "order", prop["destination"], back["name"])
                elif (prop["destination"], back["name"]) not in done:
                    done.add((owner, prop["name"]))
                    self._join(owner, prop, back)

    def _owners(self, entity):
        family = self.model.family(entity)
        return [n for n, o in self.objects.items() if o["entity"] in family and n in self.row]

    def _target(self, prop, key):
        """The object that a key means, for the destination of a relationship."""
        return self.by_place.get((self.model.root(prop["destination"]), key))

    def _to_one(self, owner, prop):
        column = self._column("toOne", owner, prop["name"])
        typed = bool(self.model.children[prop["destination"]])
        extra = self._column("entityOf", owner, prop["name"]) if typed else None
        for name in self._owners(owner):
            wanted = self.objects[name]["links"][prop["name"]]
            stored = self.row[name][column]
            target = self._target(prop, stored) if stored is not None else None
            if wanted is None and stored is not None:
                left = [d for d in self.dangling if d[:2] == (name, prop["name"])]
                if target is None and any(self.memory.keys.get(d[2], (0, None))[1] == stored for d in left):
                    continue
                self.result.differs(f"{prop['name']} of {self._say(name)} is {stored} ({target}), not NULL.")
            elif wanted is not None and target != wanted:
                self.result.differs(f"{prop['name']} of {self._say(name)} is {stored} ({target}), not "
                                    f"{self._say(wanted)}.")
            if not typed:
                continue
            number = self.row[name][extra]
            if stored is None and number is not None:
                self.result.note(f"{extra} of {self._say(name)} is {number}, though {column} is NULL.")
            elif target and wanted == target and number != self.model.numbers[self.objects[target]["entity"]]:
                self.result.differs(f"{extra} of {self._say(name)} is {number}, not the entity number of "
                                    f"{self._say(target)}.")

    def _column_members(self, owner, prop, role, order_role, declaring, key):
        """A to-many that is kept in a column of its members: the hidden key and the order."""
        table = self._table(declaring if role == "toOne" else prop["destination"])
        column = self._column(role, declaring, key, table)
        order = self._column(order_role, declaring, key, table) if prop["ordered"] else None
        family = self.model.family(prop["destination"])
        members = {}
        for name, row in self.row.items():
            if self._table(self.objects[name]["entity"]) != table or row[column] is None:
                continue
            if self.objects[name]["entity"] not in family:
                self.result.differs(f"{column} of {self._say(name)} is set, but it is no {prop['destination']}.")
                continue
            holder = self.by_place.get((self.model.root(owner), row[column]))
            members.setdefault(holder, {})[name] = row[order] if order else None
            if holder is None and role == "hidden":
                left = [d for d in self.dangling if d[1:] == (prop["name"], name)]
                if not any(self.memory.keys.get(d[0], (0, None))[1] == row[column] for d in left):
                    self.result.differs(f"{column} of {self._say(name)} is {row[column]}, which is no object.")
        for name in self._owners(owner):
            self._members(name, prop, members.pop(name, {}), role == "hidden")
        for holder, found in members.items():
            if holder is not None:
                self.result.differs(f"{sorted(found)} point by {column} at {self._say(holder)}, which is no {owner}.")

    def _join(self, owner, prop, back):
        """A many-to-many: the pairs of the join table, from both sides."""
        itself = self.model.is_self_inverse(owner, prop)
        role = "join"
        table = next((t["name"] for t in self.result.schema["tables"] if t["kind"] == "join" and any(
            c["role"] == role and (c["entity"], c["property"]) == (owner, prop["name"]) for c in t["columns"])), None)
        if table not in self.file.tables:
            raise Stop(f"The join table of {owner}.{prop['name']} is missing.")
        to_member = self._column(role, owner, prop["name"], table)
        if itself:
            to_owner = self._column("joinSelf", owner, prop["name"], table)
        else:
            to_owner = self._column(role, prop["destination"], back["name"], table)
        sides = [(owner, prop, to_owner, to_member)]
        if not itself:
            sides.append((prop["destination"], back, to_member, to_owner))
        for holder, item, holder_column, member_column in sides:
            order = self._column("joinOrder", holder, item["name"], table) if item["ordered"] else None
            members = {}
            for row in self.file.records(table):
                pairs = [(row[holder_column], row[member_column])]
                if itself:
                    pairs.append((row[member_column], row[holder_column]))
                for holder_key, member_key in pairs:
                    one = self.by_place.get((self.model.root(holder), holder_key))
                    other = self._target(item, member_key)
                    if one is None or other is None:
                        gone = {self.memory.keys.get(n, (0, None))[1] for d in self.dangling for n in d}
                        if item is prop and not (one is None and holder_key in gone or
                                                 other is None and member_key in gone):
                            self.result.differs(f"{table} has a row ({holder_column} {holder_key}, {member_column} "
                                                f"{member_key}) with a key that is no object.")
                        continue
                    members.setdefault(one, {})[other] = row[order] if order else None
            for name in self._owners(holder):
                self._members(name, item, members.pop(name, {}), False)
            for name, found in members.items():
                self.result.differs(f"{table} links {self._say(name)} with {sorted(found)}; it is no {holder}.")

    def _members(self, name, prop, found, hidden):
        """Members and order of one object's to-many. Found: member -> position."""
        key = prop["name"]
        wanted = self.objects[name]["links"][key]
        missing = [w for w in wanted if w not in found]
        surplus = [f for f in found if f not in wanted]
        if missing:
            self.result.differs(f"{key} of {self._say(name)} lacks {', '.join(map(self._say, missing))}.")
        if surplus:
            self.result.differs(f"{key} of {self._say(name)} has {', '.join(map(self._say, surplus))} too many.")
        if not prop["ordered"] or missing or surplus:
            return
        facts = self.objects[name]["orders"][key]
        if any(not isinstance(each, int) for each in found.values()):
            self.result.differs(f"Positions in {key} of {self._say(name)} are not all whole numbers: {found}.")
            return
        real = sorted(wanted, key=lambda each: (found[each], each))
        if len(set(found.values())) != len(found):
            self.result.differs(f"Positions in {key} of {self._say(name)} are not all different: {found}.")
        elif real != wanted:
            loose = set(facts["loose"])
            if facts.get("free") or [r for r in real if r not in loose] == [w for w in wanted if w not in loose]:
                self.result.note(f"{key} of {self._say(name)} has the order {real}, the first answer was {wanted}.")
            else:
                self.result.differs(f"{key} of {self._say(name)} has the order {real}, not {wanted}.")
        if not self.migrated:
            self._positions(name, key, real, found, facts)
        for each in [p for p in self.memory.places if p[:2] == (name, key) and p[2] not in wanted]:
            del self.memory.places[each]
        for member in wanted:
            self.memory.places[name, key, member] = found[member]

    def _positions(self, name, key, real, found, facts):
        """Values of Z_FOK: 2048, 3072, ... at first; later those that stay keep theirs (14)."""
        values = [found[each] for each in real]
        first = [2048 + 1024 * place for place in range(len(real))]
        if facts["fresh"]:
            if values != first:
                text = f"Positions in {key} of {self._say(name)} are {values}, not {first}."
                (self.result.differs if facts["plain"] else self.result.note)(text)
            return
        old = {each: self.memory.places.get((name, key, each)) for each in real}
        stayed = [each for each in real if old[each] is not None]
        changed = [each for each in stayed if old[each] != found[each]]
        if not changed:
            return
        self.exhausted.update(stayed if not facts["kept"] or self._tight(real, old) else ())
        if facts["kept"] and not self._tight(real, old):
            self.result.differs(f"In {key} of {self._say(name)}, {', '.join(map(self._say, changed))} did not keep "
                                f"the position, though only others came or went.")
        elif not facts["kept"] and not self._tight(real, old):
            need = max(len(stayed) - _longest([old[each] for each in stayed]), len(facts["moved"]))
            if len(changed) > need:
                text = (f"In {key} of {self._say(name)}, {len(changed)} positions changed, though {need} would do "
                        f"(a move takes a value between its neighbours).")
                (self.result.differs if facts["byMoves"] else self.result.note)(text)

    @staticmethod
    def _tight(real, old):
        """True if the new members between two old ones may not find room between their positions."""
        low, count = 0, 0
        kept = sorted(value for value in old.values() if value is not None)
        if [old[each] for each in real if old[each] is not None] != kept:
            return len(kept) > 1 and min(b - a for a, b in zip([0] + kept, kept)) <= 2 ** min(len(real), 9)
        for each in real:
            if old[each] is None:
                count += 1
            else:
                if count and old[each] - low <= 2 ** count:
                    return True
                low, count = old[each], 0
        return False

    def _remember(self):
        """Keeps what the next check needs."""
        memory = self.memory
        memory.keys.update(self.place)
        for name in self.objects:
            if name in self.row:
                memory.versions[name] = self.row[name]["Z_OPT"]
        for root in self.model.roots:
            for row in self.file.rows("SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_NAME = ?", root):
                if isinstance(row[0], int):
                    if row[0] < memory.top.get(root, 0):
                        self.result.differs(f"Z_MAX of {root} went from {memory.top[root]} back to {row[0]}.")
                    memory.top[root] = max(row[0], memory.top.get(root, 0))


def _longest(values):
    """The length of the longest rising part of a sequence."""
    tails = []
    for value in values:
        place = bisect_left(tails, value)
        tails[place:place + 1] = [value]
    return len(tails)
