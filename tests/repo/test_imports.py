"""`import corten` is quick, and what is heavy or optional is imported where it is used."""

import subprocess
import sys

import pytest

from corten.runtime.backends.llvm.processor import instruction_set

HEAVY = (
    "gymnasium",
    "imageio",
    "llvmlite",
    "mujoco",
    "numba",
    "ray",
    "rich",
    "scipy",
    "stable_baselines3",
    "torch",
    "trimesh",
    "viser",
    "wgpu",
)

# loading a model may read XML and make a hull, but compiles nothing of a step
MESH = "<asset><mesh name='m' vertex='0 0 0 1 0 0 0 1 0 0 0 1'/></asset>"
MODEL = f"<mujoco>{MESH}<worldbody><geom type='mesh' mesh='m'/></worldbody></mujoco>"
LOAD = f'import corten; assert len(corten.load_model_from_string("{MODEL}").mesh_graph)'


def modules_after(code: str) -> set[str]:
    """Return the top-level modules that a fresh interpreter has imported after some code."""
    code += "\nimport sys; print(*{name.partition('.')[0] for name in sys.modules})"
    return set(subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split())


@pytest.mark.parametrize("code", ["import corten", "import corten.cli", "from corten import *"])
def test_import_is_light(code):
    """Import corten without importing anything heavy."""
    assert modules_after(code) & set(HEAVY) == set()


def test_import_needs_no_numpy():
    """Let `import corten` alone stay free of NumPy, which takes longer than all the rest."""
    assert "numpy" not in modules_after("import corten")


def test_loading_imports_no_extras():
    """Load a model without the extras and without the command line's packages."""
    assert modules_after(LOAD) & (set(HEAVY) - {"llvmlite"}) == set()


@pytest.mark.skipif(instruction_set() is None, reason="on this processor LLVM loads kernels")
def test_kernels_on_disk_need_no_compiler():
    """Load a model and step with kernels of an earlier process without importing LLVM or what reads kernels."""
    code = "import corten; m = corten.load_model(corten.models.path('cartpole')); corten.step(m, m.make_data())"
    modules_after(code)
    assert modules_after(code) & {"llvmlite"} == set()
    names = "; print(*{name.replace('.', '_') for name in __import__('sys').modules})"
    assert modules_after(code + names) & {"corten_runtime_typed_tree", "corten_runtime_language_functions"} == set()


@pytest.mark.parametrize("module", ["numpy", "rich"])
def test_help_is_light(module):
    """Show the commands without importing what only some of them need."""
    assert module not in modules_after("from corten.cli.app import run_command; run_command(['--help'])")
