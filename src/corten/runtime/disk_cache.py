"""Files that are kept for later processes: the folder of compiled kernels and other results, and how files get there.

What lies in the folder is run, so nobody else may write it: it and the folders above it belong to the user or to the
system, and no other user can put files into it. Another folder is not used: a warning says so, and a private one takes
its place. Files appear whole, and those that nobody has used for longest go first. Many systems do not note when a file
is read, so whoever reads one sets its time of change, at most once an hour.
"""

import contextlib
import functools
import os
import stat
import sys
import tempfile
import time
import warnings
from pathlib import Path

# what the choice of the folder depends on
VARIABLES = ("CORTEN_CACHE_DIR", "NUMBA_CACHE_DIR", "XDG_CACHE_HOME", "LOCALAPPDATA", "HOME", "USERPROFILE")


def cache_folder() -> Path:
    """Return the folder that the environment asks for, else the user's cache folder; one that can be trusted."""
    return _chosen_folder(*map(os.environ.get, VARIABLES))


@functools.cache
def _chosen_folder(*variables: str | None) -> Path:
    """Return the folder for these values of the variables; it is looked at once."""
    return _trusted_folder(_wanted_folder())


def _wanted_folder() -> Path:
    if folder := os.environ.get("CORTEN_CACHE_DIR"):
        return Path(folder)
    if folder := os.environ.get("NUMBA_CACHE_DIR"):
        return Path(folder) / "corten"
    return _user_folder()


def _user_folder() -> Path:
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or str(_home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = str(_home() / "Library" / "Caches")
    else:
        base = os.environ.get("XDG_CACHE_HOME") or str(_home() / ".cache")
    return Path(base) / "corten"


def _home() -> Path:
    """Return the user's home; some containers have none, and a folder among the temporary ones takes its place."""
    try:
        return Path.home()
    except RuntimeError:
        return Path(tempfile.gettempdir()) / f"corten-{os.geteuid()}"


@functools.cache
def _trusted_folder(wanted: Path) -> Path:
    """Return a folder if it can be trusted, else the user's cache folder, else one for this process alone."""
    reason = distrust(wanted)
    if not reason:
        return wanted
    private = _user_folder()
    if private == wanted or distrust(private):
        private = Path(tempfile.mkdtemp(prefix="corten-"))
        _remove_at_exit(private)
    warnings.warn(
        f"compiled kernels are not kept in {wanted}, for {reason}, and what lies there would be run; {private} is "
        "used instead. Set CORTEN_CACHE_DIR to a folder that only you can write.",
        RuntimeWarning,
        stacklevel=2,
    )
    return private


def distrust(folder: Path) -> str:
    """Say why others could put files into a folder that exists or will be made; nothing if they cannot."""
    if sys.platform == "win32":
        return ""
    try:
        place = folder.resolve()
        for each in (place, *place.parents):
            if each.exists() and (reason := _distrust_one(each, each.stat(), itself=each == place)):
                return reason
    except (OSError, RuntimeError):
        # what cannot be looked at can neither be read nor written; whoever tries says so
        return ""
    return ""


def _distrust_one(folder: Path, status: os.stat_result, itself: bool) -> str:
    if status.st_uid not in (0, os.geteuid()):
        return f"{folder} belongs to another user"
    writable = status.st_mode & stat.S_IWOTH or (status.st_mode & stat.S_IWGRP and not _is_own_group(status.st_gid))

    # in folders such as /tmp others can make files, but not exchange those of the user
    if writable and (itself or not status.st_mode & stat.S_ISVTX):
        return f"others can write to {folder}"
    return ""


def _is_own_group(group: int) -> bool:
    """Tell whether a group has no member but the user, as many systems give one to each user."""
    import grp
    import pwd

    try:
        user = pwd.getpwuid(os.geteuid())
        return user.pw_gid == group and set(grp.getgrgid(group).gr_mem) <= {user.pw_name}
    except KeyError:
        return False


def _remove_at_exit(folder: Path) -> None:
    import atexit
    import shutil

    atexit.register(shutil.rmtree, folder, ignore_errors=True)


# ---------------------------------------------------------------- files

# [s] how old the mark of a file may be when it is used
MARK_AGE = 3600.0

# [bytes] the room that even the smallest file takes on disk
DISK_BLOCK = 4096

# the share of the room that is left in use when files have to go, so that this is rare
LEFT = 0.9

# how files begin that are still being written, and how long [s] that can take
UNFINISHED, LONGEST_WRITE = ".new-", 3600.0


def read_file(path: str) -> bytes:
    """Return the content of a file, and mark it as used."""
    now = time.time()
    with open(path, "rb") as file:
        if now - os.fstat(file.fileno()).st_mtime > MARK_AGE:
            # the marks of files of others, or on disks that cannot be written, do not matter
            with contextlib.suppress(OSError):
                os.utime(path, (now, now))
        return file.read()


def write_file(path: str, content: bytes) -> None:
    """Write a file that appears whole or not at all."""
    handle, temporary = tempfile.mkstemp(dir=os.path.dirname(path), prefix=UNFINISHED)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        os.replace(temporary, path)
    except BaseException:
        os.unlink(temporary)
        raise


def prune_folder(folder: str, most: int, suffix: str = "") -> None:
    """Remove files used longest ago where all whose names end with `suffix` take more than `most` bytes of a folder.

    What somebody has left half-written goes in any case.
    """
    files, now = [], time.time()
    for entry in os.scandir(folder):
        # others remove files, too
        with contextlib.suppress(OSError):
            if entry.name.startswith(UNFINISHED):
                if now - entry.stat().st_mtime > LONGEST_WRITE:
                    os.unlink(entry.path)
            elif entry.name.endswith(suffix) and entry.is_file(follow_symlinks=False):
                files.append((entry.stat(), entry.path))
    taken = sum(max(status.st_size, DISK_BLOCK) for status, _ in files)
    if taken <= most:
        return
    for status, path in sorted(files, key=lambda file: file[0].st_mtime_ns):
        if taken <= LEFT * most:
            return
        with contextlib.suppress(OSError):
            os.unlink(path)
        taken -= max(status.st_size, DISK_BLOCK)
