"""Nested dissection where it would not pay: few vertices in small panels, beside the order of trees and MuJoCo."""

import numpy as np
import pytest

import corten
from support import oracle, tolerance
from support.flex_sleep import STORIES, check_story, story_text
from support.isolated import compare
from support.panel_scenes import SCENES, dissect_all, on_wheel


def load_twice(monkeypatch, text: str) -> tuple[corten.Model, corten.Model]:
    """Return a model whose trees are eliminated in their own order, and one whose flexes are dissected."""
    plain = corten.load_model_from_string(text)
    dissect_all(monkeypatch)
    model = corten.load_model_from_string(text)
    assert plain.nelim == 0 and model.elim_panel.max() > 0
    return plain, model


@pytest.mark.parametrize("name", SCENES)
def test_panels_of_a_few_vertices(monkeypatch, name):
    """Expect accelerations to be those of the other order but for rounding, and MuJoCo's, from rest into contact."""
    plain, model = load_twice(monkeypatch, SCENES[name])
    mjm = oracle.load_mujoco(SCENES[name])
    mjd, one, other = oracle.make_data(mjm), plain.make_data(), model.make_data()
    entries, passive = 0, 0
    for moved in range(6):
        oracle.step(mjm, mjd, 4 if moved else 0)
        oracle.forward(mjm, mjd)
        for some, data in ((plain, one), (model, other)):
            oracle.copy_state(mjd, data)
            corten.forward(some, data)
        assert (other.ncon, other.nefc) == (mjd.ncon, mjd.nefc)
        compare("qacc", other.qacc, one.qacc, tolerance.EXACT)
        compare("qacc", other.qacc, mjd.qacc, tolerance.STEP)
        entries, passive = max(entries, other.work.nL), max(passive, other.nefmcon)
    assert entries > 0 and (passive > 0) == name.startswith("passive")


@pytest.mark.parametrize("name", STORIES)
def test_panels_that_sleep(monkeypatch, name):
    """Expect the stories of flexes that sleep to be the same where islands come, go and leave vertices out."""
    dissect_all(monkeypatch)
    model = corten.load_model_from_string(story_text(name))
    assert model.nelim > 0
    check_story(name, model)


def test_pivots_that_are_lost(monkeypatch):
    """Solve states from which rows let go that are 1e18 times as stiff as all that remains, as MuJoCo does.

    What such a row leaves behind is rounding of either sign: the factors are computed anew, in either order of trees.
    """
    plain, model = load_twice(monkeypatch, on_wheel())
    mjm = oracle.load_mujoco(on_wheel())
    mjd, one, other = oracle.make_data(mjm), plain.make_data(), model.make_data()
    compared, stiffest = 0, 0.0
    for seed in range(200):
        rng = np.random.default_rng(seed)
        mjd.qpos[:], mjd.qpos[:3] = rng.uniform(-0.02, 0.02, mjm.nq), rng.uniform(-0.4, 0.4, 3)
        mjd.qvel[:], start = rng.normal(0, 3, mjm.nv), rng.normal(0, 1e4, mjm.nv)
        mjd.qfrc_applied[:] = rng.normal(0, 0.1, mjm.nv)
        # what depends on where MuJoCo itself begins is rounding
        mjd.qacc_warmstart[:] = 0.0
        oracle.forward(mjm, mjd)
        expected = mjd.qacc.copy()
        mjd.qacc_warmstart[:] = start
        oracle.forward(mjm, mjd)
        if np.abs(mjd.qacc - expected).max() > tolerance.STEP * np.abs(expected).max():
            continue
        for some, data in ((plain, one), (model, other)):
            oracle.copy_state(mjd, data)
            corten.forward(some, data)
            compare("qacc", data.qacc, expected, tolerance.STEP)
        compared, stiffest = compared + 1, max(stiffest, other.efc_D.max(initial=0.0))
    assert compared > 190 and stiffest > 1e14
