"""The command line: python3 -m StoreFormat COMMAND. The README describes it."""

import argparse
import json
import os
import sys
import tempfile

from .check import Memory, check
from .compare import compare
from .plays import Play
from .server import Server
from .write import Writer


def main():
    """Reads the arguments and runs one command. Exit code 1: differences were found."""
    parser = argparse.ArgumentParser(prog="python3 -m StoreFormat", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("serve", help="answer requests, a JSON line each, until the input ends")
    models = commands.add_parser("models", help="random models with their schemas, a JSON line each")
    models.add_argument("--seed", type=int, default=1)
    models.add_argument("--count", type=int, default=1)
    commands.add_parser("schema", help="the schemas of models read from the input, a JSON line each")
    comparing = commands.add_parser("compare", help="compare a store with a model")
    comparing.add_argument("file")
    comparing.add_argument("--model", help="a file with the model's JSON")
    comparing.add_argument("--seed", type=int, help="the seed of a random model")
    comparing.add_argument("--mode", choices=("new", "used", "migrated"), default="new")
    comparing.add_argument("--history", action="store_true", help="the store has persistent history")
    playing = commands.add_parser("play", help="a random play: model, edits and expectations, a JSON line each")
    checking = commands.add_parser("check", help="compare a store with one save of a random play")
    checking.add_argument("file")
    checking.add_argument("--keys", required=True, help="a file with the key report's JSON")
    checking.add_argument("--save", type=int, required=True)
    for each in (playing, checking):
        each.add_argument("--seed", type=int, required=True)
        each.add_argument("--saves", type=int, default=3)
        each.add_argument("--migrate", action="store_true")
    testing = commands.add_parser("selfcheck", help="write random plays with the plain writer and check the files")
    testing.add_argument("--seed", type=int, default=1)
    testing.add_argument("--count", type=int, default=20)
    arguments = parser.parse_args()
    server = Server()
    if arguments.command == "serve":
        server.serve(sys.stdin, sys.stdout)
    elif arguments.command == "models":
        for seed in range(arguments.seed, arguments.seed + arguments.count):
            print(json.dumps(server.do_model(seed)))
    elif arguments.command == "schema":
        for line in sys.stdin:
            if line.strip():
                print(json.dumps(server.do_schema(json.loads(line))))
    elif arguments.command == "compare":
        if arguments.model is None and arguments.seed is None:
            parser.error("compare needs --model or --seed")
        model = json.load(open(arguments.model)) if arguments.model else None
        report(compare(arguments.file, Server._model(model, arguments.seed), arguments.mode,
                       history=arguments.history))
    elif arguments.command == "play":
        play = Play(arguments.seed, arguments.saves, arguments.migrate)
        print(json.dumps({"model": play.model.json}))
        if play.migration:
            print(json.dumps({"migration": play.after.json, "save": play.migration["save"]}))
        for kind, items in (("edit", play.edits), ("expected", play.expected)):
            for each in items:
                print(json.dumps({kind: each}))
    elif arguments.command == "check":
        play = Play(arguments.seed, arguments.saves, arguments.migrate)
        expected = next(each for each in play.expected if each["save"] == arguments.save)
        after = play.migration and arguments.save >= play.migration["save"]
        report(check(arguments.file, play.model_at(arguments.save), expected, json.load(open(arguments.keys)),
                     mode="migrated" if after else "used"))
    elif arguments.command == "selfcheck":
        selfcheck(range(arguments.seed, arguments.seed + arguments.count))


def selfcheck(seeds):
    """Plays with and without a migration, written by write.py and checked here. Nothing may be found."""
    files = found = 0
    for seed in seeds:
        with tempfile.TemporaryDirectory(prefix="storeformat") as folder:
            play = Play(seed, migrate=seed % 2 == 0)
            writer, memory = Writer(os.path.join(folder, "a.sqlite")), Memory()
            for expected in play.expected:
                model = play.model_at(expected["save"])
                keys = writer.save(model, expected)
                result = check(writer.path, model, expected, keys, memory,
                               "migrated" if expected.get("migration") else "used")
                files += 1
                for text in result.differences + result.notes:
                    found += 1
                    print(f"seed {seed}, save {expected['save']}: {text}")
    print(f"{len(seeds)} plays, {files} files, {found} findings")
    sys.exit(1 if found else 0)


def report(result):
    """Prints a result for people and ends with its exit code."""
    for text in result.differences:
        print(text)
    for text in result.notes:
        print("note:", text)
    if result.readings:
        print("readings:", json.dumps(result.readings))
    print(f"{len(result.differences)} differences, {len(result.notes)} notes")
    sys.exit(1 if result.differences else 0)


if __name__ == "__main__":
    try:
        main()
    except BrokenPipeError:
        sys.exit(0)
