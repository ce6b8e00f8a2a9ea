"""Names that users know from elsewhere lead to those of corten."""

import inspect
import re

import pytest

import corten
import corten.envs
from corten.compat import equivalents
from support import oracle

TABLES = ("GUESSES", "FUNCTIONS", "MATHEMATICS", "TYPES", "MODEL", "DATA", "SPEC")
CALL = re.compile(r"\b(corten(?:\.\w+)+)(?:\(([\w, =]*)\))?")


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("mj_step", "here it is corten.step(model, data, nstep=1)"),
        ("MjModel", "here it is corten.Model"),
        ("Batch", "here it is corten.BatchSim(model, n)"),
        ("mjtGeom", "here it is corten.GeomType"),
        ("mju_add3", "with NumPy: a + b"),
        ("mj_addContact", "corten has none: contacts come from collision"),
        ("laod_model", "here it is corten.load_model"),
    ],
)
def test_names_of_the_package(name, words):
    """Say what a name is called here."""
    with pytest.raises(AttributeError, match=re.escape(words)):
        getattr(corten, name)


def test_every_name_of_mujoco_is_known():
    """Have words for all names of the oracle, and none that say nothing for those that people call."""
    tables = [getattr(equivalents, table) for table in TABLES[:4]]
    for name in oracle.public_names():
        words = equivalents.find(name, *tables)
        assert words, name
        assert words != "none: not there" or not name.startswith(("mj_", "mju_", "mjt", "Mj")), name


@pytest.mark.parametrize("table", TABLES)
def test_names_that_are_offered_exist(table):
    """Offer names that corten has, with arguments that they take."""
    for words in equivalents.table(getattr(equivalents, table)).values():
        for path, arguments in CALL.findall(words):
            value = corten
            for part in path.split(".")[1:]:
                value = getattr(value, part)
            known = list(inspect.signature(value).parameters) if arguments else []
            for argument in arguments.split(", ") if arguments else []:
                assert argument.partition("=")[0] in known, words


def test_fields_of_model_and_data():
    """Say where a field is, or what it is called here."""
    model = corten.load_model("cartpole")
    data = model.make_data()
    for owner, name, words in (
        (model, "qpos", "data.qpos is meant"),
        (data, "body_mass", "model.body_mass"),
        (data, "qpso", "'qpos' is the nearest"),
        (model, "cam", "model.camera(name)"),
        (data, "efc_AR", "kept inside of the solver"),
        (model, "from_xml_path", "corten.load_model(path)"),
        (corten.Spec(), "add_mesh", "spec.asset.add_mesh"),
        (corten.Spec(), "nonsense", "sections are"),
    ):
        with pytest.raises(AttributeError, match=re.escape(words)):
            getattr(owner, name)
    assert not hasattr(model, "__array__") and not hasattr(data, "nonsense")


def test_arguments_that_are_swapped():
    """Say that Model and Data are swapped, or are something else, whatever the function."""
    model = corten.load_model("cartpole")
    data = model.make_data()
    for call in (
        corten.step,
        corten.forward,
        corten.kinematics,
        corten.reset_data,
        corten.get_state,
        corten.mass_matrix,
        lambda m, d: corten.jac_body(m, d, 0),
        lambda m, d: corten.contact_force(m, d, 0),
        lambda m, d: corten.ray(m, d, (0, 0, 0), (0, 0, 1)),
    ):
        with pytest.raises(TypeError, match="the arguments are swapped"):
            call(data, model)
    with pytest.raises(TypeError, match="not NoneType and Data"):
        corten.step(None, data)
    with pytest.raises(TypeError, match="not Model and Model"):
        corten.step(model, model)
    with pytest.raises(TypeError, match="constants are those of a Model, not Data"):
        corten.set_const(data)


def test_models_by_name(tmp_path, monkeypatch):
    """Load bundled models by name, files of that name first; lead from text to text and from files to files."""
    monkeypatch.chdir(tmp_path)
    assert corten.load_model("cartpole").nq == corten.Spec.from_file("cartpole").compile().nq == 2
    (tmp_path / "cartpole").write_text("<mujoco/>")
    assert corten.load_model("cartpole").nq == 0
    for given, words in (
        ("humanoit", "'humanoid' comes with corten"),
        ("zzz", "models that come with corten are"),
        ("<mujoco/>", "load_model_from_string reads"),
    ):
        with pytest.raises(corten.ModelError, match=words):
            corten.load_model(given)
    with pytest.raises(corten.ModelError, match="files are read by load_model"):
        corten.load_model_from_string("scene.xml")


def test_help_of_views():
    """Say what `model.body` returns, under its own name."""
    assert "row of each array" in (corten.Model.body.__doc__ or "")
    assert corten.Model.body.__qualname__ == "Model.body" and corten.Data.joint.__module__ == "corten.data.data"
