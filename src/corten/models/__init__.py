"""Models of our own: MJCF files that come with the package, and models built from a few numbers."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from corten.models.bundled import FOLDER, names
from corten.models.pendulum import pendulum_mjcf

if TYPE_CHECKING:
    from corten.model import Model

__all__ = ["n_link_pendulum", "names", "path"]


def path(name: str) -> Path:
    """Return the MJCF file of the bundled model `name`."""
    if name not in names():
        raise ValueError(f"there is no bundled model '{name}'; the bundled models are {', '.join(names())}")
    return FOLDER / f"{name}.xml"


def n_link_pendulum(n: int, *, link_length: float = 1.0, link_mass: float = 0.1) -> Model:
    """Return a planar pendulum of `n` equal links [m, kg] that hangs at rest; see `corten.models.pendulum`."""
    import corten

    text = pendulum_mjcf(n, link_length, link_mass)
    return corten.load_model_from_string(text)
