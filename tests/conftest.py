"""Shared settings of all tests."""

import sys
from pathlib import Path

import hypothesis

sys.path.insert(0, str(Path(__file__).parent))

# the same examples on every machine, however slow it is; pytest-timeout ends what hangs
hypothesis.settings.register_profile(
    "corten", deadline=None, derandomize=True, suppress_health_check=[hypothesis.HealthCheck.too_slow]
)
hypothesis.settings.load_profile("corten")
