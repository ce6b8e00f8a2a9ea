"""One warning for what a model asks for and this release does not compute."""

import warnings

import pytest

from corten.compile import load_model_from_string
from corten.errors import UnbuiltFeatureWarning

LIMITED = '<body><joint range="-1 1"/><geom size=".1" contype="0" conaffinity="0"/></body>'
TOUCHING = '<geom size=".1"/><body><freejoint/><geom size=".1"/><geom size=".1"/></body>'


def warning_of(world: str, flag: str = "") -> str | None:
    """Return the warning that loading a model gives, or None."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        load_model_from_string(f"<mujoco><option><flag {flag}/></option><worldbody>{world}</worldbody></mujoco>")
    assert len(caught) <= 1
    if not caught:
        return None
    assert caught[0].category is UnbuiltFeatureWarning
    assert caught[0].filename == __file__
    return str(caught[0].message)


def test_limits_and_contacts_are_told_together():
    """Name limits and contacts, how many there are, and the flag that silences both."""
    assert warning_of(LIMITED + TOUCHING) == (
        "joint limits are not enforced and contacts are found but give no force yet: 1 joint is limited, "
        "2 geom pairs can touch; "
        'disable them with <flag constraint="disable"/> to silence this'
    )


@pytest.mark.parametrize(
    ("world", "flag", "expected"),
    [
        (LIMITED, "", "joint limits are not enforced yet: 1 joint is limited"),
        (LIMITED * 2, "", "joint limits are not enforced yet: 2 joints are limited"),
        (TOUCHING, "", "contacts are found but give no force yet: 2 geom pairs can touch"),
        (LIMITED + TOUCHING, 'limit="disable"', "contacts are found but give no force yet: 2 geom pairs can touch"),
        (LIMITED + TOUCHING, 'contact="disable"', "joint limits are not enforced yet: 1 joint is limited"),
        (LIMITED + TOUCHING, 'constraint="disable"', None),
        (LIMITED + TOUCHING, 'limit="disable" contact="disable"', None),
        (TOUCHING.replace(".1", '.1" contype="2" conaffinity="1'), "", None),
    ],
)
def test_flags_decide_what_is_told(world, flag, expected):
    """Tell what is there and not switched off."""
    found = warning_of(world, flag)
    assert found == expected or (found or "").startswith(f"{expected};")


@pytest.mark.parametrize(("flag", "pairs"), [("", 6), ('filterparent="disable"', 9)])
def test_parents_are_filtered(flag, pairs):
    """Count a body with its parent only if parents are not filtered; with the world always, with its welds never."""
    link = '<body><joint axis="0 1 0" armature=".1"/><geom size=".1"/>{}</body>'
    chain = link.format(link.format(link.format('<body><geom size=".1"/></body>')))
    assert f": {pairs} geom pairs can touch" in (warning_of(f'<geom size=".1"/>{chain}', flag) or "")
