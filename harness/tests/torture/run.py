#!/usr/bin/env python3
"""Runs `judge once` on the hostile programs and checks what it says and what it leaves.

    run.py --judge target/release/judge [--jobs 2] [--only NAMES] [--layers]

Each program is judged on one case of its own. What is checked beside the verdict, and the
fields of the manifest, are in README.md beside this file.

Python 3.11 and the standard library; Linux. Exit code: 0 when all is right, 1 when
something is not, 2 when nothing could be run.
"""

import argparse
import json
import multiprocessing
import sys
import tempfile
import time
from pathlib import Path

from adapter import Adapter
from checks import check_run, litter, snapshot, wipe
from programs import LAYERS, falls, lay_out, load, require_tools
from watching import Network, become_subreaper, run_judge

LATE = "took "  # how a remark begins that a busy machine may explain


def judge_once(test, place, values, bench):
    """Judges one program once; returns the verdict, the figures and what is wrong."""
    before, since = snapshot(place / "case", place / "bin"), time.time() - 1
    bench.network.take()
    seen = run_judge(bench.adapter.command(values), place, bench.patience(test), bench.token,
                     test.get("terminal", False), test.get("interrupt"))
    verdict, memory, remark = bench.adapter.read(seen["returncode"], seen["out"], seen["err"])
    if seen["late"] or seen["stopped"] or seen["grown"]:
        verdict, remark = "HANG", ""
    wrong = []
    if verdict not in test["verdict"] and not test.get("interrupt"):
        wrong.append(f"verdict {verdict}" + (f" ({remark})" if remark else ""))
    if memory is not None and memory > test.get("max_mem_kib", memory):
        wrong.append(f"charged {memory} KiB, at most {test['max_mem_kib']}")
    wrong += check_run(test, seen, place, before, since, bench.network)
    if bench.verbose and wrong:
        print(f"    {test['name']}: exit {seen['returncode']}\n"
              f"      out: {seen['out'][:400]!r}\n      err: {seen['err'][:400]!r}")
    return verdict, seen, wrong


def report_for_people(test, place, values, bench):
    """What is wrong with the report that people get."""
    before, since = snapshot(place / "case", place / "bin"), time.time() - 1
    seen = run_judge(bench.adapter.command(values, for_people=True), place,
                     bench.patience(test), bench.token)
    wrong = check_run(test, seen, place, before, since, bench.network, for_people=True)
    return [f"for people: {text}" for text in wrong]


class Bench:
    """Where one program after the other is judged."""

    def __init__(self, options, base, name):
        self.adapter = Adapter(options.judge)
        self.network = Network()
        self.base = base / name
        self.base.mkdir()
        self.token = str(self.base)
        self.grace, self.keep, self.verbose = options.grace, options.keep, options.verbose
        become_subreaper()

    def patience(self, test):
        """Seconds after which the judge hangs."""
        return test["moved_on_ms"] / 1000 + self.grace

    def run(self, test):
        """Judges one program as often as it wants; returns a row of the table."""
        place, since = self.base / test["name"], time.time() - 1
        values = lay_out(test, place, self.network.port)
        got, wrong, slowest, biggest = [], [], 0.0, 0
        for _ in range(test.get("repeat", 1)):
            verdict, seen, this_wrong = judge_once(test, place, values, self)
            got.append(verdict)
            wrong += this_wrong
            slowest = max(slowest, seen["seconds"])
            biggest = max(biggest, seen["memory"])
        if test.get("same") and len(set(got)) > 1:
            wrong.append("not the same verdict each time")
        if test.get("human"):
            wrong += report_for_people(test, place, values, self)
        for path in litter(place, since):
            wipe(path)
        if not self.keep:
            wipe(place)
        return {"name": test["name"], "kind": test["kind"], "level": test["level"],
                "want": test["verdict"], "got": list(dict.fromkeys(got)),
                "ms": round(slowest * 1000), "judge_mib": biggest >> 10,
                "wrong": list(dict.fromkeys(wrong))}


# --------------------------------------------------------------- several at a time

def failed_row(test, error):
    return {"name": test["name"], "kind": test["kind"], "level": test["level"],
            "want": test["verdict"], "got": [], "ms": 0, "judge_mib": 0,
            "wrong": [f"the runner failed: {error!r}"]}


def work(options, base, name, tests, n_taken, done):
    """Judges the next program of a list until all were taken."""
    bench = Bench(options, base, name)
    while True:
        with n_taken.get_lock():
            place, n_taken.value = n_taken.value, n_taken.value + 1
        if place >= len(tests):
            return
        try:
            done.put(bench.run(tests[place]))
        except Exception as error:  # the others go on
            done.put(failed_row(tests[place], error))


def in_company(tests, options, base, prefix="w"):
    """Rows of programs that are judged several at a time, as they come."""
    context = multiprocessing.get_context("fork")
    done, n_taken = context.SimpleQueue(), context.Value("i", 0)
    tests = sorted(tests, key=lambda test: -test["moved_on_ms"])
    workers = [context.Process(target=work,
                               args=(options, base, f"{prefix}{i}", tests, n_taken, done))
               for i in range(min(options.jobs, len(tests)))]
    for worker in workers:
        worker.start()
    n_left = len(tests)
    while n_left:
        n_living = sum(worker.is_alive() for worker in workers)
        if not done.empty():
            yield done.get()
            n_left -= 1
        elif n_living == 0:
            sys.exit(f"error: the workers ended with {n_left} programs left")
        else:
            time.sleep(0.02)
    for worker in workers:
        worker.join()


def run_all(tests, options, base, show):
    """Rows of all programs: those that can stand company, then the others alone. One that
    was only late in company is judged once more, alone."""
    by_name = {test["name"]: test for test in tests}
    alone = [test for test in tests if test.get("alone") or options.jobs == 1]
    company = [test for test in tests if test not in alone]
    rows = []
    for row in in_company(company, options, base) if company else []:
        if row["wrong"] and all(LATE in text for text in row["wrong"]):
            alone.append(by_name[row["name"]])
            continue
        show(row)
        rows.append(row)
    if alone:
        bench = Bench(options, base, "alone")
        for test in alone:
            row = bench.run(test)
            show(row)
            rows.append(row)
    return rows


# --------------------------------------------------------------- the table

def honest_first(options, base):
    """Ends here when there is no judge that accepts an honest solver."""
    test = next(test for test in load() if test["name"] == "correct")
    like = {**test, "repeat": 1, "moved_on_ms": 20000}
    row = next(in_company([like], options, base, "honest"))
    if row["got"] != ["AC"]:
        print("error: the judge does not accept an honest solver: "
              f"{'; '.join(row['wrong'])}", file=sys.stderr)
        sys.exit(2)


def show(row):
    print(f"{'FAIL' if row['wrong'] else 'ok':4} {row['name']:<24} {row['kind']:<9} "
          f"{row['level']:<7} {'|'.join(row['want'])[:14] or 'any':<14} "
          f"{'|'.join(row['got'])[:10]:<10} {row['ms']:>6} {row['judge_mib']:>4}  "
          f"{'; '.join(row['wrong'])}", flush=True)



def against_table(rows, tests, layer):
    """Names of the programs that came out otherwise than the manifest says."""
    by_name = {test["name"]: test for test in tests}
    unlike = []
    for row in rows:
        # How long it takes is not what a layer is for.
        row["wrong"] = [text for text in row["wrong"] if LATE not in text]
        if bool(row["wrong"]) != falls(by_name[row["name"]], layer):
            unlike.append((row["name"], "falls" if row["wrong"] else "stands", row["wrong"]))
    return unlike


def run_without_layers(tests, options, base):
    """Leaves out one layer after the other; returns how many programs are not as the
    manifest says."""
    n_unlike, judge = 0, options.judge
    for layer in options.layers.split(","):
        options.judge = f"{judge} --without-layer {layer}"
        folder = base / layer
        folder.mkdir()
        begin = time.monotonic()
        rows = run_all(tests, options, folder, show if options.verbose else lambda row: None)
        unlike = against_table(rows, tests, layer)
        fallen = sorted(row["name"] for row in rows if row["wrong"])
        print(f"without {layer}: {len(rows) - len(fallen)} stand, {len(fallen)} fall "
              f"({time.monotonic() - begin:.0f} s): {', '.join(fallen)}", flush=True)
        for name, how, wrong in unlike:
            print(f"FAIL {name} {how} without {layer}, and the manifest says otherwise"
                  f"  {'; '.join(wrong)}", flush=True)
        n_unlike += len(unlike)
    return n_unlike


def summary(rows, seconds):
    for level in dict.fromkeys(row["level"] for row in rows):
        part = [row for row in rows if row["level"] == level]
        print(f"{level}: {sum(not row['wrong'] for row in part)} of {len(part)}")
    failed = sum(bool(row["wrong"]) for row in rows)
    print(f"{len(rows) - failed} passed, {failed} failed in {seconds:.0f} s")
    return failed


def arguments():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--judge", help="path of `judge`, maybe with options of `judge once`")
    parser.add_argument("--jobs", type=int, default=1, metavar="N",
                        help="how many at a time, where their timing allows")
    parser.add_argument("--layers", nargs="?", const=",".join(LAYERS), metavar="LAYERS",
                        help="leave out each of these layers, and expect what the manifest says")
    parser.add_argument("--only", help="names, separated by commas")
    parser.add_argument("--kind", help="kinds, separated by commas")
    parser.add_argument("--level", help="levels, separated by commas (must, strong, policy)")
    parser.add_argument("--grace", type=float, default=6.0, metavar="S",
                        help="seconds beyond a program's own bound before the judge is killed")
    parser.add_argument("--slow", type=float, default=1.0, metavar="F",
                        help="bounds on the time of the judge are F times as long, for a machine "
                             "that others use too")
    parser.add_argument("--json", metavar="FILE", help="write the rows there as well")
    parser.add_argument("--keep", action="store_true", help="keep the work directories")
    parser.add_argument("--list", action="store_true", help="only list the programs")
    parser.add_argument("-v", "--verbose", action="store_true",
                        help="show the judge's output where something is wrong")
    return parser.parse_args()


def chosen(options):
    tests = load()
    for field, wanted in (("name", options.only), ("kind", options.kind),
                          ("level", options.level)):
        if wanted:
            tests = [test for test in tests if test[field] in wanted.split(",")]
    return tests


def main():
    options = arguments()
    tests = chosen(options)
    for test in tests:
        test["moved_on_ms"] *= options.slow
    if options.list:
        for test in tests:
            print(f"{test['name']:<26} {test['kind']:<9} {test['level']:<7} "
                  f"{'|'.join(test['verdict']):<16} {test['why']}")
        print(f"{len(tests)} programs")
        return 0
    if not tests or not options.judge:
        print("error: no such programs" if options.judge else "error: --judge is needed",
              file=sys.stderr)
        return 2
    require_tools()
    base = Path(tempfile.mkdtemp(prefix="torture-run-")).resolve()
    base.chmod(0o755)
    begin = time.monotonic()
    try:
        honest_first(options, base)
        if options.layers:
            return 1 if run_without_layers(tests, options, base) else 0
        print(f"{'':4} {'program':<24} {'kind':<9} {'level':<7} {'want':<14} {'got':<10} "
              f"{'ms':>6} {'MiB':>4}  what is wrong")
        rows = run_all(tests, options, base, show)
    finally:
        if not options.keep:
            wipe(base)
    if options.json:
        Path(options.json).write_text(json.dumps(rows, indent=1) + "\n")
    return 1 if summary(rows, time.monotonic() - begin) else 0


if __name__ == "__main__":
    sys.exit(main())
