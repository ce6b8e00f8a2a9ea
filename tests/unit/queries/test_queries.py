"""Compiled queries about a Data: they follow its memory, and refuse what is wrong."""

import copy
import gc
import pickle
import weakref
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from tests.support import tolerance

import corten

ARM = """
<mujoco>
  <worldbody>
    <geom name="floor" type="plane" size="5 5 .1"/>
    <body name="base" pos="0 0 .05"><freejoint/><geom size=".06"/>
      <body name="arm" pos=".1 0 0"><joint axis="0 1 0"/><joint axis="0 0 1" type="slide"/>
        <geom name="hand" type="capsule" fromto="0 0 0 .2 0 .1" size=".02"/><site name="tip" pos=".2 .1 .1"/>
      </body>
    </body>
    <body name="other" pos="1 0 .05"><freejoint/><geom size=".06"/></body>
  </worldbody>
</mujoco>
"""


@pytest.fixture
def model():
    """Return a model with a floating arm."""
    return corten.load_model_from_string(ARM)


def posed(model, seed=0):
    """Return a Data in a random pose near the reference."""
    data = model.make_data()
    data.qpos += np.random.default_rng(seed).uniform(-0.02, 0.02, model.nq)
    corten.forward(model, data)
    return data


def point_velocity(model, data, place):
    """Return how a point moves with each dof, by finite differences of positions."""
    columns, size = [], 1e-6
    for dof in range(model.nv):
        ends = []
        for sign in (1, -1):
            twin, way = data.copy(), np.zeros(model.nv)
            way[dof] = sign * size
            corten.integrate_pos(model, twin.qpos, way, 1.0)
            corten.forward(model, twin)
            ends.append(place(twin).copy())
        columns.append((ends[0] - ends[1]) / (2 * size))
    return np.array(columns).T


PLACES = {
    "jac_site": ("tip", lambda data: data.site("tip").xpos),
    "jac_geom": ("hand", lambda data: data.geom("hand").xpos),
    "jac_body": ("arm", lambda data: data.body("arm").xpos),
    "jac_body_com": ("arm", lambda data: data.body("arm").xipos),
    "jac_subtree_com": ("base", lambda data: data.subtree_com[1]),
}


@pytest.mark.parametrize("name", PLACES)
def test_jacobians_are_derivatives(model, name):
    """Let each Jacobian say how its point moves when dofs do."""
    data, (key, place) = posed(model), PLACES[name]
    result = getattr(corten, name)(model, data, key)
    translation = result if name == "jac_subtree_com" else result[0]
    np.testing.assert_allclose(translation, point_velocity(model, data, place), atol=tolerance.DIFFERENCE)


def test_answers_are_independent_arrays(model):
    """Leave an answer alone when the next query runs."""
    data = posed(model)
    first = corten.jac_site(model, data, "tip")[0]
    before = first.copy()
    corten.jac_body(model, data, "other")
    np.testing.assert_array_equal(first, before)
    assert first.flags.writeable


def test_queries_follow_memory(model):
    """Give right answers after storage has grown, in copies, for pickles and for environments of a batch."""
    data = posed(model)
    wanted = corten.jac_site(model, data, "tip"), corten.contact_force(model, data, 0)
    data.grow(maxcon=50, maxefc=400)
    batch = corten.BatchSim(model, 3, threads=1, lanes=1)
    batch.qpos[1] = data.qpos
    environment = batch.env(1)
    corten.forward(model, environment)
    for twin in (data, data.copy(), copy.deepcopy(data), pickle.loads(pickle.dumps(data)), environment):
        found = corten.jac_site(twin.model, twin, "tip"), corten.contact_force(twin.model, twin, 0)
        np.testing.assert_array_equal(found[0], wanted[0])
        np.testing.assert_array_equal(found[1], wanted[1])
    assert wanted[1][0] > 0
    # another state: nothing is left of the old one
    other = posed(model, seed=1)
    data.qpos[:] = other.qpos
    corten.forward(model, data)
    np.testing.assert_array_equal(corten.jac_site(model, data, "tip"), corten.jac_site(model, other, "tip"))


def test_another_model_of_the_same_sizes(model):
    """Use the Model that is given, not the one that the Data was made with."""
    data, heavy = posed(model), corten.load_model_from_string(ARM)
    heavy.body_mass[2] *= 5
    corten.set_const(heavy)
    wanted = corten.jac_subtree_com(heavy, posed(heavy), 1)
    assert not np.allclose(wanted, corten.jac_subtree_com(model, data, 1))
    np.testing.assert_allclose(corten.jac_subtree_com(heavy, data, 1), wanted, atol=tolerance.EXACT)
    corten.step(heavy, data)
    corten.step(model, data)


def test_wrong_arguments_are_refused(model):
    """Refuse objects and contacts that do not exist, shapes and types that do not fit, and Data of another model."""
    data = posed(model)
    count = data.ncon
    with pytest.raises(KeyError, match="no site is named 'top'; named are: tip"):
        corten.jac_site(model, data, "top")
    for number in (-1, 1):
        with pytest.raises(IndexError, match=f"site {number} does not exist; there are 1"):
            corten.jac_site(model, data, number)
    for number in (-1, count, 2**40, -(2**40)):
        with pytest.raises(IndexError, match=f"contact {number} does not exist; there are {count}"):
            corten.contact_force(model, data, number)
    for call in (lambda: corten.contact_force(model, data, 0.5), lambda: corten.jac_body(model, data, 0.5)):
        with pytest.raises(TypeError):
            call()
    with pytest.raises(ValueError, match=r"point has the shape \(2,\); expected \(3,\)"):
        corten.jac(model, data, [0, 0], "arm")
    stranger = corten.Model.empty()
    for call in (
        lambda: corten.jac_body(stranger, data, 0),
        lambda: corten.contact_force(stranger, data, 0),
        lambda: corten.reset_data(stranger, data),
    ):
        with pytest.raises(ValueError, match="belongs to another model"):
            call()


def test_threads_may_ask_one_data(model):
    """Give every thread its own answer."""
    data = posed(model)
    wanted = [corten.jac_body(model, data, body)[0] for body in range(model.nbody)]

    def ask(body):
        return all(np.array_equal(corten.jac_body(model, data, body)[0], wanted[body]) for _ in range(500))

    with ThreadPoolExecutor(4) as pool:
        assert all(pool.map(ask, range(model.nbody)))


def test_data_is_freed_at_once(model):
    """Free a Data without the collector of cycles, whatever was asked of it."""
    gc.disable()
    try:
        data = posed(model)
        corten.jac_site(model, data, "tip")
        corten.contact_force(model, data, 0)
        assert data.contact[0].dim == 3 and data.body("arm").xpos.shape == (3,) and data.efc_force.size
        corten.step(model, data)
        ghost = weakref.ref(data)
        del data
        assert ghost() is None
    finally:
        gc.enable()
