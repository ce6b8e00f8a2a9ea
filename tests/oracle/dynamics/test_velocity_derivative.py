"""Velocity derivatives of passive forces against MuJoCo and against finite differences."""

import numpy as np
import pytest

from corten.enums import DisableBit, Integrator
from corten.stages.derivative import (
    damper_velocity_derivative,
    fluid_velocity_derivative,
    symmetric_fluid_velocity_derivative,
)
from corten.stages.passive import damper, fluid
from corten.stages.velocity import com_vel
from support import oracle, tolerance
from support.isolated import compare, inputs_of, random_scene, scene

SEEDS = range(30)
IMPLICIT = {
    Integrator.IMPLICIT: fluid_velocity_derivative,
    Integrator.IMPLICITFAST: symmetric_fluid_velocity_derivative,
}

SWIMMER = """
<mujoco>
  <option gravity="0 0 0" {medium}><flag constraint="disable"/></option>
  <worldbody>
    <body pos="0 0 1"><freejoint/><geom size="{s}1 {s}2 {s}3" type="{kind}" {geom}/>
      <body pos=".3 0 0"><joint type="ball" pos="0 .1 0"/>
        <geom size="{s}1 {s}2 {s}3" type="{kind}" pos="0 0 .2" euler="20 30 0" {geom}/>
        <geom size="{s}05 {s}1" type="capsule" pos="0 .1 .2" euler="50 30 0" {geom}/>
        <body pos="0 0 .4"><joint axis="1 1 0"/><joint type="slide" axis="0 1 1"/>
          <geom size="{s}1 {s}2 {s}3" type="{kind}" pos="0 .1 0" {geom}/></body></body></body>
    <body pos="2 0 0"><freejoint/><geom type="{kind}" size="{s}2 {s}2 {s}3" pos=".1 0 0" {geom}/></body>
  </worldbody>
</mujoco>
"""
MEDIA = {
    "viscous": 'viscosity="3"',
    "dense": 'density="30"',
    "windy": 'density="80" viscosity="0.4" wind="1 -2 0.5"',
}
GEOMS = {
    "box": "",
    "ellipsoid": 'fluidshape="ellipsoid"',
    "coefficients": 'fluidshape="ellipsoid" fluidcoef=".7 .2 1.1 .9 .8"',
}


def swimmer(medium="windy", geom="ellipsoid", kind="ellipsoid", scale="."):
    """Return a free tree and a lone free body in a medium; `scale` is put in front of all sizes."""
    return SWIMMER.format(medium=MEDIA[medium], geom=GEOMS[geom], kind=kind, s=scale)


def fluid_derivatives(mjm, mjd, model, data, integrator):
    """Return what the medium adds to qDeriv, by corten and by MuJoCo."""
    oracle.copy_state(mjd, data)
    oracle.copy_fields(mjd, data, [name for name in inputs_of(fluid_velocity_derivative) if name != "qDeriv"])
    data.qDeriv[:] = 0.0
    assert IMPLICIT[integrator](model, data) == 0

    # MuJoCo adds everything up: the medium's part is what disappears with it
    full = oracle.velocity_derivative(mjm, mjd, integrator)
    medium = mjm.opt.density, mjm.opt.viscosity
    mjm.opt.density = mjm.opt.viscosity = 0.0
    dry = oracle.velocity_derivative(mjm, mjd, integrator)
    mjm.opt.density, mjm.opt.viscosity = medium
    return data.qDeriv.copy(), full - dry


@pytest.mark.parametrize("integrator", IMPLICIT, ids=lambda integrator: integrator.name)
@pytest.mark.parametrize("medium", MEDIA)
@pytest.mark.parametrize("geom", GEOMS)
def test_fluid_derivative_of_a_swimmer(geom, medium, integrator):
    """Agree with MuJoCo for boxes and ellipsoids, symmetric where IMPLICITFAST needs it."""
    for speed in (1.0, 10.0):
        both = scene(swimmer(medium, geom), speed=speed)
        ours, theirs = fluid_derivatives(*both, integrator)
        assert np.max(np.abs(theirs)) > 1e-3
        compare("qDeriv", ours, theirs)


@pytest.mark.parametrize("integrator", IMPLICIT, ids=lambda integrator: integrator.name)
@pytest.mark.parametrize("scale", [".00", ".0"])
def test_fluid_derivative_of_small_shapes(scale, integrator):
    """Agree with MuJoCo for shapes of millimetres and centimetres, slow ones too."""
    for speed in (1e-4, 1.0):
        both = scene(swimmer(scale=scale).replace("1 -2 0.5", "0 0 0"), speed=speed)
        ours, theirs = fluid_derivatives(*both, integrator)
        compare("qDeriv", ours, theirs)


@pytest.mark.parametrize("seed", SEEDS)
def test_fluid_derivative_on_random_models(seed):
    """Agree with MuJoCo on trees of 1 to 200 dofs."""
    for integrator in IMPLICIT:
        ours, theirs = fluid_derivatives(*random_scene(seed, fluid=True), integrator)
        compare("qDeriv", ours, theirs)


@pytest.mark.parametrize("seed", SEEDS)
def test_damper_derivative_on_random_models(seed):
    """Agree with MuJoCo on polynomial dampers, to which actuators add."""
    mjm, mjd, model, data = random_scene(seed, polynomial=True)
    oracle.copy_state(mjd, data)
    data.qDeriv[:] = 0.0
    damper_velocity_derivative(model, data)
    compare("qDeriv", data.qDeriv, oracle.velocity_derivative(mjm, mjd, Integrator.IMPLICITFAST))


def finite_differences(stages, field, mjd, model, data, step=1e-6):
    """Return d field / d qvel by central differences, shape (nv, nv), with everything else as MuJoCo has it."""
    columns = []
    for i in range(model.nv):
        sides = []
        for sign in (1.0, -1.0):
            oracle.copy_state(mjd, data)
            data.qvel[i] += sign * step
            for stage in stages:
                stage(model, data)
            sides.append(getattr(data, field).copy())
        columns.append((sides[0] - sides[1]) / (2.0 * step))
    return np.array(columns).T.reshape(model.nv, model.nv)


def dense(model, values):
    """Return a matrix in D storage as a dense one."""
    rows = np.repeat(np.arange(model.nv), model.D_rownnz)
    result = np.zeros((model.nv, model.nv))
    result[rows, model.D_colind] = values
    return result


@pytest.mark.parametrize("geom", GEOMS)
def test_fluid_derivative_is_one(geom):
    """Agree with finite differences of the fluid force, which depend on nothing that MuJoCo's derivative does."""
    _, mjd, model, data = scene(swimmer(geom=geom), seed=3)
    oracle.copy_fields(mjd, data, inputs_of(fluid_velocity_derivative))
    data.qDeriv[:] = 0.0
    fluid_velocity_derivative(model, data)
    exact = dense(model, data.qDeriv)
    compare(
        "qDeriv",
        exact,
        finite_differences([com_vel, fluid], "qfrc_fluid", mjd, model, data),
        tolerance.FORCE_DIFFERENCE,
    )


def test_damper_derivative_is_one():
    """Agree with finite differences of the damper force."""
    _, mjd, model, data = random_scene(6, polynomial=True)
    oracle.copy_state(mjd, data)
    data.qDeriv[:] = 0.0
    damper_velocity_derivative(model, data)
    exact = dense(model, data.qDeriv)
    compare("qDeriv", exact, finite_differences([damper], "qfrc_damper", mjd, model, data), tolerance.FORCE_DIFFERENCE)


def test_derivatives_add_to_what_is_there():
    """Leave what other forces have put into qDeriv."""
    mjm, mjd, model, data = scene(swimmer())
    ours, _ = fluid_derivatives(mjm, mjd, model, data, Integrator.IMPLICIT)
    fluid_velocity_derivative(model, data)
    np.testing.assert_allclose(data.qDeriv, 2.0 * ours, rtol=tolerance.EXACT)


@pytest.mark.parametrize("flags", [DisableBit.DAMPER, DisableBit.SPRING | DisableBit.DAMPER])
def test_flags(flags):
    """Add nothing for dampers, and nothing for the medium, where the flags switch their forces off."""
    mjm, mjd, model, data = scene(swimmer(), flags=flags)
    model.dof_damping[:] = mjm.dof_damping[:] = 1.0
    ours, theirs = fluid_derivatives(mjm, mjd, model, data, Integrator.IMPLICITFAST)
    compare("qDeriv", ours, theirs)
    damper_velocity_derivative(model, data)
    compare("qDeriv", data.qDeriv, oracle.velocity_derivative(mjm, mjd, Integrator.IMPLICITFAST))
