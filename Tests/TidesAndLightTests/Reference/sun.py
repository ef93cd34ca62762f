"""Sun and moon as Skyfield computes them from JPL's ephemeris, to compare the program's with.

python3 sun.py write FOLDER   writes sun.tsv and moon.tsv, the samples that the tests compare with

Needs skyfield and skyfield-data.
"""

import datetime
import random
import sys

from skyfield import almanac
from skyfield.api import Loader, wgs84
from skyfield_data import get_skyfield_data_path

load = Loader(get_skyfield_data_path(), expire=False)
eph, ts = load("de421.bsp"), load.timescale(builtin=True)
sun, earth = eph["sun"], eph["earth"]
FIRST, LAST = 1976, 2025


def at(time):
    return ts.from_datetime(datetime.datetime.fromtimestamp(time, datetime.timezone.utc))


def crossing(place, lowest, highest, degrees):
    """When the sun's centre passes an altitude between two instants, by halving; None if it does not."""
    observer = earth + place

    def is_above(time):
        return observer.at(at(time)).observe(sun).apparent().altaz()[0].degrees > degrees

    if is_above(lowest) or not is_above(highest):
        return None
    while abs(highest - lowest) > 2:
        middle = (lowest + highest) / 2
        lowest, highest = (lowest, middle) if is_above(middle) else (middle, highest)
    return (lowest + highest) / 2


def of_day(latitude, longitude, middle):
    """dawn, sunrise, sunset, dusk of the day around the sun's highest moment nearest to an instant; None for none."""
    place = wgs84.latlon(latitude, longitude)
    transits = almanac.find_transits(earth + place, sun, at(middle - 43900), at(middle + 43900))
    noon = min((t.utc_datetime().timestamp() for t in transits), key=lambda t: abs(t - middle))
    horizon = -50 / 60
    return [crossing(place, noon + side * 43200, noon, degrees)
            for side, degrees in ((-1, -6), (-1, horizon), (1, horizon), (1, -6))]


def moons():
    """Full and new moons, in seconds since 1970."""
    t, kind = almanac.find_discrete(ts.utc(FIRST), ts.utc(LAST + 1), almanac.moon_phases(eph))
    return [(m.utc_datetime().timestamp(), "full" if k == 2 else "new") for m, k in zip(t, kind) if k in (0, 2)]


def write(folder):
    chosen = random.Random(65)
    with open(folder + "/sun.tsv", "w") as file:
        print("# latitude, longitude, an instant, then dawn, sunrise, sunset, dusk in seconds after it, - for none", file=file)
        for number in range(400):
            latitude = round(chosen.uniform(-65, 65) if number < 320 else chosen.choice([-1, 1]) * chosen.uniform(65, 89), 4)
            longitude = round(chosen.uniform(-180, 180), 4)
            day = datetime.datetime(chosen.randint(FIRST, LAST), 1, 1, 12, tzinfo=datetime.timezone.utc)
            middle = day.timestamp() + chosen.randrange(365) * 86400 - round(longitude / 15) * 3600
            times = of_day(latitude, longitude, middle)
            print(latitude, longitude, f"{middle:.0f}", *("-" if t is None else f"{t - middle:.0f}" for t in times),
                  sep="\t", file=file)
    with open(folder + "/moon.tsv", "w") as file:
        print("# full and new moons, in seconds since 1970", file=file)
        for time, name in moons()[::5]:
            print(name, f"{time:.0f}", sep="\t", file=file)


if __name__ == "__main__":
    write(sys.argv[2])
