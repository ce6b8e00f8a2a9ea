"""Files for later processes: marked when they are used, removed when they were not for longest."""

import errno
import os
from types import SimpleNamespace

import numpy as np
import pytest

from corten.assets import store
from corten.runtime import cache, disk_cache
from corten.runtime.cache import CompileLocks
from corten.runtime.disk_cache import (
    DISK_BLOCK,
    MARK_AGE,
    UNFINISHED,
    kept_files,
    prune_cache,
    read_file,
    warn_unkept,
    write_file,
)

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
    prune_cache(str(tmp_path), 10 * DISK_BLOCK)
    assert len(names(tmp_path)) == 10
    prune_cache(str(tmp_path), 5 * DISK_BLOCK)
    assert names(tmp_path) == ["0.o", "7.o", "8.o", "9.o"]


def test_large_files_take_their_room(tmp_path):
    """Count bytes, and a block for files that are smaller."""
    put(tmp_path, "large.o", 1, 20 * DISK_BLOCK)
    put(tmp_path, "small.o", 2)
    prune_cache(str(tmp_path), 21 * DISK_BLOCK)
    assert names(tmp_path) == ["large.o", "small.o"]
    prune_cache(str(tmp_path), 20 * DISK_BLOCK)
    assert not names(tmp_path)


def test_all_kinds_share_their_room(tmp_path):
    """Remove kernels, meshes and manuals in the order of their use, none for being of a kind."""
    (tmp_path / "assets").mkdir()
    (tmp_path / "manual-0").mkdir()
    put(tmp_path, "old.o", 9)
    put(tmp_path / "assets", "mesh-0", 8)
    put(tmp_path / "manual-0", "index.html", 7)
    put(tmp_path / "assets", "hull-0", 6)
    put(tmp_path, "new.o", 5)
    kinds = {each.kind for each in kept_files(str(tmp_path))}
    assert kinds == {"kernels", "mesh", "manual", "hull"}
    for most, left in ((5, 5), (4.5, 4), (3.5, 3), (2.5, 2), (1.5, 1)):
        prune_cache(str(tmp_path), int(most * DISK_BLOCK))
        assert len(kept_files(str(tmp_path))) == left
    assert [each.path for each in kept_files(str(tmp_path))] == [str(tmp_path / "new.o")]


def test_other_files_stay(tmp_path):
    """Leave locks, folders and what is being written now; remove what somebody left half-written long ago."""
    put(tmp_path, "claims.lock", 1000)
    put(tmp_path, f"{UNFINISHED}now", 0)
    put(tmp_path, f"{UNFINISHED}then", 50)
    (tmp_path / "assets").mkdir()
    put(tmp_path, "kernel.o", 1)
    prune_cache(str(tmp_path), 0)
    assert names(tmp_path) == [f"{UNFINISHED}now", "assets", "claims.lock"]


def test_kernels_that_are_used_stay(tmp_path, monkeypatch):
    """Keep a kernel of another checkout that is still in use, although it was written first."""
    monkeypatch.setenv("CORTEN_CACHE_DIR", str(tmp_path))
    for number, key in enumerate(("first", "second", "third", "fourth")):
        cache.write(key, key.encode())
        set_age(cache.kept_path(key), 10 - number)
    assert cache.read("first") == b"first"
    prune_cache(str(tmp_path), 3 * DISK_BLOCK)
    assert [cache.has(key) for key in ("first", "second", "third", "fourth")] == [True, False, False, True]


def test_a_tiny_budget_is_kept(tmp_path, monkeypatch):
    """Stay within a budget however much is written, of kernels and of meshes."""
    monkeypatch.setenv("CORTEN_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(disk_cache, "MOST_BYTES", 20 * DISK_BLOCK)
    monkeypatch.setattr(disk_cache, "_written", 0)
    most = 0
    for number in range(50):
        cache.write(f"kernel{number}", bytes(100))
        store.write_arrays("mesh", b"%d" % number, [np.arange(1000 + number)])
        most = max(most, sum(each.size for each in kept_files(str(tmp_path))))
    assert 10 * DISK_BLOCK < most <= 20 * DISK_BLOCK


def fail(error):
    """Return what raises an error of the system in place of a function."""

    def raise_it(*_, **__):
        raise OSError(error, os.strerror(error))

    return raise_it


@pytest.mark.parametrize("error", [errno.ENOSPC, errno.EROFS, errno.EDQUOT, errno.EACCES])
def test_disks_that_cannot_be_written_are_told_once(tmp_path, monkeypatch, error):
    """Warn once that nothing can be kept, with the reason, and go on with what was made."""
    monkeypatch.setenv("CORTEN_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setattr(disk_cache, "write_file", fail(error))
    warn_unkept.cache_clear()
    with pytest.warns(RuntimeWarning, match=f"cannot be kept in .*{os.strerror(error)}.*Set CORTEN_CACHE_DIR"):
        assert not cache.write("kernel", b"code")
    store.write_arrays("mesh", b"key", [np.zeros(3)])
    assert cache.read("kernel") is None and store.read_arrays("mesh", b"key") is None


def test_a_path_that_is_too_long_costs_time_only(tmp_path, monkeypatch):
    """Take a folder with too long a name for one that cannot be written; show its beginning and its end."""
    name = "x" * 300
    monkeypatch.setenv("CORTEN_CACHE_DIR", str(tmp_path / name))
    warn_unkept.cache_clear()
    assert not cache.has("kernel") and cache.read("kernel") is None
    with pytest.warns(RuntimeWarning, match="cannot be kept in .*name too long") as told:
        assert not cache.write("kernel", b"code")
    assert name not in str(told[0].message)
    with CompileLocks() as locks:
        assert not locks.respected and locks.take("kernel")


def test_a_disk_without_room_keeps_what_is_there(tmp_path, monkeypatch):
    """Leave no half-written file where a disk is full."""
    monkeypatch.setattr(os, "replace", fail(errno.ENOSPC))
    with pytest.raises(OSError, match=os.strerror(errno.ENOSPC)):
        write_file(str(tmp_path / "kernel.o"), bytes(100))
    assert not names(tmp_path)
