"""Kernels for grids of signed distances: the same bits in every mode, room that grows, no memory per step."""

import numpy as np
import pytest

import corten
from support import sdf_scenes, tolerance
from support.modes import OTHER_MODES, check_same_output
from support.work import growth

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


@pytest.mark.parametrize("mode", OTHER_MODES)
def test_modes_agree_to_the_bit(mode):
    """Contacts with every type, rays and sampled meshes are the same in every mode."""
    assert len(check_same_output(PROGRAM, mode)) == 2 * len(sdf_scenes.OTHERS) + 1


def test_room_for_contacts_grows():
    """Find the same contacts whether there is room for them at first or not."""
    model, data = sdf_scenes.meet('type="plane" size="2 2 1"', sdf_scenes.gear(), "0 0 0.049")
    contacts = data.contact.copy()
    assert 3 <= len(contacts) <= 8
    assert data.work.maxunsorted > 64
    again = model.make_data()
    again.contact_limit = 8
    corten.forward(model, again)
    assert np.array_equal(again.contact, contacts)
    again = model.make_data()
    again.grow(maxunsorted=4096)
    corten.forward(model, again)
    assert again.maxunsorted == 4096
    assert np.array_equal(again.contact, contacts)


def test_steps_with_grids_allocate_nothing():
    """Hold the same number of Python blocks after steps in contact."""
    model, data = sdf_scenes.meet('type="plane" size="2 2 1"', sdf_scenes.cube(), "0 0 0.2")
    corten.step(model, data, 100)
    blocks, grown = growth(lambda: corten.step(model, data, 3000))
    assert data.ncon >= 3
    assert blocks < tolerance.STRAY_BLOCKS and grown < tolerance.STRAY_BYTES


def test_a_model_without_grids_runs_no_kernel_of_theirs():
    """Leave the stage out of the plan until a grid is set."""
    from corten.pipeline.order import step_stages

    parts = '<geom type="plane" size="1 1 1"/>', sdf_scenes.free('<geom name="s" type="sdf"/>')
    model = corten.load_model_from_string(sdf_scenes.world(*parts))
    assert "grid_pairs" not in {stage.__name__ for stage in step_stages(model)}
    model.set_geom_sdf("s", sdf_scenes.cube())
    assert "grid_pairs" in {stage.__name__ for stage in step_stages(model)}
