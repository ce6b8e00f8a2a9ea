"""Numbers of controls and activations that words tell, against those of the compiled model."""

import numpy as np
import pytest

import corten
from corten.passes.attached_keyframes import UNKNOWN, signal_counts
from corten.spec.defaults import DefaultClasses

PLUGIN = """<extension><plugin plugin="mujoco.pid"><instance name="p"><config key="kp" value="3"/>
<config key="ki" value="1"/></instance></plugin></extension>"""
MODEL = """<mujoco>{extension}{default}<worldbody><body name="b"><joint name="h"/><joint name="k" axis="1 0 0"/>
<geom size="0.1"/><body pos="0 0 1"><joint name="bb" type="ball"/><geom size="0.1"/></body></body></worldbody>
<actuator>{actuator}<motor joint="k"/></actuator>{key}</mujoco>"""
OUTER = """<mujoco>{extension}<asset><model name="s" file="s.xml"/></asset><worldbody><body><joint name="o"/>
<geom size="0.1"/><frame><attach model="s" prefix="x_"/></frame></body></worldbody>
<actuator><intvelocity joint="o"/></actuator></mujoco>"""

ACTUATORS = [
    '<plugin plugin="mujoco.pid" instance="p" joint="h" actdim="1"/>',
    '<plugin plugin="mujoco.pid" instance="p" joint="h" actdim="2" dyntype="filter" dynprm="0.1"/>',
    '<plugin plugin="mujoco.pid" joint="h"><config key="kp" value="2"/></plugin>',
    '<pid joint="h" ki="1" slewmax="2"/>',
    '<pid joint="h" kp="1"/>',
    '<pid joint="h" ki="1" input="pos vel ff"/>',
    '<dcmotor joint="h" motorconst="1" resistance="1"/>',
    '<dcmotor joint="h" motorconst="1" resistance="1" input="none"/>',
    '<dcmotor joint="h" motorconst="1" resistance="1" inductance="0.1" thermal="1 2 0 0.1 20 20" lugre="1 2 3 4 5" '
    'controller="1 2 3 4 5 6" input="pos"/>',
    '<orientation joint="bb"/>',
    '<orientation joint="bb" input="quat"/>',
    '<general joint="bb" gaintype="so3" biastype="so3" gainprm="1" biasprm="0 -1" dyntype="integrator"/>',
    '<general joint="h" gaintype="pid" biastype="affine" dyntype="pid" gainprm="1" biasprm="0 -1 -1" dynprm="1 2"/>',
    '<position joint="h" timeconst="0.1"/>',
    '<intvelocity joint="h"/>',
    '<muscle joint="h" lengthrange="-1 1"/>',
    '<general joint="h" dyntype="filter"/>',
]


def texts(actuator: str, key: str = "") -> tuple[str, str]:
    """Return a model with an actuator, and one that attaches it."""
    extension = PLUGIN if "plugin" in actuator else ""
    return MODEL.format(extension=extension, default="", actuator=actuator, key=key), OUTER.format(extension="")


@pytest.mark.parametrize("actuator", ACTUATORS)
def test_counts(actuator):
    """Count controls and activations of an actuator as the compiler does."""
    spec = corten.Spec.from_string(texts(actuator)[0])
    model = spec.compile()
    element = spec.root.first("actuator").children[0]
    assert signal_counts(element, DefaultClasses(spec.root)) == (model.actuator_ctrlnum[0], model.actuator_actnum[0])


@pytest.mark.parametrize("actuator", ACTUATORS)
def test_keyframes_of_attached_models(actuator):
    """Give each actuator of an attached model the numbers that its keyframe has for it."""
    model = corten.load_model_from_string(texts(actuator)[0])
    act, ctrl = np.arange(1, model.na + 1), np.arange(1, model.nu + 1)
    key = f'<keyframe><key act="{" ".join(map(str, act))}" ctrl="{" ".join(map(str, ctrl))}"/></keyframe>'
    inner, outer = texts(actuator, key)
    both = corten.load_model_from_string(outer, assets={"s.xml": inner.encode()})
    assert both.key_act[0].tolist() == [0, *act] and both.key_ctrl[0].tolist() == [0, *ctrl]


def test_other_shortcuts_in_classes():
    """Leave open what a class of another shortcut makes of an actuator."""
    default = '<default><general gaintype="pid" gainprm="3"/></default>'
    text = MODEL.format(extension="", default=default, actuator='<pid joint="h"/>', key="")
    root = corten.Spec.from_string(text).root
    assert signal_counts(root.first("actuator").children[0], DefaultClasses(root))[1] == UNKNOWN
