"""For users of MuJoCo: `corten.compat.mujoco` stands in for the `mujoco` package.

`python -m corten.compat script.py ...` runs a script with it in place of `mujoco`; `corten.compat.install()` does the
same from within Python, before anything imports `mujoco`.
"""

from corten.compat.importing import install

__all__ = ["install"]
