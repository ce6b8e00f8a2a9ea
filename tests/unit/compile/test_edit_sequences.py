"""Specs that are edited at random, element by element, compile to the bits and the errors of a Spec that is new."""

import random
import warnings

import pytest

import corten
from corten.compile import compiler
from corten.compile.recompile import Waiting
from corten.errors import ModelError
from support.recompiled import assert_same, compile_whole

XML = """
<mujoco>
  <option timestep=".002"/>
  <size nuser_geom="2"/>
  <default>
    <geom friction=".7"/><joint damping=".1"/><motor ctrlrange="-1 1"/><equality solref=".03 1"/><tendon width=".01"/>
    <default class="thin"><geom size=".01"/><site size=".02"/><position kp="3"/></default>
  </default>
  <asset>
    <texture name="sky" builtin="gradient" type="2d" width="4" height="4"/><material name="paint" rgba="1 0 0 1"/>
    <mesh name="wedge" vertex="0 0 0 .1 0 0 0 .1 0 0 0 .1"/>
  </asset>
  <worldbody>
    <frame name="shelf" pos="0 0 .1"><geom name="board" type="box" size=".1 .1 .01" pos="2 2 0"/></frame>
    <light name="sun" pos="0 0 3"/>
    <camera name="eye" pos="1 0 1" euler="10 20 30"/>
    <geom name="floor" type="plane" size="1 1 .1" material="paint"/>
    <body name="a" pos="0 0 1">
      <joint name="hinge" axis="0 1 0" range="-40 40"/>
      <geom name="rod" type="capsule" fromto="0 0 0 .2 0 -.3" size=".04"/>
      <geom name="ball" size=".1" pos=".2 0 -.3" user="1 2"/>
      <site name="tip" pos=".2 0 -.3" size=".01"/>
      <body name="b" pos=".2 0 -.3" childclass="thin">
        <inertial pos="0 0 0" mass="1" diaginertia=".1 .1 .1"/>
        <joint name="slide" type="slide" axis="1 0 0" stiffness="10"/>
        <geom name="end"/><site name="toe"/>
      </body>
    </body>
    <body name="free" pos="1 0 1"><freejoint name="root"/><geom name="box" type="box" size=".1 .2 .3"/>
      <geom name="corner" type="mesh" mesh="wedge"/></body>
    <body name="hand" mocap="true" pos="0 1 1"><geom name="palm" size=".05" contype="0" conaffinity="0"/></body>
  </worldbody>
  <contact><pair name="touch" geom1="ball" geom2="box"/><exclude name="apart" body1="a" body2="b"/></contact>
  <tendon>
    <fixed name="string"><joint joint="hinge" coef="1"/><joint joint="slide" coef="2"/></fixed>
    <spatial name="cord" range="0 1"><site site="tip"/><site site="toe"/></spatial>
  </tendon>
  <equality>
    <weld name="held" body1="free" body2="hand"/><joint name="same" joint1="hinge" polycoef="0 .5"/>
    <tendon name="taut" tendon1="string" active="false"/>
  </equality>
  <actuator>
    <position name="servo" class="thin" joint="hinge" dampratio="1"/><motor name="drive" joint="slide" gear="3"/>
    <general name="pull" tendon="cord" dyntype="filter" dynprm=".1" gainprm="2"/>
  </actuator>
  <sensor><jointpos name="angle" joint="hinge"/><framepos name="where" objtype="site" objname="tip"/>
    <actuatorfrc name="effort" actuator="drive"/></sensor>
  <custom><numeric name="magic" data="1 2 3"/></custom>
  <keyframe><key name="up" qpos=".1 .2 1 0 1 1 0 0 0"/><key/></keyframe>
</mujoco>
"""

EDITS = 30

# attributes that make other files, passes or the compiler's search for ranges necessary
LEFT_OUT = ("vertex", "lengthrange")


def change_number(spec, draw):
    """Let a number that some element writes be another, or forget it."""
    written = [
        (element, name)
        for element in spec.root.walk()
        for name, each in element.declaration.attributes.items()
        if each.type == "real" and name in element.attributes and name not in LEFT_OUT
    ]
    element, name = draw.choice(written)
    value = element.attributes[name]
    if draw.random() < 0.1:
        del element[name]
    elif isinstance(value, tuple):
        place = draw.randrange(len(value))
        element[name] = (*value[:place], draw.choice((value[place] * 1.5 + 0.01, 0.0, -0.0, 0.3)), *value[place + 1 :])
    elif isinstance(value, float):
        element[name] = draw.choice((value * 1.5, value + 0.25, 0.0, -value))


def add_in_body(spec, draw):
    """Add a body, or something that a body holds, anywhere in the tree."""
    bodies = [each for each in spec.worldbody.walk() if each.tag in ("body", "worldbody")]
    body, name = draw.choice(bodies), f"n{draw.randrange(10**9)}"
    kinds = ("body", "geom", "site", "camera", "light", "joint")
    kind = draw.choice(kinds[:-1] if body.tag == "worldbody" else kinds)
    if kind == "body":
        body.add_body(name=name, pos=(draw.random(), 0, 1)).add_geom(type="box", size=(0.1, 0.2, 0.1))
    elif kind == "geom":
        body.add_geom(name=name, size=(0.05 + draw.random(),), pos=(0, draw.random(), 0))
    else:
        body.add(kind, **({} if kind == "joint" and draw.random() < 0.5 else {"name": name}))
    added = body.children[-1]
    if draw.random() < 0.5:
        body.children.insert(draw.randrange(len(body.children)), body.children.pop())
    return added


def add_elsewhere(spec, draw):
    """Add an element to a section that refers to bodies, a class, or an asset."""
    name = f"n{draw.randrange(10**9)}"
    choices = (
        lambda: spec.actuator.add("motor", name=name, joint="hinge", gear=(draw.random() + 1,)),
        lambda: spec.actuator.add("velocity", joint="slide", kv=2),
        lambda: spec.sensor.add("jointvel", name=name, joint="slide"),
        lambda: spec.sensor.add("gyro", site="tip", noise=0.1),
        lambda: spec.tendon.add("fixed", name=name).add("joint", joint="slide", coef=2),
        lambda: spec.equality.add("connect", body1="a", body2="free", anchor=(0, 0, 0)),
        lambda: spec.contact.add("exclude", body1="a", body2="free"),
        lambda: spec.default.add("default", class_=name).add("geom", rgba=(1, 0, 0, 1)),
        lambda: spec.asset.add("material", name=name, shininess=0.3),
        lambda: spec.keyframe.add("key", name=name, time=draw.random()),
        lambda: spec.custom.add("numeric", name=name, data=(1, 2)),
    )
    draw.choice(choices)()


def remove(spec, draw):
    """Take an element out, with all that it holds, whatever refers to it."""
    draw.choice([each for each in spec.root.walk() if each.parent is not None]).remove()


def change_word(spec, draw):
    """Let a name, a type, a class or a reference be another one, or none."""
    words = [
        (element, name)
        for element in spec.root.walk()
        for name, value in element.attributes.items()
        if isinstance(value, (str, bool)) and name != "file"
    ]
    element, name = draw.choice(words)
    path = element.declaration.path
    others = [each.attributes[name] for each, other in words if other == name and each.declaration.path == path]
    element.attributes[name] = draw.choice(others)
    if draw.random() < 0.2:
        del element.attributes[name]


CHANGES = (change_number, change_number, change_number, change_number, add_in_body, add_elsewhere, remove, change_word)


def compiled(compile_it):
    """Return a model, or the error instead of it, and what was warned of."""
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        try:
            result = compile_it()
        except ModelError as error:
            result = str(error)
    return result, [str(each.message) for each in said if not isinstance(result, str)]


@pytest.mark.parametrize("seed", range(8))
def test_edited_specs_compile_as_new_ones(seed, monkeypatch):
    """Give the bits, the warnings and the errors of a new Spec after each of many random edits; undo what is wrong."""
    monkeypatch.setattr(compiler, "WAITING", Waiting())
    draw, spec = random.Random(seed), corten.Spec.from_string(XML)
    spec.compile()
    wrong = 0
    for _ in range(EDITS):
        before = spec.copy()
        draw.choice(CHANGES)(spec, draw)
        for _ in range(draw.randrange(1, 4)):
            model, said = compiled(spec.compile)
        whole, also_said = compiled(lambda: compile_whole(spec))
        assert said == also_said
        if isinstance(whole, str):
            assert model == whole
            wrong += 1
            spec.root.children[:] = []
            for child in list(before.root.children):
                spec.root.adopt(child)
        else:
            assert_same(model, whole)
    assert 0 < wrong < EDITS / 2
