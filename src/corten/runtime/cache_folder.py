"""Where compiled kernels are kept: a folder that nobody else can write, for what lies in it is run.

A folder is trusted if it and the folders above it belong to the user or to the system, and no other user can put files
into it. Another folder is not used: a warning says so, and a private one takes its place.
"""

import functools
import os
import stat
import sys
import tempfile
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
