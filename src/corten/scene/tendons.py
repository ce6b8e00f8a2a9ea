"""Shapes of tendons: capsules between the points of a path, hanging ropes, and the rods of slider-cranks."""

import math

import numpy as np
from numpy.typing import NDArray

from corten.data import Data
from corten.enums import ConstraintType, DisableBit, EqualityType, GeomType, ObjectType, TransmissionType
from corten.model import Model
from corten.scene.options import Category, SceneOption, VisFlag
from corten.scene.shapes import GREY, Shapes, connect, fade, in_groups, join, make_shapes, put_material
from corten.scene.solids import row_colour

Floats = NDArray[np.floating]

# kind of a point of a path at which it is broken off
PULLEY = -2

# most points of a rope (MuJoCo's value)
ROPE_POINTS = 100

# lengths of a rope in distances between its ends from which on it hangs like two straight lines (MuJoCo's value)
SLACK_ROPE = 100.0

# largest error of the flatness of a rope, and most iterations to find it
TOLERANCE, ITERATIONS, HALVINGS = 1e-9, 50, 10


def path_segments(data: Data, tendon: int) -> tuple[Floats, Floats, NDArray[np.bool_]]:
    """Return starts and ends of the straight parts of a tendon's path [m], and which run inside of a geom."""
    first, count = int(data.ten_wrapadr[tendon]), int(data.ten_wrapnum[tendon])
    points = data.wrap_xpos.reshape(-1, 3)[first : first + count]
    on = data.wrap_obj.reshape(-1)[first : first + count]
    whole = (on[:-1] != PULLEY) & (on[1:] != PULLEY)
    inside = (on[:-1] >= 0) & (on[1:] >= 0)
    return points[:-1][whole], points[1:][whole], inside[whole]


def tendon_shapes(model: Model, data: Data, option: SceneOption) -> Shapes:
    """Return the spatial tendons of groups that are shown."""
    parts = [make_shapes(0)]
    if not option.shows(VisFlag.TENDON):
        return parts[0]
    for tendon in np.flatnonzero(in_groups(model.tendon_group, option.tendongroup)).tolist():
        if data.ten_wrapnum[tendon] < 2:
            continue
        width, length = float(model.tendon_width[tendon]), rope_length(model, data, tendon)
        rgba = np.array(model.tendon_rgba[tendon])
        if length is None:
            start, end, inside = path_segments(data, tendon)
            shapes = make_shapes(
                len(start), **connect(GeomType.CAPSULE, np.where(inside, 0.5, 1.0) * width, start, end)
            )
            rgba = limit_colour(model, data, tendon, rgba)
        else:
            start, end, _ = path_segments(data, tendon)
            points = rope_points(start[0], end[0], np.array(model.opt.gravity), length, model.vis_quality_numslices + 1)
            shapes = make_shapes(len(points) - 1, **connect(GeomType.CAPSULE, width, points[:-1], points[1:]))
        put_material(
            model, shapes, np.full(len(shapes), model.tendon_matid[tendon]), np.tile(rgba, (len(shapes), 1)), option
        )
        if option.shows(VisFlag.ISLAND) and length is None:
            shapes.rgba = np.tile(row_colour(data, first_row(model, data, tendon)), (len(shapes), 1))
            shapes.material = np.full(len(shapes), -1)
        shapes.objtype, shapes.objid = np.full(len(shapes), ObjectType.TENDON), np.full(len(shapes), tendon)
        shapes.category = np.full(len(shapes), Category.DYNAMIC)
        parts.append(shapes)
    shapes = join(parts)
    fade(model, shapes, np.ones(len(shapes), bool), option)
    return shapes.take(shapes.rgba[:, 3] != 0.0)


def first_row(model: Model, data: Data, tendon: int) -> int:
    """Return the first row of constraints of a tendon: equality, friction or limit; -1 for none."""
    kinds = ConstraintType.FRICTION_TENDON, ConstraintType.LIMIT_TENDON
    own = np.isin(data.efc_type, kinds) & (data.efc_id == tendon)
    for row in np.flatnonzero(data.efc_type == ConstraintType.EQUALITY).tolist():
        equality = int(data.efc_id[row])
        if model.eq_type[equality] == EqualityType.TENDON:
            own[row] = tendon in (model.eq_obj1id[equality], model.eq_obj2id[equality])
    rows = np.flatnonzero(own)
    return int(rows[0]) if len(rows) else -1


def limit_colour(model: Model, data: Data, tendon: int, rgba: Floats) -> Floats:
    """Return the colour of a tendon: one that has none of its own shows how hard its limit holds it."""
    if model.tendon_matid[tendon] >= 0 or (rgba != GREY).any():
        return rgba
    limits = np.flatnonzero((data.efc_type == ConstraintType.LIMIT_TENDON) & (data.efc_id == tendon))
    strength = float(data.efc_KBIP[limits[-1], 2]) if len(limits) else 0.0
    rgba[:3] += strength * (model.vis_rgba_constraint[:3] - rgba[:3])
    return rgba


def rope_length(model: Model, data: Data, tendon: int) -> float | None:
    """Return the length of a tendon that hangs like a rope [m], None for others.

    It has two sites, nothing that drives or damps it, and one bound: a limit that it has not reached, or a spring.
    """
    gravity = not model.opt.disableflags & DisableBit.GRAVITY and np.linalg.norm(model.opt.gravity) > 1e-15
    driven = (model.actuator_trntype == TransmissionType.TENDON) & (model.actuator_trnid[:, 0] == tendon)
    damped = model.tendon_damping[tendon] or model.tendon_dampingpoly[tendon].any() or model.tendon_frictionloss[tendon]
    if not gravity or model.tendon_num[tendon] != 2 or damped or driven.any():
        return None
    springy = bool(model.tendon_stiffness[tendon] or model.tendon_stiffnesspoly[tendon].any())
    rest, limits = model.tendon_lengthspring[tendon], model.tendon_range[tendon]
    by_spring = springy and rest[0] == 0.0 and rest[1] > 0.0
    by_limit = not springy and model.tendon_limited[tendon] and limits[0] == 0.0 and data.ten_length[tendon] < limits[1]
    if by_spring == by_limit:
        return None
    return float(limits[1] if by_limit else rest[1])


def rope_points(start: Floats, end: Floats, gravity: Floats, length: float, count: int) -> Floats:
    """Return points of a rope of some length that hangs between two points: a catenary."""
    way = end - start
    if np.linalg.norm(way) > length:
        return np.stack([start, end])
    up = -gravity / np.linalg.norm(gravity)
    across = way - (up @ way) * up
    h, v = float(np.linalg.norm(across)), float(way @ up)
    across = across / h if h > 1e-15 else np.zeros(3)
    if length > SLACK_ROPE * h:
        down = -0.5 * (math.sqrt(length * length - h * h) - v)
        return np.stack([start, start + down * up + h * down / (2.0 * down - v) * across, end])

    flatness = solve_flatness(v, h, length) * h
    offset = -0.5 * (math.log((length + v) / (length - v)) * flatness - h)
    count = min(count, ROPE_POINTS)
    horizontal = np.arange(1, count - 1) * h / count
    vertical = flatness * (np.cosh((horizontal - offset) / flatness) - math.cosh(offset / flatness))
    inner = start + horizontal[:, None] * across + vertical[:, None] * up
    return np.concatenate([start[None], inner, end[None]])


def solve_flatness(v: float, h: float, length: float) -> float:
    """Return b for which 2 b sinh(1 / 2b) = sqrt(length^2 - v^2) / h, by Newton's method in a form without a pole."""

    def residual(b: float) -> float:
        return 1.0 / math.sqrt(max(2.0 * b * math.sinh(0.5 / b) - 1.0, 1e-300)) - wanted

    wanted = 1.0 / math.sqrt(max(math.sqrt(length * length - v * v) / h - 1.0, 1e-12))
    b = wanted / math.sqrt(24.0)
    for _ in range(ITERATIONS):
        error, a = residual(b), 0.5 / b
        if abs(error) < TOLERANCE:
            break
        slope = (a * math.cosh(a) - math.sinh(a)) * (2.0 * b * math.sinh(a) - 1.0) ** -1.5
        step = -error / slope
        for _ in range(HALVINGS):
            if b + step > 0.0 and abs(residual(b + step)) < abs(error):
                break
            step *= 0.5
        b += step
    return b


def crank_shapes(model: Model, data: Data) -> Shapes:
    """Return the sliders and rods of slider-cranks, which are always shown."""
    parts, scale = [make_shapes(0)], float(model.stat.meansize) * float(model.vis_scale_slidercrank)
    for actuator in np.flatnonzero(model.actuator_trntype == TransmissionType.SLIDERCRANK):
        crank, slider = model.actuator_trnid[actuator]
        axis, rod = data.site_xmat[slider].reshape(3, 3)[:, 2], float(model.actuator_cranklength[actuator])
        way = data.site_xpos[crank] - data.site_xpos[slider]
        along = float(way @ axis)
        rest = along * along + rod * rod - float(way @ way)
        end = data.site_xpos[slider] + (along - math.sqrt(max(rest, 0.0))) * axis
        colours = (model.vis_rgba_slidercrank, model.vis_rgba_crankbroken if rest < 0.0 else model.vis_rgba_slidercrank)
        rods = (
            connect(GeomType.CYLINDER, scale, data.site_xpos[slider], end),
            connect(GeomType.CAPSULE, 0.5 * scale, end, data.site_xpos[crank]),
        )
        for columns, rgba in zip(rods, colours, strict=True):
            parts.append(make_shapes(1, **columns, rgba=rgba, objtype=ObjectType.ACTUATOR, objid=actuator))
    return join(parts)
