"""Journals for the browser's tests, made with the program at a fixed time."""

import csv
import datetime
import io
import os
import random
import subprocess
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PRODUCTS = os.path.join(ROOT, ".build", "debug")
NOW = datetime.datetime(2026, 11, 20, 20, 0, tzinfo=datetime.timezone.utc)

FIELDS = ["date", "location", "height", "period", "wind", "rating", "notes", "board", "waves", "duration", "tide",
          "crowd", "swellHeight", "swellPeriod", "swellDirection", "waterTemperature"]
PLACES = ["Malibu", "Rincon", "Trestles, Lowers", "El Porto", "Huntington Beach", "Máncora", "Ocean Beach",
          "San Onofre", "Zuma", "Supertubos", "Teahupo'o"]
BOARDS = ["5'10 fish", "9'2 log", "6'2 shortboard", "7'0 egg"]
WINDS = ["glassy", "offshore 5kts", "NW 12kts", "onshore 15kts", "light S", "cross-shore 8kts"]
NOTES = ["Fun peelers with @ana. #dawnie", "Closeouts. Went home after an hour.", "Best lefts of the year.", "Crowded peak. @ben was out.",
         "Dinged the board on the rocks.", "Cold! Needed booties.", "A long story.\nWith a second paragraph."]


class Journal:
    """A journal in a folder, and the program that works on it."""

    def __init__(self, folder):
        self.folder = folder
        library = os.path.join(PRODUCTS, "libFaultySystem.so")
        if not os.path.exists(library):
            subprocess.run([os.path.join(ROOT, "Tests", "FaultySystem", "build"), library], check=True)
        shift = str(round(NOW.timestamp() - time.time()))
        self.environment = {
            "PATH": os.environ["PATH"], "HOME": folder, "TZ": "America/Los_Angeles", "LANG": "C.UTF-8",
            "SURFJOURNAL_STORE": os.path.join(folder, "journal.sqlite"),
            "LD_PRELOAD": library, "FAULTY_CLOCK": shift}
        self.run("init", "--empty")

    def run(self, *words, text=None):
        program = os.path.join(PRODUCTS, "surfjournal")
        outcome = subprocess.run(
            [program, *words], env=self.environment, cwd=self.folder, input=text, capture_output=True, text=True)
        if outcome.returncode:
            raise AssertionError(f"{words}: {outcome.returncode} {outcome.stderr}")
        return outcome

    def add(self, rows):
        """Imports rows, which are dictionaries by field."""
        sheet = io.StringIO()
        writer = csv.DictWriter(sheet, FIELDS, restval="")
        writer.writeheader()
        writer.writerows(rows)
        self.run("import", "-", "--format", "csv", text=sheet.getvalue())

    def report(self, *options):
        """Writes a page.
        Returns its path."""
        path = os.path.join(self.folder, "report.html")
        self.run("report", "--html", path, "--force", *options)
        return path


def sessions(count, seed=7):
    """Sessions of an ordinary surfer, uneven as life is: more in winter, values missing here and there."""
    chance = random.Random(seed)
    day = NOW
    for _ in range(count):
        pause = chance.choice([6, 20, 24, 24, 30, 48, 72, 96, 150, 12]) * (3 if day.month in (6, 7, 8) else 1)
        day -= datetime.timedelta(hours=pause)
        yield one(chance, day)


LONG_PLACES = ["Playa Grande de Tamarindo, Guanacaste", "San Onofre State Beach, Old Man's", "Pleasure Point",
               "Praia do Norte, Nazaré", "Malibu First Point", "Huntington Beach Pier, Northside"]
LONG_NOTES = "Paddled out at first light with @ana and @ben, the fog lifted around eight, and the sets came through "


def long_sessions(count, seed=3):
    """Sessions of ten years at places with long names, many with long notes of two paragraphs."""
    chance = random.Random(seed)
    day = NOW - datetime.timedelta(hours=1)
    for _ in range(count):
        row = one(chance, day)
        notes = LONG_NOTES * chance.choice([1, 3, 4]) + "clean.\nSecond paragraph: dinged the rail. #dawnie"
        yield {**row, "location": chance.choice(LONG_PLACES), "notes": notes if chance.random() < 0.5 else row["notes"]}
        day -= datetime.timedelta(hours=chance.uniform(30, 262))


def one(chance, day):
    low = chance.choice([1, 2, 2, 3, 3, 4, 4, 5, 6, 8, 10])
    often, seldom = (lambda value: value if chance.random() < 0.7 else ""), (lambda value: value if chance.random() < 0.3 else "")
    row = {"date": day.strftime("%Y-%m-%dT%H:%M:00Z"),
           "location": chance.choices(PLACES, [9, 7, 6, 8, 4, 1, 5, 4, 3, 1, 1])[0],
           "height": f"{low}ft" if chance.random() < 0.5 else f"{low}-{low + 2}ft",
           "period": often(f"{chance.randint(6, 18)}s"), "wind": often(chance.choice(WINDS)),
           "rating": often(min(5, max(1, round(chance.gauss(3.2, 1))))), "notes": often(chance.choice(NOTES)),
           "board": often(chance.choices(BOARDS, [5, 3, 4, 1])[0]), "waves": often(chance.randint(0, 30)),
           "duration": often(chance.choice([45, 60, 75, 90, 120, 150])),
           "tide": seldom(chance.choice(["low", "high, falling", "2.4ft"])), "crowd": seldom(chance.randint(0, 60)),
           "swellHeight": seldom(round(chance.uniform(0.5, 3), 1)), "swellPeriod": seldom(chance.randint(7, 18)),
           "swellDirection": seldom(chance.randint(180, 320)), "waterTemperature": seldom(chance.randint(12, 22))}
    return row
