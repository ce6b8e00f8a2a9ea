"""Meshes that collide by their triangles: small surfaces, models around them, and slow twins of their collision."""

import numpy as np
import trimesh

import corten


def asset(name, mesh):
    """Return the element of a mesh whose vertices and faces stand in the file."""
    vertices = " ".join(f"{number:.9g}" for number in np.asarray(mesh.vertices).ravel())
    faces = " ".join(map(str, np.asarray(mesh.faces).ravel()))
    return f'<mesh name="{name}" vertex="{vertices}" face="{faces}" inertia="shell"/>'


def floor(cells=4, half=1.0):
    """Return a level square of two triangles for each cell, facing up."""
    ticks = np.linspace(-half, half, cells + 1)
    points = [(x, y, 0.0) for y in ticks for x in ticks]
    faces = []
    for row in range(cells):
        for column in range(cells):
            a = row * (cells + 1) + column
            faces += [(a, a + 1, a + cells + 2), (a, a + cells + 2, a + cells + 1)]
    return trimesh.Trimesh(points, faces, process=False)


def container(half=0.3, height=0.3, wall=0.05):
    """Return an open box with thick walls: a block from which a smaller one is taken."""
    outer, inner = half + wall, half
    rings = [(outer, 0.0), (outer, height), (inner, height), (inner, wall)]
    points = [(x * r, y * r, z) for r, z in rings for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    faces = [(0, 2, 1), (0, 3, 2), (12, 13, 14), (12, 14, 15)]
    for ring in range(3):
        for side in range(4):
            a, b = 4 * ring + side, 4 * ring + (side + 1) % 4
            faces += [(a, b, b + 4), (a, b + 4, a + 4)]
    return trimesh.Trimesh(points, faces, process=False)


def stairs(steps=4, depth=0.2, rise=0.1, width=1.0):
    """Return the treads and risers of a flight of steps that climbs along x: an open surface."""
    outline = [(-1.0, 0.0)]
    for i in range(steps):
        outline += [(i * depth, i * rise), (i * depth, (i + 1) * rise)]
    outline.append((steps * depth, steps * rise))
    points = [(x, y, z) for x, z in outline for y in (-width / 2, width / 2)]
    faces = []
    for i in range(len(outline) - 1):
        faces += [(2 * i, 2 * i + 2, 2 * i + 3), (2 * i, 2 * i + 3, 2 * i + 1)]
    return trimesh.Trimesh(points, faces, process=False)


def load(meshes, body, triangles=None, **options):
    """Return a model with meshes by name, those named in `triangles` (all if None) colliding by their triangles."""
    named = dict.fromkeys(meshes if triangles is None else triangles, "triangles")
    assets = "".join(asset(name, mesh) for name, mesh in meshes.items())
    option = " ".join(f'{key}="{value}"' for key, value in options.items())
    text = f"<mujoco><option {option}/><asset>{assets}</asset><worldbody>{body}</worldbody></mujoco>"
    return corten.load_model_from_string(text, mesh_collision=named)


def contacts(model, data=None):
    """Return the contacts of the present pose as rows of (dist, position, normal)."""
    data = data or model.make_data()
    corten.forward(model, data)
    return np.column_stack((data.contact_dist, data.contact_pos, data.contact_frame[:, :3]))


def is_inside(mesh, point):
    """Tell whether a closed mesh holds a point: its triangles fill all directions (van Oosterom, Strackee 1983)."""
    a, b, c = (np.asarray(mesh.vertices)[mesh.faces] - point).transpose(1, 0, 2)
    x, y, z = (np.linalg.norm(corner, axis=1) for corner in (a, b, c))
    turned = np.einsum("ti,ti->t", a, np.cross(b, c))
    spread = x * y * z + (a * b).sum(1) * z + (b * c).sum(1) * x + (c * a).sum(1) * y
    return 2 * np.arctan2(turned, spread).sum() > 2 * np.pi


def nearest_on_mesh(mesh, point):
    """Return the signed distance of a closed mesh and its nearest point, by looking at all triangles."""
    corners = np.asarray(mesh.vertices)[mesh.faces]
    near = trimesh.triangles.closest_point(corners, np.repeat(point[None], len(corners), 0))
    distances = np.linalg.norm(near - point, axis=1)
    best = distances.argmin()
    return -distances[best] if is_inside(mesh, point) else distances[best], near[best]
