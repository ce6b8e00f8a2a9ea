"""Stages say what they read and write; the compiler knows."""

import pytest

from corten.runtime import stage
from support.repository import load_tool


@pytest.fixture(scope="module")
def tool():
    """Return the checker as a module."""
    return load_tool("check_kernels")


def test_every_stage_keeps_its_contract(tool):
    """Declare in every stage exactly what it reads and writes."""
    assert [line for stage in tool.all_stages() for line in tool.mistakes(stage)] == []


@stage
def honest(m, d):
    """Move the mass to the acceleration.

    reads:  m.dof_M0
    writes: d.qacc
    """
    source, target = m.dof_M0, d.qacc

    for i in range(m.nv):
        target[i] = source[i]
        target[i] = 2.0 * target[i]


@stage
def dishonest(m, d):
    """Move the mass to the acceleration.

    reads:  m.dof_damping
    writes: d.qvel
    """
    source, target = m.dof_M0, d.qacc

    for i in range(m.nv):
        target[i] = source[i]


def test_checker_accepts_what_is_true(tool):
    """Accept a stage that lists its inputs, and need not list what it reads back."""
    assert tool.mistakes(honest) == []


def test_checker_finds_missing_and_superfluous_names(tool):
    """Report names that are missing and names that are superfluous, for both words."""
    assert [line.split(": ")[1] for line in tool.mistakes(dishonest)] == [
        "reads also m.dof_M0",
        "reads not m.dof_damping",
        "writes also d.qacc",
        "writes not d.qvel",
    ]
