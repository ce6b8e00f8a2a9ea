"""Rods whose edges twist beside closed forms: torsion of a shaft, balance of forces and torques, energy that stays."""

import numpy as np
import pytest

import corten
from support import tolerance
from support.twisting_rod_scenes import BENT, BOX, STRAIGHT, held, rod, scene

YOUNG, POISSON, RADIUS = 1e5, 0.3, 0.01


def loaded(text: str, timestep: float = 0.0005, integrator: str = "Euler"):
    """Return a model without gravity, and data for it."""
    option = f'<option gravity="0 0 0" timestep="{timestep}" integrator="{integrator}"/>'
    model = corten.load_model_from_string(text.replace("<worldbody>", f"{option}<worldbody>", 1))
    return model, model.make_data()


def stored(model, data) -> float:
    """Return the energy of bending and torsion, by its formula from frames, angles and places [J]."""
    records = model.flex_bending[1:].reshape(-1, 10)
    ends = data.flexvert_xpos[model.rodedge_vertid]
    edges = ends[:, 1] - ends[:, 0]
    angles = [
        0.0 if joint < 0 else float(data.qpos[model.jnt_qposadr[joint]] - model.qpos0[model.jnt_qposadr[joint]])
        for joint in model.rodedge_jntid
    ]
    axes = []
    for frame, angle in zip(data.rodedge_frame, angles, strict=True):
        u, v = frame[3:], np.cross(frame[:3], frame[3:])
        axes.append((np.cos(angle) * u + np.sin(angle) * v, np.cos(angle) * v - np.sin(angle) * u))
    energy = 0.0
    for i, record in enumerate(records):
        e, f = edges[i], edges[i + 1]
        curve = 2 * np.cross(e, f) / (np.linalg.norm(e) * np.linalg.norm(f) + e @ f)
        for one, other in (axes[i], axes[i + 1]):
            energy += 0.5 * record[4] * (curve @ one - model.rodedge_curve0[i, 0]) ** 2
            energy += 0.5 * (record[4] + record[5]) * (curve @ other - model.rodedge_curve0[i, 1]) ** 2
        energy += record[8] * (angles[i + 1] - angles[i] + data.work.rodedge_twist[i]) ** 2
    return float(energy)


def excite(model, data, size: float = 1.0) -> None:
    """Give vertices and edges velocities."""
    rng = np.random.default_rng(0)
    data.qvel = size * rng.normal(0, 1, model.nv) * np.where(model.jnt_type[model.dof_jntid] == 3, 10.0, 0.1)


@pytest.mark.parametrize("angle", [0.1, 2.0, 9.0])
def test_torque_of_a_twisted_shaft(angle):
    """Hold a shaft that is twisted evenly: G J angle / length at its end, as much at the body that clamps it."""
    model, data = loaded(scene(held(rod(STRAIGHT, pin="0 1"))))
    data.qpos[-3:] = angle * np.arange(1, 4) / 3
    corten.forward(model, data)
    torque = YOUNG / (2 * (1 + POISSON)) * np.pi * RADIUS**4 / 2 * angle / 0.3
    np.testing.assert_allclose(data.qfrc_spring[-3:], [0, 0, -torque], atol=tolerance.EXACT)
    axis = data.xmat[model.body("holder").id].reshape(3, 3)[:, 0]
    free = data.qfrc_spring[:6]
    np.testing.assert_allclose(free[:3], 0, atol=tolerance.EXACT)
    # angular dofs of a free body are those of its own frame
    np.testing.assert_allclose(data.xmat[1].reshape(3, 3) @ free[3:], torque * axis, atol=tolerance.EXACT)


@pytest.mark.parametrize("section", ["", BOX.format(".02 .01")])
def test_forces_and_torques_balance(section):
    """Expect no net force on a free rod, and torques on its vertices that are those on its edges, reversed."""
    model, data = loaded(scene(rod(BENT, section)))
    data.qpos = np.random.default_rng(1).normal(0, 0.02, model.nq)
    data.qpos[-4:] *= 50
    corten.forward(model, data)
    forces = data.qfrc_spring[: 3 * model.nflexvert].reshape(-1, 3)
    size = np.abs(forces).max()
    np.testing.assert_allclose(forces.sum(axis=0), 0, atol=tolerance.STAGE * size)
    moment = np.cross(data.flexvert_xpos, forces).sum(axis=0)
    twisting = data.qfrc_spring[-4:] @ data.rodedge_frame[:, :3]
    assert np.abs(twisting).max() > tolerance.DIFFERENT
    np.testing.assert_allclose(moment + twisting, 0, atol=tolerance.STAGE * size)


@pytest.mark.parametrize("section", ["", BOX.format(".012 .006")])
def test_energy_and_momentum_stay(section):
    """Let an undamped rod wobble: its momentum is constant, and its energy goes to and fro between two kinds."""
    model, data = loaded(scene(rod(BENT, section, damping=0)), 2e-4, "RK4")
    data.qpos[-4:] = (0.5, -1.0, 1.5, 0.2)
    excite(model, data)
    corten.forward(model, data)
    mass = model.body_mass[model.flex_vertbodyid]
    momentum, kinetic, potential = mass @ data.qvel[: 3 * len(mass)].reshape(-1, 3), [], []
    for _ in range(20):
        corten.energy_vel(model, data)
        kinetic.append(data.energy[1])
        potential.append(stored(model, data))
        corten.step(model, data, 10)
        corten.forward(model, data)
    assert np.abs(mass @ data.qvel[: 3 * len(mass)].reshape(-1, 3) - momentum).max() < tolerance.EXACT
    total = np.array(kinetic) + np.array(potential)
    assert np.ptp(kinetic) > 0.1 * total[0]
    assert np.abs(total - total[0]).max() < tolerance.CONSERVED * total[0]
