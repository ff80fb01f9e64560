#!/usr/bin/env python3
"""Runs all hostile programs as the submissions of one `judge run`, again and again.

    together.py --judge target/release/judge [--rounds 20] [--jobs 2]

One launcher starts many of them after each other here, so that what one leaves the next may
find. Every verdict must be right, in every round the same where there is one right verdict,
and no process and no file may be left.

Exit code: 0 when all is right, 1 when something is not.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from checks import changed, litter, snapshot, wipe
from programs import MARKER, build, case_bytes, load, require_tools
from watching import Network, become_subreaper, kill_strays, watch

PATIENCE_S = 600


def suitable(test):
    """Whether a program can be one of many: its case is whole, and nobody interrupts."""
    return not test.get("interrupt") and not test.get("omit")


def problem_of(test):
    """What decides to which problem a program belongs: input, answer, limits, cases."""
    n_cases = max(test.get("repeat", 1), 1 if test["moved_on_ms"] > 5000 else 2)
    return case_bytes(test), test["time_ms"], test["mem_kib"], n_cases


def write_cases(folder, given, expected, n_cases):
    for number in range(1, n_cases + 1):
        case = folder / str(number)
        case.mkdir(parents=True)
        (case / MARKER).write_bytes(b"")
        (case / "input").write_bytes(given)
        (case / "expected").write_bytes(expected)


def write_suite(tests, base, port):
    """One directory with `judge.toml`, the programs and the cases of every problem."""
    (base / "bin").mkdir()
    problems = {}
    for test in tests:
        problems.setdefault(problem_of(test), []).append(test)
    lines = []
    for number, (problem, members) in enumerate(problems.items()):
        (given, expected), time_ms, mem_kib, n_cases = problem
        write_cases(base / "cases" / f"p{number}", given, expected, n_cases)
        lines += [f"[problem.p{number}]", f'cases = "cases/p{number}"',
                  f"[problem.p{number}.limits]",
                  f'time = "{time_ms}ms"', f'memory = "{mem_kib}KiB"',
                  f"[problem.p{number}.submission]"]
        for test in members:
            build(test, base / "bin" / f"solver-{test['name']}", port)
            lines.append(f'{test["name"]} = "bin/solver-{test["name"]}"')
    (base / "judge.toml").write_text("\n".join(lines) + "\n")


def run_round(judge, jobs, base):
    """The verdicts of one run: submission -> those of its cases, in order."""
    command = [judge, "run", "--jobs", str(jobs), "--format", "json"]
    environment = {**os.environ, "TMPDIR": str(base / "tmp")}
    done = subprocess.run(command, cwd=base, env=environment, stdin=subprocess.DEVNULL,
                          capture_output=True, timeout=PATIENCE_S)
    verdicts, reasons = {}, {}
    for line in done.stdout.splitlines():
        event = json.loads(line)
        if event["type"] == "case":
            verdicts.setdefault(event["submission"], []).append(event["verdict"])
            reasons[event["submission"]] = event["reason"]
    if not verdicts:
        sys.exit(f"error: the judge ended with {done.returncode}:\n"
                 f"{done.stderr.decode('utf-8', 'replace')}")
    return verdicts, reasons


def wrong_in(tests, verdicts, reasons):
    for test in tests:
        got = verdicts.get(test["name"], [])
        if not got or set(got) - set(test["verdict"]):
            yield (f"{test['name']}: {'|'.join(got) or 'nothing'}, "
                   f"right: {'|'.join(test['verdict'])} ({reasons.get(test['name'])})")


def unlike(tests, first, verdicts):
    for test in tests:
        if len(test["verdict"]) == 1 and first[test["name"]] != verdicts.get(test["name"]):
            yield f"{test['name']}: {verdicts.get(test['name'])}, before {first[test['name']]}"


def left_behind(base, before, since, network):
    left = watch(base.name)
    if left:
        yield f"{len(left)} processes left: {sorted(name for _, _, name in left.values())[:3]}"
        kill_strays(base.name)
    yield from changed(before, snapshot(base / "cases", base / "bin"), base)
    place = base / "tmp"
    found = [str(path) for path in place.iterdir()]
    found += litter(base, since)
    if found:
        yield f"{len(found)} files left, e.g. {os.path.basename(found[0])!r}"
        for path in found:
            wipe(path)
    for call in network.take():
        yield f"{call} left the box"


def arguments():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--judge", required=True, help="path of `judge`")
    parser.add_argument("--rounds", type=int, default=1, metavar="N")
    parser.add_argument("--jobs", type=int, default=2, metavar="N")
    parser.add_argument("--keep", action="store_true", help="keep the directory")
    return parser.parse_args()


def main():
    options = arguments()
    require_tools()
    judge = os.path.abspath(options.judge)
    tests = [test for test in load() if suitable(test)]
    base = Path(tempfile.mkdtemp(prefix="torture-run-")).resolve()
    base.chmod(0o755)
    n_wrong = 0
    try:
        network = Network()
        write_suite(tests, base, network.port)
        # The runner of the single programs has these, too.
        (base / "cwd").mkdir()
        (base / "tmp").mkdir()
        become_subreaper()
        before = snapshot(base / "cases", base / "bin")
        first = None
        for number in range(1, options.rounds + 1):
            begin, since = time.monotonic(), time.time() - 1
            verdicts, reasons = run_round(judge, options.jobs, base)
            seconds = time.monotonic() - begin
            wrong = list(wrong_in(tests, verdicts, reasons))
            if first is None:
                first = verdicts
            wrong += unlike(tests, first, verdicts)
            wrong += left_behind(base, before, since, network)
            n_cases = sum(map(len, verdicts.values()))
            print(f"round {number}: {len(verdicts)} programs, {n_cases} cases, "
                  f"{seconds:.1f} s, {len(wrong)} wrong", flush=True)
            for text in wrong:
                print(f"  {text}", flush=True)
            n_wrong += len(wrong)
    finally:
        if not options.keep:
            wipe(base)
    return 1 if n_wrong else 0


if __name__ == "__main__":
    sys.exit(main())
