"""Meshes that MJCF builds in: spheres, cones, wedges, plates, tori and supertori, from grids of vertices."""

from collections.abc import Callable, Sequence
from math import copysign, pi, sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from corten.assets.raw_mesh import RawMesh, raw_mesh
from corten.errors import AssetError
from corten.math.elementwise import cos, pow, sin

# ---------------------------------------------------------------- meshes made of grids of points
# MuJoCo shares their shapes with flexible bodies


# a coordinate this close to 0 counts as 0 (MuJoCo's value)
EPSILON = 1e-14

Place = tuple[int, int, int]


def make_grid(count: Sequence[int], spacing: Sequence[float]) -> RawMesh:
    """Return the points of a grid about the origin; its surface is that of its hull."""
    axes = [step * (np.arange(n) - 0.5 * (n - 1)) for n, step in zip(count, spacing, strict=True)]
    return raw_mesh(np.stack(np.meshgrid(*axes, indexing="ij"), axis=-1).reshape(-1, 3))


def make_square(builtin: str, count: Sequence[int], spacing: Sequence[float]) -> RawMesh:
    """Return a flat grid of triangles, for a disc pushed to circles about the origin."""
    points = make_grid(count, spacing).vertices.astype(np.float64)
    x, y = (step * (np.arange(n) - 0.5 * (n - 1)) for n, step in zip(count[:2], spacing[:2], strict=True))
    number = np.arange(count[0] * count[1]).reshape(count[0], count[1])
    a, b, c, d = number[:-1, :-1], number[1:, :-1], number[1:, 1:], number[:-1, 1:]
    faces = np.stack((a, b, c, a, c, d), axis=-1)
    if builtin == "disc":
        # quads of two quadrants are cut the other way, so that all cuts run outwards
        left, low = x[:-1, None] < -EPSILON, y[None, :-1] < -EPSILON
        other = (left & (y[None, :-1] > -EPSILON)) | ((x[:-1, None] > -EPSILON) & low)
        faces = np.where(other[..., None], np.stack((a, b, d, b, c, d), axis=-1), faces)
        points = _round_off(np.stack(np.meshgrid(x, y, [0.0], indexing="ij"), axis=-1).reshape(-1, 3), count, spacing)
    return raw_mesh(points, faces.reshape(-1, 3))


def _round_off(points: NDArray[np.float64], count: Sequence[int], spacing: Sequence[float]) -> NDArray[np.float64]:
    """Return points of a grid, each as far from the origin as its larger coordinate says, in units of half sizes."""
    size = [0.5 * step * (n - 1) for n, step in zip(count[:2], spacing[:2], strict=True)]
    reach = np.abs(points[:, :2]).max(axis=1)
    result = points.copy()
    result[:, :2] = _unit(points[:, :2]) * np.array(size) * reach[:, None]
    return result


def _unit(vectors: NDArray[np.float64]) -> NDArray[np.float64]:
    squares = (vectors * vectors).sum(axis=1)
    return vectors / np.sqrt(np.where(squares < EPSILON, 1.0, squares))[:, None]


def make_box(builtin: str, count: Sequence[int], spacing: Sequence[float], dim: int) -> RawMesh:
    """Return a box, cylinder or ellipsoid: the grid points on its sides, projected.

    A solid has a point in its middle and no faces, so that its surface is that of its hull; a surface has no top.
    """
    project = _projection(builtin, count, spacing)
    places = list(_surface_places(count, dim))
    points = [project(place) for place in places]
    if dim == 3:
        return raw_mesh([(0.0, 0.0, 0.0), *points])
    number = {place: i for i, place in enumerate(places)}
    return raw_mesh(points, [[number[place] for place in triangle] for triangle in _open_box(count)])


def _projection(builtin: str, count: Sequence[int], spacing: Sequence[float]) -> Callable[[Place], list[float]]:
    size = [0.5 * step * (n - 1) for n, step in zip(count, spacing, strict=True)]
    rounded = {"box": 0, "cylinder": 2, "ellipsoid": 3}[builtin]

    def project(place: Place) -> list[float]:
        point = [2.0 * i / (n - 1) - 1 for i, n in zip(place, count, strict=True)]
        square = sum(number * number for number in point[:rounded])
        reach = max(abs(point[0]), abs(point[1])) if builtin == "cylinder" else 1.0
        length = sqrt(square) if square >= EPSILON else 1.0
        round_part = [number / length * (half * reach) for number, half in zip(point[:rounded], size, strict=False)]
        return round_part + [number * half for number, half in zip(point[rounded:], size[rounded:], strict=True)]

    return project


def _surface_places(count: Sequence[int], dim: int):
    """Yield the grid places on the surface: bottom and top, then front and back, then the sides, each place once."""
    nx, ny, nz = count
    top = range(1, nz) if dim == 2 else range(1, nz - 1)
    for z in (0, nz - 1)[: 1 if dim == 2 else 2]:
        yield from ((x, y, z) for x in range(nx) for y in range(ny))
    for y in (0, ny - 1):
        yield from ((x, y, z) for x in range(nx) for z in top)
    for x in (0, nx - 1):
        yield from ((x, y, z) for y in range(1, ny - 1) for z in top)


def _open_box(count: Sequence[int]) -> list[tuple[Place, Place, Place]]:
    """Return the triangles of the bottom and the four walls, facing outwards."""
    nx, ny, nz = (n - 1 for n in count)
    triangles: list[tuple[Place, Place, Place]] = []
    for x in range(nx):
        for y in range(ny):
            far = (x + 1, y + 1, 0)
            triangles += (((x, y, 0), far, (x + 1, y, 0)), ((x, y, 0), (x, y + 1, 0), far))
    for y in (0, ny):
        for x in range(nx):
            start, end = (x, x + 1) if y == 0 else (x + 1, x)
            triangles += _wall([((start, y, z), (end, y, z), (end, y, z + 1), (start, y, z + 1)) for z in range(nz)])
    for x in (0, nx):
        for y in range(ny):
            start, end = (y, y + 1) if x != 0 else (y + 1, y)
            triangles += _wall([((x, start, z), (x, end, z), (x, end, z + 1), (x, start, z + 1)) for z in range(nz)])
    return triangles


def _wall(quads: list[tuple[Place, Place, Place, Place]]) -> list[tuple[Place, Place, Place]]:
    return [triangle for a, b, c, d in quads for triangle in ((a, b, c), (a, c, d))]


# ---------------------------------------------------------------- meshes that MuJoCo generates from a few parameters
# round shapes, cones and sensor plates


# more vertices than a generated mesh may have: parameters beyond are a mistake
MOST_VERTICES = 1 << 20

ICOSAHEDRON = (
    *((0, 11, 5), (0, 5, 1), (0, 1, 7), (0, 7, 10), (0, 10, 11)),
    *((1, 5, 9), (5, 11, 4), (11, 10, 2), (10, 7, 6), (7, 1, 8)),
    *((3, 9, 4), (3, 4, 2), (3, 2, 6), (3, 6, 8), (3, 8, 9)),
    *((4, 9, 5), (2, 4, 11), (6, 2, 10), (8, 6, 7), (9, 8, 1)),
)

Parameters = Sequence[float]


class Builtin(NamedTuple):
    """How a kind of mesh is made, how many parameters it takes, and what they are."""

    make: Callable[[str, Parameters], RawMesh]
    fewest: int
    most: int
    meaning: str


def make_builtin(builtin: str, params: Parameters) -> tuple[RawMesh, bool]:
    """Return a generated mesh, and whether it has no volume, so that its inertia must be that of a shell."""
    if builtin not in BUILTINS:
        raise AssetError(f"builtin {builtin!r} is not one of {', '.join(BUILTINS)}")
    make, fewest, most, meaning = BUILTINS[builtin]
    if not fewest <= len(params) <= most:
        raise AssetError(f"builtin {builtin!r} has {len(params)} params; it needs {meaning}")
    if not np.isfinite(params).all():
        raise AssetError(f"params of builtin {builtin!r} must be finite")
    mesh = make(builtin, [float(number) for number in params])
    return mesh, builtin in FLAT or (builtin in SOLIDS and len(params) == most and int(params[-1]) == 2)


def _whole(builtin: str, name: str, number: float, low: int, high: int = 1 << 30) -> int:
    if not low <= int(number) <= high:
        limits = f"at least {low}" if high == 1 << 30 else f"from {low} to {high}"
        raise AssetError(f"{name} of builtin {builtin!r} is {number:g}; it must be {limits}")
    return int(number)


def _limit(builtin: str, nvert: int) -> None:
    if nvert > MOST_VERTICES:
        raise AssetError(f"params of builtin {builtin!r} ask for {nvert} vertices; at most {MOST_VERTICES} are allowed")


def _within(builtin: str, name: str, number: float, sound: bool, allowed: str) -> None:
    if not sound:
        raise AssetError(f"{name} of builtin {builtin!r} is {number:g}; it must be {allowed}")


def _sphere(builtin: str, params: Parameters) -> RawMesh:
    """Return an icosahedron whose faces are cut into four, again and again, all vertices on the unit sphere."""
    subdivision = _whole(builtin, "subdivision", params[0], 0, 4)
    phi = np.float32((1.0 + sqrt(5.0)) / 2.0)
    signs = ((-1, 1), (1, 1), (-1, -1), (1, -1))
    rows = [(s, t * phi, 0) for s, t in signs]
    rows += [(0, s, t * phi) for s, t in signs]
    rows += [(t * phi, 0, s) for s, t in signs]
    vertices = (np.array(rows) / sqrt(1.0 + float(phi * phi))).astype(np.float32)
    faces = np.array(ICOSAHEDRON)
    for _ in range(subdivision):
        vertices, faces = _subdivide(vertices, faces)
    return raw_mesh(vertices, faces)


def _subdivide(vertices: NDArray[np.float32], faces: NDArray[np.int64]) -> tuple[NDArray, NDArray]:
    """Return the mesh with a vertex in the middle of each edge, pushed out to the unit sphere."""
    edges = np.sort(np.stack((faces, np.roll(faces, -1, axis=1)), axis=2).reshape(-1, 2), axis=1)
    _, first, label = np.unique(edges @ (len(vertices), 1), return_index=True, return_inverse=True)
    ends = vertices[edges[np.sort(first)]]
    middle = (ends[:, 0] + ends[:, 1]) / np.float32(2)
    x, y, z = middle.T
    middle /= np.sqrt(x * x + y * y + z * z)[:, None]

    # new vertices are numbered as their edges first appear
    number = np.empty(len(first), np.int64)
    number[np.argsort(first)] = len(vertices) + np.arange(len(first))
    ab, bc, ca = number[label].reshape(-1, 3).T
    a, b, c = faces.T
    quarters = ((a, ab, ca), (b, bc, ab), (c, ca, bc), (ab, bc, ca))
    return np.concatenate((vertices, middle)), np.transpose(quarters, (2, 0, 1)).reshape(-1, 3)


def _hemisphere(builtin: str, params: Parameters) -> RawMesh:
    """Return a half sphere: rows of four arcs between the north pole and the equator, and a flat cap."""
    resolution = _whole(builtin, "resolution", params[0], 0, 10)
    pole, equator = np.array((0.0, 0.0, 1.0)), np.array(((1.0, 0, 0), (0, 1.0, 0), (-1.0, 0, 0), (0, -1.0, 0)))
    vertices, faces = [pole], [(0, 1 + side, 1 + (side + 1) % 4) for side in range(4)]
    for row in range(1, resolution + 2):
        for side in range(4):
            start, end = (pole + row / (resolution + 1) * (equator[(side + k) % 4] - pole) for k in range(2))
            points = [start + i * ((end - start) / row) for i in range(row)]
            vertices += [point / sqrt(point[0] ** 2 + point[1] ** 2 + point[2] ** 2) for point in points]
    for row in range(1, resolution + 1):
        faces += _hemisphere_band(row)

    # the cap fans out from a vertex of its own
    first, count = 2 * resolution * (resolution + 1) + 1, 4 * (resolution + 1)
    faces += [(first + i, len(vertices), first + (i + 1) % count) for i in range(count)]
    return raw_mesh([*vertices, np.zeros(3)], faces)


def _hemisphere_band(row: int) -> list[tuple[int, int, int]]:
    """Return the triangles between two rows of a hemisphere, row 0 being the pole."""
    upper, lower = 2 * row * (row - 1) + 1, 2 * row * (row + 1) + 1
    faces = []
    for side in range(4):
        for i in range(row + 1):
            above, below = i + row * side, i + (row + 1) * side
            apex, foot = upper + above % (4 * row), lower + (below + 1) % (4 * row + 4)
            faces.append((apex, lower + below % (4 * row + 4), foot))
            if i < row:
                faces.append((apex, foot, upper + (above + 1) % (4 * row)))
    return faces


def _cone(builtin: str, params: Parameters) -> RawMesh:
    """Return the vertices of a regular polygon at z = -1 and of a smaller one, or one point, at z = 1."""
    nvert, radius = _whole(builtin, "nvert", params[0], 3), params[1]
    _limit(builtin, 2 * nvert)
    _within(builtin, "radius", radius, 0 <= radius <= 1, "in [0, 1]")
    angles = [2 * i * pi / nvert for i in range(2 * nvert)]
    vertices = [(cos(angle), sin(angle), -1.0) for angle in angles[:nvert]]
    if radius > 0:
        vertices += [(radius * cos(angle), radius * sin(angle), 1.0) for angle in angles[nvert:]]
    else:
        vertices.append((0.0, 0.0, 1.0))
    return raw_mesh(vertices)


def _bent(wave: Callable[[float], float], angle: float, exponent: float) -> float:
    """Return a sine or cosine with its magnitude raised to a power."""
    return copysign(pow(abs(wave(angle)), exponent), wave(angle))


def _supersphere(builtin: str, params: Parameters) -> RawMesh:
    """Return a superellipsoid: a south pole, rings and a north pole."""
    resolution, e, n = _whole(builtin, "resolution", params[0], 3), params[1], params[2]
    _limit(builtin, resolution * resolution)
    _within(builtin, "e", e, e >= 0, "at least 0")
    _within(builtin, "n", n, n >= 0, "at least 0")
    around = [-pi + j * 2 * pi / resolution for j in range(resolution)]
    up = [-pi / 2 + i * pi / resolution for i in range(1, resolution)]
    radius, height = ([_bent(wave, v, n) for v in up] for wave in (cos, sin))
    x, y = (np.outer(radius, [_bent(wave, u, e) for u in around]) for wave in (cos, sin))
    rings = np.stack((x, y, np.broadcast_to(np.array(height)[:, None], x.shape)), axis=2).reshape(-1, 3)

    j = np.arange(resolution)
    following = (j + 1) % resolution
    south = np.column_stack((0 * j, 1 + following, 1 + j))
    first = 1 + resolution * np.arange(resolution - 2)[:, None]
    bands = _two_triangles(first + j, first + following, first + resolution + following, first + resolution + j)
    last = 1 + (resolution - 2) * resolution
    north = np.column_stack((last + j, last + following, 0 * j + len(rings) + 1))
    return raw_mesh(np.vstack(((0, 0, -1), rings, (0, 0, 1))), np.concatenate((south, bands, north)))


def _supertorus(builtin: str, params: Parameters) -> RawMesh:
    """Return a supertoroid of major radius 1."""
    resolution, (radius, s, t) = _whole(builtin, "resolution", params[0], 3), params[1:]
    _limit(builtin, resolution * resolution)
    _within(builtin, "radius", radius, 0 < radius <= 1, "in (0, 1]")
    _within(builtin, "s", s, s > 0, "positive")
    _within(builtin, "t", t, t > 0, "positive")
    angles = [2 * pi * i / resolution for i in range(resolution)]
    reach = np.array([1 + radius * _bent(cos, v, s) for v in angles])
    height = [radius * _bent(sin, v, s) for v in angles]
    x, y = (np.outer([_bent(wave, u, t) for u in angles], reach) for wave in (cos, sin))
    vertices = np.stack((x, y, np.broadcast_to(height, x.shape)), axis=2).reshape(-1, 3)
    i, j = np.meshgrid(np.arange(resolution), np.arange(resolution), indexing="ij")
    ahead, aside = (i + 1) % resolution, (j + 1) % resolution
    return raw_mesh(
        vertices, _two_triangles(*(resolution * a + b for a, b in ((i, j), (ahead, j), (ahead, aside), (i, aside))))
    )


def _two_triangles(a: NDArray, b: NDArray, c: NDArray, d: NDArray) -> NDArray:
    """Return the triangles (a, b, d) and (b, c, d) of quads, one pair after the other."""
    return np.stack((a, b, d, b, c, d), axis=-1).reshape(-1, 3)


def _wedge(builtin: str, params: Parameters) -> RawMesh:
    """Return the centres of the cells of a slice of the unit sphere, each with its frame as three normals."""
    columns, rows = (_whole(builtin, "resolution", number, 1) for number in params[:2])
    _limit(builtin, columns * rows)
    wide, high, gamma = params[2:]
    _within(builtin, "horizontal field of view", wide, 0 < wide <= 180, "in (0, 180] degrees")
    _within(builtin, "vertical field of view", high, 0 < high <= 90, "in (0, 90] degrees")
    _within(builtin, "gamma", gamma, 0 <= gamma <= 1, "in [0, 1]")
    vertices, normals = [], []
    for a in _middles(columns, wide, gamma):
        for e in _middles(rows, high, gamma):
            vertices.append((cos(e) * sin(a), sin(e), -cos(e) * cos(a)))
            along = np.array((cos(e) * cos(a), 0.0, cos(e) * sin(a)))
            upward = np.array((-sin(e) * sin(a), cos(e), sin(e) * cos(a)))
            along, upward = (v / sqrt(v @ v) for v in (along, upward))
            normals += (np.cross(upward, along), along, upward)
    return raw_mesh(vertices, normals=normals)


def _middles(count: int, degrees: float, gamma: float) -> list[float]:
    """Return the middles of cells between -degrees and degrees [rad]; gamma makes those in the middle smaller."""
    edges = np.add.accumulate([-1.0] + [2.0 / count] * count)
    edges = (gamma * edges**5 + (1 - gamma) * edges) * (degrees * pi / 180)
    return (0.5 * (edges[1:] + edges[:-1])).tolist()


def _plate(builtin: str, params: Parameters) -> RawMesh:
    """Return a flat grid of cell centres at z = -1, each with the frame of the plate as three normals."""
    columns, rows = (_whole(builtin, "resolution", number, 1) for number in params)
    _limit(builtin, columns * rows)
    i, j = np.meshgrid(np.arange(columns), np.arange(rows), indexing="ij")
    x, y = -1 + (i + 0.5) * (2.0 / columns), -1 + (j + 0.5) * (2.0 / rows)
    number = rows * i + j
    a, b, c, d = number[:-1, :-1], number[1:, :-1], number[:-1, 1:], number[1:, 1:]
    faces = np.stack((a, b, c, d, c, b), axis=-1).reshape(-1, 3)
    return raw_mesh(
        np.stack((x, y, -1 + 0 * x), axis=-1).reshape(-1, 3), faces, normals=np.tile(np.eye(3), (x.size, 1))
    )


def _grid_like(builtin: str, params: Parameters) -> RawMesh:
    """Return a mesh made of a grid of points: grid, box, cylinder, ellipsoid, square or disc."""
    dim = int(params[6]) if len(params) == 7 else 3 if builtin in SOLIDS else 2
    fewest = 2 if builtin in ("box", "cylinder", "ellipsoid") else 1
    count = [_whole(builtin, "count", number, fewest) for number in params[:3]]
    _limit(builtin, count[0] * count[1] * count[2])
    _within(builtin, "dim", dim, dim in (2, 3), "2 or 3")
    if builtin in ("box", "cylinder", "ellipsoid"):
        return make_box(builtin, count, params[3:6], dim)
    if dim == 2 and count[2] != 1:
        raise AssetError(f"count of builtin {builtin!r} is {count[2]} along z; it must be 1")
    if min(count[:dim]) < 2:
        raise AssetError(f"count of builtin {builtin!r} must be at least 2 along each of its {dim} dimensions")
    return make_square(builtin, count, params[3:6]) if dim == 2 else make_grid(count, params[3:6])


FLAT = ("plate", "square", "disc")
SOLIDS = ("grid", "box", "cylinder", "ellipsoid")

COUNTS = "count x y z, spacing x y z"
BUILTINS = {
    "sphere": Builtin(_sphere, 1, 1, "subdivision"),
    "hemisphere": Builtin(_hemisphere, 1, 1, "resolution"),
    "cone": Builtin(_cone, 2, 2, "nvert, radius"),
    "supersphere": Builtin(_supersphere, 3, 3, "resolution, e, n"),
    "supertorus": Builtin(_supertorus, 4, 4, "resolution, radius, s, t"),
    "wedge": Builtin(_wedge, 5, 5, "horizontal and vertical resolution, horizontal and vertical field of view, gamma"),
    "plate": Builtin(_plate, 2, 2, "horizontal and vertical resolution"),
    **dict.fromkeys(SOLIDS, Builtin(_grid_like, 6, 7, f"{COUNTS} and perhaps the dimensions")),
    **dict.fromkeys(("square", "disc"), Builtin(_grid_like, 6, 6, COUNTS)),
}
