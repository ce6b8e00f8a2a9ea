"""Pages of memory while models are loaded."""

import pytest

from corten.assets import asset_cache
from corten.errors import ModelError


@pytest.fixture
def asked(monkeypatch):
    """What NumPy is told, by a NumPy that asked for huge pages before."""
    told = [True]

    def tell(wanted):
        told.append(wanted)
        return told[-2]

    monkeypatch.setattr(asset_cache, "_ask_for_huge_pages", tell)
    return told


def test_numpy_is_left_as_it_was(asked):
    """Ask for ordinary pages once for all loads under way, and for what was asked before after the last one."""
    with asset_cache.ordinary_pages(), asset_cache.ordinary_pages():
        assert asked == [True, False]
    assert asked == [True, False, True]


def test_errors_leave_numpy_as_it_was(asked):
    """Go back to what was asked before when a model is refused."""
    with pytest.raises(ModelError), asset_cache.ordinary_pages():
        raise ModelError("no")
    assert asked[-1] is True


def test_numpy_can_be_told():
    """Get from NumPy what it was told last."""
    before = asset_cache._ask_for_huge_pages(False)
    assert asset_cache._ask_for_huge_pages(True) is False
    assert asset_cache._ask_for_huge_pages(before) is True
