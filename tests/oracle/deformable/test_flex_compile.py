"""Every constant of compiled flexes against the oracle's."""

import pytest

from corten.compile import load_model_from_string
from support import oracle
from support.differences import differences
from support.flex_scenes import SCENES
from support.rod_scenes import RODS

ALL = SCENES | RODS


@pytest.mark.parametrize("name", ALL)
def test_flex_compiles_to_the_same_constants(name):
    """Agree with the oracle in all sizes, names and fields of a model with flexes."""
    assert differences(load_model_from_string(ALL[name]), oracle.load_both(ALL[name])[2]) == {}
