"""Scripts written for MuJoCo, run with corten in its place."""

import re
import subprocess
import sys

import pytest

import corten.compat.mujoco as ours
from corten.compat import importing
from corten.compat.mujoco.arguments import FUNCTIONS, NAMES
from support.repository import load_tool

# what scripts begin with; put together, since tests leave the real package to the oracle
IMPORT = "import " + "mujoco"

SCRIPT = f"""
import sys
{IMPORT}
{IMPORT}._structs as structs
from importlib.metadata import version

ball = "<body><freejoint/><geom size='.1'/></body>"
model = structs.MjModel.from_xml_string("<mujoco><worldbody>" + ball + "</worldbody></mujoco>")
data = structs.MjData(model)
structs.MjModel is sys.modules["mujoco"].MjModel or sys.exit("two modules")
sys.modules["mujoco"].mj_step(model, data, 10)
print(sys.modules["mujoco"].__name__, version("mujoco"), sys.argv[1:], round(data.time, 3))
"""

ENVIRONMENT = """
import gymnasium, sys

env = gymnasium.make("Hopper-v5")
first, _ = env.reset(seed=3)
env.action_space.seed(3)
for _ in range(20):
    observation, reward, *_ = env.step(env.action_space.sample())
print(sys.modules["mujoco"].__name__, observation.tolist(), reward)
"""


def run(*arguments: str) -> str:
    """Run a Python of its own; return what it prints."""
    done = subprocess.run([sys.executable, *arguments], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_script_sees_the_stand_in(tmp_path):
    """Run a script, a module and code with the stand-in in place of mujoco and its parts."""
    (tmp_path / "script.py").write_text(SCRIPT, encoding="utf-8")
    expected = "corten.compat.mujoco 4.0.0 ['a', 'b'] 0.02\n"
    assert run("-m", "corten.compat", str(tmp_path / "script.py"), "a", "b") == expected
    assert run("-m", "corten.compat", "-c", SCRIPT, "a", "b") == expected


def test_gymnasium_runs_unchanged():
    """Step an environment of Gymnasium's own on the stand-in, as it steps on MuJoCo."""
    pytest.importorskip("gymnasium")
    numbers = []
    for prefix, name in ((("-m", "corten.compat"), "corten.compat.mujoco"), ((), "mujoco")):
        printed = run(*prefix, "-c", ENVIRONMENT)
        assert printed.split()[0] == name
        numbers.append([float(each) for each in re.findall(r"-?\d+\.\d+(?:e-?\d+)?", printed.partition(" ")[2])])
    assert len(numbers[0]) == 12
    assert numbers[0] == pytest.approx(numbers[1])


def test_unknown_modules_are_named():
    """Name a module that the stand-in lacks as one that is not there."""
    code = f"try:\n    {IMPORT}.nothing\nexcept ModuleNotFoundError as error:\n    print(error.name)"
    assert run("-m", "corten.compat", "-c", code) == "mujoco.nothing\n"


def test_stand_in_imports_no_mujoco():
    """Use the stand-in without importing the real package."""
    code = "import corten.compat.mujoco, sys; print([name for name in sys.modules if name.startswith('mujoco')])"
    assert run("-c", code) == "[]\n"


def test_every_name_is_there_or_refused():
    """Have every name of the bindings; what it lacks is a NotImplementedError, what is unknown an AttributeError."""
    for names in (*NAMES["modules"].values(), NAMES["top"]):
        for name in names:
            try:
                value = getattr(ours, name, None)
                assert value is not None or name.startswith("_")
            except AssertionError:
                with pytest.raises(NotImplementedError, match=name):
                    getattr(ours, name)
    with pytest.raises(AttributeError, match="mj_nothing"):
        ours.mj_nothing  # noqa: B018


def test_refusals_name_what_is_missing():
    """Refuse functions that are not there by name."""
    for name in set(NAMES["modules"]["_functions"]) - set(FUNCTIONS):
        with pytest.raises(NotImplementedError, match=name):
            getattr(ours, name)()
    with pytest.raises(NotImplementedError, match="MJB"):
        ours.MjModel.from_binary_path("model.mjb")


def test_page_is_up_to_date():
    """Have the tables of docs/compat.md as the tool writes them."""
    tool = load_tool("write_compat_table")
    assert tool.page() == tool.PAGE.read_text(encoding="utf-8"), "run tools/write_compat_table.py"


def test_missing_modules():
    """Name the nearest thing to modules that are not there; those who can do without them catch an ImportError."""
    finder = importing.StandInFinder()
    with pytest.raises(NotImplementedError, match=r"mujoco\.batch.*corten\.BatchSim"):
        finder.find_spec("mujoco.batch")
    with pytest.raises(ImportError, match=r"No module named 'mujoco\.nothing'"):
        finder.find_spec("mujoco.nothing")
