"""What hangs on bodies: geoms, sites, cameras and lights."""

from dataclasses import dataclass, field
from typing import NamedTuple

from corten.compile.objects.columns import EXTRA, Object, columns
from corten.compile.pose import Quaternion, Vector
from corten.enums import CamLightMode, GeomType, LightType, Projection, SameFrame

Numbers = tuple[float, ...]


class GeomInertia(NamedTuple):
    """Mass [kg] and principal moments [kg m^2] of a geom that counts for the inertia of its body."""

    mass: float
    moments: Vector


@columns("geom_", "ngeom")
@dataclass(kw_only=True)
class Geom(Object):
    """One geom; `inertia` is None where its body does not take its inertia from geoms."""

    type: GeomType
    contype: int
    conaffinity: int
    condim: int
    bodyid: int
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
    pos: Vector
    quat: Quaternion
    friction: Vector
    margin: float
    gap: float
    surfacevel: Numbers
    adhesion: float
    fluid: Numbers
    user: Numbers
    rgba: Numbers
    inertia: GeomInertia | None = field(metadata=EXTRA)
    sameframe: SameFrame = field(init=False)


@columns("site_", "nsite")
@dataclass(kw_only=True)
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
