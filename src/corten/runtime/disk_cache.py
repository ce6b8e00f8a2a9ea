"""Files that are kept for later processes: the folder of compiled kernels and other results, and how files get there.

What lies in the folder is run, so nobody else may write it: it and the folders above it belong to the user or to the
system, and no other user can put files into it. Another folder is not used: a warning says so, and a private one takes
its place. Files appear whole. Kernels, prepared meshes and pictures, and built manuals share one budget; whatever
nobody has used for longest goes first. Many systems do not note when a file is read, so whoever reads one sets its time
of change, at most once an hour.
"""

import contextlib
import functools
import os
import shutil
import stat
import sys
import tempfile
import time
import warnings
from pathlib import Path
from typing import NamedTuple

from corten.errors import caller_level

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


def keep_file(path: str, content: bytes) -> None:
    """Write a file of the cache folder, and make room for it where all that is kept takes too much."""
    os.makedirs(os.path.dirname(path), mode=0o700, exist_ok=True)
    write_file(path, content)
    _note_written(max(len(content), DISK_BLOCK))


# ---------------------------------------------------------------- how much room all files take together


# [bytes] the room of everything that is kept; files are looked at when a process has written this share of it
MOST_BYTES, LOOK_SHARE = 1 << 29, 1 / 32

# what is kept besides folders and files named by their kind: compiled kernels, with shaders and convex pieces of meshes
KERNELS, KERNEL_SUFFIX = "kernels", ".o"

# folder of prepared meshes and pictures, files KIND-DIGEST, and what begins the name of a built manual
ASSETS, MANUAL = "assets", "manual-"

# [bytes] written since this process has looked at all files; nothing yet means that it has not looked at all
_written = 0


class Kept(NamedTuple):
    """Something that is kept: its kind, where it lies, the room that it takes [bytes], when it was used last [ns]."""

    kind: str
    path: str
    size: int
    used: int


def kept_files(folder: str) -> list[Kept]:
    """Return everything that is kept in a cache folder; nothing where there is none, and what others write now."""
    found = []
    for entry in _entries(folder):
        # others remove files, too
        with contextlib.suppress(OSError):
            if entry.name.startswith(MANUAL) and entry.is_dir(follow_symlinks=False):
                pages = [os.stat(os.path.join(place, name)) for place, _, names in os.walk(entry) for name in names]
                used = max((page.st_mtime_ns for page in pages), default=0)
                found.append(Kept("manual", entry.path, sum(map(_room, pages)), used))
            elif entry.name.endswith(KERNEL_SUFFIX) and entry.is_file(follow_symlinks=False):
                found.append(_kept(KERNELS, entry))
    for entry in _entries(os.path.join(folder, ASSETS)):
        with contextlib.suppress(OSError):
            if entry.is_file(follow_symlinks=False) and not entry.name.startswith(UNFINISHED):
                found.append(_kept(entry.name.partition("-")[0], entry))
    return found


def _kept(kind: str, entry: "os.DirEntry[str]") -> Kept:
    status = entry.stat()
    return Kept(kind, entry.path, _room(status), status.st_mtime_ns)


def _room(status: os.stat_result) -> int:
    return max(status.st_size, DISK_BLOCK)


def _entries(folder: str) -> "list[os.DirEntry[str]]":
    try:
        with os.scandir(folder) as entries:
            return list(entries)
    except OSError:
        return []


def prune_cache(folder: str, most: int) -> None:
    """Remove what was used longest ago, of whatever kind, where all that is kept takes more than `most` bytes.

    What somebody has left half-written goes in any case.
    """
    now = time.time()
    for entry in (*_entries(folder), *_entries(os.path.join(folder, ASSETS))):
        with contextlib.suppress(OSError):
            if entry.name.startswith(UNFINISHED) and now - entry.stat().st_mtime > LONGEST_WRITE:
                os.unlink(entry.path)
    found = kept_files(folder)
    taken = sum(each.size for each in found)
    if taken <= most:
        return
    for each in sorted(found, key=lambda each: each.used):
        if taken <= LEFT * most:
            return
        remove(each)
        taken -= each.size


def remove(kept: Kept) -> None:
    """Remove something that is kept; that others were faster does not matter."""
    if kept.kind == "manual":
        shutil.rmtree(kept.path, ignore_errors=True)
    else:
        with contextlib.suppress(OSError):
            os.unlink(kept.path)


def _note_written(size: int) -> None:
    """Look at all files with the first that a process writes, and whenever it has written much since."""
    global _written
    if _written and _written + size <= LOOK_SHARE * MOST_BYTES:
        _written += size
        return
    # what processes write until they look again must have room, too
    prune_cache(str(cache_folder()), int((1 - LOOK_SHARE) * MOST_BYTES))
    _written = 1


@functools.cache
def warn_unkept(folder: str) -> None:
    """Warn, once in a process, that nothing can be kept in a folder; to be called where an OSError says so."""
    error = sys.exc_info()[1]
    reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    warnings.warn(
        f"compiled kernels cannot be kept in {_shortened(folder)} ({reason}), nor what is prepared of meshes; all is "
        "made anew in every process. Set CORTEN_CACHE_DIR to a folder that can be written.",
        RuntimeWarning,
        stacklevel=caller_level(),
    )


def _shortened(path: str) -> str:
    return path if len(path) <= LONGEST_SHOWN else f"{path[: LONGEST_SHOWN // 2]}...{path[-LONGEST_SHOWN // 4 :]}"


# characters of a path that a message shows
LONGEST_SHOWN = 120
