"""The exact words for models that are well written but cannot be: file, line, element, what is wrong, what helps."""

import pytest

import corten

WORDS = ("auto", "allowed", "never")


@pytest.fixture
def message(tmp_path, monkeypatch):
    """Return a function that gives the error of a model called scene.xml, the text of which begins on line 2."""
    monkeypatch.chdir(tmp_path)

    def error_of(xml: str, kind=corten.ModelError) -> str:
        (tmp_path / "scene.xml").write_text(f"<mujoco>\n{xml}\n</mujoco>")
        with pytest.raises(corten.ModelError) as caught:
            corten.load_model("scene.xml")
        assert type(caught.value) is kind
        assert (caught.value.file, caught.value.element) != (None, None)
        return str(caught.value).removeprefix("scene.xml:")

    return error_of


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (
            '<joint name="knee" range="1.2 -0.4"/><geom size=".1"/>',
            '2: <joint name="knee">: range is 1.2 -0.4; the first number must be smaller: swap them?',
        ),
        (
            '\n<joint limited="true"/><geom size=".1"/>',
            "3: <joint>: range is 0 0; the first number must be smaller: give range",
        ),
        (
            '<joint actuatorfrcrange="2 2"/><geom size=".1"/>',
            "2: <joint>: actuatorfrcrange is 2 2; the first number must be smaller: leave room between them",
        ),
        (
            '<joint type="ball" range="10 20"/><geom size=".1"/>',
            "2: <joint>: range is 10 20; a ball joint is limited by one angle, so the first number must be 0",
        ),
        ('<joint axis="0 0 0"/><geom size=".1"/>', "2: <joint>: axis has length zero; it needs a direction"),
        (
            '<joint springdamper="-1 1"/><geom size=".1"/>',
            "2: <joint>: springdamper is -1 1; time constant [s] and damping ratio must both be positive",
        ),
        (
            "<joint/>",
            '2: <body name="leg">: this body moves but has mass 0 kg and inertia 0 0 0 kg m^2, which must be at least '
            "1e-15; add a geom with mass, or an inertial",
        ),
        (
            '<joint name="one" armature="-100"/><geom size=".1" pos="1 0 0"/>',
            '2: <joint name="one">: the mass matrix is not positive definite at qpos0: this joint meets negative '
            "inertia there; give it positive armature",
        ),
        (
            '<inertial pos="0 0 0" mass="1" diaginertia="1 1 3"/>',
            "2: <inertial>: the moments of inertia 1 1 3 are impossible: none can be larger than the other two "
            'together; correct them, or let <compiler balanceinertia="true"> make all three equal',
        ),
        (
            '<inertial pos="0 0 0" mass="-1" diaginertia="1 1 1"/>',
            "2: <inertial>: mass is -1; it must not be negative",
        ),
        (
            '<inertial pos="0 0 0" mass="1" diaginertia="1 1 -1"/>',
            "2: <inertial>: diaginertia has -1; moments of inertia must not be negative",
        ),
        (
            '<inertial pos="0 0 0" mass="1" fullinertia="1 1 -2 0 0 0"/>',
            "2: <inertial>: the inertia matrix has the principal moment -2 kg m^2; all of them must be positive",
        ),
        (
            '<inertial pos="0 0 0" mass="1"/><frame><inertial pos="0 0 0" mass="1"/></frame>',
            '2: <inertial>: <body name="leg"> has an inertial already; the first is at scene.xml:2',
        ),
        (
            '<geom size=".1"/><body><freejoint name="root"/><geom size=".1"/></body>',
            '2: <freejoint name="root">: a free joint can only move a child of the world; use other joints inside the '
            "tree",
        ),
        (
            '<freejoint/><joint/><geom size=".1"/>',
            "2: <freejoint>: a free joint must be the only joint of its body",
        ),
        (
            '<joint type="ball"/><joint axis="1 0 0"/><geom size=".1"/>',
            '2: <body name="leg">: a joint that rotates comes after a ball joint, which rotates about all axes '
            "already; put it first, or into a body of its own",
        ),
        (
            '<joint type="slide"/>' * 7 + '<geom size=".1"/>',
            '2: <body name="leg">: its joints have 7 dofs; a body has at most 6',
        ),
        (
            '<body name="hand" mocap="true"/>',
            '2: <body name="hand">: a mocap body must be a child of the world and have no joints',
        ),
        (
            '<body name="foot" sleep="never"/>',
            '2: <body name="foot">: sleep is never, but this is not the first moving body of a tree, which decides for '
            "all of it; write it there",
        ),
    ],
)
def test_bodies_and_joints(message, body, expected):
    """Say what is wrong with a body, its inertia or its joints."""
    assert message(f'<worldbody><body name="leg">{body}</body></worldbody>') == expected


@pytest.mark.parametrize(
    ("world", "expected"),
    [
        (
            '<geom name="ball" size="-1"/>',
            '2: <geom name="ball">: size has the radius -1; a sphere needs 1 number (radius), and the radius must be '
            "positive",
        ),
        (
            '<geom type="capsule" size=".1"/>',
            "2: <geom>: size has the half length 0; a capsule needs 2 numbers (radius, half length), and the half "
            "length must be positive",
        ),
        (
            '<geom type="plane" size="1 1"/>',
            "2: <geom>: size has the spacing of the grid 0; a plane needs 3 numbers (half length x, half length y, "
            "spacing of the grid), and the spacing of the grid must be positive",
        ),
        (
            '<body><joint/><geom size=".1"/><geom name="floor" type="plane" size="1 1 1"/></body>',
            '2: <geom name="floor">: a plane can only belong to the world or to a body that never moves; use a box '
            "instead",
        ),
        ('<geom size=".1" condim="2"/>', "2: <geom>: condim is 2; allowed are 1, 3, 4 and 6"),
        ('<body><geom size=".1" mass="-2"/></body>', "2: <geom>: mass is -2; it must not be negative"),
        ('<body><geom size=".1" density="-2"/></body>', "2: <geom>: density is -2; it must not be negative"),
        (
            '<body><geom size="1e-6" mass="1"/></body>',
            "2: <geom>: mass is 1, but the volume of the shape is only 4.18879e-18; make it larger, or give the body "
            "an inertial",
        ),
        (
            '<geom size=".1" fromto="0 0 0 0 0 1"/>',
            "2: <geom>: fromto is given for a sphere; it is allowed for capsule, cylinder, ellipsoid and box",
        ),
        (
            '<geom type="box" size=".1" fromto="0 0 1 0 0 1"/>',
            "2: <geom>: fromto has two points that are the same; they must be apart",
        ),
        (
            '<geom type="box" size=".1" fromto="0 0 0 0 0 1" pos="1 0 0"/>',
            "2: <geom>: pos and fromto are given; fromto says where it is, leave out pos",
        ),
        (
            '<geom type="plane" size="1 1 1" fluidshape="ellipsoid"/>',
            "2: <geom>: fluidshape is ellipsoid, but a plane has no half axes; use another type",
        ),
        ('<geom size=".1" quat="1e-9 0 0 0"/>', "2: <geom>: quat has length zero; it cannot be made a unit quaternion"),
        (
            '<geom size=".1" axisangle="0 0 0 9"/>',
            "2: <geom>: the axis of axisangle has length zero; it needs a direction",
        ),
        (
            '<geom size=".1" xyaxes="1 0 0 2 0 0"/>',
            "2: <geom>: xyaxes has a y axis that is zero or parallel to the x axis",
        ),
        ("<joint/>", "2: <joint>: it cannot stand in <worldbody>"),
        (
            "<frame><joint/></frame>",
            "2: <joint>: the world cannot have joints; put the joint into a body",
        ),
        (
            '<frame><inertial pos="0 0 0" mass="1"/></frame>',
            "2: <inertial>: the world cannot have inertia; put the inertial into a body",
        ),
        ('<camera fovy="190"/>', "2: <camera>: fovy is 190; it must be smaller than 180 degrees"),
        (
            '<camera focalpixel="10 10"/>',
            "2: <camera>: focalpixel is given without sensorsize; give the size of the sensor too",
        ),
        (
            '<camera sensorsize="1 1" resolution="0 1"/>',
            "2: <camera>: resolution has a number that is not positive; sensorsize needs a resolution",
        ),
        ('<light dir="0 0 0"/>', "2: <light>: dir has length zero; it needs a direction"),
        ('<light softness="1.5"/>', "2: <light>: softness is 1.5; it must be between 0 and 1"),
    ],
)
def test_shapes_and_views(message, world, expected):
    """Say what is wrong with a geom, site, camera or light."""
    assert message(f"<worldbody>{world}</worldbody>").startswith(expected)


PENDULUM = '<worldbody><body><joint name="knee"/><geom size=".1"/></body></worldbody>'


@pytest.mark.parametrize(
    ("section", "expected"),
    [
        (
            "<actuator><motor name='drive'/></actuator>",
            '2: <motor name="drive">: it pulls on nothing; give one of joint, jointinparent, tendon, cranksite, site',
        ),
        (
            '<actuator><motor joint="knee" jointinparent="knee"/></actuator>',
            "2: <motor>: joint and jointinparent are given; give one of joint, jointinparent, tendon, cranksite, site",
        ),
        (
            '<actuator><motor joint="nee"/></actuator>',
            "2: <motor>: joint is 'nee', but no joint has that name; did you mean 'knee'?",
        ),
        (
            '<actuator><motor joint="knee" ctrlrange="1 -1"/></actuator>',
            "2: <motor>: ctrlrange is 1 -1; the first number must be smaller: swap them?",
        ),
        (
            '<keyframe><key name="up" qpos="1 2"/></keyframe>',
            '2: <key name="up">: qpos has 2 numbers, but the model has 1 coordinates',
        ),
        (
            '<keyframe><key mpos="1 2 3"/></keyframe>',
            "2: <key>: mpos has 3 numbers, but the model has 0 numbers of mocap positions",
        ),
        (
            '<keyframe><key mquat="1 2 3"/></keyframe>',
            "2: <key>: mquat has 3 numbers; mocap orientations have 4 numbers each",
        ),
        (
            '<custom><numeric name="n"/></custom>',
            '2: <numeric name="n">: it has 0 numbers; allowed are 1 to 500: give data, or size',
        ),
        (
            '<custom><numeric name="n" size="1" data="1 2"/></custom>',
            '2: <numeric name="n">: data has 2 numbers, but size is 1; raise size or leave it out',
        ),
        (
            '<custom><tuple name="t"/></custom>',
            '2: <tuple name="t">: it is empty; a tuple needs at least one <element>',
        ),
        (
            '<size nuser_jnt="1"/><worldbody><body><joint user="1 2"/><geom size=".1"/></body></worldbody>',
            "2: <joint>: user has 2 numbers, but <size> says nuser_jnt is 1; raise or remove it there",
        ),
        ('<option timestep="0"/>', "2: <option>: timestep is 0; it must be positive [s]"),
        (
            '<compiler autolimits="false"/><worldbody><body><joint range="0 1"/><geom size=".1"/></body></worldbody>',
            '2: <joint>: range is given, but limited is not, and <compiler autolimits="false"> does not decide it; '
            'write limited="true" or "false"',
        ),
        ("<asset><texture type='2d'/></asset>", "2: <texture>: name is missing: a texture is used by its name"),
    ],
)
def test_other_sections(message, section, expected):
    """Say what is wrong beside the tree of bodies."""
    assert message(f"{section}{PENDULUM}") == expected


def test_length_ranges_that_do_not_settle(message):
    """Refuse to compute the length range of an actuator that nothing stops, as MuJoCo does."""
    xml = f'<compiler><lengthrange mode="all"/></compiler>{PENDULUM}<actuator><motor joint="knee"/></actuator>'
    assert message(xml).startswith("2: <motor>: its length does not settle at the end of its range")


@pytest.mark.parametrize(
    ("tendon", "joints", "reason"),
    [('damping="1"', "ab", "it has a spring or a damper"), ("", "abc", "it spans more than two trees")],
)
def test_tied_trees_must_not_sleep(message, tendon, joints, reason):
    """Refuse sleep of trees that a tendon ties together."""
    body = '<body pos="{0} 0 0" sleep="{1}"><joint name="{2}" type="slide"/><geom size=".1"/></body>'
    bodies = "".join(body.format(i, word, joint) for i, (joint, word) in enumerate(zip("abc", WORDS, strict=True)))
    path = "".join(f'<joint joint="{joint}" coef="1"/>' for joint in joints)
    assert message(f"<worldbody>{bodies}</worldbody><tendon>\n<fixed {tendon}>{path}</fixed></tendon>") == (
        f"3: <fixed>: the bodies that it ties together must not sleep, because {reason}, but one has "
        'sleep="allowed"; write sleep="auto" there'
    )


@pytest.mark.parametrize("attribute", ["dyntype", "gaintype", "biastype"])
def test_user_types_without_a_function(attribute):
    """Refuse a type "user" that has no function, and list the types that need none."""
    body = '<body><joint name="j"/><geom size=".1"/></body>'
    actuator = f'<actuator>\n<general name="a" joint="j" {attribute}="user"/></actuator>'
    with pytest.raises(corten.ModelError, match=r"line 2: <general name=\"a\">.*take one of .*muscle"):
        corten.load_model_from_string(f"<mujoco><worldbody>{body}</worldbody>{actuator}</mujoco>")
