"""Attaching from Python."""

import copy
import pickle

import pytest

from corten.errors import ModelError
from corten.spec import Spec

ARM = """<mujoco model="arm"><compiler angle="radian"/>
<default><geom size=".1"/><default class="soft"><geom margin="1"/></default></default>
<asset><material name="steel"/></asset><worldbody><body name="upper" childclass="soft">
<joint name="shoulder" range="-1 1"/><geom name="bone" material="steel"/><site name="hand" pos="0 0 1" euler="1 0 0"/>
</body></worldbody><actuator><motor name="m" joint="shoulder"/></actuator>
<keyframe><key name="up" qpos="0.5"/></keyframe></mujoco>"""


pytestmark = pytest.mark.filterwarnings("ignore::corten.errors.UnbuiltFeatureWarning")


@pytest.fixture
def arm():
    """Return a small model."""
    return Spec.from_string(ARM)


def test_names_get_prefix_and_suffix(arm):
    """Rename what comes in, and what refers to it, and leave the other model as it was."""
    spec = Spec("body")
    before = arm.to_xml()
    frame = spec.worldbody.attach(arm, prefix="left_", suffix="_1")
    assert frame.tag == "frame" and frame.childclass == "left_main_1"
    assert spec.find("body", "left_upper_1").childclass == "left_soft_1"
    assert spec.find("geom", "left_bone_1").material == "left_steel_1"
    assert spec.find("motor", "left_m_1").joint == "left_shoulder_1"
    assert spec.find("key", "left_up_1").qpos == (0.5,)
    assert arm.to_xml() == before
    assert spec.compile().nv == 1


def test_angles_are_rewritten(arm):
    """Write angles of a model in radians as degrees, where the other model has degrees."""
    spec = Spec()
    spec.worldbody.attach(arm, prefix="a_")
    assert spec.find("joint", "a_shoulder").range == pytest.approx((-57.29577951308232, 57.29577951308232))
    assert spec.find("site", "a_hand").euler == pytest.approx((57.29577951308232, 0, 0))


def test_the_same_model_twice(arm):
    """Attach a model several times, at a site of the first, too."""
    spec = Spec()
    spec.worldbody.attach(arm, prefix="a_")
    hand = spec.find("site", "a_hand")
    inner = hand.attach(arm.find("body", "upper"), prefix="b_")
    assert inner.name == "b_upper" and inner.parent.tag == "frame"
    assert inner.parent.pos == (0.0, 0.0, 1.0) and inner.parent.parent is spec.find("body", "a_upper")
    model = spec.compile()
    assert model.nv == 2 and [model.name("actuator", i) for i in range(2)] == ["a_m", "b_m"]
    assert model.key_qpos.tolist() == [[0.5, 0.0], [0.0, 0.5]]


def test_a_part_of_the_model_itself(arm):
    """Copy a body inside its own model with all that names it; assets are shared."""
    twin = arm.worldbody.attach(arm.find("body", "upper"), prefix="other_")
    twin.pos = 1, 0, 0
    assert arm.find("geom", "other_bone").material == "steel"
    assert arm.find("motor", "other_m").joint == "other_shoulder"
    assert len(arm.asset.children) == 1
    assert arm.compile().nu == 2


def test_no_prefix_at_all(arm):
    """Attach a model under its own names, with a default class that does not take the place of the top one."""
    spec = Spec()
    spec.default.add_geom(size=3)
    spec.worldbody.add_geom(name="own")
    spec.worldbody.attach(arm)
    model = spec.compile()
    assert model.geom("own").size[0] == 3 and model.geom("bone").size[0] == 0.1


def test_settings_survive_copies_and_text(arm):
    """Keep rules for inertia with an attached part through copies, pickles and MJCF."""
    arm.compiler.boundmass = 70
    spec = Spec()
    spec.worldbody.add_body(name="own").add_geom(size=0.1)
    spec.worldbody.attach(arm, prefix="a_")
    for twin in (
        spec,
        spec.copy(),
        copy.deepcopy(spec),
        pickle.loads(pickle.dumps(spec)),
        Spec.from_string(spec.to_xml()),
    ):
        model = twin.compile()
        assert model.body("a_upper").mass == 70
        assert model.body("own").mass == pytest.approx(4.18879)


def test_what_cannot_be_written(arm):
    """Refuse to write inertia that the rules of the whole model would change."""
    spec = Spec()
    spec.compiler.boundmass = 70
    spec.worldbody.attach(arm, prefix="a_")
    assert spec.compile().body("a_upper").mass < 70
    with pytest.raises(ModelError, match="attached from a model with other rules for inertia, which cannot be written"):
        spec.to_xml()


def test_assets_in_memory_come_along():
    """Find files of an attached model that exist in memory only, also if this model has others of the same name."""
    cube = "\n".join(["v 0 0 0", "v 1 0 0", "v 0 1 0", "v 0 0 1", "f 1 3 2", "f 1 2 4", "f 1 4 3", "f 2 3 4"])
    xml = (
        '<mujoco><asset><mesh name="m" file="m.obj"/></asset><worldbody><geom name="g" type="mesh" mesh="m"/>'
        "</worldbody></mujoco>"
    )
    child = Spec.from_string(xml, {"m.obj": cube})
    spec = Spec.from_string(xml, {"m.obj": cube.replace("1", "2").replace("f 2", "f 1")} | {"n.obj": cube})
    spec.find("mesh", "m").file = "n.obj"
    spec.worldbody.attach(child, prefix="a_")
    assert [mesh.file for mesh in spec.asset] == ["n.obj", "a_m.obj"]
    assert spec.compile().nmesh == 2


def test_files_of_another_folder(tmp_path):
    """Name the files of an attached model as they are found from the folder of this one."""
    (tmp_path / "kid" / "meshes").mkdir(parents=True)
    (tmp_path / "kid" / "kid.xml").write_text(
        '<mujoco><compiler meshdir="meshes"/><asset><mesh name="m" file="m.stl"/></asset><worldbody/></mujoco>'
    )
    (tmp_path / "scene.xml").write_text(
        '<mujoco><compiler meshdir="own" strippath="true"/><asset><mesh name="n" file="a/n.stl"/></asset></mujoco>'
    )
    spec = Spec.from_file(tmp_path / "scene.xml")
    child = Spec.from_file(tmp_path / "kid" / "kid.xml")
    spec.worldbody.attach(child, prefix="a_")
    assert [mesh.file for mesh in spec.asset] == ["n.stl", "../kid/meshes/m.stl"]
    assert not spec.compiler.strippath
    alone = Spec()
    alone.worldbody.attach(child, prefix="a_")
    assert alone.find("mesh", "a_m").file == str(tmp_path / "kid" / "meshes" / "m.stl")


def test_what_cannot_be_attached(arm):
    """Say what can be attached, and to what."""
    spec = Spec()
    with pytest.raises(
        ModelError, match='<geom name="bone">: it cannot be attached; a body, a frame or a whole model can'
    ):
        spec.worldbody.attach(arm.find("geom", "bone"))
    with pytest.raises(ModelError, match="<option>: nothing can be attached to it"):
        spec.option.attach(arm)
    spec.worldbody.add_replicate(count=2).add_body(name="b")
    with pytest.raises(ModelError, match="<replicate>: a model with keyframes is attached beside it"):
        spec.worldbody.attach(arm, prefix="a_")
    with pytest.raises(ModelError, match='<body name="b">: it stands inside a <replicate>'):
        arm.worldbody.attach(spec.find("body", "b"))
