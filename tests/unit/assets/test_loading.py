"""Records are shared by content, errors name their asset, and files are read once."""

import os
import threading

import numpy as np
import pytest

from corten.assets import (
    MeshOptions,
    embedded_mesh,
    height_field_from_file,
    mesh_from_builtin,
    mesh_from_data,
    mesh_from_file,
    read_file,
)
from corten.assets import loading as loading_module
from corten.assets.asset_cache import AssetCache
from corten.errors import AssetError
from support import mesh_files

BOX = mesh_files.box()


def test_same_content_is_one_record():
    """Share the record of the same bytes and parameters under any name."""
    data = mesh_files.stl(*BOX)
    first = mesh_from_file("a", "a.stl", data)
    assert mesh_from_file("b", "other.STL", bytes(bytearray(data))) is first
    assert first.hull is mesh_from_file("c", "c.stl", data).hull
    assert mesh_from_file("a", "a.stl", data, MeshOptions(scale=(2, 1, 1))) is not first
    assert mesh_from_file("a", "a.stl", data, MeshOptions(scale=(1, 1, 1))) is first
    assert mesh_from_builtin("s", "sphere", [1]) is mesh_from_builtin("t", "sphere", (1.0,))
    raw = embedded_mesh(BOX[0].ravel(), BOX[1].ravel())
    assert mesh_from_data("r", raw) is mesh_from_data("q", embedded_mesh(BOX[0].ravel(), BOX[1].ravel()))


def test_known_content_is_not_read_again(monkeypatch):
    """Build nothing when a file was seen before."""
    data = mesh_files.obj(*BOX)
    known = mesh_from_file("a", "a.obj", data)
    monkeypatch.setattr(loading_module, "read_mesh", None)
    monkeypatch.setattr(loading_module, "make_mesh", None)
    assert mesh_from_file("again", "again.obj", data) is known


def test_records_cannot_be_changed():
    """Refuse writing into the arrays of a shared record."""
    mesh = mesh_from_builtin("m", "sphere", [2])
    field = height_field_from_file("h", "h.bin", b"\2\0\0\0\2\0\0\0" + bytes(16), (1, 1, 1, 1))
    arrays = (mesh.vertices, mesh.triangles, mesh.normals, mesh.low, mesh.hull.graph.edges, mesh.bvh.aabb, field.data)
    for array in arrays:
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 0
    with pytest.raises(AttributeError):
        mesh.volume = 1.0


def test_files_are_read_when_they_change(tmp_path):
    """Read a file once, and again when it has changed."""
    path = tmp_path / "a.stl"
    path.write_bytes(b"one")
    first = read_file(path)
    assert read_file(str(path)) is first and first.data == b"one"
    path.write_bytes(b"three")
    os.utime(path, ns=(1, 1))
    assert read_file(path).data == b"three"


@pytest.mark.parametrize("name", ["missing.stl", "", "bad\0name"])
def test_unreadable_files(tmp_path, name):
    """Name a file that is missing, a folder or no name at all."""
    with pytest.raises(AssetError, match=r"'.*' (does not exist|cannot be read|is no regular file)"):
        read_file(os.path.join(tmp_path, name))


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: mesh_from_file("arm", "arm.stl", b"x"), r"^mesh 'arm' \(file 'arm.stl'\): an STL file has at least"),
        (lambda: mesh_from_file("arm", "arm.dae", b"x"), r"^mesh 'arm' \(file 'arm.dae'\): a mesh file cannot have"),
        (lambda: mesh_from_data("arm", embedded_mesh()), "^mesh 'arm': at least 4 vertices required, there are 0"),
        (lambda: mesh_from_builtin("arm", "sphere", [9]), "^mesh 'arm': subdivision"),
        (lambda: height_field_from_file("land", "a.png", b"x", (1, 1, 1, 1)), r"^hfield 'land' \(file 'a.png'\): "),
    ],
)
def test_errors_name_the_asset(call, message):
    """Begin every error with the asset and its file."""
    with pytest.raises(AssetError, match=message):
        call()


def test_groups_that_are_left_out_are_mentioned():
    """Say that other groups of a file are not used where the first alone is not sound."""
    vertices, faces = BOX
    rows = mesh_files.obj(vertices, faces).decode().replace("f ", "g part\nf ")
    with pytest.raises(AssetError, match=r"too small; try inertia='shell' .faces of the first group alone.*11 others"):
        mesh_from_file("m", "m.obj", rows.encode())


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"scale": (1, 1)}, r"scale must be 3 finite numbers, not \(1.0, 1.0\)"),
        ({"refpos": (0, 0, float("nan"))}, "refpos must be 3 finite"),
        ({"inertia": "solid"}, "inertia 'solid' is not one of convex, exact, legacy, shell"),
        ({"maxhullvert": 3}, "maxhullvert is 3; it must be at least 4, or -1"),
    ],
)
def test_bad_options(options, message):
    """Refuse parameters that mean nothing."""
    with pytest.raises(AssetError, match=message):
        mesh_from_builtin("m", "sphere", [1], MeshOptions(**options))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"vertex": [0] * 13}, "vertex data must be a multiple of 3, it has 13 numbers"),
        ({"vertex": [0] * 12, "face": [0, 1]}, "face data must be a multiple of 3"),
        ({"vertex": [0] * 12, "face": [0, 1, 2.5]}, "whole numbers"),
        ({"vertex": [0] * 12, "texcoord": [0]}, "texcoord data must be a multiple of 2"),
        ({"vertex": [0] * 12, "normal": [0, 1]}, "normal data must be a multiple of 3"),
        ({"vertex": [0] * 12, "face": [0, 1, 4]}, "in face 0, vertex index 4 does not exist"),
        ({"vertex": [0] * 12, "face": [0, 1, -7]}, "vertex index -7 does not exist"),
        ({"vertex": [0] * 12, "face": [0, 1, 1e12]}, "does not exist"),
        ({"vertex": [0] * 12, "texcoord": [0, 1]}, "one texcoord for each of the 4 vertices required"),
        ({"vertex": [0] * 11 + [float("inf")]}, "vertex coordinate 3 is not finite"),
        ({"vertex": [0] * 11 + [1e39]}, "vertex coordinate 3 is not finite"),
        ({"vertex": [0] * 12, "normal": [0, 0, float("nan")]}, "normal 0 is not finite"),
    ],
)
def test_bad_embedded_data(arguments, message):
    """Say what is wrong with the numbers of an element."""
    with pytest.raises(AssetError, match=message):
        mesh_from_data("m", embedded_mesh(**arguments))


def test_element_completes_its_file():
    """Take normals from the element if the file has none, and refuse faces in both."""
    normals = np.tile((0.0, 0.0, 1.0), (8, 1)).ravel()
    data = mesh_files.obj(*BOX)
    mesh = mesh_from_file("m", "m.obj", data, extra=embedded_mesh(normal=normals))
    assert (mesh.normals[0] == mesh.normals).all() and len(mesh.normals) == 8
    with pytest.raises(AssetError, match="faces are given both in the file and in the element"):
        mesh_from_file("m", "m.obj", data, extra=embedded_mesh(face=[0, 1, 2]))


class Thing:
    """Something a cache may hold."""


def test_cache_forgets_the_oldest():
    """Keep what was used last within its room, and whatever is in use elsewhere."""
    cache, held = AssetCache(2), {}
    for key in "abc":
        held[key] = cache.get(key, Thing, lambda record: 1)
    assert cache.get("a", Thing, lambda record: 1) is held["a"]
    marks = {key: id(thing) for key, thing in held.items()}
    held.clear()
    assert id(cache.get("c", Thing, lambda record: 1)) == marks["c"]
    kept = cache.get("b", Thing, lambda record: 1)
    assert id(kept) == marks["b"]
    cache.clear()
    assert cache.get("b", Thing, lambda record: 1) is kept


def test_cache_does_not_remember_failures():
    """Try again after an error."""
    cache = AssetCache(10)
    with pytest.raises(ZeroDivisionError):
        cache.get("k", lambda: 1 / 0, lambda record: 1)
    assert isinstance(cache.get("k", Thing, lambda record: 1), Thing)


def test_threads_share_one_record():
    """Give all threads the same record, whoever made it."""
    cache, barrier, found = AssetCache(10), threading.Barrier(4), []

    def make():
        barrier.wait()
        return Thing()

    threads = [threading.Thread(target=lambda: found.append(cache.get("k", make, lambda record: 1))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 4 and len(set(map(id, found))) == 1
