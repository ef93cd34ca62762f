"""Plays: random edits of a store by seed, with saves, and what the file must hold after each save."""

import copy

from .graph import Graph
from .model import Model
from .randoms import Random
from .random_models import random_model
from .values import random_value, unique_value


class Player:
    """Makes random edits for a graph. Every edit is carried out in the graph and kept in `edits`."""

    def __init__(self, random, graph):
        self.random, self.graph, self.model = random, graph, graph.model
        self.edits, self.expected = [], []
        self.serial = 0
        self.unique = 0
        self.decide = []

    def do(self, op, **arguments):
        """One edit."""
        edit = {"op": op, **arguments}
        self.edits.append(edit)
        made = self.graph.apply({k: copy.deepcopy(v) for k, v in edit.items()})
        if op == "save":
            edit["number"] = made["save"]
            self.expected.append(made)

    def segment(self, saves, last_is_loose=True):
        """Some saves with edits before each. The last one may hold deletions that leave links dangling."""
        for name, key, item in self.decide:
            # The description leaves this value open after the migration: give it one that it cannot have.
            value = item["default"]
            while value == item["default"]:
                value = random_value(self.random, item["type"])
            self.do("set", object=name, attribute=key, value=value)
        self.decide = []
        for number in range(saves):
            last = number == saves - 1
            steps = self.random.between(6, 20)
            if len(self.graph.live()) < 8:
                for _ in range(self.random.between(3, 10)):
                    self._insert()
            for _ in range(steps):
                self._step()
            if self.random.chance(40):
                self._delete(process=False, loose=last and last_is_loose)
                if self.graph.problems():
                    self.do("process")
            self._mend()
            self.do("save")
            if self.random.chance(15) and not self.graph.dangling:
                self._denied()
            if self.random.chance(20):
                self.do("reopen")

    def _step(self):
        step = self.random.weighted([(self._insert, 3), (self._set, 8), (self._set_same, 1), (self._to_one, 7),
                                     (self._to_many, 8), (self._order, 6), (self._back_and_forth, 2),
                                     (self._delete, 2)])
        step()

    # Objects and values.

    def _insert(self, entity=None):
        names = self.model.concrete(entity) if entity else \
            [n for n in self.model.order if not self.model.entities[n]["abstract"]]
        if not names or (entity is None and len(self.graph.live()) > 40):
            return None
        self.serial += 1
        name = f"o{self.serial}"
        self.do("insert", object=name, entity=self.random.pick(names))
        for item in self.model.attributes(self.graph.entities[name]):
            if self.random.chance(60 if item["transient"] else 80) and item.get("default") is None:
                self._value(name, item)
        return name

    def _value(self, name, item):
        firsts = [c[0] for e in self.model.path(self.graph.entities[name])
                  for c in self.model.entities[e]["constraints"]]
        if item["type"] == "Undefined":
            return
        if item["optional"] and self.random.chance(10):
            value = None
        elif item["name"] in firsts:
            self.unique += 1
            value = unique_value(item["type"], self.unique)
        else:
            value = random_value(self.random, item["type"])
        self.do("set", object=name, attribute=item["name"], value=value)

    def _any(self):
        live = self.graph.live()
        return self.random.pick(live) if live else None

    def _set(self):
        name = self._any()
        items = self.model.attributes(self.graph.entities[name]) if name else []
        if items:
            self._value(name, self.random.pick(items))

    def _set_same(self):
        name = self._any()
        items = [a for a in self.model.attributes(self.graph.entities[name]) if a["type"] != "Undefined"] \
            if name else []
        if items:
            key = self.random.pick(items)["name"]
            self.do("set", object=name, attribute=key, value=self.graph.attributes[name][key])

    # Links.

    def _choose(self, test):
        """A random object and one of its relationships that passes the test."""
        found = [(n, p) for n in self.graph.live() for p in self.graph.relations(n) if test(p)]
        if not found:
            return None, None
        # First the kind of relationship, so that rare ones have their turn.
        kinds = sorted({(p["destination"], p["name"]) for _, p in found})
        kind = self.random.pick(kinds)
        return self.random.pick([f for f in found if (f[1]["destination"], f[1]["name"]) == kind])

    def _candidates(self, name, prop):
        """Objects that may become members or target."""
        owner = self.model.properties(self.graph.entities[name])[prop["name"]][0]
        found = [t for t in self.graph.live(prop["destination"])]
        if self.model.is_self_inverse(owner, prop):
            found = [t for t in found if t != name]
        elif self.random.chance(80):
            found = [t for t in found if t != name]
        if prop["toMany"] and not prop["inverse"]:
            held = {t for o in self.graph.live(owner) if o != name for t in self.graph.links[o][prop["name"]]}
            found = [t for t in found if t not in held]
        return found

    def _to_one(self):
        name, prop = self._choose(lambda p: not p["toMany"])
        if name is None:
            return
        found = self._candidates(name, prop)
        if not found or self.random.chance(12):
            self.do("setOne", object=name, relationship=prop["name"], target=None)
        elif self.random.chance(5):
            self.do("setOne", object=name, relationship=prop["name"], target=self.graph.links[name][prop["name"]])
        else:
            self.do("setOne", object=name, relationship=prop["name"], target=self.random.pick(found))

    def _to_many(self):
        name, prop = self._choose(lambda p: p["toMany"])
        if name is None:
            return
        key, found = prop["name"], self._candidates(name, prop)
        members = self.graph.links[name][key]
        kind = self.random.below(10)
        if kind < 6:
            fresh = [t for t in found if t not in members]
            for target in self.random.sample(fresh, self.random.between(1, 3)):
                self.do("add", object=name, relationship=key, target=target)
        elif kind < 8:
            if members:
                self.do("remove", object=name, relationship=key, target=self.random.pick(members))
        else:
            self.do("setMany", object=name, relationship=key,
                    targets=self.random.sample(found, self.random.between(0, 5)))

    def _explicit(self, name, key):
        """Gives an ordered relationship an explicit order, if a place in it is open."""
        if self.graph.loose.get((name, key)):
            self.do("setMany", object=name, relationship=key, targets=list(self.graph.links[name][key]))

    def _order(self):
        name, prop = self._choose(lambda p: p["ordered"])
        if name is None:
            return
        key = prop["name"]
        members = self.graph.links[name][key]
        if len(members) > 1 and self.random.chance(60):
            self._explicit(name, key)
            for _ in range(self.random.between(1, 2)):
                self.do("move", object=name, relationship=key, source=self.random.below(len(members)),
                        target=self.random.below(len(members)))
            return
        fresh = [t for t in self._candidates(name, prop) if t not in members]
        if fresh:
            self._explicit(name, key)
            target = self.random.pick(fresh)
            self.do("insertAt", object=name, relationship=key, target=target,
                    index=self.random.between(0, len(self.graph.links[name][key])))

    def _back_and_forth(self):
        """Edits that cancel out within one save."""
        name = self._any()
        if name is None:
            return
        items = [a for a in self.model.attributes(self.graph.entities[name])
                 if not a["transient"] and a["type"] in ("String", "Int32", "Double")]
        constrained = [k for e in self.model.path(self.graph.entities[name])
                       for c in self.model.entities[e]["constraints"] for k in c]
        items = [a for a in items if a["name"] not in constrained]
        if items and self.random.chance(50):
            item = self.random.pick(items)
            old = self.graph.attributes[name][item["name"]]
            self.do("set", object=name, attribute=item["name"], value=random_value(self.random, item["type"]))
            self.do("set", object=name, attribute=item["name"], value=old)
            return
        name, prop = self._choose(lambda p: p["toMany"] and not p["ordered"])
        if name is None:
            return
        fresh = [t for t in self._candidates(name, prop) if t not in self.graph.links[name][prop["name"]]]
        back = self.model.inverse(prop)
        if back and not back["toMany"]:
            fresh = [t for t in fresh if not self.graph.links[t][back["name"]]]
        if fresh:
            target = self.random.pick(fresh)
            self.do("add", object=name, relationship=prop["name"], target=target)
            self.do("remove", object=name, relationship=prop["name"], target=target)

    # Deletion.

    def _delete(self, process=True, loose=False):
        """Deletes one to three objects, if the rules allow it."""
        live = self.graph.live()
        if len(live) < 3:
            return
        chosen = self.random.sample(live, self.random.pick([1, 1, 1, 2, 3]))
        closure, denied, dangling, inbound = self.graph.closure(chosen)
        if denied or len(closure) > max(4, len(live) // 3) or (dangling and not loose):
            return
        for name, key in inbound:
            self.do("setOne", object=name, relationship=key, target=None)
        self.do("delete", objects=chosen)
        if process:
            self.do("process")

    def _denied(self):
        """Right after a save: a deletion that a rule denies; the save must fail and the file stay as it is."""
        for name in self.random.sample(self.graph.live(), len(self.graph.live())):
            closure, denied, _, inbound = self.graph.closure([name])
            if denied and not inbound:
                self.edits.append({"op": "delete", "objects": [name]})
                self.do("save", fails=True, codes=[1600, 1560])
                self.edits.append({"op": "rollback"})
                return

    # Mending.

    def _mend(self):
        """Edits until nothing keeps the graph from being saved."""
        for _ in range(300):
            found = self.graph.problems()
            if not found:
                return
            name, key, kind = found[0]
            prop = self.graph.prop(name, key)
            if kind == "attribute":
                self._value(name, {**prop, "optional": False})
            elif kind == "many":
                self.do("remove", object=name, relationship=key, target=self.graph.links[name][key][-1])
            else:
                target = self._insert(prop["destination"])
                assert target, "mandatory relationships lead to entities with objects"
                if kind == "one":
                    self.do("setOne", object=name, relationship=key, target=target)
                else:
                    self.do("add", object=name, relationship=key, target=target)
        raise AssertionError("the graph cannot be mended")


class Play:
    """A model, edits, and expectations: with a migration in the middle, if asked for."""

    def __init__(self, seed, saves=3, migrate=False, model=None, size=None):
        self.seed = seed
        self.random = Random("play", seed)
        self.model = Model(model or random_model(seed))
        self.graph = Graph(self.model)
        self.player = Player(self.random, self.graph)
        self.player.segment(saves, last_is_loose=not migrate)
        self.migration = None
        self.after = None
        if migrate:
            from .migration import random_migration
            self.migration = random_migration(self.random, self.graph, self.player)
            self.after = self.migration["model"]
            self.player.edits.append({"op": "migrate", "number": self.graph.saves})
            self.player.segment(max(1, saves - 1), last_is_loose=True)
        self.edits, self.expected = self.player.edits, self.player.expected

    def model_at(self, save):
        """The model that the store has at a save."""
        if self.migration and save >= self.migration["save"]:
            return self.after
        return self.model

    @classmethod
    def given(cls, model, edits):
        """A play with given edits."""
        self = cls.__new__(cls)
        self.seed, self.migration, self.after = None, None, None
        self.model = Model(model)
        self.graph = Graph(self.model)
        self.player = Player(None, self.graph)
        self.edits, self.expected = self.player.edits, self.player.expected
        refused = False
        for edit in edits:
            # A deletion that a rule denies changes nothing: the failing save and the rollback follow it.
            refused = refused or edit["op"] == "delete" and bool(self.graph.closure(edit["objects"])[1])
            if refused and edit["op"] != "save":
                self.edits.append(edit)
                refused = edit["op"] != "rollback"
            else:
                self.player.do(**{key: value for key, value in edit.items() if key != "number"})
        return self
