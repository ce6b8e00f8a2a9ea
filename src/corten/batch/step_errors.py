"""What `BatchSim.step_all` returns: for each environment None, or the StepError that ended its steps."""

from collections.abc import Iterator, Mapping, Sequence
from typing import overload

import numpy as np

from corten.errors import StepError


class StepErrors(Sequence[StepError | None]):
    """One entry for each environment: None, or why it has failed; it stays failed until it is reset."""

    def __init__(self, n: int, errors: Mapping[int, StepError]):
        self._n, self._errors = n, dict(sorted(errors.items())) if errors else {}

    @property
    def indices(self) -> np.ndarray:
        """The environments that have failed, in ascending order."""
        return np.fromiter(self._errors, np.int64, len(self._errors))

    def any(self) -> bool:
        """Tell whether an environment has failed."""
        return bool(self._errors)

    def __len__(self) -> int:
        return self._n

    @overload
    def __getitem__(self, index: int) -> StepError | None: ...
    @overload
    def __getitem__(self, index: slice) -> list[StepError | None]: ...
    def __getitem__(self, index: int | slice) -> StepError | list[StepError | None] | None:
        if isinstance(index, slice):
            return [self._errors.get(i) for i in range(self._n)[index]]
        return self._errors.get(range(self._n)[index])

    def __iter__(self) -> Iterator[StepError | None]:
        return (self._errors.get(i) for i in range(self._n))

    def __repr__(self) -> str:
        if not self._errors:
            return f"<StepErrors: {self._n} environments, none failed>"
        i, error = next(iter(self._errors.items()))
        return f"<StepErrors: {len(self._errors)} of {self._n} environments failed; the first is {i}: {error}>"
