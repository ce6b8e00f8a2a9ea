"""What is wrong with the text that makes a Hill muscle of an actuator is said with its place and a remedy."""

import re

import pytest

import corten
from corten.compile.elements.hill_muscles import PRESETS
from corten.errors import ModelError

MODEL = """<mujoco>
<worldbody><site name="fixed"/><body><joint name="hinge" range="-90 90"/><geom size=".1"/><site name="moving"/></body>
<body pos="1 0 0"><joint name="ball" type="ball"/><geom size=".1"/></body></worldbody>
<tendon><spatial name="path"><site site="fixed"/><site site="moving"/></spatial></tendon>
<actuator>{actuator}</actuator>
<custom><text name="corten.actuator.{name}.muscle" data="{data}"/></custom>
</mujoco>"""
MUSCLE = '<muscle name="m" tendon="path" lengthrange=".1 1"/>'

MISTAKES = {
    "mujoco": "data must begin with 'hill', followed by a preset",
    "hill": "fmax (maximal isometric force [N]), lopt (optimal fibre length [m]), lslack (tendon slack length [m])",
    "hill fmax=100 lopt=.1": "lslack (tendon slack length [m]) must be given, or a preset (biceps, quadriceps,",
    "hill bicep": "'bicep'; did you mean 'biceps'? (allowed: biceps, gastrocnemius, quadriceps, soleus)",
    "hill soleus biceps": "'biceps' is no parameter of a Hill muscle",
    "hill soleus fmx=3": "'fmx' is no parameter of a Hill muscle; did you mean 'fmax'? (allowed: damping, fmax,",
    "hill soleus fmax=3 fmax=4": "fmax is given twice",
    "hill soleus fmax=strong": "fmax is 'strong'; write fmax=number, the maximal isometric force [N], without spaces",
    "hill soleus fmax=": "fmax is ''; write fmax=number",
    "hill soleus fmax=nan": "fmax is nan; the maximal isometric force [N] must be above 0",
    "hill soleus fmax=-5": "fmax is -5; the maximal isometric force [N] must be above 0 and at most 1e+09",
    "hill soleus pennation=80": "pennation angle at optimal fibre length [degrees] must be at least 0 and at most 75",
    "hill soleus strain=1e-5": "strain is 1e-05; give at least 0.001, or 0 for a rigid tendon",
    "hill soleus lslack=0": "lslack is 0, but the tendon is elastic; give it a length, or strain=0",
    "hill soleus damping=0": "damping is 0; with an elastic tendon it is at least 0.0001",
}


def refusal(data="hill soleus", actuator=MUSCLE, name="m"):
    """Return the message of the error that a model raises; it stands at the line of the text."""
    with pytest.raises(ModelError) as trouble:
        corten.load_model_from_string(MODEL.format(data=data, actuator=actuator, name=name))
    assert trouble.value.line == 6
    return trouble.value.message


@pytest.mark.parametrize("data", MISTAKES)
def test_words(data):
    """Name the word that is wrong, and what is allowed."""
    assert MISTAKES[data] in refusal(data)


def test_actuators():
    """Refuse actuators that do not exist, are no muscles, or pull on what has no length."""
    assert "no actuator is named 'n'" in refusal(name="n")
    assert "no muscle; make it a <muscle>" in refusal(actuator='<motor name="m" joint="hinge"/>')
    site = '<muscle name="m" cranksite="moving" slidersite="fixed" cranklength=".2" lengthrange="0 1"/>'
    assert "pulls on a slidercrank; a Hill muscle pulls on a tendon or a joint" in refusal(actuator=site)
    ball = '<muscle name="m" joint="ball" lengthrange="0 1"/>'
    assert "pulls on a ball joint; a Hill muscle pulls on a hinge, a slide or a tendon" in refusal(actuator=ball)
    assert "gear of the actuator is -1" in refusal(actuator=MUSCLE.replace("/>", ' gear="-1"/>'))


def test_path_without_length():
    """Ask for a length where a joint has no length range."""
    xml = MODEL.format(data="hill soleus", actuator='<muscle name="m" joint="hinge"/>', name="m")
    xml = xml.replace("<mujoco>", '<mujoco><compiler><lengthrange mode="none"/></compiler>')
    with pytest.raises(ModelError, match=re.escape("write lengthrange, or length0=")):
        corten.load_model_from_string(xml)
    corten.load_model_from_string(xml.replace("soleus", "soleus length0=.3"))


@pytest.mark.parametrize("preset", PRESETS)
def test_what_is_right_loads(preset):
    """Load presets, all parameters, and muscles of `general`."""
    every = f"hill {preset} fmax=1 lopt=.1 lslack=.2 pennation=10 vmax=8 strain=.04 passive=.5 damping=.2 tact=.02"
    every += " tdeact=.03"
    general = MUSCLE.replace("<muscle", '<general dyntype="muscle" gaintype="muscle" biastype="muscle"')
    general = general.replace("/>", ' dynprm=".01 .04" gainprm=".75 1.05 -1 200 .5 1.6 1.5 1.3 1.2"/>')
    general = general.replace("/>", ' biasprm=".75 1.05 -1 200 .5 1.6 1.5 1.3 1.2"/>')
    for actuator in (MUSCLE, general):
        model = corten.load_model_from_string(MODEL.format(data=every, actuator=actuator, name="m"))
        assert (model.hill_vmax[0], model.hill_damping[0], model.actuator_dynprm[0, 1]) == (8.0, 0.2, 0.03)
