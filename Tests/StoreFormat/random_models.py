"""Random models by seed. Every model is one that Core Data would accept, as far as the description tells."""

from .model import Model, TYPES, attribute, entity, relationship
from .randoms import Random
from . import values

ENTITY_WORDS = ["Beach", "Session", "Surfer", "Board", "Photo", "Place", "Club", "Trip", "Tag", "Note", "Swell",
                "Alarm", "Zone", "Member", "Bill", "Quiver", "Item2", "Item10", "CheckIn", "Checkin"]
PROPERTY_WORDS = ["name", "title", "height", "homeTown", "rating", "date", "order", "index", "group", "size", "kind",
                  "lastSeen", "value", "count", "from", "select", "blobKey", "pk", "ent", "opt", "fok", "x", "aB"]
LINK_WORDS = ["owner", "parent", "children", "friends", "users", "items", "members", "bestOne", "next", "tags",
              "messages", "likes", "places", "table", "key"]
TYPE_WEIGHTS = [("String", 6), ("Int16", 3), ("Int32", 3), ("Int64", 3), ("Bool", 3), ("Date", 3), ("Double", 3),
                ("Float", 2), ("Decimal", 3), ("URI", 2), ("UUID", 2), ("Transformable", 2), ("Binary", 3)]
SHAPES = [("oneToOne", 3), ("oneToMany", 6), ("manyToMany", 4), ("oneWayOne", 3), ("oneWayMany", 3),
          ("itselfOne", 1), ("itselfMany", 1), ("tree", 2), ("chain", 1), ("web", 2), ("twins", 2)]


class ModelMaker:
    """Makes one model from one seed."""

    def __init__(self, seed):
        self.random = Random("model", seed)
        self.seed = seed
        self.items = []
        self.rank = {}

    def make(self):
        """The model as JSON."""
        self._entities()
        for item in self.items:
            for _ in range(self.random.between(0, 6)):
                self._attribute(item)
        for _ in range(self.random.between(1, 2 + 2 * len(self.items))):
            self._relationship(self.random.weighted(SHAPES))
        for item in self.items:
            if self.random.chance(25):
                self._index(item)
            if self.random.chance(15):
                self._constraint(item)
        # The order in the file must not matter, so it is random.
        items = self.random.sample(self.items, len(self.items))
        for item in items:
            item["attributes"] = self.random.sample(item["attributes"], len(item["attributes"]))
            item["relationships"] = self.random.sample(item["relationships"], len(item["relationships"]))
        return {"name": f"random{self.seed}", "entities": items}

    # Inheritance.

    def _entities(self):
        words = list(ENTITY_WORDS)
        for _ in range(self.random.between(1, 8)):
            parents = [i for i in self.items if self._depth(i) < 2] if self.random.chance(50) else []
            parent = self.random.pick(parents)["name"] if parents else None
            name = words.pop(self.random.below(len(words)))
            # Two names that differ in case only: never as siblings or roots, where the description has no rule.
            if any(i["name"].lower() == name.lower() and (i["parent"] == parent or not i["parent"] or not parent)
                   for i in self.items):
                continue
            self.items.append(entity(name, parent=parent))
        roots = [i["name"] for i in self.items if not i["parent"]]
        for item in self.items:
            self.rank[item["name"]] = roots.index(self._path(item)[-1]["name"])
            has_children = any(i["parent"] == item["name"] for i in self.items)
            if has_children and self.random.chance(40):
                item["abstract"] = True

    def _named(self, name):
        return next((i for i in self.items if i["name"] == name), None)

    def _path(self, item):
        found = []
        while item:
            found.append(item)
            item = self._named(item["parent"])
        return found

    def _depth(self, item):
        return len(self._path(item)) - 1

    def _below(self, item):
        return [i for i in self.items if item in self._path(i)]

    def _is_free(self, item, name):
        near = self._path(item) + self._below(item)
        return not any(p["name"] == name for i in near for p in i["attributes"] + i["relationships"])

    def _name(self, item, words, also=()):
        """A name that is free in the entities, often one that a neighbour has, or that clashes with one."""
        root = self._path(item)[-1]
        relatives = [p["name"] for i in self._below(root) for p in i["attributes"] + i["relationships"]]
        for _ in range(50):
            name = self.random.pick(words)
            if relatives and self.random.chance(30):
                name = self.random.pick(relatives)
                kind = self.random.below(10)
                if kind < 4:
                    place = self.random.between(1, max(1, len(name) - 1))
                    name = name[:place] + name[place:].swapcase()
                elif kind == 4:
                    name += "1"
            if self._is_free(item, name) and all(self._is_free(other, name) for other in also):
                return name
        number = 2
        while not all(self._is_free(each, f"thing{number}") for each in (item, *also)):
            number += 1
        return f"thing{number}"

    # Attributes.

    def _attribute(self, item):
        random = self.random
        made = attribute(self._name(item, PROPERTY_WORDS), random.weighted(TYPE_WEIGHTS))
        if random.chance(8):
            made["transient"] = True
            if random.chance(40):
                made["type"] = "Undefined"
        if made["type"] == "Binary" and random.chance(40):
            made["external"] = True
        if random.chance(30):
            made["optional"] = False
        if made["type"] in values.WITH_DEFAULTS and random.chance(35):
            made["default"] = values.random_value(random, made["type"], plain=True)
        item["attributes"].append(made)

    def _index(self, item):
        usable = [a for i in self._path(item) for a in i["attributes"]
                  if not a["transient"] and a["type"] not in ("Binary", "Transformable", "Undefined")]
        taken = {(i["name"] + "_" + x["name"]).lower() for i in self.items for x in i["indexes"]}
        name = self.random.pick(["byName", "main", "order", "fast"])
        if usable and (item["name"] + "_" + name).lower() not in taken:
            chosen = self.random.sample(usable, self.random.between(1, 3))
            item["indexes"].append({"name": name, "elements": [{"property": a["name"], "order": "ascending"}
                                                               for a in chosen]})

    def _constraint(self, item):
        first = [a for a in item["attributes"] if a["type"] in ("String", "Int64", "Int32") and not a["transient"]]
        if not first or any(i["name"].lower() == item["name"].lower() and i is not item for i in self.items):
            return
        chosen = [self.random.pick(first)]
        chosen[0].pop("default", None)
        others = [a for a in item["attributes"] if not a["transient"] and a is not chosen[0] and
                  a["type"] in ("String", "Int16", "Date", "Bool")]
        if others and self.random.chance(30):
            chosen.append(self.random.pick(others))
        item["constraints"].append([a["name"] for a in chosen])

    # Relationships.

    def _relationship(self, shape):
        random = self.random
        one, other = random.pick(self.items), random.pick(self.items)
        make = {
            "oneToOne": lambda: self._pair(one, other, False, False),
            "oneToMany": lambda: self._pair(one, other, False, True),
            "manyToMany": lambda: self._pair(one, other, True, True),
            "oneWayOne": lambda: self._single(one, other, False),
            "oneWayMany": lambda: self._single(one, other, True),
            "itselfOne": lambda: self._itself(one, False),
            "itselfMany": lambda: self._itself(one, True),
            "tree": lambda: self._pair(one, one, False, True),
            "chain": lambda: self._pair(one, one, False, False),
            "web": lambda: self._pair(one, one, True, True),
            "twins": lambda: self._twins(one),
        }
        make[shape]()

    def _described(self, owner, destination, many, name, transient=False):
        """One side. Mandatory only from a later hierarchy to an earlier one, so that objects can be made."""
        random = self.random
        rules = [("nullify", 12), ("cascade", 4), ("deny", 2), ("noAction", 1)]
        made = relationship(name, destination["name"], toMany=many, transient=transient,
                            deleteRule=random.weighted(rules))
        if many and random.chance(35):
            made["ordered"] = True
        concrete = [i for i in self._below(destination) if not i["abstract"]]
        later = self.rank[owner["name"]] > self.rank[destination["name"]]
        if not many and later and concrete and random.chance(25):
            made["optional"] = False
        if many and random.chance(20):
            made["optional"] = False
            if later and concrete and random.chance(50):
                made["minCount"] = random.between(1, 2)
        if many and random.chance(15):
            made["maxCount"] = max(made["minCount"], random.between(2, 5))
        return made

    def _pair(self, one, other, many, back_many, name=None):
        """A relationship of `one` to `other` and its inverse."""
        transient = self.random.chance(3)
        name = name or self._name(one, LINK_WORDS)
        first = self._described(one, other, many, name, transient)
        one["relationships"].append(first)
        second = self._described(other, one, back_many, self._name(other, LINK_WORDS), transient)
        other["relationships"].append(second)
        first["inverse"], second["inverse"] = second["name"], first["name"]
        if not first["optional"] and not second["optional"]:
            second["optional"] = True
            second["minCount"] = 0

    def _single(self, one, other, many):
        """A relationship without an inverse."""
        transient = self.random.chance(5)
        one["relationships"].append(self._described(one, other, many, self._name(one, LINK_WORDS), transient))

    def _itself(self, one, many):
        """A relationship that is its own inverse. Never ordered: the description does not say how that is kept."""
        made = self._described(one, one, many, self._name(one, LINK_WORDS))
        made["inverse"] = made["name"]
        made["ordered"] = False
        one["relationships"].append(made)

    def _twins(self, one):
        """Two many-to-many of one name from two entities into a third one."""
        others = [i for i in self.items if i is not one]
        for _ in range(10):
            if len(others) < 2:
                return
            first, second = self.random.sample(others, 2)
            if first in self._path(second) or second in self._path(first):
                continue
            name = self._name(first, LINK_WORDS, also=[second])
            self._pair(first, one, True, True, name)
            self._pair(second, one, True, True, name if self._is_free(second, name) else None)
            return


def random_model(seed):
    """A random model as JSON."""
    made = ModelMaker(seed).make()
    problems = Model(made).problems()
    assert not problems, (seed, problems)
    return made
