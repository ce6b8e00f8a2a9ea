"""How stiff the hinges of cloth are."""

import numpy as np
import pytest

import corten
from corten.deformable.fields.kinds import XpbdType
from support import tolerance
from support.deformable_scenes import elastic

SPACING, CURVATURE = 0.1, 1e-3

# relative; heights are small, but not infinitely so
SMALL = 1e-3


def hinge_energy(model, heights):
    """Return the energy of the hinges of two by two cells in the middle of a sheet with given heights [J]."""
    data = model.make_data()
    data.qpos[2::3] = heights
    corten.forward(model, data)
    hinges = np.flatnonzero(model.xpbd_type == XpbdType.HINGE)
    rows = model.xpbd_rowadr[hinges]
    middles = data.flexvert_xpos[model.xpbd_vertid[hinges, :2], :2].mean(axis=1) / SPACING
    # a half-open window, so that the edges on its border count once
    inside = ((middles > -1.01) & (middles < 0.99)).all(axis=1)
    return 0.5 * (data.work.xpbd_pos[rows] ** 2 / model.xpbd_compliance[rows])[inside].sum()


@pytest.mark.parametrize("angle", [0.0, 0.3, np.pi / 4])
def test_a_sheet_bends_like_a_plate_along_any_axis(angle):
    """Roll a sheet along an axis, and let every second vertex rise until energy is least: it is D kappa^2 A / 2."""
    spec = corten.Spec()
    spec.option.gravity = (0, 0, 0)
    spec.add_cloth("sheet", count=(7, 7), spacing=SPACING, **elastic(thickness=0.01, bending=2.0))
    model = spec.compile()
    data = model.make_data()
    corten.forward(model, data)
    x, y = data.flexvert_xpos[:, 0], data.flexvert_xpos[:, 1]
    rolled = 0.5 * CURVATURE * (np.cos(angle) * x + np.sin(angle) * y) ** 2
    risen = 0.1 * CURVATURE * SPACING**2 * (np.arange(49) % 2)
    below, middle, above = (hinge_energy(model, rolled + share * risen) for share in (-1, 0, 1))
    least = middle - (above - below) ** 2 / (8 * (above + below - 2 * middle))
    assert least < middle
    np.testing.assert_allclose(least, 0.5 * 2.0 * CURVATURE**2 * (2 * SPACING) ** 2, rtol=SMALL)


def test_a_triangle_that_is_held_does_not_yield():
    """Hold one triangle of two: the hinge between them is as stiff as that of the other alone."""
    points = [(0, 0, 0), (0.1, 0, 0), (0, 0.1, 0), (0.1, 0.1, 0)]
    found = []
    for pins in ((), (0, 1, 2)):
        spec = corten.Spec()
        spec.add_cloth("it", mesh=(points, [(0, 1, 2), (1, 3, 2)]), pins=pins, **elastic(thickness=0.01))
        model = spec.compile()
        hinge = int(np.flatnonzero(model.xpbd_type == XpbdType.HINGE)[0])
        found.append(model.xpbd_compliance[model.xpbd_rowadr[hinge]])
    np.testing.assert_allclose(found[0], 2 * found[1], rtol=tolerance.EXACT)
