"""Files for later processes: marked when they are used, removed when they were not for longest."""

import os
from types import SimpleNamespace

import pytest

from corten.runtime import cache, disk_cache
from corten.runtime.disk_cache import DISK_BLOCK, MARK_AGE, UNFINISHED, prune_folder, read_file, write_file

HOUR = 3600.0

# [s] the time that it is in these tests, in the far future
NOW = 4e9


@pytest.fixture(autouse=True)
def _clock(monkeypatch):
    monkeypatch.setattr(disk_cache, "time", SimpleNamespace(time=lambda: NOW))


def age(path):
    """Return how long ago a file was marked, in hours."""
    return (NOW - os.stat(path).st_mtime) / HOUR


def put(folder, name, hours, size=100):
    """Write a file that was used some hours ago."""
    path = str(folder / name)
    write_file(path, bytes(size))
    set_age(path, hours)
    return path


def set_age(path, hours):
    """Let a file have been marked some hours ago."""
    os.utime(path, (NOW - hours * HOUR,) * 2)


def names(folder):
    """Return the names of the files that are left."""
    return sorted(os.listdir(folder))


def test_what_is_read_is_marked(tmp_path):
    """Mark a file that was not used for an hour; leave one alone that was."""
    old, new = put(tmp_path, "old", 30), put(tmp_path, "new", 0.5 * MARK_AGE / HOUR)
    assert read_file(old) == read_file(new) == bytes(100)
    assert age(old) < 0.1
    assert age(new) == pytest.approx(0.5, abs=0.1)


def test_a_mark_that_cannot_be_set_is_passed_over(tmp_path, monkeypatch):
    """Read a file although its time cannot be changed."""

    def refuse(path, times):
        raise PermissionError(path)

    path = put(tmp_path, "old", 30)
    monkeypatch.setattr(os, "utime", refuse)
    assert read_file(path) == bytes(100)


def test_what_was_used_longest_ago_goes(tmp_path):
    """Remove by use, whatever was written first, until there is room again."""
    for number in range(10):
        put(tmp_path, f"{number}.o", 100 - number)
    read_file(str(tmp_path / "0.o"))
    prune_folder(str(tmp_path), 10 * DISK_BLOCK, ".o")
    assert len(names(tmp_path)) == 10
    prune_folder(str(tmp_path), 5 * DISK_BLOCK, ".o")
    assert names(tmp_path) == ["0.o", "7.o", "8.o", "9.o"]


def test_large_files_take_their_room(tmp_path):
    """Count bytes, and a block for files that are smaller."""
    put(tmp_path, "large", 1, 20 * DISK_BLOCK)
    put(tmp_path, "small", 2)
    prune_folder(str(tmp_path), 21 * DISK_BLOCK)
    assert names(tmp_path) == ["large", "small"]
    prune_folder(str(tmp_path), 20 * DISK_BLOCK)
    assert not names(tmp_path)


def test_other_files_stay(tmp_path):
    """Leave locks, folders and what is being written now; remove what somebody left half-written long ago."""
    put(tmp_path, "claims.lock", 1000)
    put(tmp_path, f"{UNFINISHED}now", 0)
    put(tmp_path, f"{UNFINISHED}then", 50)
    (tmp_path / "assets").mkdir()
    put(tmp_path, "kernel.o", 1)
    prune_folder(str(tmp_path), 0, ".o")
    assert names(tmp_path) == [f"{UNFINISHED}now", "assets", "claims.lock"]


def test_kernels_that_are_used_stay(tmp_path, monkeypatch):
    """Keep a kernel of another checkout that is still in use, although it was written first."""
    monkeypatch.setenv("CORTEN_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(cache, "MOST_BYTES", 3 * DISK_BLOCK)
    for number, key in enumerate(("first", "second", "third", "fourth")):
        cache.write(key, key.encode())
        set_age(tmp_path / f"{key}.o", 10 - number)
    assert cache.read("first") == b"first"
    cache.prune()
    assert [cache.has(key) for key in ("first", "second", "third", "fourth")] == [True, False, False, True]
