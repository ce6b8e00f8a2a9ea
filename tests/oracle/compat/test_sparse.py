"""Sparse matrices, logs and textures of `corten.compat.mujoco` beside MuJoCo's bindings."""

import numpy as np
import pytest

import corten.compat.mujoco as ours
from support import oracle
from support.compat_calls import SCENE, loaded_by_both
from support.tolerance import STEP


@pytest.fixture(scope="module")
def both():
    """Return module, model and data of both, with the mass matrix computed."""
    return loaded_by_both(SCENE, "mj_forward")


def test_add_mass_matrix(both):
    """Add the mass matrix to what is there."""
    found = []
    for module, model, data in both:
        pattern = [np.array(getattr(model, f"M_{name}")) for name in ("rownnz", "rowadr", "colind")]
        dst = np.arange(len(pattern[2]), dtype=float)
        module.mj_addM(model, data, dst, *pattern)
        found.append(dst)
        for i, word in enumerate(("rownnz", "rowadr", "colind")):
            wrong = [each[:-1] if i == j else each for j, each in enumerate(pattern)]
            with pytest.raises(TypeError, match=f"{word} should be of size"):
                module.mj_addM(model, data, dst, *wrong)
    np.testing.assert_allclose(found[1], found[0], rtol=STEP, atol=STEP)


def test_print_sparse(capsys):
    """Print entries with their rows and columns, in MuJoCo's layout."""
    rownnz, rowadr, colind = (np.array(row, np.int32) for row in ((2, 0, 2), (0, 2, 2), (0, 12, 2, 3)))
    ours.mju_printMatSparse(np.array([1.0, -2, 300.5, 1e-8]), rownnz, rowadr, colind)
    rows = ["(0 0):  1.000000  (0 12): -2.000000  ", "", "(2 2): 300.500000  (2 3):  0.000000  ", "", ""]
    assert capsys.readouterr().out == "\n".join(rows)
    for module in (oracle.bindings(), ours):
        with pytest.raises(TypeError, match="size of rownnz should equal size of rowadr"):
            module.mju_printMatSparse(np.ones(4), rownnz, rowadr[:2].copy(), colind)
        with pytest.raises(TypeError, match="size of colind should equal"):
            module.mju_printMatSparse(np.ones(4), rownnz, rowadr, colind[:2].copy())


def test_write_log(tmp_path, monkeypatch):
    """Add messages to the log as MuJoCo does, but for the date."""
    found = []
    for module in (oracle.bindings(), ours):
        place = tmp_path / module.__name__
        place.mkdir()
        monkeypatch.chdir(place)
        module.mju_writeLog("first", "one")
        module.mju_writeLog("second", "two")
        lines = (place / "MUJOCO_LOG.TXT").read_text(encoding="utf-8").split("\n")
        assert len(lines[0]) == len(lines[3]) == len("Thu Jan  1 00:00:00 1970")
        found.append([line for i, line in enumerate(lines) if i not in (0, 3)])
    assert found[0] == found[1]


def test_load_texture(both):
    """Return the pixels of a texture, and refuse numbers of none."""
    (theirs, space), (own, own_space) = (module.mj_loadTexture(model, 0) for module, model, _ in both)
    assert (own.shape, own.dtype, own_space) == (theirs.shape, theirs.dtype, space)
    np.testing.assert_array_equal(own, theirs)
    for module, model, _ in both:
        with pytest.raises(ValueError, match="texture id 1 out of range"):
            module.mj_loadTexture(model, 1)
