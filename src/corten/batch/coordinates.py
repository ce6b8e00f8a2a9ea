"""Configurations and velocities of all environments, as stages of a plan: the kernels are those of single ones."""

from corten.runtime import stage
from corten.runtime.fields import F8, Field, Layout, Size
from corten.runtime.storage import Storage
from corten.stages.integrate.coordinates import differentiate_row, integrate_row

COORDINATES = Layout(
    "Coordinates",
    (Size("nq", "coordinates"), Size("nv", "dofs")),
    (
        Field("first", F8, (1, "nq"), "a configuration"),
        Field("second", F8, (1, "nq"), "another one"),
        Field("velocity", F8, (1, "nv"), "velocity from the first to the second"),
        Field("dt", F8, (), "time that it takes [s]"),
    ),
    "corten.batch.coordinates:COORDINATES",
)


class Coordinates(Storage):
    """Two configurations, and a velocity between them."""

    layout = COORDINATES


@stage
def integrate_coordinates(m, d) -> None:
    """Move the first configuration along a velocity for a time; the second is where it ends."""
    first, second = d.first, d.second

    for i in range(m.nq):
        second[0, i] = first[0, i]
    integrate_row(m, second, d.velocity, 0, d.dt)


@stage
def differentiate_coordinates(m, d) -> None:
    """Compute the velocity that leads from the first configuration to the second in a time."""
    differentiate_row(m, d.velocity, d.first, d.second, 0, d.dt)
