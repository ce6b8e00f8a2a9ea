"""Geoms of type sdf that show a mesh, or nothing."""

import numpy as np
import pytest

import corten
from support import tolerance
from support.sdf_meshes import mesh_element

FIELD = '<geom name="field" type="sdf" mesh="ball"/>'
PARTNERS = {
    "sphere": '<geom name="other" size="0.3"/>',
    "capsule": '<geom name="other" type="capsule" size="0.3 0.2"/>',
    "ellipsoid": '<geom name="other" type="ellipsoid" size="0.3 0.4 0.5"/>',
    "cylinder": '<geom name="other" type="cylinder" size="0.3 0.4"/>',
    "box": '<geom name="other" type="box" size="0.3 0.4 0.5"/>',
    "mesh": '<geom name="other" type="mesh" mesh="box"/>',
    "sdf": '<geom name="other" type="sdf" mesh="box"/>',
}


def two_bodies(first: str, second: str, height: float, **options) -> corten.Model:
    """Return a model with a geom at the origin and a body with another one above it."""
    xml = f"<mujoco><asset>{mesh_element('ball')}{mesh_element('box')}</asset><worldbody>{first}"
    xml += f'<body pos="0 0 {height}"><freejoint/>{second}</body></worldbody></mujoco>'
    return corten.load_model_from_string(xml, **options)


@pytest.mark.parametrize("upper", ["field", "other"])
@pytest.mark.parametrize("partner", PARTNERS)
def test_normals_point_from_the_first_geom_to_the_second(partner, upper):
    """Let the field lie below or above: the normal leads from the first geom of the contact to the second (SD3)."""
    lower, above = (PARTNERS[partner], FIELD) if upper == "field" else (FIELD, PARTNERS[partner])
    model = two_bodies(lower, above, 1.15)
    data = model.make_data()
    corten.forward(model, data)
    assert data.ncon > 0
    deepest = int(np.argmin(data.contact.dist))
    first, second = data.contact.geom[deepest]
    way = data.geom_xpos[second] - data.geom_xpos[first]
    assert data.contact.frame[deepest, :3] @ way > 0.5 * np.linalg.norm(way)


def test_meshes_of_triangles_touch_fields_as_other_meshes_do():
    """Meet the same triangles whether a mesh collides by its hull or by its triangles otherwise."""
    contacts = []
    for collision in ("hull", "triangles"):
        model = two_bodies(FIELD, PARTNERS["mesh"], 1.2, mesh_collision=collision)
        data = model.make_data()
        corten.forward(model, data)
        contacts.append(data.contact.copy())
    assert len(contacts[0]) > 0 and contacts[0].tobytes() == contacts[1].tobytes()


def test_normals_of_planes_point_into_the_field():
    """Put a field onto a plane: the plane is the first geom, and its normal points up (SD3)."""
    model = two_bodies('<geom type="plane" size="3 3 1"/>', FIELD, 0.99)
    data = model.make_data()
    corten.forward(model, data)
    assert data.ncon > 0 and np.all(data.contact.geom == (0, 1))
    np.testing.assert_allclose(data.contact.frame[:, :3], np.tile([0, 0, 1], (data.ncon, 1)), atol=tolerance.EXACT)


def test_a_field_without_data_loads_and_touches_nothing():
    """Drop a sphere through a geom of type sdf that has neither mesh nor grid (SD2)."""
    model = two_bodies('<geom type="sdf"/>', '<geom size="0.1"/>', 0.05)
    data = model.make_data()
    corten.step(model, data, 100)
    free_fall = -0.5 * 9.81 * data.time**2
    assert data.ncon == 0 and data.qpos[2] - 0.05 == pytest.approx(free_fall, rel=2 / 100)


def test_a_sphere_comes_to_rest_in_the_hole_of_a_ring():
    """Drop a sphere into a ring that shows a mesh: it stays in the hole, which a hull would cover (SD2)."""
    model = corten.load_model_from_string(
        f"<mujoco><asset>{mesh_element('ring')}</asset><worldbody><geom type='sdf' mesh='ring'/>"
        '<body pos="0 0 1"><freejoint/><geom size="0.8"/></body></worldbody></mujoco>'
    )
    data = model.make_data()
    corten.step(model, data, 1500)
    assert data.ncon > 2 and np.abs(data.qvel).max() < 0.1
    assert 0.05 < data.qpos[2] < 0.7
