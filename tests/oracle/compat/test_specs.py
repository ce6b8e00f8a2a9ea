"""MjSpec of `corten.compat.mujoco` beside that of MuJoCo's bindings: the same calls make the same models."""

import numpy as np
import pytest

import corten.compat.mujoco as ours
from corten.compat.mujoco.arguments import NAMES
from support import oracle
from support.tolerance import DIFFERENT, SINGLE, STEP

# fields that say where memory is, or that are told otherwise; edges of hulls stand in the order of who made the hull
UNLIKE = (
    # pixels without a file have no space of colours
    "tex_colorspace",
    "mesh_graph",
    "signature",
    "narena",
    "nbuffer",
    "paths",
    "npaths",
    "mesh_pathadr",
    "tex_pathadr",
    "nnames_map",
    "names_map",
)

ARM = """
<mujoco model="arm">
  <default><default class="link"><geom type="capsule" size=".03" rgba="1 0 0 1"/></default></default>
  <worldbody>
    <body name="upper" pos="0 0 1">
      <joint name="shoulder" axis="0 1 0" range="-90 90"/>
      <geom class="link" name="upper" fromto="0 0 0 .3 0 0"/>
      <site name="hand" pos=".3 0 0"/>
    </body>
  </worldbody>
  <actuator><position name="servo" joint="shoulder" kp="5" dampratio="1"/></actuator>
  <sensor><jointpos name="angle" joint="shoulder"/></sensor>
  <keyframe><key name="up" qpos=".3"/></keyframe>
</mujoco>
"""


def build_tree(mj):
    """Return bodies with joints, geoms, frames, cameras and lights, made one by one."""
    spec = mj.MjSpec()
    spec.option.timestep, spec.option.integrator = 0.004, mj.mjtIntegrator.mjINT_IMPLICITFAST
    spec.option.disableflags |= int(mj.mjtDisableBit.mjDSBL_WARMSTART)
    spec.visual.global_.offwidth = 320
    spec.compiler.degree = False
    red = spec.add_default("red", spec.default)
    red.geom.rgba, red.geom.friction = [1, 0, 0, 1], [0.5, 0.01, 0.001]
    spec.worldbody.add_geom(name="floor", type=mj.mjtGeom.mjGEOM_PLANE, size=[2, 2, 0.1])
    spec.worldbody.add_light(pos=[0, 0, 3], dir=[0, 0.1, -1], type=mj.mjtLightType.mjLIGHT_DIRECTIONAL)
    body = spec.worldbody.add_body(name="a", pos=[0, 0, 1], gravcomp=0.5)
    body.add_freejoint(name="free")
    body.add_geom(red, name="box", type=mj.mjtGeom.mjGEOM_BOX, size=[0.1, 0.2, 0.3], mass=2, condim=4)
    body.add_camera(name="eye", fovy=60, mode=mj.mjtCamLight.mjCAMLIGHT_TRACK, resolution=[64, 48])
    frame = body.add_frame(name="frame", pos=[0.1, 0, 0])
    frame.alt.type, frame.alt.euler = mj.mjtOrientation.mjORIENTATION_EULER, [0.3, 0.2, 0.1]
    body.add_frame().alt.euler = [1, 2, 3]
    child = frame.add_body(name="b", euler=[0, 0, 0.5])
    hinge = child.add_joint(name="hinge", type=mj.mjtJoint.mjJNT_HINGE, axis=[0, 1, 0], damping=[0.2, 0, 0])
    hinge.range[:] = -1, 1
    hinge.armature, hinge.stiffness[0] = 0.01, 3
    child.add_geom(fromto=[0, 0, 0, 0.2, 0, 0], size=[0.03], type=mj.mjtGeom.mjGEOM_CAPSULE)
    child.add_site(name="tip", pos=[0.2, 0, 0], group=2, userdata=[1, 2])
    heavy = child.add_body(name="c", mass=1.5, ipos=[0, 0, 0.1], inertia=[0.1, 0.2, 0.15], explicitinertial=True)
    heavy.add_joint(name="slide", type=mj.mjtJoint.mjJNT_SLIDE, range=[-0.1, 0.2], frictionloss=0.1)
    moved = body.add_geom(name="moved", size=[0.05])
    moved.set_frame(frame)
    return spec


def build_signals(mj):
    """Return tendons, equalities, actuators, sensors, keyframes and custom elements."""
    spec = build_tree(mj)
    rope = spec.add_tendon(name="rope", springlength=[0.1, 0.2], stiffness=2, limited=1, range=[0, 2])
    rope.wrap_site("tip")
    spec.worldbody.add_site(name="anchor", pos=[0, 0, 2])
    rope.wrap_site("anchor")
    sum_ = spec.add_tendon(name="sum", armature=0.1)
    sum_.wrap_joint("hinge", 1.0)
    sum_.wrap_joint("slide", -2.0)
    tie = spec.add_equality(name="tie", type=mj.mjtEq.mjEQ_JOINT, name1="hinge", name2="slide", active=False)
    tie.data[:2] = 0.1, 2
    held = spec.add_equality(type=mj.mjtEq.mjEQ_CONNECT, objtype=mj.mjtObj.mjOBJ_BODY, name1="b", solref=[0.05, 1])
    held.data[:3] = 0.1, 0, 0
    motor = spec.add_actuator(name="motor", trntype=mj.mjtTrn.mjTRN_JOINT, target="hinge", gear=[2, 0, 0, 0, 0, 0])
    motor.set_to_motor()
    servo = spec.add_actuator(name="servo", trntype=mj.mjtTrn.mjTRN_JOINT, target="slide", ctrlrange=[-1, 1])
    servo.set_to_position(kp=20, kv=2, timeconst=0.1)
    speed = spec.add_actuator(name="speed", trntype=mj.mjtTrn.mjTRN_TENDON, target="sum")
    speed.set_to_velocity(kv=3)
    muscle = spec.add_actuator(name="muscle", trntype=mj.mjtTrn.mjTRN_TENDON, target="rope", lengthrange=[0.1, 2])
    muscle.set_to_muscle(tausmooth=0.1, scale=100)
    free = spec.add_actuator(name="free", trntype=mj.mjtTrn.mjTRN_SITE, target="tip", refsite="anchor")
    free.gainprm[0], free.biastype, free.biasprm[1] = 4, mj.mjtBias.mjBIAS_AFFINE, -4
    sensors = {"mjSENS_ACCELEROMETER": ("SITE", "tip"), "mjSENS_JOINTPOS": ("JOINT", "hinge"), "mjSENS_CLOCK": None}
    sensors |= {"mjSENS_TENDONPOS": ("TENDON", "rope"), "mjSENS_ACTUATORFRC": ("ACTUATOR", "servo")}
    sensors |= {"mjSENS_SUBTREECOM": ("BODY", "a"), "mjSENS_JOINTACTFRC": ("JOINT", "hinge")}
    for kind, thing in sensors.items():
        made = spec.add_sensor(name=kind, type=getattr(mj.mjtSensor, kind), noise=0.1)
        if thing is not None:
            made.objtype, made.objname = getattr(mj.mjtObj, f"mjOBJ_{thing[0]}"), thing[1]
    relative = spec.add_sensor(type=mj.mjtSensor.mjSENS_FRAMEPOS, objtype=mj.mjtObj.mjOBJ_SITE, objname="tip")
    relative.reftype, relative.refname = mj.mjtObj.mjOBJ_BODY, "a"
    near = spec.add_sensor(type=mj.mjtSensor.mjSENS_GEOMDIST, objtype=mj.mjtObj.mjOBJ_GEOM, objname="floor", cutoff=3)
    near.reftype, near.refname = mj.mjtObj.mjOBJ_GEOM, "box"
    touch = spec.add_sensor(type=mj.mjtSensor.mjSENS_CONTACT, objtype=mj.mjtObj.mjOBJ_XBODY, objname="a")
    touch.intprm = [3, 1, 2]
    spec.add_exclude(bodyname1="a", bodyname2="b")
    spec.add_pair(geomname1="floor", geomname2="box", margin=0.01, friction=[1, 1, 0.1, 0.01, 0.01])
    spec.add_numeric(name="numbers", data=[1, 2, 3])
    spec.add_text(name="words", data="festina lente")
    spec.add_tuple(
        name="both", objtype=[mj.mjtObj.mjOBJ_BODY, mj.mjtObj.mjOBJ_SITE], objname=["a", "tip"], objprm=[1, 2]
    )
    return spec


def build_assets(mj):
    """Return textures, materials, meshes and a height field."""
    spec = mj.MjSpec()
    pixels = np.arange(4 * 2 * 3, dtype=np.uint8).reshape(2, 4, 3)
    picture = spec.add_texture(name="picture", type=mj.mjtTexture.mjTEXTURE_2D, height=2, width=4)
    picture.data = pixels.tobytes()
    spec.add_texture(
        name="checker", type=mj.mjtTexture.mjTEXTURE_CUBE, builtin=mj.mjtBuiltin.mjBUILTIN_CHECKER, width=8, height=8
    )
    paint = spec.add_material(name="paint", specular=0.2, rgba=[0, 1, 0, 1])
    paint.textures[int(mj.mjtTextureRole.mjTEXROLE_RGB)] = "picture"
    spec.add_mesh(name="pyramid", uservert=[0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1], scale=[0.1, 0.1, 0.2])
    spec.add_mesh(name="ball").make_sphere(subdivision=1)
    hills = np.linspace(0, 1, 12).tolist()
    spec.add_hfield(name="hills", nrow=3, ncol=4, size=[1, 1, 0.2, 0.1], userdata=hills)
    spec.worldbody.add_geom(type=mj.mjtGeom.mjGEOM_HFIELD, hfieldname="hills", material="paint")
    body = spec.worldbody.add_body(pos=[0, 0, 1])
    body.add_freejoint()
    body.add_geom(type=mj.mjtGeom.mjGEOM_MESH, meshname="pyramid")
    body.add_geom(type=mj.mjtGeom.mjGEOM_MESH, meshname="ball", pos=[0.2, 0, 0])
    return spec


def build_attached(mj):
    """Return a model with another one attached to it twice, parts of it changed and deleted."""
    spec = build_tree(mj)
    for number, prefix in enumerate(("left_", "right_")):
        frame = spec.worldbody.add_frame(pos=[0, number, 0], quat=[0, 0, 0, 1])
        spec.attach(mj.MjSpec.from_string(ARM), prefix=prefix, frame=frame)
    spec.joint("left_shoulder").damping[0] = 0.7
    spec.geom("right_upper").rgba = [0, 0, 1, 1]
    spec.actuator("right_servo").gainprm[0] = 9
    arm = mj.MjSpec.from_string(ARM)
    upper = spec.body("c").add_frame(pos=[0, 0, 0.1]).attach_body(arm.body("upper"), "top_", "")
    upper.add_geom(name="extra", size=[0.02])
    spec.delete(spec.body("left_upper"))
    spec.delete(spec.geom("moved"))
    return spec


BUILDERS = {each.__name__: each for each in (build_tree, build_signals, build_assets, build_attached)}


@pytest.mark.parametrize("name", BUILDERS)
def test_models(name):
    """Compile the model that MuJoCo compiles, field by field; and again from its MJCF."""
    theirs = BUILDERS[name](oracle.bindings()).compile()
    spec = BUILDERS[name](ours)
    again = ours.MjSpec.from_string(spec.to_xml(), assets=spec.assets) if name != "build_assets" else spec.copy()
    for own in (spec.compile(), again.compile()):
        for field in (*NAMES["model"], *(f"opt.{each}" for each in NAMES["structs"]["MjOption"])):
            if field in UNLIKE or not all(hasattr(own, part) for part in field.split(".")[:1]):
                continue
            a, b = theirs, own
            for part in field.split("."):
                a, b = getattr(a, part), getattr(b, part)
            assert np.shape(a) == np.shape(b), field
            if isinstance(a, bytes):
                assert a == b, field
            else:
                # single precision rounds sums of normals otherwise
                bound = SINGLE if np.asarray(a).dtype == np.float32 else STEP
                np.testing.assert_allclose(b, a, rtol=bound, atol=bound, err_msg=field)


def test_reading():
    """Give elements of a model that was read the fields that the bindings give them."""
    text = BUILDERS["build_signals"](oracle.bindings()).to_xml()
    theirs, own = (module.MjSpec.from_string(text) for module in (oracle.bindings(), ours))
    kinds = (
        "bodies geoms joints sites cameras lights tendons equalities actuators sensors pairs excludes numerics texts"
    )
    # told in other words: defaults of these depend on the element, and are filled in when it is compiled
    skip = {"id", "signature", "info", "dim", "datatype", "needstage", "ctrlspec", "type_", "explicitinertial"}
    for many in kinds.split():
        lists = getattr(theirs, many), getattr(own, many)
        assert len(lists[0]) == len(lists[1]), many
        for a, b in zip(*lists, strict=True):
            for field, described in NAMES["specs"][f"Mjs{type(a).__name__.removeprefix('Mjs')}"].items():
                if described is None or field in skip:
                    continue
                one, other = getattr(a, field), getattr(b, field)
                if isinstance(one, int | float | np.ndarray):
                    np.testing.assert_allclose(
                        np.asarray(other, float), np.asarray(one, float), err_msg=f"{many} {field}"
                    )
                elif isinstance(one, str):
                    assert other == one, (many, field)
                elif not hasattr(one, "value"):
                    assert list(other) == list(one), (many, field)
                else:
                    assert int(other) == int(one), (many, field)


def test_binding():
    """Find the rows of elements in a model and a data, and refuse elements that were edited since."""
    spec = build_signals(ours)
    model = spec.compile()
    data = ours.MjData(model)
    hinge, slide = spec.joint("hinge"), spec.joint("slide")
    data.bind(hinge).qpos = 0.25
    assert data.joint("hinge").qpos[0] == 0.25
    data.bind([hinge, slide]).qvel = [1, 2]
    np.testing.assert_array_equal(data.bind([slide, hinge]).qvel, [2, 1])
    np.testing.assert_array_equal(model.bind(spec.bodies).mass, model.body_mass)
    assert model.bind(spec.sensors).name == [sensor.name for sensor in spec.sensors]
    with pytest.raises(ValueError, match="size should be"):
        spec.worldbody.add_geom(size=[1, 2, 3, 4])
    spec.worldbody.add_geom(size=[0.1])
    with pytest.raises(ValueError, match="does not match"):
        data.bind(hinge)


def test_recompile():
    """Keep the state of joints without names when bodies are added before and behind them."""
    for mj in (oracle.bindings(), ours):
        spec = mj.MjSpec()
        body = spec.worldbody.add_body()
        body.add_geom(size=[0.1], pos=[1, 1, 0])
        body.add_joint(type=mj.mjtJoint.mjJNT_BALL)
        model = spec.compile()
        data = mj.MjData(model)
        mj.mj_step(model, data, 50)
        other = spec.worldbody.add_body(pos=[0, 3, 0])
        other.add_geom(size=[0.1])
        other.add_joint()
        new, kept = spec.recompile(model, data)
        assert new.nv == 4
        np.testing.assert_array_equal(kept.qpos, [*data.qpos, 0])
        np.testing.assert_array_equal(kept.qvel, [*data.qvel, 0])
        assert kept.time == data.time


FLEXES = [
    ({"equality": 1, "count": [3, 3, 3]}, {}),
    (
        {
            "type": "grid",
            "dim": 2,
            "count": [3, 3, 1],
            "spacing": [0.1] * 3,
            "equality": 1,
            "pos": [1, 2, 3],
            "mass": 0.5,
        },
        {"friction": [0.5, 0.1, 0.1], "rgba": [1, 0, 0, 1], "selfcollide": 0},
    ),
]


@pytest.mark.parametrize(("given", "then"), FLEXES, ids=["solid", "cloth"])
def test_make_flex(given, then):
    """Make a flex with its bodies, whose numbers can be set before it is compiled."""
    models = []
    for module in (oracle.bindings(), ours):
        spec = module.MjSpec()
        flex = spec.worldbody.add_body(name="b").make_flex(name="f", **given)
        for name, value in then.items():
            setattr(flex, name, value)
        assert flex.name == "f"
        models.append(spec.compile())
    for (
        name
    ) in "nflex nbody neq body_pos body_mass flex_dim flex_radius flex_friction flex_rgba flex_selfcollide".split():
        np.testing.assert_allclose(getattr(models[1], name), getattr(models[0], name), atol=DIFFERENT, err_msg=name)


def test_make_flex_refusals():
    """Refuse flexes that MuJoCo refuses."""
    for module in (oracle.bindings(), ours):
        spec = module.MjSpec()
        body = spec.worldbody.add_body(name="b")
        with pytest.raises(ValueError, match="mesh 'none' not found"):
            body.make_flex(name="f", mesh="none")
        with pytest.raises(ValueError, match="both 'file' and 'mesh'"):
            body.make_flex(name="f", mesh="none", file="f.obj")
        with pytest.raises(ValueError, match="Invalid edge equality"):
            body.make_flex(name="f", equality=2)


def test_encode(tmp_path):
    """Write a model by the end of its file's name."""
    spec = ours.MjSpec()
    spec.worldbody.add_geom(size=[0.1, 0, 0])
    assert spec.encode(str(tmp_path / "a.xml")) == (tmp_path / "a.xml").stat().st_size
    assert ours.MjSpec.from_file(str(tmp_path / "a.xml")).compile().ngeom == 1
    with pytest.raises(ours.FatalError, match="no encoder"):
        spec.encode(str(tmp_path / "a.unknown"))
