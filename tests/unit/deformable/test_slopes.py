"""Derivatives of XPBD constraints."""

import numpy as np
import pytest

import corten
from corten.deformable.fields.kinds import XPBD_ROWS, XpbdType
from support import tolerance
from support.deformable_scenes import one_of_each

# central differences of angles near one, by places a tenth of a metre apart, and what roundings leave
SLOPE = 2e-6

# rods take the frame halfway between two that are turned by an angle against each other: an error of its square
HALFWAY = 2e-3


def moved(model, seed):
    """Return a Data whose vertices were moved, and whose bodies turned, a little."""
    data = model.make_data()
    corten.forward(model, data)
    motion = np.random.default_rng(seed).uniform(-1, 1, model.nv) * 0.01
    corten.integrate_pos(model, data.qpos, motion, 1.0)
    corten.forward(model, data)
    return data


def jacobian(model, data):
    """Return the Jacobian of all rows (nxpbdrow, nv)."""
    dense = np.zeros((model.nxpbdrow, model.nv))
    for c in range(model.nxpbd):
        columns = model.xpbd_colind[model.xpbd_coladr[c] :][: model.xpbd_colnum[c]]
        for r in range(XPBD_ROWS[model.xpbd_type[c]]):
            first = model.xpbd_Jadr[c] + r * model.xpbd_colnum[c]
            dense[model.xpbd_rowadr[c] + r, columns] = data.work.xpbd_J[first : first + model.xpbd_colnum[c]]
    return dense


def row_types(model):
    """Return the type of each row."""
    return np.concatenate([[kind] * XPBD_ROWS[kind] for kind in model.xpbd_type])


@pytest.mark.parametrize("seed", range(3))
def test_slopes_are_differences(seed):
    """Compare the Jacobian of constraints of all types with central differences."""
    model = one_of_each().compile()
    assert set(model.xpbd_type.tolist()) == set(map(int, XpbdType))
    data = moved(model, seed)
    found, start = jacobian(model, data), data.qpos.copy()
    wanted = np.empty_like(found)
    step = 1e-6
    for dof in range(model.nv):
        ends = []
        for sign in (1, -1):
            motion = np.zeros(model.nv)
            motion[dof] = sign * step
            data.qpos = start
            corten.integrate_pos(model, data.qpos, motion, 1.0)
            corten.forward(model, data)
            ends.append(data.work.xpbd_pos.copy())
        wanted[:, dof] = (ends[0] - ends[1]) / (2 * step)
    rods = row_types(model) == XpbdType.ROD
    # those of tension are no strains
    strains = ~rods & ~np.isin(row_types(model), (XpbdType.TAUT_TRIANGLE, XpbdType.TAUT_SEGMENT))
    scale = np.abs(wanted).max(axis=1, keepdims=True)
    assert (np.abs(found - wanted)[strains] <= SLOPE * scale[strains]).all()
    assert (np.abs(found - wanted)[rods] <= HALFWAY * scale[rods]).all()


def test_at_rest_nothing_is_strained():
    """Find no strain and no force at qpos0, but for ropes without frames, which are straight at rest."""
    model = one_of_each().compile()
    data = model.make_data()
    corten.forward(model, data)
    bent = row_types(model) == XpbdType.CURVATURE
    assert np.abs(data.work.xpbd_pos[~bent]).max() < tolerance.EXACT
    assert np.abs(data.work.xpbd_pos[bent]).max() > 0.1
