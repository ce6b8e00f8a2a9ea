"""The public interface changes on purpose only."""

import corten
from support.repository import load_tool


def test_snapshot_is_up_to_date():
    """Compare every public name and signature with the snapshot; tools/write_public_api.py renews it."""
    tool = load_tool("write_public_api")
    assert tool.snapshot() == tool.SNAPSHOT.read_text(encoding="utf-8"), "run tools/write_public_api.py"


def test_every_public_name_resolves_and_is_documented():
    """Give every public name a value, and every public function and class a docstring."""
    for name in corten.__all__:
        value = getattr(corten, name)
        assert name.startswith("__") or value.__doc__, name


def test_unknown_name_is_an_attribute_error():
    """Refuse names that do not exist."""
    assert not hasattr(corten, "no_such_name")
