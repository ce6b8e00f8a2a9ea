"""Kernels have types in their signatures and words in their docstrings; the compiler knows what they read and write."""

from pathlib import Path

import pytest

from corten.cli.generated_pages import PAGES, stage_entry
from corten.data import DATA
from corten.model import MODEL
from corten.pipeline.catalogue import all_stages, stage_accesses
from corten.pipeline.scalar_stages import SCALAR_STAGES
from corten.runtime import stage
from corten.runtime.build import stage_effects
from corten.stages import inertia
from support.repository import load_tool


@pytest.fixture(scope="module")
def tool():
    """Return the checker as a module."""
    return load_tool("check_kernels")


def test_every_kernel_keeps_its_contract(tool):
    """Find types in all signatures, and no list of fields in a docstring."""
    files = tool.PACKAGE.rglob("*.py")
    assert [line for path in files for line in tool.mistakes(path.read_text(encoding="utf-8"), path.name)] == []


def test_the_compiler_accepts_every_stage(tool):
    """Compile all stages with the types of their signatures."""
    assert tool.refusals() == []


KERNELS = '''
@helper
def typed(m, d, i: int, v: Vec3) -> float:
    """Return a number."""

@typed.version(machine="wgsl")
def untyped(m, d, i, v: Vec3):
    """Return a number."""

@stage
def listed(m, d) -> None:
    """Move the mass.

    reads:  m.dof_M0
    writes: d.qacc
    """

@stage
def wordless(m, d) -> None:
    pass

def other(i):
    pass
'''


def test_checker_finds_what_is_missing(tool):
    """Report arguments and results without a type, lists of fields and missing docstrings; look at kernels alone."""
    assert tool.mistakes(KERNELS, "file.py") == [
        "file.py:7: untyped: no type for i",
        "file.py:7: untyped: no type for the result",
        "file.py:11: listed: what it reads and writes is generated; say in words what it computes",
        "file.py:19: wordless: no docstring",
    ]


@stage
def move_mass(m, d):
    """Move the mass to the acceleration."""
    source, target = m.dof_M0, d.qacc

    for i in range(m.nv):
        target[i] = source[i]
        target[i] = 2.0 * target[i]


def test_accesses_are_complete():
    """List all that a stage reads and writes, what it reads back included."""
    assert stage_accesses(move_mass) == {"reads": ["m.dof_M0", "d.qacc"], "writes": ["d.qacc"]}


def test_stubs_show_what_a_stage_reads_and_writes():
    """Show an editor the full lists of a stage, and everything else of its package as it is declared."""
    tool = load_tool("write_stage_stubs")
    text = tool.stub(inertia, Path(inertia.__file__).read_text(encoding="utf-8"))
    assert "crb: Stage\n" in text and "writes: d.M d.crb\n" in text
    assert "import mul_mass as mul_mass\n" in text and "def " not in text


def test_pages_list_fields_of_stages():
    """Say in the manual what a stage computes, and all that it reads and writes."""
    text = stage_entry(move_mass, stage_effects(move_mass, (MODEL, DATA)))
    assert text.startswith("**move_mass**: Move the mass to the acceleration.\n")
    assert "- *reads* m.dof_M0, d.qacc\n- *writes* d.qacc\n" in text
    assert set(PAGES) == {"fields.md", "stages.md", "lanes.md"}


def test_choice_of_lanes_names_stages():
    """List among those that gain nothing from lanes only stages that exist."""
    assert {stage.name for stage in all_stages()} >= SCALAR_STAGES
