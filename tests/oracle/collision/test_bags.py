"""Meshes of a thousand sides that are flat only up to roundings of 32 bits, loaded by both engines, against MuJoCo."""

import numpy as np
import pytest

import corten
from support import oracle, tolerance

BAG = 'builtin="supersphere" params="32 .3 .4" scale=".2 .13 .085"'
OTHERS = {
    "box": 'type="box" size=".3 .2 .06"',
    "capsule": 'type="capsule" size=".1 .18"',
    "mesh": 'type="mesh" mesh="other"',
}
POSES, DEPTH = 60, 5e-4


def scene(other: str) -> str:
    """Return a bag above another geom."""
    return f"""
    <mujoco>
      <asset>
        <mesh name="bag" {BAG}/>
        <mesh name="other" builtin="supersphere" params="32 .4 .6" scale=".16 .11 .07"/>
      </asset>
      <worldbody>
        <geom {OTHERS[other]}/>
        <body><freejoint/><geom type="mesh" mesh="bag"/></body>
      </worldbody>
    </mujoco>"""


def touching(mjm, mjd, rng: np.random.Generator) -> np.ndarray:
    """Return a random pose in which the bag has sunk a little into the other geom."""
    towards, quat = rng.normal(size=3), rng.normal(size=4)
    low, high = 0.0, 3.0
    for _ in range(30):
        middle = (low + high) / 2
        mjd.qpos[:] = *(middle * towards / np.linalg.norm(towards)), *(quat / np.linalg.norm(quat))
        oracle.forward(mjm, mjd)
        apart = oracle.geom_distance(mjm, mjd, 0, 1, 10.0)[0] > -DEPTH
        low, high = (low, middle) if apart else (middle, high)
    return mjd.qpos.copy()


def contacts(dist, pos, normal) -> np.ndarray:
    """Return contacts as rows, sorted by place: which of two that an edge makes comes first, roundings decide."""
    rows = np.column_stack([pos, dist, normal])
    return rows[np.lexsort(np.round(rows[:, :3].T, 6))]


@pytest.mark.parametrize("other", OTHERS)
def test_sides_touch_where_mujoco_says(other):
    """Find MuJoCo's contacts, often several, to the last digits."""
    rng = np.random.default_rng(2)
    mjm = oracle.load_mujoco(scene(other))
    mjd = oracle.make_data(mjm)
    model = corten.load_model_from_string(scene(other))
    data, several = model.make_data(), 0
    for _ in range(POSES):
        data.qpos = touching(mjm, mjd, rng)
        theirs = contacts(*oracle.collide(mjm, mjd, mjd.geom_xpos.copy(), mjd.geom_xmat.copy()))
        corten.forward(model, data)
        ours = contacts(data.contact_dist, data.contact_pos, data.contact_frame[:, :3])
        assert len(ours) == len(theirs)
        several += len(ours) > 1
        np.testing.assert_allclose(ours, theirs, rtol=0, atol=tolerance.STAGE)
    assert several > POSES / 4
