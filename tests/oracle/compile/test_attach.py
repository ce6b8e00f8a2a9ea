"""Attached models compile to MuJoCo's constants, from XML and from Python."""

import re

import pytest

import corten
from corten.compile import load_model_from_string
from corten.errors import ModelWarning
from corten.spec import Spec
from support import oracle
from support.attach_scenes import ALL, BODY, CHILD, SCENES, parent
from support.differences import differences

pytestmark = [
    pytest.mark.filterwarnings("ignore::corten.errors.UnbuiltFeatureWarning"),
    pytest.mark.filterwarnings("ignore::corten.errors.ModelWarning"),
]

INERTIAL = '<inertial pos="0 0 0" mass="1" diaginertia="1 1 1"/>'
BALL = '<body name="x"><joint name="xj"/><geom size=".1"/><geom size=".2" group="3" pos="1 0 0"/></body>'


def kid(inside: str, head: str = "", tail: str = "") -> str:
    """Return a small model to be attached."""
    return f'<mujoco model="kid">{head}<worldbody>{inside}</worldbody>{tail}</mujoco>'


def check(xml: str, **models: str) -> corten.Model:
    """Compare a model with the oracle's; `models` are the files that it names, without their ending."""
    files = {f"{name}.xml": text for name, text in models.items()}
    want = oracle.compiled(xml, files)
    model = load_model_from_string(xml, files)
    assert differences(model, want) == {}

    # what is written of it is the same model
    text = Spec.from_string(xml, files).flat().to_xml()
    assert "<attach" not in text and "<model" not in text
    assert differences(oracle.compiled(text), want) == {}
    return model


@pytest.mark.parametrize("name", SCENES)
def test_scene(name):
    """Agree with the oracle in all constants, names and their order."""
    # sensors that name nothing are doubled there by every replica
    check(SCENES[name], kid=CHILD.replace('<clock name="ck"/>', "") if name == "in replicas" else CHILD)


def test_models_in_models():
    """Attach a model that has attached another, and that has replicas and keyframes."""
    middle = kid(
        '<body name="arm"><joint name="aj"/><geom size=".1"/><replicate count="2" offset="0 1 0"><site name="hook"/>'
        f'</replicate><frame pos="0 0 1">{BODY}</frame></body>',
        '<default><geom density="50"/></default><asset><model name="kid" file="kid.xml"/></asset>',
        '<keyframe><key name="mk" qpos="1 2 3"/></keyframe>',
    )
    top = parent(after='<attach model="middle" prefix="n_"/>').replace(
        "<asset>", '<asset><model name="middle" file="middle.xml"/>'
    )
    still = re.sub("<keyframe>.*</keyframe>", "", CHILD, flags=re.DOTALL)
    check(top, kid=still, middle=middle)

    # keyframes of the innermost model have the names of all that it came through
    model = load_model_from_string(top, {"kid.xml": CHILD, "middle.xml": middle})
    assert [model.name("key", i) for i in range(model.nkey)] == ["pk", "n_mk", "n_p_home", "n_p_short"]


def test_urdf_is_a_model():
    """Attach a robot that a URDF describes, with its angles in radians and its fixed links kept."""
    urdf = (
        '<robot name="kid"><link name="a"/><link name="b"><collision><geometry><sphere radius="1"/></geometry>'
        '</collision></link><joint name="j" type="revolute"><parent link="a"/><child link="b"/><origin rpy="1 0 0"/>'
        '<limit lower="-1" upper="1"/></joint></robot>'
    )
    check(parent(after=ALL), kid=urdf)


def test_a_keyframe_without_a_name():
    """Give the only keyframe without a name that of the prefix; several keep none."""
    key = '<keyframe><key qpos="0.3"/></keyframe>'
    model = check(parent(after=ALL), kid=kid(BALL, tail=key))
    assert model.name("key", 1) == "p_"
    files = {"kid.xml": kid(BALL, tail=key.replace("<key ", '<key time="1"/><key '))}
    model = load_model_from_string(parent(after=ALL), files)
    assert [model.name("key", i) for i in range(3)] == ["pk", "", ""]


def test_order_of_replicas_and_attached_parts():
    """Copy actuators in the order in which the text makes what they move."""
    inside = "".join(
        f'<replicate count="2"><body name="{n}"><joint name="{n}j"/><geom size=".1"/></body></replicate>' for n in "xy"
    )
    tail = '<actuator><motor name="my" joint="yj"/><motor name="mx" joint="xj"/></actuator>'
    nested = inside.replace('<replicate count="2"><body name="y">', '<body><replicate count="2"><body name="y">')
    nested = nested.removesuffix("</replicate>") + "</replicate></body>"
    model = check(f"<mujoco><worldbody>{nested}</worldbody>{tail}</mujoco>")
    assert [model.name("actuator", i) for i in range(4)] == ["mx0", "mx1", "my0", "my1"]


@pytest.mark.parametrize(
    ("theirs", "ours"),
    [
        ('boundmass="100" boundinertia="7"', ""),
        ('inertiafromgeom="true"', ""),
        ('inertiagrouprange="0 0"', ""),
        ('balanceinertia="true"', ""),
        ('alignfree="true"', ""),
        ("", 'alignfree="true"'),
        ('fusestatic="true" discardvisual="true"', ""),
        ("", 'fusestatic="true"'),
        ('boundmass="50"', 'fusestatic="true"'),
        ("", 'discardvisual="true"'),
        ('settotalmass="3"', ""),
    ],
)
def test_settings_of_the_compiler_go_with_the_bodies(theirs, ours):
    """Find the inertia of attached bodies by the rules of their own model, and the rest by those of the whole."""
    inertia = '<inertial pos="0 0 0" mass="1" diaginertia="1 1 {}"/>'.format("3" if "balance" in theirs else "1.5")
    inside = (
        f'{BALL}<body name="w"><joint/>{inertia}<geom size=".1"/><body><geom size=".1" pos="0 0 1"/></body></body>'
        '<body><freejoint/><geom size=".1" pos="1 0 0"/></body><geom size="1" contype="0" conaffinity="0"/>'
    )
    check(parent(after=ALL, head=f"<compiler {ours}/>"), kid=kid(inside, f"<compiler {theirs}/>"))


@pytest.mark.parametrize(("theirs", "ours"), [("auto", "true"), ("auto", "false"), ("true", "auto")])
def test_inertia_from_geoms_or_not(theirs, ours):
    """Follow inertiafromgeom of each model for its own bodies."""
    inside = f'<body name="w"><joint/>{INERTIAL}<geom size=".1"/></body><body><joint/><geom size=".1"/></body>'
    xml = f"""<mujoco><compiler inertiafromgeom="{ours}"/><asset><model name="kid" file="kid.xml"/></asset>
      <worldbody><body>{INERTIAL}<joint/><geom size=".1"/></body>{ALL}</worldbody></mujoco>"""
    files = {"kid.xml": kid(inside, f'<compiler inertiafromgeom="{theirs}"/>')}
    assert differences(load_model_from_string(xml, files), oracle.compiled(xml, files)) == {}


OPTIONS = (
    '<option timestep="0.01" gravity="0 0 -1" iterations="7" actuatorgroupdisable="1 2"><flag contact="disable" '
    'energy="enable"/></option><size nuserdata="3"/>'
)


@pytest.mark.parametrize("policy", ["warning", "merge", "error"])
@pytest.mark.parametrize(
    "ours",
    [
        "",
        '<option timestep="0.005" iterations="70" actuatorgroupdisable="2 4"><flag gravity="disable"/></option>',
        '<option timestep="0.01" gravity="0 0 -1" iterations="7"/><size nuserdata="3"/>',
        '<option gravity="0 0 -2"/>',
    ],
)
def test_options_that_differ(policy, ours):
    """Keep, merge or refuse options as the oracle does."""
    xml = parent(after=ALL, head=f'<compiler conflict="{policy}"/>{ours}')
    files = {"kid.xml": kid(BALL, OPTIONS)}
    if oracle.load_error(xml, {name: text.encode() for name, text in files.items()}):
        with pytest.raises(corten.ModelError, match=r"<attach>: \w+ is .* in a model that is attached and .* here"):
            load_model_from_string(xml, files)
    else:
        assert differences(load_model_from_string(xml, files), oracle.compiled(xml, files)) == {}


def test_options_that_are_left_out_are_told():
    """Warn of options of an attached model that have no effect."""
    with pytest.warns(ModelWarning, match="kid is attached without its options timestep='0.01'"):
        load_model_from_string(parent(after=ALL), {"kid.xml": kid(BALL, '<option timestep="0.01"/>')})


@pytest.mark.parametrize("name", ["a model, after", "a body", "a frame", "a body in a frame"])
def test_python_attaches_the_same(name):
    """Attach from Python what an <attach> element attaches."""
    files = {"kid.xml": CHILD}
    child = Spec.from_string(CHILD)
    spec = Spec.from_string(parent(), files)
    base = spec.find("body", "base")
    after = base.children.pop()
    match name:
        case "a model, after":
            base.adopt(after)
            spec.worldbody.attach(child, prefix="p_")
        case "a body":
            assert base.attach(child.find("body", "b"), "p_").name == "p_b"
        case "a frame":
            base.attach(child.find("frame", "F"), prefix="p_")
        case "a body in a frame":
            base.add_frame(name="G", pos=(1, 0, 0), euler=(0, 0, 90)).attach(child.find("body", "b"), prefix="p_")
    if after not in base.children:
        base.adopt(after)
    want = oracle.compiled(SCENES[name], files)
    assert differences(spec.compile(), want) == {}
    assert differences(oracle.compiled(spec.flat().to_xml()), want) == {}
    assert child.find("body", "b").name == "b"
