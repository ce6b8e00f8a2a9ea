"""Constraint rows against their definitions: rates of positions, slopes of costs, the shape of impedances."""

import numpy as np
import pytest

from corten.data import DATA
from corten.enums import ConeType, ConstraintState, ConstraintType
from corten.model import MODEL
from corten.runtime.plan import Plan
from corten.stages.constraint import (
    constraint_stages,
    contact_impedance,
    impedance,
    inverse_constraint,
    reference_constraint,
    reference_stages,
    subtract_jacobian_rate,
)
from corten.stages.constraint.softness import evaluate_impedance, valid_solimp
from corten.stages.constraint.update import friction_row, quadratic_row, unilateral_row, update_cone
from corten.stages.inertia import com_pos, crb, factor_mass
from corten.stages.kinematics import place_bodies, place_sites
from corten.stages.velocity import com_vel
from support import isolated, oracle, tolerance

DT = 1e-5


def rows_at(model, data, qpos, qvel):
    """Make all rows at a state; return Data."""
    data.qpos, data.qvel = qpos, qvel
    stages = [place_bodies, place_sites, com_pos, crb, factor_mass, *constraint_stages(model), com_vel]
    plan = Plan([*stages, *reference_stages(model)], (MODEL, DATA))
    while plan.run(model, data, 1):
        assert data.make_room()
    return data.copy()


def three_states(seed: int, **features):
    """Return a model's rows before, at and after a state that it passes with constant speed."""
    mjm, mjd, model, data = isolated.random_scene(seed, **features)
    data.eq_active = mjd.eq_active
    rows = []
    for time in (-DT, 0.0, DT):
        moved = oracle.make_data(mjm)
        moved.qpos[:] = mjd.qpos
        oracle.displace(mjm, moved, time * mjd.qvel)
        rows.append(rows_at(model, data, moved.qpos, mjd.qvel))
    return model, rows


@pytest.mark.parametrize("seed", [4, 5, 6, 7, 15, 16])
def test_velocities_are_rates_of_positions(seed):
    """Give equality and limit rows the velocity with which their positions change."""
    _, (before, now, after) = three_states(seed, equality=True, limits=True)
    assert before.nefc == now.nefc == after.nefc > 0
    rate = (after.efc_pos - before.efc_pos) / (2 * DT)
    scale = np.max(np.abs(now.efc_vel))
    np.testing.assert_allclose(now.efc_vel, rate, rtol=0, atol=tolerance.BALANCE * scale)


@pytest.mark.parametrize("seed", [4, 5, 6, 7, 15, 16])
def test_references_make_up_for_the_rate_of_the_jacobian(seed):
    """Lessen the reference of connects and welds by the acceleration that they have while no dof accelerates."""
    model, (before, now, after) = three_states(seed, equality=True)
    assert subtract_jacobian_rate in reference_stages(model)
    rate = (after.efc_vel - before.efc_vel) / (2 * DT)
    corrected = now.efc_aref.copy()
    reference_constraint(model, now)
    held = np.isin(model.eq_type[now.efc_id], (0, 1))
    assert np.any(held)
    shift = (now.efc_aref - corrected)[held]
    scale = np.max(np.abs(shift))
    np.testing.assert_allclose(shift, rate[held], rtol=0, atol=tolerance.BALANCE * scale)


@pytest.mark.parametrize("jar", [-3.0, -0.41, -0.39, -0.1, 0.2, 0.39, 0.41, 5.0])
@pytest.mark.parametrize("row", [lambda x: quadratic_row(x, 2.5), lambda x: friction_row(x, 2.5, 0.4, 1.0)])
def test_forces_are_slopes_of_costs(row, jar):
    """Give each row the force with which its cost falls, equalities and friction loss."""
    slope = (row(jar + DT)[2] - row(jar - DT)[2]) / (2 * DT)
    np.testing.assert_allclose(row(jar)[0], -slope, rtol=tolerance.BALANCE)


@pytest.mark.parametrize("jar", [-2.0, -0.1, 0.1, 3.0])
def test_limits_only_push(jar):
    """Let limits push with the slope of their cost, and never pull."""
    force, state, _ = unilateral_row(jar, 3.0)
    assert force == max(0.0, -3.0 * jar)
    assert state == (ConstraintState.QUADRATIC if jar < 0 else ConstraintState.SATISFIED)


def cone(dim: int):
    """Return Data of one elliptic contact with anisotropic friction and the softness that goes with it."""
    xml = "<mujoco><worldbody><body><freejoint/><geom size='1'/></body></worldbody></mujoco>"
    _, _, model, data = oracle.load_both(xml)
    data.unseal()
    data.ncon, data.nefc = 1, dim
    data.efc_type, data.efc_diagA, data.contact_dim = ConstraintType.CONTACT_ELLIPTIC, 0.7, dim
    data.contact_friction = [[0.8, 0.5, 0.1, 0.05, 0.02]]
    data.contact_solref, data.contact_solimp = [[0.02, 1]], [[0.9, 0.95, 0.001, 0.5, 2]]
    model.opt_cone, model.opt_impratio = ConeType.ELLIPTIC, 2.0
    contact_impedance(model, data)
    impedance(model, data)
    return data


@pytest.mark.parametrize("dim", [3, 4, 6])
def test_elliptic_cones(dim):
    """Give cones the slope of their cost in every zone, forces within the cone, and none above."""
    data, rng, seen = cone(dim), np.random.default_rng(dim), set()
    view = data.engine_view()

    def update(jar):
        return update_cone(view, 0, 0, jar, view.efc_D, view.efc_force, view.efc_state)

    for _ in range(60):
        jar = rng.normal(0, 1, dim) * np.array([rng.choice([1.0, 10.0]), *([1.0, 3.0, 10.0, 20.0, 40.0][: dim - 1])])
        slope = np.zeros(dim)
        for j in range(dim):
            step = DT * np.eye(dim)[j]
            slope[j] = (update(jar + step) - update(jar - step)) / (2 * DT)
        update(jar)
        force, state = data.efc_force.copy(), ConstraintState(data.efc_state[0])
        seen.add(state)
        np.testing.assert_allclose(force, -slope, rtol=0, atol=10 * tolerance.BALANCE * max(1.0, np.max(np.abs(force))))
        friction = np.linalg.norm(force[1:] / data.contact_friction[0, : dim - 1])
        assert friction <= force[0] * (1 + tolerance.EXACT)
        assert state != ConstraintState.SATISFIED or not np.any(force)
    assert seen == {ConstraintState.SATISFIED, ConstraintState.QUADRATIC, ConstraintState.CONE}


@pytest.mark.parametrize("power", [1.0, 2.0, 3.0, 3.7])
@pytest.mark.parametrize("middle", [0.2, 0.5, 0.9])
def test_impedance_curve(middle, power):
    """Rise from d0 to dwidth over the width, alike on both sides, with the slope that is told."""
    solimp = valid_solimp((0.3, 0.9, 0.01, middle, power))
    assert evaluate_impedance(solimp, 0.0)[0] == 0.3
    assert evaluate_impedance(solimp, 0.02) == (0.9, 0.0)
    values = [evaluate_impedance(solimp, x)[0] for x in np.linspace(0, 0.01, 50)]
    assert np.all(np.diff(values) > 0)
    for x in (-0.0087, -0.0013, 0.0013, 0.0051, 0.0087):
        value, slope = evaluate_impedance(solimp, x)
        assert value == evaluate_impedance(solimp, -x)[0]
        low, high = evaluate_impedance(solimp, x - 1e-8)[0], evaluate_impedance(solimp, x + 1e-8)[0]
        np.testing.assert_allclose(slope, (high - low) / 2e-8, rtol=tolerance.BALANCE)


def test_forces_of_an_acceleration_that_meets_all_references():
    """Give no force where every row already gets the acceleration that it asks for."""
    _, mjd, model, data = isolated.random_scene(6, limits=True)
    data.eq_active = mjd.eq_active
    rows = rows_at(model, data, mjd.qpos, mjd.qvel)
    assert rows.nefc > 0
    rows.efc_aref = rows.efc_J @ mjd.qacc
    rows.qacc = mjd.qacc
    inverse_constraint(model, rows)
    np.testing.assert_allclose(rows.qfrc_constraint, 0, atol=tolerance.STAGE)
