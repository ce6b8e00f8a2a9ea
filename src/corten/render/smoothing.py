"""Smooth edges: pixels that differ from their neighbours are looked at again, by several rays each."""

import numpy as np
from numpy.typing import NDArray

from corten.render.engine import Tiles
from corten.render.fields import RAYS

Floats = NDArray[np.floating]

# difference between neighbours that shows an edge, of 1
EDGE = 12.0 / 255.0

# most rays of a pixel
MOST_SAMPLES = 16


def edge_pixels(rgb: Floats) -> NDArray[np.bool_]:
    """Tell which pixels of pictures (views, height, width, 3) lie on either side of an edge."""
    edge = np.zeros(rgb.shape[:3], bool)
    down = np.abs(rgb[:, 1:] - rgb[:, :-1]).max(axis=3) > EDGE
    edge[:, 1:] |= down
    edge[:, :-1] |= down
    right = np.abs(rgb[:, :, 1:] - rgb[:, :, :-1]).max(axis=3) > EDGE
    edge[:, :, 1:] |= right
    edge[:, :, :-1] |= right
    return edge


def sample_places(count: int) -> tuple[Floats, Floats]:
    """Return the places of some rays in a pixel, 0 to 1, spread evenly along both sides (Hammersley's points)."""
    number, reversed_bits, half = np.arange(count), np.zeros(count), 0.5
    rest = number.copy()
    while rest.any():
        reversed_bits += half * (rest & 1)
        rest, half = rest >> 1, 0.5 * half
    return (number + 0.5) / count, reversed_bits + half


class Samples:
    """Rays of some pixels of pictures, in tiles of which each belongs to one view."""

    def __init__(self, edge: NDArray[np.bool_], samples: int, lanes: int):
        self._edge, self._samples, self._lanes = edge, samples, lanes
        x, y = sample_places(samples)
        views, columns, rows, self._real = [], [], [], []
        for view in range(len(edge)):
            row, column = np.nonzero(edge[view])
            count = len(row) * samples
            room = -(-count // (lanes * RAYS)) * lanes * RAYS
            views.append(np.full(room // RAYS, view))
            for into, places, offset in ((rows, row, y), (columns, column, x)):
                spread = np.zeros(room, np.float32)
                spread[:count] = (places[:, None] + offset).reshape(-1)
                into.append(spread)
            real = np.zeros(room, bool)
            real[:count] = True
            self._real.append(real)
        column, row = (self._to_tiles(np.concatenate(part)) for part in (columns, rows))
        self.tiles = Tiles(np.concatenate(views), column, row)

    def _to_tiles(self, rays: Floats) -> Floats:
        """Let neighbouring rays stand in neighbouring lanes."""
        return rays.reshape(-1, RAYS, self._lanes).transpose(0, 2, 1).reshape(-1, RAYS)

    def put_into(self, rgb: Floats) -> None:
        """Write the mean colours of rays into pictures."""
        result = self.tiles.fields["rgb"].reshape(-1, self._lanes, RAYS, 3).transpose(0, 2, 1, 3).reshape(-1, 3)
        result = result[np.concatenate(self._real)]
        rgb[self._edge] = result.reshape(-1, self._samples, 3).mean(axis=1)
