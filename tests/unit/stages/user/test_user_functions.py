"""Functions of users: registration, the choice in a model, copies, and every way of running kernels."""

import inspect
import pickle

import numpy as np
import pytest

import corten
from corten.errors import KernelError
from corten.runtime.kernel import Stage
from corten.stages.user import registry
from corten.stages.user.forces import user_term
from support.modes import OTHER_MODES, run_python
from support.tolerance import EXACT

LINK = '<worldbody><body><joint name="j" damping="0.1"/><geom size="0.1" pos="0.2 0 0"/></body></worldbody>'


def link_xml(actuator, custom):
    """Return a link with one actuator."""
    return f"<mujoco>\n{LINK}\n<actuator>{actuator}</actuator>\n<custom>{custom}</custom>\n</mujoco>"


def gain_xml(function):
    """Return a link whose actuator has that gain."""
    actuator = '<general name="a" joint="j" gaintype="user"/>'
    return link_xml(actuator, f'<text name="corten.actuator.a.gain" data="{function}"/>')


def first_force(model):
    """Return the force of the first actuator at a control of one."""
    data = model.make_data()
    data.ctrl[0] = 1.0
    corten.forward(model, data)
    return data.actuator_force[0]


@pytest.fixture(autouse=True)
def registered(monkeypatch):
    """Forget what a test registers."""
    copies = {kind: dict(functions) for kind, functions in registry._registered.items()}
    monkeypatch.setattr(registry, "_registered", copies)


@corten.register("gain")
def seven(m, d, i):
    """A constant."""
    return 7.0


@corten.register("gain", "eight")
def another(m, d, i):
    """A whole number is a number, too."""
    return 8


# ---------------------------------------------------------------- registration


def test_still_a_function():
    """Leave a registered function callable from Python."""
    model = corten.load_model_from_string(gain_xml("seven"))
    assert seven(model, model.make_data(), 0) == 7.0
    assert seven.__doc__ == "A constant."


def no_value(m, d, i):
    d.act_dot[i] = 1.0


def wrong_field(m, d, i):
    return d.no_such_field[i]


def two_arguments(m, d):
    return 1.0


def a_truth(m, d, i):
    return d.time > 0.0


def an_intruder(m, d, i):
    d.qpos[0] = 1.0
    return 1.0


def forbidden(m, d, i):
    return sum(d.qpos)


def a_number(m, d, i):
    return 1.0


def of_a_point(prm, x):
    return x[0] - prm[0]


def pushed(m, d, i):
    d.qfrc_applied[i] = 1.0


@pytest.mark.parametrize(
    ("kind", "function", "line", "message"),
    [
        ("dynamics", no_value, 0, "returns None; dynamics functions return a number"),
        ("gain", a_truth, 0, "returns bool; gain functions return a number"),
        ("sensor", a_number, 0, "returns float; sensor functions return nothing"),
        ("gain", wrong_field, 1, "Data has no field 'no_such_field'"),
        ("gain", two_arguments, 0, r"takes 2 arguments; gain functions take \(m, d, i\)"),
        ("bias", an_intruder, 0, "writes Data.qpos; bias functions write nothing"),
        ("sensor", no_value, 0, r"writes Data.act_dot; sensor functions may write Data.sensordata, Data.userdata"),
        ("gain", forbidden, 1, "sum cannot be called from a kernel"),
        ("gain", lambda m, d, i: 1.0, 0, "a kernel is a plain function"),
        ("sdf", a_number, 0, r"takes 3 arguments; sdf functions take \(prm, x\)"),
        ("sdf_box", of_a_point, 0, r"takes 2 arguments; sdf_box functions take \(prm\)"),
        ("sdf_gradient", of_a_point, 0, "returns float; sdf_gradient functions return three numbers"),
        ("passive", a_number, 0, "returns float; passive functions return nothing"),
        ("passive", pushed, 0, "writes Data.qfrc_applied; passive functions may write Data.qfrc_passive alone"),
    ],
)
def test_refused_when_registered(kind, function, line, message):
    """Refuse what is not of the language, or not a function's business, with file and line, when it is registered."""
    first = inspect.getsourcelines(function)[1]
    with pytest.raises(KernelError, match=message) as caught:
        corten.register(kind)(function)
    assert f"{__file__}:{first + line}" in str(caught.value)
    assert function.__name__ not in registry.registered_names(kind)


def test_unknown_kind():
    """Refuse kinds that there are not, and name those that there are."""
    with pytest.raises(ValueError, match=r"'gian' is no kind.*did you mean 'gain'.*bias, dynamics, gain, passive"):
        corten.register("gian")


def test_taken_name():
    """Refuse another function under a name that is taken, but let kinds have names of their own."""
    with pytest.raises(ValueError, match=r"the gain function 'seven' is .*\.seven already"):
        corten.register("gain", "seven")(a_number)
    corten.register("bias", "seven")(a_number)
    assert "seven" in registry.registered_names("bias")


def test_redefinition(tmp_path):
    """Let a function that is defined again replace itself, in models that exist already, too."""
    source = 'import corten\n@corten.register("gain")\ndef again(m, d, i):\n    return {value}\n'
    model = None
    for value in (2.0, 3.0):
        file = tmp_path / f"cell_{value:.0f}.py"
        file.write_text(source.format(value=value))
        exec(compile(file.read_text(), str(file), "exec"), {"__name__": "notebook"})
        model = model or corten.load_model_from_string(gain_xml("again"))
        assert first_force(model) == value


# ---------------------------------------------------------------- the choice in a model


@pytest.mark.parametrize(
    ("actuator", "custom", "line", "message"),
    [
        (
            '<general name="a" joint="j" gaintype="user"/>',
            "",
            3,
            'gaintype="user" is not supported without a function; add to',
        ),
        ('<general joint="j" biastype="user"/>', "", 3, "give the actuator a name, and add to <custom>"),
        (
            '<general name="a" joint="j" gaintype="user"/>',
            '<text name="corten.actuator.a.gain" data="sevn"/>',
            4,
            r"no gain function named 'sevn' is registered; did you mean 'seven'\? \(allowed: .*eight",
        ),
        (
            '<general name="a" joint="j" biastype="affine"/>',
            '<text name="corten.actuator.a.bias" data="seven"/>',
            4,
            'biastype of the actuator is affine, so it has no bias function; make it "user"',
        ),
        (
            '<general name="a" joint="j" dyntype="filter" actdim="2"/>',
            "",
            3,
            "actdim is 2; with dyntype filter it is 1",
        ),
        ('<general name="a" joint="j" dyntype="user" actdim="0"/>', "", 3, "actdim is 0; with dyntype user"),
    ],
)
def test_refused_models(actuator, custom, line, message):
    """Refuse user types without a function, functions without a user type and unknown ones, with the line."""
    corten.register("dynamics")(a_number)
    with pytest.raises(corten.ModelError, match=message) as caught:
        corten.load_model_from_string(link_xml(actuator, custom))
    assert caught.value.line == line


def test_two_functions_of_a_kind():
    """Give each of several actuators its own function, one stage for each function."""
    rows = "".join(f'<general name="a{i}" joint="j" gaintype="user"/>' for i in range(4))
    choice = ["seven", "eight", "seven", "eight"]
    custom = "".join(f'<text name="corten.actuator.a{i}.gain" data="{name}"/>' for i, name in enumerate(choice))
    model = corten.load_model_from_string(link_xml(rows, custom))
    assert model.actuator_function.tolist() == [[-1, 0, -1], [-1, 1, -1]] * 2
    data = model.make_data()
    data.ctrl[:] = 1.0
    corten.forward(model, data)
    assert data.actuator_force.tolist() == [7.0, 8.0, 7.0, 8.0]
    assert sum(stage.__name__ == "user_term" for stage in model._plans["forward"].stages) == 2


def test_models_without_functions():
    """Run nothing new in a model that has no functions of users."""
    model = corten.load_model_from_string(link_xml('<motor joint="j"/><position joint="j" timeconst="1"/>', ""))
    model.opt.integrator = corten.Integrator.IMPLICIT
    corten.step(model, model.make_data())
    assert not any("user" in stage.name for stage in model._plans["step"].stages)


def test_spec():
    """Choose a function in a model that is built in Python."""
    spec = corten.Spec()
    body = spec.worldbody.add_body()
    body.add_joint(name="j")
    body.add_geom(size=(0.1,), pos=(0.2, 0, 0))
    spec.root.add("actuator").add("general", name="a", joint="j", gaintype="user")
    spec.root.add("custom").add("text", name="corten.actuator.a.gain", data="seven")
    assert first_force(spec.compile()) == 7.0
    assert first_force(corten.load_model_from_string(spec.to_xml())) == 7.0


def test_copies_and_pickles():
    """Keep the choice in copies and pickles; a function that is missing then is an error that names it."""
    model = corten.load_model_from_string(gain_xml("seven"))
    assert first_force(model.copy()) == 7.0
    content = pickle.dumps(model)
    assert first_force(pickle.loads(content)) == 7.0
    del registry._registered["gain"]["seven"]
    other = pickle.loads(content)
    with pytest.raises(
        corten.ModelError, match=r"corten\.actuator\.a\.gain is 'seven', but no gain function"
    ) as caught:
        first_force(other)
    assert "import the module that registers it" in str(caught.value)


# ---------------------------------------------------------------- how kernels run

PROGRAM = """
import corten
from corten.math.scalar import sin

@corten.register("gain")
def wave(m, d, i):
    return FACTOR * sin(d.time) + m.actuator_gainprm[i, 0]

@corten.register("dynamics")
def pair(m, d, i):
    a = m.actuator_actadr[i]
    d.act_dot[a] = d.ctrl[m.actuator_ctrladr[i]] - d.act[a + 1]
    return d.act[a]

@corten.register("bias")
def drag(m, d, i):
    v = d.actuator_velocity[m.actuator_outadr[i]]
    return -v * abs(v)

model = corten.load_model_from_string('''XML''')
for integrator in ("EULER", "RK4", "IMPLICITFAST"):
    model.opt.integrator = corten.Integrator[integrator]
    data = model.make_data()
    data.ctrl[:] = 0.7
    corten.step(model, data, 5)
    print(data.qpos.tolist(), data.act.tolist(), data.actuator_force.tolist())
"""
ACTUATOR = '<general name="a" joint="j" dyntype="user" gaintype="user" biastype="user" actdim="2" actearly="true"/>'
CHOICE = "".join(
    f'<text name="corten.actuator.a.{kind}" data="{name}"/>'
    for kind, name in (("gain", "wave"), ("dynamics", "pair"), ("bias", "drag"))
)


def run(tmp_path, factor, mode):
    """Run the program in a process of its own; return what it printed."""
    file = tmp_path / "program.py"
    file.write_text(PROGRAM.replace("FACTOR", str(factor)).replace("XML", link_xml(ACTUATOR, CHOICE)))
    done = run_python(str(file), CORTEN_KERNELS=mode)
    assert done.returncode == 0, done.stderr[-3000:]
    return done.stdout


def test_modes_and_edits(tmp_path):
    """Give the same bits compiled, checked and as plain Python; follow an edit of the function."""
    outputs = [run(tmp_path, 2.0, mode) for mode in ("compiled", *OTHER_MODES)]
    assert outputs[0] == outputs[1] == outputs[2]
    edited = run(tmp_path, 3.0, "compiled")
    assert edited != outputs[0]
    assert run(tmp_path, 2.0, "compiled") == outputs[0]


def test_stage_of_a_function():
    """Bind the function to stages of its own, which other stages of the same code do not see."""
    model = corten.load_model_from_string(gain_xml("seven"))
    corten.forward(model, model.make_data())
    bound = [stage for stage in model._plans["forward"].stages if stage.__name__ == "user_term"]
    assert len(bound) == 1 and isinstance(bound[0], Stage)
    assert bound[0] is not user_term
    data = model.make_data()
    bound[0](model, data)
    np.testing.assert_allclose(data.work.user_term, [[7.0, 0.0]], rtol=0, atol=EXACT)
