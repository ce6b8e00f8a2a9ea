"""Convex pieces of meshes: what they cover, how they are kept, and what is said when they cannot be had."""

import importlib.util

import numpy as np
import pytest

import corten
from corten.assets import embedded_mesh, mesh_from_data
from corten.assets.hull import decompose as package
from corten.assets.hull.decompose import decompose, make_piece
from corten.enums import MeshCollision
from support import concave_meshes, mesh_files, tolerance
from support.concave_meshes import text

CHANNEL = concave_meshes.channel()


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    """Keep pieces in a folder of this test alone."""
    monkeypatch.setenv("CORTEN_CACHE_DIR", str(tmp_path))
    return tmp_path


def channel():
    """Return the mesh of a channel."""
    return mesh_from_data("channel", embedded_mesh(CHANNEL[0].ravel().tolist(), CHANNEL[1].ravel().tolist()))


def fake_pieces(monkeypatch, calls):
    """Let two boxes be the pieces of every mesh, and note who asks for them."""
    boxes = [0.01 * mesh_files.box()[0], 0.01 * mesh_files.box()[0] + np.array((0.0625, 0.0, 0.0))]
    monkeypatch.setattr(package, "_run", lambda mesh, threshold, most: calls.append((threshold, most)) or boxes)


def test_pieces_fill_the_mesh():
    """Make up the volume of a channel from pieces, and leave its hollow empty."""
    mesh = channel()
    pieces = decompose(mesh, 0.05, -1)
    assert 2 <= len(pieces) <= 5
    inside = np.zeros(1000, bool)
    rng = np.random.default_rng(1)
    points = rng.uniform(mesh.low, mesh.high, (1000, 3))
    for piece in pieces:
        starts = piece.vertices[piece.hull.polygons.vertices[piece.hull.polygons.address]] + piece.pos
        inside |= np.all(np.einsum("pkj,kj->pk", points[:, None] - starts, piece.hull.normals) < 0, axis=1)
    file_points = points @ np.array(rotation(mesh.quat)).T + np.array(mesh.pos)
    hollow = (np.abs(file_points[:, 0]) < 0.05) & (file_points[:, 2] > 0.1)
    walls = np.column_stack((np.abs(file_points[:, 0]) - 0.05, file_points[:, 2] - 0.1))
    clear = np.abs(walls).min(axis=1) > tolerance.LENGTH
    assert np.count_nonzero(clear) > 900
    assert not np.any((inside == hollow) & clear)


def rotation(quat):
    """Return the matrix of a quaternion."""
    w, x, y, z = quat
    return [
        [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
        [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
        [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
    ]


def test_a_box_is_one_piece():
    """Find the box itself as the only piece of a box."""
    vertices, faces = mesh_files.box()
    numbers = embedded_mesh(vertices.ravel().tolist(), faces.ravel().tolist())
    (piece,) = decompose(mesh_from_data("box", numbers), 0.05, -1)
    assert len(piece.hull.polygons.count) == 6
    assert np.abs(np.sort(piece.high) - np.sort(np.ptp(vertices, axis=0) / 2)).max() < tolerance.SINGLE


def test_pieces_stay_within_the_bounds(monkeypatch):
    """Cut off what sticks out of the bounds of the mesh, so that the broad phase misses nothing."""
    mesh = channel()
    monkeypatch.setattr(package, "_run", lambda *_: [mesh_files.box()[0]])
    (piece,) = decompose(mesh, 0.05, -1)
    assert np.all(piece.low >= mesh.low - tolerance.SINGLE) and np.all(piece.high <= mesh.high + tolerance.SINGLE)


def test_pieces_are_kept(monkeypatch, folder):
    """Make pieces once for each mesh and setting, and again if the file is damaged."""
    calls = []
    fake_pieces(monkeypatch, calls)
    first, again = decompose(channel(), 0.05, -1), decompose(channel(), 0.05, -1)
    assert calls == [(0.05, -1)]
    assert all(np.array_equal(a.vertices, b.vertices) for a, b in zip(first, again, strict=True))
    decompose(channel(), 0.1, 7)
    assert calls[1:] == [(0.1, 7)]
    for file in folder.glob("pieces-*"):
        file.write_bytes(file.read_bytes()[:-3])
    assert len(decompose(channel(), 0.05, -1)) == 2
    assert len(calls) == 3


def test_long_work_is_announced(monkeypatch, capsys):
    """Say what is being done when it takes long, and nothing when it does not."""
    decompose(channel(), 0.5, -1)
    assert capsys.readouterr().out == ""
    monkeypatch.setattr(package, "PATIENCE", 0.0)
    monkeypatch.setattr("corten.runtime.notices._is_set_up", lambda: False)
    decompose(channel(), 0.4, -1)
    output = capsys.readouterr()
    assert output.out == ""
    assert "looking for convex pieces of" in output.err and "found in" in output.err


def scene(geom: str = "") -> str:
    """Return a model with a channel."""
    return f"""<mujoco>
      <asset><mesh name="u" {text(*CHANNEL)}/></asset>
      <worldbody><geom type="mesh" mesh="u" {geom}/></worldbody>
    </mujoco>"""


def test_missing_package_is_named(monkeypatch):
    """Say which extra to install, and where the mesh stands."""
    find = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if name == "coacd" else find(name))
    with pytest.raises(corten.ModelError, match=r"install corten\[decompose\]") as caught:
        corten.load_model_from_string(scene(), mesh_collision="decompose")
    assert caught.value.line == 2


def test_flat_pieces_are_left_out(monkeypatch):
    """Leave out pieces without volume; a mesh of nothing else is refused."""
    assert make_piece(np.array([(0, 0, 0), (1, 0, 0), (0, 1, 0), (1, 1, 0)], float)) is None
    monkeypatch.setattr(package, "_run", lambda *_: [np.zeros((4, 3))])
    with pytest.raises(corten.ModelError, match="no convex pieces with a volume"):
        corten.load_model_from_string(scene(), mesh_collision="decompose")


def test_arrays_of_a_model(monkeypatch):
    """Put pieces behind meshes, which keep their numbers; a mesh that is only seen stays a hull."""
    fake_pieces(monkeypatch, [])
    model = corten.load_model_from_string(scene(), mesh_collision="decompose")
    assert (model.nmesh, model.npiece, model.nhull) == (1, 2, 3)
    assert len(model.mesh_data) == 1 and model.mesh_collision[0] == MeshCollision.DECOMPOSE
    assert (model.mesh_pieceadr[0], model.mesh_piecenum[0]) == (0, 2)
    assert model.mesh_vertnum.tolist() == [len(CHANNEL[0]), 8, 8]
    apart = model.piece_aabb[1, :3] - model.piece_aabb[0, :3]
    assert apart == pytest.approx((0.0625, 0, 0), abs=tolerance.SINGLE)
    assert model.mesh_polynum.tolist()[1:] == [6, 6]
    seen = corten.load_model_from_string(scene('contype="0" conaffinity="0"'), mesh_collision="decompose")
    assert (seen.npiece, seen.mesh_collision[0]) == (0, MeshCollision.HULL)
