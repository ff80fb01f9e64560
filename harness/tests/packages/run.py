#!/usr/bin/env python3
"""Judges published problem packages through their own output validators.

    run.py --judge target/release/judge [--cache target/packages] [--only NAMES]

The packages are the examples that `problemtools` and `bapctools` come with. They are fetched
by pip, with the versions and checksums in requirements.txt, and never committed: their
licences differ. Each program in `submissions/<folder>/` must get what its folder promises,
and each expected output must be accepted by the package's own validator. What needs a
language that is not at hand is named and left out.

Python 3.11 and the standard library, pip, cc and c++; Linux. Exit code: 0 when all is right,
1 when something is not, 2 when nothing could be run.
"""

import argparse
import json
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from pathlib import Path

HERE = Path(__file__).resolve().parent

# What a folder of submissions promises: verdicts of which at least one must occur, and what
# may stand beside them. A program that needs too much memory is in `run_time_error`, too:
# the package format knows no verdict for it. One that earns a part of the points fails
# somehow where it earns none.
PROMISES = {
    "accepted": ({"AC"}, set()),
    "partially_accepted": ({"WA", "RE", "TLE"}, {"AC"}),
    "wrong_answer": ({"WA"}, {"AC"}),
    "run_time_error": ({"RE", "MLE"}, {"AC"}),
    "time_limit_exceeded": ({"TLE"}, {"AC"}),
}

# More than every accepted program takes by far; one of them waits for a whole second.
TIME = "4s"

# Where two programs talk, one that waits for nothing is stopped after twice this time.
TIME_INTERACTIVE = "1s"

# The memory limit of a package that does not set one, in MiB.
MEMORY = 1024


class Missing(Exception):
    """Something that this program needs is not there."""


def problems(cache):
    """The packages: where each lies, the sources of its validator, and its arguments. Those
    whose problem is interactive say so in `problem.yaml`."""
    kattis = cache / "problemtools"
    default = kattis / "support/default_validator"
    bapc = cache / "bapctools/bapctools/resources"
    return {
        "different": (kattis / "examples/different", None, []),
        "guess": (kattis / "examples/guess", None, []),
        "hello": (kattis / "examples/hello", default, []),
        "oddecho": (kattis / "examples/oddecho", default, []),
        "problem_cfp": (bapc / "skel/problem_cfp", bapc / "support", ["float_tolerance", "1e-6"]),
    }


def run(words, **options):
    """Runs a command to its end and returns what came of it."""
    return subprocess.run(words, capture_output=True, text=True, check=False, **options)


def fetch(cache):
    """Has pip download what is not there yet, and unpacks it."""
    if (cache / "complete").exists():
        return
    shutil.rmtree(cache, ignore_errors=True)
    cache.mkdir(parents=True)
    # Only the source distribution of this one has the examples in it.
    done = run([sys.executable, "-m", "pip", "download", "--quiet", "--no-deps",
                "--no-binary", "problemtools", "--only-binary", "bapctools",
                "--require-hashes", "--requirement", HERE / "requirements.txt",
                "--dest", cache])
    if done.returncode != 0:
        raise Missing(f"pip cannot fetch the packages:\n{done.stderr}")
    for archive in cache.glob("problemtools-*.tar.gz"):
        with tarfile.open(archive) as opened:
            opened.extractall(cache, filter="data")
        (cache / archive.name.removesuffix(".tar.gz")).rename(cache / "problemtools")
    for archive in cache.glob("bapctools-*.whl"):
        with zipfile.ZipFile(archive) as opened:
            opened.extractall(cache / "bapctools")
    (cache / "complete").touch()


def compile_to(program, sources):
    """Compiles sources of one language; returns why not, or None."""
    compilers = {
        ".c": ["cc", "-O2", "-std=gnu11"],
        ".cc": ["c++", "-O2", "-std=gnu++20"],
        ".cpp": ["c++", "-O2", "-std=gnu++20"],
        ".rs": ["rustc", "-O"],
    }
    compiler = compilers.get(sources[0].suffix)
    if compiler is None:
        return f"no compiler for {sources[0].suffix} is known here"
    if shutil.which(compiler[0]) is None:
        return f"`{compiler[0]}` is missing"
    libraries = ["-lm"] if sources[0].suffix == ".c" else []
    done = run([*compiler, "-o", program, *sources, *libraries])
    return done.stderr.strip() or "it cannot be compiled" if done.returncode != 0 else None


def command(source, place):
    """The command of a submission, and why there is none."""
    if source.is_dir():
        return None, "programs of several files are not built here"
    if source.suffix == ".py":
        # Syntax of Python 2 is no error of the package.
        done = run([sys.executable, "-c", "import ast, sys; ast.parse(open(sys.argv[1]).read())",
                    source])
        if done.returncode != 0:
            return None, "it is not Python 3"
        return f"python3 '{source}'", None
    program = place / f"{source.parent.name}-{source.name}.bin"
    why = compile_to(program, [source])
    return (None, why) if why else (f"'{program}'", None)


def validator(package, sources, place):
    """Compiles the package's own validator, or the default one."""
    own = [path for folder in ("output_validator", "output_validators")
           for path in sorted((package / folder).glob("**/*.cc"))]
    files = own or sorted(path for path in sources.iterdir() if path.suffix in (".cc", ".cpp"))
    program = place / "validator.bin"
    why = compile_to(program, files)
    if why:
        raise Missing(f"the validator of {package.name}: {why}")
    return program


def count_cases(package):
    """How many cases a package has: inputs with their answers."""
    return sum(path.with_suffix(".ans").exists() for path in (package / "data").glob("**/*.in"))


def lay_out(name, package, sources, arguments, place):
    """Makes a directory that `judge` can be run in; returns the promise of each submission,
    and what was left out with the reasons."""
    checker = validator(package, sources, place)
    settings = (package / "problem.yaml").read_text()
    memory = re.search(r"^ +memory: *(\d+)", settings, re.M)
    is_interactive = re.search(r"^type: *interactive$", settings, re.M)
    promised, left_out, lines = {}, [], []
    for source in sorted((package / "submissions").glob("*/*")):
        submission = f"{source.parent.name} {source.name}"
        words, why = command(source, place)
        if source.parent.name not in PROMISES:
            why = "its folder promises nothing that is known here"
        if why:
            left_out.append((submission, why.splitlines()[0]))
            continue
        promised[submission] = PROMISES[source.parent.name]
        lines.append(f"{json.dumps(submission)} = {json.dumps(words)}")
    (place / "judge.toml").write_text("\n".join([
        f"[problem.{name}]",
        f"cases = {json.dumps(str(package / 'data'))}",
        f"[problem.{name}.{'interactor' if is_interactive else 'checker'}]",
        f"run = {json.dumps(str(checker))}",
        "protocol = 'icpc'",
        f"args = {json.dumps(arguments)}",
        f"[problem.{name}.limits]",
        f"time = '{TIME_INTERACTIVE if is_interactive else TIME}'",
        f"memory = '{memory[1] if memory else MEMORY}MiB'",
        f"[problem.{name}.submission]",
        *lines,
    ]) + "\n")
    return promised, left_out


def check(name, promised, n_cases, place, judge):
    """Judges a package; returns what is wrong, a line each."""
    wrong = []
    done = run([judge, "list", "--check"], cwd=place)
    if done.returncode != 0:
        wrong.append(f"self-check: exit code {done.returncode}: {done.stdout}{done.stderr}")
    done = run([judge, "run", "--format", "json"], cwd=place)
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    cases = [line for line in lines if line["type"] == "case"]
    for submission, (needed, allowed) in promised.items():
        seen = [case for case in cases if case["submission"] == submission]
        verdicts = {case["verdict"] for case in seen}
        if len(seen) != n_cases or not verdicts & needed or verdicts - needed - allowed:
            reasons = "; ".join(sorted({case["reason"] for case in seen if case["reason"]}))
            wrong.append(f"{submission}: {sorted(verdicts)} on {len(seen)} of {n_cases} cases, "
                         f"promised {sorted(needed)}: {reasons}")
    if not cases:
        wrong.append(f"nothing was judged: {done.stderr}")
    return [f"{name}: {line}" for line in wrong]


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--judge", required=True, type=Path)
    arguments.add_argument("--cache", type=Path, default=Path("target/packages"))
    arguments.add_argument("--only", nargs="*")
    options = arguments.parse_args()
    try:
        fetch(options.cache)
        wrong = []
        for name, found in problems(options.cache.resolve()).items():
            if options.only and name not in options.only:
                continue
            with tempfile.TemporaryDirectory() as folder:
                place = Path(folder)
                n_cases = count_cases(found[0])
                promised, left_out = lay_out(name, *found, place)
                new = check(name, promised, n_cases, place, options.judge.resolve())
                wrong += new
                print(f"{name}: {len(promised)} submissions, {n_cases} cases, "
                      f"{'as promised' if not new else 'NOT as promised'}")
                for submission, why in left_out:
                    print(f"    left out: {submission}: {why}")
    except Missing as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    for line in wrong:
        print(f"error: {line}", file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
