"""Stable-Baselines3, where it is installed."""

import pytest

REASON = "NO TRAINING WAS TESTED: Stable-Baselines3 and PyTorch are not installed (pip install 'corten[learn]')"


def need_learning():
    """Skip a test, loudly, where nothing can be learnt."""
    return pytest.importorskip("stable_baselines3", reason=REASON)
