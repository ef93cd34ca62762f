"""A random lightweight migration: a new model with renaming identifiers, and what becomes of the objects.

Only changes that Core Data infers by itself are made (B-MIG-02): properties and entities added, removed and renamed,
optional to mandatory with a default and back, to-one to to-many, ordered or not, fetch indexes.
"""

import copy

from .model import Model, attribute, entity, relationship
from .values import WITH_DEFAULTS, random_value
from .random_models import TYPE_WEIGHTS


class Skip(Exception):
    """The step does not fit this model and these objects."""


class Migrator:
    """Changes a copy of the model step by step and carries the graph along."""

    def __init__(self, random, graph):
        self.random, self.graph = random, graph
        self.source = graph.model
        self.json = copy.deepcopy({"entities": list(graph.model.entities.values())})
        self.touched = set()
        self.names = {name: name for name in graph.model.order}
        self.done, self.also = [], {}
        self.serial = 0
        self.source_names = {p["name"] for e in self.json["entities"] for p in e["attributes"] + e["relationships"]}

    def run(self, count):
        """So many steps, those that do not fit left out."""
        steps = [(self.add_attribute, 5), (self.remove_attribute, 3), (self.rename_attribute, 4),
                 (self.make_mandatory, 3), (self.make_optional, 2), (self.add_entity, 4), (self.remove_entity, 3),
                 (self.rename_entity, 4), (self.add_relationship, 4), (self.remove_relationship, 3),
                 (self.rename_relationship, 4), (self.make_to_many, 4), (self.flip_order, 3), (self.flip_index, 2)]
        for _ in range(count):
            step = self.random.weighted(steps)
            kept = copy.deepcopy((self.json, self.names, self.also, self.touched, self.graph.entities,
                                  self.graph.attributes, self.graph.links, self.graph.loose))
            try:
                description = step()
                model = Model(self.json)
                if model.problems() or not self._possible(model):
                    raise Skip
                self.graph.model = model
                self.done.append(description)
            except Skip:
                (self.json, self.names, self.also, self.touched, self.graph.entities, self.graph.attributes,
                 self.graph.links, self.graph.loose) = kept

    @staticmethod
    def _possible(model):
        """False where a mandatory relationship leads to no objects at all, or siblings differ in case only."""
        for name in model.order:
            for prop in model.entities[name]["relationships"]:
                needed = prop["minCount"] > 0 or not prop["optional"] and not prop["toMany"]
                if needed and not model.concrete(prop["destination"]):
                    return False
        lower = [name.lower() for name in model.order]
        return all(lower.count(n.lower()) == 1 for n in model.roots) and any(
            not e["abstract"] for e in model.entities.values()) and all(
            len({n.lower() for n in names}) == len(names) for names in model.children.values())

    # Help.

    def _entity(self, test=lambda e: True):
        found = [e for e in self.json["entities"] if test(e)]
        if not found:
            raise Skip
        return self.random.pick(found)

    def _named(self, name):
        return next(e for e in self.json["entities"] if e["name"] == name)

    def _property(self, kind, test=lambda p: True):
        """A property that no step has touched: (entity, property)."""
        found = [(e, p) for e in self.json["entities"] for p in e[kind]
                 if not p["transient"] and test(p) and (e["name"], p["name"]) not in self.touched]
        if not found:
            raise Skip
        chosen = self.random.pick(found)
        self.touched.add((chosen[0]["name"], chosen[1]["name"]))
        return chosen

    def _objects(self, item):
        return self.graph.live(item["name"])

    def _fresh(self, like=None):
        """A name that no property of the old model or the new one has; sometimes one that clashes as a column."""
        taken = self.source_names | {p["name"] for e in self.json["entities"]
                                     for p in e["attributes"] + e["relationships"]}
        if like and self.random.chance(50):
            place = self.random.between(1, max(1, len(like) - 1))
            name = like[:place] + like[place:].swapcase()
            if name not in taken:
                return name
        while True:
            self.serial += 1
            name = self.random.pick(["added", "other", "zone", "alpha"]) + str(self.serial)
            if name not in taken:
                return name

    def _like(self, item):
        names = [p["name"] for p in item["attributes"] + item["relationships"]]
        return self.random.pick(names) if names else None

    def _unused(self, item, name, drop):
        """Renames a property in the indexes and constraints of its family, or drops those that use it."""
        for each in self.json["entities"]:
            if each["name"] in self.graph.model.family(item["name"]):
                if drop is None:
                    each["indexes"] = [i for i in each["indexes"] if name not in [e["property"] for e in i["elements"]]]
                    each["constraints"] = [c for c in each["constraints"] if name not in c]
                else:
                    for index in each["indexes"]:
                        for element in index["elements"]:
                            element["property"] = drop if element["property"] == name else element["property"]
                    each["constraints"] = [[drop if n == name else n for n in c] for c in each["constraints"]]

    def _constrained(self, item, name):
        return any(name in c for e in self.json["entities"] for c in e["constraints"]
                   if e["name"] in self.graph.model.family(item["name"]))

    def _rename_key(self, item, table, old, new):
        """Renames an attribute or relationship in the objects."""
        for name in self._objects(item):
            table[name][new] = table[name].pop(old)
            if (name, old) in self.also:
                self.also[name, new] = self.also.pop((name, old))
            if (name, old) in self.graph.loose:
                self.graph.loose[name, new] = self.graph.loose.pop((name, old))

    # Attributes.

    def add_attribute(self):
        item = self._entity()
        made = attribute(self._fresh(self._like(item)), self.random.weighted(TYPE_WEIGHTS))
        if made["type"] in WITH_DEFAULTS and self.random.chance(60):
            made["default"] = random_value(self.random, made["type"], plain=True)
            made["optional"] = self.random.chance(40)
        item["attributes"].append(made)
        self.touched.add((item["name"], made["name"]))
        for name in self._objects(item):
            self.graph.attributes[name][made["name"]] = made.get("default")
            if made["optional"] and made.get("default") is not None:
                self.also[name, made["name"]] = [None, made["default"]]
        return f"added attribute {item['name']}.{made['name']}"

    def remove_attribute(self):
        item, prop = self._property("attributes")
        item["attributes"].remove(prop)
        self._unused(item, prop["name"], None)
        for name in self._objects(item):
            del self.graph.attributes[name][prop["name"]]
        return f"removed attribute {item['name']}.{prop['name']}"

    def rename_attribute(self):
        item, prop = self._property("attributes")
        old, new = prop["name"], self._fresh(prop["name"])
        prop["name"], prop["renaming"] = new, old
        self.touched.add((item["name"], new))
        self._unused(item, old, new)
        self._rename_key(item, self.graph.attributes, old, new)
        return f"renamed attribute {item['name']}.{old} to {new}"

    def make_mandatory(self):
        item, prop = self._property("attributes", lambda p: p["optional"] and p["type"] in WITH_DEFAULTS)
        if self._constrained(item, prop["name"]):
            raise Skip
        prop["optional"] = False
        if prop.get("default") is None:
            prop["default"] = random_value(self.random, prop["type"], plain=True)
        for name in self._objects(item):
            if self.graph.attributes[name][prop["name"]] is None:
                self.graph.attributes[name][prop["name"]] = prop["default"]
        return f"made {item['name']}.{prop['name']} mandatory"

    def make_optional(self):
        item, prop = self._property("attributes", lambda p: not p["optional"])
        prop["optional"] = True
        return f"made {item['name']}.{prop['name']} optional"

    # Entities.

    def add_entity(self):
        self.serial += 1
        name = self.random.pick(["Added", "Between", "Zulu", "Middle"]) + str(self.serial)
        parent = self._entity()["name"] if self.random.chance(50) else None
        made = entity(name, parent=parent)
        for _ in range(self.random.between(0, 2)):
            made["attributes"].append(attribute(self._fresh(), self.random.weighted(TYPE_WEIGHTS)))
        self.json["entities"].append(made)
        self.names[name] = None
        self.touched.add(name)
        return f"added entity {name}" + (f" below {parent}" if parent else "")

    def remove_entity(self):
        item = self._entity(lambda e: not self.graph.model.children[e["name"]] and e["name"] not in self.touched)
        name = item["name"]
        if len(self.json["entities"]) < 3 or len(self._objects(item)) > len(self.graph.live()) // 2:
            raise Skip
        for each in self.json["entities"]:
            for prop in list(each["relationships"]):
                if each is item or prop["destination"] == name:
                    for one in self.graph.live(each["name"]):
                        self.graph.links[one].pop(prop["name"], None)
                        self.graph.loose.pop((one, prop["name"]), None)
                    each["relationships"].remove(prop)
                    self._unused(each, prop["name"], None)
        gone = self._objects(item)
        for one in self.graph.live():
            for key in self.graph.links[one]:
                if any((one in gone) != (target in gone) for target in self.graph.targets(one, key)):
                    raise Skip
        for one in gone:
            for table in (self.graph.entities, self.graph.attributes, self.graph.links):
                del table[one]
        self.json["entities"].remove(item)
        self.names.pop(name)
        return f"removed entity {name}"

    def rename_entity(self):
        item = self._entity(lambda e: e["name"] not in self.touched and not e.get("renaming"))
        self.serial += 1
        old = item["name"]
        new = self.random.pick(["Renamed", "Anew", "Yonder"]) + str(self.serial)
        item["name"], item["renaming"] = new, old
        self.touched.add(new)
        for each in self.json["entities"]:
            if each["parent"] == old:
                each["parent"] = new
            for prop in each["relationships"]:
                if prop["destination"] == old:
                    prop["destination"] = new
        self.touched |= {(new, t[1]) for t in self.touched if isinstance(t, tuple) and t[0] == old}
        for one, name in self.graph.entities.items():
            if name == old:
                self.graph.entities[one] = new
        self.names[new] = self.names.pop(old)
        return f"renamed entity {old} to {new}"

    # Relationships.

    def add_relationship(self):
        one, other = self._entity(), self._entity()
        many, back_many = self.random.chance(60), self.random.chance(50)
        made = relationship(self._fresh(self._like(one)), other["name"], toMany=many,
                            ordered=many and self.random.chance(40))
        one["relationships"].append(made)
        self.touched.add((one["name"], made["name"]))
        sides = [(one, made)]
        if self.random.chance(75):
            back = relationship(self._fresh(self._like(other)), one["name"], made["name"], toMany=back_many,
                                ordered=back_many and self.random.chance(40))
            made["inverse"] = back["name"]
            other["relationships"].append(back)
            self.touched.add((other["name"], back["name"]))
            sides.append((other, back))
        for item, prop in sides:
            for name in self._objects(item):
                self.graph.links[name][prop["name"]] = [] if prop["toMany"] else None
        return f"added relationship {one['name']}.{made['name']}"

    def _sides(self, test=lambda p: True):
        """An untouched relationship and its inverse: [(entity, relationship), ...], both touched now."""
        item, prop = self._property("relationships", test)
        sides = [(item, prop)]
        if prop["inverse"] and not (prop["inverse"] == prop["name"] and prop["destination"] == item["name"]):
            other = self._named(prop["destination"])
            back = next(p for p in other["relationships"] if p["name"] == prop["inverse"])
            if (other["name"], back["name"]) in self.touched:
                raise Skip
            self.touched.add((other["name"], back["name"]))
            sides.append((other, back))
        return sides

    def remove_relationship(self):
        sides = self._sides()
        for item, prop in sides:
            item["relationships"].remove(prop)
            self._unused(item, prop["name"], None)
            for name in self._objects(item):
                del self.graph.links[name][prop["name"]]
                self.graph.loose.pop((name, prop["name"]), None)
        return f"removed relationship {sides[0][0]['name']}.{sides[0][1]['name']}"

    def rename_relationship(self):
        sides = self._sides()
        item, prop = sides[0]
        old, new = prop["name"], self._fresh(prop["name"])
        prop["name"], prop["renaming"] = new, old
        self.touched.add((item["name"], new))
        if len(sides) > 1:
            sides[1][1]["inverse"] = new
        elif prop["inverse"]:
            prop["inverse"] = new
        self._unused(item, old, new)
        self._rename_key(item, self.graph.links, old, new)
        return f"renamed relationship {item['name']}.{old} to {new}"

    def make_to_many(self):
        sides = self._sides(lambda p: not p["toMany"] and p["inverse"])
        if len(sides) < 2:
            raise Skip
        (item, prop), (other, back) = sides
        prop.update(toMany=True, minCount=0, maxCount=0)
        self._unused(item, prop["name"], None)
        for name in self._objects(item):
            value = self.graph.links[name][prop["name"]]
            self.graph.links[name][prop["name"]] = [value] if value else []
        if back["ordered"]:
            self._loosen(other, back)
        return f"made {item['name']}.{prop['name']} to-many"

    def flip_order(self):
        item, prop = self._property("relationships", lambda p: p["toMany"])
        if prop["inverse"] == prop["name"] and prop["destination"] == item["name"]:
            raise Skip
        prop["ordered"] = not prop["ordered"]
        if prop["ordered"]:
            self._loosen(item, prop)
        else:
            for name in self._objects(item):
                self.graph.loose.pop((name, prop["name"]), None)
        return f"made {item['name']}.{prop['name']} {'ordered' if prop['ordered'] else 'unordered'}"

    def _loosen(self, item, prop):
        """The description does not tell the order of these members after the migration."""
        for name in self._objects(item):
            members = self.graph.links[name][prop["name"]]
            if len(members) > 1:
                self.graph.loose[name, prop["name"]] = set(members)

    def flip_index(self):
        item = self._entity()
        if item["indexes"]:
            item["indexes"].pop()
            return f"removed an index of {item['name']}"
        usable = [a["name"] for a in item["attributes"] if not a["transient"] and a["type"] not in
                  ("Binary", "Transformable")]
        if not usable:
            raise Skip
        item["indexes"].append({"name": "later", "elements": [{"property": usable[0], "order": "ascending"}]})
        return f"added an index of {item['name']}"


def random_migration(random, graph, player):
    """Migrates the graph. Returns {"model", "save", "steps"}; the expectation goes to the player."""
    migrator = Migrator(random, graph)
    alive = set(graph.live())
    migrator.run(random.between(2, 7))
    # Indexes are in no version hash (from memory), so another index alone is not another version of the model.
    for _ in range(50):
        if not migrator.done or not all("index of" in step for step in migrator.done):
            break
        migrator.run(1)
    model = player.model = graph.model = Model(migrator.json)
    graph.saves += 1
    graph._begin()
    objects = {}
    for name in graph.live():
        made = graph._expected(name)
        made["bump"], made["first"], made["why"] = [0], 0, "a migration keeps the versions"
        also = {key: values for (one, key), values in migrator.also.items()
                if one == name and key in made["attributes"]}
        if also:
            made["also"] = also
        objects[name] = made
    # A value that is open must not be relied on by later edits.
    for (one, key), _ in migrator.also.items():
        if one in graph.attributes and key in graph.attributes[one]:
            player.decide.append((one, key, model.properties(graph.entities[one])[key][1]))
    roots = {root: migrator.names.get(root) for root in model.roots}
    player.expected.append({"save": graph.saves, "fails": False, "migration": True, "objects": objects,
                            "gone": sorted(alive - set(graph.live())), "dangling": [], "roots": roots})
    return {"model": model, "save": graph.saves, "steps": migrator.done}

