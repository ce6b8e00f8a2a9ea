"""How the triangles of a surface hang together."""

import numpy as np
import pytest
import trimesh

from corten.assets import MeshOptions, embedded_mesh, mesh_from_data
from corten.assets.shape.topology import make_topology
from support.tolerance import EXACT
from support.triangle_scenes import floor

BOX = trimesh.creation.box((2.0, 2.0, 2.0))


def topology(mesh):
    """Return the topology of a mesh."""
    return make_topology(np.asarray(mesh.vertices, float), np.asarray(mesh.faces))


def test_a_box_is_closed():
    """Find three neighbours of every triangle of a box, and its twelve edges and eight corners once."""
    made = topology(BOX)
    assert made.closed
    assert (made.adjacent >= 0).all()
    for triangle, neighbours in enumerate(made.adjacent):
        assert all(triangle in made.adjacent[neighbour] for neighbour in neighbours)
    bits = (made.owned[:, None] >> np.arange(6)) & 1
    assert bits[:, :3].sum() == 8
    assert bits[:, 3:].sum() == 12


def test_corners_of_a_box_point_along_its_diagonals():
    """Weight normals by angles, so that the diagonals of its faces do not matter."""
    made = topology(BOX)
    np.testing.assert_allclose(made.vertex_normal, np.asarray(BOX.vertices) / np.sqrt(3), atol=EXACT)


def test_a_soup_is_welded():
    """Give the same neighbours to triangles that share places instead of vertices."""
    corners = np.asarray(BOX.vertices)[BOX.faces].reshape(-1, 3)
    soup = make_topology(corners, np.arange(36).reshape(-1, 3))
    made = topology(BOX)
    assert soup.closed
    np.testing.assert_array_equal(soup.adjacent, made.adjacent)
    np.testing.assert_array_equal(soup.owned, made.owned)


def test_a_level_floor_has_only_its_rim():
    """Take no edge inside of a level floor for one that sticks out."""
    made = topology(floor(4))
    assert not made.closed
    bits = (made.owned[:, None] >> np.arange(3, 6)) & 1
    np.testing.assert_array_equal(bits.astype(bool), made.adjacent < 0)
    assert bits.sum() == 16


@pytest.mark.parametrize("faces", [[(0, 1, 1)], [(0, 1, 2), (0, 1, 2)], [(0, 1, 2), (2, 1, 0)], [(0, 0, 0)]])
def test_degenerate_triangles_do_no_harm(faces):
    """Give numbers that are finite for triangles without area and for those that are there twice."""
    made = make_topology(np.eye(3), np.array(faces))
    assert np.isfinite(made.normal).all()
    assert np.isfinite(made.vertex_normal).all()


def test_rings_hold_all_neighbours():
    """List the vertices around each vertex once."""
    made = topology(trimesh.creation.icosphere(2))
    mesh = trimesh.creation.icosphere(2)
    for vertex, neighbours in enumerate(mesh.vertex_neighbors):
        start = made.ring_address[vertex]
        assert sorted(neighbours) == made.ring[start : start + made.ring_count[vertex]].tolist()


def test_cones_hold_the_normals_below():
    """Have in the cone of every node the normals of all triangles below it and around their corners."""
    mesh = trimesh.creation.torus(0.5, 0.2, major_sections=24, minor_sections=12)
    made = mesh_from_data("m", embedded_mesh(mesh.vertices.ravel(), mesh.faces.ravel()), MeshOptions())
    tree, cones, normal = made.bvh, made.cones, made.topology.normal
    sides = np.zeros((len(tree.child), len(normal)), bool)
    for node in reversed(range(len(tree.child))):
        if tree.leaf[node] >= 0:
            touching = np.isin(made.triangles, made.triangles[tree.leaf[node]]).any(axis=1)
            sides[node] = touching
        else:
            sides[node] = sides[tree.child[node]].any(axis=0)
        narrow = cones[node, 3] > 0
        assert not narrow or (normal[sides[node]] @ cones[node, :3]).min() >= cones[node, 3]
    assert (cones[:, 3] > 0).mean() > 0.9
