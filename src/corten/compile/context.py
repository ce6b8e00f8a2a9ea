"""What the compilation of one element needs to know of the rest of the model."""

from dataclasses import dataclass

from corten.compile.items import Body, Placed, user_numbers
from corten.compile.settings import Settings


@dataclass(slots=True)
class Context:
    """Settings, names and counts that hold for the whole model."""

    settings: Settings
    bodies: list[Body]
    materials: dict[str, int]
    textures: dict[str, int]
    nuser: dict[str, int]
    znear: float
    body_ids: dict[str, int]

    def material(self, name: str | None) -> int:
        """Return the number of a material, -1 for none."""
        return -1 if name is None else self.materials[name]

    def texture(self, name: str | None) -> int:
        """Return the number of a texture, -1 for none."""
        return -1 if name is None else self.textures[name]

    def body(self, name: str | None) -> int:
        """Return the number of a body, -1 for none."""
        return -1 if name is None else self.body_ids[name]

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
