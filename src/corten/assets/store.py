"""Arrays that are dear to make, kept on disk for later processes.

Each lies in a file of its own, in a folder beside the compiled kernels, under a name that covers everything it was made
of: a file is right or is not found. One that is damaged counts as missing, and a folder that cannot be written costs
time alone.
"""

import contextlib
import itertools
import os
import tempfile
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from corten.assets.formats.content import fingerprint
from corten.runtime.cache_folder import cache_folder

Ints = NDArray[np.int32]

# files beyond this number are removed, those that were written first; looked at once in so many files
MOST_FILES, LOOK_EVERY = 4000, 100

# bytes of the fingerprint that a file begins with
DIGEST = 16

# how many files this process has written
_written = itertools.count()


def read_arrays(name: str) -> list[Ints] | None:
    """Return the arrays that are kept under a name, None if there are none."""
    try:
        content = (_folder() / name).read_bytes()
    except OSError:
        return None
    body = memoryview(content)[DIGEST:]
    if len(body) < 4 or len(body) % 4 or fingerprint(body) != content[:DIGEST]:
        return None
    numbers = np.frombuffer(body, np.int32)
    count = int(numbers[0])
    ends = 1 + count + np.cumsum(numbers[1 : 1 + count])
    return np.split(numbers[: ends[-1]], [1 + count, *ends[:-1]])[1:]


def write_arrays(name: str, arrays: Sequence[Ints]) -> None:
    """Keep arrays under a name, as flat ones."""
    lengths = np.array([len(arrays), *(array.size for array in arrays)], np.int32)
    body = np.concatenate((lengths, *(array.ravel() for array in arrays))).astype(np.int32).tobytes()
    with contextlib.suppress(OSError):
        folder = _folder()
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(dir=folder, prefix=".new-")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(fingerprint(body) + body)
            os.replace(temporary, folder / name)
        except BaseException:
            os.unlink(temporary)
            raise
        _prune(folder)


def _folder() -> Path:
    return cache_folder() / "assets"


def _prune(folder: Path) -> None:
    """Remove the oldest files when there are too many."""
    if not _is_due():
        return
    files = sorted(os.scandir(folder), key=lambda file: file.stat().st_mtime)
    for file in files[: max(0, len(files) - MOST_FILES)]:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(file.path)


def _is_due() -> bool:
    """Tell whether to count the files: the first time that a process writes one, and then once in a while."""
    return next(_written) % LOOK_EVERY == 0
