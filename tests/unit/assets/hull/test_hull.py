"""Convex hulls: geometry, graph, sides and extreme vertices."""

import numpy as np
import pytest
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from corten.assets import MeshOptions, embedded_mesh, mesh_from_data
from corten.assets.hull.convex_hull import DIRECTIONS, find_extrema, make_hull
from corten.assets.hull.polygons import find_parts, merge_faces, polygon_normals
from corten.errors import AssetError
from support import tolerance
from support.mesh_files import box, icosphere, shapes

NAMES = tuple(shapes())


def neighbours(graph) -> list[list[int]]:
    """Return the neighbours of each hull vertex as lists."""
    lists = [graph.edges[start:].tolist() for start in graph.edge_address]
    return [row[: row.index(-1)] for row in lists]


@pytest.mark.parametrize("name", NAMES)
def test_hull_is_convex_and_closed(name):
    """Have all points behind all faces, and V + F - E = 2."""
    points = shapes()[name][0].astype(np.float32).astype(np.float64)
    graph = make_hull(points)
    a, b, c = (points[graph.faces[:, k]] for k in range(3))
    normals = np.cross(b - a, c - a)
    heights = ((points[None] - a[:, None]) * normals[:, None]).sum(axis=2)
    assert heights.max() < tolerance.EXACT
    assert len(graph.vertices) + len(graph.faces) - 1.5 * len(graph.faces) == 2
    assert sorted(graph.vertices) == sorted(set(graph.faces.ravel()))


@pytest.mark.parametrize("name", NAMES)
def test_graph_lists_every_edge_from_both_ends(name):
    """Give each vertex the other ends of its edges, each once."""
    graph = make_hull(shapes()[name][0])
    local = {vertex: i for i, vertex in enumerate(graph.vertices)}
    edges = {(local[face[k]], local[face[k - 1]]) for face in graph.faces for k in range(3)}
    edges |= {(b, a) for a, b in edges}
    lists = neighbours(graph)
    assert {(i, j) for i, row in enumerate(lists) for j in row} == edges
    assert sum(map(len, lists)) == len(edges)
    flat = graph.flat()
    assert flat[:2].tolist() == [len(graph.vertices), len(graph.faces)]
    assert len(flat) == 2 + 3 * len(graph.vertices) + 6 * len(graph.faces)


@pytest.mark.parametrize("limit", [4, 5, 12, 1000])
def test_limited_hull_has_few_vertices(limit):
    """Stop at the given number of vertices."""
    points = icosphere(3)[0]
    graph = make_hull(points, limit)
    assert len(graph.vertices) == min(limit, len(points))
    assert sorted(graph.vertices) == sorted(set(graph.faces.ravel()))


def test_hull_of_one_plane():
    """Refuse points of one plane, one line or one place."""
    flat = box(1, 1, 0)[0]
    with pytest.raises(AssetError, match="coplanar"):
        make_hull(flat)
    with pytest.raises(AssetError, match="collinear"):
        make_hull(flat * (1, 0, 0))
    with pytest.raises(AssetError, match="colocated"):
        make_hull(flat * 0)


def test_nearly_flat_points():
    """Say so where points are found flat that differ by more than a rounding."""
    rng = np.random.default_rng(0)
    points = np.column_stack((rng.normal(size=(20, 2)), 2e-15 * rng.normal(size=20)))
    with pytest.raises(AssetError, match="finds no convex hull"):
        make_hull(points)


def test_sides_of_a_box():
    """Merge twelve triangles into six squares that face along the axes."""
    points = box(0.5, 1.0, 1.5)[0]
    sides = merge_faces(points, make_hull(points).faces)
    assert sides.count.tolist() == [4] * 6
    normals = polygon_normals(points, sides)
    assert sorted(normals.round().tolist()) == sorted((np.vstack((np.eye(3), -np.eye(3)))).tolist())
    for i, normal in enumerate(normals):
        outline = points[sides.vertices[sides.address[i] : sides.address[i] + 4]]
        assert (outline @ normal > 0).all()
        turns = np.cross(np.roll(outline, -1, 0) - outline, np.roll(outline, -2, 0) - np.roll(outline, -1, 0))
        assert (turns @ normal > 0).all()


def test_every_vertex_knows_its_sides():
    """List the sides around each vertex, in order."""
    points = icosphere(1, (1, 1.2, 0.8))[0]
    sides = merge_faces(points, make_hull(points).faces)
    for vertex in range(len(points)):
        start, count = sides.side_address[vertex], sides.side_count[vertex]
        around = [i for i in range(len(sides.count)) if vertex in sides.vertices[sides.address[i] :][: sides.count[i]]]
        assert sides.sides[start : start + count].tolist() == around


def test_parallel_sides_apart_stay_apart():
    """Keep sides of the same direction that do not touch as two outlines: a slab with two feet of one height."""
    feet = [(x, y, z) for x in (-2, -1, 1, 2) for y in (-1, 1) for z in (0,)]
    top = [(x, y, 3) for x in (-3, 3) for y in (-1, 1)]
    points = np.array(feet + top, float)
    sides = merge_faces(points, make_hull(points).faces)
    assert sorted(sides.count.tolist()) == [4] * 6


@pytest.mark.parametrize("count", [1, 2, 30, 3000])
def test_connected_parts(count):
    """Find the parts that SciPy finds, numbered alike: of no links, few, many, and one long chain in any order."""
    rng = np.random.default_rng(count)
    chain = rng.permutation(count)
    for a, b in ((chain[:-1], chain[1:]), *(rng.integers(0, count, (2, n)) for n in (0, count // 3, 2 * count))):
        links = coo_array((np.ones(len(a)), (a, b)), shape=(count, count))
        assert np.array_equal(find_parts(count, a, b), connected_components(links, directed=False)[1])


def test_mirrored_mesh_has_outward_sides():
    """Let normals of sides point outwards when the scale turns the mesh inside out."""
    vertices, faces = box(0.5, 1.0, 1.5)
    options = MeshOptions(scale=(1.0, -2.0, 0.5))
    mesh = mesh_from_data("m", embedded_mesh(vertices.ravel(), faces.ravel()), options)
    polygons, normals = mesh.hull.polygons, mesh.hull.normals
    for start, count, normal in zip(polygons.address, polygons.count, normals, strict=True):
        assert (mesh.vertices[polygons.vertices[start : start + count]] @ normal > 0).all()
    a, b, c = (mesh.vertices[mesh.triangles[:, k]] for k in range(3))
    assert (np.cross(b - a, c - a) * a).sum(axis=1).min() > 0


def test_extrema_are_the_farthest():
    """Find the first of the farthest points in all 27 directions."""
    points = np.random.default_rng(5).normal(size=(50, 3)).astype(np.float32)
    found = find_extrema(points)
    heights = points @ DIRECTIONS.T
    assert np.array_equal(found, heights.argmax(axis=0)) and found[13] == 0
