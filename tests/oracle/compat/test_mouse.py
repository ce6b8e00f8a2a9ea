"""What a mouse does with cameras, scenes and bodies in `corten.compat.mujoco`, beside MuJoCo's bindings."""

import numpy as np
import pytest

import corten.compat.mujoco as ours
from support import oracle
from support.tolerance import DIFFERENT, SINGLE_SURFACE

SCENE = """
<mujoco>
  <visual><global orthographic="{orthographic}" fovy="{fovy}"/></visual>
  <worldbody>
    <camera name="lens" pos="0 -3 1" xyaxes="1 0 0 0 .3 1" resolution="64 48" sensorsize=".036 .024"
            focal=".05 .04" principal=".003 .002"/>
    <camera name="plain" pos="0 -3 1" fovy="30"/>
    <geom name="floor" type="plane" size="3 3 .1"/>
    <body name="trunk" pos="0 0 1">
      <freejoint/>
      <geom type="box" size=".3 .2 .1" pos=".05 0 0"/>
      <body name="limb" pos=".3 0 0" euler="0 20 0">
        <joint axis="0 1 0"/><geom type="capsule" fromto="0 0 0 .4 .1 0" size=".05" group="3"/>
      </body>
    </body>
    <body name="arm" pos="0 1 1"><joint axis="0 1 0"/><geom type="box" size=".2 .1 .3"/></body>
    <body name="goal" mocap="true" pos="0 -1 1" euler="0 0 40"><geom type="box" size=".1 .1 .2"/></body>
  </worldbody>
</mujoco>
"""

MOUSE = ours.mjtMouse
WAYS = [(0.1, 0.2), (-0.3, 0.05), (0.0, -0.9), (1.4, 0.8)]


def made(module, orthographic=False):
    """Return a model and a data that moves, and a scene that a free camera looks at."""
    text = SCENE.format(orthographic=str(orthographic).lower(), fovy=3 if orthographic else 45)
    model = module.MjModel.from_xml_string(text)
    data, scene, camera = module.MjData(model), module.MjvScene(model, 20), module.MjvCamera()
    data.qpos[3:7] = np.array([0.9, 0.1, 0.3, 0.2]) / np.linalg.norm([0.9, 0.1, 0.3, 0.2])
    data.qvel[:] = np.linspace(-1, 1, model.nv)
    module.mj_forward(model, data)
    camera.azimuth, camera.elevation, camera.distance, camera.lookat = 70, -20, 4, [0.1, 0.2, 0.8]
    camera.orthographic = int(orthographic)
    module.mjv_updateScene(model, data, module.MjvOption(), None, camera, 7, scene)
    return model, data, scene, camera


def compare(calls):
    """Compare what both wrote."""
    theirs, own = calls
    assert len(theirs) == len(own) > 0
    for (name, a), (_, b) in zip(theirs, own, strict=True):
        np.testing.assert_allclose(b, a, rtol=DIFFERENT, atol=DIFFERENT, err_msg=str(name))


def numbers(struct, *names):
    """Return numbers of a struct as one array."""
    return np.concatenate([np.ravel(getattr(struct, name)).astype(float) for name in names])


@pytest.mark.parametrize("orthographic", [False, True])
def test_cameras(orthographic):
    """Move cameras and compute what they see."""
    found = []
    for module in (oracle.bindings(), ours):
        rows = []
        model, _, _, _ = made(module, orthographic)
        for kind, number in ((0, -1), (1, 0), (2, 0), (2, 1)):
            camera, parts = module.MjvCamera(), [np.zeros(2, np.float32) for _ in range(3)]
            camera.type, camera.fixedcamid, camera.trackbodyid = kind, number, 1
            module.mjv_cameraFrustum(*parts, model, camera)
            rows.append((f"frustum {kind} {number}", np.concatenate(parts)))
            for action in range(1, 10):
                for dx, dy in WAYS:
                    camera.lookat, camera.distance, camera.azimuth, camera.elevation = [0.1, 0.2, 0.3], 2, 170, -30
                    camera.orthographic = int(orthographic)
                    module.mjv_moveCamera(model, action, dx, dy, camera)
                    rows.append((f"{kind} {action}", numbers(camera, "lookat", "distance", "azimuth", "elevation")))
        with pytest.raises(module.FatalError, match="unexpected action 0"):
            module.mjv_moveCamera(model, 0, 0, 0, module.MjvCamera())
        found.append(rows)
    compare(found)


def test_move_model():
    """Move the model in the room, where scenes transform it."""
    found = []
    for module in (oracle.bindings(), ours):
        rows = []
        model, _, scene, _ = made(module)
        for transform in (0, 1):
            for action in range(1, 8):
                for dx, dy in WAYS:
                    scene.enabletransform, scene.scale, scene.translate = transform, 1.5, [1, 2, 3]
                    scene.rotate = [0.5, 0.5, 0.5, 0.5]
                    module.mjv_moveModel(model, action, dx, dy, [0, 0, 1], scene)
                    rows.append((f"{transform} {action}", numbers(scene, "translate", "rotate", "scale")))
        found.append(rows)
    compare(found)
    with pytest.raises(ours.FatalError, match="unexpected action 8"):
        ours.mjv_moveModel(model, 8, 0, 0, [0, 0, 1], scene)


@pytest.mark.parametrize("orthographic", [False, True])
def test_perturb(orthographic):
    """Take hold of bodies, move where they are pulled to, and pull or place them."""
    names = ("localmass", "refpos", "refquat", "refselpos", "scale")
    found = []
    for module in (oracle.bindings(), ours):
        rows = []
        model, data, scene, _ = made(module, orthographic)
        qpos, mocap = data.qpos.copy(), data.mocap_pos.copy()
        for body in range(-1, 6):
            for action in range(1, 8):
                for dx, dy in WAYS:
                    pert = module.MjvPerturb()
                    pert.select, pert.localpos = body, [0.1, 0.05, -0.02]
                    module.mjv_initPerturb(model, data, scene, pert)
                    module.mjv_movePerturb(model, data, action, dx, dy, scene, pert)
                    rows.append((f"{body} {action}", numbers(pert, *names)))
                    for active in range(4):
                        pert.active, pert.active2 = active & 1, active & 2
                        data.qpos[:], data.mocap_pos[:], data.xfrc_applied[:] = qpos, mocap, 0.5
                        module.mjv_applyPerturbForce(model, data, pert)
                        module.mjv_applyPerturbPose(model, data, pert, active != 1)
                        rows.append(
                            (
                                f"{body} {action} {active}",
                                numbers(data, "xfrc_applied", "qpos", "mocap_pos", "mocap_quat"),
                            )
                        )
        found.append(rows)
    compare(found)


def picked_at(module, shown, scene):
    """Return what is picked at places all over a window, each with the place."""
    rows = []
    for x, y in np.random.default_rng(2).uniform(0.2, 0.8, (60, 2)):
        point, ids = np.zeros(3), np.zeros((3, 1), np.int32)
        body = module.mjv_select(*shown, 1.3, x, y, scene, point, *ids)
        rows.append((f"{x} {y}", [body, *point, *ids.ravel()]))
    return rows


def compare_picked(wanted, got):
    """Expect the same things to be picked, at the same points."""
    # cameras of scenes are in single precision, and what lies far ahead is off by as much
    for (name, a), (_, b) in zip(wanted, got, strict=True):
        np.testing.assert_allclose(b, a, atol=SINGLE_SURFACE, err_msg=name)


@pytest.mark.parametrize("orthographic", [False, True])
def test_select(orthographic):
    """Pick what is at a place of the window."""
    found = []
    for module in (oracle.bindings(), ours):
        rows = []
        model, data, scene, _ = made(module, orthographic)
        option = module.MjvOption()
        for group, static in ((1, 1), (0, 1), (1, 0)):
            option.geomgroup[3], option.flags[module.mjtVisFlag.mjVIS_STATIC] = group, static
            rows += picked_at(module, (model, data, option), scene)
        found.append(rows)
    compare_picked(*found)
    assert len({row[0] for _, row in found[0]}) >= 3


SOFT = """
<mujoco>
  <worldbody>
    <flexcomp name="soft" type="grid" count="3 3 3" spacing=".1 .1 .1" pos="0 0 .5" radius=".01" dim="3" mass="1"/>
    <body name="left" pos="-.5 0 .5"><geom size=".02"/></body>
    <body name="right" pos="-.3 0 .5"><geom size=".02"/></body>
  </worldbody>
  <deformable>
    <skin name="sheet" vertex="-.6 0 .3 -.6 0 .7 -.2 0 .3 -.2 0 .7" face="0 2 1 2 3 1" inflate=".01">
      <bone body="left" bindpos="-.5 0 .5" bindquat="1 0 0 0" vertid="0 1 2" vertweight="1 .9 .4"/>
      <bone body="right" bindpos="-.3 0 .5" bindquat="1 0 0 0" vertid="1 2 3" vertweight=".1 .6 1"/>
    </skin>
  </deformable>
</mujoco>
"""


def test_select_soft():
    """Pick flexes and skins: the body that moves the nearest vertex most, and that vertex."""
    found = []
    for module in (oracle.bindings(), ours):
        model = module.MjModel.from_xml_string(SOFT)
        data, scene, camera = module.MjData(model), module.MjvScene(model, 200), module.MjvCamera()
        module.mj_kinematics(model, data)
        module.mj_comPos(model, data)
        module.mj_flex(model, data)
        camera.azimuth, camera.elevation, camera.distance, camera.lookat = 70, -20, 2, [-0.2, 0, 0.5]
        option = module.MjvOption()
        module.mjv_updateScene(model, data, option, None, camera, 7, scene)
        found.append(picked_at(module, (model, data, option), scene))
    compare_picked(*found)
    picked = np.array([row for _, row in found[0]])[:, 4:]
    assert set(np.argmax(picked, axis=1)[picked.max(axis=1) >= 0]) >= {1, 2}
