"""Fits `judge once` to the runner of the hostile programs."""

import json
import os
import re
import shlex

VERDICTS = {"AC", "WA", "PE", "TLE", "MLE", "OLE", "RE", "JE"}
PANIC = re.compile(rb"panicked at")


class Adapter:
    """`judge` is its path, maybe with options of `judge once` after it."""

    def __init__(self, judge):
        self.judge, *self.options = shlex.split(judge)
        self.judge = os.path.abspath(self.judge)

    def command(self, values, for_people=False):
        """The words of the command for one case; `values` has program, input, expected,
        time_ms and mem_kib."""
        case = ["--input", values["input"], "--expected", values["expected"]]
        limits = ["--time", f"{values['time_ms']}ms", "--memory", f"{values['mem_kib']}KiB"]
        form = ["--format", "human" if for_people else "json"]
        return [self.judge, "once", *self.options, *case, *limits, *form, "--",
                values["program"]]

    @staticmethod
    def read(returncode, out, err):
        """(verdict, memory in KiB or None, remark) from what the judge printed."""
        if returncode is None or returncode < 0 or PANIC.search(err):
            return "CRASH", None, f"the judge ended with {returncode}"
        try:
            report = json.loads(out)
        except ValueError as error:
            return "BAD", None, f"no report: {error}"
        verdict = report["verdict"]
        if verdict not in VERDICTS:
            return "NONE", None, f"verdict {verdict}"
        return verdict, report["memory_kib"], report["reason"] or ""
