"""Data: state, results and work space."""

from corten.data.data import Data
from corten.data.fields import DATA
from corten.data.reset import reset

__all__ = ["DATA", "Data", "reset"]
