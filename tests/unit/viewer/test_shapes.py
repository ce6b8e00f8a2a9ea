"""Shapes on the page: the same surfaces that rays meet, closed and the right way round."""

import numpy as np
import pytest

import corten
from corten.enums import GeomType
from corten.scene.options import SceneOption
from corten.scene.shapes import scene_sizes
from corten.scene.solids import solid_shapes
from corten.viewer import quaternions
from corten.viewer.shapes import UNITS, shape, split
from support.tolerance import ROUND_SHAPES

SIZES = {"sphere": ".3", "ellipsoid": ".1 .2 .3", "capsule": ".1 .2", "cylinder": ".1 .2", "box": ".1 .2 .3"}
HILLS = '<hfield name="h" nrow="3" ncol="4" size=".5 .4 .3 .1" elevation="0 1 0 .5 .2 .3 .4 .1 0 0 1 .6"/>'


def load(geom: str, assets: str = "") -> corten.Model:
    """Return a model with one geom."""
    return corten.load_model_from_string(f"<mujoco><asset>{assets}</asset><worldbody>{geom}</worldbody></mujoco>")


def surface(model: corten.Model) -> tuple[np.ndarray, np.ndarray]:
    """Return vertices and faces of the parts of geom 0, in its frame."""
    (row,) = solid_shapes(model, SceneOption(), "geom").mesh
    kind, size = int(model.geom_type[0]), scene_sizes(model.geom_type, model.geom_size)
    vertices, faces, first = [], [], 0
    for part in split(model, kind, row, size):
        mesh = shape(model, part.shape)
        turned = quaternions.rotate(part.quat, np.asarray(mesh.vertices) * part.scale)
        vertices.append(turned + part.pos)
        faces.append(mesh.faces + first)
        first += len(turned)
    return np.concatenate(vertices), np.concatenate(faces)


def volume(vertices: np.ndarray, faces: np.ndarray) -> float:
    """Return the volume that triangles enclose, negative if they are inside out [m^3]."""
    a, b, c = (vertices[faces[:, k]] for k in range(3))
    return float((a * np.cross(b, c)).sum() / 6)


@pytest.mark.parametrize("kind", SIZES)
def test_primitives_enclose_their_volume(kind):
    """Enclose the volume that gives a geom its mass, the right way round."""
    model = load(f'<geom type="{kind}" size="{SIZES[kind]}" density="1000"/>')
    spec = corten.load_model_from_string(
        f'<mujoco><worldbody><body><geom type="{kind}" size="{SIZES[kind]}" density="1"/></body></worldbody></mujoco>'
    )
    assert volume(*surface(model)) == pytest.approx(spec.body_mass[1], rel=ROUND_SHAPES)


@pytest.mark.parametrize("key", ["box", "sphere", "cylinder"])
def test_unit_shapes_reach_from_minus_one_to_one(key):
    """Fill the cube of side 2, so that a scale is a half size."""
    vertices = UNITS[key]().vertices
    np.testing.assert_allclose(vertices.min(axis=0), -1, atol=ROUND_SHAPES)
    np.testing.assert_allclose(vertices.max(axis=0), 1, atol=ROUND_SHAPES)


def test_rays_meet_the_surface_of_a_height_field():
    """Put vertices of a height field where rays from above meet it, and close it below."""
    model = load('<geom type="hfield" hfield="h"/>', HILLS)
    data = model.make_data()
    corten.forward(model, data)
    vertices, faces = surface(model)
    assert volume(vertices, faces) > 0
    inner = vertices[: 3 * 4].reshape(3, 4, 3)[1, 1:3]
    for x, y, z in inner:
        distance, geom = corten.ray(model, data, (x, y, 2.0), (0, 0, -1))[:2]
        assert geom == 0 and 2.0 - distance == pytest.approx(z, abs=ROUND_SHAPES)


def test_meshes_keep_their_triangles():
    """Show a mesh with its own triangles, with sharp edges where its normals differ."""
    model = load('<geom type="mesh" mesh="m"/>', '<mesh name="m" vertex="0 0 0 1 0 0 0 1 0 0 0 1"/>')
    vertices, faces = surface(model)
    assert len(faces) == model.nmeshface and volume(vertices, faces) == pytest.approx(1 / 6, rel=ROUND_SHAPES)


def test_a_grid_of_distances_is_shown_by_its_surface():
    """Show the surface where distances are zero, and nothing for a geom that has no grid yet."""
    model = load('<geom name="g" type="sdf"/>')
    assert split(model, GeomType.SDF, None, model.geom_size) == []
    ball = corten.SdfGrid.from_function(lambda x: np.linalg.norm(x, axis=1) - 0.4, [-0.5] * 3, [0.5] * 3, 0.05)
    model.set_geom_sdf("g", ball)
    vertices, faces = surface(model)
    assert volume(vertices, faces) == pytest.approx(4 / 3 * np.pi * 0.4**3, rel=ROUND_SHAPES)


def test_planes_without_end_are_large():
    """Draw a plane as large as it is, or far beyond the model."""
    (small,) = split(load('<geom type="plane" size="2 3 .1"/>'), GeomType.PLANE, None, np.array([[2.0, 3.0, 0.1]]))
    (endless,) = split(load('<geom type="plane" size="0 0 .1"/>'), GeomType.PLANE, None, np.array([[0.0, 0.0, 0.1]]))
    assert small.scale.tolist() == [[2, 3, 1]] and endless.scale[0, :2].min() >= 20


def test_quaternions_of_directions_and_matrices():
    """Turn the z axis into any direction, up and down included, and find the rotation of any matrix."""
    directions = np.array([[0, 0, 1], [0, 0, -1], [1, 0, 0], [0, -2, 0], [1, 2, -3], [1e-9, 0, -1]], float)
    unit = directions / np.linalg.norm(directions, axis=1, keepdims=True)
    turned = quaternions.rotate(quaternions.from_z(directions), [0, 0, 1])
    np.testing.assert_allclose(turned, unit, atol=ROUND_SHAPES)
    vector = np.array([0.3, -2.0, 1.5])
    np.testing.assert_allclose(quaternions.to_vector(quaternions.from_vector(vector)), vector, atol=ROUND_SHAPES)
