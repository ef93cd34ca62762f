"""A model: what is read from JSON, and questions about it.

The JSON is described in the README. Class Model wraps it; it never changes it.
"""

# Core Data's attribute types: name -> (attributeType, group of columns, declared type of the column).
TYPES = {
    "Undefined": (0, None, None),
    "Int16": (100, 1, "INTEGER"),
    "Int32": (200, 1, "INTEGER"),
    "Int64": (300, 1, "INTEGER"),
    "Decimal": (400, 3, "DECIMAL"),
    "Double": (500, 2, "FLOAT"),
    "Float": (600, 2, "FLOAT"),
    "String": (700, 4, "VARCHAR"),
    "Bool": (800, 1, "INTEGER"),
    "Date": (900, 2, "TIMESTAMP"),
    "Binary": (1000, 8, "BLOB"),
    "UUID": (1100, 6, "BLOB"),
    "URI": (1200, 5, "VARCHAR"),
    "Transformable": (1800, 7, "BLOB"),
}
NAMES_BY_CODE = {code: name for name, (code, _, _) in TYPES.items()}
RULES = ("nullify", "cascade", "deny", "noAction")


def attribute(name, type, **other):
    """A complete description of an attribute, for tests and the generator."""
    made = {"name": name, "type": type, "optional": True, "transient": False, "external": False}
    return {**made, **other}


def relationship(name, destination, inverse=None, **other):
    """A complete description of a relationship, for tests and the generator."""
    made = {"name": name, "destination": destination, "inverse": inverse, "toMany": False, "ordered": False,
            "optional": True, "transient": False, "deleteRule": "nullify", "minCount": 0, "maxCount": 0}
    return {**made, **other}


def entity(name, attributes=(), relationships=(), parent=None, **other):
    """A complete description of an entity, for tests and the generator."""
    made = {"name": name, "parent": parent, "abstract": False, "attributes": list(attributes),
            "relationships": list(relationships), "indexes": [], "constraints": []}
    return {**made, **other}


class Model:
    """Reads a model's JSON and answers questions about entities and inheritance."""

    def __init__(self, json):
        self.json = json
        self.kept = {}
        self.entities = {}
        for item in json["entities"]:
            filled = {"parent": None, "abstract": False, "indexes": [], "constraints": [], **item}
            filled["attributes"] = [self._filled(a) for a in item.get("attributes", [])]
            filled["relationships"] = [relationship(**r) if "inverse" in r else relationship(inverse=None, **r)
                                       for r in item.get("relationships", [])]
            self.entities[item["name"]] = filled
        self.children = {name: [] for name in self.entities}
        self.roots = []
        for name, item in self.entities.items():
            if item["parent"] is None:
                self.roots.append(name)
            elif item["parent"] in self.entities:
                self.children[item["parent"]].append(name)
        for names in [self.roots, *self.children.values()]:
            names.sort(key=lambda name: (name.lower(), name))
        self.order = []
        for root in self.roots:
            self._walk(root)
        self.numbers = {name: number for number, name in enumerate(self.order, 1)}
        self._properties = {}

    @staticmethod
    def _filled(item):
        filled = attribute(**item)
        if isinstance(filled["type"], int):
            filled["type"] = NAMES_BY_CODE[filled["type"]]
        return filled

    def _walk(self, name):
        self.order.append(name)
        for child in self.children[name]:
            self._walk(child)

    def root(self, name):
        """The entity at the top of this entity's hierarchy."""
        while self.entities[name]["parent"] is not None:
            name = self.entities[name]["parent"]
        return name

    def path(self, name):
        """The entity and its ancestors, the root first."""
        found = []
        while name is not None:
            found.insert(0, name)
            name = self.entities[name]["parent"]
        return found

    def family(self, name):
        """The entity and all entities below it, depth first."""
        found = [name]
        for child in self.children[name]:
            found += self.family(child)
        return found

    def concrete(self, name):
        """The entities at or below this one that can have objects."""
        return [each for each in self.family(name) if not self.entities[each]["abstract"]]

    def own(self, entity, name):
        """The property that this entity itself declares, or None."""
        for item in self.entities[entity]["attributes"] + self.entities[entity]["relationships"]:
            if item["name"] == name:
                return item
        return None

    def properties(self, name):
        """Attributes and relationships of an entity, inherited ones too: name -> (declaring entity, description)."""
        if name not in self._properties:
            found = {}
            for each in self.path(name):
                item = self.entities[each]
                for prop in item["attributes"] + item["relationships"]:
                    found[prop["name"]] = (each, prop)
            self._properties[name] = found
        return self._properties[name]

    def attributes(self, name):
        """All attributes of an entity, inherited ones too."""
        return [prop for _, prop in self.properties(name).values() if "type" in prop]

    def relationships(self, name):
        """All relationships of an entity, inherited ones too, as (declaring entity, description)."""
        return [(owner, prop) for owner, prop in self.properties(name).values() if "destination" in prop]

    def inverse(self, item):
        """The inverse of a relationship as a description, or None."""
        return self.own(item["destination"], item["inverse"]) if item["inverse"] else None

    def is_self_inverse(self, owner, item):
        """True if the relationship is its own inverse."""
        return item["inverse"] == item["name"] and item["destination"] == owner

    def problems(self):
        """What Core Data would not accept, a sentence each. An empty list means that the model is good."""
        problems = []
        names = [item["name"] for item in self.json["entities"]]
        for twice in sorted({name for name in names if names.count(name) > 1}):
            problems.append(f"There are two entities {twice}.")
        for name, item in self.entities.items():
            if item["parent"] is not None and item["parent"] not in self.entities:
                problems.append(f"{name} has an unknown parent {item['parent']}.")
        if len(self.order) != len(self.entities):
            problems.append("The inheritance is not a forest.")
        if problems:
            return problems
        for name, item in self.entities.items():
            names = [p["name"] for each in self.path(name)
                     for p in self.entities[each]["attributes"] + self.entities[each]["relationships"]]
            for twice in sorted({n for n in names if names.count(n) > 1}):
                problems.append(f"{name} has two properties {twice} on its inheritance path.")
            for prop in item["attributes"]:
                if prop["type"] not in TYPES:
                    problems.append(f"{name}.{prop['name']} has an unknown type.")
                elif prop["type"] == "Undefined" and not prop["transient"]:
                    problems.append(f"{name}.{prop['name']} has no type and is not transient.")
            for prop in item["relationships"]:
                problems += self._relationship_problems(name, prop)
            for index in item["indexes"]:
                for element in index["elements"]:
                    found = self.properties(name).get(element["property"])
                    if not found or found[1]["transient"] or found[1].get("toMany"):
                        problems.append(f"Index {index['name']} of {name} cannot use {element['property']}.")
            for constraint in item["constraints"]:
                for each in constraint:
                    found = self.properties(name).get(each)
                    if not found or found[1]["transient"] or found[1].get("toMany"):
                        problems.append(f"A constraint of {name} cannot use {each}.")
        return problems

    def _relationship_problems(self, name, prop):
        where = f"{name}.{prop['name']}"
        problems = []
        if prop["destination"] not in self.entities:
            return [f"{where} leads to an unknown entity."]
        if prop["deleteRule"] not in RULES:
            problems.append(f"{where} has an unknown delete rule.")
        if prop["ordered"] and not prop["toMany"]:
            problems.append(f"{where} is ordered and to-one.")
        if prop["inverse"]:
            back = self.inverse(prop)
            if not back or "destination" not in back:
                problems.append(f"{where} has an inverse that does not exist.")
            elif back["destination"] != name or back["inverse"] != prop["name"]:
                problems.append(f"{where} and its inverse do not lead to each other.")
            elif back["transient"] != prop["transient"]:
                problems.append(f"{where} and its inverse are not both transient.")
        if prop["maxCount"] and prop["minCount"] > prop["maxCount"]:
            problems.append(f"{where} has a minimum above its maximum.")
        return problems
