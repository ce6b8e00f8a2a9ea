"""`corten --help`, `compile`, `bench` and `info`."""

import os
import re
import subprocess
import sys

import pytest

import corten
from corten.cli.app import run_command
from corten.cli.compile import stages_of
from corten.gpu import device as devices
from corten.pipeline.catalogue import all_stages
from corten.pipeline.plans import get_plan
from corten.pipeline.profile import profile
from corten.pipeline.scalar_stages import SCALAR_STAGES
from corten.pipeline.step import recover
from corten.runtime.plan import Plan

# storage begins with room for four contacts
FALLING = f"""
<mujoco>
  <worldbody>
    <geom type="plane" size="5 5 .1"/>
    {"".join(f'<body pos="{i} 0 .2"><freejoint/><geom type="box" size=".1 .1 .1"/></body>' for i in range(4))}
  </worldbody>
</mujoco>
"""

# bundled models have limits and contacts, which are announced
pytestmark = pytest.mark.filterwarnings("ignore::corten.UnbuiltFeatureWarning")


def output(capsys, *arguments: str) -> str:
    """Run a command that must succeed and return what it prints."""
    assert run_command(list(arguments)) == 0
    return capsys.readouterr().out


@pytest.mark.parametrize("arguments", [["--help"], ["run", "--help"], ["compile", "--help"], ["bench", "--help"], []])
def test_help(arguments, capsys):
    """Show help on request, and when nothing is asked for."""
    code = run_command(arguments)
    assert code == 0 and "usage: corten" in capsys.readouterr().out


def test_version(capsys):
    """Print the version."""
    assert output(capsys, "--version") == f"corten {corten.__version__}\n"


def test_compile_finds_what_it_compiled(tmp_path):
    """Compile a model's kernels into the cache folder once, and find all of them the second time."""
    environment = {**os.environ, "CORTEN_CACHE_DIR": str(tmp_path), "CORTEN_KERNELS": "compiled"}
    command = [sys.executable, "-m", "corten", "compile", "cartpole"]
    first, second = (
        subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout for _ in range(2)
    )
    count = len(stages_of(corten.load_model(corten.models.path("cartpole"))))
    assert first.startswith(f"{count} kernels: ") and str(tmp_path) in first
    assert {file.name.partition("-")[0] for file in tmp_path.glob("*.o")} >= {"place_bodies", "rk4_finish", "euler"}
    assert second.startswith(f"{count} kernels: 0 compiled, {count} found")


def test_stages_of_a_model_cover_every_integrator():
    """Take the stages of all integrators, each once, from those that exist."""
    stages = stages_of(corten.models.n_link_pendulum(2))
    assert len(set(stages)) == len(stages)
    assert set(stages) <= set(all_stages())
    model = corten.models.n_link_pendulum(2)
    for integrator in (corten.Integrator.RK4, corten.Integrator.IMPLICIT):
        model.opt.integrator = integrator
        assert set(get_plan(model, "step").stages) <= set(stages)


def test_nothing_to_compile_in_plain_python(capsys, monkeypatch):
    """Say that plain Python kernels need no compiling."""
    monkeypatch.setenv("CORTEN_KERNELS", "python")
    assert "nothing to compile" in output(capsys, "compile")


def test_bench_shows_both_ways_of_stepping(capsys):
    """Time many steps in one call and one step in each call."""
    text = output(capsys, "bench", "cartpole", "--steps", "50")
    assert re.search(r"many steps in one call +[\d,]+ +[\d.]+", text)
    assert re.search(r"one step in each call +[\d,]+ +[\d.]+", text)


def test_bench_times_batches(capsys):
    """Time a batch on some threads beside single steps."""
    text = output(capsys, "bench", "cartpole", "--steps", "20", "--batch", "6", "--threads", "2")
    assert re.search(r"6 environments, all of them +[\d,]+ +[\d.]+", text)


def test_bench_takes_a_precision(capsys):
    """Time a batch in single precision, with a number of environments or without; refuse what a GPU has not."""
    text = output(capsys, "bench", "cartpole", "--steps", "20", "--batch", "6", "--precision", "float32")
    assert re.search(r"6 environments in float32, all of them +[\d,]+ +[\d.]+", text)
    text = output(capsys, "bench", "cartpole", "--steps", "2", "--precision", "float64")
    assert re.search(r"1,024 environments in float64, all of them +[\d,]+", text)
    assert run_command(["bench", "cartpole", "--device", "gpu", "--precision", "float64"]) == 2
    assert "--precision: a GPU computes with float32 only" in capsys.readouterr().err


def test_bench_needs_a_device(capsys, monkeypatch):
    """Say in one line that there is no GPU."""
    monkeypatch.setitem(sys.modules, "wgpu", None)
    monkeypatch.setattr(devices, "_opened", {})
    assert run_command(["bench", "cartpole", "--steps", "2", "--device", "gpu"]) == 1
    assert "corten: there is no GPU to use" in capsys.readouterr().err
    text = output(capsys, "bench", "cartpole", "--device", "auto", "--steps", "2")
    assert re.search(r"1,024 environments, all of them +[\d,]+", text)


def test_info_shows_devices(capsys, monkeypatch):
    """Show threads and lanes of the CPU and the GPU, or why there is none; a model is needed for all else."""
    assert re.search(r"cpu +\d+ threads", output(capsys, "info", "--devices"))
    monkeypatch.setitem(sys.modules, "wgpu", None)
    monkeypatch.setattr(devices, "_opened", {})
    assert "pip install corten[gpu]" in " ".join(output(capsys, "info", "--devices").split())
    assert run_command(["info"]) == 2 and "name a model, or ask for --devices" in capsys.readouterr().err


def test_profile_has_a_row_for_every_stage(capsys):
    """List the stages of a step in order, with times and shares that add up."""
    text = output(capsys, "bench", "cartpole", "--steps", "50", "--profile")
    rows = re.findall(r"^(\w+) +(\d+) +[\d.]+ +([\d.]+) %", text, re.MULTILINE)
    model = corten.load_model(corten.models.path("cartpole"))
    stages = [stage.__name__ for stage in get_plan(model, "step").stages]
    assert [row[0] for row in rows] == [*dict.fromkeys(stages), "sum"]
    assert int(rows[-1][1]) == len(stages)
    assert sum(float(row[2]) for row in rows[:-1]) == pytest.approx(100, abs=0.1 * len(rows))


def test_profile_by_time_is_sorted(capsys):
    """List the slowest stage first on request."""
    text = output(capsys, "bench", "cartpole", "--steps", "50", "--profile", "--by-time")
    shares = [float(share) for share in re.findall(r"([\d.]+) %$", text, re.MULTILINE)][:-1]
    assert shares == sorted(shares, reverse=True)


def test_info_shows_what_stages_read_and_write(capsys):
    """List the stages of a step in order, with everything that each of them reads and writes."""
    text = " ".join(output(capsys, "info", "cartpole", "--stages").split())
    assert text.index("place_bodies (kinematics.bodies) ") < text.index("com_vel (velocity) ")
    written = text.partition("place_bodies (kinematics.bodies)")[2].partition("writes ")[2]
    assert {"d.xpos", "d.xquat", "d.xmat"} <= set(written.split()[:20])


def test_info_shows_the_tree(capsys):
    """Show sizes, bodies with their joints, and the stages of a step."""
    text = output(capsys, "info", "cartpole")
    model = corten.load_model(corten.models.path("cartpole"))
    for number in range(1, model.nbody):
        assert model.name("body", number) in text
    for number in range(model.njnt):
        assert model.name("joint", number) in text
    assert re.search(rf"^nv +{model.nv} ", text, re.MULTILINE)
    assert "place_bodies ×4" in text


def test_info_shows_flexes(capsys, tmp_path):
    """Show what flexes are made of and what moves them, and their bodies as one line."""
    file = tmp_path / "flexes.xml"
    file.write_text(
        '<mujoco><worldbody><flexcomp name="cloth" count="5 4 1" mass="2"><edge equality="true"/><pin id="0"/>'
        "</flexcomp>"
        '<flexcomp name="jelly" dim="3" count="3 3 3" dof="trilinear" pos="1 0 0"/>'
        '<flexcomp name="hard" count="3 3 1" rigid="true"/></worldbody></mujoco>'
    )
    text = output(capsys, "info", str(file))
    assert re.search(r"^cloth +2 +20 +24 triangles +43 +20 bodies +1.9$", text, re.MULTILINE)
    assert re.search(r"^jelly +3 +27 +48 tetrahedra +98 +8 trilinear nodes +1$", text, re.MULTILINE)
    assert re.search(r"^hard .* one body ", text, re.MULTILINE)
    assert "19 bodies of the flex cloth" in text and "cloth_3" not in text
    model = corten.load_model(file)
    assert model.id("flex", "jelly") == 1 and model.flex("cloth").vertnum == 20


def test_info_shows_how_stages_run_in_a_batch(capsys, monkeypatch):
    """Tell for each stage whether it runs for all lanes at once, and why not; nothing is compiled for it."""
    stages = get_plan(corten.load_model(corten.models.path("cartpole")), "step").stages
    monkeypatch.setattr("corten.batch.arguments.best_width", lambda precision: 4)
    monkeypatch.setattr("corten.runtime.build._compile_all", lambda *_: pytest.fail("it compiles"))
    lines = output(capsys, "info", "cartpole", "--lanes").splitlines()
    assert lines[0].startswith("a batch: 4 environments to a vector; ")
    told = {line.split()[0]: line for line in lines[2:] if line and not line.startswith(" ")}
    for stage in stages:
        way = "lane by lane" if stage.name in SCALAR_STAGES else "all lanes at once"
        assert way in told[stage.__name__]
    assert "a batch: 4 environments to a vector" in " ".join(output(capsys, "info", "cartpole").split())


def test_profile_leaves_out_calls_in_which_storage_grew(monkeypatch):
    """Count neither the time of growing nor that of a step that was done twice."""
    now, grown = [0.0], []

    def slow_recover(*arguments):
        grown.append(1)
        now[0] += 1000.0
        recover(*arguments)

    run = Plan.profile

    def one_second_a_step(plan, model, data, nstep, ticks):
        now[0] += nstep
        return run(plan, model, data, nstep, ticks)

    module = sys.modules["corten.pipeline.profile"]
    monkeypatch.setattr(module, "now", lambda: now[0])
    monkeypatch.setattr(module, "recover", slow_recover)
    monkeypatch.setattr(Plan, "profile", one_second_a_step)
    model = corten.load_model_from_string(FALLING)
    times = profile(model, model.make_data(), 300)
    assert grown
    assert sum(stage.seconds for stage in times) == pytest.approx(1.0)
    assert sum(stage.share for stage in times) == pytest.approx(1.0)
