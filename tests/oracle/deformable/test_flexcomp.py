"""What flexcomps stand for, against the oracle's bodies, joints, flexes and constraints."""

import pytest

from corten.compile import load_model_from_string
from corten.errors import ModelError
from corten.spec import Spec
from support import oracle, tolerance
from support.differences import differences
from support.flexcomp_scenes import REFUSED, SCENES, SOLIDS, SPHERE, STRAIN, UPRIGHT, scene
from support.isolated import compare


@pytest.mark.parametrize("name", SCENES)
def test_flexcomp_compiles_to_the_same_constants(name):
    """Agree with the oracle in all sizes, names and fields of a model with a flexcomp."""
    assert differences(load_model_from_string(SCENES[name]), oracle.load_both(SCENES[name])[2]) == {}


@pytest.mark.parametrize(("dof", "solid"), [("trilinear", "ellipsoid"), ("quadratic", "sphere to its middle")])
def test_modes_of_cut_cells_span_the_same_strains(dof, solid):
    """Agree in all but the modes of symmetric cells, which rounding mixes; their squares are the stiffness."""
    text = scene(f'{SOLIDS[solid]} dof="{dof}"', STRAIN, UPRIGHT, rest=SPHERE)
    ours, theirs = load_model_from_string(text), oracle.load_both(text)[2]
    assert set(differences(ours, theirs)) <= {"flex_stiffness"}
    nodes = 3 * {"trilinear": 8, "quadratic": 27}[dof]
    for got, want in zip(*(model.flex_stiffness.reshape(-1, nodes * nodes) for model in (ours, theirs)), strict=True):
        assert got[0] == want[0]
        got, want = (each[1 : 1 + nodes * int(each[0])].reshape(-1, nodes) for each in (got, want))
        compare("strain", got.T @ got, want.T @ want, tolerance.CONSTANT)


@pytest.mark.parametrize("name", REFUSED)
def test_flexcomp_is_refused_where_the_oracle_refuses_it(name):
    """Refuse, with a line, what the oracle refuses."""
    with pytest.raises(ValueError):
        oracle.load_both(REFUSED[name])
    with pytest.raises(ModelError) as refusal:
        load_model_from_string(REFUSED[name])
    assert refusal.value.line == 1


@pytest.mark.parametrize(
    "name",
    [
        "sheet in frames",
        "rod in frame",
        "box 3 textured",
        "replicas",
        "triangle",
        "quadratic pinned by id",
        "trilinear shell ball strained",
    ],
)
def test_expanded_flexcomp_is_written_and_read_back(name):
    """Get the same model from the text of a spec, with its flexcomps and without them."""
    spec = Spec.from_string(SCENES[name])
    model = spec.compile()
    assert "<flexcomp" in spec.to_xml()
    assert "<flexcomp" not in spec.flat().to_xml()
    for text in (spec.to_xml(), spec.flat().to_xml()):
        assert differences(load_model_from_string(text), model) == {}
