"""OBJ files as people write them."""

import numpy as np
import pytest

from corten.assets.formats.obj import read_obj
from corten.assets.shape.triangles import Budget, triangulate
from corten.errors import AssetError

CORNERS = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n"
TETRAHEDRON = [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]]
FACES = "f 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n"


def faces_of(text: str) -> list[list[int]]:
    """Return the triangles of an OBJ file."""
    return read_obj(text.encode()).faces.tolist()


@pytest.mark.parametrize(
    "text",
    [
        CORNERS + FACES,
        "# comment\r\n" + (CORNERS + FACES).replace("\n", "\r\n"),
        CORNERS + "f -4 -2 -3\nf -4 -3 -1\nf -4 -1 -2\nf -3 -2 -1\n",
        CORNERS + "f 1 \\\n3 2\n" + FACES[8:],
        CORNERS.replace("\n", " 1\n") + "usemtl red\n" + FACES + "l 1 2\np 1\ns off\n",
        CORNERS.replace("\n", " .5 .5 .5\n") + "\to part\n" + FACES.replace("f ", "  f\t"),
        "v 0 0 0\nv 1 0 0\nv 0 1 0\nf -3 -1 -2\nv 0 0 1\n" + FACES[8:],
        CORNERS + "f 1 2\n" + FACES,
    ],
)
def test_ways_to_write_a_tetrahedron(text):
    """Read comments, line ends, negative indices, continued lines, colours, weights and other statements."""
    assert faces_of(text) == TETRAHEDRON


def test_normals_and_texture_coordinates_have_their_own_indices():
    """Keep the three indices of each corner, and count rows of images from above."""
    text = CORNERS + "vn 0 0 1\nvn 1 0 0\nvt 0.25 0.75\nvt 0.5\n" + "f 1/1/2 3/2/1 2/1/1\n"
    mesh = read_obj(text.encode())
    assert mesh.faces.tolist() == [[0, 2, 1]]
    assert mesh.face_normals.tolist() == [[1, 0, 0]] and mesh.face_texcoords.tolist() == [[0, 1, 0]]
    assert mesh.texcoords.tolist() == [[0.25, 0.25], [0.5, 1.0]]


@pytest.mark.parametrize(
    ("corners", "normals", "texcoords"),
    [
        ("1//1 3//1 2//1", True, False),
        ("1/1 3/1 2/1", False, True),
        ("1/1/1 3//1 2/1/1", True, False),
        ("1/1/1 3 2", False, False),
        ("1/9 3/1 2/1", False, False),
        ("-4/-1/-1 -2/-1/-1 -3/-1/-1", True, True),
        ("1/ 3/ 2/", False, False),
    ],
)
def test_incomplete_corners_lose_what_some_lack(corners, normals, texcoords):
    """Keep normals and texture coordinates only where every corner has one that exists."""
    mesh = read_obj((CORNERS + "vn 0 0 1\nvt 0 0\nf " + corners + "\n").encode())
    assert mesh.faces.tolist() == [[0, 2, 1]]
    assert bool(len(mesh.face_normals)) == bool(len(mesh.normals)) == normals
    assert bool(len(mesh.face_texcoords)) == bool(len(mesh.texcoords)) == texcoords


@pytest.mark.parametrize("word", ["g", "o"])
def test_first_group_makes_the_mesh(word):
    """Use the faces of the first group that has any, and say how many others there are."""
    text = f"{word} empty\n{CORNERS}{word} a\n{FACES[:16]}{word} b\n{FACES[16:]}"
    mesh = read_obj(text.encode())
    assert mesh.faces.tolist() == TETRAHEDRON[:2] and len(mesh.vertices) == 4
    assert "2 others" in mesh.note


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("f 0 1 2\n", "vertex index 0"),
        ("f 1 2 9\n", "in face 0, vertex index 8 does not exist"),
        ("f 1 2 -9\n", "line 5 of the OBJ file: index -9 reaches back too far"),
        ("f 1 2 x\n", "'x' in the OBJ file is not an index"),
        ("f 1 2 1/2/3/4\n", "is not a corner of a face"),
        ("v 1 2\n", "line 5 of the OBJ file: v has 2 of 3 numbers"),
        ("v 1 2 q\n", "'q' in the OBJ file is not a number"),
        ("vt\n", "vt has 0 of 1 numbers"),
        ("f 1 2 99999999999999999999\n", "is not an index"),
    ],
)
def test_broken_obj(text, message):
    """Say what is wrong and where."""
    with pytest.raises(AssetError, match=message):
        read_obj((CORNERS + text).encode())


def test_quads_are_cut_along_the_shorter_diagonal():
    """Cut a kite along its short diagonal, whichever corner comes first."""
    kite = np.array([(0, -3, 0), (1, 0, 0), (0, 3, 0), (-1, 0, 0)], np.float32)
    sizes = np.array([4, 4])
    cut = triangulate(sizes, np.array([0, 1, 2, 3, 1, 2, 3, 0]), kite)
    assert cut.tolist() == [[0, 1, 3], [1, 2, 3], [4, 5, 6], [4, 6, 7]]


def test_polygons_keep_their_area():
    """Cut a concave polygon into triangles that cover it, in the order of the file."""
    star = np.array([(0, 3, 0), (1, 1, 0), (3, 0, 0), (1, -1, 0), (0, -3, 0), (-1, -1, 0), (-3, 0, 0), (-1, 1, 0)])
    cut = triangulate(np.array([8, 3]), np.array([*range(8), 0, 2, 4]), star.astype(np.float32))
    a, b, c = (star[cut[:6, k], :2] for k in range(3))
    areas = 0.5 * ((b - a)[:, 0] * (c - a)[:, 1] - (b - a)[:, 1] * (c - a)[:, 0])
    assert areas.sum() == -12 and (areas <= 0).all()
    assert cut[6].tolist() == [8, 9, 10]


def test_triangulation_gives_up_in_time():
    """Refuse polygons that need more tries than any sound file."""
    budget = Budget(2, 100)
    budget.take(5)
    budget.take(5)
    with pytest.raises(AssetError, match="too many corners"):
        budget.take(5)
