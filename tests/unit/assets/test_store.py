"""Arrays on disk: found again, whole or not at all."""

import numpy as np
import pytest

from corten.assets import store
from corten.assets.hull import convex_hull

NUMBERS = np.arange(5, dtype=np.int32)


@pytest.fixture(autouse=True)
def _folder(monkeypatch, tmp_path):
    monkeypatch.setattr(store, "cache_folder", lambda: tmp_path)


def files():
    """Return the files of the store."""
    return sorted((store.cache_folder() / "assets").iterdir())


def test_arrays_come_back():
    """Read what was written, of all types and shapes; find nothing of another kind or under another key."""
    arrays = [np.arange(6).astype(kind).reshape(shape) for kind in store.KINDS for shape in ((6,), (2, 3), (1, 2, 3))]
    arrays += [np.zeros((0, 3), np.float32), np.array(2.5)]
    store.write_arrays("some", b"key", arrays)
    for given, found in zip(arrays, store.read_arrays("some", b"key"), strict=True):
        assert given.dtype == found.dtype and given.shape == found.shape and not found.flags.writeable
        np.testing.assert_array_equal(given, found)
    assert store.read_arrays("some", b"other") is None
    assert store.read_arrays("others", b"key") is None


def test_arrays_are_made_once():
    """Make arrays that are not kept, and give the same ones later; neither can be written."""
    made = store.load_or_make("some", b"key", lambda: [NUMBERS.copy()])
    again = store.load_or_make("some", b"key", lambda: pytest.fail("made again"))
    for arrays in (made, again):
        assert arrays[0].tolist() == NUMBERS.tolist() and not arrays[0].flags.writeable


def test_same_arrays_are_written_once():
    """Let two arrays with the same content take the room of one."""
    large = np.arange(1000.0)
    store.write_arrays("one", b"", [large])
    store.write_arrays("two", b"", [large, large.copy()])
    one, two = (file.stat().st_size for file in files())
    assert two < one + 100
    assert [array.tolist() for array in store.read_arrays("two", b"")] == [large.tolist()] * 2


@pytest.mark.parametrize("damage", [lambda body: body[:-4], lambda body: b"", lambda body: body[:-1] + b"\x55"])
def test_damaged_files_count_as_missing(damage):
    """Take a file that was cut or changed for none."""
    store.write_arrays("some", b"key", [NUMBERS])
    files()[0].write_bytes(damage(files()[0].read_bytes()))
    assert store.read_arrays("some", b"key") is None


def test_pictures_are_compressed_or_not_kept():
    """Keep a flat picture in little room, and one that is all noise not at all."""
    flat, noise = np.zeros((300, 300, 3), np.uint8), np.random.default_rng(1).integers(0, 255, (300, 300, 3), np.uint8)
    store.write_arrays("picture", b"flat", [flat])
    store.write_arrays("picture", b"noise", [noise])
    (file,) = files()
    assert file.stat().st_size < 0.05 * flat.nbytes
    (found,) = store.read_arrays("picture", b"flat")
    assert np.array_equal(found, flat) and not found.flags.writeable
    assert store.read_arrays("picture", b"noise") is None


def test_the_largest_are_not_kept(monkeypatch):
    """Write no file for arrays that are too large."""
    monkeypatch.setattr(store, "LARGEST", 100)
    store.write_arrays("some", b"key", [np.zeros(100)])
    assert store.read_arrays("some", b"key") is None


def test_hulls_come_back():
    """Give the same hull from disk as was made, with the types that it had."""
    points = np.random.default_rng(3).standard_normal((60, 3))
    graph, sides = convex_hull.hull_with_sides(points, 20)
    made = convex_hull.Hull(graph, sides, points[:2], NUMBERS)
    convex_hull.find_hull(b"key", lambda: made)
    again = convex_hull.find_hull(b"key", lambda: pytest.fail("made again"))
    for one, other in zip(made.arrays(), again.arrays(), strict=True):
        assert one.dtype == other.dtype and np.array_equal(one, other)


def test_a_folder_that_cannot_be_written_costs_time_and_a_warning(monkeypatch, tmp_path):
    """Give arrays where nothing can be kept, and say so."""
    (tmp_path / "file").write_text("")
    monkeypatch.setattr(store, "cache_folder", lambda: tmp_path / "file")
    with pytest.warns(RuntimeWarning, match="cannot be kept in"):
        assert store.load_or_make("some", b"key", lambda: [NUMBERS])[0] is NUMBERS
