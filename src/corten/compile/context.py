"""What the compilation of one element needs to know of the rest of the model."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from corten.compile.elements.settings import Settings
from corten.compile.items import Body, Item, Placed, user_numbers


@dataclass(slots=True)
class Context:
    """Settings, names and counts that hold for the whole model.

    `items` are the objects of each kind that are compiled so far, `ids` their numbers by name.
    """

    settings: Settings
    bodies: list[Body]
    nuser: dict[str, int]
    znear: float
    items: dict[str, Sequence[Item | Body]] = field(default_factory=dict)
    ids: dict[str, Mapping[str, int]] = field(default_factory=dict)

    def add(self, kind: str, items: Sequence[Item | Body]) -> None:
        """Make the objects of a kind known."""
        self.items[kind] = items
        self.ids[kind] = {item.name: number for number, item in enumerate(items) if item.name}

    def row(self, kind: str, number: int) -> dict:
        """Return the numbers of an object."""
        item = self.items[kind][number]
        assert isinstance(item, Item)
        return item.row

    def material(self, name: str | None) -> int:
        """Return the number of a material, -1 for none."""
        return -1 if name is None else self.ids["material"][name]

    def texture(self, name: str | None) -> int:
        """Return the number of a texture, -1 for none."""
        return -1 if name is None else self.ids["texture"][name]

    def body(self, name: str | None) -> int:
        """Return the number of a body, -1 for none."""
        return -1 if name is None else self.ids["body"][name]

    def is_static(self, body: Body) -> bool:
        """Return whether a body has no joints between it and the world; mocap bodies count as static."""
        return body.weld == 0 or self.bodies[body.weld].mocap

    def user_numbers(self, placed: Placed, kind: str) -> tuple[float, ...]:
        """Return the user numbers of an element, filled up with zeros."""
        numbers = user_numbers(placed)
        room = self.nuser[kind]
        if len(numbers) > room:
            raise placed.element.error(
                f"user has {len(numbers)} numbers, but <size> says nuser_{kind} is {room}; raise or remove it there"
            )
        return (*numbers, *(0.0,) * (room - len(numbers)))
