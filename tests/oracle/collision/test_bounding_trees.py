"""Trees of bounding boxes against MuJoCo's."""

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from corten.compile import load_model_from_string
from support import mesh_files, oracle, tolerance
from support.differences import body_nodes

TREES = ("bvh_depth", "bvh_child", "bvh_nodeid", "bvh_skip")
SIZES = {"sphere": 1, "capsule": 2, "box": 3, "ellipsoid": 3, "cylinder": 2}


def geoms(rng, count: int) -> str:
    """Return geoms of all sizes and poses, some of which touch nothing."""
    words = []
    for _ in range(count):
        kind = rng.choice(list(SIZES))
        quat = " ".join(map(str, rng.normal(size=4)))
        size = " ".join(map(str, rng.uniform(0.01, 0.2, SIZES[kind])))
        pos = " ".join(map(str, rng.integers(-2, 3, 3) / 4))
        words.append(f'<geom type="{kind}" size="{size}" pos="{pos}" quat="{quat}" contype="{rng.integers(2)}"/>')
    return "".join(words).replace('contype="0"', 'contype="0" conaffinity="0"')


@pytest.mark.parametrize("seed", range(8))
def test_trees_over_geoms_are_those_of_mujoco(seed):
    """Agree in every node: place, depth, children, geom and box."""
    rng = np.random.default_rng(seed)
    bodies = "".join(f"<body><freejoint/>{geoms(rng, count)}</body>" for count in (1, 2, 3, 17, 40))
    xml = f'<mujoco><worldbody><geom type="plane" size="1 1 1"/>{geoms(rng, 5)}{bodies}</worldbody></mujoco>'
    model, want = load_model_from_string(xml), oracle.load_both(xml)[2]
    assert model.nbvh == want.nbvh > 50
    for name in ("body_bvhadr", "body_bvhnum", *TREES):
        assert np.array_equal(getattr(model, name), getattr(want, name)), name
    scale = np.abs(want.bvh_aabb).max(axis=1, keepdims=True)
    assert np.abs((model.bvh_aabb - want.bvh_aabb) / scale).max() < tolerance.CONSTANT


def test_trees_over_triangles_are_those_of_mujoco():
    """Agree in every node: place, depth, children, triangle and box."""
    shapes = {"ball": mesh_files.icosphere(2), "ring": mesh_files.torus(20, 7), "block": mesh_files.box()}
    meshes = "".join(
        f'<mesh name="{name}" vertex="{" ".join(map(repr, np.ravel(points).tolist()))}"'
        f' face="{" ".join(map(str, np.ravel(faces)))}" scale="1 2 3"/>'
        for name, (points, faces) in shapes.items()
    )
    turn = " ".join(map(str, Rotation.from_euler("xyz", (1, 2, 3)).as_quat(scalar_first=True)))
    ball = '<body><freejoint/><geom type="mesh" mesh="ball"/><geom size="1"/></body>'
    ring = f'<geom type="mesh" mesh="ring" quat="{turn}"/>'
    xml = f"<mujoco><asset>{meshes}</asset><worldbody>{ball}{ring}</worldbody></mujoco>"
    model, want = load_model_from_string(xml), oracle.load_both(xml)[2]
    assert model.nbvh == want.nbvh
    assert body_nodes(model) == 4 and model.nmesh == 3
    for name in ("body_bvhadr", "body_bvhnum", "mesh_bvhadr", "mesh_bvhnum", *TREES):
        assert np.array_equal(getattr(model, name), getattr(want, name)), name
    assert np.abs(model.bvh_aabb - want.bvh_aabb).max() < tolerance.EXACT
