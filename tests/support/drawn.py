"""Pictures that MuJoCo draws, through OpenGL in software; in a process of its own, since drivers may end it.

Where there is no driver, tests that want these pictures are skipped, and say so.
"""

import subprocess
from functools import cache

import numpy as np
import pytest

from support.modes import run_python

NO_DRIVER = "NO PICTURE WAS COMPARED WITH MUJOCO'S: OpenGL in software (libegl1 and Mesa) is missing"

# rows and columns of the pictures
SIZE = (120, 160)

PROGRAM = """
import sys
import numpy as np
from support import oracle
text, height, width, out = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4]
np.savez(out, **oracle.draw(text, (height, width)))
"""


@cache
def drawn(text: str, folder: str) -> dict[str, np.ndarray]:
    """Return depth, segmentation and colours of a model, by every camera of it and the free one (-1) first."""
    out = f"{folder}/{abs(hash(text))}.npz"
    arguments = [text, str(SIZE[0]), str(SIZE[1]), out]
    done: subprocess.CompletedProcess[str] = run_python("-W", "ignore", "-c", PROGRAM, *arguments, MUJOCO_GL="egl")
    if done.returncode != 0:
        if is_missing_driver():
            pytest.skip(NO_DRIVER)
        raise RuntimeError(done.stderr[-3000:])
    with np.load(out) as arrays:
        return dict(arrays)


@cache
def is_missing_driver() -> bool:
    """Tell whether MuJoCo cannot draw anything here."""
    program = "from support import oracle; oracle.draw('<mujoco/>', (8, 8))"
    return run_python("-W", "ignore", "-c", program, MUJOCO_GL="egl").returncode != 0
