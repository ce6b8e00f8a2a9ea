"""Queries to all environments that need arguments of their own: Jacobians of points, and coordinates."""

from typing import NamedTuple

from corten.data import DATA
from corten.queries import jacobian_kernel as kernel
from corten.runtime import stage
from corten.runtime.fields import F8, I4, Field, Layout, Size
from corten.runtime.kernel import Stage
from corten.runtime.storage import Storage
from corten.stages.integrate.coordinates import differentiate_row, integrate_row

# what stages read of Data
READ = ("cdof", "subtree_com", "xpos", "xipos", "geom_xpos", "site_xpos")

JACOBIANS = Layout(
    "Jacobians",
    (Size("nv", "dofs"), Size("nbody", "bodies"), Size("ngeom", "geoms"), Size("nsite", "sites")),
    (
        *(DATA.fields[name] for name in READ),
        Field("kind", I4, (), "what point"),
        Field("number", I4, (), "body, geom or site"),
        Field("point", F8, (3,), "a given point in the world [m]"),
        Field("translation", F8, (3, "nv"), "Jacobian of the point"),
        Field("rotation", F8, (3, "nv"), "Jacobian of the body's orientation"),
    ),
    "corten.batch.query_memory:JACOBIANS",
)


class JacobianArguments(Storage):
    """What a Jacobian is of, and the answer."""

    layout = JACOBIANS


class Jacobian(NamedTuple):
    """A kind of point: its stage, its number there, the kind of names of its objects, and what the stage reads."""

    stage: Stage
    kind: int
    names: str
    reads: tuple[str, ...]


FRAME = ("cdof", "subtree_com")
GIVEN = Jacobian(kernel.point_jacobian, kernel.GIVEN, "body", FRAME)
BODY = Jacobian(kernel.frame_jacobian, kernel.BODY, "body", (*FRAME, "xpos"))
BODY_COM = Jacobian(kernel.frame_jacobian, kernel.BODY_COM, "body", (*FRAME, "xipos"))
GEOM = Jacobian(kernel.frame_jacobian, kernel.GEOM, "geom", (*FRAME, "geom_xpos"))
SITE = Jacobian(kernel.frame_jacobian, kernel.SITE, "site", (*FRAME, "site_xpos"))
SUBTREE_COM = Jacobian(kernel.subtree_jacobian, kernel.GIVEN, "body", (*FRAME, "xipos"))


# ---------------------------------------------------------------- configurations and velocities


COORDINATES = Layout(
    "Coordinates",
    (Size("nq", "coordinates"), Size("nv", "dofs")),
    (
        Field("first", F8, (1, "nq"), "a configuration"),
        Field("second", F8, (1, "nq"), "another one"),
        Field("velocity", F8, (1, "nv"), "velocity from the first to the second"),
        Field("dt", F8, (), "time that it takes [s]"),
    ),
    "corten.batch.query_memory:COORDINATES",
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
