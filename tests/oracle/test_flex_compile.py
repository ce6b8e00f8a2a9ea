"""Every constant of compiled flexes against the oracle's."""

import pytest

from corten.compile import load_model_from_string
from support import oracle
from support.differences import differences
from support.flex_scenes import SCENES

# not computed yet: the order in which the metric of flexes is factored
MISSING = {"efmC_perm"}


@pytest.mark.parametrize("name", SCENES)
def test_flex_compiles_to_the_same_constants(name):
    """Agree with the oracle in all sizes, names and fields of a model with flexes."""
    found = differences(load_model_from_string(SCENES[name]), oracle.load_both(SCENES[name])[2])
    assert {key: value for key, value in found.items() if key not in MISSING} == {}
