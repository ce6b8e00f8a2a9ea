"""Contacts of deformables that are about to touch: they give force a little before, against what approaches."""

import numpy as np
import pytest

import corten
from support.deformable_scenes import PLANE

STEP = 0.005

# [m] as far as a vertex falls from rest within two steps
REACH = 3 * 9.81 * STEP**2


def above_plane(height, speed=0.0, deformable=True, **option):
    """Return the model and Data of a sheet whose surface is `height` above a plane and moves up with `speed`."""
    spec = corten.Spec()
    spec.option.timestep = STEP
    for name, value in option.items():
        spec.option[name] = value
    spec.worldbody.add_geom(**PLANE)
    flex = spec.add_cloth("it", "cotton", count=(2, 2), spacing=0.05, pos=(0, 0, 0.01 + height))
    flex.radius = 0.01
    flex.first("contact").gap = 0.01
    if not deformable:
        spec.custom.first("text").remove()
    model = spec.compile()
    data = model.make_data()
    data.qvel[2::3] = speed
    corten.forward(model, data)
    return model, data


def active(data):
    """Return how many contacts have rows."""
    return int((data.contact_efc_address[: data.ncon] >= 0).sum())


def test_contacts_reach_as_far_as_vertices_fall_in_two_steps():
    """Lift a sheet: its contacts give force up to the reach, and are seen within the gap that was asked for."""
    for height, count in ((-1e-4, 4), (0.9 * REACH, 4), (1.1 * REACH, 0)):
        _, data = above_plane(height)
        assert (data.ncon, active(data)) == (4, count)


def test_others_reach_no_farther_than_their_margin():
    """Take the material away, or gravity: contacts above the margin give no force."""
    assert active(above_plane(0.5 * REACH, deformable=False)[1]) == 0
    assert active(above_plane(0.5 * REACH, gravity=(0, 0, 0))[1]) == 0


def test_what_leaves_is_not_held():
    """Let a sheet above the plane move up, or fall from the height of its reach: contacts neither pull nor carry it."""
    _, data = above_plane(0.5 * REACH, speed=0.5)
    assert active(data) == 4
    np.testing.assert_array_equal(data.efc_force[data.contact_efc_address[0] :], 0.0)


@pytest.mark.parametrize("solimp", [(0.9, 0.95, 0.001), (0.0, 0.95, 0.002)])
def test_softness_above_the_margin_is_that_at_the_margin(solimp):
    """Compare impedances: above the margin they do not grow with the distance, as they do below."""
    spec = corten.Spec()
    spec.option.timestep = STEP
    spec.worldbody.add_geom(**PLANE, solimp=solimp)
    flex = spec.add_cloth("it", "cotton", count=(2, 2), spacing=0.05, pos=(0, 0, 0.01 + 0.5 * REACH))
    flex.radius, flex.first("contact").solimp = 0.01, solimp
    model = spec.compile()
    data = model.make_data()
    corten.forward(model, data)
    row = data.contact_efc_address[0]
    # no impedance is below 1e-4
    assert data.efc_KBIP[row, 2] == pytest.approx(max(solimp[0], 1e-4))
