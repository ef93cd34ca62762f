"""Tides computed a second time, to compare the program's with: constants read by libtcd, and own code for the rest.

python3 tides.py write FILE        writes the sample that the tests compare with
python3 tides.py compare PROGRAM   compares 200 stations over 40 years with what PROGRAM prints; takes half an hour
python3 tides.py sample PROGRAM    compares four days of each of those years only; takes minutes

Needs libtcd-dev, xtide-data and numpy.
"""

import ctypes
import datetime
import json
import math
import random
import subprocess
import sys

import numpy

TABLE = b"/usr/share/xtide/harmonics-dwf-20191229-free.tcd"
FIRST, LAST = 1985, 2024
FEET = 0.3048


class Header(ctypes.Structure):
    _fields_ = [
        ("number", ctypes.c_int32), ("size", ctypes.c_uint32), ("type", ctypes.c_uint8),
        ("latitude", ctypes.c_double), ("longitude", ctypes.c_double), ("reference", ctypes.c_int32),
        ("tzfile", ctypes.c_int16), ("name", ctypes.c_char * 90)]


class Record(ctypes.Structure):
    _fields_ = [
        ("header", Header), ("country", ctypes.c_int16), ("source", ctypes.c_char * 90),
        ("restriction", ctypes.c_uint8), ("comments", ctypes.c_char * 10000), ("notes", ctypes.c_char * 10000),
        ("legalese", ctypes.c_uint8), ("context", ctypes.c_char * 90), ("id", ctypes.c_char * 90),
        ("imported", ctypes.c_uint32), ("xfields", ctypes.c_char * 10000), ("direction_units", ctypes.c_uint8),
        ("min_direction", ctypes.c_int32), ("max_direction", ctypes.c_int32), ("level_units", ctypes.c_uint8),
        ("datum_offset", ctypes.c_float), ("datum", ctypes.c_int16), ("zone_offset", ctypes.c_int32),
        ("expires", ctypes.c_uint32), ("months", ctypes.c_uint16), ("last_date", ctypes.c_uint32),
        ("confidence", ctypes.c_uint8), ("amplitude", ctypes.c_float * 255), ("epoch", ctypes.c_float * 255),
        ("min_time", ctypes.c_int32), ("min_add", ctypes.c_float), ("min_multiply", ctypes.c_float),
        ("max_time", ctypes.c_int32), ("max_add", ctypes.c_float), ("max_multiply", ctypes.c_float),
        ("flood", ctypes.c_int32), ("ebb", ctypes.c_int32)]


tcd = ctypes.CDLL("libtcd.so")
tcd.get_speed.restype = ctypes.c_double
tcd.get_equilibrium.restype = tcd.get_node_factor.restype = ctypes.c_float
tcd.get_level_units.restype = ctypes.c_char_p
assert tcd.open_tide_db(TABLE)


def read(number):
    record = Record()
    assert tcd.read_tide_record(number, ctypes.byref(record)) == number
    return record


def unit(record):
    return {b"feet": FEET, b"meters": 1.0}.get(tcd.get_level_units(record.level_units))


def clock(hundreds):
    """Hours * 100 + minutes, in hours."""
    sign = -1 if hundreds < 0 else 1
    return sign * (abs(hundreds) // 100 + abs(hundreds) % 100 / 60)


def began(year):
    return datetime.datetime(year, 1, 1, tzinfo=datetime.timezone.utc).timestamp()


class Reference:
    """A reference station: h(T) = z0 + sum of f A cos(a T + V + u - g), with T in hours of the station's meridian."""

    def __init__(self, record):
        numbers = [n for n in range(255) if record.amplitude[n] > 0]
        self.numbers, self.unit = numbers, unit(record)
        self.mean, self.meridian = record.datum_offset * self.unit, clock(record.zone_offset)
        self.amplitude = numpy.array([record.amplitude[n] for n in numbers]) * self.unit
        self.epoch = numpy.radians([record.epoch[n] for n in numbers])
        self.speed = numpy.radians([tcd.get_speed(n) for n in numbers])

    def terms(self, year):
        factor = numpy.array([tcd.get_node_factor(n, year - 1700) for n in self.numbers])
        argument = numpy.radians([tcd.get_equilibrium(n, year - 1700) for n in self.numbers])
        return self.amplitude * factor, argument - self.epoch

    def sums(self, times, year, derivative):
        amplitude, phase = self.terms(year)
        hours = (numpy.asarray(times) - began(year)) / 3600 + self.meridian
        total = numpy.zeros(len(hours))
        for a, p, speed in zip(amplitude, phase, self.speed):
            total += -a * speed * numpy.sin(speed * hours + p) if derivative else a * numpy.cos(speed * hours + p)
        return total if derivative else total + self.mean

    def height(self, time):
        year = datetime.datetime.fromtimestamp(time, datetime.timezone.utc).year
        return self.sums([time], year, False)[0]

    def extremes(self, first, last, year):
        """(time, is high, height) of each extreme, by a grid of five minutes and halving."""
        grid = numpy.arange(first, last + 1, 300.0)
        rises = self.sums(grid, year, True) > 0
        turns = numpy.nonzero(rises[:-1] != rises[1:])[0]
        left, right, high = grid[turns], grid[turns] + 300, rises[turns]
        for _ in range(14):
            middle = (left + right) / 2
            before = (self.sums(middle, year, True) > 0) == high
            left, right = numpy.where(before, middle, left), numpy.where(before, right, middle)
        times = (left + right) / 2
        return list(zip(times, high, self.sums(times, year, False))) if len(times) else []


class Station:
    def __init__(self, number):
        self.record = read(number)
        self.number, self.name = number, self.record.header.name.decode("latin-1")
        self.is_reference = self.record.header.type == 1
        self.reference = Reference(self.record if self.is_reference else read(self.record.header.reference))

    def moved(self, time, high, height):
        if self.is_reference:
            return time, high, height
        r, metres = self.record, unit(self.record)
        add, multiply, late = (
            (r.max_add, r.max_multiply, r.max_time) if high else (r.min_add, r.min_multiply, r.min_time))
        return time + clock(late) * 3600, high, height * (multiply or 1.0) + add * metres

    def extremes(self, first, last, year):
        return [self.moved(*extreme) for extreme in self.reference.extremes(first, last, year)]

    def height(self, time):
        if self.is_reference:
            return self.reference.height(time)
        year = datetime.datetime.fromtimestamp(time, datetime.timezone.utc).year
        plain = self.reference.extremes(time - 4 * 86400, time + 4 * 86400, year)
        pairs = sorted((self.moved(*extreme), extreme) for extreme in plain)
        for (here, there), (here_next, there_next) in zip(pairs, pairs[1:]):
            if here[0] <= time < here_next[0]:
                part = (time - here[0]) / (here_next[0] - here[0])
                height = self.reference.height(there[0] + part * (there_next[0] - there[0]))
                share = (height - there[2]) / (there_next[2] - there[2])
                return here[2] + share * (here_next[2] - here[2])


def sample(seed=57, references=140, subordinates=60):
    tides = [n for n in range(5407) if unit(read(n))]
    chosen = random.Random(seed)
    by_type = {kind: [n for n in tides if read(n).header.type == kind] for kind in (1, 2)}
    tides = chosen.sample(by_type[1], references) + chosen.sample(by_type[2], subordinates)
    return [Station(number) for number in sorted(tides)]


def write(path):
    chosen = random.Random(40)
    with open(path, "w", encoding="utf-8") as file:
        print("# station, first second of a day, its extremes (kind, seconds after it, mm), a second and its mm", file=file)
        for station in sample():
            for _ in range(2):
                year = chosen.randint(FIRST, LAST)
                day = began(year) + chosen.randint(5, 355) * 86400
                found = sorted(station.extremes(day - 3 * 86400, day + 4 * 86400, year))
                shown = " ".join(
                    f"{'high' if high else 'low'},{time - day:.0f},{height * 1000:.0f}"
                    for time, high, height in found if day <= time < day + 86400)
                second = chosen.randrange(0, 86400, 60)
                print(station.name, f"{day:.0f}", shown, second, f"{station.height(day + second) * 1000:.0f}",
                      sep="\t", file=file)


def spans(is_sample, chosen):
    """The spans of time to compare, as (first, last, year)."""
    for year in range(FIRST, LAST + 1):
        first, last = began(year), began(year + 1)
        if is_sample:
            first += chosen.randint(3, 355) * 86400
            last = first + 4 * 86400
        yield first, last, year


def compare(program, is_sample):
    chosen = random.Random(7)
    worst_minutes = worst_metres = 0.0
    counted = missing = 0
    for station in sample():
        out = subprocess.run(
            [program, "tide", "--station", station.name, f"{FIRST}-01-01..{LAST}-12-31", "--json"],
            capture_output=True, check=True).stdout
        ours = [
            (datetime.datetime.fromisoformat(e["time"]).timestamp(), e["kind"] == "high", e["metres"])
            for e in json.loads(out)["extremes"]]
        times = {kind: numpy.array([t for t, high, _ in ours if high == kind]) for kind in (True, False)}
        heights = {kind: numpy.array([h for _, high, h in ours if high == kind]) for kind in (True, False)}
        for first, last, year in spans(is_sample, chosen):
            for time, high, height in station.extremes(first, last, year):
                if not began(FIRST) + 2 * 86400 < time < began(LAST + 1) - 2 * 86400:
                    continue
                place = numpy.abs(times[bool(high)] - time).argmin()
                minutes = abs(times[bool(high)][place] - time) / 60
                metres = abs(heights[bool(high)][place] - height)
                counted += 1
                if minutes > 3 or metres > 0.03:
                    missing += 1
                    print(f"{station.name}: {datetime.datetime.fromtimestamp(time, datetime.timezone.utc)} {minutes:.1f} min {metres:.3f} m")
                    continue
                worst_minutes, worst_metres = max(worst_minutes, minutes), max(worst_metres, metres)
        print(f"{station.name}: {counted} so far, {missing} apart, at most {worst_minutes:.2f} min, {worst_metres:.4f} m",
              flush=True)
    return missing


if __name__ == "__main__":
    if sys.argv[1] == "write":
        write(sys.argv[2])
    else:
        sys.exit(1 if compare(sys.argv[2], sys.argv[1] == "sample") else 0)
