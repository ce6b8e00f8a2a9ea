"""Parameters of a mesh, under the names of the MJCF attributes."""

from dataclasses import dataclass, replace
from math import isfinite

from corten.errors import AssetError

INERTIA = ("convex", "exact", "legacy", "shell")


@dataclass(frozen=True, slots=True)
class MeshOptions:
    """How a mesh is scaled and placed, and how its mass properties, normals and hull are computed.

    `stretch` is a matrix, row by row, by which it is stretched last; it has no attribute, and comes from frames.
    """

    scale: tuple[float, float, float] = (1.0, 1.0, 1.0)
    refpos: tuple[float, float, float] = (0.0, 0.0, 0.0)
    refquat: tuple[float, float, float, float] = (1.0, 0.0, 0.0, 0.0)
    smoothnormal: bool = False
    inertia: str = "legacy"
    maxhullvert: int = -1
    stretch: tuple[float, ...] = ()

    def checked(self) -> "MeshOptions":
        """Return the same options as plain numbers, or refuse them."""
        vectors = {}
        for name, size in (("scale", 3), ("refpos", 3), ("refquat", 4)):
            vectors[name] = tuple(float(number) for number in getattr(self, name))
            if len(vectors[name]) != size or not all(isfinite(number) for number in vectors[name]):
                raise AssetError(f"{name} must be {size} finite numbers, not {vectors[name]}")
        if self.inertia not in INERTIA:
            raise AssetError(f"inertia {self.inertia!r} is not one of {', '.join(INERTIA)}")
        if self.maxhullvert != -1 and self.maxhullvert < 4:
            raise AssetError(f"maxhullvert is {self.maxhullvert}; it must be at least 4, or -1 for no limit")
        return replace(self, **vectors, smoothnormal=bool(self.smoothnormal), maxhullvert=int(self.maxhullvert))

    @property
    def flips(self) -> bool:
        """Tell whether the scale mirrors the mesh, so that its faces must be turned round."""
        x, y, z = self.scale
        return not x * y * z > 0
