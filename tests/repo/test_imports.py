"""`import corten` is quick, and what is heavy or optional is imported where it is used."""

import subprocess
import sys

import pytest

HEAVY = (
    "gymnasium",
    "imageio",
    "llvmlite",
    "lxml",
    "mujoco",
    "numba",
    "ray",
    "rich",
    "scipy",
    "trimesh",
    "typer",
    "viser",
    "wgpu",
)

# loading a model may read XML, but compiles nothing
LOAD = "import corten; corten.load_model_from_string('<mujoco/>')"


def modules_after(code: str) -> set[str]:
    """Return the top-level modules that a fresh interpreter has imported after some code."""
    code += "\nimport sys; print(*{name.partition('.')[0] for name in sys.modules})"
    return set(subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split())


@pytest.mark.parametrize("code", ["import corten", "import corten.cli", "from corten import *"])
def test_import_is_light(code):
    """Import corten without importing anything heavy."""
    unwanted = set(HEAVY) if code != "from corten import *" else set(HEAVY) - {"lxml"}
    assert modules_after(code) & unwanted == set()


def test_import_needs_no_numpy():
    """Let `import corten` alone stay free of NumPy, which takes longer than all the rest."""
    assert "numpy" not in modules_after("import corten")


def test_loading_imports_no_extras():
    """Load a model without the extras and without the command line's packages."""
    assert modules_after(LOAD) & (set(HEAVY) - {"lxml", "llvmlite", "scipy"}) == set()
