"""Files built from the expected schema: compared with themselves, and with changed ones. Every change must be seen."""

import copy
import io
import json
import os
import shutil
import sqlite3
import tempfile
import unittest

from ..build import build
from ..check import Memory, check
from ..compare import compare
from ..model import Model
from ..plays import Play
from ..random_models import random_model
from ..randoms import Random
from ..schema import READINGS, mattering, schema
from ..server import Server
from ..write import Writer

MODELS = int(os.environ.get("STOREFORMAT_MODELS", "25"))
PLAYS = int(os.environ.get("STOREFORMAT_PLAYS", "12"))


class Folder(unittest.TestCase):
    """A test with a folder of its own."""

    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="storeformattest")
        self.addCleanup(shutil.rmtree, self.folder, True)
        self.number = 0

    def path(self):
        self.number += 1
        return os.path.join(self.folder, f"{self.number}.sqlite")


class Schemas(Folder):
    """The comparer of schemas."""

    def test_a_file_is_equal_to_itself(self):
        for seed in range(MODELS):
            model = Model(random_model(seed))
            path = self.path()
            build(path, model)
            result = compare(path, model)
            self.assertEqual((result.differences, result.notes), ([], []), seed)

    def test_the_file_stays_as_it_is(self):
        path = self.path()
        build(path, random_model(1))
        with open(path, "rb") as file:
            before = file.read()
        compare(path, random_model(1))
        with open(path, "rb") as file:
            self.assertEqual(before, file.read())
        self.assertEqual(os.listdir(self.folder), [os.path.basename(path)])

    def test_other_readings_are_accepted_and_named(self):
        seen = set()
        for seed in range(400):
            model = Model(random_model(seed))
            for name in mattering(model):
                if name in seen:
                    continue
                answer = READINGS[name][1]
                path = self.path()
                build(path, model, schema(model, {name: answer}))
                result = compare(path, model)
                self.assertEqual(result.differences, [], (seed, name))
                if len(mattering(model)) == 1:
                    self.assertEqual(result.readings[name], answer)
                    self.assertTrue(compare(path, model, readings={name: READINGS[name][0]}).differences)
                    seen.add(name)
        self.assertEqual(seen, set(READINGS))

    def test_every_change_of_the_schema_is_seen(self):
        for seed in range(MODELS):
            model = Model(random_model(seed))
            expected = schema(model)
            for name, changed in self.changes(Random("change", seed), model, expected):
                path = self.path()
                build(path, model, changed)
                found = compare(path, model)
                self.assertTrue(found.differences, (seed, name))
                os.remove(path)

    def changes(self, random, model, expected):
        """(name, changed schema): each has one change that contradicts the description."""
        def copied():
            return copy.deepcopy(expected)

        def used(table, name):
            return any(name in i["columns"] for i in expected["indexes"] if i["table"] == table["name"])

        entity_tables = [n for n, t in enumerate(expected["tables"]) if t["kind"] == "entity"]
        place = random.pick(entity_tables)
        table = expected["tables"][place]
        made = copied()
        made["tables"][place]["columns"].append({"names": ["ZEXTRA"], "type": "INTEGER"})
        yield "a column too many", made
        free = [n for n, c in enumerate(table["columns"]) if n > 2 and c["names"] and not used(table, c["names"][0])]
        if free:
            number = random.pick(free)
            made = copied()
            made["tables"][place]["columns"].pop(number)
            yield "a column too few", made
            made = copied()
            made["tables"][place]["columns"][number]["names"] = ["ZOTHERNAME"]
            yield "another name", made
            made = copied()
            made["tables"][place]["columns"][number]["names"] = [table["columns"][number]["names"][0].lower()]
            yield "another case", made
        number = random.between(3, len(table["columns"])) - 1
        if number > 2:
            made = copied()
            item = made["tables"][place]["columns"][number]
            item["type"] = "TEXT" if item["type"] != "TEXT" else "BLOB"
            yield "another type", made
        fixed = [n for n, c in enumerate(table["columns"]) if c["place"] == "fixed"]
        one, other = random.sample(fixed, 2)
        made = copied()
        columns = made["tables"][place]["columns"]
        columns[one], columns[other] = columns[other], columns[one]
        yield f"columns {one} and {other} of {table['name']} changed places", made
        for number, each in enumerate(expected["tables"]):
            links = [n for n, c in enumerate(each["columns"]) if c["role"] in ("toOne", "entityOf")]
            orders = [n for n, c in enumerate(each["columns"]) if c["role"] in ("order", "hiddenOrder")]
            if links and orders:
                made = copied()
                columns = made["tables"][number]["columns"]
                columns.insert(min(links), columns.pop(orders[0]))
                yield "a Z_FOK column before a to-one column", made
            hidden = [n for n, c in enumerate(each["columns"]) if c["role"] in ("hidden", "order", "hiddenOrder")]
            if hidden and any(c["type"] != "INTEGER" for c in each["columns"]):
                made = copied()
                columns = made["tables"][number]["columns"]
                columns.append(columns.pop(hidden[0]))
                yield "a hidden column outside of its group", made
            if each["kind"] == "join":
                made = copied()
                made["tables"][number]["name"] += "X"
                for index in made["indexes"]:
                    index["table"] += "X" if index["table"] == each["name"] else ""
                yield "another name of a join table", made
                made = copied()
                made["tables"][number]["key"] = []
                yield "a join table without a key", made
                made = copied()
                made["tables"][number]["columns"][1]["names"] = ["Z_99X"]
                made["tables"][number]["key"][1] = "Z_99X"
                for index in made["indexes"]:
                    if index["table"] == each["name"]:
                        index["columns"][0] = "Z_99X"
                yield "another column of a join table", made
                if not each["self"]:
                    made = copied()
                    columns = made["tables"][number]["columns"]
                    columns[0], columns[1] = columns[1], columns[0]
                    yield "columns of a join table changed places", made
        for number, index in enumerate(expected["indexes"]):
            made = copied()
            made["indexes"].pop(number)
            yield "an index too few", made
            made = copied()
            made["indexes"][number]["unique"] = not index["unique"]
            yield "a unique index", made
            made = copied()
            made["indexes"][number]["descending"][0] = True
            if index["names"]:
                yield "a descending index", made
                made = copied()
                made["indexes"][number]["names"] = [index["names"][0] + "X"]
                yield "another name of an index", made
                made = copied()
                known = next(t for t in expected["tables"] if t["name"] == index["table"])["columns"]
                other = next(c["names"][0] for c in known if c["names"] and c["names"][0] != index["columns"][0])
                made["indexes"][number]["columns"][0] = other
                yield "an index on another column", made
        made = copied()
        made["indexes"].append({"names": ["Z_MORE"], "table": table["name"], "columns": ["Z_OPT"], "unique": False,
                                "descending": [False]})
        yield "an index too many", made
        for key, change in (("Z_ENT", 100), ("Z_SUPER", 1)):
            made = copied()
            made["primaryKey"][-1][key] += change
            yield f"another {key}", made
        made = copied()
        made["primaryKey"].pop()
        yield "an entity too few", made
        made = copied()
        made["primaryKey"][0]["Z_NAME"] += "x"
        yield "another name of an entity", made

    def test_every_change_of_the_file_is_seen(self):
        model = Model(random_model(3))
        table = schema(model)["tables"][2]["name"]
        changes = [
            "PRAGMA user_version = 1", "PRAGMA application_id = 5", "UPDATE Z_PRIMARYKEY SET Z_MAX = 1",
            "UPDATE Z_METADATA SET Z_VERSION = 2", "UPDATE Z_METADATA SET Z_UUID = lower(Z_UUID)",
            "UPDATE Z_METADATA SET Z_PLIST = x'00'", "DELETE FROM Z_METADATA", "CREATE TABLE ZMORE (Z_PK INTEGER)",
            f"CREATE TRIGGER t AFTER INSERT ON {table} BEGIN SELECT 1; END", "CREATE VIEW v AS SELECT 1",
            f"INSERT INTO {table} (Z_PK, Z_ENT, Z_OPT) VALUES (1, 1, 1)", f"DROP TABLE {table}",
            "PRAGMA journal_mode = DELETE", "ALTER TABLE Z_METADATA ADD COLUMN X", "DELETE FROM Z_PRIMARYKEY",
            "INSERT INTO Z_PRIMARYKEY VALUES (77, 'X', 0, 0)", "CREATE TABLE Z_MODELCACHE (Z_OTHER BLOB)"]
        for change in changes:
            path = self.path()
            build(path, model, extra=[change])
            self.assertTrue(compare(path, model).differences, change)
        path = self.path()
        build(path, model, extra=["CREATE TABLE Z_MODELCACHE (Z_CONTENT BLOB)"])
        self.assertEqual(compare(path, model).differences, [])
        for pragmas in (["page_size = 8192"], ["auto_vacuum = 0"]):
            path = self.path()
            build(path, model, extra=["PRAGMA journal_mode = DELETE", *(f"PRAGMA {p}" for p in pragmas), "VACUUM",
                                      "PRAGMA journal_mode = WAL"])
            self.assertTrue(compare(path, model).differences, pragmas)


class Rows(Folder):
    """The checker of rows, with files of the plain writer."""

    def written(self, seed, migrate, stop=None):
        """Writes and checks a play up to a save. Returns (path, model, expected, keys, memory before it)."""
        play = Play(seed, migrate=migrate)
        writer, memory = Writer(self.path()), Memory()
        for expected in play.expected:
            model = play.model_at(expected["save"])
            before = copy.deepcopy(memory)
            keys = writer.save(model, expected)
            mode = "migrated" if expected.get("migration") else "used"
            result = check(writer.path, model, expected, keys, memory, mode)
            self.assertEqual((result.differences, result.notes), ([], []), (seed, expected["save"]))
        return writer.path, model, expected, keys, before, mode

    def test_plays_are_as_expected(self):
        for seed in range(PLAYS):
            self.written(seed, migrate=False)
            self.written(seed, migrate=True)

    def test_every_change_of_a_row_is_seen(self):
        seen = 0
        for seed in range(200, 200 + PLAYS):
            path, model, expected, keys, memory, mode = self.written(seed, migrate=False)
            if expected["dangling"]:
                continue
            for change in self.changes(path, model, expected, Random("rows", seed)):
                changed = self.path()
                shutil.copyfile(path, changed)
                connection = sqlite3.connect(changed, isolation_level=None)
                connection.execute(change)
                connection.close()
                result = check(changed, model, expected, keys, copy.deepcopy(memory), mode)
                self.assertTrue(result.differences or result.notes, (seed, change))
                if "Z_FOK" not in change and "entityOf" not in change:
                    self.assertTrue(result.differences, (seed, change, result.notes))
                seen += 1
                os.remove(changed)
        self.assertGreater(seen, 10 * PLAYS)

    def changes(self, path, model, expected, random):
        """Statements that change one value or row each."""
        connection = sqlite3.connect(path)
        found = []
        for table in schema(model)["tables"]:
            if table["kind"] == "fixed":
                continue
            for item in table["columns"]:
                name = item["names"][0] if item["names"] else "OTHEREND"
                rows = connection.execute(f"SELECT rowid, {name} FROM {table['name']} WHERE {name} IS NOT NULL")
                for rowid, value in random.sample(rows.fetchall(), 2):
                    where = f"WHERE rowid = {rowid}"
                    if item["role"] == "version":
                        found.append(f"UPDATE {table['name']} SET {name} = {value + 2} {where}")
                    elif item["role"] == "key":
                        found.append(f"UPDATE {table['name']} SET {name} = 9999 {where}")
                    elif isinstance(value, int):
                        found.append(f"UPDATE {table['name']} SET {name} = {-5 if value > 0 else value + 3} {where}")
                    elif isinstance(value, float):
                        found.append(f"UPDATE {table['name']} SET {name} = {value + 0.5} {where}")
                    elif isinstance(value, str):
                        found.append(f"UPDATE {table['name']} SET {name} = 'changed' {where}")
                    else:
                        found.append(f"UPDATE {table['name']} SET {name} = x'0177' {where}")
                    if item["role"] not in ("key", "join", "joinSelf"):
                        found.append(f"UPDATE {table['name']} SET {name} = NULL {where}")
            rows = connection.execute(f"SELECT rowid FROM {table['name']}").fetchall()
            # One of two rows for one link of a relationship that is its own inverse may go: the description leaves it open.
            if rows and not table.get("self"):
                found.append(f"DELETE FROM {table['name']} WHERE rowid = {random.pick(rows)[0]}")
            key = "Z_PK, Z_ENT, Z_OPT" if table["kind"] == "entity" else \
                ", ".join(c["names"][0] if c["names"] else "OTHEREND" for c in table["columns"][:2])
            values = "777, 1, 1" if table["kind"] == "entity" else "777, 778"
            found.append(f"INSERT INTO {table['name']} ({key}) VALUES ({values})")
        found.append("UPDATE Z_PRIMARYKEY SET Z_MAX = 0")
        connection.close()
        # A changed position can be in order still; those are only in the list where they leave it.
        orders = {o for e in expected["objects"].values() for o in e["orders"]}
        return [c for c in found if "Z_FOK" not in c or not orders or "NULL" in c]

    def test_positions(self):
        """Z_FOK: 2048, 3072, 4096; a move takes a value between its neighbours."""
        made = {"entities": [
            {"name": "C", "relationships": [{"name": "p", "destination": "P", "inverse": "cs"}]},
            {"name": "P", "relationships": [{"name": "cs", "destination": "C", "inverse": "p", "toMany": True,
                                             "ordered": True}]}]}
        edits = [{"op": "insert", "object": "p", "entity": "P"}]
        edits += [{"op": "insert", "object": f"c{n}", "entity": "C"} for n in range(3)]
        edits += [{"op": "setMany", "object": "p", "relationship": "cs", "targets": ["c0", "c1", "c2"]},
                  {"op": "save"},
                  {"op": "move", "object": "p", "relationship": "cs", "source": 2, "target": 1}, {"op": "save"}]
        play = Play.given(made, edits)
        first, second = play.expected
        writer, memory = Writer(self.path()), Memory()
        keys = writer.save(made, first)
        connection = sqlite3.connect(writer.path)
        self.assertEqual(connection.execute("SELECT Z_FOK_P FROM ZC ORDER BY Z_PK").fetchall(),
                         [(2048,), (3072,), (4096,)])
        connection.close()
        self.assertEqual(check(writer.path, made, first, keys, memory).differences, [])
        self.assertEqual(writer.save(made, second), keys)
        self.assertEqual(check(writer.path, made, second, keys, copy.deepcopy(memory)).differences, [])
        for values, good in (((2048, 3072, 2049), True), ((2048, 3072, 4096), False), ((2048, 3072, 3072), False),
                             ((1000, 4000, 2560), False), ((2048, 4096, 3072), False), ((2048, 5120, 4096), True),
                             ((2048, None, 3072), False)):
            connection = sqlite3.connect(writer.path)
            for key, value in enumerate(values, 1):
                connection.execute("UPDATE ZC SET Z_FOK_P = ? WHERE Z_PK = ?", (value, key))
            connection.commit()
            connection.close()
            found = check(writer.path, made, second, keys, copy.deepcopy(memory)).differences
            self.assertEqual(found == [], good, (values, found))

    def test_keys_are_never_used_again(self):
        made = {"entities": [{"name": "A"}]}
        edits = [{"op": "insert", "object": "a", "entity": "A"}, {"op": "save"}, {"op": "delete", "objects": ["a"]},
                 {"op": "save"}, {"op": "insert", "object": "b", "entity": "A"}, {"op": "save"}]
        play = Play.given(made, edits)
        writer, memory = Writer(self.path()), Memory()
        for expected in play.expected:
            if expected["save"] == 3:
                writer.tops["A"] = 0
            keys = writer.save(made, expected)
            found = check(writer.path, made, expected, keys, memory).differences
        self.assertTrue(any("never reused" in text for text in found), found)


class Seeds(unittest.TestCase):
    """The same seed gives the same on every machine."""

    def test_numbers(self):
        random = Random("test", 1)
        self.assertEqual([random.below(1000) for _ in range(5)], NUMBERS)

    def test_models_and_plays(self):
        self.assertEqual(random_model(5), random_model(5))
        self.assertNotEqual(random_model(5), random_model(6))
        one, other = Play(5, migrate=True), Play(5, migrate=True)
        self.assertEqual((one.edits, one.expected, one.after.json), (other.edits, other.expected, other.after.json))

    def test_every_kind_of_thing_occurs(self):
        seen = set()
        for seed in range(150):
            model = Model(random_model(seed))
            self.assertEqual(model.problems(), [])
            for name in model.order:
                seen.add(f"depth {len(model.path(name))}")
                for prop in model.entities[name]["attributes"]:
                    seen.add(prop["type"])
                for prop in model.entities[name]["relationships"]:
                    back = model.inverse(prop)
                    seen.add((prop["toMany"], prop["ordered"], back and back["toMany"], back and back["ordered"],
                              prop["destination"] == name, back is prop))
                    seen.add(prop["deleteRule"])
        for kind in ("depth 3", "Undefined", "Transformable", "cascade", "deny", "noAction",
                     (False, False, None, None, False, False), (True, True, None, None, False, False),
                     (True, True, True, True, False, False), (True, True, True, True, True, False),
                     (False, False, False, False, True, True), (True, False, True, False, True, True),
                     (False, False, False, False, True, False), (True, True, False, False, True, False)):
            self.assertIn(kind, seen)


class Requests(Folder):
    """The server."""

    def ask(self, *requests):
        output = io.StringIO()
        Server().serve([json.dumps(r) if isinstance(r, dict) else r for r in requests], output)
        return [json.loads(line) for line in output.getvalue().splitlines()]

    def test_a_session(self):
        path = self.path()
        build(path, random_model(4))
        answers = self.ask({"do": "model", "seed": 4}, {"do": "compare", "file": path, "seed": 4}, "no JSON", "",
                           {"do": "nothing"}, {"do": "compare", "file": path + "x", "seed": 4}, {"do": "summary"},
                           {"do": "play", "seed": 4, "migrate": True, "expected": True},
                           {"do": "check", "play": "play1", "save": 1, "file": path, "keys": {}},
                           {"do": "end", "play": "play1"}, {"do": "quit"}, {"do": "summary"})
        self.assertEqual(answers[0]["model"], random_model(4))
        self.assertEqual(answers[1]["differences"], [])
        for place in (2, 3, 4):
            self.assertIn("error", answers[place])
        self.assertEqual(answers[5]["compared"], 1)
        self.assertEqual([e["save"] for e in answers[6]["expected"]],
                         [e["number"] for e in answers[6]["edits"] if "number" in e])
        self.assertTrue(answers[7]["differences"])
        self.assertEqual(len(answers), 9)


NUMBERS = [705, 128, 731, 773, 377]
