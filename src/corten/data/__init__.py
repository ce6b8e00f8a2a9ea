"""Data: state, results and work space."""

from corten.data.data import Data
from corten.data.fields import DATA
from corten.data.reset import reset
from corten.data.state import get_state, set_state, state_size

__all__ = ["DATA", "Data", "get_state", "reset", "set_state", "state_size"]
