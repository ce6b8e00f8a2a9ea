"""What flexcomps stand for, against the oracle's bodies, joints, flexes and constraints."""

import pytest

from corten.compile import load_model_from_string
from corten.errors import ModelError, UnsupportedFeatureError
from corten.spec import Spec
from support import oracle
from support.differences import differences
from support.flexcomp_scenes import REFUSED, SCENES, SHEET, scene


@pytest.mark.parametrize("name", SCENES)
def test_flexcomp_compiles_to_the_same_constants(name):
    """Agree with the oracle in all sizes, names and fields of a model with a flexcomp."""
    assert differences(load_model_from_string(SCENES[name]), oracle.load_both(SCENES[name])[2]) == {}


@pytest.mark.parametrize("name", REFUSED)
def test_flexcomp_is_refused_where_the_oracle_refuses_it(name):
    """Refuse, with a line, what the oracle refuses."""
    with pytest.raises(ValueError):
        oracle.load_both(REFUSED[name])
    with pytest.raises(ModelError) as refusal:
        load_model_from_string(REFUSED[name])
    assert refusal.value.line == 1


@pytest.mark.parametrize(
    "name", ["sheet in frames", "rod in frame", "box 3 textured", "replicas", "triangle", "quadratic pinned by id"]
)
def test_expanded_flexcomp_is_written_and_read_back(name):
    """Get the same model from the text of a spec, with its flexcomps and without them."""
    spec = Spec.from_string(SCENES[name])
    model = spec.compile()
    assert "<flexcomp" in spec.to_xml()
    assert "<flexcomp" not in spec.flat().to_xml()
    for text in (spec.to_xml(), spec.flat().to_xml()):
        assert differences(load_model_from_string(text), model) == {}


def test_flex_in_a_scaled_frame_is_refused():
    """Refuse, by name, to scale the bodies of a flex."""
    with pytest.raises(UnsupportedFeatureError, match="a frame scales the body"):
        load_model_from_string(scene(SHEET, holder='<frame scale="2"><body name="q">', end="</body></frame>"))
