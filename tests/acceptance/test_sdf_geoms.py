"""SDF geoms as the acceptance list asks for them: what collides (SD1), without data (SD2), order and bounds (SD3)."""

import numpy as np
import pytest

import corten
from corten.enums import MeshCollision
from support import sdf_scenes, tolerance
from support.sdf_scenes import BALL, CELL, CUBE, OTHERS, meet

# [m] how deep solids are pressed into the other geom
DEEP = 0.01


def pressed(kind, grid, height, margin=0.0, depth=DEEP):
    """Return (model, data) of a solid of some half height that is pressed onto a geom of a type from above."""
    other, top = OTHERS[kind]
    other_grid = sdf_scenes.cube() if kind == "sdf" else None
    return meet(other, grid, f"0 0 {top + height - depth}", margin, other_grid)


@pytest.mark.parametrize("kind", OTHERS)
def test_a_grid_meets_every_type(kind):
    """Find the depth and the normal from geom1 to geom2 of a ball that is pressed onto a geom of every type (SD1)."""
    _, data = pressed(kind, sdf_scenes.ball(), BALL)
    deepest = data.contact[np.argmin(data.contact.dist)]
    assert abs(deepest.dist + DEEP) < tolerance.GRID_CELLS * CELL
    assert deepest.normal[2] > np.cos(tolerance.GRID_ANGLE)
    assert np.abs(deepest.pos[:2]).max() < CELL
    assert deepest.pos[2] == pytest.approx(OTHERS[kind][1] - DEEP / 2, abs=tolerance.GRID_CELLS * CELL)
    assert deepest.geom.tolist() == [0, 1]


@pytest.mark.parametrize("kind", ["plane", "hfield", "cylinder", "box", "mesh", "sdf"])
def test_flat_sides_rest_on_their_corners(kind):
    """Hold a cube on a flat geom by a few contacts whose spread is that of the side that they share (SD1)."""
    _, data = pressed(kind, sdf_scenes.cube(), CUBE)
    assert 3 <= data.ncon <= 8
    assert np.abs(data.contact.dist + DEEP).max() < tolerance.GRID_CELLS * CELL
    assert np.abs(data.contact.normal - [0, 0, 1]).max() < tolerance.GRID_ANGLE
    spread = np.ptp(data.contact.pos, axis=0)
    assert spread[:2].min() > 2 * CUBE - 3 * CELL


@pytest.mark.parametrize("kind", OTHERS)
def test_contacts_begin_within_the_margin(kind):
    """See a gap inside of the margin with its distance, and nothing beyond it."""
    _, data = pressed(kind, sdf_scenes.ball(), BALL, margin=0.05, depth=-0.02)
    assert abs(data.contact.dist.min() - 0.02) < tolerance.GRID_CELLS * CELL
    _, data = pressed(kind, sdf_scenes.ball(), BALL, margin=0.01, depth=-0.02)
    assert data.ncon == 0


def test_an_sdf_geom_without_data_does_not_collide():
    """Load, step, and fall through the floor (SD2)."""
    falling = sdf_scenes.free('<geom type="sdf"/>', "0 0 .1")
    model = corten.load_model_from_string(sdf_scenes.world('<geom type="plane" size="1 1 1"/>', falling))
    data = model.make_data()
    corten.step(model, data, 500)
    assert data.ncon == 0
    assert data.qpos[2] < -1.0


def test_a_grid_that_is_taken_away_no_longer_collides():
    """Stop colliding when the grid is removed (SD2)."""
    model, data = pressed("plane", sdf_scenes.ball(), BALL)
    assert data.ncon == 1
    model.set_geom_sdf("solid", None)
    corten.forward(model, data)
    assert data.ncon == 0


@pytest.mark.parametrize("kind", [*OTHERS])
def test_normals_lead_from_geom1_to_geom2_in_both_orders(kind):
    """Point from the geom of lower type to the other one, whichever stands first in the model, planes included.

    Acceptance: SD3.
    """
    geom, top = OTHERS[kind]
    fixed = f'<geom name="other" {geom}/>'
    solid = sdf_scenes.free('<geom name="solid" type="sdf"/>', f"0 0 {top + BALL - DEEP}")
    early = f'<body pos="0 0 {top + BALL - DEEP}"><geom name="solid" type="sdf"/></body>'
    late = sdf_scenes.free(f'<geom name="other" {geom}/>')
    orders = [(fixed, solid), (early, late)] if kind not in ("plane", "hfield") else [(fixed, solid)]
    for parts in orders:
        model = corten.load_model_from_string(sdf_scenes.world(*parts))
        model.set_geom_sdf("solid", sdf_scenes.ball())
        if kind == "sdf":
            model.set_geom_sdf("other", sdf_scenes.cube())
        data = model.make_data()
        corten.forward(model, data)
        deepest = data.contact[np.argmin(data.contact.dist)]
        first_is_other = deepest.geom1 == model.id("geom", "other")
        assert kind == "sdf" or first_is_other
        assert deepest.normal[2] * (1 if first_is_other else -1) > np.cos(tolerance.GRID_ANGLE)
        assert abs(deepest.dist + DEEP) < tolerance.GRID_CELLS * CELL


def test_bounds_come_from_the_grid():
    """Bound a geom by the box of its grid (SD3)."""
    model, _ = pressed("plane", sdf_scenes.torus(), 0.05)
    assert np.abs(model.geom_size[1] - [0.3, 0.3, 0.1]).max() < tolerance.EXACT
    assert model.geom_rbound[1] == pytest.approx(np.linalg.norm([0.3, 0.3, 0.1]))


def test_meshes_meet_grids_whatever_they_are_taken_for():
    """Press a ball onto a slab that collides by its hull, its triangles or pieces of it, to the same depth."""
    for way in MeshCollision:
        parts = '<geom type="mesh" mesh="slab"/>', sdf_scenes.free('<geom name="solid" type="sdf"/>', "0 0 .39")
        model = corten.load_model_from_string(sdf_scenes.world(*parts), mesh_collision=way.name.lower())
        model.set_geom_sdf("solid", sdf_scenes.ball())
        data = model.make_data()
        corten.forward(model, data)
        deepest = data.contact[np.argmin(data.contact.dist)]
        assert abs(deepest.dist + DEEP) < tolerance.GRID_CELLS * CELL
        assert deepest.normal[2] > np.cos(tolerance.GRID_ANGLE)


def test_grids_meet_octrees_and_octrees_meet_height_fields():
    """Collide a grid with the distances of a mesh, and these with a height field, which MuJoCo leaves out."""
    slab = '<geom name="other" type="sdf" mesh="slab"/>'
    model = corten.load_model_from_string(
        sdf_scenes.world(slab, sdf_scenes.free('<geom name="solid" type="sdf"/>', "0 0 .39"))
    )
    model.set_geom_sdf("solid", sdf_scenes.ball())
    data = model.make_data()
    corten.forward(model, data)
    deepest = data.contact[np.argmin(data.contact.dist)]
    assert abs(deepest.dist + DEEP) < 0.3 * CELL
    assert deepest.normal[2] > np.cos(tolerance.GRID_ANGLE)

    ground = '<geom type="hfield" hfield="flat"/>'
    falling = '<body pos="0 0 .15"><freejoint/><geom type="sdf" mesh="slab"/></body>'
    model = corten.load_model_from_string(sdf_scenes.world(ground, falling))
    data = model.make_data()
    corten.step(model, data, 1000)
    assert abs(data.qpos[2] - 0.1) < tolerance.LENGTH
    assert np.abs(data.qvel).max() < tolerance.REST


def test_sensors_see_grids():
    """Read the distance to a ball of samples, and how far a beam gets until it meets it."""
    probe = '<site name="eye" pos="1 0 2" zaxis="-1 0 0"/><geom name="probe" size=".1" pos="0 0 1"/>'
    sensors = '<sensor><distance geom1="probe" geom2="solid" cutoff="9"/><rangefinder site="eye"/></sensor>'
    body = sdf_scenes.free('<geom name="solid" type="sdf"/>', "0 0 2")
    model = corten.load_model_from_string(sdf_scenes.world(probe, body, option=sensors))
    model.set_geom_sdf("solid", sdf_scenes.ball())
    data = model.make_data()
    corten.forward(model, data)
    assert data.sensordata == pytest.approx([1.0 - 0.1 - BALL, 1.0 - BALL], abs=tolerance.GRID_CELLS * CELL)
