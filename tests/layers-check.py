#!/usr/bin/env python3
"""Each layer's compile commands must not reach a folder of a later layer, or of another puzzle: then
an include in the wrong direction does not compile. usage: layers-check.py BUILD_FOLDER SOURCE_FOLDER
"""

import json
import pathlib
import shlex
import sys


def layers(source):
    """(name, folder, folders that may be seen) of every layer, from left to right."""
    seen = [source / "include"]
    for name in ("base", "search"):
        seen = seen + [source / "src" / name]
        yield name, source / "src" / name, seen
    yield "rig", source / "src/rig", seen + [source / "src/puzzles/hanoi/core", source / "src/rig"]
    seen = seen + [source / "src/puzzles/interface"]
    for folder in sorted((source / "src/puzzles").iterdir()):
        if folder.is_dir() and folder.name != "interface":
            yield folder.name, folder, seen + [folder]
    seen = seen + [source / "src/session"]
    yield "session", source / "src/session", seen
    yield "library", source / "src/library", seen + [source / "src/library"]
    server = source / "src/server"
    yield "server", server, seen + [source / "src/rig", server]
    yield "cli", source / "src/cli", seen + [source / "src/rig", server, source / "src/cli"]


def include_paths(command, build):
    words = shlex.split(command)
    return {(build / word[2:]).resolve() for word in words if word.startswith("-I")}


def main():
    build, source = (pathlib.Path(path).resolve() for path in sys.argv[1:3])
    commands = json.loads((build / "compile_commands.json").read_text())
    number = 0
    for name, folder, allowed in layers(source):
        wrong = set()
        units = 0
        for entry in commands:
            file = (build / entry["file"]).resolve()
            test = entry.get("output", "").startswith("tests/")
            if test or folder not in file.parents or "tests" in file.relative_to(folder).parts:
                continue
            units += 1
            for path in include_paths(entry["command"], build):
                inside = source in path.parents
                if inside and build not in [path, *path.parents] and not any(
                        path == one or one in path.parents for one in allowed):
                    wrong.add(str(path.relative_to(source)))
        if name == "server" and units == 0:  # it is optional
            continue
        number += 1
        good = units > 0 and not wrong
        print("%s %d - %s sees only what is to its left" % ("ok" if good else "not ok", number, name))
        for path in sorted(wrong):
            print("#   it sees " + path)
    print("1..%d" % number)


if __name__ == "__main__":
    main()
