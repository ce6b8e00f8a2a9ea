"""Rays through flexes and skins, where `forward` left their bodies."""

from collections.abc import Collection
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from corten.data import Data
from corten.data.pair import check_pair
from corten.model import Model
from corten.model.checks import accept_choices
from corten.model.named import find_object
from corten.model.skinning import skin_points
from corten.queries.ray import many_rays, many_results
from corten.raycast.flex import FlexRayQuery, cast_flex_rays
from corten.raycast.skin import SkinRayQuery, cast_skin_rays

# what rays may meet of a flex
PARTS = ("skin", "edges", "vertices", "faces")

Hits = tuple[float, int, np.ndarray] | tuple[np.ndarray, np.ndarray, np.ndarray]


def ray_flex(
    model: Model,
    data: Data,
    flex: str | int,
    origin: ArrayLike,
    direction: ArrayLike,
    *,
    parts: Collection[str] = ("skin", "edges"),
    layer: int = 0,
    out: tuple[np.ndarray, np.ndarray, np.ndarray] | None = None,
) -> Hits:
    """Return (distance, vertex, normal) of where a ray meets a flex first; -1, -1 and zeros if it passes.

    The distance is in lengths of `direction`. The vertex, counted within the flex, is that of the edge or triangle that
    is nearest to the point. Rays meet edges as capsules and triangles without their radius; of `parts`, "skin" is
    the outside of flexes of triangles and tetrahedra, with their edges; "faces" are all triangles, or the sides of
    tetrahedra of one `layer`, 0 being outside; "vertices" are spheres where edges do not count. Many rays are
    cast at once when `origin` or `direction` has shape (n, 3); `out` takes their three arrays.
    """
    check_pair(model, data)
    unknown = sorted(set(parts) - set(PARTS))
    if unknown:
        raise ValueError(f"parts has {unknown[0]!r}; a flex has {', '.join(PARTS)}")
    origins, directions, single = many_rays(origin, direction)
    accept_choices(model)
    query = FlexRayQuery({"nray": len(origins), "nflexvert": model.nflexvert})
    query.flexvert_xpos, query.flex = data.flexvert_xpos, find_object(model, "flex", flex)
    for part in PARTS:
        setattr(query, part, int(part in parts))
    query.origin, query.direction, query.layer = origins, directions, layer
    cast_flex_rays(model, query)
    return _results(query, single, out)


def ray_skin(
    model: Model,
    data: Data,
    skin: int,
    origin: ArrayLike,
    direction: ArrayLike,
    *,
    out: tuple[np.ndarray, np.ndarray, np.ndarray] | None = None,
) -> Hits:
    """Return (distance, vertex, normal) of where a ray meets a skin first, as `ray_flex` does; skins have no names."""
    check_pair(model, data)
    origins, directions, single = many_rays(origin, direction)
    if not 0 <= skin < model.nskin:
        raise IndexError(f"skin is {skin}; the model has {model.nskin}, counted from 0")
    point, _, faces = skin_points(model, data.xpos, data.xmat, skin)
    query = SkinRayQuery({"nray": len(origins), "nvert": len(point), "nface": len(faces)})
    # pictures have skins in single precision, and so has MuJoCo
    query.vert, query.face = point.astype(np.float32), faces
    query.origin, query.direction = origins, directions
    cast_skin_rays(model, query)
    return _results(query, single, out)


def _results(query: FlexRayQuery | SkinRayQuery, single: bool, out: Any) -> Hits:
    if single and out is not None:
        raise TypeError("out takes the results of many rays; give origin or direction the shape (n, 3)")
    if single:
        return float(query.distance[0]), int(query.vertex[0]), query.normal[0]
    return many_results((query.distance, query.vertex, query.normal), out)  # pyright: ignore[reportReturnType]
