"""Grids of signed distances in a model: setting, sharing, removing, copying."""

import pickle

import numpy as np
import pytest

import corten
from support import sdf_scenes

XML = sdf_scenes.world(
    '<geom name="floor" type="plane" size="2 2 1"/>',
    sdf_scenes.free('<geom name="a" type="sdf"/>', "0 0 1"),
    sdf_scenes.free('<geom name="b" type="sdf"/>', "2 0 1"),
)


@pytest.fixture
def model():
    """A model with two geoms of type sdf and a plane."""
    return corten.load_model_from_string(XML)


def test_a_new_model_has_no_grids(model):
    """Count none, and say -1 for every geom."""
    assert (model.nsdf, model.sdf_data, model.geom_sdf.tolist()) == (0, (), [-1, -1, -1])


def test_a_grid_is_stored_for_kernels(model):
    """Find samples and the surface in the arrays that kernels read."""
    grid = sdf_scenes.cube()
    model.set_geom_sdf("a", grid)
    assert (model.nsdf, model.geom_sdf.tolist()) == (1, [-1, 0, -1])
    assert model.sdf_data[0] is grid
    assert np.array_equal(model.sdf_distance, grid.distances.ravel())
    assert np.array_equal(model.sdf_shape[0], grid.distances.shape)
    assert np.array_equal(model.sdf_point, grid.shell.points)


def test_one_grid_serves_many_geoms(model):
    """Store a grid once for all geoms that have it, and another one beside it."""
    grid, other = sdf_scenes.cube(), sdf_scenes.torus()
    model.set_geom_sdf("a", grid)
    model.set_geom_sdf(2, grid)
    assert (model.nsdf, model.geom_sdf.tolist()) == (1, [-1, 0, 0])
    model.set_geom_sdf("a", other)
    assert (model.nsdf, model.geom_sdf.tolist()) == (2, [-1, 0, 1])
    assert model.sdf_data == (other, grid)
    assert model.sdf_adr.tolist() == [0, other.distances.size]
    start, count = model.sdf_block[model.sdf_blockadr[1]]
    assert np.array_equal(model.sdf_point[start : start + count], grid.shell.points[:count])


def test_bounds_follow_from_the_grid_and_back(model):
    """Set size, box and radius from the grid, also off the origin, and restore them when it is taken away."""
    before = model.geom_size[1].copy(), model.geom_aabb[1].copy(), model.geom_rbound[1]
    model.set_geom_sdf("a", corten.SdfGrid([1.0, 0.0, -0.5], 0.5, np.ones((3, 5, 3))))
    assert np.array_equal(model.geom_size[1], [0.5, 1.0, 0.5])
    assert np.array_equal(model.geom_aabb[1], [1.5, 1.0, 0.0, 0.5, 1.0, 0.5])
    assert model.geom_rbound[1] == pytest.approx(np.linalg.norm([2.0, 2.0, 0.5]))
    model.set_geom_sdf("a", sdf_scenes.cube())
    model.set_geom_sdf("a", None)
    assert (model.nsdf, model.sdf_data) == (0, ())
    assert np.array_equal(model.geom_size[1], before[0])
    assert np.array_equal(model.geom_aabb[1], before[1])
    assert model.geom_rbound[1] == before[2]


def test_mass_stays_what_the_model_says(model):
    """Leave mass and inertia of the body alone."""
    before = model.body_mass.copy(), model.body_inertia.copy()
    model.set_geom_sdf("a", sdf_scenes.cube())
    assert np.array_equal(model.body_mass, before[0])
    assert np.array_equal(model.body_inertia, before[1])


def test_wrong_geoms_and_grids_are_refused(model):
    """Name the geom and its type, the names that exist, or the type that was given."""
    grid = sdf_scenes.cube()
    with pytest.raises(ValueError, match="geom 'floor' has type plane; only geoms of type sdf"):
        model.set_geom_sdf("floor", grid)
    with pytest.raises(KeyError, match="no geom is named 'c'"):
        model.set_geom_sdf("c", grid)
    with pytest.raises(IndexError, match="geom 7 does not exist"):
        model.set_geom_sdf(7, grid)
    with pytest.raises(TypeError, match="SdfGrid or None required, not ndarray"):
        model.set_geom_sdf("a", np.zeros((2, 2, 2)))


def test_views_and_data_stay_valid(model):
    """Keep arrays that were taken before, and step a Data that was made before."""
    view, data = model.geom_friction, model.make_data()
    corten.step(model, data, 10)
    model.set_geom_sdf("a", sdf_scenes.cube())
    view[1] = 0.25, 0.0, 0.0
    assert model.geom_friction[1, 0] == 0.25
    corten.step(model, data, 400)
    assert data.ncon > 0
    assert abs(data.qpos[2] - sdf_scenes.CUBE) < sdf_scenes.CELL


@pytest.mark.parametrize("twin_of", [corten.Model.copy, lambda model: pickle.loads(pickle.dumps(model))])
def test_copies_have_grids_of_their_own(model, twin_of):
    """Copy and pickle grids with the model; taking one away from the copy leaves the original."""
    model.set_geom_sdf("a", sdf_scenes.cube())
    twin = twin_of(model)
    assert np.array_equal(twin.sdf_distance, model.sdf_distance)
    assert twin.sdf_data[0].cell_size == model.sdf_data[0].cell_size
    twin.set_geom_sdf("a", None)
    assert (twin.nsdf, model.nsdf, model.geom_sdf[1]) == (0, 1, 0)


def test_recompiling_keeps_grids():
    """Give a geom its grid again when an edited Spec is compiled."""
    spec = corten.Spec.from_string(XML)
    model = spec.compile()
    model.set_geom_sdf("b", sdf_scenes.cube())
    spec.worldbody.add_geom(name="new", size=(0.1,))
    new, _ = spec.recompile(model, model.make_data())
    assert new.geom_sdf[new.id("geom", "b")] == 0
    assert new.sdf_data[0] is model.sdf_data[0]


def test_a_data_of_another_model_is_still_refused(model):
    """Compare sizes but not the room for grids: a copy with a grid takes the Data, another model does not."""
    data, twin = model.make_data(), model.copy()
    twin.set_geom_sdf("a", sdf_scenes.cube())
    corten.forward(twin, data)
    other = corten.load_model_from_string(
        "<mujoco><worldbody><body><freejoint/><geom size='1'/></body></worldbody></mujoco>"
    )
    with pytest.raises(ValueError, match="belongs to another model"):
        corten.forward(other, data)
