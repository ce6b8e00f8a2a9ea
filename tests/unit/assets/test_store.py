"""Arrays on disk: found again, whole or not at all."""

import numpy as np
import pytest

from corten.assets import store
from corten.assets.hull import kept_hull
from corten.assets.hull.convex_hull import make_hull
from corten.assets.hull.polygons import merge_faces
from corten.runtime.cache_folder import cache_folder


@pytest.fixture(autouse=True)
def _folder(monkeypatch, tmp_path):
    monkeypatch.setenv("CORTEN_CACHE_DIR", str(tmp_path / "cache"))


def files():
    """Return the files of the store."""
    return sorted((cache_folder() / "assets").iterdir())


def test_arrays_come_back():
    """Read what was written, empty arrays too; find nothing under another name."""
    arrays = [np.arange(5, dtype=np.int32), np.zeros(0, np.int32), np.array([[7, 8], [9, 10]], np.int32)]
    store.write_arrays("some", arrays)
    for given, found in zip(arrays, store.read_arrays("some"), strict=True):
        np.testing.assert_array_equal(given.ravel(), found)
    assert store.read_arrays("other") is None


@pytest.mark.parametrize("damage", [lambda body: body[:-4], lambda body: b"", lambda body: body[:-1] + b"\x55"])
def test_damaged_files_count_as_missing(damage):
    """Take a file that was cut or changed for none."""
    store.write_arrays("some", [np.arange(5, dtype=np.int32)])
    files()[0].write_bytes(damage(files()[0].read_bytes()))
    assert store.read_arrays("some") is None


def test_old_files_go(monkeypatch):
    """Remove the files that were written first when there are too many."""
    monkeypatch.setattr(store, "MOST_FILES", 3)
    monkeypatch.setattr(store, "LOOK_EVERY", 1)
    for i in range(6):
        store.write_arrays(f"file-{i}", [np.arange(i, dtype=np.int32)])
    assert len(files()) == 3


def test_hulls_are_made_once(monkeypatch):
    """Give the same hull from disk as from Qhull, without asking Qhull again."""
    points = np.random.default_rng(3).standard_normal((60, 3))
    graph = make_hull(points, 20)
    sides = merge_faces(points, graph.faces)
    kept_hull.find_hull(points, 20)
    monkeypatch.setattr(kept_hull, "make_hull", None)
    again, sides_again = kept_hull.find_hull(points, 20)
    for made, found in zip((*graph, *sides), (*again, *sides_again), strict=True):
        assert made.dtype == found.dtype and np.array_equal(made, found)


def test_a_folder_that_cannot_be_written_costs_time_alone(monkeypatch, tmp_path):
    """Make a hull where nothing can be kept."""
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("CORTEN_CACHE_DIR", str(tmp_path / "file"))
    graph, _ = kept_hull.find_hull(np.random.default_rng(3).standard_normal((20, 3)))
    assert len(graph.vertices) > 3
