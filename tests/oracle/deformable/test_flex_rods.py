"""Rods whose edges do not twist beside MuJoCo's: forces, the metric of `discrete`, and steps."""

import numpy as np
import pytest

import corten
from support import oracle, tolerance
from support.flex_builder import flex, model, vertex_bodies

ANGLES = np.linspace(0, 2 * np.pi, 7)[:-1]
RING = [(0.3 * float(np.cos(a)), 0.3 * float(np.sin(a)), 0.02 * float(np.cos(3 * a))) for a in ANGLES]
CHAINS = {
    "straight": [(0, 0, 0), (0.3, 0, 0), (0.5, 0, 0), (0.9, 0, 0)],
    "one bend": [(0, 0, 0), (0.3, 0, 0), (0.5, 0.1, 0)],
    "two bends": [(0, 0, 0), (0.3, 0, 0), (0.5, 0.1, 0), (0.6, 0.25, 0.1)],
    "all kinds": [
        (0, 0, 0),
        (0.3, 0, 0),
        (0.5, 0, 0),
        (0.6, 0.25, 0.1),
        (0.8, 0.3, 0.2),
        (0.9, 0.4, 0.25),
        (1, 0.5, 0.3),
    ],
    "ring": RING,
    "triangle": [(0, 0, 0), (0.3, 0, 0), (0.1, 0.25, 0)],
}
CLOSED = ("ring", "triangle")


def rod(name: str, option: str, damping: float = 0.01) -> str:
    """Return a rod of free vertices."""
    points = CHAINS[name]
    names, bodies = vertex_bodies("v", [tuple(map(float, point)) for point in points])
    count = len(points)
    elements = [end % count for i in range(count if name in CLOSED else count - 1) for end in (i, i + 1)]
    inner = f'<elasticity young="1e6" poisson=".3" damping="{damping}"/><contact contype="0" conaffinity="0"/>'
    return model(bodies, flex("f", names, elements, inner, dim=1, radius=0.02), option)


def compare(mjm, mjd, model, data, fields) -> None:
    """Compare fields of forward dynamics, each by its largest number."""
    oracle.forward(mjm, mjd)
    oracle.copy_state(mjd, data)
    corten.forward(model, data)
    for name in fields:
        expected = getattr(mjd, name)
        bound = tolerance.STAGE * max(1.0, float(np.abs(expected).max()))
        np.testing.assert_allclose(getattr(data, name), expected, atol=bound)


@pytest.mark.parametrize(("integrator", "timestep"), [("Euler", 0.001), ("RK4", 0.001), ("discrete", 0.02)])
@pytest.mark.parametrize("name", CHAINS)
def test_forces_and_steps(name, integrator, timestep):
    """Expect MuJoCo's forces of springs and dampers, accelerations in its metric, and states after some steps."""
    mjm, mjd, model, data = oracle.load_both(
        rod(name, f'<option integrator="{integrator}" timestep="{timestep}" tolerance="1e-14"/>')
    )
    rng = np.random.default_rng(0)
    for size in (0.0, 0.02, 0.1):
        oracle.displace(mjm, mjd, rng.normal(0, 1, mjm.nv) * size)
        mjd.qvel[:] = rng.normal(0, 1, mjm.nv)
        compare(mjm, mjd, model, data, ("qfrc_spring", "qfrc_damper", "qacc_smooth"))
        if size < 0.1:
            oracle.step(mjm, mjd, 5)
            corten.step(model, data, 5)
            np.testing.assert_allclose(data.qpos, mjd.qpos, atol=tolerance.STEP)


# what is stiff about a direction that rounding decides is nobody's: the metric is compared where there is one
BENDS = [("Euler", bend) for bend in (0.0, 1e-13, 1e-9, 1e-6, 1e-3)] + [("discrete", bend) for bend in (1e-6, 1e-3)]


@pytest.mark.parametrize(("integrator", "bend"), BENDS)
@pytest.mark.parametrize("name", ["one bend", "two bends"])
def test_curved_rods_that_are_straight(name, bend, integrator):
    """Expect MuJoCo's forces where a curvature has hardly a direction."""
    mjm, mjd, model, data = oracle.load_both(
        rod(name, f'<option integrator="{integrator}" timestep=".01" tolerance="1e-14"/>')
    )
    points = np.array(CHAINS[name], float)
    # both edges of the first hinge along the second one
    points[0] = points[1] - 0.3 * (points[2] - points[1]) / np.linalg.norm(points[2] - points[1]) + (0, 0, bend)
    mjd.qpos[:] = (points - np.array(CHAINS[name], float)).ravel()
    mjd.qvel[:] = np.random.default_rng(1).normal(0, 0.1, mjm.nv)
    compare(mjm, mjd, model, data, ("qfrc_spring", "qfrc_damper", "qacc_smooth"))


LOOP = (
    '<mujoco><option integrator="discrete" timestep=".002" solver="{0}" tolerance="1e-12" iterations="300"/><worldbody>'
    '<geom type="plane" size="1 1 1"/>{1}</worldbody></mujoco>'
)
CIRCLE = (
    '<flexcomp name="f" type="circle" dim="1" count="12 1 1" spacing=".1 .1 .1" pos="0 0 .2" euler="80 0 0" mass=".2" '
    'radius=".02"><elasticity young="2e5" damping=".005"/><edge equality="true"/><contact selfcollide="none"/>{0}'
    "</flexcomp>"
)
HOLDER = (
    '<body name="b" pos="0 0 .1"><joint axis="0 1 0"/><geom size=".05" mass="1" contype="0" conaffinity="0"/>{0}</body>'
)


@pytest.mark.parametrize("solver", ["Newton", "CG"])
@pytest.mark.parametrize("held", [False, True])
def test_a_loop_falls(held, solver):
    """Let a loop of wire with inextensible edges fall onto a plane, or hang in a body that turns."""
    loop = CIRCLE.format('<pin id="0 1"/>' if held else "")
    mjm, mjd, model, data = oracle.load_both(LOOP.format(solver, HOLDER.format(loop) if held else loop))
    oracle.step(mjm, mjd, 30)
    corten.step(model, data, 30)
    np.testing.assert_allclose(data.qpos, mjd.qpos, atol=tolerance.TRAJECTORY)
    assert held or mjd.ncon > 0
