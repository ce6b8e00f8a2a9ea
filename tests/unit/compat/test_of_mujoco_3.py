"""What packages written for MuJoCo 3 still ask the stand-in for."""

import numpy as np

import corten.compat.mujoco as mujoco
from support.compat_calls import SCENE


def test_mass_matrix_by_paths():
    """Store qM as MuJoCo 3 did, each dof followed by those above it, and make a full matrix of it."""
    m = mujoco.MjModel.from_xml_string(SCENE)
    d = mujoco.MjData(m)
    mujoco.mj_forward(m, d)
    now, before = np.zeros((m.nv, m.nv)), np.full((m.nv, m.nv), np.nan)
    mujoco.mj_fullM(m, d, now)
    mujoco.mj_fullM(m, before, d.qM)
    np.testing.assert_array_equal(before, now)
    assert d.qM.shape == (m.nM,)
    for dof in range(m.nv):
        above, place = dof, int(m.dof_Madr[dof])
        while above >= 0:
            assert d.qM[place] == now[dof, above]
            above, place = int(m.dof_parentid[above]), place + 1
