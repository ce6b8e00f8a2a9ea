"""Every format gives the vertices and faces that were written, and says what is wrong with a broken file."""

import struct

import numpy as np
import pytest

from corten.assets.formats.msh import read_msh
from corten.assets.formats.ply import read_ply
from corten.assets.formats.readers import mesh_format, read_mesh
from corten.assets.formats.stl import merge_corners, read_stl
from corten.errors import AssetError
from support import mesh_files

VERTICES, FACES = mesh_files.torus(6, 4, bumps=0.4)
POINTS = VERTICES.astype(np.float32)


@pytest.mark.parametrize("kind", mesh_files.FORMATS)
def test_formats_keep_triangles(kind):
    """Read back the corners of all triangles, in order."""
    mesh = read_mesh(mesh_files.FORMATS[kind](VERTICES, FACES), kind.split()[-1])
    assert np.array_equal(mesh.vertices[mesh.faces], POINTS[FACES])
    assert mesh.vertices.dtype == np.float32 and mesh.faces.dtype == np.int32


@pytest.mark.parametrize("kind", [kind for kind in mesh_files.FORMATS if "stl" not in kind])
def test_indexed_formats_keep_vertices(kind):
    """Leave vertices and their order alone where the file has indices."""
    mesh = read_mesh(mesh_files.FORMATS[kind](VERTICES, FACES), kind.split()[-1])
    assert np.array_equal(mesh.vertices, POINTS) and np.array_equal(mesh.faces, FACES)


@pytest.mark.parametrize("write", [mesh_files.stl, mesh_files.stl_text])
def test_stl_merges_equal_corners(write):
    """Number the vertices of an STL file as they first appear, each once."""
    mesh = read_stl(write(VERTICES, FACES))
    _, first = np.unique(FACES, return_index=True)
    assert np.array_equal(mesh.vertices, POINTS[FACES.ravel()[np.sort(first)]])


def test_merging_tells_signs_of_zero_apart():
    """Keep corners that differ in a bit, as the two zeros do."""
    corners = np.array([(0, 0, 0), (1, 0, 0), (-0.0, 0, 0)], np.float32)
    vertices, faces = merge_corners(corners)
    assert len(vertices) == 3 and faces.tolist() == [[0, 1, 2]]


def test_merging_numbers_vertices_as_they_appear():
    """Find the same vertices as a look at all rows does, for fine grids whose corners differ in few bits."""
    rng = np.random.default_rng(0)
    for step, count in ((1.0, 3), (1e-3, 60), (2.0**-20, 3000), (0.1, 30000)):
        corners = (rng.integers(-20, 20, (count, 3)) * step + 1).astype(np.float32)
        vertices, faces = merge_corners(corners)
        distinct, first = np.unique(corners, axis=0, return_index=True)
        assert len(vertices) == len(distinct) and np.array_equal(vertices, corners[np.sort(first)])
        assert np.array_equal(vertices[faces.ravel()], corners)


def test_text_stl_may_have_any_case_and_title():
    """Read keywords in capitals and a title that holds numbers and keywords."""
    text = mesh_files.stl_text(VERTICES, FACES).replace(b"part 7", b"facet 1 2 vertex")
    mesh = read_stl(text.upper().replace(b"E+", b"e+").replace(b"E-", b"e-"))
    assert np.array_equal(mesh.vertices[mesh.faces], POINTS[FACES])


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"short", "at least 84 bytes"),
        (bytes(84), "no faces"),
        (bytes(80) + struct.pack("<I", 7), "7 faces has 434 bytes, this one has 84"),
        (b"solid x\nfacet normal 0 0 1\nouter loop\nvertex 1 2\nendloop\nendfacet\nendsolid", "1 facets but 5 numbers"),
        (
            mesh_files.stl_text(VERTICES, FACES).replace(b"vertex", b"vertex q", 1),
            "'q' in the STL file is not a number",
        ),
        (mesh_files.stl(VERTICES * 1e12, FACES), "beyond 1073741824"),
    ],
)
def test_broken_stl(data, message):
    """Say what is wrong with an STL file."""
    with pytest.raises(AssetError, match=message):
        read_stl(data)


def test_ply_reads_normals_texture_coordinates_and_skips_the_rest():
    """Find x, y, z, normals and texture coordinates among other properties and elements."""
    header = "ply\nformat ascii 1.0\nelement camera 1\nproperty float w\nelement vertex 4\n"
    header += "".join(f"property float {name}\n" for name in ("x", "red", "y", "z", "nx", "ny", "nz", "u", "v"))
    header += "element face 2\nproperty uchar flag\nproperty list uchar uint vertex_index\nend_header\n5\n"
    rows = ["0 9 0 0 0 0 1 .1 .2", "1 9 0 0 0 0 1 .3 .4", "0 9 1 0 0 0 1 .5 .6", "0 9 0 1 0 0 1 .7 .8"]
    mesh = read_ply((header + "\n".join([*rows, "1 3 0 1 2", "2 4 0 1 3 2"])).encode())
    assert mesh.vertices.tolist() == [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]
    assert mesh.normals.tolist() == [[0, 0, 1]] * 4
    assert np.array_equal(mesh.texcoords, np.array([(0.1, 0.2), (0.3, 0.4), (0.5, 0.6), (0.7, 0.8)], np.float32))
    assert len(mesh.faces) == 3 and np.array_equal(mesh.face_normals, mesh.faces)


@pytest.mark.parametrize("kind", ["binary_little_endian", "binary_big_endian", "ascii"])
def test_ply_with_polygons_of_several_sizes(kind):
    """Read lists of different lengths one by one."""
    faces = [(0, 2, 6, 4), (0, 1, 3), (0, 3, 2), (1, 5, 7, 3), (4, 6, 7, 5), (2, 3, 7, 6), (0, 4, 5, 1)]
    mesh = read_ply(mesh_files.ply(mesh_files.box()[0], faces, kind))
    assert len(mesh.faces) == 12 and mesh.faces.max() == 7


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ((b"ply\n", b"pny\n"), "begins with 'ply'"),
        ((b"format ascii 1.0\n", b""), "must name a format"),
        ((b"element vertex 24", b"element vertex 99999999"), "means nothing"),
        ((b"element vertex 24", b"element vertex 240"), "ends too early"),
        ((b"property float x", b"property float y"), "states the property 'y' of 'vertex' twice"),
        ((b"property float x", b"property float q"), "no vertices with properties x, y and z"),
        ((b"\n3 0 ", b"\n3 99 "), "vertex index 99 does not exist"),
        ((b"\n3 0 ", b"\n-3 0 "), "not the length of a list"),
        ((b"\n3 0 ", b"\n3 nan "), "does not exist"),
    ],
)
def test_broken_ply(change, message):
    """Say what is wrong with a PLY file."""
    data = mesh_files.ply(VERTICES, FACES, "ascii")
    assert change[0] in data
    with pytest.raises(AssetError, match=message):
        read_mesh(data.replace(*change, 1), "ply")


def test_ply_lists_are_bounded_by_the_file():
    """Refuse a binary list that is longer than what is left of the file."""
    data = bytearray(mesh_files.ply(VERTICES, [[0, 1, 2]]))
    data[-13] = 200
    with pytest.raises(AssetError, match="ends too early"):
        read_ply(bytes(data))


def test_msh_keeps_normals_and_texture_coordinates():
    """Read all four parts of MuJoCo's format; normals and texture coordinates belong to vertices."""
    normals, texcoords = POINTS[::-1], POINTS[:, :2]
    mesh = read_msh(mesh_files.msh(VERTICES, FACES, normals, texcoords))
    assert np.array_equal(mesh.normals, normals) and np.array_equal(mesh.texcoords, texcoords)
    assert np.array_equal(mesh.face_normals, FACES) and np.array_equal(mesh.face_texcoords, FACES)


@pytest.mark.parametrize(
    ("counts", "message"),
    [
        ((3, 0, 0, 0), "at least 4 vertices"),
        ((24, 5, 0, 48), "for none or all of them"),
        ((24, 0, 0, 47), "has 868 bytes, this one has 880"),
        ((1 << 30, 0, 0, 0), "bytes, this one has 880"),
        ((24, 0, 0, -1), "-1 faces"),
    ],
)
def test_broken_msh(counts, message):
    """Say what is wrong with the header of an MSH file."""
    data = mesh_files.msh(VERTICES, FACES)
    with pytest.raises(AssetError, match=message):
        read_msh(struct.pack("<4i", *counts) + data[16:])


def test_format_follows_content_type_then_extension():
    """Let the content type decide, else the extension in any case."""
    assert mesh_format("a.STL") == "stl" and mesh_format("b.stp") == "stp"
    assert mesh_format("a.bin", "model/obj") == "obj"
    with pytest.raises(AssetError, match="extension 'xyz'; it must be one of stl, obj, ply, 3mf, msh, step, stp"):
        mesh_format("a.xyz")
    with pytest.raises(AssetError, match="content type 'model/gltf' is not one of"):
        mesh_format("a.stl", "model/gltf")


def test_empty_file():
    """Refuse a file without content."""
    with pytest.raises(AssetError, match="the file is empty"):
        read_mesh(b"", "obj")
