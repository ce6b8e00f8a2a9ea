"""Tiles of rays, shared among threads: packs of them run in compiled code, one ray to a lane, without Python's lock."""

import numpy as np
from numpy.typing import NDArray

from corten.batch.pack import Pack, segment, segments
from corten.batch.threads import Team
from corten.render.fields import RAYS, SCENE, TILE
from corten.runtime.batch_plan import NO_QUOTA, SEGMENT, BatchPlan, Job, Worker, batch_runner, best_width
from corten.runtime.kernel import Mode, Stage, kernel_mode
from corten.runtime.storage import Storage

# pictures are computed with floats of 32 bits, as those of MuJoCo are
PRECISION = "float32"

# how many blocks of rays stand side by side and below each other in a tile
BLOCKS = 4

# columns and rows of the block of pixels that the lanes of a pack look at together
BLOCK = {1: (1, 1), 2: (2, 1), 4: (2, 2), 8: (4, 2), 16: (4, 4)}

# packs that a thread takes at a time
CHUNK = 2

NOTHING = np.zeros((0, SEGMENT), np.int64)

# what a tile is given
INPUTS = ("view", "column", "row")

assert BLOCKS * BLOCKS == RAYS


class Scene(Storage):
    """What pictures are made of; the kernels' Model."""

    layout = SCENE


class Tile(Storage):
    """Some rays and what they see; the kernels' Data."""

    layout = TILE


class Tiles:
    """Rays of many tiles, and what comes out for them: one row for each tile."""

    def __init__(self, view: np.ndarray, column: np.ndarray, row: np.ndarray):
        self.count = len(view)
        self.fields: dict[str, np.ndarray] = {
            "view": np.ascontiguousarray(view, np.int32),
            "column": np.ascontiguousarray(column, np.float32),
            "row": np.ascontiguousarray(row, np.float32),
        }

    def result(self, name: str) -> np.ndarray:
        """Return the array of a field, made when it is first asked for."""
        if name not in self.fields:
            field = TILE.at(PRECISION).fields[name]
            self.fields[name] = np.zeros((self.count, *field.resolve({})), field.kind.dtype)
        return self.fields[name]


class Tracer:
    """Runs kernels over tiles on some threads."""

    def __init__(self, threads: int):
        self.threads = threads
        compiled = kernel_mode() is Mode.COMPILED
        self.width = best_width(PRECISION) if compiled else 1
        self._team = Team(batch_runner()) if compiled else None
        self._plans: dict[tuple[Stage, ...], BatchPlan] = {}
        self._packs: list[Pack] = []

    def run(self, scene: Scene, tiles: Tiles, stages: tuple[Stage, ...], results: tuple[str, ...]) -> None:
        """Compute some fields of all tiles, whose number is a multiple of the width."""
        for name in results:
            tiles.result(name)
        if self._team is None:
            self._run_alone(scene, tiles, stages, results)
            return
        if stages not in self._plans:
            self._plans[stages] = BatchPlan(stages, (scene.layout, TILE.at(PRECISION)), self.width)
        packs = np.arange(tiles.count, dtype=np.int64).reshape(-1, self.width)
        count = max(1, min(self.threads, len(packs)))
        job = Job(self._plans[stages], packs, CHUNK, count)
        job.prepare(1)
        workers = [self._worker(i, scene, tiles, results) for i in range(count)]
        try:
            self._team.start(job.address, [worker.address for worker in workers[1:]])
            batch_runner()(job.address, workers[0].address)
            self._team.wait()
        except BaseException:
            self._team.wait_or_stop(job.stop)
            raise

    def _worker(self, number: int, scene: Scene, tiles: Tiles, results: tuple[str, ...]) -> Worker:
        """Return what a thread works with."""
        if len(self._packs) == number:
            self._packs.append(Pack(Tile({}, PRECISION), self.width))
        pack = self._packs[number]
        worker = Worker(scene._table, pack.tables, NO_QUOTA, number)
        loads, stores = (_segments(pack, tiles, names) for names in (INPUTS, results))
        worker.copy(
            loads=loads, remembers=NOTHING, feeds=NOTHING, records=NOTHING, stores=stores,
            copies=np.zeros((0, 3), np.int64),
        )  # fmt: skip
        return worker

    def _run_alone(self, scene: Scene, tiles: Tiles, stages: tuple[Stage, ...], results: tuple[str, ...]) -> None:
        """Run kernels one tile after the other, in the mode that users have chosen."""
        tile = Tile({}, PRECISION)
        for i in range(tiles.count):
            for name in INPUTS:
                tile._views[name][...] = tiles.fields[name][i]
            for stage in stages:
                stage(scene, tile)
            for name in results:
                tiles.fields[name][i] = tile._views[name]


def _segments(pack: Pack, tiles: Tiles, names: tuple[str, ...]) -> np.ndarray:
    """Return what copies fields between tiles and a pack."""
    fields = TILE.at(PRECISION).fields
    return segments([segment(pack.address(name), fields[name], tiles.fields[name]) for name in names], pack.width)


class Grid:
    """The pixels of pictures of one size, cut into tiles of which the lanes of a pack look at neighbouring pixels."""

    def __init__(self, height: int, width: int, lanes: int):
        self.height, self.width = height, width
        self._lane_columns, self._lane_rows = BLOCK[lanes]
        self._across = -(-width // (BLOCKS * self._lane_columns))
        self._down = -(-height // (BLOCKS * self._lane_rows))
        self._tiles: Tiles | None = None
        self._views = 0

    def tiles(self, views: int) -> Tiles:
        """Return the tiles of as many pictures, whose results are overwritten by who asks next."""
        if self._tiles is None or self._views != views:
            self._tiles, self._views = self._make_tiles(views), views
        return self._tiles

    def _make_tiles(self, views: int) -> Tiles:
        """Return the tiles of as many pictures; rays go through the middle of pixels."""
        # tile row and column, lane row and column, block row and column
        shape = (self._down, self._across, self._lane_rows, self._lane_columns, BLOCKS, BLOCKS)
        down, across, lane_row, lane_column, block_row, block_column = np.indices(shape, np.float32)
        row = (down * BLOCKS + block_row) * self._lane_rows + lane_row + 0.5
        column = (across * BLOCKS + block_column) * self._lane_columns + lane_column + 0.5
        count = self._down * self._across * self._lane_rows * self._lane_columns
        row, column = (np.tile(part.reshape(count, RAYS), (views, 1)) for part in (row, column))
        return Tiles(np.repeat(np.arange(views), count), column, row)

    def pictures(self, result: np.ndarray, views: int) -> np.ndarray:
        """Return a result of tiles as pictures, in shape (views, height, width, ...)."""
        rest = result.shape[2:]
        apart = result.reshape(
            views, self._down, self._across, self._lane_rows, self._lane_columns, BLOCKS, BLOCKS, *rest
        )
        inner = tuple(range(7, apart.ndim))
        together = np.array(apart.transpose(0, 1, 5, 3, 2, 6, 4, *inner), order="C")
        high, wide = self._down * BLOCKS * self._lane_rows, self._across * BLOCKS * self._lane_columns
        return together.reshape(views, high, wide, *rest)[:, : self.height, : self.width]


# ---------------------------------------------------------------- antialiasing: several rays for each pixel at an edge


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
