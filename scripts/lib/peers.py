"""Prints the medians of our runs and of GRDB's, and their ratios: peers.py FOLDER, which has ours*.json and grdb*.json."""

import glob
import json
import re
import statistics
import sys


def ours(path):
    with open(path, encoding="utf-8") as file:
        return {re.sub(r": \d+( authors)?$", "", row["workload"]): row["ours"] for row in json.load(file)["rows"]}


def peers(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def medians(read, pattern):
    runs = [read(path) for path in sorted(glob.glob(pattern))]
    return {name: statistics.median(run[name] for run in runs) for name in runs[0]}


def main(folder):
    first, second = medians(ours, f"{folder}/ours*.json"), medians(peers, f"{folder}/grdb*.json")
    print(f"{'workload':46}{'ours':>12}{'GRDB':>12}{'ratio':>8}")
    for name in first:
        if name in second:
            print(f"{name:46}{first[name]:9.1f} ms{second[name]:9.1f} ms{first[name] / second[name]:8.2f}")


main(sys.argv[1])
