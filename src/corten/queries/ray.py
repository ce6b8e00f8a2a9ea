"""Rays through the geoms of a model, where `forward` or `kinematics` left them."""

import operator
from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy import empty
from numpy.typing import ArrayLike

from corten.constants import MINVAL
from corten.data import DATA, Data
from corten.data.pair import check_pair
from corten.data.query import DataQuery
from corten.math import vector3
from corten.math.vector3 import load3, store3
from corten.model import Model
from corten.model.named import find_object
from corten.raycast import cast_ray
from corten.raycast.cast import ALL_GROUPS
from corten.runtime import stage
from corten.runtime.fields import F8, I4, Field
from corten.runtime.kernel import Stage
from corten.runtime.parameters import array, check_out
from corten.runtime.query import OnOwner, query_layout
from corten.stages.user import with_user_shapes

NGROUP = 6

RAY = query_layout(
    "SingleRay",
    "corten.queries.ray:RAY",
    (
        array("origin", F8, (3,), "where the ray starts [m]"),
        array("direction", F8, (3,), "where it goes"),
        Field("groups", I4, (), "one bit for each group of geoms that counts"),
        Field("static", I4, (), "1: geoms of bodies that are fixed to the world count"),
        Field("exclude_body", I4, (), "body whose geoms do not count, -1 for none"),
        Field("distance", F8, (), "to the first geom, in lengths of the direction, -1 for none"),
        Field("geom", I4, (), "that geom, -1 for none"),
        array("normal", F8, (3,), "its outward normal there, zeros for none"),
    ),
    DATA,
    ("geom_xpos", "geom_xmat"),
)


@stage
def cast_single_ray(m, d) -> int:
    """Find the first geom on a ray; the status is 1 if the ray has no direction."""
    origin = (d.origin[0], d.origin[1], d.origin[2])
    direction = (d.direction[0], d.direction[1], d.direction[2])
    if not vector3.norm(direction) >= MINVAL:
        return 1
    hit = cast_ray(m, d, origin, direction, d.groups, d.static, d.exclude_body)
    d.distance, d.geom = hit.x, hit.geom
    d.normal[0], d.normal[1], d.normal[2] = hit.normal
    return 0


class SingleRay(DataQuery):
    """The first geom on a ray."""

    layout, stages, watches = RAY, (cast_single_ray,), True
    arguments, results = ("origin", "direction", "groups", "static", "exclude_body"), ("normal",)
    returns = ("distance", "geom")

    @classmethod
    def stages_for(cls, model: Model) -> tuple[Stage | OnOwner, ...]:
        return with_user_shapes(model, [cast_single_ray])


MANY_RAYS = query_layout(
    "ManyRays",
    "corten.queries.ray:MANY_RAYS",
    (
        array("origin", F8, ("nrow", 3), "where each ray starts [m]"),
        array("direction", F8, ("nrow", 3), "where it goes"),
        Field("groups", I4, (), "one bit for each group of geoms that counts"),
        Field("static", I4, (), "1: geoms of bodies that are fixed to the world count"),
        Field("exclude_body", I4, (), "body whose geoms do not count, -1 for none"),
        Field("cutoff", F8, (), "distance beyond which nothing counts, in lengths of the direction"),
        array("distance", F8, ("nrow",), "to the first geom, in lengths of the direction, -1 for none"),
        array("geom", I4, ("nrow",), "that geom, -1 for none"),
        array("normal", F8, ("nrow", 3), "its outward normal there, zeros for none"),
    ),
    DATA,
    ("geom_xpos", "geom_xmat"),
)


@stage
def cast_many_rays(m, d) -> int:
    """Find the first geom on each ray; the status is 1 if a ray has no direction."""
    for i in range(d.nrow):
        if not vector3.norm(load3(d.direction, i)) >= MINVAL:
            return 1
    for i in range(d.nrow):
        hit = cast_ray(m, d, load3(d.origin, i), load3(d.direction, i), d.groups, d.static, d.exclude_body)
        near = hit.x <= d.cutoff
        d.distance[i], d.geom[i] = (hit.x, hit.geom) if near else (-1.0, -1)
        store3(d.normal, i, hit.normal if near else (0.0, 0.0, 0.0))
    return 0


class ManyRays(DataQuery):
    """The first geoms on rays."""

    layout, stages, watches = MANY_RAYS, (cast_many_rays,), True
    arguments = ("origin", "direction", "groups", "static", "exclude_body", "cutoff")
    results = ("distance", "geom", "normal")

    @classmethod
    def stages_for(cls, model: Model) -> tuple[Stage | OnOwner, ...]:
        return with_user_shapes(model, [cast_many_rays])


def ray(
    model: Model,
    data: Data,
    origin: ArrayLike,
    direction: ArrayLike,
    *,
    geomgroup: Iterable[int] | None = None,
    static: bool = True,
    exclude_body: str | int = -1,
    out: tuple[np.ndarray, np.ndarray] | None = None,
) -> tuple[float, int] | tuple[np.ndarray, np.ndarray]:
    """Return (distance, geom) of the first visible geom on a ray, -1 twice if there is none.

    The distance is in lengths of `direction`, so in metres where that has length one. Many rays are cast at once when
    `origin` or `direction` has shape (n, 3); both results then have shape (n,). Geoms without colour (alpha 0) let
    rays pass. `geomgroup` has six flags, one for each group of geoms; `static` False leaves out geoms that are fixed
    to the world; geoms of `exclude_body` (a name or number) never count. `out` takes the arrays of both results of
    many rays.
    """
    groups = ALL_GROUPS if geomgroup is None else group_bits(geomgroup)
    try:
        found = data._attached[SingleRay](model, origin, direction, groups, static, exclude_body, empty(3))
        if found.__class__ is tuple and out is None:
            return found
    except (AttributeError, KeyError):
        pass
    return _cast(model, data, origin, direction, (groups, static, exclude_body), 2, out)


def ray_normal(
    model: Model,
    data: Data,
    origin: ArrayLike,
    direction: ArrayLike,
    *,
    geomgroup: Iterable[int] | None = None,
    static: bool = True,
    exclude_body: str | int = -1,
    out: tuple[np.ndarray, np.ndarray, np.ndarray] | None = None,
) -> tuple[float, int, np.ndarray] | tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return (distance, geom, normal) as `ray` does, with the outward normal of the geom where the ray meets it."""
    groups = ALL_GROUPS if geomgroup is None else group_bits(geomgroup)
    try:
        normal = empty(3)
        found = data._attached[SingleRay](model, origin, direction, groups, static, exclude_body, normal)
        if found.__class__ is tuple and out is None:
            return *found, normal
    except (AttributeError, KeyError):
        pass
    return _cast(model, data, origin, direction, (groups, static, exclude_body), 3, out)


Filters = tuple[int, bool, str | int]


def _cast(
    model: Model, data: Data, origin: ArrayLike, direction: ArrayLike, filters: Filters, count: int, out: Any
) -> Any:
    """Return the first two or all of distance, geom and normal for one ray, or arrays of them for many."""
    check_pair(model, data)
    origins, directions, single = many_rays(origin, direction)
    groups, static, exclude = filters[0], int(bool(filters[1])), filters[2]
    if isinstance(exclude, str) or operator.index(exclude) != -1:
        exclude = find_object(model, "body", exclude)
    if single and out is not None:
        raise TypeError("out takes the results of many rays; give origin or direction the shape (n, 3)")
    if single:
        found, normal = SingleRay.answer(model, data, (origins[0], directions[0], groups, static, exclude))
        return (*found, normal)[:count]
    given = np.ascontiguousarray(origins), np.ascontiguousarray(directions), groups, static, exclude, np.inf
    return many_results(ManyRays.answer(model, data, given)[:count], out)


def many_results(found: tuple[np.ndarray, ...], out: Any) -> tuple[np.ndarray, ...]:
    """Return the results of many rays in arrays of the caller, if there are some, else as they are."""
    if out is None:
        return found
    if not isinstance(out, tuple | list) or len(out) != len(found):
        raise TypeError(f"out is {out!r:.80}; it must be a tuple of {len(found)} arrays")
    for i, (array_out, values) in enumerate(zip(out, found, strict=True)):
        check_out(f"out[{i}]", array_out, values.shape, values.dtype)
    for array_out, values in zip(out, found, strict=True):
        array_out[...] = values
    return tuple(out)


def many_rays(origin: ArrayLike, direction: ArrayLike) -> tuple[np.ndarray, np.ndarray, bool]:
    """Return origins and directions, both (n, 3), and whether the caller gave a single ray."""
    origins, directions = np.asarray(origin, float), np.asarray(direction, float)
    single = origins.ndim == directions.ndim == 1
    origins, directions = np.broadcast_arrays(np.atleast_2d(origins), np.atleast_2d(directions))
    if origins.ndim != 2 or origins.shape[1] != 3:
        raise ValueError(f"origin and direction give shape {origins.shape}; it must be (3,) or (n, 3)")
    if np.any(np.linalg.norm(directions, axis=1) < MINVAL):
        raise ValueError("a direction has no length; rays need one")
    return origins, directions, single


def group_bits(geomgroup: Iterable[int] | None) -> int:
    """Return one bit for each group of geoms that counts."""
    if geomgroup is None:
        return ALL_GROUPS
    flags = [bool(flag) for flag in geomgroup]
    if len(flags) != NGROUP:
        raise ValueError(f"geomgroup has {len(flags)} flags; there are {NGROUP} groups")
    return sum(1 << i for i, flag in enumerate(flags) if flag)
