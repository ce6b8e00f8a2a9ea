"""What hangs on bodies: geoms, sites, cameras and lights."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from corten.compile.objects.columns import EXTRA, Object, columns
from corten.enums import CamLightMode, GeomType, LightType, Projection, SameFrame
from corten.spec.frames import Quaternion, Vector

Numbers = tuple[float, ...]


class GeomInertia(NamedTuple):
    """Mass [kg] and principal moments [kg m^2] of a geom that counts for the inertia of its body."""

    mass: float
    moments: Vector


@dataclass(slots=True, kw_only=True)
class GeomTraits:
    """What geoms that say the same have in common; `inertia` is None where bodies do not take theirs from geoms."""

    type: GeomType
    contype: int
    conaffinity: int
    condim: int
    dataid: int
    sdf: int = -1
    plugin: int
    matid: int
    group: int
    priority: int
    castshadow: bool
    solmix: float
    solref: Numbers
    solimp: Numbers
    size: Vector
    aabb: Numbers
    rbound: float
    friction: Vector
    margin: float
    gap: float
    surfacevel: Numbers
    adhesion: float
    fluid: Numbers
    user: Numbers
    rgba: Numbers
    inertia: GeomInertia | None = field(metadata=EXTRA)


@columns("geom_", "ngeom", derived=("near",), shared=GeomTraits)
@dataclass(slots=True, kw_only=True)
class Geom(Object):
    """One geom."""

    bodyid: int
    pos: Vector
    quat: Quaternion
    shared: GeomTraits = field(metadata=EXTRA)
    sameframe: SameFrame = field(init=False)

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any: ...


@columns("site_", "nsite")
@dataclass(slots=True, kw_only=True)
class Site(Object):
    """One site."""

    type: GeomType
    bodyid: int
    dataid: int
    matid: int
    group: int
    size: Vector
    pos: Vector
    quat: Quaternion
    user: Numbers
    rgba: Numbers
    sameframe: SameFrame = field(init=False)


@columns("cam_", "ncam", derived=("poscom0", "pos0", "mat0"))
@dataclass(slots=True, kw_only=True)
class Camera(Object):
    """One camera."""

    mode: CamLightMode
    bodyid: int
    targetbodyid: int
    pos: Vector
    quat: Quaternion
    projection: Projection
    fovy: float
    ipd: float
    resolution: tuple[int, int]
    output: int
    sensorsize: tuple[float, float]
    intrinsic: Numbers
    user: Numbers


@columns("light_", "nlight", derived=("poscom0", "pos0", "dir0"))
@dataclass(slots=True, kw_only=True)
class Light(Object):
    """One light."""

    mode: CamLightMode
    bodyid: int
    targetbodyid: int
    type: LightType
    texid: int
    castshadow: bool
    bulbradius: float
    intensity: float
    range: float
    active: bool
    pos: Vector
    dir: Vector
    attenuation: Vector
    cutoff: float
    softness: float
    exponent: float
    ambient: Vector
    diffuse: Vector
    specular: Vector
