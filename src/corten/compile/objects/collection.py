"""All objects of a model in their final order, before there are arrays."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from corten.compile.elements.plugins import Plugins
from corten.compile.objects.actuator_rows import Actuator
from corten.compile.objects.asset_rows import HeightFieldObject, Material, MeshObject, Skin, Texture
from corten.compile.objects.body_parts import Camera, Geom, Light, Site
from corten.compile.objects.body_rows import Body, Dof, Joint, Tree
from corten.compile.objects.columns import Object
from corten.compile.objects.constraint_rows import Equality, Exclude, Pair, Sensor, Tendon
from corten.compile.objects.custom_rows import Custom
from corten.deformable.compile.flex import Flex
from corten.spec import Resolved
from corten.spec.compiler_settings import Settings


@dataclass(slots=True, kw_only=True)
class Objects:
    """The objects of a model; joints, geoms and the like follow the order of their bodies.

    `option` are values of the opt_ and vis_ fields, `sizes` those that <size> decides, `keys` the keyframes as written.
    """

    settings: Settings
    model_name: str
    option: dict[str, Any]
    sizes: dict[str, int]
    plugins: Plugins
    nhistory: int = 0
    nplastic: int = 0
    keys: list[Resolved]
    bodies: list[Body]
    joints: list[Joint] = field(default_factory=list)
    dofs: list[Dof] = field(default_factory=list)
    trees: list[Tree] = field(default_factory=list)
    geoms: list[Geom] = field(default_factory=list)
    sites: list[Site] = field(default_factory=list)
    cameras: list[Camera] = field(default_factory=list)
    lights: list[Light] = field(default_factory=list)
    textures: list[Texture] = field(default_factory=list)
    materials: list[Material] = field(default_factory=list)
    meshes: list[MeshObject] = field(default_factory=list)
    hfields: list[HeightFieldObject] = field(default_factory=list)
    skins: list[Skin] = field(default_factory=list)
    flexes: list[Flex] = field(default_factory=list)
    pairs: list[Pair] = field(default_factory=list)
    excludes: list[Exclude] = field(default_factory=list)
    tendons: list[Tendon] = field(default_factory=list)
    equalities: list[Equality] = field(default_factory=list)
    actuators: list[Actuator] = field(default_factory=list)
    sensors: list[Sensor] = field(default_factory=list)
    custom: Custom = field(default_factory=Custom)

    def named(self) -> dict[str, Sequence[Object]]:
        """Return all objects that can have names, by kind."""
        return {
            "body": self.bodies,
            "joint": self.joints,
            "geom": self.geoms,
            "site": self.sites,
            "camera": self.cameras,
            "light": self.lights,
            "mesh": self.meshes,
            "hfield": self.hfields,
            "skin": self.skins,
            "texture": self.textures,
            "material": self.materials,
            "flex": self.flexes,
            "pair": self.pairs,
            "exclude": self.excludes,
            "tendon": self.tendons,
            "equality": self.equalities,
            "actuator": self.actuators,
            "sensor": self.sensors,
            "numeric": self.custom.numerics,
            "tuple": self.custom.tuples,
            "plugin": self.plugins.instances,
        }
