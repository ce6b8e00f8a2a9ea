"""Where the numbers of each object begin in arrays that all objects of a kind share."""


class Addresses:
    """Counts how many entries of each array are taken; `count` gives them in the end."""

    def __init__(self) -> None:
        self._used: dict[str, int] = {}

    def take(self, array: str, number: int) -> int:
        """Take so many entries of an array, and return the first of them."""
        first = self._used.get(array, 0)
        self._used[array] = first + number
        return first

    def take_or_none(self, array: str, number: int) -> int:
        """Take entries as `take` does, but return -1 if there are none."""
        return self.take(array, number) if number else -1

    def count(self, array: str) -> int:
        """Return how many entries of an array are taken."""
        return self._used.get(array, 0)
