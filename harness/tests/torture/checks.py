"""What must hold after every program, its verdict aside."""

import hashlib
import os
import re
import stat
import subprocess

LITTER = "torture-litter"
SHARED_PLACES = ("/tmp", "/var/tmp", "/dev/shm")
MOST_OUTPUT = 1 << 20  # bytes that a report on one case may have

CONTROL = re.compile(rb"[\x00-\x08\x0b\x0c\x0e-\x1f]")
LONE_RETURN = re.compile(rb"\r(?!\n)")
HIDING = re.compile("[\x7f-\x9f\u200b\u202a-\u202e\u2066-\u2069\U000e0000-\U000e007f]")


def odd_bytes(data, for_people):
    """What a terminal would obey in the judge's output."""
    hit = CONTROL.search(data)
    if hit:
        return f"raw control byte 0x{hit[0][0]:02x}"
    if for_people:
        if LONE_RETURN.search(data):
            return "raw carriage return"
        try:
            hit = HIDING.search(data.decode("utf-8"))
        except UnicodeDecodeError:
            return "bytes that are no UTF-8"
        if hit:
            return f"raw U+{ord(hit[0]):04X}"
    return None


def check_run(test, seen, place, before, since, network, for_people=False):
    """What is wrong with the judge's behaviour, its verdict aside."""
    wrong = []
    if seen["grown"]:
        wrong.append("judge grew without bound and was killed")
    elif seen["stopped"]:
        wrong.append("judge was stopped by its solver")
    elif seen["late"]:
        wrong.append(f"judge hung and was killed after {seen['seconds']:.1f} s")
    elif seen["seconds"] * 1000 > test["moved_on_ms"]:
        wrong.append(f"took {seen['seconds'] * 1000:.0f} ms, at most {test['moved_on_ms']}")
    if seen["stray_count"]:
        wrong.append(f"{seen['stray_count']} processes left: {', '.join(seen['strays'][:3])}")
    if not seen["cleared"]:
        wrong.append("processes left that could not be killed")
    if seen["memory"] > test["judge_mem_mib"] << 10:
        wrong.append(f"judge used {seen['memory'] >> 10} MiB, at most {test['judge_mem_mib']}")
    if seen["volume"] > MOST_OUTPUT:
        wrong.append(f"report of {seen['volume'] >> 10} KiB")
    if seen["nonblocking"]:
        wrong.append(f"the judge's {' and '.join(seen['nonblocking'])} became non-blocking")
    if seen["terminal"]:
        wrong.append(f"the solver wrote to the terminal: {seen['terminal'][:20]!r}")
    for name in ("out", "err"):
        odd = odd_bytes(seen[name], for_people or name == "err")
        if odd:
            wrong.append(f"{odd} on std{name}")
    wrong += changed(before, snapshot(place / "case", place / "bin"), place)
    found = litter(place, since)
    if found:
        wrong.append(f"{len(found)} files left, e.g. {os.path.basename(found[0])!r}")
    rest = os.listdir(place / "tmp")
    if rest and test.get("interrupt") != "KILL":
        wrong.append(f"left in TMPDIR: {rest[0]!r}" + (" ..." if len(rest) > 1 else ""))
    calls = network.take()
    if calls:
        wrong.append(f"{calls[0]} left the solver's box")
    return wrong


def snapshot(*places):
    """What lies in some directories: kind, mode, size, time and contents."""
    seen = {}
    for place in places:
        for root, dirs, files in os.walk(place):
            for name in [".", *dirs, *files]:
                path = os.path.join(root, name)
                about = os.lstat(path)
                what = [stat.S_IFMT(about.st_mode), stat.S_IMODE(about.st_mode)]
                if stat.S_ISREG(about.st_mode):
                    with open(path, "rb") as file:
                        digest = hashlib.file_digest(file, "blake2b").hexdigest()
                    what += [about.st_size, digest]
                what.append(about.st_mtime_ns)
                seen[os.path.normpath(path)] = what
    return seen


def changed(before, after, place):
    out = []
    for path in sorted(before.keys() | after.keys()):
        if before.get(path) == after.get(path):
            continue
        short = os.path.relpath(path, place)
        if path not in after:
            out.append(f"{short} is gone")
        elif path not in before:
            out.append(f"{short!r} is new")
        elif before[path][:-1] != after[path][:-1]:
            out.append(f"{short} has changed")
        else:
            out.append(f"{short} has another time")
    return out


def wipe(place):
    """Removes a tree, however deep and whatever its permissions."""
    subprocess.run(["chmod", "-R", "u+rwx", str(place)], stderr=subprocess.DEVNULL)
    subprocess.run(["rm", "-rf", "--", str(place)], stderr=subprocess.DEVNULL)


def litter(place, since):
    """Files of the programs that lie about, in the test's own directories and
    where everybody may write."""
    found = []

    def look(folder, depth):
        try:
            entries = list(os.scandir(folder))
        except OSError:
            return
        for entry in entries:
            path = os.path.join(folder, entry.name)
            if entry.name.startswith(LITTER):
                found.append(path)
                continue
            try:
                inner = entry.is_dir(follow_symlinks=False)
                recent = entry.stat(follow_symlinks=False).st_ctime >= since
            except OSError:
                continue
            if inner and depth > 0 and recent:
                look(path, depth - 1)

    look(place, 3)
    for name in os.listdir(place / "cwd"):
        if name == "core" or name.startswith("core."):
            found.append(str(place / "cwd" / name))
    for shared in SHARED_PLACES:
        if not str(place).startswith(shared + "/"):
            look(shared, 2)
        else:  # not into the runner's own directory
            for entry in os.listdir(shared):
                path = os.path.join(shared, entry)
                if entry.startswith(LITTER):
                    found.append(path)
                elif not str(place).startswith(path + "/") and os.path.isdir(path):
                    if os.lstat(path).st_ctime >= since:
                        look(path, 1)
    return found
