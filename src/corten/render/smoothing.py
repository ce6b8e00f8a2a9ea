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
    for channel in range(rgb.shape[3]):
        plane = np.ascontiguousarray(rgb[..., channel])
        down = np.abs(plane[:, 1:] - plane[:, :-1]) > EDGE
        edge[:, 1:] |= down
        edge[:, :-1] |= down
        right = np.abs(plane[:, :, 1:] - plane[:, :, :-1]) > EDGE
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


def sample_count(offsamples: int) -> int:
    """Return how many rays a pixel on an edge has: a power of two, as many as asked for or fewer."""
    return 1 << (max(1, min(offsamples, MOST_SAMPLES)).bit_length() - 1)


class Samples:
    """Rays of some pixels of pictures, in tiles of which each belongs to one view.

    Rays of a pixel stand in neighbouring lanes of a pack; those that find no room there, in the next rays.
    """

    def __init__(self, edge: NDArray[np.bool_], samples: int, lanes: int):
        self._edge, self._samples, self._lanes = edge, samples, lanes
        x, y = sample_places(samples)
        # pixels of a pack, and for each view as many as fill its packs
        many = lanes * RAYS // samples
        views, rows, columns = np.nonzero(edge)
        counts = np.bincount(views, minlength=len(edge))
        room = -(-counts // many) * many
        place = np.arange(len(views)) + (np.cumsum(room) - room - (np.cumsum(counts) - counts))[views]
        self._place = place
        column, row = (self._spread(place, int(room.sum()), *part) for part in ((columns, x), (rows, y)))
        self.tiles = Tiles(np.repeat(np.arange(len(edge)), room // many * lanes), column, row)

    def _spread(self, place: NDArray[np.integer], room: int, pixel: NDArray[np.integer], offset: Floats) -> Floats:
        """Return the places of all rays, by tile and ray."""
        rays = np.zeros((room, self._samples), np.float32)
        rays[place] = pixel[:, None] + offset
        return rays.reshape(-1, RAYS, self._lanes).transpose(0, 2, 1).reshape(-1, RAYS)

    def put_into(self, rgb: Floats) -> None:
        """Write the mean colours of rays into pictures; they are added with so many digits that no order matters."""
        beside = min(self._samples, self._lanes)
        behind = self._samples // beside
        result = self.tiles.fields["rgb"].reshape(-1, self._lanes // beside, beside, RAYS, 3).sum(axis=2, dtype=float)
        result = result.reshape(-1, self._lanes // beside, RAYS // behind, behind, 3).sum(axis=3)
        result = result.transpose(0, 2, 1, 3).reshape(-1, 3)
        rgb[self._edge] = result[self._place] / self._samples
