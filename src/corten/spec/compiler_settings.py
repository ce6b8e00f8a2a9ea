"""What <compiler> says about how a model is to be read."""

from dataclasses import dataclass
from math import pi
from typing import Any

from corten.spec import DefaultClasses, Element, root_section


@dataclass(frozen=True, slots=True)
class Settings:
    """The attributes of <compiler> that concern bodies, with their defaults."""

    degrees: bool = True
    eulerseq: str = "xyz"
    autolimits: bool = True
    boundmass: float = 0.0
    boundinertia: float = 0.0
    settotalmass: float = -1.0
    balanceinertia: bool = False
    alignfree: bool = False
    inertiafromgeom: str = "auto"
    inertiagrouprange: tuple[int, int] = (0, 5)
    fitaabb: bool = False
    strippath: bool = False
    meshdir: str = ""
    texturedir: str = ""
    passthrough: str = "none"

    def angle(self, value: float) -> float:
        """Return an angle of an orientation in radians."""
        return value / 180.0 * pi if self.degrees else value

    def joint_angle(self, value: float) -> float:
        """Return a joint's angle in radians; rounded as MuJoCo rounds it, which differs from that of orientations."""
        return value * (pi / 180.0) if self.degrees else value


def compiler_attributes(root: Element) -> dict[str, Any]:
    """Return what <compiler> says, as it is written."""
    element = root_section(root, "compiler")
    return {} if element is None else element.attributes


def read_settings(root: Element, classes: DefaultClasses) -> Settings:
    """Return the settings of a model."""
    element = root_section(root, "compiler")
    if element is None:
        return Settings()
    values = classes.resolve(element)
    own = {"degrees": values["angle"] == "degree"}

    # one folder for all assets, unless meshes or textures have one of their own
    own |= {folder: values[folder] or values["assetdir"] or "" for folder in ("meshdir", "texturedir")}
    return Settings(**own, **{name: values[name] for name in Settings.__dataclass_fields__ if name not in own})
