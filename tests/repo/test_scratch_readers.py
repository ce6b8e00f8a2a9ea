"""Work space of a stage is read by those whom it names, and by nobody else."""

from support.repository import load_tool


def test_work_space_is_for_its_readers():
    """Find every use of work space within the folder of its owner or among its readers."""
    assert load_tool("check_scratch").mistakes() == []
