"""Stages say what they read and write; the compiler knows."""

import pytest

from corten.pipeline.lane_choice import APART
from corten.runtime import stage
from support.repository import load_tool


@pytest.fixture(scope="module")
def tool():
    """Return the checker as a module."""
    return load_tool("check_kernels")


def test_every_stage_keeps_its_contract(tool):
    """Name in every stage a few quantities that it reads and writes, and nothing else."""
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


@stage
def silent(m, d):
    """Move the mass to the acceleration."""
    source, target = m.dof_M0, d.qacc

    for i in range(m.nv):
        target[i] = source[i]


def test_checker_accepts_what_is_true(tool):
    """Accept a stage that lists its inputs, and need not list what it reads back."""
    assert tool.mistakes(honest) == []


def test_checker_finds_untrue_names(tool):
    """Report names that a stage neither reads nor writes, for both words."""
    found = [line.split(": ")[1] for line in tool.mistakes(dishonest)]
    assert found == ["reads not m.dof_damping", "writes not d.qvel"]


def test_checker_finds_silence_and_long_lists(tool, monkeypatch):
    """Report a stage that names nothing, and one that names more than a reader takes in."""
    assert [line.split(": ")[1] for line in tool.mistakes(silent)] == [
        "reads something, but names nothing",
        "writes something, but names nothing",
    ]
    monkeypatch.setattr(tool, "MOST_NAMES", 0)
    assert "reads lists 1 names, more than 0" in tool.mistakes(honest)[0]


def test_choice_of_lanes_names_stages(tool):
    """List among those that gain nothing from lanes only stages that exist."""
    assert {stage.name for stage in tool.all_stages()} >= APART
