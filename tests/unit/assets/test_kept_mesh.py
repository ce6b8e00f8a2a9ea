"""Meshes on disk are those that were made."""

from dataclasses import fields

import numpy as np
import pytest

from corten.assets import (
    MeshOptions,
    loading,
    mesh_from_builtin,
    mesh_from_data,
    mesh_from_file,
    mesh_from_formula,
    store,
)
from corten.assets.asset_cache import AssetCache
from corten.assets.implicit.formulas import ImplicitShape
from corten.assets.implicit.isosurface import own_formula
from corten.assets.raw_mesh import embedded_mesh
from corten.errors import ModelWarning
from support import mesh_files

BALL = mesh_files.icosphere(1, (0.5, 1.0, 1.5))
PLAIN = MeshOptions()
TURNED = MeshOptions(scale=(-1, 2, 0.5), refpos=(1, 2, 3), refquat=(1, 2, 3, 4), inertia="convex", maxhullvert=12)
TORUS = own_formula(ImplicitShape.TORUS, (0.5, 0.2, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0))
CASES = {
    "stl": lambda: mesh_from_file("m", "m.stl", mesh_files.stl(*BALL)),
    "turned": lambda: mesh_from_file("m", "m.obj", mesh_files.obj(*BALL), TURNED),
    "numbers": lambda: mesh_from_data("m", embedded_mesh(BALL[0].ravel())),
    "shell": lambda: mesh_from_builtin("m", "box", [3, 3, 3, 0.1, 0.2, 0.3, 2]),
    "formula": lambda: mesh_from_formula("m", TORUS),
}


@pytest.fixture(autouse=True)
def _new_disk(monkeypatch, tmp_path):
    """Begin with nothing on disk, and nothing that the process remembers."""
    monkeypatch.setattr(store, "cache_folder", lambda: tmp_path)
    monkeypatch.setattr(loading, "RECORDS", AssetCache(1 << 20))


def check_same(one, other):
    """Check that two records, numbers, texts or arrays are the same in all their bits."""
    assert type(one) is type(other)
    if isinstance(one, np.ndarray):
        assert one.dtype == other.dtype and one.shape == other.shape and one.tobytes() == other.tobytes()
    elif isinstance(one, tuple):
        for mine, theirs in zip(one, other, strict=True):
            check_same(mine, theirs)
    else:
        assert one == other


@pytest.mark.parametrize("case", CASES)
def test_meshes_come_back(monkeypatch, case):
    """Find a mesh with hull and trees as it was made, without making anything of it again."""
    made = CASES[case]()
    made_parts = [made.hull, made.bvh, made.points]
    monkeypatch.setattr(loading, "RECORDS", AssetCache(1 << 20))
    monkeypatch.setattr(loading, "make_mesh", None)
    for name in ("hull_with_sides", "make_bvh"):
        monkeypatch.setattr(f"corten.assets.mesh.{name}", None)
    found = CASES[case]()
    assert found is not made
    for field in fields(made):
        if field.name not in ("raw", "early_hull"):
            check_same(getattr(made, field.name), getattr(found, field.name))
    for field in fields(made.raw):
        check_same(getattr(made.raw, field.name), getattr(found.raw, field.name))
    for mine, theirs in zip(made_parts, (found.hull, found.bvh, found.points), strict=True):
        check_same(mine, theirs)


def test_octrees_come_back(monkeypatch):
    """Find the octree of a mesh as it was made."""
    made = CASES["stl"]().octree
    monkeypatch.setattr(loading, "RECORDS", AssetCache(1 << 20))
    monkeypatch.setattr("corten.assets.mesh.make_octree", None)
    check_same(made, CASES["stl"]().octree)


def test_other_parameters_give_another_mesh():
    """Find no mesh that was made with other parameters, or of another file."""
    data = mesh_files.stl(*BALL)
    first = mesh_from_file("m", "m.stl", data)
    assert mesh_from_file("m", "m.stl", data, MeshOptions(scale=(2, 2, 2))).volume > 7 * first.volume
    assert mesh_from_file("m", "m.stl", mesh_files.stl(*mesh_files.box())).volume != first.volume


def test_warnings_come_back(monkeypatch):
    """Say each time what a file has that a mesh lacks."""
    points, faces = BALL
    many = " ".join(str(1 + i % len(points)) for i in range(101))
    data = mesh_files.obj(points, faces) + f"\nf {many}\n".encode()
    for _ in range(2):
        with pytest.warns(ModelWarning, match="more than 100 corners"):
            assert mesh_from_file("m", "m.obj", data).volume > 0
        monkeypatch.setattr(loading, "RECORDS", AssetCache(1 << 20))
