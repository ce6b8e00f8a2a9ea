"""Numbers from the words of a text file."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from corten.errors import AssetError


def parse_floats(words: Sequence[bytes], what: str) -> NDArray[np.float64]:
    """Return words as numbers, or say which of them is none."""
    try:
        return np.array(words, np.float64)
    except ValueError:
        raise AssetError(f"{_first_bad(words, float)!r} in the {what} is not a number") from None


def parse_integers(words: Sequence[bytes], what: str) -> NDArray[np.int64]:
    """Return words as whole numbers, or say which of them is none."""
    try:
        return np.array(words, np.int64)
    except (ValueError, OverflowError):
        raise AssetError(f"{_first_bad(words, _index)!r} in the {what} is not an index") from None


def _index(word: bytes) -> int:
    value = int(word)
    if abs(value) >= 1 << 63:
        raise ValueError
    return value


def _first_bad(words: Sequence[bytes], convert) -> str:
    """Return the first word that cannot be converted, shortened so that an error stays readable."""
    for word in words:
        try:
            convert(word)
        except ValueError:
            return word[:40].decode("ascii", "replace")
    return ""
