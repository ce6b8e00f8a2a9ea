"""Planes against meshes: the vertices that MuJoCo chooses, in its order."""

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from corten.stages.collision.primitive.plane_mesh import plane_mesh
from support import oracle, tolerance
from support.geom_pairs import Contacts, jumps, set_candidate

POSES = 60


def prism(corners: int) -> np.ndarray:
    """Return the vertices of an upright prism."""
    angle = np.arange(corners) * 2 * np.pi / corners
    return np.array([(np.cos(a) / 2, np.sin(a) / 3, z) for z in (-0.3, 0.3) for a in angle])


SHAPES = {
    "tetrahedron": np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1.0]]),
    "cube": np.array(np.meshgrid([-0.3, 0.3], [-0.3, 0.3], [-0.3, 0.3])).reshape(3, 8).T,
    "prism of 5": prism(5),
    "prism of 13": prism(13),
    "cloud": np.random.default_rng(1).normal(0, 0.3, (60, 3)),
    "ellipsoid": Rotation.random(300, rng=2).apply([0, 0, 0.4]) * [1.0, 0.8, 0.6],
}


def scene(shape: str, margin: float) -> str:
    """Return a mesh that may touch a plane."""
    vertices = " ".join(repr(float(x)) for x in SHAPES[shape].ravel())
    return f"""<mujoco><asset><mesh name="m" vertex="{vertices}"/></asset><worldbody>
        <geom name="a" type="plane" size="1 1 1"/>
        <body><freejoint/><geom name="b" type="mesh" mesh="m"/></body></worldbody>
        <contact><pair geom1="a" geom2="b" margin="{margin}"/></contact></mujoco>"""


def random_pose(rng, model):
    """Return a pose whose lowest vertex comes close to the plane; as often as not, a face is all but level."""
    plane, mesh = Rotation.from_quat(rng.normal(size=(2, 4)))
    normal = plane.as_matrix()[:, 2]
    if rng.random() < 0.5:
        tilt = Rotation.from_rotvec(10.0 ** rng.uniform(-17, -2) * rng.normal(size=3))
        mesh = tilt * Rotation.align_vectors(-normal, model.mesh_polynormal[rng.integers(model.nmeshpoly)])[0]
    height = rng.choice([-0.2, -0.01, 0.05]) - np.min(mesh.apply(model.mesh_vert) @ normal)
    return np.array([np.zeros(3), height * normal]), np.array([plane.as_matrix(), mesh.as_matrix()])


@pytest.mark.parametrize("margin", [0.0, 0.1])
@pytest.mark.parametrize("shape", SHAPES)
def test_contacts_are_those_of_mujoco(shape, margin):
    """Agree in number, order, distance, position and normal, but where MuJoCo's own answer jumps at a nudge."""
    rng = np.random.default_rng(list(SHAPES).index(shape))
    mjm, mjd, model, data = oracle.load_both(scene(shape, margin))
    set_candidate(model, data, 0, 1, margin)
    compared = most = 0
    for _ in range(POSES):
        pos, mat = random_pose(rng, model)
        data.geom_xpos, data.geom_xmat = pos, mat.reshape(2, 9)
        data.work.nunsorted = 0
        assert plane_mesh(model, data) == 0
        theirs = Contacts(*oracle.collide(mjm, mjd, pos, mat))
        ours = Contacts(data.work.unsorted_dist, data.work.unsorted_pos, data.work.unsorted_normal)
        if difference := theirs.differ(ours, tolerance.EXACT, 1.0):
            assert jumps(mjm, mjd, pos, mat, tolerance.EXACT, 1.0), f"{difference}: {pos!r}, {mat!r}"
        else:
            compared, most = compared + 1, max(most, data.work.nunsorted)
    assert compared > POSES / 2
    assert most >= (4 if shape.startswith(("cube", "prism")) else 3)
