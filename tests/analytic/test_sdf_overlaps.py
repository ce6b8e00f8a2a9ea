"""Geoms that are deep in a grid of signed distances: no overlap without contact, and a way out."""

import numpy as np
import pytest

import corten
from support import sdf_scenes, tolerance

GRIDS = {"ball": sdf_scenes.ball, "cube": sdf_scenes.cube, "torus": sdf_scenes.torus, "gear": sdf_scenes.gear}
HALF = np.array([0.2, 0.15, 0.1])


def box_depth(points):
    """Return the distance to a box with half sizes HALF."""
    beyond = np.abs(points) - HALF
    return np.linalg.norm(np.maximum(beyond, 0), axis=-1) + np.minimum(beyond.max(-1), 0)


def cylinder_depth(points):
    """Return the distance to a cylinder of radius 0.15 and half length 0.1."""
    beyond = np.stack([np.linalg.norm(points[:, :2], axis=1) - 0.15, np.abs(points[:, 2]) - 0.1], -1)
    return np.linalg.norm(np.maximum(beyond, 0), axis=-1) + np.minimum(beyond.max(-1), 0)


def capsule_depth(points):
    """Return the distance to a capsule of radius 0.06 and half length 0.2."""
    away = points.copy()
    away[:, 2] -= np.clip(points[:, 2], -0.2, 0.2)
    return np.linalg.norm(away, axis=-1) - 0.06


OTHERS = {
    "box": ('type="box" size=".2 .15 .1"', box_depth),
    "cylinder": ('type="cylinder" size=".15 .1"', cylinder_depth),
    "capsule": ('type="capsule" size=".06 .2"', capsule_depth),
}


@pytest.mark.parametrize("kind", OTHERS)
@pytest.mark.parametrize("shape", GRIDS)
def test_no_overlap_is_without_contact(kind, shape):
    """Find a contact at every random pose with a point of one geom in the other, and none at those with a gap."""
    geom, depth = OTHERS[kind]
    grid = GRIDS[shape]()
    model, data = sdf_scenes.meet(geom, grid, "0 0 5")
    inner = np.random.default_rng(0).uniform(-0.3, 0.3, (20000, 3))
    inner = inner[depth(inner) < 0]
    rng, seen = np.random.default_rng(6), [0, 0]
    for _ in range(100):
        data.qpos[:3], data.qpos[3:] = rng.normal(0, 0.22, 3), rng.normal(size=4)
        data.qpos[3:] /= np.linalg.norm(data.qpos[3:])
        corten.forward(model, data)
        turn, place = data.geom_xmat[1].reshape(3, 3), data.geom_xpos[1]
        outer = depth(grid.shell.points @ turn.T + place).min()
        deepest = min(outer, grid.value((inner - place) @ turn).min())
        if deepest < -0.3 * grid.cell_size:
            assert data.ncon > 0
            seen[0] += 1
        elif deepest > 2 * grid.cell_size:
            assert data.ncon == 0
            seen[1] += 1
    assert min(seen) > 10


@pytest.mark.parametrize("kind", OTHERS)
def test_what_is_inside_finds_its_way_out(kind):
    """Drive geoms apart that begin with their middles in each other, without throwing them away."""
    option = '<option gravity="0 0 0"/>'
    geom, _ = OTHERS[kind]
    parts = f"<geom {geom}/>", sdf_scenes.free('<geom name="s" type="sdf"/>')
    model = corten.load_model_from_string(sdf_scenes.world(*parts, option=option))
    model.set_geom_sdf("s", sdf_scenes.cube())
    rng = np.random.default_rng(8)
    for _ in range(10):
        data = model.make_data()
        data.qpos[:3], data.qpos[3:] = rng.uniform(-0.05, 0.05, 3), rng.normal(size=4)
        data.qpos[3:] /= np.linalg.norm(data.qpos[3:])
        corten.step(model, data, 500)
        assert data.ncon == 0 or data.contact.dist.min() > -sdf_scenes.CELL / 4
        assert np.abs(data.qvel[:3]).max() < 20.0


@pytest.mark.parametrize("kind", ["hills", "triangles"])
def test_a_ball_of_samples_touches_surfaces_as_a_ball_does(kind):
    """Find the depths of a real ball on rough ground and on a slab of triangles, at peaks and edges too."""
    heights = " ".join(str(x) for x in np.random.default_rng(3).uniform(size=121).round(3))
    ground = f'<hfield name="hills" nrow="11" ncol="11" size="1 1 .25 .3" elevation="{heights}"/>'
    geom, twin, words = {
        "hills": ('type="hfield" hfield="hills"', 'type="hfield" hfield="hills"', "hull"),
        "triangles": ('type="mesh" mesh="slab"', 'type="box" size=".4 .4 .1"', "triangles"),
    }[kind]
    option = f"<asset>{ground}</asset>"
    solid, sphere = '<geom name="s" type="sdf"/>', f'<geom type="sphere" size="{sdf_scenes.BALL}"/>'
    xml = [
        sdf_scenes.world(f"<geom {a}/>", sdf_scenes.free(b), option=option) for a, b in ((geom, solid), (twin, sphere))
    ]
    model = corten.load_model_from_string(xml[0], mesh_collision=words)
    model.set_geom_sdf("s", sdf_scenes.ball())
    exact = corten.load_model_from_string(xml[1])
    data, truth, errors = model.make_data(), exact.make_data(), []
    rng = np.random.default_rng(9)
    for _ in range(200):
        turn = rng.normal(size=4)
        data.qpos[:] = truth.qpos[:] = *rng.uniform(-0.6, 0.6, 2), rng.uniform(0.35, 0.6), *turn / np.linalg.norm(turn)
        corten.forward(model, data)
        corten.forward(exact, truth)
        depth = -truth.contact.dist.min() if truth.ncon else 0.0
        if 0.005 < depth < 0.06:
            errors.append(abs(data.contact.dist.min() + depth) / sdf_scenes.CELL)
    assert len(errors) > 20
    assert np.median(errors) < tolerance.GRID_CELLS
    assert max(errors) < tolerance.GRID_PEAKS
