"""Fits `judge once` to the runner of the hostile programs."""


class Adapter:
    """`template` is the path of `judge`, maybe with options of `judge once` after it."""

    def __init__(self, template):
        import os
        import shlex

        self.judge, *self.options = shlex.split(template)
        self.judge = os.path.abspath(self.judge)

    def command(self, values):
        case = ["--input", values["input"], "--expected", values["expected"]]
        limits = ["--time", f"{values['time_ms']}ms", "--memory", f"{values['mem_kib']}KiB"]
        program = ["--format", "json", "--", values["program"]]
        return [self.judge, "once", *self.options, *case, *limits, *program]

    def read(self, returncode, out, err):
        import json

        if returncode < 0 or b"panicked at" in err:
            return "CRASH", None, f"judge ended with {returncode}"
        try:
            report = json.loads(out)
        except ValueError as error:
            return "BAD", None, f"no report: {error}"
        verdict = {"RE": "RTE", None: "NONE"}.get(report["verdict"], report["verdict"])
        return verdict, report["memory_kib"], report["reason"] or ""
