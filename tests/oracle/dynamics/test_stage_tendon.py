"""Tendon lengths, Jacobians, paths and velocities against MuJoCo, each stage alone; TE1."""

import numpy as np
import pytest

import corten
from corten.stages.tendon import tendon, tendon_velocity
from support import oracle, tolerance
from support.isolated import compare, run_alone, scene

WORLD = """
<body pos="0 0 1"><joint type="ball"/><geom size=".05" pos=".1 0 0"/><site name="s0" pos=".3 .02 .01"/>
  <body pos="0 .1 0"><joint name="h" axis="1 2 3"/>
    <geom name="g" type="{kind}" size="{radius} .2" pos=".02 .01 0" euler="20 30 40"/>
    <site name="out" pos=".02 .3 .1"/><site name="in" pos=".03 0 .01"/>
    <body pos="-.2 0 0"><joint name="k" axis="0 1 0"/><joint name="l" type="slide"/><geom size=".03" pos="0 0 .1"/>
      <site name="s1" pos="-.1 .05 0"/><site name="s2" pos="0 .1 .2"/></body></body></body>
<body pos="1 1 1"><freejoint/><geom size=".1"/><site name="far" pos=".1 .2 .3"/></body><site name="w" pos="0 0 2"/>
"""
PATHS = """
<spatial><site site="s0"/><geom geom="g" {side}/><site site="s1"/><site site="s2"/><pulley divisor="2"/>
  <site site="s2"/><site site="far"/><pulley divisor="3"/>
  <site site="w"/><geom geom="g" {side}/><site site="s0"/></spatial>
<fixed><joint joint="k" coef="2"/><joint joint="h" coef="-1.5"/></fixed>
<spatial><site site="w"/><site site="s1"/></spatial>
"""


def model(kind: str, side: str, radius: float) -> str:
    """Return an arm and a floating ball, with tendons that wrap a sphere or cylinder, pulleys and a fixed tendon."""
    paths = PATHS.format(side=f'sidesite="{side}"' if side else "")
    world = WORLD.format(kind=kind, radius=radius)
    flags = "<option><flag constraint='disable'/></option>"
    return f"<mujoco>{flags}<worldbody>{world}</worldbody><tendon>{paths}</tendon></mujoco>"


SLIDES = "".join(f'<joint type="slide" axis="{axis}"/>' for axis in ("1 0 0", "0 1 0", "0 0 1"))
STRING = f"""
<mujoco><option><flag constraint="disable"/></option><worldbody>
  <site name="in" pos="{{side}}"/><geom name="g" type="{{kind}}" size=".2 .4"/>
  <body>{SLIDES}<geom size=".1"/><site name="a"/></body><body>{SLIDES}<geom size=".1"/><site name="b"/></body>
</worldbody><tendon><spatial><site site="a"/><geom geom="g" sidesite="in"/><site site="b"/></spatial></tendon></mujoco>
"""


def check(kind: str, side: str, radius: float, seed: int, bound: float) -> None:
    """Compare what the stages write with MuJoCo; path points beyond those in use are not looked at."""
    _, mjd, m, d = scene(model(kind, side, radius), seed=seed)
    used = int(mjd.ten_wrapnum.sum())
    for name in (*run_alone(tendon, mjd, m, d), *run_alone(tendon_velocity, mjd, m, d)):
        ours = getattr(d, name)
        theirs = np.reshape(oracle.oracle_field(mjd, name), ours.shape)
        if name.startswith("wrap_"):
            ours, theirs = (array.reshape(len(d.wrap_obj) * 2, -1)[:used] for array in (ours, theirs))
        compare(name, ours, theirs, tolerance.STAGE if name == "ten_length" else bound)


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("radius", [0.04, 0.1])
@pytest.mark.parametrize("side", ["", "out"])
@pytest.mark.parametrize("kind", ["sphere", "cylinder"])
def test_wrapping_outside(kind, side, radius, seed):
    """Agree with MuJoCo around spheres and cylinders, on the side of a site or the short way."""
    check(kind, side, radius, seed, tolerance.STAGE)


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("radius", [0.04, 0.1])
@pytest.mark.parametrize("kind", ["sphere", "cylinder"])
def test_wrapping_inside(kind, radius, seed):
    """Agree with MuJoCo through spheres and cylinders, where its search for the bend stops too."""
    check(kind, "in", radius, seed, tolerance.STAGE)


@pytest.mark.parametrize("kind", ["sphere", "cylinder"])
def test_wrapping_inside_in_extreme_places(kind):
    """Agree with MuJoCo where ends lie on the surface, far away, close together, in line or opposite to each other."""
    mjm, mjd, m, d = oracle.load_both(STRING.format(kind=kind, side="0 0 .07"))
    rng, wrapped = np.random.default_rng(0), 0
    for first, second in extreme_ends(rng, 0.2):
        across = 2 if kind == "cylinder" else 3
        near = min(np.linalg.norm(first[:across]) - 0.2, np.linalg.norm(second[:across]) - 0.2)
        near = min(near, np.linalg.norm(first[:across] - second[:across]))
        mjd.qpos[:] = d.qpos = *first, *second
        oracle.forward(mjm, mjd)
        corten.forward(m, d)
        assert d.ten_wrapnum[0] == mjd.ten_wrapnum[0]
        wrapped += d.ten_wrapnum[0] > 2

        # the direction of a short piece is as uncertain as its ends are, relative to its length
        bound = tolerance.ROUNDING / max(near, tolerance.ROUNDING)
        assert np.max(np.abs(d.ten_J_value - mjd.ten_J)) <= bound
    assert wrapped > 50


@pytest.mark.parametrize("kind", ["sphere", "cylinder"])
def test_wrapping_beyond_half_a_circle(kind):
    """Agree with MuJoCo where a site on the other side leads the string around more than half of the geom."""
    mjm, mjd, m, d = oracle.load_both(STRING.format(kind=kind, side="0 .3 0"))
    rng, beyond, other = np.random.default_rng(0), 0, 0
    for _ in range(200):
        mjd.qpos[:] = d.qpos = rng.normal((0.0, -0.4, 0.0) * 2, (0.5, 0.2, 0.02) * 2)
        oracle.forward(mjm, mjd)
        corten.forward(m, d)
        assert d.ten_wrapnum[0] == mjd.ten_wrapnum[0]
        for name, theirs in (("ten_length", mjd.ten_length), ("ten_J_value", mjd.ten_J)):
            compare(name, getattr(d, name).ravel(), np.ravel(theirs), tolerance.STAGE)
        first, *touch, last = d.wrap_xpos.reshape(-1, 3)[: d.ten_wrapnum[0]]
        if len(touch) == 2:
            arc = d.ten_length[0] - np.linalg.norm(first - touch[0]) - np.linalg.norm(last - touch[1])
            beyond += arc > np.pi * 0.2
        other += len(touch) == 0
    assert beyond > 10
    assert other > 10


def extreme_ends(rng, radius):
    """Yield pairs of points about a circle or sphere: on it, far away, close together, in line, opposite, mirrored."""
    for number in range(600):
        first, second = (direction / np.linalg.norm(direction) for direction in rng.normal(size=(2, 3)))
        near, far = 1 + 10.0 ** rng.uniform(-9, 1, 2)
        first, second = first * radius * near, second * radius * far
        yield (
            (first, second),
            (first, first + rng.normal(size=3) * 10.0 ** rng.uniform(-9, -1)),
            (first, -first * far),
            (first, first * far),
            (first, first * (-1.0, 1.0, 1.0)),
            (np.round(first, 1), np.round(second, 1)),
        )[number % 6]


@pytest.mark.parametrize("mode", ["out", "in", ""])
def test_jacobian_is_the_gradient_of_the_length(mode):
    """Give the rate of each length that central differences of MuJoCo's lengths give."""
    mjm, mjd, m, d = scene(model("cylinder", mode, 0.1), seed=3)
    run_alone(tendon, mjd, m, d)
    for dof in range(m.nv):
        ahead, behind = (oracle.tendon_lengths(mjm, mjd, dof, step) for step in (1e-6, -1e-6))
        assert np.allclose((ahead - behind) / 2e-6, d.ten_J[:, dof], atol=tolerance.BEND)
