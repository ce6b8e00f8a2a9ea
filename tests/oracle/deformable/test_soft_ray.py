"""Rays against flexes and skins beside MuJoCo's: vertices, edges, faces, layers and skins, from all sides."""

import numpy as np
import pytest

import corten
from corten.compile import load_model_from_string
from support import oracle, tolerance
from support.elastic_scenes import SCENES

WHAT = {
    "picture": {},
    "vertices": {"parts": ["vertices"]},
    "edges": {"parts": ["edges"]},
    "faces": {"parts": ["faces"]},
    "inner layer": {"parts": ["faces"], "layer": 1},
    "all": {"parts": ["skin", "edges", "vertices", "faces"]},
    "nothing": {"parts": []},
}
FLEXES = {
    "rope": SCENES["rope_springs"],
    "cloth": SCENES["cloth_both"],
    "cube": SCENES["cube"].replace("3 3 4", "5 5 5"),
    "ball": SCENES["ball_shell"],
}
SKIN = """<mujoco><worldbody><body name="arm"><joint axis="0 1 0"/><geom size=".1"/>
  <body name="hand" pos=".2 0 .3"><joint axis="1 0 0"/><geom size=".1"/></body></body></worldbody>
  <deformable><skin vertex="0 0 0  .3 0 0  .3 .3 0  0 .3 .1" face="0 1 2  0 2 3" inflate=".02">
  <bone body="arm" bindpos="0 0 -.3" bindquat="1 0 0 0" vertid="0 1 2 3" vertweight="1 .5 .5 .3"/>
  <bone body="hand" bindpos=".2 0 0" bindquat="1 0 0 0" vertid="1 2 3" vertweight=".5 .5 .7"/>
  </skin></deformable></mujoco>"""
NRAY = 60


def rays(points, seed: int):
    """Return rays towards points: from far away in all directions, from beside these points, and along the axes."""
    rng = np.random.default_rng(seed)
    aims = points[rng.integers(0, len(points), NRAY)] + rng.normal(0, 0.01, (NRAY, 3))
    origins = aims + rng.normal(0, 0.5, (NRAY, 3))
    near = points[rng.integers(0, len(points), len(origins[::7]))]
    origins[::7] = near + rng.normal(0, 0.002, near.shape)
    ways = (aims - origins) * rng.uniform(0.1, 3.0, (NRAY, 1))
    ways[::5] = np.eye(3)[rng.integers(0, 3, len(ways[::5]))] * -1.0
    return origins, ways


@pytest.mark.parametrize("what", WHAT)
@pytest.mark.parametrize("flex", FLEXES)
def test_rays_meet_flexes(flex, what):
    """Expect distance, vertex and normal to be MuJoCo's, also from within and where nothing is met."""
    mjm, mjd, model, data = oracle.load_both(FLEXES[flex])
    oracle.displace(mjm, mjd, np.random.default_rng(0).uniform(-0.02, 0.02, mjm.nv))
    oracle.forward(mjm, mjd)
    oracle.copy_fields(mjd, data, ["flexvert_xpos"])
    origins, ways = rays(data.flexvert_xpos, 1)
    got = corten.ray_flex(model, data, 0, origins, ways, **WHAT[what])
    for i, (origin, way) in enumerate(zip(origins, ways, strict=True)):
        check(tuple(each[i] for each in got), oracle.cast_flex_ray(mjm, mjd, 0, origin, way, **WHAT[what]))
    passed = what == "nothing" or (flex == "rope" and what in ("faces", "inner layer"))
    assert (got[0] >= 0).any() != passed


def check(got, want) -> None:
    """Compare distance, vertex and normal of one ray."""
    assert got[0] == pytest.approx(want[0], rel=tolerance.STAGE, abs=tolerance.STAGE)
    assert got[1] == want[1]
    np.testing.assert_allclose(got[2], want[2], atol=tolerance.STAGE)


def test_one_ray_by_name():
    """Meet a flex by its name with one ray, in numbers instead of arrays; refuse what is no flex."""
    model = load_model_from_string(FLEXES["cloth"])
    data = model.make_data()
    corten.forward(model, data)
    distance, vertex, normal = corten.ray_flex(model, data, "flex", (0.01, 0.02, 2.1), (0, 0, -2), parts=["faces"])
    assert distance == pytest.approx(1.0) and isinstance(vertex, int)
    np.testing.assert_allclose(np.abs(normal), [0, 0, 1], atol=tolerance.STAGE)
    with pytest.raises(KeyError, match="no flex is named 'cloth'; named are: flex"):
        corten.ray_flex(model, data, "cloth", (0, 0, 1), (0, 0, -1))
    with pytest.raises(ValueError, match="parts has 'edge'; a flex has skin, edges, vertices, faces"):
        corten.ray_flex(model, data, 0, (0, 0, 1), (0, 0, -1), parts=["edge"])
    with pytest.raises(ValueError, match="a direction has no length"):
        corten.ray_flex(model, data, 0, (0, 0, 1), (0, 0, 0))


def test_rays_meet_skins():
    """Expect distance and vertex of rays against a skin that bones bend and inflate to be MuJoCo's."""
    mjm, mjd, model, data = oracle.load_both(SKIN)
    mjd.qpos[:] = 0.4
    oracle.forward(mjm, mjd)
    oracle.copy_fields(mjd, data, ["xpos", "xmat"])
    origins, ways = rays(np.array([[0.0, 0.0, 0.3], [0.2, 0.1, 0.3], [0.3, 0.2, 0.3]]), 2)
    distance, vertex, normal = corten.ray_skin(model, data, 0, origins, ways)
    assert 5 < (distance >= 0).sum() < NRAY
    for i, (origin, way) in enumerate(zip(origins, ways, strict=True)):
        want = oracle.cast_skin_ray(mjm, mjd, origin, way)
        assert distance[i] == pytest.approx(want[0], rel=tolerance.DRAWN, abs=tolerance.DRAWN)
        assert vertex[i] == want[1]
        assert np.linalg.norm(normal[i]) == pytest.approx(1.0 if want[0] >= 0 else 0.0)
    with pytest.raises(IndexError, match="skin is 1; the model has 1"):
        corten.ray_skin(model, data, 1, origins, ways)
