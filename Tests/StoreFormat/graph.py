"""A plain object graph in memory. It carries out edits and says what the file must hold after each save.

Which objects count as changed by a save (section 8, "including relationship changes on either end"):
- surely changed (+1): a stored attribute, a to-one, the members or the order of a to-many is another than at the last
  save; with an inverse this holds for both ends;
- open (0 or +1), with 0 as the first answer: edits that cancel out, a relationship set to what it is, the target of
  a one-way to-one, the owner of a one-way to-many that lost a member by its deletion;
- open without a first answer: members of a one-way to-many (their rows hold the hidden key), members of an ordered
  relationship whose order changed (their rows or join rows hold the position), ends of a deletion by noAction;
- surely not changed: everything else, also an attribute set to an equal value, and transient attributes.
"""

import copy

from .model import Model


class Graph:
    """Objects by name, their values and links, and what happened since the last save."""

    def __init__(self, model):
        self.model = model if isinstance(model, Model) else Model(model)
        self.entities, self.attributes, self.links = {}, {}, {}
        self.loose = {}
        self.saves = 0
        self.created = 0
        self.dangling = []
        self._begin()

    def _begin(self):
        """Starts a new save's bookkeeping from the present state."""
        state = (self.entities, self.attributes, self.links, self.loose)
        self.before = copy.deepcopy(state)
        self.maybe = {}
        self.moved = {}
        self.unplain = set()
        self.rewritten = set()
        self.left = set()
        self.gone = []

    # Questions.

    def prop(self, name, key):
        """The description of an object's property."""
        return self.model.properties(self.entities[name])[key][1]

    def relations(self, name):
        """The stored relationships of an object, in a fixed order."""
        found = [p for _, p in self.model.relationships(self.entities[name]) if not p["transient"]]
        return sorted(found, key=lambda p: p["name"])

    def targets(self, name, key):
        """The objects that a relationship leads to, as a list."""
        value = self.links[name][key]
        return list(value) if isinstance(value, list) else [value] if value else []

    def live(self, entity=None):
        """The names of all objects, or of those of an entity and those below it."""
        if entity is None:
            return list(self.entities)
        family = self.model.family(entity)
        return [name for name, each in self.entities.items() if each in family]

    # Edits.

    def apply(self, edit):
        """Carries out one edit in its JSON form. `save` returns the expectation."""
        return getattr(self, "_" + edit["op"])(**{k: v for k, v in edit.items() if k not in ("op", "codes")})

    def _insert(self, object, entity):
        assert object not in self.entities and not self.model.entities[entity]["abstract"]
        self.entities[object] = entity
        self.attributes[object] = {a["name"]: a.get("default") for a in self.model.attributes(entity)}
        self.links[object] = {p["name"]: [] if p["toMany"] else None for p in self.relations(object)}
        self.created += 1

    def _set(self, object, attribute, value):
        if self.attributes[object][attribute] != value:
            self.attributes[object][attribute] = value
            if not self.prop(object, attribute)["transient"]:
                self._perhaps(object, 0, "values that were changed and changed back")

    def _setOne(self, object, relationship, target):
        if self.links[object][relationship] == target:
            return self._same(object, relationship)
        if target is None:
            return self._unlink(object, relationship, self.links[object][relationship])
        self._link(object, relationship, target)

    def _add(self, object, relationship, target):
        if target in self.links[object][relationship]:
            return self._same(object, relationship)
        self._link(object, relationship, target)

    def _remove(self, object, relationship, target):
        if target not in self.links[object][relationship]:
            return self._same(object, relationship)
        self._unlink(object, relationship, target)

    def _insertAt(self, object, relationship, target, index):
        assert target not in self.links[object][relationship]
        if index < len(self.links[object][relationship]):
            self.unplain.add((object, relationship))
        self._link(object, relationship, target, index)

    def _move(self, object, relationship, source, target):
        """Takes the member at place `source` out and puts it in so that it stands at place `target`."""
        members = self.links[object][relationship]
        assert not self.loose.get((object, relationship))
        member = members.pop(source)
        members.insert(target, member)
        self.unplain.add((object, relationship))
        self.moved.setdefault((object, relationship), set()).add(member)
        self._perhaps(object, 0, "an order that was changed and changed back")
        for each in members:
            self._perhaps(each, None, "a member of a relationship with another order")

    def _setMany(self, object, relationship, targets):
        """Sets the whole to-many; for an ordered one the list gives the order."""
        old = list(self.links[object][relationship])
        ordered = self.prop(object, relationship)["ordered"]
        loose = self.loose.pop((object, relationship), set())
        if old == targets or (not ordered and set(old) == set(targets)):
            self._same(object, relationship)
        for each in old:
            if each not in targets:
                self._unlink(object, relationship, each)
        for each in targets:
            if each not in self.links[object][relationship]:
                self._link(object, relationship, each)
        if ordered:
            self.loose.pop((object, relationship), None)
            if old:
                self.unplain.add((object, relationship))
            stayed = [each for each in old if each in targets]
            if stayed != [each for each in targets if each in old] or loose:
                self.rewritten.add((object, relationship))
                for each in stayed:
                    self._perhaps(each, None, "a member of a relationship with another order")
                self._perhaps(object, 0, "an order that may have been so before")
            self.links[object][relationship] = list(targets)

    def _delete(self, objects):
        """Deletes objects together; the delete rules take effect at once."""
        closure, denied, dangling, inbound = self.closure(objects)
        assert not denied and not inbound, "the maker of edits avoids this"
        for name in closure:
            for prop in self.relations(name):
                for target in self.targets(name, prop["name"]):
                    if target not in closure:
                        self._forget(name, prop, target)
        for other in self.live():
            if other in closure:
                continue
            for prop in self.relations(other):
                members = self.links[other][prop["name"]]
                if prop["toMany"] and not prop["inverse"] and set(members) & closure:
                    self.links[other][prop["name"]] = [m for m in members if m not in closure]
                    self.unplain.add((other, prop["name"]))
                    self._perhaps(other, 0, "an owner of a one-way to-many whose member was deleted")
        for name in sorted(closure):
            for table in (self.entities, self.attributes, self.links):
                del table[name]
            self.gone.append(name)
        for key in [k for k in self.loose if k[0] in closure]:
            del self.loose[key]
        for key in list(self.loose):
            self.loose[key] -= closure

    def _forget(self, name, prop, target):
        """One link of an object that is being deleted."""
        rule = prop["deleteRule"]
        if prop["inverse"]:
            back = self.model.inverse(prop)["name"]
            if rule == "noAction":
                self._drop(target, back, name)
                self._perhaps(target, None, "an end of a deletion by noAction")
                self.dangling.append([target, back, name])
            else:
                self._unlink(name, prop["name"], target)
        elif prop["toMany"]:
            self._perhaps(target, None, "a member of a one-way to-many whose owner was deleted")
            self.dangling.append([name, prop["name"], target])
        else:
            self._perhaps(target, 0, "the target of a one-way to-one")

    def closure(self, objects):
        """What a deletion takes with it: (all deleted, denied links, links by noAction, one-way to-ones into it)."""
        closure, work = set(objects), list(objects)
        while work:
            name = work.pop()
            for prop in self.relations(name):
                if prop["deleteRule"] == "cascade":
                    new = [t for t in self.targets(name, prop["name"]) if t not in closure]
                    closure.update(new)
                    work += new
        denied, dangling, inbound = [], [], []
        for name in sorted(closure):
            for prop in self.relations(name):
                outside = [t for t in self.targets(name, prop["name"]) if t not in closure]
                if outside and prop["deleteRule"] == "deny":
                    denied.append((name, prop["name"]))
                if outside and (prop["deleteRule"] == "noAction" and (prop["inverse"] or prop["toMany"]) or
                                prop["toMany"] and not prop["inverse"]):
                    dangling.append((name, prop["name"]))
        for name in self.live():
            if name not in closure:
                inbound += [(name, p["name"]) for p in self.relations(name)
                            if not p["toMany"] and not p["inverse"] and self.links[name][p["name"]] in closure]
        return closure, denied, dangling, inbound

    def _process(self):
        """The end of an event. Deletions have taken effect here already."""

    def _reopen(self):
        """The file is closed and opened again; only after a save."""

    def _rollback(self):
        """Takes everything back to the last save."""
        self.entities, self.attributes, self.links, self.loose = copy.deepcopy(self.before)
        self._begin()

    # Links.

    def _same(self, object, relationship):
        """A relationship that was set to what it is."""
        self._perhaps(object, 0, "a relationship that was set to what it is")
        for each in self.targets(object, relationship):
            self._perhaps(each, 0, "the other end of a relationship that was set to what it is")

    def _perhaps(self, name, first, why):
        """The object may count as changed. First: the first answer, 0, 1 or None if there is none."""
        old = self.maybe.get(name)
        if old is None or (old[0] is not None and first is None):
            self.maybe[name] = (first, why)

    def _put(self, name, key, other, index=None):
        """Writes one end of a link."""
        prop = self.prop(name, key)
        if not prop["toMany"]:
            self.links[name][key] = other
        elif other not in self.links[name][key]:
            members = self.links[name][key]
            members.insert(len(members) if index is None else index, other)

    def _drop(self, name, key, other):
        """Removes one end of a link."""
        if not self.prop(name, key)["toMany"]:
            self.links[name][key] = None
            return
        self.links[name][key].remove(other)
        self.left.add((name, key, other))
        self.unplain.add((name, key))
        self.loose.get((name, key), set()).discard(other)

    def _link(self, name, key, other, index=None):
        prop = self.prop(name, key)
        back = self.model.inverse(prop)
        if not prop["toMany"] and self.links[name][key]:
            self._unlink(name, key, self.links[name][key])
        if back and not back["toMany"] and self.links[other][back["name"]]:
            self._unlink(other, back["name"], self.links[other][back["name"]])
        self._put(name, key, other, index)
        if back:
            self._put(other, back["name"], name)
            if back["ordered"]:
                self.loose.setdefault((other, back["name"]), set()).add(name)
        self._both(name, prop, other)

    def _unlink(self, name, key, other):
        prop = self.prop(name, key)
        back = self.model.inverse(prop)
        self._drop(name, key, other)
        if back and not (back is prop and name == other):
            self._drop(other, back["name"], name)
        self._both(name, prop, other)

    def _both(self, name, prop, other):
        self._perhaps(name, 0, "links that were changed and changed back")
        if prop["inverse"]:
            self._perhaps(other, 0, "links that were changed and changed back")
        elif prop["toMany"]:
            self._perhaps(other, None, "a member of a one-way to-many")
        else:
            self._perhaps(other, 0, "the target of a one-way to-one")

    # Saving.

    def problems(self):
        """What keeps the graph from being saved: (object, property, "attribute", "one", "few" or "many")."""
        found = []
        for name in self.live():
            for item in self.model.attributes(self.entities[name]):
                if not item["optional"] and not item["transient"] and self.attributes[name][item["name"]] is None:
                    found.append((name, item["name"], "attribute"))
            for prop in self.relations(name):
                count = len(self.targets(name, prop["name"]))
                if not prop["toMany"]:
                    if not prop["optional"] and count == 0:
                        found.append((name, prop["name"], "one"))
                elif count < prop["minCount"] and not (prop["optional"] and count == 0):
                    found.append((name, prop["name"], "few"))
                elif prop["maxCount"] and count + self._left_behind(name, prop["name"]) > prop["maxCount"]:
                    found.append((name, prop["name"], "many"))
        return found

    def _left_behind(self, name, key):
        """How many deleted objects a relationship may still count, because their rule is noAction."""
        return sum(1 for each in self.dangling if each[:2] == [name, key])

    def _save(self, fails=False):
        """The expectation after this save as JSON."""
        self.saves += 1
        if fails:
            self.entities, self.attributes, self.links, self.loose = copy.deepcopy(self.before)
            self._begin()
        self._mark_orders()
        objects = {name: self._expected(name) for name in self.live()}
        made = {"save": self.saves, "fails": fails, "objects": objects,
                "gone": [n for n in self.gone if n in self.before[0]], "dangling": [list(d) for d in self.dangling]}
        self._begin()
        return made

    def _expected(self, name):
        stored = {a["name"]: self.attributes[name][a["name"]]
                  for a in self.model.attributes(self.entities[name]) if not a["transient"]}
        made = {"entity": self.entities[name], "new": name not in self.before[0], "attributes": stored,
                "links": {}, "orders": {}}
        for prop in self.relations(name):
            key = prop["name"]
            made["links"][key] = list(self.links[name][key]) if prop["toMany"] else self.links[name][key]
            if prop["ordered"]:
                made["orders"][key] = self._order(name, key)
        if made["new"]:
            made["versions"] = [1]
        else:
            made["bump"], made["first"], made["why"] = self._bump(name, stored)
        return made

    def _order(self, name, key):
        """What is known about an ordered relationship: places that are open, and what happened to it."""
        old = self.before[2].get(name, {}).get(key, [])
        new = self.links[name][key]
        loose = self.loose.get((name, key), set()) | self.before[3].get((name, key), set())
        stayed = [each for each in old if each in new and each not in loose]
        moved = self.moved.get((name, key), set())
        same = stayed == [each for each in new if each in stayed]
        same = same and not moved and (name, key) not in self.rewritten
        returned = any((name, key, each) in self.left for each in new)
        return {"loose": sorted(self.loose.get((name, key), set())), "kept": same and not returned,
                "moved": sorted(moved), "byMoves": (name, key) not in self.rewritten and not returned,
                "fresh": not old, "plain": (name, key) not in self.unplain}

    def _mark_orders(self):
        """Where an order changed, or a member left and came back, a step of every member that stayed is open."""
        for name in self.live():
            for prop in self.relations(name) if name in self.before[0] else ():
                if prop["ordered"] and not self._order(name, prop["name"])["kept"]:
                    old = self.before[2][name][prop["name"]]
                    for each in self.links[name][prop["name"]]:
                        if each in old:
                            self._perhaps(each, None, "a member of a relationship with another order")

    def _bump(self, name, stored):
        """(allowed steps of the version, first answer or None, why)."""
        _, attributes, links, loose = self.before
        for key, value in stored.items():
            if attributes[name][key] != value:
                return [1], 1, f"{key} has another value"
        for prop in self.relations(name):
            key = prop["name"]
            old, new = links[name][key], self.links[name][key]
            if not prop["toMany"]:
                if old != new and not [name, key, old] in self.dangling:
                    return [1], 1, f"{key} leads to another object"
                continue
            deleted = [m for m in old if m not in self.entities]
            if not prop["inverse"] or any([name, key, m] in self.dangling for m in deleted):
                old = [m for m in old if m not in deleted]
            if set(old) != set(new):
                return [1], 1, f"{key} has other members"
            unsure = loose.get((name, key), set()) | self.loose.get((name, key), set())
            if prop["ordered"] and [m for m in old if m not in unsure] != [m for m in new if m not in unsure]:
                return [1], 1, f"{key} has another order"
        if name in self.maybe:
            first, why = self.maybe[name]
            return [0, 1], first, why
        return [0], 0, "nothing of it changed"
