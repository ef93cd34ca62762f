"""The description's own examples."""

import unittest

from ..graph import Graph
from ..model import Model, attribute, entity, relationship
from ..schema import mattering, schema, unique


def columns(made, table):
    """Names and types of a table's columns."""
    found = next(t for t in made["tables"] if t["name"] == table)
    return [(c["names"][0] if c["names"] else None, c["type"]) for c in found["columns"]]


def names(made, table):
    return [name for name, _ in columns(made, table)]


def indexes(made, table):
    return {(i["names"] or [None])[0]: i["columns"] for i in made["indexes"] if i["table"] == table}


def model(*entities):
    made = {"entities": list(entities)}
    problems = Model(made).problems()
    assert not problems, problems
    return made


class Page(unittest.TestCase):
    """Sections 2 to 6 and 14."""

    def test_the_journal(self):
        made = schema(model(entity("JournalEntry", [
            attribute("date", "Date"), attribute("height", "String"), attribute("location", "String"),
            attribute("period", "String"), attribute("rating", "Int16"), attribute("wind", "String")])))
        self.assertEqual(columns(made, "ZJOURNALENTRY"), [
            ("Z_PK", "INTEGER"), ("Z_ENT", "INTEGER"), ("Z_OPT", "INTEGER"), ("ZRATING", "INTEGER"),
            ("ZDATE", "TIMESTAMP"), ("ZHEIGHT", "VARCHAR"), ("ZLOCATION", "VARCHAR"), ("ZPERIOD", "VARCHAR"),
            ("ZWIND", "VARCHAR")])
        self.assertEqual(columns(made, "Z_PRIMARYKEY"), [("Z_ENT", "INTEGER"), ("Z_NAME", "VARCHAR"),
                                                         ("Z_SUPER", "INTEGER"), ("Z_MAX", "INTEGER")])
        self.assertEqual(columns(made, "Z_METADATA"), [("Z_VERSION", "INTEGER"), ("Z_UUID", "VARCHAR(255)"),
                                                       ("Z_PLIST", "BLOB")])
        self.assertEqual(made["primaryKey"], [{"Z_ENT": 1, "Z_NAME": "JournalEntry", "Z_SUPER": 0, "Z_MAX": 0}])
        self.assertEqual(made["indexes"], [])
        self.assertEqual(made["open"], [])

    def test_entity_numbers(self):
        made = Model(model(entity("zebra"), entity("Apple"), entity("banana", parent="Fruit"), entity("Fruit"),
                           entity("Cherry", parent="Fruit", abstract=True), entity("ant", parent="banana")))
        self.assertEqual(made.order, ["Apple", "Fruit", "banana", "ant", "Cherry", "zebra"])
        rows = {r["Z_NAME"]: (r["Z_ENT"], r["Z_SUPER"]) for r in schema(made)["primaryKey"]}
        self.assertEqual(rows, {"Apple": (1, 0), "Fruit": (2, 0), "banana": (3, 2), "ant": (4, 3), "Cherry": (5, 2),
                                "zebra": (6, 0)})
        self.assertEqual({t["name"] for t in schema(made)["tables"]},
                         {"ZAPPLE", "ZFRUIT", "ZZEBRA", "Z_PRIMARYKEY", "Z_METADATA"})
        self.assertEqual(indexes(schema(made), "ZFRUIT"), {"ZFRUIT_Z_ENT_INDEX": ["Z_ENT"]})

    def test_groups(self):
        kinds = ["Binary", "Transformable", "UUID", "URI", "String", "Decimal", "Float", "Date", "Double", "Bool",
                 "Int64", "Int32", "Int16"]
        made = schema(model(entity("A", [attribute("a" + kind, kind) for kind in kinds]
                                   + [attribute("gone", "String", transient=True)])))
        self.assertEqual(columns(made, "ZA")[3:], [
            ("ZABOOL", "INTEGER"), ("ZAINT16", "INTEGER"), ("ZAINT32", "INTEGER"), ("ZAINT64", "INTEGER"),
            ("ZADATE", "TIMESTAMP"), ("ZADOUBLE", "FLOAT"), ("ZAFLOAT", "FLOAT"), ("ZADECIMAL", "DECIMAL"),
            ("ZASTRING", "VARCHAR"), ("ZAURI", "VARCHAR"), ("ZAUUID", "BLOB"), ("ZATRANSFORMABLE", "BLOB"),
            ("ZABINARY", "BLOB")])

    def test_date_before_decimal(self):
        made = schema(model(entity("B", [attribute("price", "Decimal"), attribute("publishedAt", "Date")])))
        self.assertEqual(names(made, "ZB")[3:], ["ZPUBLISHEDAT", "ZPRICE"])

    def test_siblings_with_one_name(self):
        made = model(entity("Top"), entity("One", [attribute("height", "String")], parent="Top"),
                     entity("Two", [attribute("height", "String")], parent="Top"))
        self.assertEqual(names(schema(made), "ZTOP")[3:], ["ZHEIGHT", "ZHEIGHT1"])
        columns = schema(made)["tables"][2]["columns"]
        self.assertEqual([(c["entity"], c["names"]) for c in columns[3:]],
                         [("One", ["ZHEIGHT"]), ("Two", ["ZHEIGHT1"])])
        self.assertEqual(mattering(made), [])

    def test_names_differing_in_case(self):
        made = schema(model(entity("A", [attribute("homeTown", "String"), attribute("HomeTown", "String"),
                                         attribute("hometown", "String"), attribute("aa", "String"),
                                         attribute("Zz", "String")])))
        found = [(c["property"], c["names"][0]) for c in made["tables"][2]["columns"][3:]]
        self.assertEqual(found, [("HomeTown", "ZHOMETOWN"), ("Zz", "ZZZ"), ("aa", "ZAA"), ("homeTown", "ZHOMETOWN1"),
                                 ("hometown", "ZHOMETOWN2")])

    def test_clashing_names_of_two_types_are_open(self):
        made = model(entity("A"), entity("B", [attribute("x", "String")], parent="A"),
                     entity("C", [attribute("x", "Int16")], parent="A"))
        self.assertEqual(mattering(made), ["digitOrder"])
        by = {c["entity"]: c["names"][0] for c in schema(made)["tables"][2]["columns"][3:]}
        self.assertEqual(by, {"C": "ZX", "B": "ZX1"})
        by = {c["entity"]: c["names"][0] for c in schema(made, {"digitOrder": "entities"})["tables"][2]["columns"][3:]}
        self.assertEqual(by, {"C": "ZX1", "B": "ZX"})

    def test_digits(self):
        self.assertEqual(unique(["X", "X", "Y", "X"], "firstFree"), ["X", "X1", "Y", "X2"])
        self.assertEqual(unique(["X", "X", "X1"], "firstFree"), ["X", "X1", "X11"])
        self.assertEqual(unique(["X", "X", "X1"], "naturalFirst"), ["X", "X2", "X1"])
        self.assertEqual(unique(["X", "X1", "X"], "firstFree"), ["X", "X1", "X2"])

    def test_to_one_with_everything(self):
        made = schema(model(
            entity("Child", [attribute("age", "Int16")], [
                relationship("mother", "Parent", "children"), relationship("best", "Child")]),
            entity("Parent", [], [relationship("children", "Child", "mother", toMany=True, ordered=True)]),
            entity("Step", parent="Parent")))
        self.assertEqual(names(made, "ZCHILD")[3:], ["ZAGE", "ZBEST", "ZMOTHER", "Z2_MOTHER", "Z_FOK_MOTHER"])
        self.assertEqual(indexes(made, "ZCHILD"), {"ZCHILD_ZBEST_INDEX": ["ZBEST"],
                                                   "ZCHILD_ZMOTHER_INDEX": ["ZMOTHER"]})
        self.assertEqual(names(made, "ZPARENT")[3:], [])

    def test_all_fok_columns_stand_behind_all_to_one_columns(self):
        made = schema(model(
            entity("C", [], [relationship("a", "P", "cs"), relationship("b", "P")]),
            entity("P", [], [relationship("cs", "C", "a", toMany=True, ordered=True)])))
        self.assertEqual(names(made, "ZC")[3:], ["ZA", "ZB", "Z_FOK_A"])

    def test_one_to_one_has_columns_on_both_sides(self):
        made = schema(model(entity("A", [], [relationship("b", "B", "a")]),
                            entity("B", [], [relationship("a", "A", "b")])))
        self.assertEqual((names(made, "ZA")[3:], names(made, "ZB")[3:]), (["ZB"], ["ZA"]))

    def test_one_way_to_many(self):
        made = schema(model(entity("A"), entity("Owner", [], [
            relationship("things", "Thing", toMany=True, ordered=True), relationship("tags", "Thing", toMany=True)]),
            entity("Thing", [attribute("size", "Int16")])))
        self.assertEqual(names(made, "ZTHING")[3:], ["ZSIZE", "Z2TAGS", "Z2THINGS", "Z_FOK_2THINGS"])
        self.assertEqual(indexes(made, "ZTHING"), {"ZTHING_Z2TAGS_INDEX": ["Z2TAGS"],
                                                   "ZTHING_Z2THINGS_INDEX": ["Z2THINGS"]})
        self.assertFalse([t for t in made["tables"] if t["kind"] == "join"])

    def test_two_many_to_many_of_one_name_into_one_entity(self):
        """Z_9USERS(Z_9SYSTEMMESSAGES, Z_14USERS1), Z_12USERS(Z_12REACTIONS, Z_14USERS)."""
        fill = [entity(f"F{n:02}") for n in range(1, 9)]
        made = schema(model(
            *fill, entity("G09", [], [relationship("users", "User", "systemMessages", toMany=True)]),
            entity("G10"), entity("G11"), entity("Reaction", [], [relationship("users", "User", "reactions", toMany=True)]),
            entity("Text"), entity("User", [], [relationship("reactions", "Reaction", "users", toMany=True),
                                                relationship("systemMessages", "G09", "users", toMany=True)])))
        self.assertEqual(names(made, "Z_9USERS"), ["Z_9SYSTEMMESSAGES", "Z_14USERS1"])
        self.assertEqual(names(made, "Z_12USERS"), ["Z_12REACTIONS", "Z_14USERS"])
        self.assertEqual(indexes(made, "Z_12USERS"), {"Z_12USERS_Z_14USERS_INDEX": ["Z_14USERS", "Z_12REACTIONS"]})
        index = next(i for i in made["indexes"] if i["table"] == "Z_9USERS")
        self.assertEqual(index["names"], ["Z_9USERS_Z_14USERS1_INDEX", "Z_9USERS_Z_14USERS_INDEX"])

    def test_ordered_many_to_many(self):
        """As in Photos, but with the lower number (5: when creating, use the lower number)."""
        made = schema(model(
            *[entity(f"E{n:02}") for n in range(1, 3)], *[entity(f"H{n:02}") for n in range(4, 33)],
            entity("Gone", [], [relationship("albums", "Last", "assets", toMany=True)]),
            entity("Last", [], [relationship("assets", "Gone", "albums", toMany=True, ordered=True)])))
        self.assertEqual(names(made, "Z_3ALBUMS"), ["Z_3ASSETS", "Z_33ALBUMS", "Z_FOK_3ASSETS"])

    def test_many_to_many_to_oneself_is_named_by_the_greater(self):
        made = schema(model(entity("A"), entity("Kid", [], [
            relationship("parents", "Kid", "children", toMany=True),
            relationship("children", "Kid", "parents", toMany=True)])))
        self.assertEqual(names(made, "Z_2PARENTS"), ["Z_2CHILDREN", "Z_2PARENTS"])
        self.assertEqual(indexes(made, "Z_2PARENTS"), {"Z_2PARENTS_Z_2PARENTS_INDEX": ["Z_2PARENTS", "Z_2CHILDREN"]})

    def test_its_own_inverse_is_open(self):
        made = schema(model(entity("A", [], [relationship("friends", "A", "friends", toMany=True)])))
        self.assertEqual(names(made, "Z_1FRIENDS"), [None, "Z_1FRIENDS"])
        self.assertEqual(len(made["open"]), 1)

    def test_declared_indexes(self):
        top = entity("Top", [attribute("a", "String"), attribute("b", "Int16")], constraints=[["a", "b"]])
        made = schema(model(top,
                            entity("Sub", [attribute("A", "String")], parent="Top", indexes=[
                                {"name": "byBoth", "elements": [{"property": "A"}, {"property": "b"}]}])))
        self.assertEqual(indexes(made, "ZTOP"), {"ZTOP_Z_ENT_INDEX": ["Z_ENT"], "Z_Top_UNIQUE_a_b": ["ZA", "ZB"],
                                                 "Z_Sub_byBoth": ["ZA1", "ZB"]})
        self.assertEqual([i["unique"] for i in made["indexes"]], [False, True, False])

    def test_models_that_core_data_would_not_accept(self):
        bad = [
            [entity("A", parent="B")], [entity("A", parent="B"), entity("B", parent="A")], [entity("A"), entity("A")],
            [entity("A", [attribute("x", "String")]), entity("B", [attribute("x", "Int16")], parent="A")],
            [entity("A", [], [relationship("r", "B", "s")]), entity("B")],
            [entity("A", [], [relationship("r", "B", "s")]), entity("B", [], [relationship("s", "A")])],
            [entity("A", [], [relationship("r", "A", ordered=True)])],
            [entity("A", [attribute("x", "Undefined")])], [entity("A", constraints=[["x"]])],
        ]
        for entities in bad:
            self.assertTrue(Model({"entities": entities}).problems(), entities)


class Versions(unittest.TestCase):
    """Section 8."""

    def play(self, made, *edits):
        graph = Graph(model(*made))
        found = []
        for edit in edits:
            answer = graph.apply(edit)
            if edit["op"] == "save":
                found.append({name: o.get("versions") or o["bump"] for name, o in answer["objects"].items()})
        return found

    def test_a_tag_changes_with_every_note(self):
        tags = [entity("Note", [attribute("text", "String")], [relationship("tags", "Tag", "notes", toMany=True)]),
                entity("Tag", [], [relationship("notes", "Note", "tags", toMany=True)])]
        found = self.play(
            tags, {"op": "insert", "object": "t", "entity": "Tag"}, {"op": "insert", "object": "n", "entity": "Note"},
            {"op": "save"}, {"op": "add", "object": "n", "relationship": "tags", "target": "t"}, {"op": "save"},
            {"op": "insert", "object": "m", "entity": "Note"},
            {"op": "add", "object": "t", "relationship": "notes", "target": "m"}, {"op": "save"},
            {"op": "set", "object": "n", "attribute": "text", "value": "a"}, {"op": "save"},
            {"op": "set", "object": "n", "attribute": "text", "value": "a"}, {"op": "save"},
            {"op": "set", "object": "n", "attribute": "text", "value": "b"},
            {"op": "set", "object": "n", "attribute": "text", "value": "a"}, {"op": "save"},
            {"op": "delete", "objects": ["m"]}, {"op": "save"})
        self.assertEqual(found, [{"t": [1], "n": [1]}, {"t": [1], "n": [1]}, {"t": [1], "n": [0], "m": [1]},
                                 {"t": [0], "n": [1], "m": [0]}, {"t": [0], "n": [0], "m": [0]},
                                 {"t": [0], "n": [0, 1], "m": [0]}, {"t": [1], "n": [0]}])

    def test_a_child_that_moves_changes_both_parents(self):
        family = [entity("C", [], [relationship("p", "P", "cs")]),
                  entity("P", [], [relationship("cs", "C", "p", toMany=True, deleteRule="cascade")])]
        found = self.play(
            family, *[{"op": "insert", "object": o, "entity": o[0].upper()} for o in ("c", "p", "p2", "p3")],
            {"op": "setOne", "object": "c", "relationship": "p", "target": "p"}, {"op": "save"},
            {"op": "setOne", "object": "c", "relationship": "p", "target": "p2"}, {"op": "save"},
            {"op": "delete", "objects": ["p2"]}, {"op": "save"})
        self.assertEqual(found[1:], [{"c": [1], "p": [1], "p2": [1], "p3": [0]}, {"p": [0], "p3": [0]}])

    def test_one_to_one_frees_the_old_partners(self):
        pair = [entity("A", [], [relationship("b", "B", "a")]), entity("B", [], [relationship("a", "A", "b")])]
        found = self.play(
            pair, *[{"op": "insert", "object": o, "entity": o[0].upper()} for o in ("a", "a2", "b", "b2")],
            {"op": "setOne", "object": "a", "relationship": "b", "target": "b"},
            {"op": "setOne", "object": "a2", "relationship": "b", "target": "b2"}, {"op": "save"},
            {"op": "setOne", "object": "a", "relationship": "b", "target": "b2"}, {"op": "save"})
        self.assertEqual(found[1], {"a": [1], "a2": [1], "b": [1], "b2": [1]})

    def test_one_way(self):
        one = [entity("A", [], [relationship("b", "B"), relationship("bs", "B", toMany=True)]), entity("B")]
        found = self.play(
            one, *[{"op": "insert", "object": o, "entity": o[0].upper()} for o in ("a", "b", "b2")], {"op": "save"},
            {"op": "setOne", "object": "a", "relationship": "b", "target": "b"}, {"op": "save"},
            {"op": "add", "object": "a", "relationship": "bs", "target": "b"}, {"op": "save"},
            {"op": "delete", "objects": ["b2"]}, {"op": "save"})
        self.assertEqual(found[1:], [{"a": [1], "b": [0, 1], "b2": [0]}, {"a": [1], "b": [0, 1], "b2": [0]},
                                     {"a": [0], "b": [0]}])

    def test_an_order_alone_is_a_change_of_its_owner(self):
        listed = [entity("C", [], [relationship("p", "P", "cs")]),
                  entity("P", [], [relationship("cs", "C", "p", toMany=True, ordered=True)])]
        found = self.play(
            listed, *[{"op": "insert", "object": o, "entity": o[0].upper()} for o in ("p", "c1", "c2", "c3")],
            {"op": "setMany", "object": "p", "relationship": "cs", "targets": ["c1", "c2", "c3"]}, {"op": "save"},
            {"op": "move", "object": "p", "relationship": "cs", "source": 2, "target": 0}, {"op": "save"},
            {"op": "remove", "object": "p", "relationship": "cs", "target": "c3"}, {"op": "save"})
        self.assertEqual(found[1]["p"], [1])
        self.assertEqual(found[2], {"p": [1], "c1": [0], "c2": [0], "c3": [1]})

    def test_deny_is_lifted_when_both_are_deleted(self):
        denied = [entity("C", [], [relationship("p", "P", "cs")]),
                  entity("P", [], [relationship("cs", "C", "p", toMany=True, deleteRule="deny")])]
        graph = Graph(model(*denied))
        for each in ("p", "c"):
            graph.apply({"op": "insert", "object": each, "entity": each.upper()})
        graph.apply({"op": "add", "object": "p", "relationship": "cs", "target": "c"})
        self.assertEqual(graph.closure(["p"])[1], [("p", "cs")])
        self.assertEqual(graph.closure(["p", "c"])[1], [])
        graph.apply({"op": "delete", "objects": ["p", "c"]})
        self.assertEqual(graph.apply({"op": "save"})["objects"], {})
