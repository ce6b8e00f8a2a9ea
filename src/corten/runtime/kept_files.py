"""Files that are kept for later processes: they appear whole, and those go first that nobody has used for longest.

Many systems do not note when a file is read, so whoever reads one sets its time of change, at most once an hour.
"""

import contextlib
import os
import tempfile
import time

# [s] how old the mark of a file may be when it is used
MARK_AGE = 3600.0

# [bytes] the room that even the smallest file takes on disk
BLOCK = 4096

# the share of the room that is left in use when files have to go, so that this is rare
LEFT = 0.9

# how files begin that are still being written, and how long [s] that can take
NEW, LONGEST_WRITE = ".new-", 3600.0


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
    handle, temporary = tempfile.mkstemp(dir=os.path.dirname(path), prefix=NEW)
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
            if entry.name.startswith(NEW):
                if now - entry.stat().st_mtime > LONGEST_WRITE:
                    os.unlink(entry.path)
            elif entry.name.endswith(suffix) and entry.is_file(follow_symlinks=False):
                files.append((entry.stat(), entry.path))
    taken = sum(max(status.st_size, BLOCK) for status, _ in files)
    if taken <= most:
        return
    for status, path in sorted(files, key=lambda file: file[0].st_mtime_ns):
        if taken <= LEFT * most:
            return
        with contextlib.suppress(OSError):
            os.unlink(path)
        taken -= max(status.st_size, BLOCK)
