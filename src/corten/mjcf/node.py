"""What the reader makes of a file: elements with their text, and where each of them stands."""

from dataclasses import dataclass, field
from typing import NamedTuple


class Place(NamedTuple):
    """Where something was written: no file for a model in a string, no line for what was made in Python."""

    file: str | None = None
    line: int | None = None

    def __str__(self) -> str:
        if self.line is None:
            return self.file or "Python"
        return f"{self.file}:{self.line}" if self.file else f"line {self.line}"


@dataclass(slots=True)
class Node:
    """An XML element as it was written, before the schema has been asked about it."""

    tag: str
    attributes: dict[str, str]
    place: Place
    children: list["Node"] = field(default_factory=list)
