"""Shared settings of all tests."""

import sys
from pathlib import Path

import hypothesis
import pytest

sys.path.insert(0, str(Path(__file__).parent))

# the same examples on every machine, however slow it is; pytest-timeout ends what hangs
hypothesis.settings.register_profile(
    "corten", deadline=None, derandomize=True, suppress_health_check=[hypothesis.HealthCheck.too_slow]
)
hypothesis.settings.load_profile("corten")

# files whose tests are marked `slow`: the longest ones, without which the rest takes a few minutes on two cores
SLOW = frozenset((Path(__file__).parent / "slow.txt").read_text(encoding="utf-8").split())


def pytest_collection_modifyitems(items):
    """Mark the tests of files that take long, for `./test --quick` to leave out."""
    for item in items:
        if item.path.relative_to(Path(__file__).parent).as_posix() in SLOW:
            item.add_marker(pytest.mark.slow)


# beginnings of reasons for which tests are skipped where something is missing that they should run with
LOUD = ("NO GPU WAS TESTED", "NO PICTURE", "NO CLUSTER WAS TESTED", "NO TRAINING WAS TESTED")


def pytest_terminal_summary(terminalreporter):
    """Say loudly that tests of GPUs, pictures and the like were skipped, which would go unnoticed otherwise."""
    reasons = {report.longrepr[2] for report in terminalreporter.stats.get("skipped", []) if report.longrepr}
    for reason in sorted(reason for reason in reasons if any(words in reason for words in LOUD)):
        terminalreporter.write_line(reason, red=True, bold=True)
