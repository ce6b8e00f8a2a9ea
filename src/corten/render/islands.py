"""Colours of constraint islands: one for each, paler for what sleeps; grey for what no constraint holds."""

import colorsys

import numpy as np
from numpy.typing import NDArray

from corten.data import Data
from corten.enums import EnableBit
from corten.model import Model
from corten.render.shapes import Shapes

Floats = NDArray[np.floating]
Ints = NDArray[np.integer]

# value of grey, and what is left of value and saturation of what sleeps (MuJoCo's)
GREY, SLEEP_VALUE, SLEEP_SATURATION = 0.7, 0.6, 0.7


def paint_islands(model: Model, data: Data, shapes: Shapes, bodies: Ints) -> None:
    """Give shapes of bodies that move the colours of their islands, in place of material and texture."""
    weld = model.body_weldid[np.maximum(bodies, 0)]
    moves = (bodies >= 0) & (model.body_dofnum[weld] > 0)
    colours, material = np.array(shapes.rgba), np.array(shapes.material)
    known: dict[int, Floats] = {}
    for i in np.flatnonzero(moves).tolist():
        body = int(bodies[i])
        if body not in known:
            known[body] = body_colour(model, data, body)
        colours[i], material[i] = known[body], -1
    shapes.rgba, shapes.material = colours, material


def body_colour(model: Model, data: Data, body: int) -> Floats:
    """Return the colour of the island of a body; of its tree if trees may sleep and it belongs to none."""
    tree, awake = int(model.body_treeid[body]), bool(data.body_awake[body] > 0)
    island = int(data.tree_island[tree]) if data.nisland else -1
    first = int(data.island_dofadr[island]) if island >= 0 else -1
    if first < 0 and model.opt.enableflags & EnableBit.SLEEP:
        first = int(model.tree_dofadr[tree if awake else first_of_cycle(data, tree)])
    return island_colour(first, awake=awake)


def row_colour(data: Data, row: int) -> Floats:
    """Return the colour of the island of a row of constraints, grey for none."""
    island = int(data.efc_island[row]) if row >= 0 and data.nisland else -1
    return island_colour(int(data.island_dofadr[island]) if island >= 0 else -1)


def first_of_cycle(data: Data, tree: int) -> int:
    """Return the least number of the trees that fell asleep together with a tree."""
    least, other = tree, int(data.tree_asleep[tree])
    while other not in (tree, -1):
        least, other = min(least, other), int(data.tree_asleep[other])
    return least


def island_colour(first: int, *, awake: bool = True) -> Floats:
    """Return the colour of an island by its first dof, spread by Halton's sequence; grey for -1."""
    hue, saturation, value = 1.0, 0.0, GREY
    if first >= 0:
        hue = halton(first + 1, 7)
        saturation, value = 0.5 + 0.5 * halton(first + 1, 3), 0.6 + 0.4 * halton(first + 1, 5)
    if not awake:
        saturation, value = saturation * SLEEP_SATURATION, value * SLEEP_VALUE
    return np.array([*colorsys.hsv_to_rgb(hue, saturation, value), 1.0])


def halton(index: int, base: int) -> float:
    """Return a number of Halton's sequence: the digits of an index behind the point."""
    found, share = 0.0, 1.0 / base
    while index:
        index, digit = divmod(index, base)
        found, share = found + digit * share, share / base
    return found
