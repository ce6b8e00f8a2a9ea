"""Meshes for geoms of type sdf: round, flat, concave, open, and models with them."""

import numpy as np

from support import mesh_files


def corner_piece():
    """Return a solid L."""
    outline = np.array([(0, 0), (3, 0), (3, 1), (1, 1), (1, 2), (0, 2)], float)
    vertices = np.vstack([np.column_stack((outline, np.full(6, z))) for z in (0.0, 1.0)])
    bottom = [(0, 2, 1), (0, 3, 2), (0, 5, 3), (3, 5, 4)]
    top = [(6 + a, 6 + c, 6 + b) for a, b, c in bottom]
    sides = [face for i in range(6) for j in [(i + 1) % 6] for face in ((i, j, 6 + j), (i, 6 + j, 6 + i))]
    return vertices, np.array(bottom + top + sides)


def saddle(closed: bool):
    """Return triangles around a vertex between hills and valleys, closed below by a point or open."""
    heights = (1.0, -1.0, 1.0, -1.0, 1.2, -0.8, 0.3)
    n = len(heights)
    angles = np.arange(n) * 2 * np.pi / n + 0.1 * np.sin(np.arange(n))
    rim = np.column_stack((np.cos(angles), np.sin(angles), heights))
    vertices = np.vstack(((0.0, 0.0, 0.0), rim, (0.0, 0.0, -2.0)))
    faces = [(0, 1 + i, 1 + (i + 1) % n) for i in range(n)]
    if not closed:
        return vertices[:-1], np.array(faces)
    return vertices, np.array(faces + [(n + 1, 1 + (i + 1) % n, 1 + i) for i in range(n)])


def soup():
    """Return triangles that bound nothing and cross each other."""
    rng = np.random.default_rng(5)
    return rng.normal(size=(12, 3)), np.array([rng.choice(12, 3, replace=False) for _ in range(10)])


SHAPES = {
    "box": mesh_files.box(0.1, 0.2, 0.3),
    "ball": mesh_files.icosphere(2),
    "ring": mesh_files.torus(24, 12, bumps=0.2),
    "corner": corner_piece(),
    "spindle": saddle(True),
    "patch": saddle(False),
    "soup": soup(),
}

# nothing but a shell has an inertia without an inside
OPEN = ("patch", "soup")


def mesh_element(name: str, scale: str = "1 1 1") -> str:
    """Return a shape as a mesh element of the same name."""
    vertices, faces = SHAPES[name]
    numbers, corners = " ".join(map(repr, np.ravel(vertices).tolist())), " ".join(map(str, np.ravel(faces)))
    inertia = "shell" if name in OPEN else "legacy"
    return f'<mesh name="{name}" vertex="{numbers}" face="{corners}" scale="{scale}" inertia="{inertia}"/>'
