"""Models and trajectories are the same to the last bit on CPUs with other instructions.

NumPy, BLAS and the C library choose among versions of their functions by the CPU. They can be told to take those of
an older one, so that one machine shows what another would compute.
"""

import functools
import json
import os
import platform
import subprocess
import sys

import numpy as np
import pytest

import corten
from corten.cli.hash import model_fingerprint, trajectory_fingerprints
from support.fingerprinted import SCENES

STEPS = 20

# the oldest x86-64 that NumPy's wheels run on, for NumPy, BLAS, the C library and corten's own kernels
OLD = {
    "NPY_DISABLE_CPU_FEATURES": "X86_V3 X86_V4 AVX512_ICL AVX512_SPR",
    "OPENBLAS_CORETYPE": "Prescott",
    "GLIBC_TUNABLES": "glibc.cpu.hwcaps=-AVX2,-FMA,-FMA4",
    **({"CORTEN_INSTRUCTION_SET": "x86-64-v2"} if platform.machine() in ("x86_64", "AMD64") else {}),
}

# what is kept on disk of meshes may have been made by others
PROGRAM = """
import json, sys, warnings
from corten.assets import loading, store
from support.fingerprinted import fingerprints
store.read_arrays = loading.read_arrays = store.write_arrays = loading.write_arrays = lambda *_: None
warnings.simplefilter("ignore")
print(json.dumps(fingerprints(int(sys.argv[1]))))
"""


@functools.cache
def fingerprints_elsewhere(*settings: tuple[str, str]) -> dict[str, list[str]]:
    """Return the fingerprints of all scenes in a process with some settings."""
    environment = os.environ | dict(settings) | {"PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(STEPS)], env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.parametrize("name", SCENES)
def test_older_cpus_give_the_same_bits(name):
    """Compile models, and step them, to the same bits with the functions of an old CPU as with those of this one."""
    here = fingerprints_elsewhere()
    assert fingerprints_elsewhere(*OLD.items())[name] == here[name]


def has_newer_instructions() -> bool:
    """Tell whether NumPy uses instructions of this CPU that the old one lacks."""
    return "X86_V3" in np.show_config(mode="dicts")["SIMD Extensions"].get("found", ())


@pytest.mark.skipif(not has_newer_instructions(), reason="this CPU is as old as the one that is asked for")
def test_settings_have_an_effect():
    """Change last bits of NumPy's own functions by these settings, else the test above could not fail."""
    program = "import numpy as np; print(hash(np.exp(np.linspace(0, 3, 100000)).tobytes()))"
    environments = [os.environ | {"PYTHONHASHSEED": "0"} | more for more in ({}, OLD)]
    results = [
        subprocess.run([sys.executable, "-c", program], env=each, capture_output=True, text=True, check=True).stdout
        for each in environments
    ]
    assert results[0] != results[1]


def test_fingerprints_notice_a_bit():
    """Differ after the smallest change of a number of the model or of the state."""
    model = corten.load_model("cartpole")
    first, trajectory = model_fingerprint(model), list(trajectory_fingerprints(model, model.make_data(), STEPS))
    data = model.make_data()
    data.qpos[1] = 2**-50
    assert [done for done, _ in trajectory] == [1, 10, STEPS]
    assert next(trajectory_fingerprints(model, data, STEPS)) != trajectory[0]
    model.body_mass[1] *= 1 + 2**-52
    assert model_fingerprint(model) != first
