"""Starts the judge, watches it and what it leaves behind."""

import ctypes
import fcntl
import os
import pty
import select
import signal
import socket
import subprocess
import sys
import termios
import threading
import time

KEEP_OUTPUT = 4 << 20  # bytes of the judge's output that are kept
SETTLE_S = 0.4  # the time in which a killed process may still be seen
INTERRUPT_S = 0.5  # when a judge is interrupted, if it is
WATCH_S = 0.1  # and then nothing may live for so long: one look misses a fork race
EVIL_SIZE = 3 << 29  # a judge that grows beyond this is stopped

def become_subreaper():
    """Orphans of the judge come to this process, so that none is overlooked."""
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.prctl(36, 1, 0, 0, 0) != 0:  # PR_SET_CHILD_SUBREAPER
        print("warning: cannot become a subreaper; daemons may be overlooked",
              file=sys.stderr)


def processes():
    """pid -> (parent, state, name)."""
    table = {}
    for entry in os.listdir("/proc"):
        if not entry.isdigit():
            continue
        try:
            with open(f"/proc/{entry}/stat", "rb") as file:
                data = file.read().decode("utf-8", "replace")
        except OSError:
            continue
        end = data.rfind(")")
        state, parent = data[end + 2:].split()[:2]
        table[int(entry)] = (int(parent), state, data[data.find("(") + 1:end])
    return table


def strays(token):
    """Living processes that descend from this one, or whose program or command
    line lies in the directory named `token`."""
    table, me = processes(), os.getpid()
    family, grew = {me}, True
    while grew:
        more = {p for p, (parent, _, _) in table.items() if parent in family} - family
        family |= more
        grew = bool(more)
    for pid in table.keys() - family:
        try:
            exe = os.readlink(f"/proc/{pid}/exe")
        except OSError:
            continue
        if token in exe:
            family.add(pid)
    family.discard(me)
    return {p: table[p] for p in family if p in table and table[p][1] not in "ZX"}


def reap():
    """Collects the ended orphans, and counts them; only while no judge runs."""
    count = 0
    try:
        while os.waitpid(-1, os.WNOHANG)[0]:
            count += 1
    except ChildProcessError:
        pass
    return count


def watch(token):
    """The processes that the judge left: pid -> (parent, state, name)."""
    end = time.monotonic() + SETTLE_S
    left = strays(token)
    while left and time.monotonic() < end:
        time.sleep(0.02)
        reap()
        left = strays(token)
    reap()
    end = time.monotonic() + WATCH_S
    while time.monotonic() < end:
        time.sleep(0.01)
        left.update(strays(token))
        if reap() and not left:  # born and dead between two looks
            left[0] = (0, "?", "short-lived")
    return left


def kill_strays(token, seconds=25):
    end, quiet = time.monotonic() + seconds, 0
    while quiet < 5 and time.monotonic() < end:
        left = strays(token)
        for pid in left:
            try:
                os.kill(pid, signal.SIGKILL)
            except OSError:
                pass
        quiet = 0 if reap() or left else quiet + 1
        time.sleep(0.005)
    return quiet == 5


class Drain(threading.Thread):
    """Reads a pipe to its end; keeps the beginning, counts the rest."""

    def __init__(self, fd):
        super().__init__(daemon=True)
        self.fd, self.kept, self.total = fd, bytearray(), 0
        self.start()

    def run(self):
        while True:
            try:
                data = os.read(self.fd, 1 << 16)
            except OSError:
                return
            if not data:
                return
            self.total += len(data)
            if len(self.kept) < KEEP_OUTPUT:
                self.kept += data


class Network:
    """Listens on this machine, and counts who calls."""

    def __init__(self):
        self.calls = []
        self.tcp = socket.socket()
        self.tcp.bind(("127.0.0.1", 0))
        self.tcp.listen(64)
        self.port = self.tcp.getsockname()[1]
        self.udp = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.udp.bind(("127.0.0.1", self.port))
        self.unix = socket.socket(socket.AF_UNIX)
        self.unix.bind(f"\0torture-{self.port}")
        self.unix.listen(64)
        threading.Thread(target=self.listen, daemon=True).start()

    def listen(self):
        while True:
            for one in select.select([self.tcp, self.udp, self.unix], [], [])[0]:
                if one is self.udp:
                    one.recv(100)
                    self.calls.append("a datagram")
                else:
                    one.accept()[0].close()
                    self.calls.append("a connection")

    def take(self):
        taken, self.calls = self.calls, []
        return taken


def status_field(pid, field):
    try:
        with open(f"/proc/{pid}/status", encoding="ascii", errors="replace") as file:
            for line in file:
                if line.startswith(field + ":"):
                    return line.split()[1]
    except OSError:
        pass
    return None


def run_judge(words, place, hard_s, token, terminal=False, interrupt=None):
    """Runs the judge once.  Returns a dict of what was seen.  With `interrupt`, the
    name of a signal, the judge gets that signal in the midst of its work."""
    out_r, out_w = os.pipe()
    err_r, err_w = os.pipe()
    master = slave = None
    if terminal:
        master, slave = pty.openpty()
        os.set_blocking(master, False)

    def take_terminal():
        if slave is not None:
            fcntl.ioctl(slave, termios.TIOCSCTTY, 0)

    env = {**os.environ, "TORTURE_SECRET": "do not hand this down",
           "TMPDIR": str(place / "tmp")}
    seen = {"late": False, "memory": 0, "stopped": False, "grown": False}
    begin = time.monotonic()
    try:
        judge = subprocess.Popen(words, cwd=place / "cwd", env=env,
                                 stdin=subprocess.DEVNULL, stdout=out_w, stderr=err_w,
                                 start_new_session=True,
                                 preexec_fn=take_terminal if terminal else None)
    except OSError as error:
        sys.exit(f"the judge cannot be started: {error}")
    out, err = Drain(out_r), Drain(err_r)
    status, stopped_since = None, None
    while status is None:
        try:
            pid, code, _ = os.wait4(judge.pid, os.WNOHANG)
        except ChildProcessError:
            break
        if pid:
            status = os.waitstatus_to_exitcode(code)
            break
        now = time.monotonic()
        if interrupt and now - begin > INTERRUPT_S:
            os.kill(judge.pid, signal.Signals["SIG" + interrupt])
            interrupt = None
        peak = status_field(judge.pid, "VmHWM")
        if peak:
            seen["memory"] = max(seen["memory"], int(peak))
        if int(status_field(judge.pid, "VmRSS") or 0) << 10 > EVIL_SIZE:
            seen["grown"] = True
            os.kill(judge.pid, signal.SIGKILL)
        if status_field(judge.pid, "State") == "T":
            stopped_since = stopped_since or now
            if now - stopped_since > 1:
                seen["stopped"] = True
                os.kill(judge.pid, signal.SIGKILL)
        if now - begin > hard_s:
            seen["late"] = True
            os.kill(judge.pid, signal.SIGKILL)
        time.sleep(0.01)
    judge.returncode = status
    seen["seconds"] = time.monotonic() - begin
    left = watch(token)
    seen["strays"] = sorted({f"{name}({state})" for _, state, name in left.values()})
    seen["stray_count"] = len(left)
    seen["cleared"] = not left or kill_strays(token)
    seen["nonblocking"] = [name for name, fd in (("stdout", out_w), ("stderr", err_w))
                           if not os.get_blocking(fd)]
    os.close(out_w)
    os.close(err_w)
    for drain in (out, err):
        drain.join(5)
    seen["terminal"] = b""
    if terminal:
        try:
            seen["terminal"] = os.read(master, 4096)
        except OSError:
            pass
        os.close(master)
        os.close(slave)
    for fd in (out_r, err_r):
        os.close(fd)
    seen.update(returncode=status, out=bytes(out.kept), err=bytes(err.kept),
                volume=out.total + err.total)
    return seen
