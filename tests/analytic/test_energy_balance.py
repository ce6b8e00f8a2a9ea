"""Energy and momentum change as fast as forces say."""

import numpy as np
import pytest

import corten
from support import tolerance
from support.random_mjcf import random_model

# a step in time [s] that balances the truncation of central differences against rounding
H = 1e-5


def moved(model, data, time):
    """Return the Data a short time later or earlier, with constant acceleration."""
    twin = data.copy()
    corten.integrate_pos(model, twin.qpos, data.qvel + 0.5 * time * data.qacc, time)
    twin.qvel[:] = data.qvel + time * data.qacc
    corten.forward(model, twin)
    corten.energy_pos(model, twin)
    corten.energy_vel(model, twin)
    corten.subtree_vel(model, twin)
    return twin


def rate(model, data, read):
    """Return the time derivative of what `read` takes from Data, by central differences."""
    return (read(moved(model, data, H)) - read(moved(model, data, -H))) / (2 * H)


def random_state(seed, **features):
    """Return a random model in a random state of motion."""
    model = corten.load_model_from_string(random_model(seed, ndof=14, **features))
    data, rng = model.make_data(), np.random.default_rng(seed)
    corten.integrate_pos(model, data.qpos, rng.uniform(-0.7, 0.7, model.nv), 1.0)
    data.qvel[:] = rng.normal(0, 1, model.nv)
    data.ctrl[:] = rng.uniform(-1, 1, model.nu)
    data.qfrc_applied[:] = rng.normal(0, 0.3, model.nv)
    data.xfrc_applied[1:] = rng.normal(0, 0.3, (model.nbody - 1, 6))
    corten.forward(model, data)
    return model, data


@pytest.mark.parametrize("seed", range(10))
def test_energy_changes_by_the_power_of_forces(seed):
    """Find d(potential + kinetic)/dt = qvel . (all forces but gravity and springs)."""
    features = {"polynomial": seed % 2 == 0, "fluid": seed % 3 == 0, "gravcomp": seed % 4 == 0}
    model, data = random_state(seed, **features)
    conservative = data.qfrc_spring - data.qfrc_bias
    power = data.qvel @ (data.qfrc_smooth - conservative)
    change = rate(model, data, lambda twin: twin.energy.sum())

    # the bias force holds gravity, which is conservative, and Coriolis forces, which do no work
    assert abs(change - power) < tolerance.BALANCE * max(1.0, abs(power))


@pytest.mark.parametrize("seed", range(10))
def test_momentum_changes_by_outer_forces(seed):
    """Find dp/dt and dL/dt of a floating tree equal to the applied forces and their torques, springs or not."""
    xml = f"""<mujoco><option gravity="0 0 0"><flag contact="disable"/></option>
      <worldbody><body><freejoint/><geom size=".1 .2 .3" type="box"/>
      <body pos=".3 0 0"><joint type="ball" stiffness="3"/><geom size=".1" pos="0 0 .2"/>
      <body pos="0 .2 .4"><joint axis="1 {seed} 0" damping=".3"/><joint type="slide"/>
      <geom size=".05 .2" type="capsule"/></body></body></body></worldbody></mujoco>"""
    model = corten.load_model_from_string(xml)
    data, rng = model.make_data(), np.random.default_rng(seed)
    corten.integrate_pos(model, data.qpos, rng.uniform(-0.7, 0.7, model.nv), 1.0)
    data.qvel[:] = rng.normal(0, 1, model.nv)
    data.xfrc_applied[1:] = rng.normal(0, 1, (model.nbody - 1, 6))
    corten.forward(model, data)

    force, torque = data.xfrc_applied[1:, :3], data.xfrc_applied[1:, 3:]
    arms = data.xipos[1:] - data.subtree_com[1]
    mass = model.body_subtreemass[1]
    change = rate(model, data, lambda twin: np.concatenate([mass * twin.subtree_linvel[1], twin.subtree_angmom[1]]))
    expected = np.concatenate([force.sum(axis=0), (torque + np.cross(arms, force)).sum(axis=0)])
    np.testing.assert_allclose(change, expected, atol=tolerance.BALANCE)


@pytest.mark.parametrize("seed", range(10))
def test_spring_energy_is_work(seed):
    """Find the spring force equal to the slope of the energy, -dE/dq along every dof, for every kind of joint."""
    model, data = random_state(seed, polynomial=True, dampers=False, option={"gravity": "0 0 0"})
    slope = np.zeros(model.nv)
    for i in range(model.nv):
        energies = []
        for sign in (1.0, -1.0):
            twin, way = data.copy(), np.zeros(model.nv)
            way[i] = sign * H
            corten.integrate_pos(model, twin.qpos, way, 1.0)
            corten.forward(model, twin)
            corten.energy_pos(model, twin)
            energies.append(twin.energy[0])
        slope[i] = (energies[0] - energies[1]) / (2 * H)
    np.testing.assert_allclose(data.qfrc_spring, -slope, atol=tolerance.BALANCE)


@pytest.mark.parametrize("seed", range(6))
def test_kinetic_energy_is_that_of_the_bodies(seed):
    """Find qvel' M qvel / 2 equal to the sum of m v^2 / 2 + w . I w / 2 over the bodies, armature aside."""
    model, data = random_state(seed)
    corten.energy_vel(model, data)
    armature = 0.5 * model.dof_armature @ data.qvel**2
    total = 0.0
    for b in range(1, model.nbody):
        offset = data.xipos[b] - data.subtree_com[model.body_rootid[b]]
        w = data.cvel[b, :3]
        v = data.cvel[b, 3:] + np.cross(w, offset)
        local = data.ximat[b].reshape(3, 3).T @ w
        total += 0.5 * model.body_mass[b] * v @ v + 0.5 * local @ (model.body_inertia[b] * local)
    np.testing.assert_allclose(data.energy[1] - armature, total, rtol=tolerance.EXACT)
