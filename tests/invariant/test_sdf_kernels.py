"""Kernels for grids of signed distances: the same bits in every mode, room that grows, no memory per step."""

import os
import subprocess
import sys
import tracemalloc

import numpy as np
import pytest

import corten
from support import sdf_scenes
from support.repository import ROOT

PROGRAM = """
import numpy as np
import corten
from support import sdf_scenes

cube = corten.SdfGrid.from_function(sdf_scenes.cube_distance, [-0.26] * 3, [0.26] * 3, 0.08)
for name, (geom, top) in sdf_scenes.OTHERS.items():
    other = cube if name == "sdf" else None
    model, data = sdf_scenes.meet(geom, cube, f"0.013 0.021 {top + 0.19}", 0.01, other)
    print(name, data.ncon, data.snapshot().hex(), data.contact.tobytes().hex())
    print(name, corten.ray(model, data, [0.6, 0.5, 0.9], [-0.6, -0.48, -0.6]))
grid = corten.SdfGrid.from_mesh((np.eye(4, 3), [[0, 1, 2], [0, 3, 1], [1, 3, 2], [2, 3, 0]]), 0.4)
print(grid.distances.tobytes().hex())
"""


def run(mode):
    """Run the program in a fresh process with kernels of that kind; return what it printed."""
    environment = {**os.environ, "CORTEN_KERNELS": mode, "PYTHONPATH": str(ROOT / "tests")}
    command = [sys.executable, "-W", "ignore", "-c", PROGRAM]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr[-3000:]
    return done.stdout.splitlines()


@pytest.fixture(scope="module")
def compiled():
    """What compiled kernels give."""
    return run("compiled")


@pytest.mark.parametrize("mode", ["checked", "python"])
def test_modes_agree_to_the_bit(compiled, mode):
    """Contacts with every type, rays and sampled meshes are the same in every mode."""
    other = run(mode)
    assert len(other) == len(compiled) == 2 * len(sdf_scenes.OTHERS) + 1
    for mine, theirs in zip(other, compiled, strict=True):
        assert mine == theirs, mine.split()[0]


def test_room_for_contacts_grows():
    """Find the same contacts whether there is room for them at first or not."""
    model, data = sdf_scenes.meet('type="plane" size="2 2 1"', sdf_scenes.gear(), "0 0 0.049")
    contacts = data.contact.copy()
    assert 3 <= len(contacts) <= 8
    assert data.maxraw > 64
    again = model.make_data()
    again.contact_limit = 8
    corten.forward(model, again)
    assert np.array_equal(again.contact, contacts)
    again = model.make_data()
    again.grow(maxraw=4096)
    corten.forward(model, again)
    assert again.maxraw == 4096
    assert np.array_equal(again.contact, contacts)


def test_steps_with_grids_allocate_nothing():
    """Hold the same number of Python blocks after steps in contact."""
    model, data = sdf_scenes.meet('type="plane" size="2 2 1"', sdf_scenes.cube(), "0 0 0.2")
    corten.step(model, data, 100)
    tracemalloc.start()
    corten.step(model, data, 1)
    before = tracemalloc.get_traced_memory()[0]
    corten.step(model, data, 3000)
    grown = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    assert data.ncon >= 3
    assert grown < 1000


def test_a_model_without_grids_runs_no_kernel_of_theirs():
    """Leave the stage out of the plan until a grid is set."""
    from corten.pipeline.order import step_stages

    parts = '<geom type="plane" size="1 1 1"/>', sdf_scenes.free('<geom name="s" type="sdf"/>')
    model = corten.load_model_from_string(sdf_scenes.world(*parts))
    assert "grid_pairs" not in {stage.__name__ for stage in step_stages(model)}
    model.set_geom_sdf("s", sdf_scenes.cube())
    assert "grid_pairs" in {stage.__name__ for stage in step_stages(model)}
