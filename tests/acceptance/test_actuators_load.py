"""Actuators, the side of loading: AC1, AC4, and what of AC2 and AC3 shows in the constants."""

import numpy as np
import pytest

import corten
from corten.enums import BiasType, DynType, GainType, TransmissionType

pytestmark = pytest.mark.filterwarnings("ignore::corten.UnbuiltFeatureWarning")

WORLD = """<worldbody><site name="base"/><body name="arm"><joint name="j" range="-60 90"/><geom size=".1" pos="1 0 0"/>
<site name="tip" pos="1 0 0"/><site name="side"/></body></worldbody><tendon><fixed name="t"><joint joint="j" coef="2"/>
</fixed></tendon>"""


def load(actuators: str, defaults: str = "") -> corten.Model:
    """Return a model of one link with these actuators."""
    return corten.load_model_from_string(
        f"<mujoco><default>{defaults}</default>{WORLD}<actuator>{actuators}</actuator></mujoco>"
    )


def constants(model: corten.Model, number: int = 0) -> dict[str, object]:
    """Return the numbers of an actuator."""
    fields = [name for name, field in model.layout.fields.items() if name.startswith("actuator_") and field.shape]
    return {name: np.array(getattr(model, name)[number]).tolist() for name in fields if not name.endswith("adr")}


def test_bare_general_equals_motor():
    """Give `<general>` without attributes the numbers of a motor: gain and time constant 1, the rest 0 (AC1)."""
    model = load('<general joint="j"/><motor joint="j"/>')
    assert constants(model, 0) == constants(model, 1)
    assert model.actuator_gainprm[0].tolist() == [1] + [0] * 9 == model.actuator_dynprm[0].tolist()
    assert not model.actuator_biasprm[0].any()


@pytest.mark.parametrize("dyn", ["none", "integrator", "filter", "filterexact", "muscle"])
@pytest.mark.parametrize("gain", ["fixed", "affine"])
@pytest.mark.parametrize("bias", ["none", "affine"])
def test_every_type_and_array(dyn, gain, bias):
    """Keep types and parameters of `<general>` as they are written; fill arrays up with defaults (AC1)."""
    model = load(
        f'<general joint="j" dyntype="{dyn}" gaintype="{gain}" biastype="{bias}" dynprm="3" gainprm="4 5" biasprm="6"/>'
    )
    assert model.actuator_dyntype[0] == DynType[dyn.upper()]
    assert model.actuator_gaintype[0] == GainType[gain.upper()]
    assert model.actuator_biastype[0] == BiasType[bias.upper()]
    assert model.actuator_dynprm[0].tolist() == [3] + [0] * 9
    assert model.actuator_gainprm[0].tolist() == [4, 5] + [0] * 8
    assert model.actuator_biasprm[0].tolist() == [6] + [0] * 9
    assert model.na == (dyn != "none")


def test_classes_are_inherited():
    """Take what an element leaves out from its class, number by number (AC1)."""
    defaults = (
        '<default class="a"><general gainprm="1 2 3" biastype="affine" biasprm="4 5" ctrlrange="-1 2"/></default>'
    )
    model = load('<general class="a" joint="j" gainprm="9"/>', defaults)
    assert model.actuator_gainprm[0].tolist() == [9, 2, 3] + [0] * 7
    assert model.actuator_biasprm[0].tolist() == [4, 5] + [0] * 8
    assert model.actuator_ctrlrange[0].tolist() == [-1, 2] and model.actuator_ctrllimited[0]


def test_servo_and_muscle_as_general():
    """Compile a position servo and a muscle, written out as `<general>`, to the numbers of the shortcuts (AC2)."""
    muscle = "0.75 1.05 -1 200 0.5 1.6 1.5 1.3 1.2"
    model = load(
        '<position joint="j" kp="30" kv="2" timeconst=".1"/>'
        '<general joint="j" dyntype="filterexact" dynprm=".1" gainprm="30" biastype="affine" '
        'biasprm="0 -30 -2" input="pos"/>'
        '<muscle joint="j" lengthrange="0 1"/>'
        '<general joint="j" dyntype="muscle" gaintype="muscle" biastype="muscle" dynprm=".01 .04" lengthrange="0 1" '
        f'gainprm="{muscle}" biasprm="{muscle}"/>'
    )
    assert constants(model, 0) == constants(model, 1)
    assert constants(model, 2) == constants(model, 3)
    assert model.actuator_actadr.tolist() == [0, 1, 2, 3]


def test_every_transmission():
    """Compile each kind of transmission, with the numbers of its objects (AC3)."""
    model = load(
        '<motor joint="j"/><motor jointinparent="j"/><motor tendon="t"/><motor site="tip" refsite="base"/>'
        '<motor cranksite="tip" slidersite="base" cranklength="2"/><adhesion body="arm" ctrlrange="0 1"/>'
    )
    kinds = ("JOINT", "JOINTINPARENT", "TENDON", "SITE", "SLIDERCRANK", "BODY")
    assert model.actuator_trntype.tolist() == [TransmissionType[kind] for kind in kinds]
    assert model.actuator_trnid.tolist() == [[0, -1], [0, -1], [0, -1], [1, 0], [1, 0], [1, -1]]


@pytest.mark.parametrize(
    ("attribute", "kind", "valid"),
    [
        ("dyntype", "dynamics", "none, integrator, filter, filterexact, muscle"),
        ("gaintype", "gain", "fixed, affine, muscle"),
        ("biastype", "bias", "none, affine, muscle"),
    ],
)
def test_user_types_are_refused_with_what_is_valid(attribute, kind, valid):
    """Refuse user types for which no function is chosen, and say which functions and types there are (AC4)."""
    message = rf'corten\.actuator\.a\.{kind}" .*registered are: .*soft_ac4.*, or take one of {valid}'
    corten.register(kind, "soft_ac4")(plain_number)
    with pytest.raises(corten.ModelError, match=message):
        load(f'<general name="a" joint="j" {attribute}="user"/>')


def plain_number(m, d, i):
    """Return a number, as functions of users do."""
    return 1.0


@pytest.mark.parametrize("attribute", ["dyntype", "gaintype", "biastype"])
def test_unknown_types_are_refused_with_what_is_valid(attribute):
    """Refuse words that MJCF has not, and list those that it has (AC4)."""
    with pytest.raises(corten.ModelError, match=rf"{attribute} is 'magic'.*(none|fixed), .*muscle"):
        load(f'<general joint="j" {attribute}="magic"/>')
