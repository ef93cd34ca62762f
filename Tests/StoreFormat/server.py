"""Answers requests, one JSON line each. The README describes them."""

import json

from .check import Memory, check
from .compare import compare
from .model import Model
from .plays import Play
from .random_models import random_model
from .schema import READINGS, mattering, schema


class Server:
    """Keeps the plays that are going on, and counts which readings fitted."""

    def __init__(self):
        self.plays = {}
        self.count = 0
        self.fitted = {}
        self.done = {"compared": 0, "checked": 0, "differences": 0, "notes": 0}

    def answer(self, request):
        """One request as a dictionary -> the answer as a dictionary. It never raises."""
        try:
            action = getattr(self, "do_" + str(request.get("do")), None)
            if action is None:
                return {"error": f"There is no request {request.get('do')!r}."}
            return action(**{key: value for key, value in request.items() if key != "do"})
        except Exception as error:
            return {"error": f"{type(error).__name__}: {error}"}

    def serve(self, lines, output):
        """Answers every line until the end, or until a line says quit."""
        for line in lines:
            if not line.strip():
                continue
            try:
                request = json.loads(line)
            except ValueError as error:
                request = {"do": f"a line that is not JSON ({error})"}
            if request.get("do") == "quit":
                break
            output.write(json.dumps(self.answer(request)) + "\n")
            output.flush()

    @staticmethod
    def _model(model, seed):
        return Model(random_model(seed) if model is None else model)

    def do_model(self, seed):
        """A random model and its schema."""
        model = Model(random_model(seed))
        return {"seed": seed, "model": model.json, "schema": schema(model), "mattering": mattering(model)}

    def do_schema(self, model, readings=None):
        """The schema of a given model, and what is wrong with the model."""
        model = Model(model)
        problems = model.problems()
        if problems:
            return {"problems": problems}
        return {"problems": [], "schema": schema(model, readings), "mattering": mattering(model)}

    def do_compare(self, file, model=None, seed=None, mode="new", readings=None, history=False):
        """A file and a model."""
        result = compare(file, self._model(model, seed), mode, readings, history)
        self.done["compared"] += 1
        return self._counted(result)

    def do_play(self, seed, saves=3, migrate=False, model=None, expected=False):
        """A random play: its model and its edits."""
        return self._started(Play(seed, saves, migrate, model), expected)

    def do_replay(self, model, edits, expected=False):
        """A play with given edits instead of random ones."""
        return self._started(Play.given(model, edits), expected)

    def _started(self, play, expected):
        self.count += 1
        name = f"play{self.count}"
        self.plays[name] = (play, Memory())
        answer = {"play": name, "model": play.model.json, "edits": play.edits, "schema": schema(play.model)}
        if play.migration:
            answer["migration"] = {"save": play.migration["save"], "model": play.after.json,
                                   "schema": schema(play.after), "steps": play.migration["steps"]}
        if expected:
            answer["expected"] = play.expected
        return answer

    def do_check(self, play, save, file, keys, history=False):
        """The file after a save of a play. Saves must be checked in their order."""
        playing, memory = self.plays[play]
        expected = next(each for each in playing.expected if each["save"] == save)
        mode = "migrated" if expected.get("migration") else "used"
        if playing.migration and save > playing.migration["save"]:
            mode = "migrated"
        result = check(file, playing.model_at(save), expected, keys, memory, mode, history)
        self.done["checked"] += 1
        return self._counted(result)

    def do_expected(self, play, save):
        """What a play expects after a save."""
        return next(each for each in self.plays[play][0].expected if each["save"] == save)

    def do_end(self, play):
        """Forgets a play."""
        self.plays.pop(play, None)
        return {"ended": play}

    def do_summary(self):
        """What was compared so far, and which readings fitted. More than one answer to a question is inconsistent."""
        inconsistent = [f"{name} ({READINGS[name][2]}): {counts}" for name, counts in sorted(self.fitted.items())
                        if len(counts) > 1]
        return {**self.done, "readings": self.fitted, "inconsistent": inconsistent}

    def _counted(self, result):
        self.done["differences"] += len(result.differences)
        self.done["notes"] += len(result.notes)
        if not result.differences:
            for name, answer in result.readings.items():
                counts = self.fitted.setdefault(name, {})
                counts[answer] = counts.get(answer, 0) + 1
        return result.json()
