"""A model that is compiled again is the one that compiling all of it gives, to the last bit."""

import copy
import pickle
import re
import threading
from itertools import pairwise

import numpy as np
import pytest

import corten
from corten.compile import collect, compiler
from corten.compile.recompile import MOST_WAITING, Waiting
from corten.errors import ModelError, ModelWarning
from support.recompiled import assert_same, compile_whole

XML = """
<mujoco>
  <option timestep=".002"/>
  <default><geom friction=".7"/><default class="thin"><geom size=".01"/></default></default>
  <worldbody>
    <frame name="shelf" pos="0 0 .1"><geom name="board" type="box" size=".1 .1 .01" pos="2 2 0"/></frame>
    <light name="sun" pos="0 0 3"/>
    <camera name="eye" pos="1 0 1" euler="10 20 30"/>
    <geom name="floor" type="plane" size="1 1 .1"/>
    <body name="a" pos="0 0 1">
      <joint name="hinge" axis="0 1 0" range="-40 40" damping=".1"/>
      <geom name="rod" type="capsule" fromto="0 0 0 .2 0 -.3" size=".04"/>
      <geom name="ball" size=".1" pos=".2 0 -.3"/>
      <site name="tip" pos=".2 0 -.3" size=".01"/>
      <body name="b" pos=".2 0 -.3">
        <inertial pos="0 0 0" mass="1" diaginertia=".1 .1 .1"/>
        <joint name="slide" type="slide" axis="1 0 0" stiffness="10"/>
        <geom name="end" class="thin"/>
      </body>
    </body>
    <body name="free" pos="1 0 1"><freejoint/><geom name="box" type="box" size=".1 .2 .3"/></body>
  </worldbody>
  <tendon><fixed name="string"><joint joint="hinge" coef="1"/><joint joint="slide" coef="2"/></fixed></tendon>
  <actuator><position name="servo" joint="hinge" kp="10" dampratio="1"/></actuator>
  <keyframe><key qpos=".1 .2 1 0 1 1 0 0 0"/><key/></keyframe>
</mujoco>
"""

# elements with an attribute each and numbers for it, none of which needs more than the bodies concerned
NUMBERS = {
    "frame": ("body", "a", "pos", (0.1, 0.2, 1.1)),
    "turned": ("body", "b", "euler", (5, 6, 7)),
    "size": ("geom", "rod", "size", (0.05,)),
    "ends": ("geom", "rod", "fromto", (0, 0, 0, 0.3, 0.1, -0.2)),
    "moved": ("geom", "ball", "pos", (0.3, 0, -0.3)),
    "density": ("geom", "box", "density", 500),
    "colour": ("geom", "box", "rgba", (1, 0, 0, 1e300)),
    "axis": ("joint", "hinge", "axis", (0, 1, 1)),
    "limits": ("joint", "hinge", "range", (-20, 60)),
    "unlimited": ("joint", "hinge", "range", (0, 0)),
    "damping": ("joint", "slide", "damping", (3,)),
    "armature": ("joint", "slide", "armature", 0.2),
    "reference": ("joint", "slide", "ref", 0.3),
    "site": ("site", "tip", "pos", (0, 0, 0)),
    "free": ("body", "free", "pos", (2, 0, 1)),
    "camera": ("camera", "eye", "fovy", 30),
    "light": ("light", "sun", "dir", (1, 0, -1)),
    "world": ("geom", "floor", "size", (2, 3, 0.1)),
    "sign": ("body", "free", "pos", (-0.0, 0, 1)),
}

# edits of numbers of what refers to bodies, and of classes
REFERRING = {
    "class": lambda spec: setattr(spec.find("default", "thin").children[0], "size", (0.02,)),
    "class at the top": lambda spec: setattr(spec.default.children[0], "friction", (0.9,)),
    "gain": lambda spec: setattr(spec.find("position", "servo"), "kp", 30),
    "gear": lambda spec: setattr(spec.find("position", "servo"), "gear", (2,)),
    "damped": lambda spec: setattr(spec.find("position", "servo"), "damping", (0.3,)),
    "coefficient": lambda spec: setattr(spec.find("fixed", "string").children[0], "coef", -1),
    "spring": lambda spec: setattr(spec.find("fixed", "string"), "stiffness", (5,)),
    "key": lambda spec: setattr(spec.keyframe.children[1], "time", 3),
    "state": lambda spec: setattr(spec.keyframe.children[0], "qpos", (0.3,)),
}

# edits of a spec that need all of it
WHOLE = {
    "name": lambda spec: setattr(spec.find("body", "a"), "name", "other"),
    "type": lambda spec: setattr(spec.find("geom", "rod"), "type", "cylinder"),
    "weightless": lambda spec: setattr(spec.find("body", "a"), "gravcomp", 1),
    "yielding": lambda spec: setattr(spec.find("joint", "slide"), "springyield", 0.1),
    "user": lambda spec: setattr(spec.find("geom", "ball"), "user", (1, 2)),
    "sticky": lambda spec: setattr(spec.find("geom", "ball"), "adhesion", 3),
    "user numbers of a class": lambda spec: setattr(spec.find("default", "thin").children[0], "user", (1,)),
    "armature of a tendon": lambda spec: setattr(spec.find("fixed", "string"), "armature", 1),
    "body": lambda spec: spec.worldbody.add_body(pos=(3, 0, 0)).add_geom(size=(0.1,)),
    "fewer": lambda spec: spec.find("geom", "end").remove(),
    "frame": lambda spec: setattr(spec.find("frame", "shelf"), "pos", (0, 0, 0.2)),
    "no longer simple": lambda spec: setattr(spec.find("geom", "box"), "pos", (0.1, 0, 0)),
}


@pytest.fixture(name="spec")
def _spec():
    spec = corten.Spec.from_string(XML)
    for _ in range(2):
        spec.compile()
    return spec


@pytest.fixture(autouse=True)
def _nobody_waits(monkeypatch):
    monkeypatch.setattr(compiler, "WAITING", Waiting())


def forbid_whole(monkeypatch):
    """Let nobody compile a whole tree from now on."""
    monkeypatch.setattr(compiler, "collect_objects", lambda *_: pytest.fail("compiled as a whole"))


@pytest.mark.parametrize("name", NUMBERS)
def test_numbers_compile_what_depends_on_them(spec, name, monkeypatch):
    """Give the same bits after a number was changed as compiling everything, without doing so; there and back."""
    before = compile_whole(spec)
    tag, object_name, attribute, value = NUMBERS[name]
    element = spec.find(tag, object_name)
    old = element[attribute]
    element[attribute] = value
    whole = compile_whole(spec)
    forbid_whole(monkeypatch)
    assert_same(spec.compile(), whole)
    element[attribute] = old
    assert_same(spec.compile(), before)


@pytest.mark.parametrize("name", REFERRING)
def test_numbers_of_what_refers_to_bodies_leave_the_rest(spec, name, monkeypatch):
    """Give the same bits after a number of a class, an actuator, a tendon or a key was changed; there and back."""
    before, twin = compile_whole(spec), spec.copy()
    REFERRING[name](twin)
    whole = compile_whole(twin)
    forbid_whole(monkeypatch)
    REFERRING[name](spec)
    assert_same(spec.compile(), whole)
    for element, old in zip(spec.root.walk(), corten.Spec.from_string(XML).root.walk(), strict=True):
        element.attributes.clear()
        element.attributes.update(old.attributes)
    assert_same(spec.compile(), before)


def test_settings_are_numbers_too(spec, monkeypatch):
    """Take changed options, statistics and pictures' settings without compiling bodies."""
    spec.option.gravity = (0, 0, -1)
    spec.statistic.extent = 3
    spec.visual.add("map", force=0.3)
    whole = compile_whole(spec)
    assert_same(spec.compile(), whole)
    spec.compile()
    spec.option.gravity, spec.statistic.extent = (0, 0, -2), 4
    whole = compile_whole(spec)
    forbid_whole(monkeypatch)
    assert_same(spec.compile(), whole)


@pytest.mark.parametrize("name", WHOLE)
def test_what_decides_about_more_is_obeyed(spec, name):
    """Compile everything after an edit that numbers alone do not follow."""
    WHOLE[name](spec)
    assert_same(spec.compile(), compile_whole(spec))
    assert_same(spec.compile(), compile_whole(spec))


def test_models_are_independent(spec):
    """Give each model memory of its own: what users write into one is in no other."""
    models = [spec.compile() for _ in range(3)]
    models[1].body_mass[:], models[1].opt.timestep = 7.0, 0.5
    for one in (models[0], models[2], spec.compile()):
        assert one.body_mass[1] != 7.0 and one.opt.timestep == 0.002
    assert not any(np.shares_memory(one.body_mass, other.body_mass) for one, other in pairwise(models))


def test_mistakes_are_those_of_compiling_everything(spec):
    """Refuse a wrong number as ever, and go on once it is right."""
    ball = spec.find("geom", "ball")
    ball.size = (-1.0,)
    with pytest.raises(ModelError, match=r"<geom name=\"ball\">.*radius -1"):
        spec.compile()
    ball.size = (0.2,)
    for _ in range(3):
        assert spec.compile().geom("ball").size[0] == 0.2


def test_files_are_looked_at(tmp_path):
    """See that the file of a mesh has changed, though the tree has not."""
    cube = np.array([[x, y, z] for x in (0, 1) for y in (0, 1) for z in (0, 1)], float)
    mesh, geom = "<mesh name='m' file='m.obj'/>", "<geom type='mesh' mesh='m'/>"
    text = f"<mujoco><asset>{mesh}</asset><worldbody>{geom}</worldbody></mujoco>"
    corners = ("124", "143", "578", "586", "156", "162", "348", "387", "137", "175", "268", "284")
    faces = "".join(f"f {' '.join(face)}\n" for face in corners)

    def write(scale):
        points = "".join(f"v {x} {y} {z}\n" for x, y, z in scale * cube)
        (tmp_path / "m.obj").write_text(points + faces)

    write(1)
    spec = corten.Spec.from_string(text, base_dir=tmp_path)
    volumes = [spec.compile().geom_rbound[0] for _ in range(3)]
    write(20)
    assert spec.compile().geom_rbound[0] == pytest.approx(20 * volumes[2])


def test_texts_of_one_structure_share_what_is_known(monkeypatch):
    """Compile texts that differ in numbers alone as if each were the first; tell the line of a mistake in the last."""
    texts = [XML.replace('size=".1" pos', f'size="{size}" pos') for size in (0.1, 0.2, 0.3, 0.1)]
    first = [corten.load_model_from_string(text) for text in texts[:2]]
    monkeypatch.setattr(compiler, "WAITING", Waiting())
    expected = []
    for text in texts:
        monkeypatch.setattr(compiler, "WAITING", Waiting())
        expected.append(corten.load_model_from_string(text))
    monkeypatch.setattr(compiler, "WAITING", Waiting())
    for text in texts[:2]:
        corten.load_model_from_string(text)
    wrong = "\n\n" + XML.replace('size=".1" pos', 'size="-1" pos')
    with monkeypatch.context() as patch:
        forbid_whole(patch)
        for text, model in zip(texts, expected, strict=True):
            assert_same(corten.load_model_from_string(text), model)
    line = wrong[: wrong.index('name="ball"')].count("\n") + 1
    with pytest.raises(ModelError, match="radius") as told:
        corten.load_model_from_string(wrong)
    assert told.value.line == line
    assert_same(corten.load_model_from_string(texts[0]), first[0])


def test_structures_that_differ_do_not_meet():
    """Tell apart texts that differ in a word, in the sign of a zero elsewhere, and in what they name."""
    others = [
        XML.replace('type="slide"', 'type="hinge"'),
        XML.replace('coef="1"', 'coef="-0"'),
        XML.replace('coef="1"', 'coef="0"'),
        XML.replace('joint="hinge" kp', 'joint="slide" kp'),
        XML.replace('friction=".7"', 'friction=".8"'),
        XML.replace('name="shelf" pos="0 0 .1"', 'name="shelf" pos="0 0 .2"'),
    ]
    for text in (XML, XML, XML, *others):
        assert_same(corten.load_model_from_string(text), compile_whole(corten.Spec.from_string(text)))


def test_structures_may_take_turns(spec, monkeypatch):
    """Find again what was found out about a tree that has become what it was, whatever else was compiled meanwhile."""
    first, other = compile_whole(spec), None
    for turn in range(4):
        if turn == 2:
            forbid_whole(monkeypatch)
        body = spec.worldbody.add_body(name="more", pos=(3, 0, 0))
        body.add_geom(size=(0.1,))
        with_body = spec.compile()
        other = with_body if other is None else other
        assert_same(with_body, other)
        body.remove()
        assert_same(spec.compile(), first)


def test_few_models_are_remembered():
    """Forget the structure that waited longest when there are many."""
    waiting = compiler.WAITING
    for count in range(MOST_WAITING + 3):
        geoms = '<geom size=".1"/>' * (count + 1)
        text = f"<mujoco><worldbody>{geoms}</worldbody></mujoco>"
        for _ in range(2):
            corten.load_model_from_string(text)
    assert len(waiting._recompilers) == MOST_WAITING


def test_threads_may_compile_one_spec(spec):
    """Give every thread the model that it asked for."""
    expected, found = compile_whole(spec), []
    threads = [threading.Thread(target=lambda: found.append(spec.compile())) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == len(threads)
    for model in found:
        assert_same(model, expected)


def test_copies_of_a_spec_are_edited_by_themselves(spec):
    """Copy and pickle a spec that was compiled; an edit of one is none of another."""
    for twin in (spec.copy(), copy.deepcopy(spec), pickle.loads(pickle.dumps(spec))):
        twin.find("geom", "ball").size = (0.5,)
        assert twin.compile().geom("ball").size[0] == 0.5
        assert spec.compile().geom("ball").size[0] == 0.1


def test_what_is_warned_of_is_warned_of_again():
    """Warn of a joint without inertia each time that the model is compiled."""
    spec = corten.Spec.from_string(
        "<mujoco><worldbody><body name='a'><joint/><joint/><geom size='.1'/></body></worldbody></mujoco>"
    )
    for _ in range(4):
        with pytest.warns(ModelWarning, match=re.escape("singular at qpos0")):
            spec.compile()


def test_an_added_body_leaves_others_as_they_were(spec, monkeypatch):
    """Compile only what is new, what it stands in, and what looks elsewhere, after bodies were added and removed."""
    compiled = []
    compile_body = collect.compile_body

    def record(body, context):
        compiled.append(body.name)
        compile_body(body, context)

    for number in range(3):
        spec.find("body", "a").add_body(name=f"new{number}").add_geom(size=(0.1,))
        if number == 2:
            spec.find("body", "new0").remove()
            monkeypatch.setattr(collect, "compile_body", record)
        model = spec.compile()
    # the world has a geom in a frame
    assert compiled == ["world", "new2"]
    assert_same(model, compile_whole(spec))
    spec.find("default", "thin").children[0].rgba = (1, 0, 0, 1)
    spec.find("body", "a").add_body(name="last").add_geom(size=(0.1,))
    assert_same(spec.compile(), compile_whole(spec))
