"""The manifest, and how its programs and their cases come to lie on disk."""

import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

from adapter import VERDICTS

HERE = Path(__file__).resolve().parent
MANIFEST = HERE / "torture.toml"
MARKER = "TORTURE_CASE"
LAYERS = ("namespaces", "user", "landlock", "seccomp")
COMPILED = {"c", "no-loader", "wrong-machine", "truncated"}
KNOWN = {
    "name", "kind", "level", "source", "build", "time_ms", "mem_kib", "input",
    "input_pad_mib", "expected", "expected_lines", "verdict", "moved_on_ms",
    "judge_mem_mib", "max_mem_kib", "repeat", "same", "human", "terminal", "interrupt",
    "omit", "alone", "falls_without", "why",
}


def load(path=MANIFEST):
    """The programs of a manifest, with its defaults filled in."""
    with open(path, "rb") as file:
        data = tomllib.load(file)
    if data.get("format") != 1:
        sys.exit(f"error: {path}: not a manifest of format 1")
    tests = [{**data["defaults"], **program} for program in data["program"]]
    for test in tests:
        unknown = (set(test) - KNOWN) | (set(test["verdict"]) - VERDICTS)
        if unknown:
            sys.exit(f"error: {path}: {test['name']}: unknown: {sorted(unknown)}")
        check_layers(path, test)
    names = [test["name"] for test in tests]
    twice = {name for name in names if names.count(name) > 1}
    if twice:
        sys.exit(f"error: {path}: more than one program is called {sorted(twice)}")
    return tests


def check_layers(path, test):
    for entry in test.get("falls_without", []):
        layer, *who = entry.split(" as ")
        if layer not in LAYERS or who not in ([], ["root"], ["user"]):
            sys.exit(f"error: {path}: {test['name']}: no such layer: {entry!r}")


def falls(test, layer):
    """Whether a program need not come out right without a layer, for who runs this."""
    who = "root" if os.geteuid() == 0 else "user"
    return bool({layer, f"{layer} as {who}"} & set(test.get("falls_without", [])))


def require_tools():
    """Ends with a message where the programs cannot be built."""
    if shutil.which("cc") is None:
        sys.exit("error: `cc` is missing, which builds the hostile programs\n"
                 "help: install a C compiler, for example: apt-get install gcc")


def compile_c(source, to, flags):
    command = ["cc", "-O1", "-Wall", "-pthread", *flags, "-o", str(to), str(source)]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        raise RuntimeError(f"{source}: {done.stderr.strip()}")


def build(test, to, port):
    """Makes the program of a test; `to` is the path that it gets."""
    how, source = test["build"], HERE / "programs" / test["source"]
    if how in COMPILED:
        loader = ["-Wl,--dynamic-linker=/no/such/loader"] if how == "no-loader" else []
        compile_c(source, to, [f"-DTORTURE_PORT={port}", *loader])
        if how == "wrong-machine":  # e_machine of the ELF header: S/390
            data = bytearray(to.read_bytes())
            data[18:20] = (22).to_bytes(2, sys.byteorder)
            to.write_bytes(data)
        if how == "truncated":
            to.write_bytes(to.read_bytes()[:100])
    elif how in ("script", "not-executable", "crlf"):
        data = source.read_bytes()
        to.write_bytes(data.replace(b"\n", b"\r\n") if how == "crlf" else data)
        to.chmod(0o644 if how == "not-executable" else 0o755)
    elif how == "empty":
        to.write_bytes(b"")
        to.chmod(0o755)
    elif how == "directory":
        to.mkdir()
    elif how == "link-loop":
        to.symlink_to(to)
    elif how != "missing":
        raise RuntimeError(f"{test['name']}: no way to build is called {how}")


def case_bytes(test):
    """The input and the expected output."""
    given = test["input"].encode()
    pad = test.get("input_pad_mib", 0) << 20
    if pad:
        given += (b"w" * 63 + b"\n") * (pad // 64)
    if "expected_lines" in test:
        lines = test["expected_lines"]
        return given, (lines["text"] + "\n").encode() * lines["count"]
    return given, test["expected"].encode()


def lay_out(test, place, port):
    """The directories of one test: case, bin, cwd and tmp."""
    for name in ("case", "bin", "cwd", "tmp"):
        (place / name).mkdir(parents=True)
        (place / name).chmod(0o755 if name != "tmp" else 0o1777)
    given, expected = case_bytes(test)
    omit = test.get("omit", [])
    (place / "case" / MARKER).write_bytes(b"")
    if "input" not in omit:
        (place / "case" / "1.in").write_bytes(given)
    if "expected" not in omit:
        (place / "case" / "1.ans").write_bytes(expected)
    program = place / "bin" / f"solver-{test['name']}"
    build(test, program, port)
    return {"program": str(program), "input": str(place / "case" / "1.in"),
            "expected": str(place / "case" / "1.ans"),
            "time_ms": test["time_ms"], "mem_kib": test["mem_kib"]}
