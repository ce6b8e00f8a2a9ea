"""Kernels compiled ahead of time: what an archive holds, and that all works where there is no compiler."""

import itertools
import os
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

import corten
from corten.enums import Integrator, SolverType
from corten.errors import UnsupportedFeatureError
from corten.models.bundled import names
from corten.pipeline.plans import KINDS
from corten.runtime import cache, kernel_archive, syntax_digest
from corten.runtime.backends.llvm import processor
from corten.runtime.build import compile_stage
from corten.runtime.kernel import Mode
from support.archives import HIDDEN, RECORD, run
from support.random_mjcf import random_model
from support.repository import ROOT, load_tool

LIST = load_tool("list_kernels")

PROGRAM = """
import hashlib
import numpy as np
import corten

model = corten.load_model("cartpole")
data = model.make_data()
data.qvel[:] = 0.3
corten.step(model, data, nstep=5)
print(data.qpos.tobytes().hex())
print(corten.mul_mass(model, data, data.qvel).tobytes().hex())
batch = corten.BatchSim(model, 20, threads=1)
batch.qvel[:] = np.linspace(0, 1, 20)[:, None]
batch.step_all(5)
print(hashlib.sha256(batch.qpos.tobytes()).hexdigest())
batch.randomize(body_mass=corten.scaled(0.8, 1.2), seed=3)
batch.step_all(5)
print(hashlib.sha256(batch.qpos.tobytes()).hexdigest())
"""
USERS = """
import corten
from corten.runtime import stage

@stage
def ones(m, d):
    d.qfrc_applied[0] = 1.0

model = corten.load_model("cartpole")
ones(model, model.make_data())
"""


def test_entries_come_back(tmp_path):
    """Give back what was written under each name, and nothing for other names or files."""
    path = str(tmp_path / "kernels.bin")
    entries = {f"kernel-{i}": bytes([i]) * 10**i for i in range(5)}
    groups = {"kernel-1": "odd", "kernel-3": "odd", "kernel-4": "even"}
    for absolute in (False, True):
        kernel_archive.write_kernels(path, entries, groups, absolute)
        archive = kernel_archive.KernelArchive(path)
        assert len(archive) == 5 and {name: archive.read(name) for name in entries} == entries
    assert archive.has("kernel-3") and not archive.has("kernel-7") and archive.read("kernel-7") is None
    for content in (b"", b"something else" * 9):
        (tmp_path / "other.bin").write_bytes(content)
        assert len(kernel_archive.KernelArchive(str(tmp_path / "other.bin"))) == 0
    assert kernel_archive.KernelArchive(str(tmp_path / "missing.bin")).read("kernel-1") is None


@pytest.fixture(scope="module")
def recorded(tmp_path_factory):
    """An archive of what a program asks for, and what the program prints."""
    folder = tmp_path_factory.mktemp("archive")
    done = run(RECORD, PROGRAM, folder)
    assert done.returncode == 0, done.stderr
    return folder, done.stdout


def test_programs_run_without_a_compiler(recorded, tmp_path):
    """Give the same bits without LLVM and with an empty cache folder: steps, queries, lanes, and values that vary."""
    folder, printed = recorded
    done = run(HIDDEN, PROGRAM, folder, CORTEN_CACHE_DIR=str(tmp_path))
    assert done.returncode == 0, done.stderr
    assert done.stdout == printed
    assert "environments that differ step one by one" in done.stderr and "pip install corten[jit]" in done.stderr
    assert not list(tmp_path.glob("*.o"))


def test_functions_of_users_need_a_compiler(recorded, tmp_path):
    """Refuse a kernel that did not come with the package, and say what to install."""
    done = run(HIDDEN, USERS, recorded[0], CORTEN_CACHE_DIR=str(tmp_path))
    assert done.returncode != 0
    assert done.stderr.rstrip().endswith("to compile it takes LLVM: pip install corten[jit]"), done.stderr


# ---------------------------------------------------------------- what archives have


@pytest.fixture(scope="module")
def listed():
    """The names of all kernels of a step."""
    return {(each.key, each.target.machine) for each in LIST.step_kernels()}


def models():
    """Yield all models that come with the package, and some that are generated."""
    yield from (corten.load_model(name) for name in names())
    for seed in range(4):
        with suppress(UnsupportedFeatureError):
            yield corten.load_model_from_string(random_model(seed))


def test_plans_ask_for_what_is_listed(listed):
    """List every stage of all plans of models, with each integrator and solver."""
    scalar, asked = {key for key, machine in listed if machine == "scalar"}, {}
    for model in models():
        for integrator, solver in itertools.zip_longest(Integrator, SolverType, fillvalue=SolverType.NEWTON):
            model.opt.integrator, model.opt.solver = integrator, solver
            for plan in KINDS.values():
                with suppress(UnsupportedFeatureError):
                    asked |= dict.fromkeys(plan(model))
    layouts = corten.load_model("cartpole").layout, LIST.DATA
    missing = [stage.name for stage in asked if cache.cache_key(stage, layouts, Mode.COMPILED) not in scalar]
    assert len(asked) > 60 and not missing


# loads models with meshes, geoms that touch and tendons, steps them alone and in lanes, and asks a few questions
ASKED = """
import corten
from corten.assets import loading, store
from corten.runtime import cache
asked, plain = {}, cache.cache_key
def noted(stage, layouts, mode, target=cache.SCALAR):
    asked[plain(stage, layouts, mode, target)] = stage.name
    return plain(stage, layouts, mode, target)
cache.cache_key = noted
# as if nobody had prepared the mesh before
store.read_arrays = loading.read_arrays = lambda *_: None
MESH = '''<mujoco><asset><mesh name="ball" vertex="0 0 0 1 0 0 0 1 0 0 0 1 .4 .4 .4"/></asset>
<worldbody><body><freejoint/><geom type="mesh" mesh="ball"/></body></worldbody></mujoco>'''
for name in ("boxes", "hand", "leg", "cloth", ""):
    model = corten.load_model(name) if name else corten.load_model_from_string(MESH)
    data = model.make_data()
    corten.step(model, data)
    corten.set_const(model)
    corten.BatchSim(model, 20, threads=1).step_all()
corten.quaternion.rotate([1.0, 0, 0, 0], [0, 0, 1.0])
corten.jac_body(model, data, 1)
import sys
listing = [f"{key} {name}" for key, name in asked.items()]
print(*listing, file=open(sys.argv[1] + ".txt", "w"), sep=chr(10))
"""


def test_loading_asks_for_what_is_listed(tmp_path):
    """List what loading models, steps alone and in lanes, and queries ask for."""
    done = run("import runpy, sys\nrunpy.run_path(sys.argv[2])\n", ASKED, tmp_path)
    assert done.returncode == 0, done.stderr
    asked = dict(line.split() for line in (tmp_path / "kernels.bin.txt").read_text().splitlines())
    known = {each.key for each in LIST.all_kernels()}
    assert len(asked) > 60 and "corten.assets.hull.quickhull.build.find_hull" in asked.values()
    assert not {name for key, name in asked.items() if key not in known}


def test_entries_of_the_bindings_are_listed():
    """List kernels that Python calls with plain numbers and arrays, queries, and loops around kernels."""
    found = {each.stage.name for each in LIST._entry_kernels()}
    assert {"corten.compat.mujoco.vectors.mju_add", "corten.math.quaternion_rows.rotate"} <= found
    assert set(LIST.loops()) == set(LIST.LOOPS)


@pytest.mark.parametrize("name", ["euler", "com_vel", "rne"])
def test_code_ahead_of_time_is_that_of_run_time(monkeypatch, name):
    """Compile the same bytes for this machine's instruction set wherever that is done."""
    chosen = next(each for each in LIST.step_kernels() if each.stage.__name__ == name)
    written = {}
    monkeypatch.setattr(cache, "write", lambda key, code: written.setdefault(key, code))
    key, found = chosen.key, []
    for other in (None, processor.instruction_set()):
        monkeypatch.setattr(processor, "_other", other)
        found.append(compile_stage(chosen.stage, chosen.layouts, Mode.COMPILED, key, chosen.target))
    assert found[0] == found[1] == (cache.read(key) or found[0])


# ---------------------------------------------------------------- what functions say

FUNCTION = '''
@helper
def scaled(x: float) -> float:
    """Return twice the number."""
    return FACTOR * x + m.opt_timestep
'''


def digest(text):
    """Return the digest of the only function of a text."""
    (found,) = syntax_digest.parsed_syntax(text).values()
    return found.digest


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("twice", "two times"),
        (": float", ""),
        ("@helper", "# a comment\n@helper"),
        ("FACTOR * x", "(FACTOR\n            * x)"),
        ("@helper", "@wrapping\n@helper"),
    ],
)
def test_what_has_no_say(old, new):
    """Give the same digest whatever comments, docstrings, annotations and line breaks there are."""
    assert digest(FUNCTION.replace(old, new)) == digest(FUNCTION)


@pytest.mark.parametrize(("old", "new"), [("*", "/"), ("FACTOR", "OTHER"), ("+ m", "+ 1.0 + m"), ("x", "y")])
def test_what_has_a_say(old, new):
    """Give another digest for other operators, names and constants."""
    assert digest(FUNCTION.replace(old, new)) != digest(FUNCTION)


def test_names_that_a_function_mentions():
    """Find names outside of the function, attributes included; its own are not among them."""
    (found,) = syntax_digest.parsed_syntax(FUNCTION).values()
    assert found.names == ("FACTOR", "m", "opt_timestep")


READ = """
import sys, types
for name in ("corten", "corten.errors", "corten.runtime", "corten.runtime.disk_cache", "corten.runtime.kernel_archive"):
    sys.modules[name] = types.SimpleNamespace(
        KernelError=0, ASSETS=0, cache_folder=0, keep_file=0, read_file=0, bundled_archive=0
    )
space = {"__name__": "syntax_digest"}
exec(open(sys.argv[1]).read(), space)
print(space["syntax_bytes"](space["parsed_syntax"](open(sys.argv[2]).read())).decode())
"""


@pytest.mark.parametrize("version", ["3.11", "3.12", "3.13", "3.14"])
def test_digests_are_those_of_every_python(version):
    """Read the same out of a file in every version of Python that is at hand."""
    found = sorted(Path.home().glob(f".pyenv/versions/{version}.*/bin/python"))
    python = sys.executable if f"{sys.version_info[0]}.{sys.version_info[1]}" == version else next(iter(found), None)
    if python is None:
        pytest.skip(f"there is no Python {version} here")
    for file in ("stages/solver/newton.py", "linalg/cholesky.py", "stages/kinematics/kinematics.py"):
        path = ROOT / "src" / "corten" / file
        if not path.is_file():
            continue
        command = [str(python), "-c", READ, syntax_digest.__file__, str(path)]
        done = subprocess.run(command, capture_output=True, text=True, env={**os.environ, "PYTHONPATH": ""})
        assert done.returncode == 0, done.stderr
        assert done.stdout.strip() == syntax_digest.syntax_bytes(syntax_digest.parsed_syntax(path.read_text())).decode()
