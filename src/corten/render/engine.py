"""Tiles of rays, shared among threads: packs of them run in compiled code, one ray to a lane, without Python's lock."""

import numpy as np

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
