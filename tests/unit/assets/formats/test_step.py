"""STEP files need an extra; with it they are tessellated."""

import sys
import types
from pathlib import Path

import pytest
import trimesh

from corten.assets.formats.cad import read_step
from corten.errors import AssetError


def test_missing_extra_is_named(monkeypatch):
    """Say what to install where the package for STEP files is missing."""
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(AssetError, match=r"install corten\[step\]"):
        read_step(b"ISO-10303-21;")


def install(monkeypatch, convert) -> None:
    """Put a package in the place of the one that tessellates."""
    package = types.ModuleType("cascadio")
    package.step_to_glb = convert
    package.__spec__ = types.SimpleNamespace(name="cascadio")
    monkeypatch.setitem(sys.modules, "cascadio", package)


def test_tessellated_solid(monkeypatch):
    """Read the triangles that the package writes."""

    def convert(source, result, tol_linear, tol_angular):
        assert Path(source).read_bytes() == b"ISO-10303-21;"
        trimesh.creation.box(extents=(1, 2, 3)).export(result)

    install(monkeypatch, convert)
    mesh = read_step(b"ISO-10303-21;")
    assert len(mesh.faces) == 12 and (mesh.vertices.max(axis=0) == (0.5, 1, 1.5)).all()


def test_failed_tessellation(monkeypatch):
    """Turn any trouble of the package into an error about the file."""

    def convert(source, result, tol_linear, tol_angular):
        raise RuntimeError("no solids")

    install(monkeypatch, convert)
    with pytest.raises(AssetError, match="cannot be tessellated: no solids"):
        read_step(b"ISO-10303-21;")
