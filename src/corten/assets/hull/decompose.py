"""Convex pieces that together follow the surface of a mesh: made by CoACD, an optional package, and kept on disk."""

import hashlib
import importlib.metadata
import importlib.util
import io
import time
from threading import Timer
from typing import NamedTuple

import numpy as np

from corten.assets.formats.content import fingerprint
from corten.assets.hull.convex_hull import Hull, find_extrema, find_hull, hull_with_sides
from corten.assets.hull.polygons import polygon_normals
from corten.assets.mesh import Floats, Mesh
from corten.assets.shape.triangles import Points
from corten.errors import AssetError
from corten.runtime import cache
from corten.runtime.notices import counted, log

# [s] shorter work is over before anyone asks
PATIENCE = 2.0

# grows when pieces are kept in another way
FORMAT = 1


class Piece(NamedTuple):
    """A convex piece of a mesh: where it is in the frame of the mesh, its vertices from there [m], and its hull.

    `low` and `high` are the corners of the box around it, in the frame of the mesh.
    """

    pos: Points
    vertices: Floats
    hull: Hull
    low: Points
    high: Points


def decompose(mesh: Mesh, threshold: float, most: int) -> tuple[Piece, ...]:
    """Return convex pieces that follow a mesh to a share of its size, as many as it takes if `most` is -1.

    The same mesh always gives the same pieces; those that were made before are read from the cache folder.
    """
    if importlib.util.find_spec("coacd") is None:
        raise AssetError(f"{mesh.source}: convex pieces need the package coacd: install corten[decompose]")
    key = _key(mesh, threshold, most)
    stored = cache.read(key)
    clouds = _run(mesh, threshold, most) if stored is None else _unpack(stored)
    if stored is None:
        cache.write(key, _pack(clouds))

    # a surface that had to be closed is somewhat larger; nothing may stick out of the bounds of the mesh
    inside = (np.clip(cloud, mesh.low, mesh.high) for cloud in clouds)
    pieces = tuple(piece for cloud in inside if (piece := make_piece(cloud)) is not None)
    if not pieces:
        raise AssetError(f"{mesh.source}: there are no convex pieces with a volume; let it collide as triangles")
    return pieces


def make_piece(points: Points) -> Piece | None:
    """Return the convex hull of points (n, 3) as a piece, None if they span no volume."""
    pos = points.mean(axis=0)
    vertices = (points - pos).astype(np.float32)
    local = vertices.astype(np.float64)

    def make() -> Hull:
        graph, polygons = hull_with_sides(local)
        with np.errstate(all="ignore"):
            normals = polygon_normals(local, polygons)
        return Hull(graph, polygons, normals, find_extrema(vertices[graph.vertices]))

    try:
        hull = find_hull(fingerprint(b"piece", vertices.tobytes()), make)
    except AssetError:
        return None
    return Piece(pos, vertices, hull, pos + local.min(axis=0), pos + local.max(axis=0))


def _key(mesh: Mesh, threshold: float, most: int) -> str:
    """Return the name under which the pieces are kept: a hash of all that they depend on."""
    version = importlib.metadata.version("coacd")
    digest = hashlib.sha256(f"{FORMAT} {version} {threshold!r} {most}".encode())
    digest.update(np.ascontiguousarray(mesh.vertices).tobytes())
    digest.update(np.ascontiguousarray(mesh.triangles).tobytes())
    return f"pieces-{digest.hexdigest()[:40]}"


def _run(mesh: Mesh, threshold: float, most: int) -> list[Points]:
    """Let CoACD find the pieces; say so if it takes long."""
    import coacd  # pyright: ignore[reportMissingImports]

    coacd.set_log_level("error")
    start = time.monotonic()
    timer = Timer(PATIENCE, _announce, [mesh.source])
    timer.start()
    try:
        solid = coacd.Mesh(mesh.vertices.astype(np.float64), mesh.triangles)
        parts = coacd.run_coacd(solid, threshold=threshold, max_convex_hull=most, seed=0)
    except Exception as error:
        # the package raises what it likes; any of it means that this mesh is of no use to it
        raise AssetError(f"{mesh.source}: CoACD finds no convex pieces: {error}") from None
    finally:
        timer.cancel()
    if timer.finished.is_set() and time.monotonic() - start > PATIENCE:
        seconds = time.monotonic() - start
        log(f"{mesh.source} has {counted(len(parts), 'convex piece')}, found in {seconds:.1f} s")
    return [np.asarray(vertices, np.float64) for vertices, _ in parts]


def _announce(source: str) -> None:
    log(f"looking for convex pieces of {source} (once; they are kept on disk) ...")


def _pack(clouds: list[Points]) -> bytes:
    """Return points of pieces as bytes."""
    file = io.BytesIO()
    np.savez(file, points=np.concatenate(clouds) if clouds else np.zeros((0, 3)), counts=[len(c) for c in clouds])
    return file.getvalue()


def _unpack(content: bytes) -> list[Points]:
    """Return the points of pieces from bytes."""
    with np.load(io.BytesIO(content), allow_pickle=False) as arrays:
        points, counts = arrays["points"], arrays["counts"]
    return np.split(points, np.cumsum(counts)[:-1]) if len(counts) else []
