"""Seeded distributions: the same values for an environment of a number, whatever the batch."""

import numpy as np
import pytest

import corten
from support.batches import Twins
from support.tolerance import CHANCE, ROUNDING

PAIR = """
<mujoco><worldbody><geom type="plane" size="2 2 .1"/>
  <body pos="0 0 .11"><freejoint/><geom type="box" size=".1 .1 .1"/></body>
  <body pos="1 0 1"><joint axis="0 1 0" damping=".1"/><geom type="capsule" size=".03" fromto="0 0 0 .3 0 0"/></body>
</worldbody></mujoco>
"""


def pair() -> corten.Model:
    """Return a box and a pendulum."""
    return corten.load_model_from_string(PAIR)


def test_scaled_values_step_as_alone():
    """Draw masses by factors within bounds, one for each body; steps are those of copies with such masses."""
    twins = Twins(pair(), 6, threads=2)
    twins.batch.randomize(body_mass=corten.scaled(0.8, 1.2), seed=3)
    mass = twins.batch.body_mass.copy()
    factors = mass[:, 1:] / twins.model.body_mass[1:]
    assert ((factors >= 0.8) & (factors <= 1.2)).all()
    assert len(np.unique(factors)) == factors.size
    twins.vary(body_mass=mass)
    twins.step(5)
    assert not twins.differences()
    assert (twins.batch._envs.varied.names) == ("body_mass",)


def test_draws_depend_on_seed_field_and_number_alone():
    """Give the same values to environments of the same number in batches of other sizes, and others for other seeds."""
    model, field = pair(), corten.scaled(0.5, 2)
    few, many = corten.BatchSim(model, 3), corten.BatchSim(model, 50, threads=2)
    few.randomize(geom_friction=field, body_mass=field, seed=7)
    many.randomize(body_mass=field, seed=7)
    many.randomize(geom_friction=field, seed=7)
    assert few.body_mass.tobytes() == many.body_mass[:3].tobytes()
    assert few.geom_friction.tobytes() == many.geom_friction[:3].tobytes()
    first = many.body_mass.copy()
    many.randomize(body_mass=field, seed=7)
    assert first.tobytes() == many.body_mass.tobytes()
    many.randomize(body_mass=field, seed=8)
    assert not (first[:, 1:] == many.body_mass[:, 1:]).any()
    many.randomize(body_mass=field)
    unseeded = many.body_mass.copy()
    many.randomize(body_mass=field)
    assert not (unseeded[:, 1:] == many.body_mass[:, 1:]).any()


def test_only_chosen_environments_are_drawn_anew():
    """Leave environments alone that the mask does not name."""
    batch = corten.BatchSim(pair(), 4)
    batch.randomize(dof_damping=corten.uniform(0, 1), seed=1)
    before = batch.dof_damping.copy()
    batch.randomize(dof_damping=corten.uniform(0, 1), seed=2, where=[True, False, True])
    assert ((before == batch.dof_damping).all(axis=1) == [False, True, False, True]).all()
    with pytest.raises(TypeError, match="the mask is an array of int64"):
        batch.randomize(dof_damping=corten.uniform(0, 1), where=[1, 2])


def test_kinds_of_distributions():
    """Scale and shift the values of the model, or replace them; bounds may be arrays, and a draw may be shared."""
    model = pair()
    batch = corten.BatchSim(model, 40)
    batch.randomize(
        body_mass=corten.scaled(2, 3, shared=True),
        geom_friction=corten.shifted([0, 0.1, 0], [0, 0.2, 0]),
        dof_damping=corten.uniform(0.5, 0.6),
        opt_gravity=corten.scaled(1, 1),
        seed=1,
    )
    factors = batch.body_mass[:, 1:] / model.body_mass[1:]
    np.testing.assert_allclose(factors[:, 0], factors[:, 1], rtol=ROUNDING)
    assert factors.min() >= 2 and factors.max() <= 3 and np.ptp(factors) > 0.5
    change = batch.geom_friction - model.geom_friction
    assert not change[..., [0, 2]].any() and change[..., 1].min() >= 0.1 and change[..., 1].max() <= 0.2
    assert batch.dof_damping.min() >= 0.5 and batch.dof_damping.max() <= 0.6
    assert (batch.opt_gravity == model.opt.gravity).all()


def test_draws_are_even():
    """Spread draws evenly over environments and elements, without relation between neighbours."""
    batch = corten.BatchSim(pair(), 4000)
    batch.randomize(dof_damping=corten.uniform(0, 1), seed=0)
    counts = 10 * np.histogram(batch.dof_damping, 10, (0, 1))[0] / batch.dof_damping.size
    np.testing.assert_allclose(counts, 1.0, atol=CHANCE)
    along = np.corrcoef(batch.dof_damping[1:].ravel(), batch.dof_damping[:-1].ravel())[0, 1]
    across = np.corrcoef(batch.dof_damping[:, 0], batch.dof_damping[:, 1])[0, 1]
    assert abs(along) < CHANCE and abs(across) < CHANCE


@pytest.mark.parametrize(
    ("fields", "error", "words"),
    [
        ({"body_mass": 2.0}, TypeError, r"body_mass is 2.0; it must be corten\.scaled"),
        ({"body_quat": corten.shifted(0, 1)}, ValueError, r"body_quat has unit length"),
        ({"body_color": corten.shifted(0, 1)}, ValueError, r"Model has no field 'body_color'"),
        ({"geom_friction": corten.scaled([1, 2], [2, 3])}, ValueError, r"bounds of shape \(2,\) do not fit"),
        ({"body_mass": corten.scaled(1, 2), "seed": -1}, ValueError, r"seed is -1"),
    ],
)
def test_refusals(fields, error, words):
    """Refuse what is no distribution of a field that may vary."""
    with pytest.raises(error, match=words):
        corten.BatchSim(pair(), 2).randomize(**fields)


@pytest.mark.parametrize("bounds", [(2, 1), (0, np.inf), (np.nan, 1)])
def test_bounds_are_numbers_in_order(bounds):
    """Refuse bounds that are no numbers, or in the wrong order."""
    with pytest.raises(ValueError, match="bound"):
        corten.uniform(*bounds)
