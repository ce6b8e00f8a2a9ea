"""Replicate: copies, their names and poses, and what names them."""

import pytest

from corten.errors import ModelError
from corten.spec import Spec
from support.tolerance import EXACT


def expand(world: str, rest: str = ""):
    """Return the expanded tree of a model."""
    return Spec.from_string(f"<mujoco>{rest}<worldbody>{world}</worldbody></mujoco>").expanded()


def names(root, tag: str) -> list[str]:
    """Return the names of all elements with a tag, in order."""
    return [element.name for element in root.walk() if element.tag == tag]


def test_copies_stand_in_frames():
    """Make one frame for each copy, in the place of the replicate."""
    root = expand('<geom name="a" size="1"/><replicate count="2"><geom name="g" size="1"/></replicate><site name="z"/>')
    assert [child.tag for child in root.first("worldbody")] == ["geom", "frame", "frame", "site"]
    assert names(root, "geom") == ["a", "g0", "g1"]


@pytest.mark.parametrize(
    ("count", "first", "last"), [(1, "g0", "g0"), (9, "g0", "g8"), (10, "g00", "g09"), (101, "g000", "g100")]
)
def test_numbers_have_as_many_digits_as_the_count(count, first, last):
    """Fill numbers with zeros to the length of the count."""
    found = names(expand(f'<replicate count="{count}"><geom name="g" size="1"/></replicate>'), "geom")
    assert (len(found), found[0], found[-1]) == (count, first, last)


def test_nothing_is_copied_no_times():
    """Make no copies, of what names the copies neither, for a count of zero."""
    root = expand(
        '<replicate count="0"><body name="b"><joint name="j"/></body></replicate>',
        '<actuator><motor joint="j"/></actuator>',
    )
    assert names(root, "body") == names(root, "motor") == []


def test_inner_numbers_come_first():
    """Name nested copies with the inner number first."""
    root = expand('<replicate count="2"><replicate count="2" sep="-"><geom name="g" size="1"/></replicate></replicate>')
    assert names(root, "geom") == ["g-00", "g-10", "g-01", "g-11"]


def test_poses_go_on_step_by_step():
    """Move each copy on by the offset, in the frame of the copy before it."""
    root = expand('<replicate count="3" offset="1 0 0" euler="0 0 90"><geom size="1"/></replicate>')
    frames = root.first("worldbody").children
    assert [frame.pos for frame in frames] == [
        pytest.approx(pos, abs=EXACT) for pos in ((0, 0, 0), (1, 0, 0), (1, 1, 0))
    ]
    half = 0.5**0.5
    assert [frame.quat for frame in frames] == [
        pytest.approx(quat, abs=EXACT) for quat in ((1, 0, 0, 0), (half, 0, 0, half), (0, 0, 0, 1))
    ]


def test_angles_follow_the_compiler():
    """Read the angles of a replicate in radians when the compiler says so."""
    root = expand(
        '<replicate count="2" euler="0 0 3.141592653589793"><geom size="1"/></replicate>', '<compiler angle="radian"/>'
    )
    assert root.first("worldbody").children[1].quat == pytest.approx((0, 0, 0, 1), abs=EXACT)


def test_references_between_copies_stay_together():
    """Let a camera of a copy look at the body of the same copy."""
    root = expand('<replicate count="2"><body name="b"/><camera name="c" mode="targetbody" target="b"/></replicate>')
    assert [element.target for element in root.walk() if element.tag == "camera"] == ["b0", "b1"]


def test_shared_things_keep_their_names():
    """Let all copies use the same material and class."""
    root = expand(
        '<replicate count="2" childclass="c"><geom size="1" material="m"/></replicate>',
        '<default><default class="c"/></default><asset><material name="m"/></asset>',
    )
    assert [element.material for element in root.walk() if element.tag == "geom"] == ["m", "m"]
    assert [frame.childclass for frame in root.first("worldbody")] == ["c", "c"]


def test_what_names_a_copy_is_copied():
    """Copy actuators and tuples that name a copied thing, to the end of their section."""
    root = expand(
        '<body name="o"><joint name="oj"/></body>'
        '<replicate count="2"><body name="b"><joint name="j"/></body></replicate>',
        '<actuator><motor name="x" joint="oj"/><motor name="m" joint="j"/><motor name="y" joint="oj"/></actuator>'
        '<custom><tuple name="t"><element objtype="actuator" objname="m"/></tuple></custom>',
    )
    assert names(root, "motor") == ["x", "y", "m0", "m1"]
    assert [element.joint for element in root.walk() if element.tag == "motor"] == ["oj", "oj", "j0", "j1"]
    assert names(root, "tuple") == ["t0", "t1"]
    assert [element.objname for element in root.walk() if element.tag == "element"] == ["m0", "m1"]


def test_naming_one_copy_is_no_copy():
    """Leave an actuator alone that names one of the copies."""
    root = expand(
        '<replicate count="2"><body name="b"><joint name="j"/></body></replicate>',
        '<actuator><motor joint="j1"/></actuator>',
    )
    assert [element.joint for element in root.walk() if element.tag == "motor"] == ["j1"]


def test_naming_copies_and_others_is_refused():
    """Refuse a tuple that names a copied and another thing."""
    with pytest.raises(ModelError, match="objname names the body 'o', which is not replicated, beside one that is"):
        expand(
            '<body name="o"/><replicate count="2"><body name="b"/></replicate>',
            '<custom><tuple name="t"><element objtype="body" objname="b"/>'
            '<element objtype="xbody" objname="o"/></tuple></custom>',
        )


def test_copies_remember_their_place():
    """Let errors in a copy name the line of the original."""
    root = expand('\n<replicate count="2">\n<geom name="g" size="1"/></replicate>')
    assert [element.place.line for element in root.walk() if element.tag == "geom"] == [3, 3]


def test_endless_copies_are_refused():
    """Refuse more copies than any memory holds, before they are made."""
    with pytest.raises(ModelError, match="<replicate>: it makes 2000000000 elements; at most 1000000 are allowed"):
        expand('<replicate count="1000000000"><body><joint/></body></replicate>')
