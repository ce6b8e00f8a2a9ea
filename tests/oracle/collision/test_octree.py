"""Octrees of distances around meshes against MuJoCo's."""

import numpy as np
import pytest

from corten.compile import load_model_from_string
from support import oracle, tolerance
from support.sdf_meshes import SHAPES, mesh_element

WHOLE = ("mesh_octadr", "mesh_octnum", "oct_depth", "oct_child")
LENGTHS = ("oct_aabb", "oct_coeff")
GEOM = ("geom_aabb", "geom_rbound", "geom_size", "geom_pos", "geom_quat", "body_mass", "body_inertia", "body_ipos")


def sdf_model(shape: str, scale: str) -> str:
    """Return a model with two geoms of type sdf that show the same mesh, one with its mass."""
    geom = f'<geom type="sdf" mesh="{shape}" pos="1 2 3" euler="10 20 30"/>'
    world = f"<worldbody>{geom}<body><freejoint/>{geom}</body></worldbody>"
    return f"<mujoco><asset>{mesh_element(shape, scale)}</asset>{world}</mujoco>"


@pytest.mark.parametrize("scale", ["1 1 1", "0.03 0.041 0.077"])
@pytest.mark.parametrize("shape", SHAPES)
def test_octree_is_that_of_mujoco(shape, scale):
    """Agree in every node and in every distance, its sign included, and in what the geom takes from the mesh."""
    xml = sdf_model(shape, scale)
    model, want = load_model_from_string(xml), oracle.load_mujoco(xml)
    assert model.noct == want.noct > 1000
    for name in WHOLE:
        assert np.array_equal(getattr(model, name), getattr(want, name)), name
    for name in LENGTHS + GEOM:
        value, there = getattr(model, name), np.reshape(getattr(want, name), getattr(model, name).shape)
        assert np.abs(value - there).max() <= tolerance.CONSTANT * np.abs(there).max(), name


@pytest.mark.parametrize("shape", SHAPES)
def test_trees_over_triangles_are_those_of_mujoco(shape):
    """Agree in every node of the tree of a mesh, on which the order of contacts depends."""
    xml = sdf_model(shape, "1 2 3")
    model, want = load_model_from_string(xml), oracle.load_mujoco(xml)
    for name in ("mesh_bvhadr", "bvh_child", "bvh_nodeid", "bvh_depth"):
        assert np.array_equal(getattr(model, name), getattr(want, name)), name
    assert np.abs(model.bvh_aabb - want.bvh_aabb).max() < tolerance.CONSTANT


def test_meshes_of_other_geoms_have_no_octree():
    """Build octrees for geoms of type sdf alone, one for each mesh."""
    meshes = mesh_element("box") + mesh_element("ball")
    geoms = '<geom type="mesh" mesh="box"/><geom type="sdf" mesh="ball"/><geom type="sdf" mesh="ball"/>'
    xml = f"<mujoco><asset>{meshes}</asset><worldbody>{geoms}</worldbody></mujoco>"
    model = load_model_from_string(xml)
    assert model.mesh_octadr.tolist() == [-1, 0] and model.mesh_octnum.tolist() == [0, model.noct]


def test_distances_of_a_ball_are_those_of_a_sphere():
    """Measure a finely divided ball: the distance of a point is nearly its radius less one."""
    xml = f"<mujoco><asset>{mesh_element('ball')}</asset><worldbody><geom type='sdf' mesh='ball'/></worldbody></mujoco>"
    model = load_model_from_string(xml)
    signs = np.array([[1 if corner >> axis & 1 else -1 for axis in range(3)] for corner in range(8)])
    places = model.oct_aabb[:, None, :3] + signs * model.oct_aabb[:, None, 3:]
    assert np.abs(model.oct_coeff - (np.linalg.norm(places, axis=2) - 1)).max() < tolerance.FACETS
