"""What tension of cloth and ropes adds to their stiffness."""

import numpy as np
import pytest

import corten
from corten.enums import EnableBit
from support.deformable_scenes import elastic, vertices

# relative; central differences of forces, and what roundings of strains leave of them
DIFFERENCE = 1e-6

STEP = 1e-6


def pulled(kind):
    """Return a model and Data of a flat sheet, or a straight rope of vertices that slide, pulled and sheared."""
    spec = corten.Spec()
    spec.option.gravity = (0, 0, 0)
    if kind == "cloth":
        spec.add_cloth("it", count=(3, 4), spacing=0.1, **elastic(thickness=1e-3, bending=0.0, shear=2e5))
    else:
        names = []
        for number in range(4):
            body = spec.worldbody.add_body(name=f"p{number}", pos=(0.1 * number, 0.02 * number, 0))
            body.add("inertial", pos=(0, 0, 0), mass=0.01, diaginertia=(1e-5, 1e-5, 1e-5))
            for axis in np.eye(3):
                body.add("joint", type="slide", axis=axis)
            names.append(body.name)
        spec.deformable.add_flex(name="it", dim=1, body=" ".join(names), element=(0, 1, 1, 2, 2, 3), radius=0.01)
        spec.custom.add_text(name="corten.rope.it", data="young=1e6 radius=0.01 density=900 bending=0")
    model = spec.compile()
    data = model.make_data()
    corten.forward(model, data)
    places = vertices(model, data, "it")
    # 3 % and 2 %, and shear
    data.qpos[0::3] = 0.03 * places[:, 0] + 0.01 * places[:, 1]
    data.qpos[1::3] = 0.02 * places[:, 1]
    return model, data


def elastic_force(model, data):
    """Return the force of all strains by the dofs, from their values and Jacobian at qpos."""
    corten.forward(model, data)
    force = np.zeros(model.nv)
    for c in range(model.nxpbd):
        columns = model.xpbd_colind[model.xpbd_coladr[c] :][: model.xpbd_colnum[c]]
        last = model.xpbd_rowadr[c + 1] if c + 1 < model.nxpbd else model.nxpbdrow
        for r, row in enumerate(range(model.xpbd_rowadr[c], last)):
            first = model.xpbd_Jadr[c] + r * model.xpbd_colnum[c]
            slope = data.work.xpbd_J[first : first + model.xpbd_colnum[c]]
            force[columns] -= slope * data.work.xpbd_pos[row] / model.xpbd_compliance[row]
    return force


def tension_stiffness(model, data):
    """Return the sum of J' tension J of all rows of tension (nv, nv)."""
    corten.forward(model, data)
    total = np.zeros((model.nv, model.nv))
    for c in np.flatnonzero(model.xpbd_pullid >= 0):
        columns = model.xpbd_colind[model.xpbd_coladr[c] :][: model.xpbd_colnum[c]]
        for r in range(2):
            first = model.xpbd_Jadr[c] + r * model.xpbd_colnum[c]
            slope = data.work.xpbd_J[first : first + model.xpbd_colnum[c]]
            total[np.ix_(columns, columns)] += data.work.xpbd_tension[model.xpbd_rowadr[c] + r] * np.outer(slope, slope)
    return total


@pytest.mark.parametrize("kind", ["cloth", "rope"])
def test_tension_is_the_stiffness_across(kind):
    """Compare rows of tension with differences of the elastic force: across a flat sheet, that is all of it."""
    model, data = pulled(kind)
    found = tension_stiffness(model, data)[2::3, 2::3]
    start, wanted = data.qpos.copy(), []
    for dof in range(2, model.nv, 3):
        ends = []
        for sign in (1, -1):
            data.qpos = start
            data.qpos[dof] += sign * STEP
            ends.append(elastic_force(model, data)[2::3])
        wanted.append((ends[1] - ends[0]) / (2 * STEP))
    np.testing.assert_allclose(found, wanted, atol=DIFFERENCE * np.abs(wanted).max())
    # neither a shift nor anything else of all vertices together has a stiffness
    np.testing.assert_allclose(found.sum(axis=1), 0, atol=DIFFERENCE * np.abs(found).max())


def test_slack_cloth_has_no_stiffness_across():
    """Press a sheet together: negative tension has no rows that hold, and a pull along one axis only one of them."""
    model, data = pulled("cloth")
    data.qpos[:] = -data.qpos
    assert not tension_stiffness(model, data).any()
    data.qpos[0::3] *= -2
    tension_stiffness(model, data)
    pairs = data.work.xpbd_tension[~np.isfinite(model.xpbd_compliance)].reshape(-1, 2)
    assert (pairs[:, 0] > 0).all()
    assert (pairs[:, 1] == 0).all()


@pytest.mark.parametrize("substeps", [1, 2])
@pytest.mark.parametrize("load", [0.1, 10.0])
def test_loaded_rope_hangs_still(load, substeps):
    """Hang a load on a rope of light segments and push it: all energies fall, however heavy it is."""
    spec = corten.Spec()
    spec.option.timestep = 0.005
    spec.option.add_flag(energy="enable")
    spec.add_rope("line", "rope", points=[(0, 0, -0.02 * i) for i in range(16)], pins=(0,), substeps=substeps)
    weight = spec.worldbody.add_body(name="weight", pos=(0, 0, -0.35))
    weight.add_freejoint()
    weight.add_geom(type="sphere", size=(0.04,), mass=load, contype=0, conaffinity=0)
    spec.equality.add_connect(body1="line_15", body2="weight", anchor=(0, 0, 0))
    model = spec.compile()
    assert model.opt.enableflags & EnableBit.ENERGY
    data = model.make_data()
    data.qvel[:] = np.random.default_rng(0).normal(0, 0.01, model.nv)
    corten.step(model, data, 100)
    before = np.abs(data.qvel).max()
    corten.step(model, data, 500)
    # pushed at 1 cm/s, its sections turn at a radian in a second at most, and less later
    assert before < 5.0
    assert np.abs(data.qvel).max() < before
    assert np.ptp(data.flexvert_xpos[:, 0]) < 0.01
