"""Writes a play's expectation into a file, in the plainest way. Only the tests of this folder use it: what the
checker accepts and refuses is shown with such files. It keeps nothing between saves but keys, versions, positions."""

import base64
import os
import plistlib
import sqlite3
import uuid

from .build import build
from .model import Model
from .schema import joins, schema


class Writer:
    """An engine of a few lines. It writes the whole file anew for every save."""

    def __init__(self, path):
        self.path = path
        self.keys, self.versions, self.tops, self.places = {}, {}, {}, {}

    def save(self, model, expected):
        """Writes the state after a save. Returns the key report."""
        self.model = model if isinstance(model, Model) else Model(model)
        self.expected, self.objects = expected, expected["objects"]
        if expected.get("migration"):
            self.tops = {new: self.tops[old] for new, old in expected["roots"].items() if old in self.tops}
            self.places = {}
        for name, wanted in self.objects.items():
            root = self.model.root(wanted["entity"])
            if name not in self.keys:
                self.tops[root] = self.keys[name] = self.tops.get(root, 0) + 1
                self.versions[name] = 1
            else:
                first = wanted["first"] if not wanted["new"] else 0
                self.versions[name] += 1 if first is None else first
        if os.path.exists(self.path):
            for each in (self.path, self.path + "-wal", self.path + "-shm"):
                if os.path.exists(each):
                    os.remove(each)
        build(self.path, self.model)
        self.sql = sqlite3.connect(self.path, isolation_level=None)
        self.sql.execute("PRAGMA synchronous = OFF")
        self.sql.execute("BEGIN")
        self.schema = schema(self.model)
        self.columns = {(t["name"], c["role"], c["entity"], c["property"]): (c["names"] or ["OTHEREND"])[0]
                        for t in self.schema["tables"] for c in t["columns"]}
        for name in self.objects:
            self._object(name)
        for owner in self.model.order:
            for prop in self.model.entities[owner]["relationships"]:
                if not prop["transient"]:
                    self._relationship(owner, prop)
        for root, top in self.tops.items():
            self.sql.execute("UPDATE Z_PRIMARYKEY SET Z_MAX = ? WHERE Z_NAME = ?", (top, root))
        self.sql.execute("COMMIT")
        self.sql.close()
        return {name: [wanted["entity"], self.keys[name]] for name, wanted in self.objects.items()}

    def _table(self, entity):
        return "Z" + self.model.root(entity).upper()

    def _set(self, name, column, value):
        self.sql.execute(f"UPDATE {self._table(self.objects[name]['entity'])} SET {column} = ? WHERE Z_PK = ?",
                         (value, self.keys[name]))

    def _object(self, name):
        wanted = self.objects[name]
        table, entity = self._table(wanted["entity"]), wanted["entity"]
        self.sql.execute(f"INSERT INTO {table} (Z_PK, Z_ENT, Z_OPT) VALUES (?, ?, ?)",
                         (self.keys[name], self.model.numbers[entity], self.versions[name]))
        for key, value in wanted["attributes"].items():
            owner, prop = self.model.properties(entity)[key]
            self._set(name, self.columns[table, "attribute", owner, key], self._stored(prop, value))

    @staticmethod
    def _stored(prop, value):
        if value is None:
            return None
        if prop["type"] == "Int64":
            return int(value)
        if prop["type"] == "UUID":
            return uuid.UUID(value).bytes
        if prop["type"] == "Binary":
            return (b"\x01" if prop["external"] else b"") + base64.b64decode(value)
        if prop["type"] == "Transformable":
            return plistlib.dumps({"$archiver": "NSKeyedArchiver", "$objects": ["$null", value],
                                   "$top": {"root": plistlib.UID(1)}}, fmt=plistlib.FMT_BINARY)
        return value

    def _order(self, name, key):
        """Positions of the members: those that stay keep theirs; a new one goes halfway to the next one."""
        members = self.objects[name]["links"][key]
        old = {m: self.places.get((name, key, m)) for m in members}
        if all(value is None for value in old.values()):
            old = {}
        # The longest part whose positions rise keeps them.
        best = {}
        for number, member in enumerate(members):
            if old.get(member) is not None:
                before = max((best[m] for m in members[:number] if m in best and old[m] < old[member]),
                             key=len, default=[])
                best[member] = before + [member]
        kept = max(best.values(), key=len, default=[])
        places = []
        for number, member in enumerate(members):
            low = places[-1] if places else 0
            high = next((old[m] for m in members[number:] if m in kept), None)
            if member in kept:
                places.append(old[member])
            elif high is None:
                places.append(low + 1024 if places else 2048)
            else:
                places.append((low + high) // 2)
        if places != sorted(set(places)) or 0 in places:
            places = [2048 + 1024 * n for n in range(len(members))]
        for each in [p for p in self.places if p[:2] == (name, key)]:
            del self.places[each]
        for member, place in zip(members, places):
            self.places[name, key, member] = place
        return dict(zip(members, places))

    def _relationship(self, owner, prop):
        key, back = prop["name"], self.model.inverse(prop)
        family = self.model.family(owner)
        holders = [n for n, o in self.objects.items() if o["entity"] in family]
        to_table = self._table(prop["destination"])
        if not prop["toMany"]:
            table = self._table(owner)
            for name in holders:
                target = self.objects[name]["links"][key]
                self._set(name, self.columns[table, "toOne", owner, key], self.keys.get(target))
                if target and (table, "entityOf", owner, key) in self.columns:
                    self._set(name, self.columns[table, "entityOf", owner, key],
                              self.model.numbers[self.objects[target]["entity"]])
        elif not back or not back["toMany"]:
            for name in holders:
                order = self._order(name, key) if prop["ordered"] else {}
                for member in self.objects[name]["links"][key]:
                    if not back:
                        self._set(member, self.columns[to_table, "hidden", owner, key], self.keys[name])
                    if order:
                        column = self.columns[(to_table, "hiddenOrder", owner, key) if not back else
                                              (to_table, "order", prop["destination"], back["name"])]
                        self._set(member, column, order[member])
        elif any(j[0] == owner and j[1] is prop for j in joins(self.model)):
            self._join(owner, prop, back, holders)

    def _join(self, owner, prop, back, holders):
        table = next(t for t in self.schema["tables"] if t["kind"] == "join" and any(
            (c["entity"], c["property"]) == (owner, prop["name"]) for c in t["columns"]))["name"]
        itself = self.model.is_self_inverse(owner, prop)
        to_owner = "OTHEREND" if itself else self.columns[table, "join", prop["destination"], back["name"]]
        to_member = self.columns[table, "join", owner, prop["name"]]
        for name in holders:
            for member in self.objects[name]["links"][prop["name"]]:
                self.sql.execute(f"INSERT OR IGNORE INTO {table} ({to_owner}, {to_member}) VALUES (?, ?)",
                                 (self.keys[name], self.keys[member]))
        for declaring, item, holder_column, member_column in ((owner, prop, to_owner, to_member),
                                                              (prop["destination"], back, to_member, to_owner)):
            if not item["ordered"]:
                continue
            column = self.columns[table, "joinOrder", declaring, item["name"]]
            for name, wanted in self.objects.items():
                if wanted["entity"] in self.model.family(declaring):
                    for member, place in self._order(name, item["name"]).items():
                        self.sql.execute(f"UPDATE {table} SET {column} = ? WHERE {holder_column} = ? AND "
                                         f"{member_column} = ?", (place, self.keys[name], self.keys[member]))
