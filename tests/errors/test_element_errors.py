"""What errors say about elements beside the tree of bodies: place, element, trouble and remedy."""

import pytest

import corten
from support.constraint_scenes import WORLD

ASSETS = "<asset>{}</asset>"


@pytest.fixture
def message():
    """Return a function that gives the message of the error that a model raises; the element stands in line 2."""

    def error_of(section: str) -> str:
        with pytest.raises(corten.ModelError) as caught:
            corten.load_model_from_string(f"<mujoco>\n{section}<worldbody>{WORLD}</worldbody></mujoco>")
        assert caught.value.line == 2
        return str(caught.value).removeprefix("line 2: ")

    return error_of


@pytest.mark.parametrize(
    ("section", "expected"),
    [
        ('<contact><pair geom1="ga" geom2="gx"/></contact>', "<pair>: geom2 is 'gx', but no geom has that name"),
        (
            '<contact><pair name="p" geom1="ga" geom2="gd" condim="2"/></contact>',
            '<pair name="p">: condim is 2; allowed are 1, 3, 4 and 6',
        ),
        ('<tendon><fixed name="t"/></tendon>', '<fixed name="t">: its path is empty; give it joints'),
        (
            '<tendon><fixed><joint joint="ball" coef="1"/></fixed></tendon>',
            "<joint>: the joint 'ball' is no hinge or slide; only those have one coordinate",
        ),
        (
            '<tendon><fixed><joint joint="h" coef="1"/><joint joint="h" coef="1"/></fixed></tendon>',
            "<joint>: the joint 'h' stands twice in this tendon; add the coefs",
        ),
        (
            '<tendon><spatial><site site="s0"/><geom geom="floor"/><site site="s1"/></spatial></tendon>',
            "<geom>: the geom 'floor' is a plane; tendons wrap spheres and cylinders",
        ),
        (
            '<tendon><spatial><site site="s0"/><geom geom="gs"/></spatial></tendon>',
            "<geom>: a geom must stand between two sites",
        ),
        (
            '<tendon><spatial><site site="s0"/><site site="s1"/><pulley divisor="0"/></spatial></tendon>',
            "<pulley>: divisor is 0; it must be positive",
        ),
        (
            '<tendon><spatial><site site="s0"/><site site="s1"/><pulley divisor="2"/></spatial></tendon>',
            "<pulley>: the path ends with a pulley; put sites behind it",
        ),
        (
            '<equality><weld body1="a" body2="a"/></equality>',
            "<weld>: both ends are the body 'a'; it needs two different ones",
        ),
        (
            '<equality><joint joint1="free"/></equality>',
            "<joint>: the joint 'free' is no hinge or slide; only those have one coordinate",
        ),
        (
            '<actuator><motor cranksite="s0"/></actuator>',
            "<motor>: slidersite is missing; a crank needs a slider",
        ),
        (
            '<actuator><position joint="h" kv="1" dampratio="1"/></actuator>',
            "<position>: kv and dampratio are given; leave out one of them",
        ),
        (
            '<actuator><general joint="h" dyntype="filter" actdim="2"/></actuator>',
            "<general>: actdim is 2; with dyntype filter it is 1, leave it out",
        ),
        (
            '<actuator><damper joint="h" kv="1" ctrlrange="-1 1"/></actuator>',
            "<damper>: ctrlrange has a negative number; here controls cannot be negative",
        ),
        (
            '<actuator><motor site="s0" armature="1"/></actuator>',
            "<motor>: damping and armature act on joints and tendons only; leave them out",
        ),
        ('<sensor><gyro site="ot"/></sensor>', "<gyro>: site is 'ot', but no site has that name; did you mean 'out'?"),
        ('<sensor><ballquat joint="h"/></sensor>', "<ballquat>: the joint 'h' is no ball"),
        (
            '<sensor><jointlimitfrc joint="free"/></sensor>',
            "<jointlimitfrc>: the joint 'free' has no limits; give it a range",
        ),
        (
            '<sensor><contact data="dist found"/></sensor>',
            "<contact>: data is 'dist found'; its words must follow "
            "found force torque dist pos normal tangent linvel angvel",
        ),
        ('<sensor><clock name="c" cutoff="-1"/></sensor>', '<clock name="c">: cutoff is -1; it must not be negative'),
        (
            '<sensor><user dim="3" datatype="quaternion"/></sensor>',
            "<user>: dim is 3, but datatype quaternion has 4 numbers",
        ),
        (
            '<sensor><user dim="999999999"/></sensor>',
            "<user>: with it all sensors give 999999999 numbers; at most 67108864 are allowed",
        ),
        ('<size nkey="999999999"/>', "<size>: nkey is 999999999; at most 1048576 are allowed"),
        (
            ASSETS.format('<texture name="t" type="2d" builtin="flat" height="3"/>'),
            '<texture name="t">: width is 0; a texture with builtin needs a positive width [pixels]',
        ),
        (
            ASSETS.format('<texture name="t" type="2d" builtin="flat" width="99999" height="99999"/>'),
            '<texture name="t">: it has 99999 x 99999 pixels; at most 67108864 are allowed',
        ),
        (
            ASSETS.format('<texture name="t" type="2d" file="/none/a.jpg"/>'),
            "<texture name=\"t\">: file '/none/a.jpg' does not exist",
        ),
        (
            ASSETS.format('<mesh name="m" vertex="0 0 0 1 0 0 0 1"/>'),
            '<mesh name="m">: vertex data must be a multiple of 3, it has 8 numbers',
        ),
        (
            ASSETS.format('<skin name="s" vertex="0 0 0" face="0 0 0"/>'),
            '<skin name="s">: it lacks vertices, faces or bones; a skin needs all of them',
        ),
    ],
)
def test_mistakes_in_elements(message, section, expected):
    """Name the element, what is wrong and what is allowed."""
    assert message(section) == expected
