"""Whether convex geoms overlap, and how far, from nothing but their extents along directions."""

import numpy as np

from corten.enums import GeomType

# directions that are tried, random steps from the best of them, and the size at which the steps end
SAMPLES, STARTS, STEPS, LAST_STEP = 1000, 8, 16, 1e-10


def extents(model, data, geom: int, directions: np.ndarray) -> np.ndarray:
    """Return how far a geom reaches along unit vectors, one in each row [m]."""
    mat, size = data.geom_xmat[geom].reshape(3, 3), model.geom_size[geom]
    local = directions @ mat
    kind = model.geom_type[geom]
    if kind == GeomType.SPHERE:
        reach = np.full(len(local), size[0])
    elif kind == GeomType.CAPSULE:
        reach = size[0] + size[1] * np.abs(local[:, 2])
    elif kind == GeomType.ELLIPSOID:
        reach = np.linalg.norm(local * size, axis=1)
    elif kind == GeomType.CYLINDER:
        reach = size[0] * np.hypot(local[:, 0], local[:, 1]) + size[1] * np.abs(local[:, 2])
    elif kind == GeomType.BOX:
        reach = np.abs(local) @ size
    else:
        mesh = model.geom_dataid[geom]
        first, count = model.mesh_vertadr[mesh], model.mesh_vertnum[mesh]
        reach = (local @ model.mesh_vert[first : first + count].astype(float).T).max(axis=1)
    return directions @ data.geom_xpos[geom] + reach


def spread_directions(count: int) -> np.ndarray:
    """Return unit vectors that are spread evenly, and the axes."""
    turn = np.arange(count) + 0.5
    polar, around = np.arccos(1 - 2 * turn / count), np.pi * (1 + np.sqrt(5)) * turn
    spiral = np.column_stack([np.cos(around) * np.sin(polar), np.sin(around) * np.sin(polar), np.cos(polar)])
    return np.vstack([spiral, np.eye(3), -np.eye(3)])


def unit(rows: np.ndarray) -> np.ndarray:
    """Return the rows that have a length, each as a unit vector."""
    lengths = np.linalg.norm(rows, axis=1)
    return rows[lengths > 1e-9] / lengths[lengths > 1e-9, None]


def overlap_depth(model, data) -> float:
    """Return how far the first two geoms overlap: the least overlap of their shadows on a line; negative if apart.

    Directions are sampled, with those of axes and of what is square to two axes; the best are improved by steps.
    """

    def overlap(directions: np.ndarray) -> np.ndarray:
        return extents(model, data, 0, directions) + extents(model, data, 1, -directions)

    axes = [data.geom_xmat[geom].reshape(3, 3).T for geom in (0, 1)]
    square = np.cross(axes[0][:, None], axes[1][None]).reshape(-1, 3)
    between = [data.geom_xpos[1] - data.geom_xpos[0]]
    special = np.vstack([*axes, square, between])
    directions = np.vstack([spread_directions(SAMPLES), unit(np.vstack([special, -special]))])
    depths = overlap(directions)
    rng, least = np.random.default_rng(0), float(depths.min())
    for direction in directions[np.argsort(depths)[:STARTS]]:
        best, depth, step = direction, float(overlap(direction[None])[0]), 0.05
        while step > LAST_STEP:
            tries = unit(best + step * rng.normal(size=(STEPS, 3)))
            found = overlap(tries)
            if found.min() < depth:
                best, depth = tries[found.argmin()], float(found.min())
            else:
                step *= 0.5
        least = min(least, depth)
    return least
