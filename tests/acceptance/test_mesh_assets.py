"""Mesh assets and height fields, the side of loading: formats, sharing, errors and effort."""

import struct

import numpy as np
import pytest

from corten.assets import (
    AssetError,
    MeshOptions,
    embedded_mesh,
    height_field_from_elevation,
    height_field_from_file,
    mesh_from_data,
    mesh_from_file,
    read_file,
    store,
)
from corten.assets import loading as loading_module
from corten.assets.asset_cache import AssetCache
from support import mesh_files, tolerance
from support.png_files import encode
from support.work import count_calls, peak_bytes

SHAPE = mesh_files.torus(16, 8, bumps=0.3)
SIZE = (2.0, 1.0, 0.5, 0.1)


@pytest.mark.parametrize("kind", mesh_files.FORMATS)
def test_every_format_gives_the_same_mesh(kind, tmp_path):
    """Load one shape from every format, from bytes and from disk, and from embedded numbers (ME1)."""
    data, name = mesh_files.FORMATS[kind](*SHAPE), f"shape.{kind.split()[-1]}"
    (tmp_path / name).write_bytes(data)
    known = mesh_from_data("shape", embedded_mesh(SHAPE[0].ravel(), SHAPE[1].ravel()))
    for content in (data, read_file(tmp_path / name)):
        mesh = mesh_from_file("shape", name, content)
        assert mesh.volume == pytest.approx(known.volume, rel=tolerance.EXACT)
        assert mesh.pos == pytest.approx(known.pos, abs=tolerance.EXACT)
        assert np.abs(mesh.vertices[mesh.triangles] - known.vertices[known.triangles]).max() < tolerance.SINGLE


def test_polygons_become_triangles():
    """Load a cube of six squares as twelve triangles (ME1)."""
    vertices, _ = mesh_files.box(1, 1, 1)
    quads = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
    mesh = mesh_from_file("cube", "cube.obj", mesh_files.obj(vertices, quads), MeshOptions(inertia="exact"))
    assert len(mesh.triangles) == 12 and mesh.volume == pytest.approx(8, rel=tolerance.EXACT)


def test_scale_and_reference_pose():
    """Scale after moving to the reference pose: 3 along x from 1, turned a quarter about z, is 2 along y, doubled.

    Acceptance: ME1.
    """
    vertices, faces = mesh_files.box(1, 1, 1)
    options = MeshOptions(scale=(1, 2, 1), refpos=(1, 0, 0), refquat=(0.5**0.5, 0, 0, -(0.5**0.5)))
    mesh = mesh_from_data("m", embedded_mesh((vertices + np.array((3, 0, 0))).ravel(), faces.ravel()), options)
    assert mesh.pos == pytest.approx((0, 4, 0), abs=tolerance.EXACT)
    assert sorted(mesh.high) == pytest.approx([1, 1, 2], abs=tolerance.SINGLE)


def test_hull_and_tree_are_built_once():
    """Share one record, its hull and its tree among all who ask, and bound the real vertices (ME2)."""
    data = mesh_files.stl(*SHAPE)
    meshes = [mesh_from_file(name, "shape.stl", data) for name in ("a", "b", "c")]
    assert len({id(mesh) for mesh in meshes}) == len({id(mesh.hull) for mesh in meshes}) == 1
    assert len({id(mesh.bvh) for mesh in meshes}) == 1
    low, high = meshes[0].aabb()
    assert np.abs(meshes[0].vertices.min(axis=0) - low).max() < tolerance.SINGLE
    assert np.abs(meshes[0].vertices.max(axis=0) - high).max() < tolerance.SINGLE


@pytest.mark.parametrize(
    ("filename", "data", "words"),
    [
        ("arm.xyz", b"data", "extension 'xyz'"),
        ("arm.stl", b"", "empty"),
        ("arm.stl", mesh_files.stl(*SHAPE)[:-7], "bytes"),
        ("arm.obj", mesh_files.obj(SHAPE[0], [(0, 1, 999)]), "vertex index 999 does not exist"),
        ("arm.ply", mesh_files.ply(*SHAPE)[:-3], "ends too early"),
        ("arm.msh", mesh_files.msh(*SHAPE)[:-4], "bytes"),
        ("arm.3mf", mesh_files.three_mf(*SHAPE)[:100], "zip archive"),
        ("arm.step", b"ISO-10303-21;", "STEP"),
    ],
)
def test_errors_name_mesh_and_file(filename, data, words):
    """Name the mesh, its file and what is wrong (ME3)."""
    with pytest.raises(AssetError) as caught:
        mesh_from_file("arm", filename, data)
    assert "mesh 'arm'" in str(caught.value) and filename in str(caught.value) and words in str(caught.value)


def test_missing_file(tmp_path):
    """Name a file that does not exist (ME3)."""
    with pytest.raises(AssetError, match=r"gone\.stl' does not exist"):
        read_file(tmp_path / "gone.stl")


@pytest.mark.parametrize("measure", [count_calls, peak_bytes])
@pytest.mark.parametrize("write", [mesh_files.stl, mesh_files.obj])
def test_effort_of_loading(write, measure, monkeypatch, tmp_path):
    """Let work and memory grow no faster than the triangles of a file, and load a file seen before for nothing.

    Acceptance: ME4.
    """
    monkeypatch.setattr(loading_module, "RECORDS", AssetCache(1 << 29))
    monkeypatch.setattr(store, "cache_folder", lambda: tmp_path / write.__name__)

    def load(data: bytes) -> int:
        return measure(lambda: has_hull_and_tree(mesh_from_file("m", f"m.{write.__name__}", data)))

    def has_hull_and_tree(mesh) -> None:
        assert len(mesh.hull.graph.vertices) and len(mesh.bvh.child)

    sizes = (4, 3), (100, 50), (500, 100)
    tiny, small, large = (write(*mesh_files.torus(around, across, bumps=0.2)) for around, across in sizes)
    load(tiny)  # what is done once for all files
    effort = load(small)
    assert load(large) < tolerance.NEAR_LINEAR * 10 * effort
    assert load(large) < tolerance.KNOWN_FILE * effort


def test_height_fields_from_numbers_images_and_files():
    """Give the same grid from all three sources, without resampling cells that are not square (HF1)."""
    grid = np.array([(0, 51, 102), (153, 204, 255)], np.float32)
    binary = struct.pack("<2i", 2, 3) + grid.astype("<f4").tobytes()
    fields = (
        height_field_from_elevation("h", 2, 3, SIZE, grid[::-1].ravel()),
        height_field_from_file("h", "h.png", encode(grid[::-1, :, None].astype(int)), SIZE),
        height_field_from_file("h", "h.bin", binary, SIZE),
    )
    for field in fields:
        assert np.array_equal(field.data, grid / np.float32(255)) and field.size == SIZE
        assert (field.data * field.size[2]).max() == SIZE[2]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((1, 3, SIZE), "at least 2"),
        ((2, 1, SIZE), "at least 2"),
        ((2, 2, SIZE, [1, 2, 3]), "elevation has 3 numbers"),
        ((2, 2, (1, 0, 1, 1)), "size must be four positive numbers"),
        ((2, 2, (1, 1, 1, -1)), "size must be four positive numbers"),
    ],
)
def test_bad_height_fields(arguments, words):
    """Name the height field and what is wrong: counts, length or size (HF3)."""
    with pytest.raises(AssetError, match=words) as caught:
        height_field_from_elevation("land", *arguments)
    assert "hfield 'land'" in str(caught.value)
