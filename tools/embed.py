#!/usr/bin/env python3
"""Writes the files of the web page as a C source: the table web_files of src/server/http/static_files.h.

usage: embed.py OUTPUT [--depfile FILE] FOLDER
Takes the kinds of files that a browser loads, and skips folders named tests.
"""

import argparse
import hashlib
import pathlib

TYPES = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".ico": "image/x-icon",
    ".woff2": "font/woff2",
    ".webmanifest": "application/manifest+json",
}


def files_of(folder):
    for path in sorted(folder.rglob("*")):
        parts = path.relative_to(folder).parts
        if path.is_file() and path.suffix in TYPES and "tests" not in parts \
                and "node_modules" not in parts and not any(part.startswith(".") for part in parts):
            yield path


def bytes_text(data):
    lines = [", ".join("%d" % byte for byte in data[at:at + 24]) for at in range(0, len(data), 24)]
    return ",\n    ".join(lines) or "0"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("output")
    parser.add_argument("folder")
    parser.add_argument("--depfile")
    arguments = parser.parse_args()
    folder = pathlib.Path(arguments.folder)
    paths = list(files_of(folder))
    out = ["/* Made by tools/embed.py. */", '#include "server/http/static_files.h"', ""]
    table = []
    for number, path in enumerate(paths):
        data = path.read_bytes()
        out.append("static const unsigned char file_%d[] = {\n    %s};" % (number, bytes_text(data)))
        table.append('    {"/%s", "%s", "\\"%s\\"", file_%d, %d},' % (
            path.relative_to(folder).as_posix(), TYPES[path.suffix],
            hashlib.sha256(data).hexdigest()[:32], number, len(data)))
    out += ["", "const struct web_file web_files[] = {", *table, "    {0},", "};", ""]
    pathlib.Path(arguments.output).write_text("\n".join(out))
    if arguments.depfile:
        # The folder itself too: a file that is added changes it.
        names = [folder, *(path for path in folder.rglob("*") if path.is_dir()), *paths]
        pathlib.Path(arguments.depfile).write_text(
            "%s: %s\n" % (arguments.output, " ".join(str(name).replace(" ", "\\ ") for name in names)))


if __name__ == "__main__":
    main()
