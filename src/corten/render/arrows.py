"""Arrows: a shaft and one or two points, as surfaces that are scaled to width and length."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from corten.enums import GeomType
from corten.model import Model
from corten.render.facets import band, fan, ring_at
from corten.render.shapes import axes_along
from corten.render.surfaces import Surface, Surfaces, make_surface

Floats = NDArray[np.floating]

# radius of the point of an arrow, in those of its shaft (MuJoCo's value)
HEAD = 1.75

# parts of their length that arrows are drawn with, by kind: that which one unit of their surface stands for
UNIT = {"arrow": 6.0, "pin": 6.0, "double": 3.0}


def arrow_columns(
    model: Model, surfaces: Surfaces, kind: str, width: float, ends: tuple[Floats, Floats]
) -> dict[str, Any]:
    """Return the columns of arrows from points to points: "arrow", "pin" without a broad point, or "double"."""
    start, way = np.atleast_2d(ends[0]), np.atleast_2d(ends[1]) - np.atleast_2d(ends[0])
    slices = int(model.vis_quality_numslices)
    length = np.maximum(np.linalg.norm(way, axis=1), 1e-9)
    return {
        "type": GeomType.MESH,
        "surface": surfaces.number((kind, slices), lambda: make_arrow(kind, slices)),
        "size": np.stack([np.full(len(way), width), np.full(len(way), width), length / UNIT[kind]], axis=1),
        "pos": start,
        "mat": axes_along(way),
    }


def make_arrow(kind: str, slices: int) -> Surface:
    """Return an arrow along z: a shaft of radius 1 and two units, then a point of one unit, or one at each end."""
    if kind == "double":
        shaft = _shaft(slices, -1.0, 1.0)
        return _joined([shaft, _point(slices, HEAD, 1.0, 1.5), _point(slices, HEAD, -1.0, -1.5)])
    return _joined([_shaft(slices, 0.0, 2.0), _point(slices, HEAD if kind == "arrow" else 1.0, 2.0, 3.0)])


def _shaft(slices: int, low: float, high: float) -> tuple[Floats, Floats]:
    """Return triangles and normals of a closed cylinder of radius 1."""
    ring, up = ring_at(slices, 0.0), np.array([0.0, 0.0, 1.0])
    side = band(ring + low * up, ring + high * up)
    floor = fan(ring + low * up, (0.0, 0.0, low), upwards=False)
    return np.concatenate([side, floor]), np.concatenate([side * [1.0, 1.0, 0.0], np.broadcast_to(-up, floor.shape)])


def _point(slices: int, radius: float, base: float, tip: float) -> tuple[Floats, Floats]:
    """Return triangles and normals of a cone with its base."""
    ring, up, upwards = ring_at(slices, 0.0), np.array([0.0, 0.0, 1.0]), tip > base
    foot = ring * radius + base * up
    side = fan(foot, (0.0, 0.0, tip), upwards=upwards)
    out = side * [1.0, 1.0, 0.0] / radius
    out[:, 2] = 0.5 * (out[:, 0] + out[:, 1])
    normal = (out + (1.0 if upwards else -1.0) * up) * np.sqrt(0.5)
    under = fan(foot, (0.0, 0.0, base), upwards=not upwards)
    flat = np.broadcast_to(-up if upwards else up, under.shape)
    return np.concatenate([side, under]), np.concatenate([normal, flat])


def _joined(parts: list[tuple[Floats, Floats]]) -> Surface:
    return make_surface(
        np.concatenate([corner for corner, _ in parts]), np.concatenate([normal for _, normal in parts])
    )
