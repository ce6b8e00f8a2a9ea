"""Configurations and velocities: their difference and sum on the manifold of qpos, as stages of a plan."""

from corten.enums import JointType
from corten.math.quaternion import integrate_quat, load4_flat, quat_sub, store4_flat
from corten.math.vector3 import load3_flat, store3_flat
from corten.runtime import helper, stage
from corten.runtime.fields import F8, Field, Layout, Size
from corten.runtime.storage import Storage

COORDINATES = Layout(
    "Coordinates",
    (Size("nq", "coordinates"), Size("nv", "dofs")),
    (
        Field("first", F8, ("nq",), "a configuration"),
        Field("second", F8, ("nq",), "another one"),
        Field("velocity", F8, ("nv",), "velocity from the first to the second"),
        Field("dt", F8, (), "time that it takes [s]"),
    ),
    "corten.queries.coordinate_stages:COORDINATES",
)


class Coordinates(Storage):
    """Two configurations, and a velocity between them."""

    layout = COORDINATES


@stage
def integrate_coordinates(m, d) -> None:
    """Move the first configuration along a velocity for a time; the second is where it ends."""
    kind, qposadr, dofadr, first, second, dt = m.jnt_type, m.jnt_qposadr, m.jnt_dofadr, d.first, d.second, d.dt

    for j in range(m.njnt):
        place, dof, plain = qposadr[j], dofadr[j], plain_coordinates(kind[j])
        for i in range(plain):
            second[place + i] = first[place + i] + dt * d.velocity[dof + i]
        if kind[j] == JointType.FREE or kind[j] == JointType.BALL:
            turn = load3_flat(d.velocity, dof + plain)
            store4_flat(second, place + plain, integrate_quat(load4_flat(first, place + plain), turn, dt))


@stage
def differentiate_coordinates(m, d) -> None:
    """Compute the velocity that leads from the first configuration to the second in a time."""
    kind, qposadr, dofadr, first, second, dt = m.jnt_type, m.jnt_qposadr, m.jnt_dofadr, d.first, d.second, d.dt

    for j in range(m.njnt):
        place, dof, plain = qposadr[j], dofadr[j], plain_coordinates(kind[j])
        for i in range(plain):
            d.velocity[dof + i] = (second[place + i] - first[place + i]) / dt
        if kind[j] == JointType.FREE or kind[j] == JointType.BALL:
            turn = quat_sub(load4_flat(second, place + plain), load4_flat(first, place + plain))
            store3_flat(d.velocity, dof + plain, (turn[0] / dt, turn[1] / dt, turn[2] / dt))


@helper
def plain_coordinates(kind: int) -> int:
    """Return how many coordinates of a joint add up like numbers; those of its quaternion come after them."""
    if kind == JointType.FREE:
        return 3
    return 0 if kind == JointType.BALL else 1
