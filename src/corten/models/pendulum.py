"""A planar pendulum of n links: the smallest model that shows tree dynamics, with closed forms to check against."""

from __future__ import annotations

import math
from numbers import Integral, Real

# [s] one step; the value that the pendulum's users rely on
TIMESTEP = 1 / 240

# radius of a drawn link and of its inertia about its own axis, as a part of its length; neither moves the pendulum
SLENDERNESS = 1 / 40


def pendulum_mjcf(n: int, link_length: float, link_mass: float) -> str:
    """Return the MJCF text of a planar pendulum of `n` uniform slender rods joined by frictionless hinges.

    Each rod has length L [m] and mass m [kg], its centre of mass at L / 2 and the inertia m L^2 / 12 about it. The
    hinges turn about y, the first one sits at the origin, and all angles are zero when the pendulum hangs along -z.
    A single link obeys theta'' = -(3 g / 2 L) sin(theta): small swings have the period 2 pi sqrt(2 L / (3 g)).
    Semi-implicit Euler with steps of 1/240 s; links pass through each other.
    """
    if isinstance(n, bool) or not isinstance(n, Integral) or n < 1:
        raise ValueError(f"a pendulum needs a whole number of links, at least 1, not {n!r}")
    link_length = _positive("link_length", link_length)
    link_mass = _positive("link_mass", link_mass)

    radius = link_length * SLENDERNESS
    across = link_mass * link_length**2 / 12
    along = link_mass * radius**2 / 2
    lines = [
        '<mujoco model="pendulum">',
        f'  <option timestep="{TIMESTEP!r}" integrator="Euler"/>',
        "  <default>",
        '    <joint type="hinge" axis="0 1 0"/>',
        f'    <geom type="capsule" fromto="0 0 0 0 0 {-link_length!r}" size="{radius!r}" contype="0" conaffinity="0"/>',
        "  </default>",
        "  <worldbody>",
    ]
    inertial = f'mass="{link_mass!r}" pos="0 0 {-link_length / 2!r}" diaginertia="{across!r} {across!r} {along!r}"'
    for i in range(1, n + 1):
        offset = 0.0 if i == 1 else -link_length
        lines += [
            f'<body name="link_{i}" pos="0 0 {offset!r}">',
            f"<inertial {inertial}/>",
            f'<joint name="hinge_{i}"/>',
            f'<geom name="link_{i}"/>',
        ]
    lines += ["</body>" * n, "  </worldbody>", "</mujoco>"]
    return "\n".join(lines)


def _positive(name: str, value: float) -> float:
    if isinstance(value, bool) or not isinstance(value, Real) or not (math.isfinite(value) and value > 0):
        raise ValueError(f"{name} must be a positive number, not {value!r}")
    return float(value)
