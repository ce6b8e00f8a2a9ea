"""Parts of `corten.compat.mujoco` beside MuJoCo's bindings: bounded problems, spaces of scenes, cones, text."""

import copy
import io

import numpy as np
import pytest

import corten.compat.mujoco as ours
from corten.compat.mujoco import minimize, rollout
from support import oracle
from support.tolerance import DIFFERENT, SOLUTION, STEP

SLIDING = """
<mujoco>
  <option cone="elliptic"/>
  <worldbody>
    <geom type="plane" size="3 3 .1"/>
    <body pos="0 0 .099"><freejoint/><geom size=".1" condim="{condim}" friction=".3 .01 .001"/></body>
    <body pos="1 0 .099"><freejoint/><geom type="box" size=".1 .1 .1" condim="3"/></body>
  </worldbody>
</mujoco>
"""

PLAIN = "<mujoco><worldbody><geom name='ball' size='.3'/></worldbody></mujoco>"


def box_problems():
    """Yield matrices, vectors and bounds: random ones, one without bounds, one at its corner, one on the edge."""
    rng = np.random.default_rng(3)
    for n in (1, 2, 3, 5, 8):
        for _ in range(6):
            a = rng.normal(size=(n, n))
            yield a @ a.T + 0.01 * np.eye(n), rng.normal(size=n), -rng.uniform(0, 1, n), rng.uniform(0, 1, n)
    yield np.diag([1.0, 2.0]), np.array([1.0, -1.0]), None, None
    yield np.eye(3), np.ones(3), -np.ones(3), np.ones(3)
    yield np.eye(2), np.array([5.0, -5.0]), np.zeros(2), np.ones(2)


def test_box_qp():
    """Find minima between bounds, which coordinates are free there, and their factor."""
    for H, g, lower, upper in box_problems():
        n, found = len(g), []
        for module in (oracle.bindings(), ours):
            res, R, index = np.zeros(n), np.zeros((n, n + 7)), np.full(n, -1, np.int32)
            rank = module.mju_boxQP(res, R, index, H, g, lower, upper)
            found.append((rank, res, index[:rank], np.tril(R.ravel()[: rank * rank].reshape(rank, rank))))
        assert found[0][0] == found[1][0]
        for a, b in zip(found[0][1:], found[1][1:], strict=True):
            np.testing.assert_allclose(b, a, rtol=SOLUTION, atol=SOLUTION)
    assert ours.mju_boxQP(np.zeros(1), np.zeros((1, 8)), None, -np.eye(1), np.ones(1), None, None) == -1


@pytest.mark.parametrize("bounds", [None, ([-2, -2], [0.5, 2]), ([-2, 2], [0.5, 3])], ids=["free", "upper", "lower"])
def test_least_squares(bounds):
    """Find the minimum that MuJoCo's own optimizer finds."""

    def residual(x):
        return np.stack([1 - x[0, :], 10 * (x[1, :] - x[0, :] ** 2)])

    bounds = None if bounds is None else [np.array(side, float) for side in bounds]
    out = io.StringIO()
    x, trace = minimize.least_squares(np.zeros(2), residual, bounds, output=out, x_scale="jac")
    theirs, _ = oracle.minimize().least_squares(np.zeros(2), residual, bounds, output=io.StringIO())
    np.testing.assert_allclose(x, theirs, atol=DIFFERENT)
    np.testing.assert_array_equal(trace[-1].candidate, x)
    assert "tol" in out.getvalue()
    with pytest.raises(ValueError, match="Jacobian does not match"):
        minimize.least_squares(
            np.zeros(2), residual, jacobian=lambda x, r: np.eye(2), check_derivatives=True, output=io.StringIO()
        )


def test_spaces():
    """Convert poses and cameras between room and model as MuJoCo does."""
    found = []
    for module in (oracle.bindings(), ours):
        rng = np.random.default_rng(5)
        model = module.MjModel.from_xml_string(PLAIN)
        scene, data = module.MjvScene(model, 10), module.MjData(model)
        module.mj_forward(model, data)
        for camera in scene.camera:
            camera.pos, camera.forward, camera.up = rng.normal(size=3), [1, 0.2, 0.1], [-0.1, 0, 1]
            camera.frustum_near, camera.frustum_top, camera.frustum_bottom = 0.1, 0.05, -0.04
        for transform in (0, 1):
            scene.enabletransform, scene.scale, scene.translate = transform, 2.0, [1, 2, 3]
            scene.rotate = [0.5, 0.5, 0.5, 0.5]
            quat = rng.normal(size=4)
            for name in ("mjv_room2model", "mjv_model2room"):
                pos, turned = np.zeros(3), np.zeros(4)
                getattr(module, name)(pos, turned, rng.normal(size=3), quat / np.linalg.norm(quat), scene)
                found.append((module, name, [*pos, *turned]))
            for name in ("mjv_cameraInModel", "mjv_cameraInRoom"):
                parts = np.zeros((3, 3))
                getattr(module, name)(*parts, scene)
                found.append((module, name, parts.ravel()))
        found.append((module, "mjv_frustumHeight", [module.mjv_frustumHeight(scene)]))
        for forward in ([0.3, 0.4, 0.5], [0, 0, 1]):
            turned = np.zeros(3)
            module.mjv_alignToCamera(turned, [1, 2, 3], forward)
            found.append((module, "mjv_alignToCamera", turned))
        camera, frame = module.MjvCamera(), np.zeros((4, 3))
        camera.azimuth, camera.elevation, camera.distance, camera.lookat = 30, -20, 2, [0.1, 0.2, 0.3]
        module.mjv_cameraFrame(*frame, data, camera)
        found.append((module, "mjv_cameraFrame", frame.ravel()))
    half = len(found) // 2
    for (_, name, theirs), (_, _, own) in zip(found[:half], found[half:], strict=True):
        np.testing.assert_allclose(own, theirs, rtol=DIFFERENT, atol=DIFFERENT, err_msg=name)


@pytest.mark.parametrize("condim", [3, 4, 6])
def test_cone_hessian(condim):
    """Give contacts that slide the Hessian of their cost, and others none."""
    found = []
    for module in (oracle.bindings(), ours):
        model = module.MjModel.from_xml_string(SLIDING.format(condim=condim))
        data = module.MjData(model)
        data.qvel[[0, 1, 5]] = 1.0, 0.5, 2.0
        module.mj_forward(model, data)
        found.append(np.array(data.contact.H).reshape(data.ncon, -1))
    assert np.any(found[0][0])
    np.testing.assert_allclose(found[1], found[0], rtol=STEP, atol=STEP)


def test_text():
    """Draw text into the corner that is named, and nowhere else."""
    model = ours.MjModel.from_xml_string(PLAIN)
    data = ours.MjData(model)
    ours.mj_forward(model, data)
    scene, context, camera = ours.MjvScene(model, 10), ours.MjrContext(model, 100), ours.MjvCamera()
    ours.mjv_updateScene(model, data, ours.MjvOption(), None, camera, ours.mjtCatBit.mjCAT_ALL, scene)
    view = ours.MjrRect(0, 0, 160, 120)
    pictures = []
    for text in ("", "seven\n7"):
        ours.mjr_render(view, scene, context)
        ours.mjr_overlay(ours.mjtFont.mjFONT_NORMAL, ours.mjtGridPos.mjGRID_TOPLEFT, view, text, text, context)
        rgb = np.zeros((120, 160, 3), np.uint8)
        ours.mjr_readPixels(rgb, None, view, context)
        pictures.append(copy.copy(rgb[::-1]))
    changed = np.any(pictures[0] != pictures[1], axis=2)
    assert np.any(changed[:40, :80])
    assert not np.any(changed[60:])
    assert not np.any(changed[:, 120:])
    assert pictures[1].max() == 255


def test_inside_mesh():
    """Tell of points in and beside the hull of a site's mesh whether they are inside."""
    vertices = "-1 -1 -1 1 -1 -1 1 1 -1 -1 1 -1 -1 -1 1 1 -1 1 1 1 1 0 0 3"
    text = (
        f"<mujoco><asset><mesh name='m' vertex='{vertices}' scale='.1 .1 .1'/></asset>"
        "<worldbody><site type='mesh' mesh='m' pos='1 0 0' euler='10 20 30'/></worldbody></mujoco>"
    )
    points = np.random.default_rng(2).uniform(-0.2, 0.2, (60, 3)) + np.array([1, 0, 0])
    found = []
    for module in (oracle.bindings(), ours):
        model = module.MjModel.from_xml_string(text)
        data = module.MjData(model)
        module.mj_forward(model, data)
        found.append([module.mj_insideSite(model, data, 0, point) for point in points])
    assert found[0] == found[1]
    assert 5 < sum(found[0]) < 55


def test_rollout_arguments():
    """Refuse rows that do not fit the model, and data that do not fit the threads."""
    model = ours.MjModel.from_xml_string(SLIDING.format(condim=3))
    data = ours.MjData(model)
    size = ours.mj_stateSize(model, ours.mjtState.mjSTATE_FULLPHYSICS)
    with pytest.raises(ValueError, match=f"trailing dimension of initial_state must be {size}, got {size + 1}"):
        rollout.rollout(model, data, np.zeros(size + 1))
    with pytest.raises(ValueError, match="must be a numpy array or float"):
        rollout.rollout(model, data, np.zeros(size), initial_warmstart="warm")
    with pytest.raises(ValueError, match="list of data instances is empty"):
        rollout.rollout(model, [], np.zeros(size))
    with pytest.raises(ValueError, match="chunk_size must be a positive integer"):
        rollout.rollout(model, data, np.zeros(size), chunk_size=0)
    with rollout.Rollout(nthread=2) as pool, pytest.raises(ValueError, match="Length of data: 1 not equal to nthread"):
        pool.rollout(model, data, np.zeros(size))
