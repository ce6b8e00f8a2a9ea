"""Lengths and moment arms of actuators on tendons, sites and cranks against MuJoCo."""

import numpy as np
import pytest

from corten.stages.transmission import transmission
from support import oracle, tolerance
from support.constraint_scenes import TENDON_HEAD, TENDONS
from support.constraint_scenes import scene as model
from support.isolated import compare, run_alone, scene

DRIVES = """<actuator>
<motor tendon="t" gear="2"/><position tendon="f" gear="-3" kp="5"/><motor site="s1" gear="1 2 3 4 5 6"/>
<motor site="s1" refsite="s0" gear="1 2 3 4 5 6"/><motor site="s1" refsite="far" gear="1 2 3"/>
<motor site="out" refsite="w" gear="0 0 0 1 2 3"/><motor site="w" gear="1 2 3 4 5 6"/>
<motor site="w" refsite="s2" gear="1 2 3 4 5 6"/><general cranksite="s1" slidersite="s0" cranklength=".4" gear="2"/>
<general cranksite="far" slidersite="out" cranklength="3" gear="2"/>
<general cranksite="s2" slidersite="s1" cranklength=".01" gear="2"/><motor joint="h"/><motor body="d"/></actuator>"""
SCENE = model(TENDONS + DRIVES.replace('<motor body="d"/>', '<general body="d"/>'), TENDON_HEAD)


@pytest.mark.parametrize("seed", range(15))
def test_every_transmission(seed):
    """Agree with MuJoCo in lengths and moment arms, also of a rod that is too short; use no more room than declared."""
    mjm, mjd, m, d = scene(SCENE, seed=seed)
    run_alone(transmission, mjd, m, d)
    compare("actuator_length", d.actuator_length, mjd.actuator_length, tolerance.STAGE)
    compare("moment", d.actuator_moment, oracle.moments(mjm, mjd), tolerance.STAGE)
    assert int(d.moment_rownnz.sum()) <= m.nJmom


def test_rows_hold_the_dofs_in_order():
    """Store each row once for each dof, in ascending order."""
    _, mjd, m, d = scene(SCENE)
    run_alone(transmission, mjd, m, d)
    for first, count in zip(d.moment_rowadr, d.moment_rownnz, strict=True):
        assert np.all(np.diff(d.moment_colind[first : first + count]) > 0)
