# Written by tools/write_type_stubs.py; edit the tables that it reads instead.

from collections.abc import Sequence
from typing import Any, Generic, Literal, TypeVar, overload

from numpy.typing import NDArray

from corten.spec.element import Element

Read = TypeVar("Read")
Written = TypeVar("Written")

class Attribute(Generic[Read, Written]):
    def __get__(self, owner: object, kind: Any = None) -> Read | None: ...
    def __set__(self, owner: object, value: Written | None) -> None: ...
    def __delete__(self, owner: object) -> None: ...

Floats = Sequence[float] | NDArray[Any] | str
Ints = Sequence[int] | NDArray[Any] | str

class MujocoElement(Element):
    """<mujoco>"""

    model: Attribute[str, str]
    def add_compiler(self, *, autolimits: bool | str = ..., boundmass: float | str = ..., boundinertia: float | str = ..., settotalmass: float | str = ..., balanceinertia: bool | str = ..., strippath: bool | str = ..., coordinate: Literal["local"] = ..., angle: Literal["radian", "degree"] = ..., fitaabb: bool | str = ..., eulerseq: str = ..., meshdir: str = ..., texturedir: str = ..., assetdir: str = ..., discardvisual: bool | str = ..., usethread: bool | str = ..., fusestatic: bool | str = ..., inertiafromgeom: Literal["false", "true", "auto"] | bool = ..., inertiagrouprange: Ints = ..., alignfree: bool | str = ..., saveinertial: bool | str = ..., savecompiled: bool | str = ..., savecanonical: bool | str = ..., conflict: Literal["warning", "merge", "error"] = ..., passthrough: Literal["none", "textures"] = ...) -> CompilerElement: ...
    def add_option(self, *, timestep: float | str = ..., impratio: float | str = ..., tolerance: float | str = ..., ls_tolerance: float | str = ..., noslip_tolerance: float | str = ..., ccd_tolerance: float | str = ..., sleep_tolerance: float | str = ..., gravity: Floats = ..., wind: Floats = ..., magnetic: Floats = ..., density: float | str = ..., viscosity: float | str = ..., o_margin: float | str = ..., o_solref: Floats = ..., o_solimp: Floats = ..., o_friction: Floats = ..., integrator: Literal["Euler", "RK4", "implicit", "implicitfast", "discrete", "implicitspringdamper"] = ..., cone: Literal["pyramidal", "elliptic"] = ..., jacobian: Literal["dense", "sparse", "auto"] = ..., solver: Literal["PGS", "CG", "Newton"] = ..., iterations: int | str = ..., ls_iterations: int | str = ..., noslip_iterations: int | str = ..., ccd_iterations: int | str = ..., sdf_iterations: int | str = ..., sdf_initpoints: int | str = ..., actuatorgroupdisable: Ints = ...) -> OptionElement: ...
    def add_size(self, *, memory: int | str = ..., njmax: int | str = ..., nconmax: int | str = ..., nstack: int | str = ..., nuserdata: int | str = ..., nkey: int | str = ..., nuser_body: int | str = ..., nuser_jnt: int | str = ..., nuser_geom: int | str = ..., nuser_site: int | str = ..., nuser_cam: int | str = ..., nuser_tendon: int | str = ..., nuser_actuator: int | str = ..., nuser_sensor: int | str = ...) -> SizeElement: ...
    def add_statistic(self, *, meaninertia: float | str = ..., meanmass: float | str = ..., meansize: float | str = ..., extent: float | str = ..., center: Floats = ...) -> StatisticElement: ...
    def add_visual(self) -> VisualElement: ...
    def add_default(self, *, class_: str = ...) -> DefaultElement: ...
    def add_extension(self) -> ExtensionElement: ...
    def add_asset(self) -> AssetElement: ...
    def add_worldbody(self) -> BodyWorldbodyElement: ...
    def add_deformable(self) -> DeformableElement: ...
    def add_contact(self) -> ContactElement: ...
    def add_tendon(self) -> TendonElement: ...
    def add_equality(self) -> EqualityElement: ...
    def add_actuator(self) -> ActuatorElement: ...
    def add_sensor(self) -> SensorElement: ...
    def add_custom(self) -> CustomElement: ...
    def add_keyframe(self) -> KeyframeElement: ...

class CompilerElement(Element):
    """<compiler>"""

    autolimits: Attribute[bool, bool | str]
    boundmass: Attribute[float, float | str]
    boundinertia: Attribute[float, float | str]
    settotalmass: Attribute[float, float | str]
    balanceinertia: Attribute[bool, bool | str]
    strippath: Attribute[bool, bool | str]
    coordinate: Attribute[str, Literal["local"]]
    angle: Attribute[str, Literal["radian", "degree"]]
    fitaabb: Attribute[bool, bool | str]
    eulerseq: Attribute[str, str]
    meshdir: Attribute[str, str]
    texturedir: Attribute[str, str]
    assetdir: Attribute[str, str]
    discardvisual: Attribute[bool, bool | str]
    usethread: Attribute[bool, bool | str]
    fusestatic: Attribute[bool, bool | str]
    inertiafromgeom: Attribute[str, Literal["false", "true", "auto"] | bool]
    inertiagrouprange: Attribute[tuple[int, ...], Ints]
    alignfree: Attribute[bool, bool | str]
    saveinertial: Attribute[bool, bool | str]
    savecompiled: Attribute[bool, bool | str]
    savecanonical: Attribute[bool, bool | str]
    conflict: Attribute[str, Literal["warning", "merge", "error"]]
    passthrough: Attribute[str, Literal["none", "textures"]]
    def add_lengthrange(self, *, mode: Literal["none", "muscle", "muscleuser", "all"] = ..., useexisting: bool | str = ..., uselimit: bool | str = ..., accel: float | str = ..., maxforce: float | str = ..., timeconst: float | str = ..., timestep: float | str = ..., inttotal: float | str = ..., interval: float | str = ..., tolrange: float | str = ...) -> CompilerLengthrangeElement: ...

class CompilerLengthrangeElement(Element):
    """<lengthrange>"""

    mode: Attribute[str, Literal["none", "muscle", "muscleuser", "all"]]
    useexisting: Attribute[bool, bool | str]
    uselimit: Attribute[bool, bool | str]
    accel: Attribute[float, float | str]
    maxforce: Attribute[float, float | str]
    timeconst: Attribute[float, float | str]
    timestep: Attribute[float, float | str]
    inttotal: Attribute[float, float | str]
    interval: Attribute[float, float | str]
    tolrange: Attribute[float, float | str]

class OptionElement(Element):
    """<option>"""

    timestep: Attribute[float, float | str]
    impratio: Attribute[float, float | str]
    tolerance: Attribute[float, float | str]
    ls_tolerance: Attribute[float, float | str]
    noslip_tolerance: Attribute[float, float | str]
    ccd_tolerance: Attribute[float, float | str]
    sleep_tolerance: Attribute[float, float | str]
    gravity: Attribute[tuple[float, ...], Floats]
    wind: Attribute[tuple[float, ...], Floats]
    magnetic: Attribute[tuple[float, ...], Floats]
    density: Attribute[float, float | str]
    viscosity: Attribute[float, float | str]
    o_margin: Attribute[float, float | str]
    o_solref: Attribute[tuple[float, ...], Floats]
    o_solimp: Attribute[tuple[float, ...], Floats]
    o_friction: Attribute[tuple[float, ...], Floats]
    integrator: Attribute[str, Literal["Euler", "RK4", "implicit", "implicitfast", "discrete", "implicitspringdamper"]]
    cone: Attribute[str, Literal["pyramidal", "elliptic"]]
    jacobian: Attribute[str, Literal["dense", "sparse", "auto"]]
    solver: Attribute[str, Literal["PGS", "CG", "Newton"]]
    iterations: Attribute[int, int | str]
    ls_iterations: Attribute[int, int | str]
    noslip_iterations: Attribute[int, int | str]
    ccd_iterations: Attribute[int, int | str]
    sdf_iterations: Attribute[int, int | str]
    sdf_initpoints: Attribute[int, int | str]
    actuatorgroupdisable: Attribute[tuple[int, ...], Ints]
    def add_flag(self, *, constraint: Literal["disable", "enable"] = ..., equality: Literal["disable", "enable"] = ..., frictionloss: Literal["disable", "enable"] = ..., limit: Literal["disable", "enable"] = ..., contact: Literal["disable", "enable"] = ..., spring: Literal["disable", "enable"] = ..., damper: Literal["disable", "enable"] = ..., gravity: Literal["disable", "enable"] = ..., clampctrl: Literal["disable", "enable"] = ..., warmstart: Literal["disable", "enable"] = ..., filterparent: Literal["disable", "enable"] = ..., actuation: Literal["disable", "enable"] = ..., refsafe: Literal["disable", "enable"] = ..., sensor: Literal["disable", "enable"] = ..., midphase: Literal["disable", "enable"] = ..., eulerdamp: Literal["disable", "enable"] = ..., autoreset: Literal["disable", "enable"] = ..., nativeccd: Literal["disable", "enable"] = ..., island: Literal["disable", "enable"] = ..., multiccd: Literal["disable", "enable"] = ..., override: Literal["disable", "enable"] = ..., energy: Literal["disable", "enable"] = ..., fwdinv: Literal["disable", "enable"] = ..., invdiscrete: Literal["disable", "enable"] = ..., sleep: Literal["disable", "enable"] = ..., diagexact: Literal["disable", "enable"] = ..., ipc: Literal["disable", "enable"] = ..., speculative: Literal["disable", "enable"] = ...) -> OptionFlagElement: ...

class OptionFlagElement(Element):
    """<flag>"""

    constraint: Attribute[str, Literal["disable", "enable"]]
    equality: Attribute[str, Literal["disable", "enable"]]
    frictionloss: Attribute[str, Literal["disable", "enable"]]
    limit: Attribute[str, Literal["disable", "enable"]]
    contact: Attribute[str, Literal["disable", "enable"]]
    spring: Attribute[str, Literal["disable", "enable"]]
    damper: Attribute[str, Literal["disable", "enable"]]
    gravity: Attribute[str, Literal["disable", "enable"]]
    clampctrl: Attribute[str, Literal["disable", "enable"]]
    warmstart: Attribute[str, Literal["disable", "enable"]]
    filterparent: Attribute[str, Literal["disable", "enable"]]
    actuation: Attribute[str, Literal["disable", "enable"]]
    refsafe: Attribute[str, Literal["disable", "enable"]]
    sensor: Attribute[str, Literal["disable", "enable"]]
    midphase: Attribute[str, Literal["disable", "enable"]]
    eulerdamp: Attribute[str, Literal["disable", "enable"]]
    autoreset: Attribute[str, Literal["disable", "enable"]]
    nativeccd: Attribute[str, Literal["disable", "enable"]]
    island: Attribute[str, Literal["disable", "enable"]]
    multiccd: Attribute[str, Literal["disable", "enable"]]
    override: Attribute[str, Literal["disable", "enable"]]
    energy: Attribute[str, Literal["disable", "enable"]]
    fwdinv: Attribute[str, Literal["disable", "enable"]]
    invdiscrete: Attribute[str, Literal["disable", "enable"]]
    sleep: Attribute[str, Literal["disable", "enable"]]
    diagexact: Attribute[str, Literal["disable", "enable"]]
    ipc: Attribute[str, Literal["disable", "enable"]]
    speculative: Attribute[str, Literal["disable", "enable"]]

class SizeElement(Element):
    """<size>"""

    memory: Attribute[str, int | str]
    njmax: Attribute[int, int | str]
    nconmax: Attribute[int, int | str]
    nstack: Attribute[int, int | str]
    nuserdata: Attribute[int, int | str]
    nkey: Attribute[int, int | str]
    nuser_body: Attribute[int, int | str]
    nuser_jnt: Attribute[int, int | str]
    nuser_geom: Attribute[int, int | str]
    nuser_site: Attribute[int, int | str]
    nuser_cam: Attribute[int, int | str]
    nuser_tendon: Attribute[int, int | str]
    nuser_actuator: Attribute[int, int | str]
    nuser_sensor: Attribute[int, int | str]

class StatisticElement(Element):
    """<statistic>"""

    meaninertia: Attribute[float, float | str]
    meanmass: Attribute[float, float | str]
    meansize: Attribute[float, float | str]
    extent: Attribute[float, float | str]
    center: Attribute[tuple[float, ...], Floats]

class VisualElement(Element):
    """<visual>"""

    def add_global(self, *, cameraid: int | str = ..., orthographic: bool | str = ..., fovy: float | str = ..., ipd: float | str = ..., azimuth: float | str = ..., elevation: float | str = ..., linewidth: float | str = ..., glow: float | str = ..., offwidth: int | str = ..., offheight: int | str = ..., realtime: float | str = ..., ellipsoidinertia: bool | str = ..., bvactive: bool | str = ...) -> VisualGlobalElement: ...
    def add_quality(self, *, shadowsize: int | str = ..., offsamples: int | str = ..., numslices: int | str = ..., numstacks: int | str = ..., numquads: int | str = ...) -> VisualQualityElement: ...
    def add_headlight(self, *, ambient: Floats = ..., diffuse: Floats = ..., specular: Floats = ..., active: Literal["false", "true", "auto", "0", "1", "2"] | bool = ...) -> VisualHeadlightElement: ...
    def add_map(self, *, stiffness: float | str = ..., stiffnessrot: float | str = ..., force: float | str = ..., torque: float | str = ..., alpha: float | str = ..., fogstart: float | str = ..., fogend: float | str = ..., znear: float | str = ..., zfar: float | str = ..., haze: float | str = ..., shadowclip: float | str = ..., shadowscale: float | str = ..., actuatortendon: float | str = ...) -> VisualMapElement: ...
    def add_scale(self, *, forcewidth: float | str = ..., contactwidth: float | str = ..., contactheight: float | str = ..., connect: float | str = ..., com: float | str = ..., camera: float | str = ..., light: float | str = ..., selectpoint: float | str = ..., jointlength: float | str = ..., jointwidth: float | str = ..., actuatorlength: float | str = ..., actuatorwidth: float | str = ..., framelength: float | str = ..., framewidth: float | str = ..., constraint: float | str = ..., slidercrank: float | str = ..., frustum: float | str = ...) -> VisualScaleElement: ...
    def add_rgba(self, *, fog: Floats = ..., haze: Floats = ..., force: Floats = ..., inertia: Floats = ..., joint: Floats = ..., actuator: Floats = ..., actuatornegative: Floats = ..., actuatorpositive: Floats = ..., com: Floats = ..., camera: Floats = ..., light: Floats = ..., selectpoint: Floats = ..., connect: Floats = ..., contactpoint: Floats = ..., contactforce: Floats = ..., contactfriction: Floats = ..., contacttorque: Floats = ..., contactgap: Floats = ..., rangefinder: Floats = ..., constraint: Floats = ..., slidercrank: Floats = ..., crankbroken: Floats = ..., frustum: Floats = ..., bv: Floats = ..., bvactive: Floats = ...) -> VisualRgbaElement: ...

class VisualGlobalElement(Element):
    """<global>"""

    cameraid: Attribute[int, int | str]
    orthographic: Attribute[bool, bool | str]
    fovy: Attribute[float, float | str]
    ipd: Attribute[float, float | str]
    azimuth: Attribute[float, float | str]
    elevation: Attribute[float, float | str]
    linewidth: Attribute[float, float | str]
    glow: Attribute[float, float | str]
    offwidth: Attribute[int, int | str]
    offheight: Attribute[int, int | str]
    realtime: Attribute[float, float | str]
    ellipsoidinertia: Attribute[bool, bool | str]
    bvactive: Attribute[bool, bool | str]

class VisualQualityElement(Element):
    """<quality>"""

    shadowsize: Attribute[int, int | str]
    offsamples: Attribute[int, int | str]
    numslices: Attribute[int, int | str]
    numstacks: Attribute[int, int | str]
    numquads: Attribute[int, int | str]

class VisualHeadlightElement(Element):
    """<headlight>"""

    ambient: Attribute[tuple[float, ...], Floats]
    diffuse: Attribute[tuple[float, ...], Floats]
    specular: Attribute[tuple[float, ...], Floats]
    active: Attribute[str, Literal["false", "true", "auto", "0", "1", "2"] | bool]

class VisualMapElement(Element):
    """<map>"""

    stiffness: Attribute[float, float | str]
    stiffnessrot: Attribute[float, float | str]
    force: Attribute[float, float | str]
    torque: Attribute[float, float | str]
    alpha: Attribute[float, float | str]
    fogstart: Attribute[float, float | str]
    fogend: Attribute[float, float | str]
    znear: Attribute[float, float | str]
    zfar: Attribute[float, float | str]
    haze: Attribute[float, float | str]
    shadowclip: Attribute[float, float | str]
    shadowscale: Attribute[float, float | str]
    actuatortendon: Attribute[float, float | str]

class VisualScaleElement(Element):
    """<scale>"""

    forcewidth: Attribute[float, float | str]
    contactwidth: Attribute[float, float | str]
    contactheight: Attribute[float, float | str]
    connect: Attribute[float, float | str]
    com: Attribute[float, float | str]
    camera: Attribute[float, float | str]
    light: Attribute[float, float | str]
    selectpoint: Attribute[float, float | str]
    jointlength: Attribute[float, float | str]
    jointwidth: Attribute[float, float | str]
    actuatorlength: Attribute[float, float | str]
    actuatorwidth: Attribute[float, float | str]
    framelength: Attribute[float, float | str]
    framewidth: Attribute[float, float | str]
    constraint: Attribute[float, float | str]
    slidercrank: Attribute[float, float | str]
    frustum: Attribute[float, float | str]

class VisualRgbaElement(Element):
    """<rgba>"""

    fog: Attribute[tuple[float, ...], Floats]
    haze: Attribute[tuple[float, ...], Floats]
    force: Attribute[tuple[float, ...], Floats]
    inertia: Attribute[tuple[float, ...], Floats]
    joint: Attribute[tuple[float, ...], Floats]
    actuator: Attribute[tuple[float, ...], Floats]
    actuatornegative: Attribute[tuple[float, ...], Floats]
    actuatorpositive: Attribute[tuple[float, ...], Floats]
    com: Attribute[tuple[float, ...], Floats]
    camera: Attribute[tuple[float, ...], Floats]
    light: Attribute[tuple[float, ...], Floats]
    selectpoint: Attribute[tuple[float, ...], Floats]
    connect: Attribute[tuple[float, ...], Floats]
    contactpoint: Attribute[tuple[float, ...], Floats]
    contactforce: Attribute[tuple[float, ...], Floats]
    contactfriction: Attribute[tuple[float, ...], Floats]
    contacttorque: Attribute[tuple[float, ...], Floats]
    contactgap: Attribute[tuple[float, ...], Floats]
    rangefinder: Attribute[tuple[float, ...], Floats]
    constraint: Attribute[tuple[float, ...], Floats]
    slidercrank: Attribute[tuple[float, ...], Floats]
    crankbroken: Attribute[tuple[float, ...], Floats]
    frustum: Attribute[tuple[float, ...], Floats]
    bv: Attribute[tuple[float, ...], Floats]
    bvactive: Attribute[tuple[float, ...], Floats]

class DefaultElement(Element):
    """<default>"""

    class_: Attribute[str, str]
    def add_default(self, *, class_: str = ...) -> DefaultElement: ...
    def add_equality(self, *, active: bool | str = ..., solref: Floats = ..., solimp: Floats = ...) -> DefaultEqualityElement: ...
    def add_tendon(self, *, group: int | str = ..., limited: Literal["false", "true", "auto"] | bool = ..., actuatorfrclimited: Literal["false", "true", "auto"] | bool = ..., range: Floats = ..., actuatorfrcrange: Floats = ..., solreflimit: Floats = ..., solimplimit: Floats = ..., solreffriction: Floats = ..., solimpfriction: Floats = ..., frictionloss: float | str = ..., springlength: Floats | float = ..., springyield: float | str = ..., width: float | str = ..., material: str = ..., margin: float | str = ..., stiffness: Floats = ..., damping: Floats = ..., armature: float | str = ..., rgba: Floats = ..., user: Floats = ...) -> DefaultTendonElement: ...
    def add_mesh(self, *, scale: Floats = ..., maxhullvert: int | str = ..., inertia: Literal["convex", "legacy", "exact", "shell"] = ...) -> DefaultAssetMeshElement: ...
    def add_texture(self, *, type: Literal["2d", "cube", "skybox"] = ..., colorspace: Literal["auto", "linear", "sRGB"] = ..., gridsize: Ints = ..., gridlayout: str = ..., builtin: Literal["none", "gradient", "checker", "flat"] = ..., rgb1: Floats = ..., rgb2: Floats = ..., mark: Literal["none", "edge", "cross", "random"] = ..., markrgb: Floats = ..., random: float | str = ..., width: int | str = ..., height: int | str = ..., hflip: bool | str = ..., vflip: bool | str = ..., nchannel: int | str = ..., embed: Literal["false", "true", "auto"] | bool = ...) -> DefaultAssetTextureElement: ...
    def add_material(self, *, texture: str = ..., texrepeat: Floats = ..., texuniform: bool | str = ..., emission: float | str = ..., specular: float | str = ..., shininess: float | str = ..., reflectance: float | str = ..., metallic: float | str = ..., roughness: float | str = ..., rgba: Floats = ...) -> DefaultAssetMaterialElement: ...
    def add_joint(self, *, type: Literal["free", "ball", "slide", "hinge"] = ..., group: int | str = ..., pos: Floats = ..., axis: Floats = ..., springdamper: Floats = ..., limited: Literal["false", "true", "auto"] | bool = ..., actuatorfrclimited: Literal["false", "true", "auto"] | bool = ..., solreflimit: Floats = ..., solimplimit: Floats = ..., solreffriction: Floats = ..., solimpfriction: Floats = ..., stiffness: Floats = ..., range: Floats = ..., actuatorfrcrange: Floats = ..., actuatorgravcomp: bool | str = ..., margin: float | str = ..., ref: float | str = ..., springref: float | str = ..., springyield: float | str = ..., armature: float | str = ..., damping: Floats = ..., frictionloss: float | str = ..., user: Floats = ...) -> DefaultBodyJointElement: ...
    def add_geom(self, *, quat: Floats = ..., axisangle: Floats = ..., xyaxes: Floats = ..., zaxis: Floats = ..., euler: Floats = ..., type: Literal["plane", "hfield", "sphere", "capsule", "ellipsoid", "cylinder", "box", "mesh", "sdf"] = ..., contype: int | str = ..., conaffinity: int | str = ..., condim: int | str = ..., group: int | str = ..., priority: int | str = ..., size: Floats = ..., material: str = ..., friction: Floats = ..., mass: float | str = ..., density: float | str = ..., shellinertia: bool | str = ..., solmix: float | str = ..., solref: Floats = ..., solimp: Floats = ..., margin: float | str = ..., gap: float | str = ..., surfacevel: Floats = ..., adhesion: float | str = ..., fromto: Floats = ..., pos: Floats = ..., hfield: str = ..., mesh: str = ..., fitscale: float | str = ..., rgba: Floats = ..., castshadow: bool | str = ..., fluidshape: Literal["none", "ellipsoid"] = ..., fluidcoef: Floats = ..., user: Floats = ...) -> DefaultBodyGeomElement: ...
    def add_site(self, *, quat: Floats = ..., axisangle: Floats = ..., xyaxes: Floats = ..., zaxis: Floats = ..., euler: Floats = ..., type: Literal["sphere", "capsule", "ellipsoid", "cylinder", "box", "mesh", "sdf"] = ..., group: int | str = ..., pos: Floats = ..., material: str = ..., mesh: str = ..., size: Floats = ..., fromto: Floats = ..., rgba: Floats = ..., user: Floats = ...) -> DefaultBodySiteElement: ...
    def add_camera(self, *, quat: Floats = ..., axisangle: Floats = ..., xyaxes: Floats = ..., zaxis: Floats = ..., euler: Floats = ..., projection: Literal["perspective", "orthographic"] = ..., fovy: float | str = ..., ipd: float | str = ..., resolution: Ints = ..., output: Sequence[str] = ..., pos: Floats = ..., mode: Literal["fixed", "track", "trackcom", "targetbody", "targetbodycom"] = ..., focal: Floats = ..., focalpixel: Floats = ..., principal: Floats = ..., principalpixel: Floats = ..., sensorsize: Floats = ..., user: Floats = ...) -> DefaultBodyCameraElement: ...
    def add_light(self, *, directional: bool | str = ..., type: Literal["spot", "directional", "point", "image"] = ..., castshadow: bool | str = ..., active: bool | str = ..., pos: Floats = ..., dir: Floats = ..., bulbradius: float | str = ..., intensity: float | str = ..., range: float | str = ..., attenuation: Floats = ..., cutoff: float | str = ..., softness: float | str = ..., exponent: float | str = ..., ambient: Floats = ..., diffuse: Floats = ..., specular: Floats = ..., mode: Literal["fixed", "track", "trackcom", "targetbody", "targetbodycom"] = ...) -> DefaultBodyLightElement: ...
    def add_pair(self, *, condim: int | str = ..., friction: Floats = ..., solref: Floats = ..., solreffriction: Floats = ..., solimp: Floats = ..., gap: float | str = ..., margin: float | str = ..., adhesion: float | str = ...) -> DefaultContactPairElement: ...
    def add_general(self, *, group: int | str = ..., nsample: int | str = ..., interp: Literal["zoh", "linear", "cubic"] = ..., delay: float | str = ..., ctrlrange: Floats = ..., user: Floats = ..., ctrllimited: Literal["false", "true", "auto"] | bool = ..., forcelimited: Literal["false", "true", "auto"] | bool = ..., forcerange: Floats = ..., actlimited: Literal["false", "true", "auto"] | bool = ..., actrange: Floats = ..., gear: Floats = ..., damping: Floats = ..., armature: float | str = ..., cranklength: float | str = ..., actdim: int | str = ..., input: str = ..., inheritrange: float | str = ..., velrange: Floats = ..., ffrange: Floats = ..., dyntype: Literal["none", "integrator", "filter", "filterexact", "muscle", "dcmotor", "pid", "user"] = ..., gaintype: Literal["fixed", "affine", "muscle", "dcmotor", "so3", "pid", "user"] = ..., biastype: Literal["none", "affine", "muscle", "dcmotor", "so3", "user"] = ..., dynprm: Floats = ..., gainprm: Floats = ..., biasprm: Floats = ..., actearly: bool | str = ...) -> DefaultActuatorGeneralElement: ...
    def add_motor(self, *, group: int | str = ..., nsample: int | str = ..., interp: Literal["zoh", "linear", "cubic"] = ..., delay: float | str = ..., ctrlrange: Floats = ..., user: Floats = ..., ctrllimited: Literal["false", "true", "auto"] | bool = ..., forcelimited: Literal["false", "true", "auto"] | bool = ..., forcerange: Floats = ..., gear: Floats = ..., damping: Floats = ..., armature: float | str = ..., cranklength: float | str = ...) -> DefaultActuatorMotorElement: ...
    def add_position(self, *, group: int | str = ..., nsample: int | str = ..., interp: Literal["zoh", "linear", "cubic"] = ..., delay: float | str = ..., ctrlrange: Floats = ..., user: Floats = ..., ctrllimited: Literal["false", "true", "auto"] | bool = ..., forcelimited: Literal["false", "true", "auto"] | bool = ..., forcerange: Floats = ..., gear: Floats = ..., damping: Floats = ..., armature: float | str = ..., cranklength: float | str = ..., inheritrange: float | str = ..., kp: float | str = ..., kv: float | str = ..., dampratio: float | str = ..., timeconst: float | str = ...) -> DefaultActuatorPositionElement: ...
    def add_velocity(self, *, group: int | str = ..., nsample: int | str = ..., interp: Literal["zoh", "linear", "cubic"] = ..., delay: float | str = ..., ctrlrange: Floats = ..., user: Floats = ..., ctrllimited: Literal["false", "true", "auto"] | bool = ..., forcelimited: Literal["false", "true", "auto"] | bool = ..., forcerange: Floats = ..., gear: Floats = ..., damping: Floats = ..., armature: float | str = ..., cranklength: float | str = ..., kv: float | str = ...) -> DefaultActuatorVelocityElement: ...
    def add_intvelocity(self, *, group: int | str = ..., nsample: int | str = ..., interp: Literal["zoh", "linear", "cubic"] = ..., delay: float | str = ..., ctrlrange: Floats = ..., user: Floats = ..., ctrllimited: Literal["false", "true", "auto"] | bool = ..., forcelimited: Literal["false", "true", "auto"] | bool = ..., forcerange: Floats = ..., actlimited: Literal["false", "true", "auto"] | bool = ..., actrange: Floats = ..., gear: Floats = ..., damping: Floats = ..., armature: float | str = ..., cranklength: float | str = ..., inheritrange: float | str = ..., kp: float | str = ..., kv: float | str = ..., dampratio: float | str = ...) -> DefaultActuatorIntvelocityElement: ...
    def add_orientation(self, *, group: int | str = ..., nsample: int | str = ..., interp: Literal["zoh", "linear", "cubic"] = ..., delay: float | str = ..., ctrlrange: Floats = ..., user: Floats = ..., forcelimited: Literal["false", "true", "auto"] | bool = ..., forcerange: Floats = ..., kp: float | str = ..., kv: float | str = ..., dampratio: float | str = ..., input: str = ...) -> DefaultActuatorOrientationElement: ...
    def add_pid(self, *, group: int | str = ..., nsample: int | str = ..., interp: Literal["zoh", "linear", "cubic"] = ..., delay: float | str = ..., ctrlrange: Floats = ..., user: Floats = ..., ctrllimited: Literal["false", "true", "auto"] | bool = ..., forcelimited: Literal["false", "true", "auto"] | bool = ..., forcerange: Floats = ..., gear: Floats = ..., damping: Floats = ..., armature: float | str = ..., cranklength: float | str = ..., posrange: Floats = ..., velrange: Floats = ..., ffrange: Floats = ..., inheritrange: float | str = ..., kp: float | str = ..., kv: float | str = ..., dampratio: float | str = ..., ki: float | str = ..., imax: float | str = ..., slewmax: float | str = ..., input: str = ...) -> DefaultActuatorPidElement: ...
    def add_damper(self, *, group: int | str = ..., nsample: int | str = ..., interp: Literal["zoh", "linear", "cubic"] = ..., delay: float | str = ..., ctrlrange: Floats = ..., user: Floats = ..., forcelimited: Literal["false", "true", "auto"] | bool = ..., forcerange: Floats = ..., gear: Floats = ..., damping: Floats = ..., armature: float | str = ..., cranklength: float | str = ..., kv: float | str = ...) -> DefaultActuatorDamperElement: ...
    def add_cylinder(self, *, group: int | str = ..., nsample: int | str = ..., interp: Literal["zoh", "linear", "cubic"] = ..., delay: float | str = ..., ctrlrange: Floats = ..., user: Floats = ..., ctrllimited: Literal["false", "true", "auto"] | bool = ..., forcelimited: Literal["false", "true", "auto"] | bool = ..., forcerange: Floats = ..., gear: Floats = ..., damping: Floats = ..., armature: float | str = ..., cranklength: float | str = ..., timeconst: float | str = ..., area: float | str = ..., diameter: float | str = ..., bias: Floats = ...) -> DefaultActuatorCylinderElement: ...
    def add_muscle(self, *, group: int | str = ..., nsample: int | str = ..., interp: Literal["zoh", "linear", "cubic"] = ..., delay: float | str = ..., ctrlrange: Floats = ..., user: Floats = ..., ctrllimited: Literal["false", "true", "auto"] | bool = ..., forcelimited: Literal["false", "true", "auto"] | bool = ..., forcerange: Floats = ..., gear: Floats = ..., damping: Floats = ..., armature: float | str = ..., cranklength: float | str = ..., timeconst: Floats = ..., range: Floats = ..., force: float | str = ..., scale: float | str = ..., lmin: float | str = ..., lmax: float | str = ..., vmax: float | str = ..., fpmax: float | str = ..., fvmax: float | str = ...) -> DefaultActuatorMuscleElement: ...
    def add_adhesion(self, *, group: int | str = ..., nsample: int | str = ..., interp: Literal["zoh", "linear", "cubic"] = ..., delay: float | str = ..., ctrlrange: Floats = ..., user: Floats = ..., forcelimited: Literal["false", "true", "auto"] | bool = ..., forcerange: Floats = ..., gain: float | str = ...) -> DefaultActuatorAdhesionElement: ...
    def add_dcmotor(self, *, group: int | str = ..., nsample: int | str = ..., interp: Literal["zoh", "linear", "cubic"] = ..., delay: float | str = ..., ctrlrange: Floats = ..., user: Floats = ..., ctrllimited: Literal["false", "true", "auto"] | bool = ..., gear: Floats = ..., damping: Floats = ..., armature: float | str = ..., cranklength: float | str = ..., motorconst: Floats = ..., resistance: float | str = ..., nominal: Floats = ..., saturation: Floats = ..., inductance: Floats = ..., cogging: Floats = ..., controller: Floats = ..., thermal: Floats = ..., lugre: Floats = ..., input: str = ...) -> DefaultActuatorDcmotorElement: ...

class DefaultEqualityElement(Element):
    """<equality>"""

    active: Attribute[bool, bool | str]
    solref: Attribute[tuple[float, ...], Floats]
    solimp: Attribute[tuple[float, ...], Floats]

class DefaultTendonElement(Element):
    """<tendon>"""

    group: Attribute[int, int | str]
    limited: Attribute[str, Literal["false", "true", "auto"] | bool]
    actuatorfrclimited: Attribute[str, Literal["false", "true", "auto"] | bool]
    range: Attribute[tuple[float, ...], Floats]
    actuatorfrcrange: Attribute[tuple[float, ...], Floats]
    solreflimit: Attribute[tuple[float, ...], Floats]
    solimplimit: Attribute[tuple[float, ...], Floats]
    solreffriction: Attribute[tuple[float, ...], Floats]
    solimpfriction: Attribute[tuple[float, ...], Floats]
    frictionloss: Attribute[float, float | str]
    springlength: Attribute[tuple[float, ...], Floats | float]
    springyield: Attribute[float, float | str]
    width: Attribute[float, float | str]
    material: Attribute[str, str]
    margin: Attribute[float, float | str]
    stiffness: Attribute[tuple[float, ...], Floats]
    damping: Attribute[tuple[float, ...], Floats]
    armature: Attribute[float, float | str]
    rgba: Attribute[tuple[float, ...], Floats]
    user: Attribute[tuple[float, ...], Floats]

class DefaultAssetMeshElement(Element):
    """<mesh>"""

    scale: Attribute[tuple[float, ...], Floats]
    maxhullvert: Attribute[int, int | str]
    inertia: Attribute[str, Literal["convex", "legacy", "exact", "shell"]]

class DefaultAssetTextureElement(Element):
    """<texture>"""

    type: Attribute[str, Literal["2d", "cube", "skybox"]]
    colorspace: Attribute[str, Literal["auto", "linear", "sRGB"]]
    gridsize: Attribute[tuple[int, ...], Ints]
    gridlayout: Attribute[str, str]
    builtin: Attribute[str, Literal["none", "gradient", "checker", "flat"]]
    rgb1: Attribute[tuple[float, ...], Floats]
    rgb2: Attribute[tuple[float, ...], Floats]
    mark: Attribute[str, Literal["none", "edge", "cross", "random"]]
    markrgb: Attribute[tuple[float, ...], Floats]
    random: Attribute[float, float | str]
    width: Attribute[int, int | str]
    height: Attribute[int, int | str]
    hflip: Attribute[bool, bool | str]
    vflip: Attribute[bool, bool | str]
    nchannel: Attribute[int, int | str]
    embed: Attribute[str, Literal["false", "true", "auto"] | bool]

class DefaultAssetMaterialElement(Element):
    """<material>"""

    texture: Attribute[str, str]
    texrepeat: Attribute[tuple[float, ...], Floats]
    texuniform: Attribute[bool, bool | str]
    emission: Attribute[float, float | str]
    specular: Attribute[float, float | str]
    shininess: Attribute[float, float | str]
    reflectance: Attribute[float, float | str]
    metallic: Attribute[float, float | str]
    roughness: Attribute[float, float | str]
    rgba: Attribute[tuple[float, ...], Floats]
    def add_layer(self, *, texture: str = ..., role: Literal["rgb", "occlusion", "roughness", "metallic", "normal", "opacity", "emissive", "rgba", "orm"] = ...) -> AssetLayerElement: ...

class AssetLayerElement(Element):
    """<layer>"""

    texture: Attribute[str, str]
    role: Attribute[str, Literal["rgb", "occlusion", "roughness", "metallic", "normal", "opacity", "emissive", "rgba", "orm"]]

class DefaultBodyJointElement(Element):
    """<joint>"""

    type: Attribute[str, Literal["free", "ball", "slide", "hinge"]]
    group: Attribute[int, int | str]
    pos: Attribute[tuple[float, ...], Floats]
    axis: Attribute[tuple[float, ...], Floats]
    springdamper: Attribute[tuple[float, ...], Floats]
    limited: Attribute[str, Literal["false", "true", "auto"] | bool]
    actuatorfrclimited: Attribute[str, Literal["false", "true", "auto"] | bool]
    solreflimit: Attribute[tuple[float, ...], Floats]
    solimplimit: Attribute[tuple[float, ...], Floats]
    solreffriction: Attribute[tuple[float, ...], Floats]
    solimpfriction: Attribute[tuple[float, ...], Floats]
    stiffness: Attribute[tuple[float, ...], Floats]
    range: Attribute[tuple[float, ...], Floats]
    actuatorfrcrange: Attribute[tuple[float, ...], Floats]
    actuatorgravcomp: Attribute[bool, bool | str]
    margin: Attribute[float, float | str]
    ref: Attribute[float, float | str]
    springref: Attribute[float, float | str]
    springyield: Attribute[float, float | str]
    armature: Attribute[float, float | str]
    damping: Attribute[tuple[float, ...], Floats]
    frictionloss: Attribute[float, float | str]
    user: Attribute[tuple[float, ...], Floats]

class DefaultBodyGeomElement(Element):
    """<geom>"""

    quat: Attribute[tuple[float, ...], Floats]
    axisangle: Attribute[tuple[float, ...], Floats]
    xyaxes: Attribute[tuple[float, ...], Floats]
    zaxis: Attribute[tuple[float, ...], Floats]
    euler: Attribute[tuple[float, ...], Floats]
    type: Attribute[str, Literal["plane", "hfield", "sphere", "capsule", "ellipsoid", "cylinder", "box", "mesh", "sdf"]]
    contype: Attribute[int, int | str]
    conaffinity: Attribute[int, int | str]
    condim: Attribute[int, int | str]
    group: Attribute[int, int | str]
    priority: Attribute[int, int | str]
    size: Attribute[tuple[float, ...], Floats]
    material: Attribute[str, str]
    friction: Attribute[tuple[float, ...], Floats]
    mass: Attribute[float, float | str]
    density: Attribute[float, float | str]
    shellinertia: Attribute[bool, bool | str]
    solmix: Attribute[float, float | str]
    solref: Attribute[tuple[float, ...], Floats]
    solimp: Attribute[tuple[float, ...], Floats]
    margin: Attribute[float, float | str]
    gap: Attribute[float, float | str]
    surfacevel: Attribute[tuple[float, ...], Floats]
    adhesion: Attribute[float, float | str]
    fromto: Attribute[tuple[float, ...], Floats]
    pos: Attribute[tuple[float, ...], Floats]
    hfield: Attribute[str, str]
    mesh: Attribute[str, str]
    fitscale: Attribute[float, float | str]
    rgba: Attribute[tuple[float, ...], Floats]
    castshadow: Attribute[bool, bool | str]
    fluidshape: Attribute[str, Literal["none", "ellipsoid"]]
    fluidcoef: Attribute[tuple[float, ...], Floats]
    user: Attribute[tuple[float, ...], Floats]

class DefaultBodySiteElement(Element):
    """<site>"""

    quat: Attribute[tuple[float, ...], Floats]
    axisangle: Attribute[tuple[float, ...], Floats]
    xyaxes: Attribute[tuple[float, ...], Floats]
    zaxis: Attribute[tuple[float, ...], Floats]
    euler: Attribute[tuple[float, ...], Floats]
    type: Attribute[str, Literal["sphere", "capsule", "ellipsoid", "cylinder", "box", "mesh", "sdf"]]
    group: Attribute[int, int | str]
    pos: Attribute[tuple[float, ...], Floats]
    material: Attribute[str, str]
    mesh: Attribute[str, str]
    size: Attribute[tuple[float, ...], Floats]
    fromto: Attribute[tuple[float, ...], Floats]
    rgba: Attribute[tuple[float, ...], Floats]
    user: Attribute[tuple[float, ...], Floats]

class DefaultBodyCameraElement(Element):
    """<camera>"""

    quat: Attribute[tuple[float, ...], Floats]
    axisangle: Attribute[tuple[float, ...], Floats]
    xyaxes: Attribute[tuple[float, ...], Floats]
    zaxis: Attribute[tuple[float, ...], Floats]
    euler: Attribute[tuple[float, ...], Floats]
    projection: Attribute[str, Literal["perspective", "orthographic"]]
    fovy: Attribute[float, float | str]
    ipd: Attribute[float, float | str]
    resolution: Attribute[tuple[int, ...], Ints]
    output: Attribute[tuple[str, ...], Sequence[str]]
    pos: Attribute[tuple[float, ...], Floats]
    mode: Attribute[str, Literal["fixed", "track", "trackcom", "targetbody", "targetbodycom"]]
    focal: Attribute[tuple[float, ...], Floats]
    focalpixel: Attribute[tuple[float, ...], Floats]
    principal: Attribute[tuple[float, ...], Floats]
    principalpixel: Attribute[tuple[float, ...], Floats]
    sensorsize: Attribute[tuple[float, ...], Floats]
    user: Attribute[tuple[float, ...], Floats]

class DefaultBodyLightElement(Element):
    """<light>"""

    directional: Attribute[bool, bool | str]
    type: Attribute[str, Literal["spot", "directional", "point", "image"]]
    castshadow: Attribute[bool, bool | str]
    active: Attribute[bool, bool | str]
    pos: Attribute[tuple[float, ...], Floats]
    dir: Attribute[tuple[float, ...], Floats]
    bulbradius: Attribute[float, float | str]
    intensity: Attribute[float, float | str]
    range: Attribute[float, float | str]
    attenuation: Attribute[tuple[float, ...], Floats]
    cutoff: Attribute[float, float | str]
    softness: Attribute[float, float | str]
    exponent: Attribute[float, float | str]
    ambient: Attribute[tuple[float, ...], Floats]
    diffuse: Attribute[tuple[float, ...], Floats]
    specular: Attribute[tuple[float, ...], Floats]
    mode: Attribute[str, Literal["fixed", "track", "trackcom", "targetbody", "targetbodycom"]]

class DefaultContactPairElement(Element):
    """<pair>"""

    condim: Attribute[int, int | str]
    friction: Attribute[tuple[float, ...], Floats]
    solref: Attribute[tuple[float, ...], Floats]
    solreffriction: Attribute[tuple[float, ...], Floats]
    solimp: Attribute[tuple[float, ...], Floats]
    gap: Attribute[float, float | str]
    margin: Attribute[float, float | str]
    adhesion: Attribute[float, float | str]

class DefaultActuatorGeneralElement(Element):
    """<general>"""

    group: Attribute[int, int | str]
    nsample: Attribute[int, int | str]
    interp: Attribute[str, Literal["zoh", "linear", "cubic"]]
    delay: Attribute[float, float | str]
    ctrlrange: Attribute[tuple[float, ...], Floats]
    user: Attribute[tuple[float, ...], Floats]
    ctrllimited: Attribute[str, Literal["false", "true", "auto"] | bool]
    forcelimited: Attribute[str, Literal["false", "true", "auto"] | bool]
    forcerange: Attribute[tuple[float, ...], Floats]
    actlimited: Attribute[str, Literal["false", "true", "auto"] | bool]
    actrange: Attribute[tuple[float, ...], Floats]
    gear: Attribute[tuple[float, ...], Floats]
    damping: Attribute[tuple[float, ...], Floats]
    armature: Attribute[float, float | str]
    cranklength: Attribute[float, float | str]
    actdim: Attribute[int, int | str]
    input: Attribute[str, str]
    inheritrange: Attribute[float, float | str]
    velrange: Attribute[tuple[float, ...], Floats]
    ffrange: Attribute[tuple[float, ...], Floats]
    dyntype: Attribute[str, Literal["none", "integrator", "filter", "filterexact", "muscle", "dcmotor", "pid", "user"]]
    gaintype: Attribute[str, Literal["fixed", "affine", "muscle", "dcmotor", "so3", "pid", "user"]]
    biastype: Attribute[str, Literal["none", "affine", "muscle", "dcmotor", "so3", "user"]]
    dynprm: Attribute[tuple[float, ...], Floats]
    gainprm: Attribute[tuple[float, ...], Floats]
    biasprm: Attribute[tuple[float, ...], Floats]
    actearly: Attribute[bool, bool | str]

class DefaultActuatorMotorElement(Element):
    """<motor>"""

    group: Attribute[int, int | str]
    nsample: Attribute[int, int | str]
    interp: Attribute[str, Literal["zoh", "linear", "cubic"]]
    delay: Attribute[float, float | str]
    ctrlrange: Attribute[tuple[float, ...], Floats]
    user: Attribute[tuple[float, ...], Floats]
    ctrllimited: Attribute[str, Literal["false", "true", "auto"] | bool]
    forcelimited: Attribute[str, Literal["false", "true", "auto"] | bool]
    forcerange: Attribute[tuple[float, ...], Floats]
    gear: Attribute[tuple[float, ...], Floats]
    damping: Attribute[tuple[float, ...], Floats]
    armature: Attribute[float, float | str]
    cranklength: Attribute[float, float | str]

class DefaultActuatorPositionElement(Element):
    """<position>"""

    group: Attribute[int, int | str]
    nsample: Attribute[int, int | str]
    interp: Attribute[str, Literal["zoh", "linear", "cubic"]]
    delay: Attribute[float, float | str]
    ctrlrange: Attribute[tuple[float, ...], Floats]
    user: Attribute[tuple[float, ...], Floats]
    ctrllimited: Attribute[str, Literal["false", "true", "auto"] | bool]
    forcelimited: Attribute[str, Literal["false", "true", "auto"] | bool]
    forcerange: Attribute[tuple[float, ...], Floats]
    gear: Attribute[tuple[float, ...], Floats]
    damping: Attribute[tuple[float, ...], Floats]
    armature: Attribute[float, float | str]
    cranklength: Attribute[float, float | str]
    inheritrange: Attribute[float, float | str]
    kp: Attribute[float, float | str]
    kv: Attribute[float, float | str]
    dampratio: Attribute[float, float | str]
    timeconst: Attribute[float, float | str]

class DefaultActuatorVelocityElement(Element):
    """<velocity>"""

    group: Attribute[int, int | str]
    nsample: Attribute[int, int | str]
    interp: Attribute[str, Literal["zoh", "linear", "cubic"]]
    delay: Attribute[float, float | str]
    ctrlrange: Attribute[tuple[float, ...], Floats]
    user: Attribute[tuple[float, ...], Floats]
    ctrllimited: Attribute[str, Literal["false", "true", "auto"] | bool]
    forcelimited: Attribute[str, Literal["false", "true", "auto"] | bool]
    forcerange: Attribute[tuple[float, ...], Floats]
    gear: Attribute[tuple[float, ...], Floats]
    damping: Attribute[tuple[float, ...], Floats]
    armature: Attribute[float, float | str]
    cranklength: Attribute[float, float | str]
    kv: Attribute[float, float | str]

class DefaultActuatorIntvelocityElement(Element):
    """<intvelocity>"""

    group: Attribute[int, int | str]
    nsample: Attribute[int, int | str]
    interp: Attribute[str, Literal["zoh", "linear", "cubic"]]
    delay: Attribute[float, float | str]
    ctrlrange: Attribute[tuple[float, ...], Floats]
    user: Attribute[tuple[float, ...], Floats]
    ctrllimited: Attribute[str, Literal["false", "true", "auto"] | bool]
    forcelimited: Attribute[str, Literal["false", "true", "auto"] | bool]
    forcerange: Attribute[tuple[float, ...], Floats]
    actlimited: Attribute[str, Literal["false", "true", "auto"] | bool]
    actrange: Attribute[tuple[float, ...], Floats]
    gear: Attribute[tuple[float, ...], Floats]
    damping: Attribute[tuple[float, ...], Floats]
    armature: Attribute[float, float | str]
    cranklength: Attribute[float, float | str]
    inheritrange: Attribute[float, float | str]
    kp: Attribute[float, float | str]
    kv: Attribute[float, float | str]
    dampratio: Attribute[float, float | str]

class DefaultActuatorOrientationElement(Element):
    """<orientation>"""

    group: Attribute[int, int | str]
    nsample: Attribute[int, int | str]
    interp: Attribute[str, Literal["zoh", "linear", "cubic"]]
    delay: Attribute[float, float | str]
    ctrlrange: Attribute[tuple[float, ...], Floats]
    user: Attribute[tuple[float, ...], Floats]
    forcelimited: Attribute[str, Literal["false", "true", "auto"] | bool]
    forcerange: Attribute[tuple[float, ...], Floats]
    kp: Attribute[float, float | str]
    kv: Attribute[float, float | str]
    dampratio: Attribute[float, float | str]
    input: Attribute[str, str]

class DefaultActuatorPidElement(Element):
    """<pid>"""

    group: Attribute[int, int | str]
    nsample: Attribute[int, int | str]
    interp: Attribute[str, Literal["zoh", "linear", "cubic"]]
    delay: Attribute[float, float | str]
    ctrlrange: Attribute[tuple[float, ...], Floats]
    user: Attribute[tuple[float, ...], Floats]
    ctrllimited: Attribute[str, Literal["false", "true", "auto"] | bool]
    forcelimited: Attribute[str, Literal["false", "true", "auto"] | bool]
    forcerange: Attribute[tuple[float, ...], Floats]
    gear: Attribute[tuple[float, ...], Floats]
    damping: Attribute[tuple[float, ...], Floats]
    armature: Attribute[float, float | str]
    cranklength: Attribute[float, float | str]
    posrange: Attribute[tuple[float, ...], Floats]
    velrange: Attribute[tuple[float, ...], Floats]
    ffrange: Attribute[tuple[float, ...], Floats]
    inheritrange: Attribute[float, float | str]
    kp: Attribute[float, float | str]
    kv: Attribute[float, float | str]
    dampratio: Attribute[float, float | str]
    ki: Attribute[float, float | str]
    imax: Attribute[float, float | str]
    slewmax: Attribute[float, float | str]
    input: Attribute[str, str]

class DefaultActuatorDamperElement(Element):
    """<damper>"""

    group: Attribute[int, int | str]
    nsample: Attribute[int, int | str]
    interp: Attribute[str, Literal["zoh", "linear", "cubic"]]
    delay: Attribute[float, float | str]
    ctrlrange: Attribute[tuple[float, ...], Floats]
    user: Attribute[tuple[float, ...], Floats]
    forcelimited: Attribute[str, Literal["false", "true", "auto"] | bool]
    forcerange: Attribute[tuple[float, ...], Floats]
    gear: Attribute[tuple[float, ...], Floats]
    damping: Attribute[tuple[float, ...], Floats]
    armature: Attribute[float, float | str]
    cranklength: Attribute[float, float | str]
    kv: Attribute[float, float | str]

class DefaultActuatorCylinderElement(Element):
    """<cylinder>"""

    group: Attribute[int, int | str]
    nsample: Attribute[int, int | str]
    interp: Attribute[str, Literal["zoh", "linear", "cubic"]]
    delay: Attribute[float, float | str]
    ctrlrange: Attribute[tuple[float, ...], Floats]
    user: Attribute[tuple[float, ...], Floats]
    ctrllimited: Attribute[str, Literal["false", "true", "auto"] | bool]
    forcelimited: Attribute[str, Literal["false", "true", "auto"] | bool]
    forcerange: Attribute[tuple[float, ...], Floats]
    gear: Attribute[tuple[float, ...], Floats]
    damping: Attribute[tuple[float, ...], Floats]
    armature: Attribute[float, float | str]
    cranklength: Attribute[float, float | str]
    timeconst: Attribute[float, float | str]
    area: Attribute[float, float | str]
    diameter: Attribute[float, float | str]
    bias: Attribute[tuple[float, ...], Floats]

class DefaultActuatorMuscleElement(Element):
    """<muscle>"""

    group: Attribute[int, int | str]
    nsample: Attribute[int, int | str]
    interp: Attribute[str, Literal["zoh", "linear", "cubic"]]
    delay: Attribute[float, float | str]
    ctrlrange: Attribute[tuple[float, ...], Floats]
    user: Attribute[tuple[float, ...], Floats]
    ctrllimited: Attribute[str, Literal["false", "true", "auto"] | bool]
    forcelimited: Attribute[str, Literal["false", "true", "auto"] | bool]
    forcerange: Attribute[tuple[float, ...], Floats]
    gear: Attribute[tuple[float, ...], Floats]
    damping: Attribute[tuple[float, ...], Floats]
    armature: Attribute[float, float | str]
    cranklength: Attribute[float, float | str]
    timeconst: Attribute[tuple[float, ...], Floats]
    range: Attribute[tuple[float, ...], Floats]
    force: Attribute[float, float | str]
    scale: Attribute[float, float | str]
    lmin: Attribute[float, float | str]
    lmax: Attribute[float, float | str]
    vmax: Attribute[float, float | str]
    fpmax: Attribute[float, float | str]
    fvmax: Attribute[float, float | str]

class DefaultActuatorAdhesionElement(Element):
    """<adhesion>"""

    group: Attribute[int, int | str]
    nsample: Attribute[int, int | str]
    interp: Attribute[str, Literal["zoh", "linear", "cubic"]]
    delay: Attribute[float, float | str]
    ctrlrange: Attribute[tuple[float, ...], Floats]
    user: Attribute[tuple[float, ...], Floats]
    forcelimited: Attribute[str, Literal["false", "true", "auto"] | bool]
    forcerange: Attribute[tuple[float, ...], Floats]
    gain: Attribute[float, float | str]

class DefaultActuatorDcmotorElement(Element):
    """<dcmotor>"""

    group: Attribute[int, int | str]
    nsample: Attribute[int, int | str]
    interp: Attribute[str, Literal["zoh", "linear", "cubic"]]
    delay: Attribute[float, float | str]
    ctrlrange: Attribute[tuple[float, ...], Floats]
    user: Attribute[tuple[float, ...], Floats]
    ctrllimited: Attribute[str, Literal["false", "true", "auto"] | bool]
    gear: Attribute[tuple[float, ...], Floats]
    damping: Attribute[tuple[float, ...], Floats]
    armature: Attribute[float, float | str]
    cranklength: Attribute[float, float | str]
    motorconst: Attribute[tuple[float, ...], Floats]
    resistance: Attribute[float, float | str]
    nominal: Attribute[tuple[float, ...], Floats]
    saturation: Attribute[tuple[float, ...], Floats]
    inductance: Attribute[tuple[float, ...], Floats]
    cogging: Attribute[tuple[float, ...], Floats]
    controller: Attribute[tuple[float, ...], Floats]
    thermal: Attribute[tuple[float, ...], Floats]
    lugre: Attribute[tuple[float, ...], Floats]
    input: Attribute[str, str]

class ExtensionElement(Element):
    """<extension>"""

    def add_plugin(self, *, plugin: str = ...) -> ExtensionPluginElement: ...

class ExtensionPluginElement(Element):
    """<plugin>"""

    plugin: Attribute[str, str]
    def add_instance(self, *, name: str = ...) -> ExtensionInstanceElement: ...

class ExtensionInstanceElement(Element):
    """<instance>"""

    name: Attribute[str, str]
    def add_config(self, *, key: str = ..., value: str = ...) -> ExtensionConfigElement: ...

class ExtensionConfigElement(Element):
    """<config>"""

    key: Attribute[str, str]
    value: Attribute[str, str]

class AssetElement(Element):
    """<asset>"""

    def add_mesh(self, *, name: str = ..., class_: str = ..., content_type: str = ..., file: str = ..., vertex: Floats = ..., normal: Floats = ..., texcoord: Floats = ..., face: Ints = ..., refpos: Floats = ..., refquat: Floats = ..., scale: Floats = ..., smoothnormal: bool | str = ..., maxhullvert: int | str = ..., inertia: Literal["convex", "legacy", "exact", "shell"] = ..., builtin: Literal["none", "sphere", "hemisphere", "cone", "supertorus", "supersphere", "wedge", "plate", "grid", "box", "cylinder", "ellipsoid", "square", "disc"] = ..., params: Floats = ..., material: str = ...) -> AssetMeshElement: ...
    def add_hfield(self, *, name: str = ..., content_type: str = ..., file: str = ..., nrow: int | str = ..., ncol: int | str = ..., size: Floats = ..., elevation: Floats = ...) -> AssetHfieldElement: ...
    def add_skin(self, *, name: str = ..., file: str = ..., material: str = ..., rgba: Floats = ..., inflate: float | str = ..., vertex: Floats = ..., texcoord: Floats = ..., face: Ints = ..., group: int | str = ...) -> AssetSkinElement: ...
    def add_texture(self, *, name: str = ..., class_: str = ..., type: Literal["2d", "cube", "skybox"] = ..., colorspace: Literal["auto", "linear", "sRGB"] = ..., content_type: str = ..., file: str = ..., gridsize: Ints = ..., gridlayout: str = ..., fileright: str = ..., fileleft: str = ..., fileup: str = ..., filedown: str = ..., filefront: str = ..., fileback: str = ..., builtin: Literal["none", "gradient", "checker", "flat"] = ..., rgb1: Floats = ..., rgb2: Floats = ..., mark: Literal["none", "edge", "cross", "random"] = ..., markrgb: Floats = ..., random: float | str = ..., width: int | str = ..., height: int | str = ..., hflip: bool | str = ..., vflip: bool | str = ..., nchannel: int | str = ..., embed: Literal["false", "true", "auto"] | bool = ...) -> AssetTextureElement: ...
    def add_material(self, *, name: str = ..., class_: str = ..., texture: str = ..., texrepeat: Floats = ..., texuniform: bool | str = ..., emission: float | str = ..., specular: float | str = ..., shininess: float | str = ..., reflectance: float | str = ..., metallic: float | str = ..., roughness: float | str = ..., rgba: Floats = ...) -> AssetMaterialElement: ...
    def add_model(self, *, name: str = ..., file: str = ..., content_type: str = ...) -> AssetModelElement: ...

class AssetMeshElement(Element):
    """<mesh>"""

    name: Attribute[str, str]
    class_: Attribute[str, str]
    content_type: Attribute[str, str]
    file: Attribute[str, str]
    vertex: Attribute[tuple[float, ...], Floats]
    normal: Attribute[tuple[float, ...], Floats]
    texcoord: Attribute[tuple[float, ...], Floats]
    face: Attribute[tuple[int, ...], Ints]
    refpos: Attribute[tuple[float, ...], Floats]
    refquat: Attribute[tuple[float, ...], Floats]
    scale: Attribute[tuple[float, ...], Floats]
    smoothnormal: Attribute[bool, bool | str]
    maxhullvert: Attribute[int, int | str]
    inertia: Attribute[str, Literal["convex", "legacy", "exact", "shell"]]
    builtin: Attribute[str, Literal["none", "sphere", "hemisphere", "cone", "supertorus", "supersphere", "wedge", "plate", "grid", "box", "cylinder", "ellipsoid", "square", "disc"]]
    params: Attribute[tuple[float, ...], Floats]
    material: Attribute[str, str]
    def add_plugin(self, *, plugin: str = ..., instance: str = ...) -> ExtensionUserElement: ...

class ExtensionUserElement(Element):
    """<plugin>"""

    plugin: Attribute[str, str]
    instance: Attribute[str, str]
    def add_config(self, *, key: str = ..., value: str = ...) -> ExtensionConfigElement: ...

class AssetHfieldElement(Element):
    """<hfield>"""

    name: Attribute[str, str]
    content_type: Attribute[str, str]
    file: Attribute[str, str]
    nrow: Attribute[int, int | str]
    ncol: Attribute[int, int | str]
    size: Attribute[tuple[float, ...], Floats]
    elevation: Attribute[tuple[float, ...], Floats]

class AssetSkinElement(Element):
    """<skin>"""

    name: Attribute[str, str]
    file: Attribute[str, str]
    material: Attribute[str, str]
    rgba: Attribute[tuple[float, ...], Floats]
    inflate: Attribute[float, float | str]
    vertex: Attribute[tuple[float, ...], Floats]
    texcoord: Attribute[tuple[float, ...], Floats]
    face: Attribute[tuple[int, ...], Ints]
    group: Attribute[int, int | str]
    def add_bone(self, *, body: str = ..., bindpos: Floats = ..., bindquat: Floats = ..., vertid: Ints = ..., vertweight: Floats = ...) -> AssetBoneElement: ...

class AssetBoneElement(Element):
    """<bone>"""

    body: Attribute[str, str]
    bindpos: Attribute[tuple[float, ...], Floats]
    bindquat: Attribute[tuple[float, ...], Floats]
    vertid: Attribute[tuple[int, ...], Ints]
    vertweight: Attribute[tuple[float, ...], Floats]

class AssetTextureElement(Element):
    """<texture>"""

    name: Attribute[str, str]
    class_: Attribute[str, str]
    type: Attribute[str, Literal["2d", "cube", "skybox"]]
    colorspace: Attribute[str, Literal["auto", "linear", "sRGB"]]
    content_type: Attribute[str, str]
    file: Attribute[str, str]
    gridsize: Attribute[tuple[int, ...], Ints]
    gridlayout: Attribute[str, str]
    fileright: Attribute[str, str]
    fileleft: Attribute[str, str]
    fileup: Attribute[str, str]
    filedown: Attribute[str, str]
    filefront: Attribute[str, str]
    fileback: Attribute[str, str]
    builtin: Attribute[str, Literal["none", "gradient", "checker", "flat"]]
    rgb1: Attribute[tuple[float, ...], Floats]
    rgb2: Attribute[tuple[float, ...], Floats]
    mark: Attribute[str, Literal["none", "edge", "cross", "random"]]
    markrgb: Attribute[tuple[float, ...], Floats]
    random: Attribute[float, float | str]
    width: Attribute[int, int | str]
    height: Attribute[int, int | str]
    hflip: Attribute[bool, bool | str]
    vflip: Attribute[bool, bool | str]
    nchannel: Attribute[int, int | str]
    embed: Attribute[str, Literal["false", "true", "auto"] | bool]

class AssetMaterialElement(Element):
    """<material>"""

    name: Attribute[str, str]
    class_: Attribute[str, str]
    texture: Attribute[str, str]
    texrepeat: Attribute[tuple[float, ...], Floats]
    texuniform: Attribute[bool, bool | str]
    emission: Attribute[float, float | str]
    specular: Attribute[float, float | str]
    shininess: Attribute[float, float | str]
    reflectance: Attribute[float, float | str]
    metallic: Attribute[float, float | str]
    roughness: Attribute[float, float | str]
    rgba: Attribute[tuple[float, ...], Floats]
    def add_layer(self, *, texture: str = ..., role: Literal["rgb", "occlusion", "roughness", "metallic", "normal", "opacity", "emissive", "rgba", "orm"] = ...) -> AssetLayerElement: ...

class AssetModelElement(Element):
    """<model>"""

    name: Attribute[str, str]
    file: Attribute[str, str]
    content_type: Attribute[str, str]

class BodyWorldbodyElement(Element):
    """<worldbody>"""

    def add_body(self, *, quat: Floats = ..., axisangle: Floats = ..., xyaxes: Floats = ..., zaxis: Floats = ..., euler: Floats = ..., name: str = ..., childclass: str = ..., pos: Floats = ..., mocap: bool | str = ..., gravcomp: float | str = ..., sleep: Literal["auto", "never", "allowed", "init"] = ..., simple: Literal["false", "auto"] = ..., fuse: Literal["false", "auto"] = ..., user: Floats = ...) -> BodyElement: ...
    def add_frame(self, *, quat: Floats = ..., axisangle: Floats = ..., xyaxes: Floats = ..., zaxis: Floats = ..., euler: Floats = ..., name: str = ..., childclass: str = ..., pos: Floats = ..., scale: Floats | float = ..., scaling: Literal["similar", "geometry"] = ..., massscale: float | str = ...) -> BodyFrameElement: ...
    def add_replicate(self, *, count: int | str = ..., offset: Floats = ..., euler: Floats = ..., sep: str = ..., prefix: str = ..., childclass: str = ...) -> BodyReplicateElement: ...
    def add_geom(self, *, quat: Floats = ..., axisangle: Floats = ..., xyaxes: Floats = ..., zaxis: Floats = ..., euler: Floats = ..., name: str = ..., class_: str = ..., type: Literal["plane", "hfield", "sphere", "capsule", "ellipsoid", "cylinder", "box", "mesh", "sdf"] = ..., contype: int | str = ..., conaffinity: int | str = ..., condim: int | str = ..., group: int | str = ..., priority: int | str = ..., size: Floats = ..., material: str = ..., friction: Floats = ..., mass: float | str = ..., density: float | str = ..., shellinertia: bool | str = ..., solmix: float | str = ..., solref: Floats = ..., solimp: Floats = ..., margin: float | str = ..., gap: float | str = ..., surfacevel: Floats = ..., adhesion: float | str = ..., fromto: Floats = ..., pos: Floats = ..., hfield: str = ..., mesh: str = ..., fitscale: float | str = ..., rgba: Floats = ..., castshadow: bool | str = ..., fluidshape: Literal["none", "ellipsoid"] = ..., fluidcoef: Floats = ..., user: Floats = ...) -> BodyGeomElement: ...
    def add_attach(self, *, model: str = ..., body: str = ..., frame: str = ..., prefix: str = ...) -> BodyAttachElement: ...
    def add_site(self, *, quat: Floats = ..., axisangle: Floats = ..., xyaxes: Floats = ..., zaxis: Floats = ..., euler: Floats = ..., name: str = ..., class_: str = ..., type: Literal["sphere", "capsule", "ellipsoid", "cylinder", "box", "mesh", "sdf"] = ..., group: int | str = ..., pos: Floats = ..., material: str = ..., mesh: str = ..., size: Floats = ..., fromto: Floats = ..., rgba: Floats = ..., user: Floats = ...) -> BodySiteElement: ...
    def add_camera(self, *, quat: Floats = ..., axisangle: Floats = ..., xyaxes: Floats = ..., zaxis: Floats = ..., euler: Floats = ..., name: str = ..., class_: str = ..., projection: Literal["perspective", "orthographic"] = ..., fovy: float | str = ..., ipd: float | str = ..., resolution: Ints = ..., output: Sequence[str] = ..., pos: Floats = ..., mode: Literal["fixed", "track", "trackcom", "targetbody", "targetbodycom"] = ..., target: str = ..., focal: Floats = ..., focalpixel: Floats = ..., principal: Floats = ..., principalpixel: Floats = ..., sensorsize: Floats = ..., user: Floats = ...) -> BodyCameraElement: ...
    def add_light(self, *, name: str = ..., class_: str = ..., directional: bool | str = ..., type: Literal["spot", "directional", "point", "image"] = ..., castshadow: bool | str = ..., active: bool | str = ..., pos: Floats = ..., dir: Floats = ..., bulbradius: float | str = ..., intensity: float | str = ..., range: float | str = ..., attenuation: Floats = ..., cutoff: float | str = ..., softness: float | str = ..., exponent: float | str = ..., ambient: Floats = ..., diffuse: Floats = ..., specular: Floats = ..., mode: Literal["fixed", "track", "trackcom", "targetbody", "targetbodycom"] = ..., target: str = ..., texture: str = ...) -> BodyLightElement: ...
    def add_plugin(self, *, plugin: str = ..., instance: str = ...) -> ExtensionUserElement: ...
    def add_flexcomp(self, *, quat: Floats = ..., axisangle: Floats = ..., xyaxes: Floats = ..., zaxis: Floats = ..., euler: Floats = ..., name: str = ..., type: Literal["grid", "box", "cylinder", "ellipsoid", "square", "disc", "circle", "mesh", "gmsh", "direct"] = ..., group: int | str = ..., dim: int | str = ..., dof: Literal["full", "radial", "trilinear", "quadratic", "2d"] = ..., count: Ints = ..., cellcount: Ints = ..., spacing: Floats = ..., radius: float | str = ..., rigid: bool | str = ..., mass: float | str = ..., inertiabox: float | str = ..., scale: Floats = ..., file: str = ..., mesh: str = ..., point: Floats = ..., element: Ints = ..., texcoord: Floats = ..., material: str = ..., rgba: Floats = ..., flatskin: bool | str = ..., pos: Floats = ..., origin: Floats = ...) -> BodyFlexcompElement: ...

class BodyElement(Element):
    """<body>"""

    quat: Attribute[tuple[float, ...], Floats]
    axisangle: Attribute[tuple[float, ...], Floats]
    xyaxes: Attribute[tuple[float, ...], Floats]
    zaxis: Attribute[tuple[float, ...], Floats]
    euler: Attribute[tuple[float, ...], Floats]
    name: Attribute[str, str]
    childclass: Attribute[str, str]
    pos: Attribute[tuple[float, ...], Floats]
    mocap: Attribute[bool, bool | str]
    gravcomp: Attribute[float, float | str]
    sleep: Attribute[str, Literal["auto", "never", "allowed", "init"]]
    simple: Attribute[str, Literal["false", "auto"]]
    fuse: Attribute[str, Literal["false", "auto"]]
    user: Attribute[tuple[float, ...], Floats]
    def add_body(self, *, quat: Floats = ..., axisangle: Floats = ..., xyaxes: Floats = ..., zaxis: Floats = ..., euler: Floats = ..., name: str = ..., childclass: str = ..., pos: Floats = ..., mocap: bool | str = ..., gravcomp: float | str = ..., sleep: Literal["auto", "never", "allowed", "init"] = ..., simple: Literal["false", "auto"] = ..., fuse: Literal["false", "auto"] = ..., user: Floats = ...) -> BodyElement: ...
    def add_frame(self, *, quat: Floats = ..., axisangle: Floats = ..., xyaxes: Floats = ..., zaxis: Floats = ..., euler: Floats = ..., name: str = ..., childclass: str = ..., pos: Floats = ..., scale: Floats | float = ..., scaling: Literal["similar", "geometry"] = ..., massscale: float | str = ...) -> BodyFrameElement: ...
    def add_replicate(self, *, count: int | str = ..., offset: Floats = ..., euler: Floats = ..., sep: str = ..., prefix: str = ..., childclass: str = ...) -> BodyReplicateElement: ...
    def add_inertial(self, *, quat: Floats = ..., axisangle: Floats = ..., xyaxes: Floats = ..., zaxis: Floats = ..., euler: Floats = ..., pos: Floats = ..., mass: float | str = ..., diaginertia: Floats = ..., fullinertia: Floats = ...) -> BodyInertialElement: ...
    def add_joint(self, *, name: str = ..., class_: str = ..., type: Literal["free", "ball", "slide", "hinge"] = ..., group: int | str = ..., pos: Floats = ..., axis: Floats = ..., springdamper: Floats = ..., limited: Literal["false", "true", "auto"] | bool = ..., actuatorfrclimited: Literal["false", "true", "auto"] | bool = ..., solreflimit: Floats = ..., solimplimit: Floats = ..., solreffriction: Floats = ..., solimpfriction: Floats = ..., stiffness: Floats = ..., range: Floats = ..., actuatorfrcrange: Floats = ..., actuatorgravcomp: bool | str = ..., margin: float | str = ..., ref: float | str = ..., springref: float | str = ..., springyield: float | str = ..., armature: float | str = ..., damping: Floats = ..., frictionloss: float | str = ..., user: Floats = ...) -> BodyJointElement: ...
    def add_freejoint(self, *, name: str = ..., group: int | str = ..., align: Literal["false", "true", "auto"] | bool = ...) -> BodyFreejointElement: ...
    def add_geom(self, *, quat: Floats = ..., axisangle: Floats = ..., xyaxes: Floats = ..., zaxis: Floats = ..., euler: Floats = ..., name: str = ..., class_: str = ..., type: Literal["plane", "hfield", "sphere", "capsule", "ellipsoid", "cylinder", "box", "mesh", "sdf"] = ..., contype: int | str = ..., conaffinity: int | str = ..., condim: int | str = ..., group: int | str = ..., priority: int | str = ..., size: Floats = ..., material: str = ..., friction: Floats = ..., mass: float | str = ..., density: float | str = ..., shellinertia: bool | str = ..., solmix: float | str = ..., solref: Floats = ..., solimp: Floats = ..., margin: float | str = ..., gap: float | str = ..., surfacevel: Floats = ..., adhesion: float | str = ..., fromto: Floats = ..., pos: Floats = ..., hfield: str = ..., mesh: str = ..., fitscale: float | str = ..., rgba: Floats = ..., castshadow: bool | str = ..., fluidshape: Literal["none", "ellipsoid"] = ..., fluidcoef: Floats = ..., user: Floats = ...) -> BodyGeomElement: ...
    def add_attach(self, *, model: str = ..., body: str = ..., frame: str = ..., prefix: str = ...) -> BodyAttachElement: ...
    def add_site(self, *, quat: Floats = ..., axisangle: Floats = ..., xyaxes: Floats = ..., zaxis: Floats = ..., euler: Floats = ..., name: str = ..., class_: str = ..., type: Literal["sphere", "capsule", "ellipsoid", "cylinder", "box", "mesh", "sdf"] = ..., group: int | str = ..., pos: Floats = ..., material: str = ..., mesh: str = ..., size: Floats = ..., fromto: Floats = ..., rgba: Floats = ..., user: Floats = ...) -> BodySiteElement: ...
    def add_camera(self, *, quat: Floats = ..., axisangle: Floats = ..., xyaxes: Floats = ..., zaxis: Floats = ..., euler: Floats = ..., name: str = ..., class_: str = ..., projection: Literal["perspective", "orthographic"] = ..., fovy: float | str = ..., ipd: float | str = ..., resolution: Ints = ..., output: Sequence[str] = ..., pos: Floats = ..., mode: Literal["fixed", "track", "trackcom", "targetbody", "targetbodycom"] = ..., target: str = ..., focal: Floats = ..., focalpixel: Floats = ..., principal: Floats = ..., principalpixel: Floats = ..., sensorsize: Floats = ..., user: Floats = ...) -> BodyCameraElement: ...
    def add_light(self, *, name: str = ..., class_: str = ..., directional: bool | str = ..., type: Literal["spot", "directional", "point", "image"] = ..., castshadow: bool | str = ..., active: bool | str = ..., pos: Floats = ..., dir: Floats = ..., bulbradius: float | str = ..., intensity: float | str = ..., range: float | str = ..., attenuation: Floats = ..., cutoff: float | str = ..., softness: float | str = ..., exponent: float | str = ..., ambient: Floats = ..., diffuse: Floats = ..., specular: Floats = ..., mode: Literal["fixed", "track", "trackcom", "targetbody", "targetbodycom"] = ..., target: str = ..., texture: str = ...) -> BodyLightElement: ...
    def add_plugin(self, *, plugin: str = ..., instance: str = ...) -> ExtensionUserElement: ...
    def add_flexcomp(self, *, quat: Floats = ..., axisangle: Floats = ..., xyaxes: Floats = ..., zaxis: Floats = ..., euler: Floats = ..., name: str = ..., type: Literal["grid", "box", "cylinder", "ellipsoid", "square", "disc", "circle", "mesh", "gmsh", "direct"] = ..., group: int | str = ..., dim: int | str = ..., dof: Literal["full", "radial", "trilinear", "quadratic", "2d"] = ..., count: Ints = ..., cellcount: Ints = ..., spacing: Floats = ..., radius: float | str = ..., rigid: bool | str = ..., mass: float | str = ..., inertiabox: float | str = ..., scale: Floats = ..., file: str = ..., mesh: str = ..., point: Floats = ..., element: Ints = ..., texcoord: Floats = ..., material: str = ..., rgba: Floats = ..., flatskin: bool | str = ..., pos: Floats = ..., origin: Floats = ...) -> BodyFlexcompElement: ...

class BodyFrameElement(Element):
    """<frame>"""

    quat: Attribute[tuple[float, ...], Floats]
    axisangle: Attribute[tuple[float, ...], Floats]
    xyaxes: Attribute[tuple[float, ...], Floats]
    zaxis: Attribute[tuple[float, ...], Floats]
    euler: Attribute[tuple[float, ...], Floats]
    name: Attribute[str, str]
    childclass: Attribute[str, str]
    pos: Attribute[tuple[float, ...], Floats]
    scale: Attribute[tuple[float, ...], Floats | float]
    scaling: Attribute[str, Literal["similar", "geometry"]]
    massscale: Attribute[float, float | str]
    def add_body(self, *, quat: Floats = ..., axisangle: Floats = ..., xyaxes: Floats = ..., zaxis: Floats = ..., euler: Floats = ..., name: str = ..., childclass: str = ..., pos: Floats = ..., mocap: bool | str = ..., gravcomp: float | str = ..., sleep: Literal["auto", "never", "allowed", "init"] = ..., simple: Literal["false", "auto"] = ..., fuse: Literal["false", "auto"] = ..., user: Floats = ...) -> BodyElement: ...
    def add_frame(self, *, quat: Floats = ..., axisangle: Floats = ..., xyaxes: Floats = ..., zaxis: Floats = ..., euler: Floats = ..., name: str = ..., childclass: str = ..., pos: Floats = ..., scale: Floats | float = ..., scaling: Literal["similar", "geometry"] = ..., massscale: float | str = ...) -> BodyFrameElement: ...
    def add_replicate(self, *, count: int | str = ..., offset: Floats = ..., euler: Floats = ..., sep: str = ..., prefix: str = ..., childclass: str = ...) -> BodyReplicateElement: ...
    def add_inertial(self, *, quat: Floats = ..., axisangle: Floats = ..., xyaxes: Floats = ..., zaxis: Floats = ..., euler: Floats = ..., pos: Floats = ..., mass: float | str = ..., diaginertia: Floats = ..., fullinertia: Floats = ...) -> BodyInertialElement: ...
    def add_joint(self, *, name: str = ..., class_: str = ..., type: Literal["free", "ball", "slide", "hinge"] = ..., group: int | str = ..., pos: Floats = ..., axis: Floats = ..., springdamper: Floats = ..., limited: Literal["false", "true", "auto"] | bool = ..., actuatorfrclimited: Literal["false", "true", "auto"] | bool = ..., solreflimit: Floats = ..., solimplimit: Floats = ..., solreffriction: Floats = ..., solimpfriction: Floats = ..., stiffness: Floats = ..., range: Floats = ..., actuatorfrcrange: Floats = ..., actuatorgravcomp: bool | str = ..., margin: float | str = ..., ref: float | str = ..., springref: float | str = ..., springyield: float | str = ..., armature: float | str = ..., damping: Floats = ..., frictionloss: float | str = ..., user: Floats = ...) -> BodyJointElement: ...
    def add_freejoint(self, *, name: str = ..., group: int | str = ..., align: Literal["false", "true", "auto"] | bool = ...) -> BodyFreejointElement: ...
    def add_geom(self, *, quat: Floats = ..., axisangle: Floats = ..., xyaxes: Floats = ..., zaxis: Floats = ..., euler: Floats = ..., name: str = ..., class_: str = ..., type: Literal["plane", "hfield", "sphere", "capsule", "ellipsoid", "cylinder", "box", "mesh", "sdf"] = ..., contype: int | str = ..., conaffinity: int | str = ..., condim: int | str = ..., group: int | str = ..., priority: int | str = ..., size: Floats = ..., material: str = ..., friction: Floats = ..., mass: float | str = ..., density: float | str = ..., shellinertia: bool | str = ..., solmix: float | str = ..., solref: Floats = ..., solimp: Floats = ..., margin: float | str = ..., gap: float | str = ..., surfacevel: Floats = ..., adhesion: float | str = ..., fromto: Floats = ..., pos: Floats = ..., hfield: str = ..., mesh: str = ..., fitscale: float | str = ..., rgba: Floats = ..., castshadow: bool | str = ..., fluidshape: Literal["none", "ellipsoid"] = ..., fluidcoef: Floats = ..., user: Floats = ...) -> BodyGeomElement: ...
    def add_attach(self, *, model: str = ..., body: str = ..., frame: str = ..., prefix: str = ...) -> BodyAttachElement: ...
    def add_site(self, *, quat: Floats = ..., axisangle: Floats = ..., xyaxes: Floats = ..., zaxis: Floats = ..., euler: Floats = ..., name: str = ..., class_: str = ..., type: Literal["sphere", "capsule", "ellipsoid", "cylinder", "box", "mesh", "sdf"] = ..., group: int | str = ..., pos: Floats = ..., material: str = ..., mesh: str = ..., size: Floats = ..., fromto: Floats = ..., rgba: Floats = ..., user: Floats = ...) -> BodySiteElement: ...
    def add_camera(self, *, quat: Floats = ..., axisangle: Floats = ..., xyaxes: Floats = ..., zaxis: Floats = ..., euler: Floats = ..., name: str = ..., class_: str = ..., projection: Literal["perspective", "orthographic"] = ..., fovy: float | str = ..., ipd: float | str = ..., resolution: Ints = ..., output: Sequence[str] = ..., pos: Floats = ..., mode: Literal["fixed", "track", "trackcom", "targetbody", "targetbodycom"] = ..., target: str = ..., focal: Floats = ..., focalpixel: Floats = ..., principal: Floats = ..., principalpixel: Floats = ..., sensorsize: Floats = ..., user: Floats = ...) -> BodyCameraElement: ...
    def add_light(self, *, name: str = ..., class_: str = ..., directional: bool | str = ..., type: Literal["spot", "directional", "point", "image"] = ..., castshadow: bool | str = ..., active: bool | str = ..., pos: Floats = ..., dir: Floats = ..., bulbradius: float | str = ..., intensity: float | str = ..., range: float | str = ..., attenuation: Floats = ..., cutoff: float | str = ..., softness: float | str = ..., exponent: float | str = ..., ambient: Floats = ..., diffuse: Floats = ..., specular: Floats = ..., mode: Literal["fixed", "track", "trackcom", "targetbody", "targetbodycom"] = ..., target: str = ..., texture: str = ...) -> BodyLightElement: ...
    def add_plugin(self, *, plugin: str = ..., instance: str = ...) -> ExtensionUserElement: ...
    def add_flexcomp(self, *, quat: Floats = ..., axisangle: Floats = ..., xyaxes: Floats = ..., zaxis: Floats = ..., euler: Floats = ..., name: str = ..., type: Literal["grid", "box", "cylinder", "ellipsoid", "square", "disc", "circle", "mesh", "gmsh", "direct"] = ..., group: int | str = ..., dim: int | str = ..., dof: Literal["full", "radial", "trilinear", "quadratic", "2d"] = ..., count: Ints = ..., cellcount: Ints = ..., spacing: Floats = ..., radius: float | str = ..., rigid: bool | str = ..., mass: float | str = ..., inertiabox: float | str = ..., scale: Floats = ..., file: str = ..., mesh: str = ..., point: Floats = ..., element: Ints = ..., texcoord: Floats = ..., material: str = ..., rgba: Floats = ..., flatskin: bool | str = ..., pos: Floats = ..., origin: Floats = ...) -> BodyFlexcompElement: ...

class BodyReplicateElement(Element):
    """<replicate>"""

    count: Attribute[int, int | str]
    offset: Attribute[tuple[float, ...], Floats]
    euler: Attribute[tuple[float, ...], Floats]
    sep: Attribute[str, str]
    prefix: Attribute[str, str]
    childclass: Attribute[str, str]
    def add_body(self, *, quat: Floats = ..., axisangle: Floats = ..., xyaxes: Floats = ..., zaxis: Floats = ..., euler: Floats = ..., name: str = ..., childclass: str = ..., pos: Floats = ..., mocap: bool | str = ..., gravcomp: float | str = ..., sleep: Literal["auto", "never", "allowed", "init"] = ..., simple: Literal["false", "auto"] = ..., fuse: Literal["false", "auto"] = ..., user: Floats = ...) -> BodyElement: ...
    def add_frame(self, *, quat: Floats = ..., axisangle: Floats = ..., xyaxes: Floats = ..., zaxis: Floats = ..., euler: Floats = ..., name: str = ..., childclass: str = ..., pos: Floats = ..., scale: Floats | float = ..., scaling: Literal["similar", "geometry"] = ..., massscale: float | str = ...) -> BodyFrameElement: ...
    def add_replicate(self, *, count: int | str = ..., offset: Floats = ..., euler: Floats = ..., sep: str = ..., prefix: str = ..., childclass: str = ...) -> BodyReplicateElement: ...
    def add_geom(self, *, quat: Floats = ..., axisangle: Floats = ..., xyaxes: Floats = ..., zaxis: Floats = ..., euler: Floats = ..., name: str = ..., class_: str = ..., type: Literal["plane", "hfield", "sphere", "capsule", "ellipsoid", "cylinder", "box", "mesh", "sdf"] = ..., contype: int | str = ..., conaffinity: int | str = ..., condim: int | str = ..., group: int | str = ..., priority: int | str = ..., size: Floats = ..., material: str = ..., friction: Floats = ..., mass: float | str = ..., density: float | str = ..., shellinertia: bool | str = ..., solmix: float | str = ..., solref: Floats = ..., solimp: Floats = ..., margin: float | str = ..., gap: float | str = ..., surfacevel: Floats = ..., adhesion: float | str = ..., fromto: Floats = ..., pos: Floats = ..., hfield: str = ..., mesh: str = ..., fitscale: float | str = ..., rgba: Floats = ..., castshadow: bool | str = ..., fluidshape: Literal["none", "ellipsoid"] = ..., fluidcoef: Floats = ..., user: Floats = ...) -> BodyGeomElement: ...
    def add_attach(self, *, model: str = ..., body: str = ..., frame: str = ..., prefix: str = ...) -> BodyAttachElement: ...
    def add_site(self, *, quat: Floats = ..., axisangle: Floats = ..., xyaxes: Floats = ..., zaxis: Floats = ..., euler: Floats = ..., name: str = ..., class_: str = ..., type: Literal["sphere", "capsule", "ellipsoid", "cylinder", "box", "mesh", "sdf"] = ..., group: int | str = ..., pos: Floats = ..., material: str = ..., mesh: str = ..., size: Floats = ..., fromto: Floats = ..., rgba: Floats = ..., user: Floats = ...) -> BodySiteElement: ...
    def add_camera(self, *, quat: Floats = ..., axisangle: Floats = ..., xyaxes: Floats = ..., zaxis: Floats = ..., euler: Floats = ..., name: str = ..., class_: str = ..., projection: Literal["perspective", "orthographic"] = ..., fovy: float | str = ..., ipd: float | str = ..., resolution: Ints = ..., output: Sequence[str] = ..., pos: Floats = ..., mode: Literal["fixed", "track", "trackcom", "targetbody", "targetbodycom"] = ..., target: str = ..., focal: Floats = ..., focalpixel: Floats = ..., principal: Floats = ..., principalpixel: Floats = ..., sensorsize: Floats = ..., user: Floats = ...) -> BodyCameraElement: ...
    def add_light(self, *, name: str = ..., class_: str = ..., directional: bool | str = ..., type: Literal["spot", "directional", "point", "image"] = ..., castshadow: bool | str = ..., active: bool | str = ..., pos: Floats = ..., dir: Floats = ..., bulbradius: float | str = ..., intensity: float | str = ..., range: float | str = ..., attenuation: Floats = ..., cutoff: float | str = ..., softness: float | str = ..., exponent: float | str = ..., ambient: Floats = ..., diffuse: Floats = ..., specular: Floats = ..., mode: Literal["fixed", "track", "trackcom", "targetbody", "targetbodycom"] = ..., target: str = ..., texture: str = ...) -> BodyLightElement: ...
    def add_plugin(self, *, plugin: str = ..., instance: str = ...) -> ExtensionUserElement: ...

class BodyGeomElement(Element):
    """<geom>"""

    quat: Attribute[tuple[float, ...], Floats]
    axisangle: Attribute[tuple[float, ...], Floats]
    xyaxes: Attribute[tuple[float, ...], Floats]
    zaxis: Attribute[tuple[float, ...], Floats]
    euler: Attribute[tuple[float, ...], Floats]
    name: Attribute[str, str]
    class_: Attribute[str, str]
    type: Attribute[str, Literal["plane", "hfield", "sphere", "capsule", "ellipsoid", "cylinder", "box", "mesh", "sdf"]]
    contype: Attribute[int, int | str]
    conaffinity: Attribute[int, int | str]
    condim: Attribute[int, int | str]
    group: Attribute[int, int | str]
    priority: Attribute[int, int | str]
    size: Attribute[tuple[float, ...], Floats]
    material: Attribute[str, str]
    friction: Attribute[tuple[float, ...], Floats]
    mass: Attribute[float, float | str]
    density: Attribute[float, float | str]
    shellinertia: Attribute[bool, bool | str]
    solmix: Attribute[float, float | str]
    solref: Attribute[tuple[float, ...], Floats]
    solimp: Attribute[tuple[float, ...], Floats]
    margin: Attribute[float, float | str]
    gap: Attribute[float, float | str]
    surfacevel: Attribute[tuple[float, ...], Floats]
    adhesion: Attribute[float, float | str]
    fromto: Attribute[tuple[float, ...], Floats]
    pos: Attribute[tuple[float, ...], Floats]
    hfield: Attribute[str, str]
    mesh: Attribute[str, str]
    fitscale: Attribute[float, float | str]
    rgba: Attribute[tuple[float, ...], Floats]
    castshadow: Attribute[bool, bool | str]
    fluidshape: Attribute[str, Literal["none", "ellipsoid"]]
    fluidcoef: Attribute[tuple[float, ...], Floats]
    user: Attribute[tuple[float, ...], Floats]
    def add_plugin(self, *, plugin: str = ..., instance: str = ...) -> ExtensionUserElement: ...

class BodyAttachElement(Element):
    """<attach>"""

    model: Attribute[str, str]
    body: Attribute[str, str]
    frame: Attribute[str, str]
    prefix: Attribute[str, str]

class BodySiteElement(Element):
    """<site>"""

    quat: Attribute[tuple[float, ...], Floats]
    axisangle: Attribute[tuple[float, ...], Floats]
    xyaxes: Attribute[tuple[float, ...], Floats]
    zaxis: Attribute[tuple[float, ...], Floats]
    euler: Attribute[tuple[float, ...], Floats]
    name: Attribute[str, str]
    class_: Attribute[str, str]
    type: Attribute[str, Literal["sphere", "capsule", "ellipsoid", "cylinder", "box", "mesh", "sdf"]]
    group: Attribute[int, int | str]
    pos: Attribute[tuple[float, ...], Floats]
    material: Attribute[str, str]
    mesh: Attribute[str, str]
    size: Attribute[tuple[float, ...], Floats]
    fromto: Attribute[tuple[float, ...], Floats]
    rgba: Attribute[tuple[float, ...], Floats]
    user: Attribute[tuple[float, ...], Floats]

class BodyCameraElement(Element):
    """<camera>"""

    quat: Attribute[tuple[float, ...], Floats]
    axisangle: Attribute[tuple[float, ...], Floats]
    xyaxes: Attribute[tuple[float, ...], Floats]
    zaxis: Attribute[tuple[float, ...], Floats]
    euler: Attribute[tuple[float, ...], Floats]
    name: Attribute[str, str]
    class_: Attribute[str, str]
    projection: Attribute[str, Literal["perspective", "orthographic"]]
    fovy: Attribute[float, float | str]
    ipd: Attribute[float, float | str]
    resolution: Attribute[tuple[int, ...], Ints]
    output: Attribute[tuple[str, ...], Sequence[str]]
    pos: Attribute[tuple[float, ...], Floats]
    mode: Attribute[str, Literal["fixed", "track", "trackcom", "targetbody", "targetbodycom"]]
    target: Attribute[str, str]
    focal: Attribute[tuple[float, ...], Floats]
    focalpixel: Attribute[tuple[float, ...], Floats]
    principal: Attribute[tuple[float, ...], Floats]
    principalpixel: Attribute[tuple[float, ...], Floats]
    sensorsize: Attribute[tuple[float, ...], Floats]
    user: Attribute[tuple[float, ...], Floats]

class BodyLightElement(Element):
    """<light>"""

    name: Attribute[str, str]
    class_: Attribute[str, str]
    directional: Attribute[bool, bool | str]
    type: Attribute[str, Literal["spot", "directional", "point", "image"]]
    castshadow: Attribute[bool, bool | str]
    active: Attribute[bool, bool | str]
    pos: Attribute[tuple[float, ...], Floats]
    dir: Attribute[tuple[float, ...], Floats]
    bulbradius: Attribute[float, float | str]
    intensity: Attribute[float, float | str]
    range: Attribute[float, float | str]
    attenuation: Attribute[tuple[float, ...], Floats]
    cutoff: Attribute[float, float | str]
    softness: Attribute[float, float | str]
    exponent: Attribute[float, float | str]
    ambient: Attribute[tuple[float, ...], Floats]
    diffuse: Attribute[tuple[float, ...], Floats]
    specular: Attribute[tuple[float, ...], Floats]
    mode: Attribute[str, Literal["fixed", "track", "trackcom", "targetbody", "targetbodycom"]]
    target: Attribute[str, str]
    texture: Attribute[str, str]

class BodyInertialElement(Element):
    """<inertial>"""

    quat: Attribute[tuple[float, ...], Floats]
    axisangle: Attribute[tuple[float, ...], Floats]
    xyaxes: Attribute[tuple[float, ...], Floats]
    zaxis: Attribute[tuple[float, ...], Floats]
    euler: Attribute[tuple[float, ...], Floats]
    pos: Attribute[tuple[float, ...], Floats]
    mass: Attribute[float, float | str]
    diaginertia: Attribute[tuple[float, ...], Floats]
    fullinertia: Attribute[tuple[float, ...], Floats]

class BodyJointElement(Element):
    """<joint>"""

    name: Attribute[str, str]
    class_: Attribute[str, str]
    type: Attribute[str, Literal["free", "ball", "slide", "hinge"]]
    group: Attribute[int, int | str]
    pos: Attribute[tuple[float, ...], Floats]
    axis: Attribute[tuple[float, ...], Floats]
    springdamper: Attribute[tuple[float, ...], Floats]
    limited: Attribute[str, Literal["false", "true", "auto"] | bool]
    actuatorfrclimited: Attribute[str, Literal["false", "true", "auto"] | bool]
    solreflimit: Attribute[tuple[float, ...], Floats]
    solimplimit: Attribute[tuple[float, ...], Floats]
    solreffriction: Attribute[tuple[float, ...], Floats]
    solimpfriction: Attribute[tuple[float, ...], Floats]
    stiffness: Attribute[tuple[float, ...], Floats]
    range: Attribute[tuple[float, ...], Floats]
    actuatorfrcrange: Attribute[tuple[float, ...], Floats]
    actuatorgravcomp: Attribute[bool, bool | str]
    margin: Attribute[float, float | str]
    ref: Attribute[float, float | str]
    springref: Attribute[float, float | str]
    springyield: Attribute[float, float | str]
    armature: Attribute[float, float | str]
    damping: Attribute[tuple[float, ...], Floats]
    frictionloss: Attribute[float, float | str]
    user: Attribute[tuple[float, ...], Floats]

class BodyFreejointElement(Element):
    """<freejoint>"""

    name: Attribute[str, str]
    group: Attribute[int, int | str]
    align: Attribute[str, Literal["false", "true", "auto"] | bool]

class BodyFlexcompElement(Element):
    """<flexcomp>"""

    quat: Attribute[tuple[float, ...], Floats]
    axisangle: Attribute[tuple[float, ...], Floats]
    xyaxes: Attribute[tuple[float, ...], Floats]
    zaxis: Attribute[tuple[float, ...], Floats]
    euler: Attribute[tuple[float, ...], Floats]
    name: Attribute[str, str]
    type: Attribute[str, Literal["grid", "box", "cylinder", "ellipsoid", "square", "disc", "circle", "mesh", "gmsh", "direct"]]
    group: Attribute[int, int | str]
    dim: Attribute[int, int | str]
    dof: Attribute[str, Literal["full", "radial", "trilinear", "quadratic", "2d"]]
    count: Attribute[tuple[int, ...], Ints]
    cellcount: Attribute[tuple[int, ...], Ints]
    spacing: Attribute[tuple[float, ...], Floats]
    radius: Attribute[float, float | str]
    rigid: Attribute[bool, bool | str]
    mass: Attribute[float, float | str]
    inertiabox: Attribute[float, float | str]
    scale: Attribute[tuple[float, ...], Floats]
    file: Attribute[str, str]
    mesh: Attribute[str, str]
    point: Attribute[tuple[float, ...], Floats]
    element: Attribute[tuple[int, ...], Ints]
    texcoord: Attribute[tuple[float, ...], Floats]
    material: Attribute[str, str]
    rgba: Attribute[tuple[float, ...], Floats]
    flatskin: Attribute[bool, bool | str]
    pos: Attribute[tuple[float, ...], Floats]
    origin: Attribute[tuple[float, ...], Floats]
    def add_edge(self, *, equality: Literal["false", "true", "strain"] | bool = ..., solref: Floats = ..., solimp: Floats = ..., stiffness: float | str = ..., damping: float | str = ...) -> BodyFlexcompEdgeElement: ...
    def add_elasticity(self, *, young: float | str = ..., poisson: float | str = ..., shear: float | str = ..., damping: float | str = ..., thickness: float | str = ..., yield_: Floats = ..., elastic2d: Literal["none", "bend", "stretch", "both"] = ..., section: Literal["circle", "box"] = ..., sectionsize: Floats = ...) -> DeformableElasticityElement: ...
    def add_contact(self, *, contype: int | str = ..., conaffinity: int | str = ..., condim: int | str = ..., priority: int | str = ..., friction: Floats = ..., solmix: float | str = ..., solref: Floats = ..., solimp: Floats = ..., margin: float | str = ..., gap: float | str = ..., selfcollide: Literal["none", "narrow", "bvh", "sap", "auto"] = ..., activelayers: int | str = ..., passive: bool | str = ...) -> DeformableFlexContactElement: ...
    def add_pin(self, *, id: Ints = ..., range: Ints = ..., grid: Ints = ..., gridrange: Ints = ...) -> BodyPinElement: ...
    def add_plugin(self, *, plugin: str = ..., instance: str = ...) -> BodyFlexcompPluginElement: ...

class BodyFlexcompEdgeElement(Element):
    """<edge>"""

    equality: Attribute[str, Literal["false", "true", "strain"] | bool]
    solref: Attribute[tuple[float, ...], Floats]
    solimp: Attribute[tuple[float, ...], Floats]
    stiffness: Attribute[float, float | str]
    damping: Attribute[float, float | str]

class DeformableElasticityElement(Element):
    """<elasticity>"""

    young: Attribute[float, float | str]
    poisson: Attribute[float, float | str]
    shear: Attribute[float, float | str]
    damping: Attribute[float, float | str]
    thickness: Attribute[float, float | str]
    yield_: Attribute[tuple[float, ...], Floats]
    elastic2d: Attribute[str, Literal["none", "bend", "stretch", "both"]]
    section: Attribute[str, Literal["circle", "box"]]
    sectionsize: Attribute[tuple[float, ...], Floats]

class DeformableFlexContactElement(Element):
    """<contact>"""

    contype: Attribute[int, int | str]
    conaffinity: Attribute[int, int | str]
    condim: Attribute[int, int | str]
    priority: Attribute[int, int | str]
    friction: Attribute[tuple[float, ...], Floats]
    solmix: Attribute[float, float | str]
    solref: Attribute[tuple[float, ...], Floats]
    solimp: Attribute[tuple[float, ...], Floats]
    margin: Attribute[float, float | str]
    gap: Attribute[float, float | str]
    selfcollide: Attribute[str, Literal["none", "narrow", "bvh", "sap", "auto"]]
    activelayers: Attribute[int, int | str]
    passive: Attribute[bool, bool | str]

class BodyPinElement(Element):
    """<pin>"""

    id: Attribute[tuple[int, ...], Ints]
    range: Attribute[tuple[int, ...], Ints]
    grid: Attribute[tuple[int, ...], Ints]
    gridrange: Attribute[tuple[int, ...], Ints]

class BodyFlexcompPluginElement(Element):
    """<plugin>"""

    plugin: Attribute[str, str]
    instance: Attribute[str, str]
    def add_config(self, *, key: str = ..., value: str = ...) -> ExtensionConfigElement: ...

class DeformableElement(Element):
    """<deformable>"""

    def add_flex(self, *, name: str = ..., group: int | str = ..., dim: int | str = ..., radius: float | str = ..., material: str = ..., rgba: Floats = ..., flatskin: bool | str = ..., body: str = ..., vertex: Floats = ..., element: Ints = ..., texcoord: Floats = ..., elemtexcoord: Ints = ..., node: str = ..., nodecoord: Floats = ..., cellcount: Ints = ..., dof: Literal["full", "radial", "trilinear", "quadratic", "2d"] = ...) -> DeformableFlexElement: ...
    def add_skin(self, *, name: str = ..., file: str = ..., material: str = ..., rgba: Floats = ..., inflate: float | str = ..., vertex: Floats = ..., texcoord: Floats = ..., face: Ints = ..., group: int | str = ...) -> AssetSkinElement: ...

class DeformableFlexElement(Element):
    """<flex>"""

    name: Attribute[str, str]
    group: Attribute[int, int | str]
    dim: Attribute[int, int | str]
    radius: Attribute[float, float | str]
    material: Attribute[str, str]
    rgba: Attribute[tuple[float, ...], Floats]
    flatskin: Attribute[bool, bool | str]
    body: Attribute[str, str]
    vertex: Attribute[tuple[float, ...], Floats]
    element: Attribute[tuple[int, ...], Ints]
    texcoord: Attribute[tuple[float, ...], Floats]
    elemtexcoord: Attribute[tuple[int, ...], Ints]
    node: Attribute[str, str]
    nodecoord: Attribute[tuple[float, ...], Floats]
    cellcount: Attribute[tuple[int, ...], Ints]
    dof: Attribute[str, Literal["full", "radial", "trilinear", "quadratic", "2d"]]
    def add_contact(self, *, contype: int | str = ..., conaffinity: int | str = ..., condim: int | str = ..., priority: int | str = ..., friction: Floats = ..., solmix: float | str = ..., solref: Floats = ..., solimp: Floats = ..., margin: float | str = ..., gap: float | str = ..., selfcollide: Literal["none", "narrow", "bvh", "sap", "auto"] = ..., activelayers: int | str = ..., passive: bool | str = ...) -> DeformableFlexContactElement: ...
    def add_edge(self, *, stiffness: float | str = ..., damping: float | str = ...) -> DeformableFlexEdgeElement: ...
    def add_elasticity(self, *, young: float | str = ..., poisson: float | str = ..., shear: float | str = ..., damping: float | str = ..., thickness: float | str = ..., yield_: Floats = ..., elastic2d: Literal["none", "bend", "stretch", "both"] = ..., section: Literal["circle", "box"] = ..., sectionsize: Floats = ...) -> DeformableElasticityElement: ...

class DeformableFlexEdgeElement(Element):
    """<edge>"""

    stiffness: Attribute[float, float | str]
    damping: Attribute[float, float | str]

class ContactElement(Element):
    """<contact>"""

    def add_pair(self, *, name: str = ..., class_: str = ..., geom1: str = ..., geom2: str = ..., condim: int | str = ..., friction: Floats = ..., solref: Floats = ..., solreffriction: Floats = ..., solimp: Floats = ..., gap: float | str = ..., margin: float | str = ..., adhesion: float | str = ...) -> ContactPairElement: ...
    def add_exclude(self, *, name: str = ..., body1: str = ..., body2: str = ...) -> ContactExcludeElement: ...

class ContactPairElement(Element):
    """<pair>"""

    name: Attribute[str, str]
    class_: Attribute[str, str]
    geom1: Attribute[str, str]
    geom2: Attribute[str, str]
    condim: Attribute[int, int | str]
    friction: Attribute[tuple[float, ...], Floats]
    solref: Attribute[tuple[float, ...], Floats]
    solreffriction: Attribute[tuple[float, ...], Floats]
    solimp: Attribute[tuple[float, ...], Floats]
    gap: Attribute[float, float | str]
    margin: Attribute[float, float | str]
    adhesion: Attribute[float, float | str]

class ContactExcludeElement(Element):
    """<exclude>"""

    name: Attribute[str, str]
    body1: Attribute[str, str]
    body2: Attribute[str, str]

class TendonElement(Element):
    """<tendon>"""

    def add_spatial(self, *, name: str = ..., class_: str = ..., group: int | str = ..., limited: Literal["false", "true", "auto"] | bool = ..., actuatorfrclimited: Literal["false", "true", "auto"] | bool = ..., range: Floats = ..., actuatorfrcrange: Floats = ..., solreflimit: Floats = ..., solimplimit: Floats = ..., solreffriction: Floats = ..., solimpfriction: Floats = ..., frictionloss: float | str = ..., springlength: Floats | float = ..., springyield: float | str = ..., margin: float | str = ..., stiffness: Floats = ..., damping: Floats = ..., armature: float | str = ..., user: Floats = ..., width: float | str = ..., material: str = ..., rgba: Floats = ...) -> TendonSpatialElement: ...
    def add_fixed(self, *, name: str = ..., class_: str = ..., group: int | str = ..., limited: Literal["false", "true", "auto"] | bool = ..., actuatorfrclimited: Literal["false", "true", "auto"] | bool = ..., range: Floats = ..., actuatorfrcrange: Floats = ..., solreflimit: Floats = ..., solimplimit: Floats = ..., solreffriction: Floats = ..., solimpfriction: Floats = ..., frictionloss: float | str = ..., springlength: Floats | float = ..., springyield: float | str = ..., margin: float | str = ..., stiffness: Floats = ..., damping: Floats = ..., armature: float | str = ..., user: Floats = ...) -> TendonFixedElement: ...

class TendonSpatialElement(Element):
    """<spatial>"""

    name: Attribute[str, str]
    class_: Attribute[str, str]
    group: Attribute[int, int | str]
    limited: Attribute[str, Literal["false", "true", "auto"] | bool]
    actuatorfrclimited: Attribute[str, Literal["false", "true", "auto"] | bool]
    range: Attribute[tuple[float, ...], Floats]
    actuatorfrcrange: Attribute[tuple[float, ...], Floats]
    solreflimit: Attribute[tuple[float, ...], Floats]
    solimplimit: Attribute[tuple[float, ...], Floats]
    solreffriction: Attribute[tuple[float, ...], Floats]
    solimpfriction: Attribute[tuple[float, ...], Floats]
    frictionloss: Attribute[float, float | str]
    springlength: Attribute[tuple[float, ...], Floats | float]
    springyield: Attribute[float, float | str]
    margin: Attribute[float, float | str]
    stiffness: Attribute[tuple[float, ...], Floats]
    damping: Attribute[tuple[float, ...], Floats]
    armature: Attribute[float, float | str]
    user: Attribute[tuple[float, ...], Floats]
    width: Attribute[float, float | str]
    material: Attribute[str, str]
    rgba: Attribute[tuple[float, ...], Floats]
    def add_site(self, *, site: str = ...) -> TendonSpatialSiteElement: ...
    def add_geom(self, *, geom: str = ..., sidesite: str = ...) -> TendonSpatialGeomElement: ...
    def add_pulley(self, *, divisor: float | str = ...) -> TendonPulleyElement: ...

class TendonSpatialSiteElement(Element):
    """<site>"""

    site: Attribute[str, str]

class TendonSpatialGeomElement(Element):
    """<geom>"""

    geom: Attribute[str, str]
    sidesite: Attribute[str, str]

class TendonPulleyElement(Element):
    """<pulley>"""

    divisor: Attribute[float, float | str]

class TendonFixedElement(Element):
    """<fixed>"""

    name: Attribute[str, str]
    class_: Attribute[str, str]
    group: Attribute[int, int | str]
    limited: Attribute[str, Literal["false", "true", "auto"] | bool]
    actuatorfrclimited: Attribute[str, Literal["false", "true", "auto"] | bool]
    range: Attribute[tuple[float, ...], Floats]
    actuatorfrcrange: Attribute[tuple[float, ...], Floats]
    solreflimit: Attribute[tuple[float, ...], Floats]
    solimplimit: Attribute[tuple[float, ...], Floats]
    solreffriction: Attribute[tuple[float, ...], Floats]
    solimpfriction: Attribute[tuple[float, ...], Floats]
    frictionloss: Attribute[float, float | str]
    springlength: Attribute[tuple[float, ...], Floats | float]
    springyield: Attribute[float, float | str]
    margin: Attribute[float, float | str]
    stiffness: Attribute[tuple[float, ...], Floats]
    damping: Attribute[tuple[float, ...], Floats]
    armature: Attribute[float, float | str]
    user: Attribute[tuple[float, ...], Floats]
    def add_joint(self, *, joint: str = ..., coef: float | str = ...) -> TendonFixedJointElement: ...

class TendonFixedJointElement(Element):
    """<joint>"""

    joint: Attribute[str, str]
    coef: Attribute[float, float | str]

class EqualityElement(Element):
    """<equality>"""

    def add_connect(self, *, name: str = ..., class_: str = ..., active: bool | str = ..., solref: Floats = ..., solimp: Floats = ..., body1: str = ..., body2: str = ..., anchor: Floats = ..., site1: str = ..., site2: str = ...) -> EqualityConnectElement: ...
    def add_weld(self, *, name: str = ..., class_: str = ..., active: bool | str = ..., solref: Floats = ..., solimp: Floats = ..., body1: str = ..., body2: str = ..., relpose: Floats = ..., anchor: Floats = ..., site1: str = ..., site2: str = ..., torquescale: float | str = ...) -> EqualityWeldElement: ...
    def add_joint(self, *, name: str = ..., class_: str = ..., active: bool | str = ..., solref: Floats = ..., solimp: Floats = ..., joint1: str = ..., joint2: str = ..., polycoef: Floats = ...) -> EqualityEqualityJointElement: ...
    def add_tendon(self, *, name: str = ..., class_: str = ..., active: bool | str = ..., solref: Floats = ..., solimp: Floats = ..., tendon1: str = ..., tendon2: str = ..., polycoef: Floats = ...) -> EqualityEqualityTendonElement: ...
    def add_flex(self, *, name: str = ..., class_: str = ..., active: bool | str = ..., solref: Floats = ..., solimp: Floats = ..., flex: str = ...) -> EqualityEqualityFlexElement: ...
    def add_flexstrain(self, *, name: str = ..., class_: str = ..., active: bool | str = ..., solref: Floats = ..., solimp: Floats = ..., flex: str = ..., cell: Floats = ...) -> EqualityFlexstrainElement: ...

class EqualityConnectElement(Element):
    """<connect>"""

    name: Attribute[str, str]
    class_: Attribute[str, str]
    active: Attribute[bool, bool | str]
    solref: Attribute[tuple[float, ...], Floats]
    solimp: Attribute[tuple[float, ...], Floats]
    body1: Attribute[str, str]
    body2: Attribute[str, str]
    anchor: Attribute[tuple[float, ...], Floats]
    site1: Attribute[str, str]
    site2: Attribute[str, str]

class EqualityWeldElement(Element):
    """<weld>"""

    name: Attribute[str, str]
    class_: Attribute[str, str]
    active: Attribute[bool, bool | str]
    solref: Attribute[tuple[float, ...], Floats]
    solimp: Attribute[tuple[float, ...], Floats]
    body1: Attribute[str, str]
    body2: Attribute[str, str]
    relpose: Attribute[tuple[float, ...], Floats]
    anchor: Attribute[tuple[float, ...], Floats]
    site1: Attribute[str, str]
    site2: Attribute[str, str]
    torquescale: Attribute[float, float | str]

class EqualityEqualityJointElement(Element):
    """<joint>"""

    name: Attribute[str, str]
    class_: Attribute[str, str]
    active: Attribute[bool, bool | str]
    solref: Attribute[tuple[float, ...], Floats]
    solimp: Attribute[tuple[float, ...], Floats]
    joint1: Attribute[str, str]
    joint2: Attribute[str, str]
    polycoef: Attribute[tuple[float, ...], Floats]

class EqualityEqualityTendonElement(Element):
    """<tendon>"""

    name: Attribute[str, str]
    class_: Attribute[str, str]
    active: Attribute[bool, bool | str]
    solref: Attribute[tuple[float, ...], Floats]
    solimp: Attribute[tuple[float, ...], Floats]
    tendon1: Attribute[str, str]
    tendon2: Attribute[str, str]
    polycoef: Attribute[tuple[float, ...], Floats]

class EqualityEqualityFlexElement(Element):
    """<flex>"""

    name: Attribute[str, str]
    class_: Attribute[str, str]
    active: Attribute[bool, bool | str]
    solref: Attribute[tuple[float, ...], Floats]
    solimp: Attribute[tuple[float, ...], Floats]
    flex: Attribute[str, str]

class EqualityFlexstrainElement(Element):
    """<flexstrain>"""

    name: Attribute[str, str]
    class_: Attribute[str, str]
    active: Attribute[bool, bool | str]
    solref: Attribute[tuple[float, ...], Floats]
    solimp: Attribute[tuple[float, ...], Floats]
    flex: Attribute[str, str]
    cell: Attribute[tuple[float, ...], Floats]

class ActuatorElement(Element):
    """<actuator>"""

    def add_general(self, *, name: str = ..., class_: str = ..., group: int | str = ..., nsample: int | str = ..., interp: Literal["zoh", "linear", "cubic"] = ..., delay: float | str = ..., ctrlrange: Floats = ..., user: Floats = ..., ctrllimited: Literal["false", "true", "auto"] | bool = ..., forcelimited: Literal["false", "true", "auto"] | bool = ..., forcerange: Floats = ..., actlimited: Literal["false", "true", "auto"] | bool = ..., actrange: Floats = ..., lengthrange: Floats = ..., gear: Floats = ..., damping: Floats = ..., armature: float | str = ..., cranklength: float | str = ..., joint: str = ..., jointinparent: str = ..., tendon: str = ..., slidersite: str = ..., cranksite: str = ..., site: str = ..., refsite: str = ..., body: str = ..., actdim: int | str = ..., input: str = ..., inheritrange: float | str = ..., velrange: Floats = ..., ffrange: Floats = ..., dyntype: Literal["none", "integrator", "filter", "filterexact", "muscle", "dcmotor", "pid", "user"] = ..., gaintype: Literal["fixed", "affine", "muscle", "dcmotor", "so3", "pid", "user"] = ..., biastype: Literal["none", "affine", "muscle", "dcmotor", "so3", "user"] = ..., dynprm: Floats = ..., gainprm: Floats = ..., biasprm: Floats = ..., actearly: bool | str = ...) -> ActuatorGeneralElement: ...
    def add_motor(self, *, name: str = ..., class_: str = ..., group: int | str = ..., nsample: int | str = ..., interp: Literal["zoh", "linear", "cubic"] = ..., delay: float | str = ..., ctrlrange: Floats = ..., user: Floats = ..., ctrllimited: Literal["false", "true", "auto"] | bool = ..., forcelimited: Literal["false", "true", "auto"] | bool = ..., forcerange: Floats = ..., lengthrange: Floats = ..., gear: Floats = ..., damping: Floats = ..., armature: float | str = ..., cranklength: float | str = ..., joint: str = ..., jointinparent: str = ..., tendon: str = ..., slidersite: str = ..., cranksite: str = ..., site: str = ..., refsite: str = ...) -> ActuatorMotorElement: ...
    def add_position(self, *, name: str = ..., class_: str = ..., group: int | str = ..., nsample: int | str = ..., interp: Literal["zoh", "linear", "cubic"] = ..., delay: float | str = ..., ctrlrange: Floats = ..., user: Floats = ..., ctrllimited: Literal["false", "true", "auto"] | bool = ..., forcelimited: Literal["false", "true", "auto"] | bool = ..., forcerange: Floats = ..., lengthrange: Floats = ..., gear: Floats = ..., damping: Floats = ..., armature: float | str = ..., cranklength: float | str = ..., joint: str = ..., jointinparent: str = ..., tendon: str = ..., slidersite: str = ..., cranksite: str = ..., site: str = ..., refsite: str = ..., inheritrange: float | str = ..., kp: float | str = ..., kv: float | str = ..., dampratio: float | str = ..., timeconst: float | str = ...) -> ActuatorPositionElement: ...
    def add_velocity(self, *, name: str = ..., class_: str = ..., group: int | str = ..., nsample: int | str = ..., interp: Literal["zoh", "linear", "cubic"] = ..., delay: float | str = ..., ctrlrange: Floats = ..., user: Floats = ..., ctrllimited: Literal["false", "true", "auto"] | bool = ..., forcelimited: Literal["false", "true", "auto"] | bool = ..., forcerange: Floats = ..., lengthrange: Floats = ..., gear: Floats = ..., damping: Floats = ..., armature: float | str = ..., cranklength: float | str = ..., joint: str = ..., jointinparent: str = ..., tendon: str = ..., slidersite: str = ..., cranksite: str = ..., site: str = ..., refsite: str = ..., kv: float | str = ...) -> ActuatorVelocityElement: ...
    def add_intvelocity(self, *, name: str = ..., class_: str = ..., group: int | str = ..., nsample: int | str = ..., interp: Literal["zoh", "linear", "cubic"] = ..., delay: float | str = ..., ctrlrange: Floats = ..., user: Floats = ..., ctrllimited: Literal["false", "true", "auto"] | bool = ..., forcelimited: Literal["false", "true", "auto"] | bool = ..., forcerange: Floats = ..., actlimited: Literal["false", "true", "auto"] | bool = ..., actrange: Floats = ..., lengthrange: Floats = ..., gear: Floats = ..., damping: Floats = ..., armature: float | str = ..., cranklength: float | str = ..., joint: str = ..., jointinparent: str = ..., tendon: str = ..., slidersite: str = ..., cranksite: str = ..., site: str = ..., refsite: str = ..., inheritrange: float | str = ..., kp: float | str = ..., kv: float | str = ..., dampratio: float | str = ...) -> ActuatorIntvelocityElement: ...
    def add_orientation(self, *, name: str = ..., class_: str = ..., group: int | str = ..., nsample: int | str = ..., interp: Literal["zoh", "linear", "cubic"] = ..., delay: float | str = ..., ctrlrange: Floats = ..., user: Floats = ..., forcelimited: Literal["false", "true", "auto"] | bool = ..., forcerange: Floats = ..., site: str = ..., refsite: str = ..., joint: str = ..., kp: float | str = ..., kv: float | str = ..., dampratio: float | str = ..., input: str = ...) -> ActuatorOrientationElement: ...
    def add_pid(self, *, name: str = ..., class_: str = ..., group: int | str = ..., nsample: int | str = ..., interp: Literal["zoh", "linear", "cubic"] = ..., delay: float | str = ..., ctrlrange: Floats = ..., user: Floats = ..., ctrllimited: Literal["false", "true", "auto"] | bool = ..., forcelimited: Literal["false", "true", "auto"] | bool = ..., forcerange: Floats = ..., lengthrange: Floats = ..., gear: Floats = ..., damping: Floats = ..., armature: float | str = ..., cranklength: float | str = ..., joint: str = ..., jointinparent: str = ..., tendon: str = ..., slidersite: str = ..., cranksite: str = ..., site: str = ..., refsite: str = ..., posrange: Floats = ..., velrange: Floats = ..., ffrange: Floats = ..., inheritrange: float | str = ..., kp: float | str = ..., kv: float | str = ..., dampratio: float | str = ..., ki: float | str = ..., imax: float | str = ..., slewmax: float | str = ..., input: str = ...) -> ActuatorPidElement: ...
    def add_damper(self, *, name: str = ..., class_: str = ..., group: int | str = ..., nsample: int | str = ..., interp: Literal["zoh", "linear", "cubic"] = ..., delay: float | str = ..., ctrlrange: Floats = ..., user: Floats = ..., forcelimited: Literal["false", "true", "auto"] | bool = ..., forcerange: Floats = ..., lengthrange: Floats = ..., gear: Floats = ..., damping: Floats = ..., armature: float | str = ..., cranklength: float | str = ..., joint: str = ..., jointinparent: str = ..., tendon: str = ..., slidersite: str = ..., cranksite: str = ..., site: str = ..., refsite: str = ..., kv: float | str = ...) -> ActuatorDamperElement: ...
    def add_cylinder(self, *, name: str = ..., class_: str = ..., group: int | str = ..., nsample: int | str = ..., interp: Literal["zoh", "linear", "cubic"] = ..., delay: float | str = ..., ctrlrange: Floats = ..., user: Floats = ..., ctrllimited: Literal["false", "true", "auto"] | bool = ..., forcelimited: Literal["false", "true", "auto"] | bool = ..., forcerange: Floats = ..., lengthrange: Floats = ..., gear: Floats = ..., damping: Floats = ..., armature: float | str = ..., cranklength: float | str = ..., joint: str = ..., jointinparent: str = ..., tendon: str = ..., slidersite: str = ..., cranksite: str = ..., site: str = ..., refsite: str = ..., timeconst: float | str = ..., area: float | str = ..., diameter: float | str = ..., bias: Floats = ...) -> ActuatorCylinderElement: ...
    def add_muscle(self, *, name: str = ..., class_: str = ..., group: int | str = ..., nsample: int | str = ..., interp: Literal["zoh", "linear", "cubic"] = ..., delay: float | str = ..., ctrlrange: Floats = ..., user: Floats = ..., ctrllimited: Literal["false", "true", "auto"] | bool = ..., forcelimited: Literal["false", "true", "auto"] | bool = ..., forcerange: Floats = ..., lengthrange: Floats = ..., gear: Floats = ..., damping: Floats = ..., armature: float | str = ..., cranklength: float | str = ..., joint: str = ..., jointinparent: str = ..., tendon: str = ..., slidersite: str = ..., cranksite: str = ..., timeconst: Floats = ..., tausmooth: float | str = ..., range: Floats = ..., force: float | str = ..., scale: float | str = ..., lmin: float | str = ..., lmax: float | str = ..., vmax: float | str = ..., fpmax: float | str = ..., fvmax: float | str = ...) -> ActuatorMuscleElement: ...
    def add_adhesion(self, *, name: str = ..., class_: str = ..., group: int | str = ..., nsample: int | str = ..., interp: Literal["zoh", "linear", "cubic"] = ..., delay: float | str = ..., ctrlrange: Floats = ..., user: Floats = ..., forcelimited: Literal["false", "true", "auto"] | bool = ..., forcerange: Floats = ..., body: str = ..., gain: float | str = ...) -> ActuatorAdhesionElement: ...
    def add_dcmotor(self, *, name: str = ..., class_: str = ..., group: int | str = ..., nsample: int | str = ..., interp: Literal["zoh", "linear", "cubic"] = ..., delay: float | str = ..., ctrlrange: Floats = ..., user: Floats = ..., ctrllimited: Literal["false", "true", "auto"] | bool = ..., lengthrange: Floats = ..., gear: Floats = ..., damping: Floats = ..., armature: float | str = ..., cranklength: float | str = ..., joint: str = ..., jointinparent: str = ..., tendon: str = ..., slidersite: str = ..., cranksite: str = ..., site: str = ..., refsite: str = ..., motorconst: Floats = ..., resistance: float | str = ..., nominal: Floats = ..., saturation: Floats = ..., inductance: Floats = ..., cogging: Floats = ..., controller: Floats = ..., thermal: Floats = ..., lugre: Floats = ..., input: str = ...) -> ActuatorDcmotorElement: ...
    def add_plugin(self, *, name: str = ..., class_: str = ..., group: int | str = ..., nsample: int | str = ..., interp: Literal["zoh", "linear", "cubic"] = ..., delay: float | str = ..., ctrlrange: Floats = ..., user: Floats = ..., ctrllimited: Literal["false", "true", "auto"] | bool = ..., forcelimited: Literal["false", "true", "auto"] | bool = ..., forcerange: Floats = ..., actlimited: Literal["false", "true", "auto"] | bool = ..., actrange: Floats = ..., lengthrange: Floats = ..., gear: Floats = ..., damping: Floats = ..., armature: float | str = ..., cranklength: float | str = ..., joint: str = ..., jointinparent: str = ..., tendon: str = ..., slidersite: str = ..., cranksite: str = ..., plugin: str = ..., instance: str = ..., site: str = ..., actdim: int | str = ..., dyntype: Literal["none", "integrator", "filter", "filterexact", "muscle", "dcmotor", "pid", "user"] = ..., dynprm: Floats = ..., actearly: bool | str = ...) -> ActuatorActuatorPluginElement: ...

class ActuatorGeneralElement(Element):
    """<general>"""

    name: Attribute[str, str]
    class_: Attribute[str, str]
    group: Attribute[int, int | str]
    nsample: Attribute[int, int | str]
    interp: Attribute[str, Literal["zoh", "linear", "cubic"]]
    delay: Attribute[float, float | str]
    ctrlrange: Attribute[tuple[float, ...], Floats]
    user: Attribute[tuple[float, ...], Floats]
    ctrllimited: Attribute[str, Literal["false", "true", "auto"] | bool]
    forcelimited: Attribute[str, Literal["false", "true", "auto"] | bool]
    forcerange: Attribute[tuple[float, ...], Floats]
    actlimited: Attribute[str, Literal["false", "true", "auto"] | bool]
    actrange: Attribute[tuple[float, ...], Floats]
    lengthrange: Attribute[tuple[float, ...], Floats]
    gear: Attribute[tuple[float, ...], Floats]
    damping: Attribute[tuple[float, ...], Floats]
    armature: Attribute[float, float | str]
    cranklength: Attribute[float, float | str]
    joint: Attribute[str, str]
    jointinparent: Attribute[str, str]
    tendon: Attribute[str, str]
    slidersite: Attribute[str, str]
    cranksite: Attribute[str, str]
    site: Attribute[str, str]
    refsite: Attribute[str, str]
    body: Attribute[str, str]
    actdim: Attribute[int, int | str]
    input: Attribute[str, str]
    inheritrange: Attribute[float, float | str]
    velrange: Attribute[tuple[float, ...], Floats]
    ffrange: Attribute[tuple[float, ...], Floats]
    dyntype: Attribute[str, Literal["none", "integrator", "filter", "filterexact", "muscle", "dcmotor", "pid", "user"]]
    gaintype: Attribute[str, Literal["fixed", "affine", "muscle", "dcmotor", "so3", "pid", "user"]]
    biastype: Attribute[str, Literal["none", "affine", "muscle", "dcmotor", "so3", "user"]]
    dynprm: Attribute[tuple[float, ...], Floats]
    gainprm: Attribute[tuple[float, ...], Floats]
    biasprm: Attribute[tuple[float, ...], Floats]
    actearly: Attribute[bool, bool | str]

class ActuatorMotorElement(Element):
    """<motor>"""

    name: Attribute[str, str]
    class_: Attribute[str, str]
    group: Attribute[int, int | str]
    nsample: Attribute[int, int | str]
    interp: Attribute[str, Literal["zoh", "linear", "cubic"]]
    delay: Attribute[float, float | str]
    ctrlrange: Attribute[tuple[float, ...], Floats]
    user: Attribute[tuple[float, ...], Floats]
    ctrllimited: Attribute[str, Literal["false", "true", "auto"] | bool]
    forcelimited: Attribute[str, Literal["false", "true", "auto"] | bool]
    forcerange: Attribute[tuple[float, ...], Floats]
    lengthrange: Attribute[tuple[float, ...], Floats]
    gear: Attribute[tuple[float, ...], Floats]
    damping: Attribute[tuple[float, ...], Floats]
    armature: Attribute[float, float | str]
    cranklength: Attribute[float, float | str]
    joint: Attribute[str, str]
    jointinparent: Attribute[str, str]
    tendon: Attribute[str, str]
    slidersite: Attribute[str, str]
    cranksite: Attribute[str, str]
    site: Attribute[str, str]
    refsite: Attribute[str, str]

class ActuatorPositionElement(Element):
    """<position>"""

    name: Attribute[str, str]
    class_: Attribute[str, str]
    group: Attribute[int, int | str]
    nsample: Attribute[int, int | str]
    interp: Attribute[str, Literal["zoh", "linear", "cubic"]]
    delay: Attribute[float, float | str]
    ctrlrange: Attribute[tuple[float, ...], Floats]
    user: Attribute[tuple[float, ...], Floats]
    ctrllimited: Attribute[str, Literal["false", "true", "auto"] | bool]
    forcelimited: Attribute[str, Literal["false", "true", "auto"] | bool]
    forcerange: Attribute[tuple[float, ...], Floats]
    lengthrange: Attribute[tuple[float, ...], Floats]
    gear: Attribute[tuple[float, ...], Floats]
    damping: Attribute[tuple[float, ...], Floats]
    armature: Attribute[float, float | str]
    cranklength: Attribute[float, float | str]
    joint: Attribute[str, str]
    jointinparent: Attribute[str, str]
    tendon: Attribute[str, str]
    slidersite: Attribute[str, str]
    cranksite: Attribute[str, str]
    site: Attribute[str, str]
    refsite: Attribute[str, str]
    inheritrange: Attribute[float, float | str]
    kp: Attribute[float, float | str]
    kv: Attribute[float, float | str]
    dampratio: Attribute[float, float | str]
    timeconst: Attribute[float, float | str]

class ActuatorVelocityElement(Element):
    """<velocity>"""

    name: Attribute[str, str]
    class_: Attribute[str, str]
    group: Attribute[int, int | str]
    nsample: Attribute[int, int | str]
    interp: Attribute[str, Literal["zoh", "linear", "cubic"]]
    delay: Attribute[float, float | str]
    ctrlrange: Attribute[tuple[float, ...], Floats]
    user: Attribute[tuple[float, ...], Floats]
    ctrllimited: Attribute[str, Literal["false", "true", "auto"] | bool]
    forcelimited: Attribute[str, Literal["false", "true", "auto"] | bool]
    forcerange: Attribute[tuple[float, ...], Floats]
    lengthrange: Attribute[tuple[float, ...], Floats]
    gear: Attribute[tuple[float, ...], Floats]
    damping: Attribute[tuple[float, ...], Floats]
    armature: Attribute[float, float | str]
    cranklength: Attribute[float, float | str]
    joint: Attribute[str, str]
    jointinparent: Attribute[str, str]
    tendon: Attribute[str, str]
    slidersite: Attribute[str, str]
    cranksite: Attribute[str, str]
    site: Attribute[str, str]
    refsite: Attribute[str, str]
    kv: Attribute[float, float | str]

class ActuatorIntvelocityElement(Element):
    """<intvelocity>"""

    name: Attribute[str, str]
    class_: Attribute[str, str]
    group: Attribute[int, int | str]
    nsample: Attribute[int, int | str]
    interp: Attribute[str, Literal["zoh", "linear", "cubic"]]
    delay: Attribute[float, float | str]
    ctrlrange: Attribute[tuple[float, ...], Floats]
    user: Attribute[tuple[float, ...], Floats]
    ctrllimited: Attribute[str, Literal["false", "true", "auto"] | bool]
    forcelimited: Attribute[str, Literal["false", "true", "auto"] | bool]
    forcerange: Attribute[tuple[float, ...], Floats]
    actlimited: Attribute[str, Literal["false", "true", "auto"] | bool]
    actrange: Attribute[tuple[float, ...], Floats]
    lengthrange: Attribute[tuple[float, ...], Floats]
    gear: Attribute[tuple[float, ...], Floats]
    damping: Attribute[tuple[float, ...], Floats]
    armature: Attribute[float, float | str]
    cranklength: Attribute[float, float | str]
    joint: Attribute[str, str]
    jointinparent: Attribute[str, str]
    tendon: Attribute[str, str]
    slidersite: Attribute[str, str]
    cranksite: Attribute[str, str]
    site: Attribute[str, str]
    refsite: Attribute[str, str]
    inheritrange: Attribute[float, float | str]
    kp: Attribute[float, float | str]
    kv: Attribute[float, float | str]
    dampratio: Attribute[float, float | str]

class ActuatorOrientationElement(Element):
    """<orientation>"""

    name: Attribute[str, str]
    class_: Attribute[str, str]
    group: Attribute[int, int | str]
    nsample: Attribute[int, int | str]
    interp: Attribute[str, Literal["zoh", "linear", "cubic"]]
    delay: Attribute[float, float | str]
    ctrlrange: Attribute[tuple[float, ...], Floats]
    user: Attribute[tuple[float, ...], Floats]
    forcelimited: Attribute[str, Literal["false", "true", "auto"] | bool]
    forcerange: Attribute[tuple[float, ...], Floats]
    site: Attribute[str, str]
    refsite: Attribute[str, str]
    joint: Attribute[str, str]
    kp: Attribute[float, float | str]
    kv: Attribute[float, float | str]
    dampratio: Attribute[float, float | str]
    input: Attribute[str, str]

class ActuatorPidElement(Element):
    """<pid>"""

    name: Attribute[str, str]
    class_: Attribute[str, str]
    group: Attribute[int, int | str]
    nsample: Attribute[int, int | str]
    interp: Attribute[str, Literal["zoh", "linear", "cubic"]]
    delay: Attribute[float, float | str]
    ctrlrange: Attribute[tuple[float, ...], Floats]
    user: Attribute[tuple[float, ...], Floats]
    ctrllimited: Attribute[str, Literal["false", "true", "auto"] | bool]
    forcelimited: Attribute[str, Literal["false", "true", "auto"] | bool]
    forcerange: Attribute[tuple[float, ...], Floats]
    lengthrange: Attribute[tuple[float, ...], Floats]
    gear: Attribute[tuple[float, ...], Floats]
    damping: Attribute[tuple[float, ...], Floats]
    armature: Attribute[float, float | str]
    cranklength: Attribute[float, float | str]
    joint: Attribute[str, str]
    jointinparent: Attribute[str, str]
    tendon: Attribute[str, str]
    slidersite: Attribute[str, str]
    cranksite: Attribute[str, str]
    site: Attribute[str, str]
    refsite: Attribute[str, str]
    posrange: Attribute[tuple[float, ...], Floats]
    velrange: Attribute[tuple[float, ...], Floats]
    ffrange: Attribute[tuple[float, ...], Floats]
    inheritrange: Attribute[float, float | str]
    kp: Attribute[float, float | str]
    kv: Attribute[float, float | str]
    dampratio: Attribute[float, float | str]
    ki: Attribute[float, float | str]
    imax: Attribute[float, float | str]
    slewmax: Attribute[float, float | str]
    input: Attribute[str, str]

class ActuatorDamperElement(Element):
    """<damper>"""

    name: Attribute[str, str]
    class_: Attribute[str, str]
    group: Attribute[int, int | str]
    nsample: Attribute[int, int | str]
    interp: Attribute[str, Literal["zoh", "linear", "cubic"]]
    delay: Attribute[float, float | str]
    ctrlrange: Attribute[tuple[float, ...], Floats]
    user: Attribute[tuple[float, ...], Floats]
    forcelimited: Attribute[str, Literal["false", "true", "auto"] | bool]
    forcerange: Attribute[tuple[float, ...], Floats]
    lengthrange: Attribute[tuple[float, ...], Floats]
    gear: Attribute[tuple[float, ...], Floats]
    damping: Attribute[tuple[float, ...], Floats]
    armature: Attribute[float, float | str]
    cranklength: Attribute[float, float | str]
    joint: Attribute[str, str]
    jointinparent: Attribute[str, str]
    tendon: Attribute[str, str]
    slidersite: Attribute[str, str]
    cranksite: Attribute[str, str]
    site: Attribute[str, str]
    refsite: Attribute[str, str]
    kv: Attribute[float, float | str]

class ActuatorCylinderElement(Element):
    """<cylinder>"""

    name: Attribute[str, str]
    class_: Attribute[str, str]
    group: Attribute[int, int | str]
    nsample: Attribute[int, int | str]
    interp: Attribute[str, Literal["zoh", "linear", "cubic"]]
    delay: Attribute[float, float | str]
    ctrlrange: Attribute[tuple[float, ...], Floats]
    user: Attribute[tuple[float, ...], Floats]
    ctrllimited: Attribute[str, Literal["false", "true", "auto"] | bool]
    forcelimited: Attribute[str, Literal["false", "true", "auto"] | bool]
    forcerange: Attribute[tuple[float, ...], Floats]
    lengthrange: Attribute[tuple[float, ...], Floats]
    gear: Attribute[tuple[float, ...], Floats]
    damping: Attribute[tuple[float, ...], Floats]
    armature: Attribute[float, float | str]
    cranklength: Attribute[float, float | str]
    joint: Attribute[str, str]
    jointinparent: Attribute[str, str]
    tendon: Attribute[str, str]
    slidersite: Attribute[str, str]
    cranksite: Attribute[str, str]
    site: Attribute[str, str]
    refsite: Attribute[str, str]
    timeconst: Attribute[float, float | str]
    area: Attribute[float, float | str]
    diameter: Attribute[float, float | str]
    bias: Attribute[tuple[float, ...], Floats]

class ActuatorMuscleElement(Element):
    """<muscle>"""

    name: Attribute[str, str]
    class_: Attribute[str, str]
    group: Attribute[int, int | str]
    nsample: Attribute[int, int | str]
    interp: Attribute[str, Literal["zoh", "linear", "cubic"]]
    delay: Attribute[float, float | str]
    ctrlrange: Attribute[tuple[float, ...], Floats]
    user: Attribute[tuple[float, ...], Floats]
    ctrllimited: Attribute[str, Literal["false", "true", "auto"] | bool]
    forcelimited: Attribute[str, Literal["false", "true", "auto"] | bool]
    forcerange: Attribute[tuple[float, ...], Floats]
    lengthrange: Attribute[tuple[float, ...], Floats]
    gear: Attribute[tuple[float, ...], Floats]
    damping: Attribute[tuple[float, ...], Floats]
    armature: Attribute[float, float | str]
    cranklength: Attribute[float, float | str]
    joint: Attribute[str, str]
    jointinparent: Attribute[str, str]
    tendon: Attribute[str, str]
    slidersite: Attribute[str, str]
    cranksite: Attribute[str, str]
    timeconst: Attribute[tuple[float, ...], Floats]
    tausmooth: Attribute[float, float | str]
    range: Attribute[tuple[float, ...], Floats]
    force: Attribute[float, float | str]
    scale: Attribute[float, float | str]
    lmin: Attribute[float, float | str]
    lmax: Attribute[float, float | str]
    vmax: Attribute[float, float | str]
    fpmax: Attribute[float, float | str]
    fvmax: Attribute[float, float | str]

class ActuatorAdhesionElement(Element):
    """<adhesion>"""

    name: Attribute[str, str]
    class_: Attribute[str, str]
    group: Attribute[int, int | str]
    nsample: Attribute[int, int | str]
    interp: Attribute[str, Literal["zoh", "linear", "cubic"]]
    delay: Attribute[float, float | str]
    ctrlrange: Attribute[tuple[float, ...], Floats]
    user: Attribute[tuple[float, ...], Floats]
    forcelimited: Attribute[str, Literal["false", "true", "auto"] | bool]
    forcerange: Attribute[tuple[float, ...], Floats]
    body: Attribute[str, str]
    gain: Attribute[float, float | str]

class ActuatorDcmotorElement(Element):
    """<dcmotor>"""

    name: Attribute[str, str]
    class_: Attribute[str, str]
    group: Attribute[int, int | str]
    nsample: Attribute[int, int | str]
    interp: Attribute[str, Literal["zoh", "linear", "cubic"]]
    delay: Attribute[float, float | str]
    ctrlrange: Attribute[tuple[float, ...], Floats]
    user: Attribute[tuple[float, ...], Floats]
    ctrllimited: Attribute[str, Literal["false", "true", "auto"] | bool]
    lengthrange: Attribute[tuple[float, ...], Floats]
    gear: Attribute[tuple[float, ...], Floats]
    damping: Attribute[tuple[float, ...], Floats]
    armature: Attribute[float, float | str]
    cranklength: Attribute[float, float | str]
    joint: Attribute[str, str]
    jointinparent: Attribute[str, str]
    tendon: Attribute[str, str]
    slidersite: Attribute[str, str]
    cranksite: Attribute[str, str]
    site: Attribute[str, str]
    refsite: Attribute[str, str]
    motorconst: Attribute[tuple[float, ...], Floats]
    resistance: Attribute[float, float | str]
    nominal: Attribute[tuple[float, ...], Floats]
    saturation: Attribute[tuple[float, ...], Floats]
    inductance: Attribute[tuple[float, ...], Floats]
    cogging: Attribute[tuple[float, ...], Floats]
    controller: Attribute[tuple[float, ...], Floats]
    thermal: Attribute[tuple[float, ...], Floats]
    lugre: Attribute[tuple[float, ...], Floats]
    input: Attribute[str, str]

class ActuatorActuatorPluginElement(Element):
    """<plugin>"""

    name: Attribute[str, str]
    class_: Attribute[str, str]
    group: Attribute[int, int | str]
    nsample: Attribute[int, int | str]
    interp: Attribute[str, Literal["zoh", "linear", "cubic"]]
    delay: Attribute[float, float | str]
    ctrlrange: Attribute[tuple[float, ...], Floats]
    user: Attribute[tuple[float, ...], Floats]
    ctrllimited: Attribute[str, Literal["false", "true", "auto"] | bool]
    forcelimited: Attribute[str, Literal["false", "true", "auto"] | bool]
    forcerange: Attribute[tuple[float, ...], Floats]
    actlimited: Attribute[str, Literal["false", "true", "auto"] | bool]
    actrange: Attribute[tuple[float, ...], Floats]
    lengthrange: Attribute[tuple[float, ...], Floats]
    gear: Attribute[tuple[float, ...], Floats]
    damping: Attribute[tuple[float, ...], Floats]
    armature: Attribute[float, float | str]
    cranklength: Attribute[float, float | str]
    joint: Attribute[str, str]
    jointinparent: Attribute[str, str]
    tendon: Attribute[str, str]
    slidersite: Attribute[str, str]
    cranksite: Attribute[str, str]
    plugin: Attribute[str, str]
    instance: Attribute[str, str]
    site: Attribute[str, str]
    actdim: Attribute[int, int | str]
    dyntype: Attribute[str, Literal["none", "integrator", "filter", "filterexact", "muscle", "dcmotor", "pid", "user"]]
    dynprm: Attribute[tuple[float, ...], Floats]
    actearly: Attribute[bool, bool | str]
    def add_config(self, *, key: str = ..., value: str = ...) -> ExtensionConfigElement: ...

class SensorElement(Element):
    """<sensor>"""

    def add_touch(self, *, name: str = ..., cutoff: float | str = ..., user: Floats = ..., nsample: int | str = ..., interp: Literal["zoh", "linear", "cubic"] = ..., delay: float | str = ..., interval: Floats = ..., noise: float | str = ..., site: str = ...) -> SensorTouchElement: ...
    def add_accelerometer(self, *, name: str = ..., cutoff: float | str = ..., user: Floats = ..., nsample: int | str = ..., interp: Literal["zoh", "linear", "cubic"] = ..., delay: float | str = ..., interval: Floats = ..., noise: float | str = ..., site: str = ...) -> SensorAccelerometerElement: ...
    def add_velocimeter(self, *, name: str = ..., cutoff: float | str = ..., user: Floats = ..., nsample: int | str = ..., interp: Literal["zoh", "linear", "cubic"] = ..., delay: float | str = ..., interval: Floats = ..., noise: float | str = ..., site: str = ...) -> SensorVelocimeterElement: ...
    def add_gyro(self, *, name: str = ..., cutoff: float | str = ..., user: Floats = ..., nsample: int | str = ..., interp: Literal["zoh", "linear", "cubic"] = ..., delay: float | str = ..., interval: Floats = ..., noise: float | str = ..., site: str = ...) -> SensorGyroElement: ...
    def add_force(self, *, name: str = ..., cutoff: float | str = ..., user: Floats = ..., nsample: int | str = ..., interp: Literal["zoh", "linear", "cubic"] = ..., delay: float | str = ..., interval: Floats = ..., noise: float | str = ..., site: str = ...) -> SensorForceElement: ...
    def add_torque(self, *, name: str = ..., cutoff: float | str = ..., user: Floats = ..., nsample: int | str = ..., interp: Literal["zoh", "linear", "cubic"] = ..., delay: float | str = ..., interval: Floats = ..., noise: float | str = ..., site: str = ...) -> SensorTorqueElement: ...
    def add_magnetometer(self, *, name: str = ..., cutoff: float | str = ..., user: Floats = ..., nsample: int | str = ..., interp: Literal["zoh", "linear", "cubic"] = ..., delay: float | str = ..., interval: Floats = ..., noise: float | str = ..., site: str = ...) -> SensorMagnetometerElement: ...
    def add_camprojection(self, *, name: str = ..., cutoff: float | str = ..., user: Floats = ..., nsample: int | str = ..., interp: Literal["zoh", "linear", "cubic"] = ..., delay: float | str = ..., interval: Floats = ..., noise: float | str = ..., site: str = ..., camera: str = ...) -> SensorCamprojectionElement: ...
    def add_rangefinder(self, *, name: str = ..., cutoff: float | str = ..., user: Floats = ..., nsample: int | str = ..., interp: Literal["zoh", "linear", "cubic"] = ..., delay: float | str = ..., interval: Floats = ..., noise: float | str = ..., site: str = ..., camera: str = ..., data: Sequence[str] = ...) -> SensorRangefinderElement: ...
    def add_jointpos(self, *, name: str = ..., cutoff: float | str = ..., user: Floats = ..., nsample: int | str = ..., interp: Literal["zoh", "linear", "cubic"] = ..., delay: float | str = ..., interval: Floats = ..., noise: float | str = ..., joint: str = ...) -> SensorJointposElement: ...
    def add_jointvel(self, *, name: str = ..., cutoff: float | str = ..., user: Floats = ..., nsample: int | str = ..., interp: Literal["zoh", "linear", "cubic"] = ..., delay: float | str = ..., interval: Floats = ..., noise: float | str = ..., joint: str = ...) -> SensorJointvelElement: ...
    def add_tendonpos(self, *, name: str = ..., cutoff: float | str = ..., user: Floats = ..., nsample: int | str = ..., interp: Literal["zoh", "linear", "cubic"] = ..., delay: float | str = ..., interval: Floats = ..., noise: float | str = ..., tendon: str = ...) -> SensorTendonposElement: ...
    def add_tendonvel(self, *, name: str = ..., cutoff: float | str = ..., user: Floats = ..., nsample: int | str = ..., interp: Literal["zoh", "linear", "cubic"] = ..., delay: float | str = ..., interval: Floats = ..., noise: float | str = ..., tendon: str = ...) -> SensorTendonvelElement: ...
    def add_actuatorpos(self, *, name: str = ..., cutoff: float | str = ..., user: Floats = ..., nsample: int | str = ..., interp: Literal["zoh", "linear", "cubic"] = ..., delay: float | str = ..., interval: Floats = ..., noise: float | str = ..., actuator: str = ...) -> SensorActuatorposElement: ...
    def add_actuatorvel(self, *, name: str = ..., cutoff: float | str = ..., user: Floats = ..., nsample: int | str = ..., interp: Literal["zoh", "linear", "cubic"] = ..., delay: float | str = ..., interval: Floats = ..., noise: float | str = ..., actuator: str = ...) -> SensorActuatorvelElement: ...
    def add_actuatorfrc(self, *, name: str = ..., cutoff: float | str = ..., user: Floats = ..., nsample: int | str = ..., interp: Literal["zoh", "linear", "cubic"] = ..., delay: float | str = ..., interval: Floats = ..., noise: float | str = ..., actuator: str = ...) -> SensorActuatorfrcElement: ...
    def add_jointactuatorfrc(self, *, name: str = ..., cutoff: float | str = ..., user: Floats = ..., nsample: int | str = ..., interp: Literal["zoh", "linear", "cubic"] = ..., delay: float | str = ..., interval: Floats = ..., noise: float | str = ..., joint: str = ...) -> SensorJointactuatorfrcElement: ...
    def add_tendonactuatorfrc(self, *, name: str = ..., cutoff: float | str = ..., user: Floats = ..., nsample: int | str = ..., interp: Literal["zoh", "linear", "cubic"] = ..., delay: float | str = ..., interval: Floats = ..., noise: float | str = ..., tendon: str = ...) -> SensorTendonactuatorfrcElement: ...
    def add_ballquat(self, *, name: str = ..., cutoff: float | str = ..., user: Floats = ..., nsample: int | str = ..., interp: Literal["zoh", "linear", "cubic"] = ..., delay: float | str = ..., interval: Floats = ..., noise: float | str = ..., joint: str = ...) -> SensorBallquatElement: ...
    def add_ballangvel(self, *, name: str = ..., cutoff: float | str = ..., user: Floats = ..., nsample: int | str = ..., interp: Literal["zoh", "linear", "cubic"] = ..., delay: float | str = ..., interval: Floats = ..., noise: float | str = ..., joint: str = ...) -> SensorBallangvelElement: ...
    def add_jointlimitpos(self, *, name: str = ..., cutoff: float | str = ..., user: Floats = ..., nsample: int | str = ..., interp: Literal["zoh", "linear", "cubic"] = ..., delay: float | str = ..., interval: Floats = ..., noise: float | str = ..., joint: str = ...) -> SensorJointlimitposElement: ...
    def add_jointlimitvel(self, *, name: str = ..., cutoff: float | str = ..., user: Floats = ..., nsample: int | str = ..., interp: Literal["zoh", "linear", "cubic"] = ..., delay: float | str = ..., interval: Floats = ..., noise: float | str = ..., joint: str = ...) -> SensorJointlimitvelElement: ...
    def add_jointlimitfrc(self, *, name: str = ..., cutoff: float | str = ..., user: Floats = ..., nsample: int | str = ..., interp: Literal["zoh", "linear", "cubic"] = ..., delay: float | str = ..., interval: Floats = ..., noise: float | str = ..., joint: str = ...) -> SensorJointlimitfrcElement: ...
    def add_tendonlimitpos(self, *, name: str = ..., cutoff: float | str = ..., user: Floats = ..., nsample: int | str = ..., interp: Literal["zoh", "linear", "cubic"] = ..., delay: float | str = ..., interval: Floats = ..., noise: float | str = ..., tendon: str = ...) -> SensorTendonlimitposElement: ...
    def add_tendonlimitvel(self, *, name: str = ..., cutoff: float | str = ..., user: Floats = ..., nsample: int | str = ..., interp: Literal["zoh", "linear", "cubic"] = ..., delay: float | str = ..., interval: Floats = ..., noise: float | str = ..., tendon: str = ...) -> SensorTendonlimitvelElement: ...
    def add_tendonlimitfrc(self, *, name: str = ..., cutoff: float | str = ..., user: Floats = ..., nsample: int | str = ..., interp: Literal["zoh", "linear", "cubic"] = ..., delay: float | str = ..., interval: Floats = ..., noise: float | str = ..., tendon: str = ...) -> SensorTendonlimitfrcElement: ...
    def add_framepos(self, *, name: str = ..., cutoff: float | str = ..., user: Floats = ..., nsample: int | str = ..., interp: Literal["zoh", "linear", "cubic"] = ..., delay: float | str = ..., interval: Floats = ..., noise: float | str = ..., objtype: Literal["body", "xbody", "geom", "site", "camera"] = ..., objname: str = ..., reftype: Literal["body", "xbody", "geom", "site", "camera"] = ..., refname: str = ...) -> SensorFrameposElement: ...
    def add_framequat(self, *, name: str = ..., cutoff: float | str = ..., user: Floats = ..., nsample: int | str = ..., interp: Literal["zoh", "linear", "cubic"] = ..., delay: float | str = ..., interval: Floats = ..., noise: float | str = ..., objtype: Literal["body", "xbody", "geom", "site", "camera"] = ..., objname: str = ..., reftype: Literal["body", "xbody", "geom", "site", "camera"] = ..., refname: str = ...) -> SensorFramequatElement: ...
    def add_framexaxis(self, *, name: str = ..., cutoff: float | str = ..., user: Floats = ..., nsample: int | str = ..., interp: Literal["zoh", "linear", "cubic"] = ..., delay: float | str = ..., interval: Floats = ..., noise: float | str = ..., objtype: Literal["body", "xbody", "geom", "site", "camera"] = ..., objname: str = ..., reftype: Literal["body", "xbody", "geom", "site", "camera"] = ..., refname: str = ...) -> SensorFramexaxisElement: ...
    def add_frameyaxis(self, *, name: str = ..., cutoff: float | str = ..., user: Floats = ..., nsample: int | str = ..., interp: Literal["zoh", "linear", "cubic"] = ..., delay: float | str = ..., interval: Floats = ..., noise: float | str = ..., objtype: Literal["body", "xbody", "geom", "site", "camera"] = ..., objname: str = ..., reftype: Literal["body", "xbody", "geom", "site", "camera"] = ..., refname: str = ...) -> SensorFrameyaxisElement: ...
    def add_framezaxis(self, *, name: str = ..., cutoff: float | str = ..., user: Floats = ..., nsample: int | str = ..., interp: Literal["zoh", "linear", "cubic"] = ..., delay: float | str = ..., interval: Floats = ..., noise: float | str = ..., objtype: Literal["body", "xbody", "geom", "site", "camera"] = ..., objname: str = ..., reftype: Literal["body", "xbody", "geom", "site", "camera"] = ..., refname: str = ...) -> SensorFramezaxisElement: ...
    def add_framelinvel(self, *, name: str = ..., cutoff: float | str = ..., user: Floats = ..., nsample: int | str = ..., interp: Literal["zoh", "linear", "cubic"] = ..., delay: float | str = ..., interval: Floats = ..., noise: float | str = ..., objtype: Literal["body", "xbody", "geom", "site", "camera"] = ..., objname: str = ..., reftype: Literal["body", "xbody", "geom", "site", "camera"] = ..., refname: str = ...) -> SensorFramelinvelElement: ...
    def add_frameangvel(self, *, name: str = ..., cutoff: float | str = ..., user: Floats = ..., nsample: int | str = ..., interp: Literal["zoh", "linear", "cubic"] = ..., delay: float | str = ..., interval: Floats = ..., noise: float | str = ..., objtype: Literal["body", "xbody", "geom", "site", "camera"] = ..., objname: str = ..., reftype: Literal["body", "xbody", "geom", "site", "camera"] = ..., refname: str = ...) -> SensorFrameangvelElement: ...
    def add_framelinacc(self, *, name: str = ..., cutoff: float | str = ..., user: Floats = ..., nsample: int | str = ..., interp: Literal["zoh", "linear", "cubic"] = ..., delay: float | str = ..., interval: Floats = ..., noise: float | str = ..., objtype: Literal["body", "xbody", "geom", "site", "camera"] = ..., objname: str = ...) -> SensorFramelinaccElement: ...
    def add_frameangacc(self, *, name: str = ..., cutoff: float | str = ..., user: Floats = ..., nsample: int | str = ..., interp: Literal["zoh", "linear", "cubic"] = ..., delay: float | str = ..., interval: Floats = ..., noise: float | str = ..., objtype: Literal["body", "xbody", "geom", "site", "camera"] = ..., objname: str = ...) -> SensorFrameangaccElement: ...
    def add_subtreecom(self, *, name: str = ..., cutoff: float | str = ..., user: Floats = ..., nsample: int | str = ..., interp: Literal["zoh", "linear", "cubic"] = ..., delay: float | str = ..., interval: Floats = ..., noise: float | str = ..., body: str = ...) -> SensorSubtreecomElement: ...
    def add_subtreelinvel(self, *, name: str = ..., cutoff: float | str = ..., user: Floats = ..., nsample: int | str = ..., interp: Literal["zoh", "linear", "cubic"] = ..., delay: float | str = ..., interval: Floats = ..., noise: float | str = ..., body: str = ...) -> SensorSubtreelinvelElement: ...
    def add_subtreeangmom(self, *, name: str = ..., cutoff: float | str = ..., user: Floats = ..., nsample: int | str = ..., interp: Literal["zoh", "linear", "cubic"] = ..., delay: float | str = ..., interval: Floats = ..., noise: float | str = ..., body: str = ...) -> SensorSubtreeangmomElement: ...
    def add_insidesite(self, *, name: str = ..., cutoff: float | str = ..., user: Floats = ..., nsample: int | str = ..., interp: Literal["zoh", "linear", "cubic"] = ..., delay: float | str = ..., interval: Floats = ..., noise: float | str = ..., site: str = ..., objtype: Literal["body", "xbody", "geom", "site", "camera"] = ..., objname: str = ..., enclosed: bool | str = ...) -> SensorInsidesiteElement: ...
    def add_distance(self, *, name: str = ..., cutoff: float | str = ..., user: Floats = ..., nsample: int | str = ..., interp: Literal["zoh", "linear", "cubic"] = ..., delay: float | str = ..., interval: Floats = ..., noise: float | str = ..., geom1: str = ..., geom2: str = ..., body1: str = ..., body2: str = ...) -> SensorDistanceElement: ...
    def add_normal(self, *, name: str = ..., cutoff: float | str = ..., user: Floats = ..., nsample: int | str = ..., interp: Literal["zoh", "linear", "cubic"] = ..., delay: float | str = ..., interval: Floats = ..., noise: float | str = ..., geom1: str = ..., geom2: str = ..., body1: str = ..., body2: str = ...) -> SensorNormalElement: ...
    def add_fromto(self, *, name: str = ..., cutoff: float | str = ..., user: Floats = ..., nsample: int | str = ..., interp: Literal["zoh", "linear", "cubic"] = ..., delay: float | str = ..., interval: Floats = ..., noise: float | str = ..., geom1: str = ..., geom2: str = ..., body1: str = ..., body2: str = ...) -> SensorFromtoElement: ...
    def add_contact(self, *, name: str = ..., cutoff: float | str = ..., user: Floats = ..., nsample: int | str = ..., interp: Literal["zoh", "linear", "cubic"] = ..., delay: float | str = ..., interval: Floats = ..., noise: float | str = ..., geom1: str = ..., geom2: str = ..., body1: str = ..., body2: str = ..., subtree1: str = ..., subtree2: str = ..., site: str = ..., num: int | str = ..., data: Sequence[str] = ..., reduce: Literal["none", "mindist", "maxforce", "netforce"] = ...) -> SensorSensorContactElement: ...
    def add_e_potential(self, *, name: str = ..., cutoff: float | str = ..., user: Floats = ..., nsample: int | str = ..., interp: Literal["zoh", "linear", "cubic"] = ..., delay: float | str = ..., interval: Floats = ..., noise: float | str = ...) -> SensorEPotentialElement: ...
    def add_e_kinetic(self, *, name: str = ..., cutoff: float | str = ..., user: Floats = ..., nsample: int | str = ..., interp: Literal["zoh", "linear", "cubic"] = ..., delay: float | str = ..., interval: Floats = ..., noise: float | str = ...) -> SensorEKineticElement: ...
    def add_clock(self, *, name: str = ..., cutoff: float | str = ..., user: Floats = ..., nsample: int | str = ..., interp: Literal["zoh", "linear", "cubic"] = ..., delay: float | str = ..., interval: Floats = ..., noise: float | str = ...) -> SensorClockElement: ...
    def add_tactile(self, *, name: str = ..., cutoff: float | str = ..., user: Floats = ..., nsample: int | str = ..., interp: Literal["zoh", "linear", "cubic"] = ..., delay: float | str = ..., interval: Floats = ..., geom: str = ..., mesh: str = ...) -> SensorTactileElement: ...
    def add_user(self, *, name: str = ..., cutoff: float | str = ..., user: Floats = ..., noise: float | str = ..., objtype: str = ..., objname: str = ..., datatype: Literal["real", "positive", "axis", "quaternion"] = ..., needstage: Literal["none", "pos", "vel", "acc"] = ..., dim: int | str = ...) -> SensorUserElement: ...
    def add_plugin(self, *, name: str = ..., cutoff: float | str = ..., user: Floats = ..., plugin: str = ..., instance: str = ..., objtype: str = ..., objname: str = ..., reftype: str = ..., refname: str = ...) -> SensorSensorPluginElement: ...

class SensorTouchElement(Element):
    """<touch>"""

    name: Attribute[str, str]
    cutoff: Attribute[float, float | str]
    user: Attribute[tuple[float, ...], Floats]
    nsample: Attribute[int, int | str]
    interp: Attribute[str, Literal["zoh", "linear", "cubic"]]
    delay: Attribute[float, float | str]
    interval: Attribute[tuple[float, ...], Floats]
    noise: Attribute[float, float | str]
    site: Attribute[str, str]

class SensorAccelerometerElement(Element):
    """<accelerometer>"""

    name: Attribute[str, str]
    cutoff: Attribute[float, float | str]
    user: Attribute[tuple[float, ...], Floats]
    nsample: Attribute[int, int | str]
    interp: Attribute[str, Literal["zoh", "linear", "cubic"]]
    delay: Attribute[float, float | str]
    interval: Attribute[tuple[float, ...], Floats]
    noise: Attribute[float, float | str]
    site: Attribute[str, str]

class SensorVelocimeterElement(Element):
    """<velocimeter>"""

    name: Attribute[str, str]
    cutoff: Attribute[float, float | str]
    user: Attribute[tuple[float, ...], Floats]
    nsample: Attribute[int, int | str]
    interp: Attribute[str, Literal["zoh", "linear", "cubic"]]
    delay: Attribute[float, float | str]
    interval: Attribute[tuple[float, ...], Floats]
    noise: Attribute[float, float | str]
    site: Attribute[str, str]

class SensorGyroElement(Element):
    """<gyro>"""

    name: Attribute[str, str]
    cutoff: Attribute[float, float | str]
    user: Attribute[tuple[float, ...], Floats]
    nsample: Attribute[int, int | str]
    interp: Attribute[str, Literal["zoh", "linear", "cubic"]]
    delay: Attribute[float, float | str]
    interval: Attribute[tuple[float, ...], Floats]
    noise: Attribute[float, float | str]
    site: Attribute[str, str]

class SensorForceElement(Element):
    """<force>"""

    name: Attribute[str, str]
    cutoff: Attribute[float, float | str]
    user: Attribute[tuple[float, ...], Floats]
    nsample: Attribute[int, int | str]
    interp: Attribute[str, Literal["zoh", "linear", "cubic"]]
    delay: Attribute[float, float | str]
    interval: Attribute[tuple[float, ...], Floats]
    noise: Attribute[float, float | str]
    site: Attribute[str, str]

class SensorTorqueElement(Element):
    """<torque>"""

    name: Attribute[str, str]
    cutoff: Attribute[float, float | str]
    user: Attribute[tuple[float, ...], Floats]
    nsample: Attribute[int, int | str]
    interp: Attribute[str, Literal["zoh", "linear", "cubic"]]
    delay: Attribute[float, float | str]
    interval: Attribute[tuple[float, ...], Floats]
    noise: Attribute[float, float | str]
    site: Attribute[str, str]

class SensorMagnetometerElement(Element):
    """<magnetometer>"""

    name: Attribute[str, str]
    cutoff: Attribute[float, float | str]
    user: Attribute[tuple[float, ...], Floats]
    nsample: Attribute[int, int | str]
    interp: Attribute[str, Literal["zoh", "linear", "cubic"]]
    delay: Attribute[float, float | str]
    interval: Attribute[tuple[float, ...], Floats]
    noise: Attribute[float, float | str]
    site: Attribute[str, str]

class SensorCamprojectionElement(Element):
    """<camprojection>"""

    name: Attribute[str, str]
    cutoff: Attribute[float, float | str]
    user: Attribute[tuple[float, ...], Floats]
    nsample: Attribute[int, int | str]
    interp: Attribute[str, Literal["zoh", "linear", "cubic"]]
    delay: Attribute[float, float | str]
    interval: Attribute[tuple[float, ...], Floats]
    noise: Attribute[float, float | str]
    site: Attribute[str, str]
    camera: Attribute[str, str]

class SensorRangefinderElement(Element):
    """<rangefinder>"""

    name: Attribute[str, str]
    cutoff: Attribute[float, float | str]
    user: Attribute[tuple[float, ...], Floats]
    nsample: Attribute[int, int | str]
    interp: Attribute[str, Literal["zoh", "linear", "cubic"]]
    delay: Attribute[float, float | str]
    interval: Attribute[tuple[float, ...], Floats]
    noise: Attribute[float, float | str]
    site: Attribute[str, str]
    camera: Attribute[str, str]
    data: Attribute[tuple[str, ...], Sequence[str]]

class SensorJointposElement(Element):
    """<jointpos>"""

    name: Attribute[str, str]
    cutoff: Attribute[float, float | str]
    user: Attribute[tuple[float, ...], Floats]
    nsample: Attribute[int, int | str]
    interp: Attribute[str, Literal["zoh", "linear", "cubic"]]
    delay: Attribute[float, float | str]
    interval: Attribute[tuple[float, ...], Floats]
    noise: Attribute[float, float | str]
    joint: Attribute[str, str]

class SensorJointvelElement(Element):
    """<jointvel>"""

    name: Attribute[str, str]
    cutoff: Attribute[float, float | str]
    user: Attribute[tuple[float, ...], Floats]
    nsample: Attribute[int, int | str]
    interp: Attribute[str, Literal["zoh", "linear", "cubic"]]
    delay: Attribute[float, float | str]
    interval: Attribute[tuple[float, ...], Floats]
    noise: Attribute[float, float | str]
    joint: Attribute[str, str]

class SensorTendonposElement(Element):
    """<tendonpos>"""

    name: Attribute[str, str]
    cutoff: Attribute[float, float | str]
    user: Attribute[tuple[float, ...], Floats]
    nsample: Attribute[int, int | str]
    interp: Attribute[str, Literal["zoh", "linear", "cubic"]]
    delay: Attribute[float, float | str]
    interval: Attribute[tuple[float, ...], Floats]
    noise: Attribute[float, float | str]
    tendon: Attribute[str, str]

class SensorTendonvelElement(Element):
    """<tendonvel>"""

    name: Attribute[str, str]
    cutoff: Attribute[float, float | str]
    user: Attribute[tuple[float, ...], Floats]
    nsample: Attribute[int, int | str]
    interp: Attribute[str, Literal["zoh", "linear", "cubic"]]
    delay: Attribute[float, float | str]
    interval: Attribute[tuple[float, ...], Floats]
    noise: Attribute[float, float | str]
    tendon: Attribute[str, str]

class SensorActuatorposElement(Element):
    """<actuatorpos>"""

    name: Attribute[str, str]
    cutoff: Attribute[float, float | str]
    user: Attribute[tuple[float, ...], Floats]
    nsample: Attribute[int, int | str]
    interp: Attribute[str, Literal["zoh", "linear", "cubic"]]
    delay: Attribute[float, float | str]
    interval: Attribute[tuple[float, ...], Floats]
    noise: Attribute[float, float | str]
    actuator: Attribute[str, str]

class SensorActuatorvelElement(Element):
    """<actuatorvel>"""

    name: Attribute[str, str]
    cutoff: Attribute[float, float | str]
    user: Attribute[tuple[float, ...], Floats]
    nsample: Attribute[int, int | str]
    interp: Attribute[str, Literal["zoh", "linear", "cubic"]]
    delay: Attribute[float, float | str]
    interval: Attribute[tuple[float, ...], Floats]
    noise: Attribute[float, float | str]
    actuator: Attribute[str, str]

class SensorActuatorfrcElement(Element):
    """<actuatorfrc>"""

    name: Attribute[str, str]
    cutoff: Attribute[float, float | str]
    user: Attribute[tuple[float, ...], Floats]
    nsample: Attribute[int, int | str]
    interp: Attribute[str, Literal["zoh", "linear", "cubic"]]
    delay: Attribute[float, float | str]
    interval: Attribute[tuple[float, ...], Floats]
    noise: Attribute[float, float | str]
    actuator: Attribute[str, str]

class SensorJointactuatorfrcElement(Element):
    """<jointactuatorfrc>"""

    name: Attribute[str, str]
    cutoff: Attribute[float, float | str]
    user: Attribute[tuple[float, ...], Floats]
    nsample: Attribute[int, int | str]
    interp: Attribute[str, Literal["zoh", "linear", "cubic"]]
    delay: Attribute[float, float | str]
    interval: Attribute[tuple[float, ...], Floats]
    noise: Attribute[float, float | str]
    joint: Attribute[str, str]

class SensorTendonactuatorfrcElement(Element):
    """<tendonactuatorfrc>"""

    name: Attribute[str, str]
    cutoff: Attribute[float, float | str]
    user: Attribute[tuple[float, ...], Floats]
    nsample: Attribute[int, int | str]
    interp: Attribute[str, Literal["zoh", "linear", "cubic"]]
    delay: Attribute[float, float | str]
    interval: Attribute[tuple[float, ...], Floats]
    noise: Attribute[float, float | str]
    tendon: Attribute[str, str]

class SensorBallquatElement(Element):
    """<ballquat>"""

    name: Attribute[str, str]
    cutoff: Attribute[float, float | str]
    user: Attribute[tuple[float, ...], Floats]
    nsample: Attribute[int, int | str]
    interp: Attribute[str, Literal["zoh", "linear", "cubic"]]
    delay: Attribute[float, float | str]
    interval: Attribute[tuple[float, ...], Floats]
    noise: Attribute[float, float | str]
    joint: Attribute[str, str]

class SensorBallangvelElement(Element):
    """<ballangvel>"""

    name: Attribute[str, str]
    cutoff: Attribute[float, float | str]
    user: Attribute[tuple[float, ...], Floats]
    nsample: Attribute[int, int | str]
    interp: Attribute[str, Literal["zoh", "linear", "cubic"]]
    delay: Attribute[float, float | str]
    interval: Attribute[tuple[float, ...], Floats]
    noise: Attribute[float, float | str]
    joint: Attribute[str, str]

class SensorJointlimitposElement(Element):
    """<jointlimitpos>"""

    name: Attribute[str, str]
    cutoff: Attribute[float, float | str]
    user: Attribute[tuple[float, ...], Floats]
    nsample: Attribute[int, int | str]
    interp: Attribute[str, Literal["zoh", "linear", "cubic"]]
    delay: Attribute[float, float | str]
    interval: Attribute[tuple[float, ...], Floats]
    noise: Attribute[float, float | str]
    joint: Attribute[str, str]

class SensorJointlimitvelElement(Element):
    """<jointlimitvel>"""

    name: Attribute[str, str]
    cutoff: Attribute[float, float | str]
    user: Attribute[tuple[float, ...], Floats]
    nsample: Attribute[int, int | str]
    interp: Attribute[str, Literal["zoh", "linear", "cubic"]]
    delay: Attribute[float, float | str]
    interval: Attribute[tuple[float, ...], Floats]
    noise: Attribute[float, float | str]
    joint: Attribute[str, str]

class SensorJointlimitfrcElement(Element):
    """<jointlimitfrc>"""

    name: Attribute[str, str]
    cutoff: Attribute[float, float | str]
    user: Attribute[tuple[float, ...], Floats]
    nsample: Attribute[int, int | str]
    interp: Attribute[str, Literal["zoh", "linear", "cubic"]]
    delay: Attribute[float, float | str]
    interval: Attribute[tuple[float, ...], Floats]
    noise: Attribute[float, float | str]
    joint: Attribute[str, str]

class SensorTendonlimitposElement(Element):
    """<tendonlimitpos>"""

    name: Attribute[str, str]
    cutoff: Attribute[float, float | str]
    user: Attribute[tuple[float, ...], Floats]
    nsample: Attribute[int, int | str]
    interp: Attribute[str, Literal["zoh", "linear", "cubic"]]
    delay: Attribute[float, float | str]
    interval: Attribute[tuple[float, ...], Floats]
    noise: Attribute[float, float | str]
    tendon: Attribute[str, str]

class SensorTendonlimitvelElement(Element):
    """<tendonlimitvel>"""

    name: Attribute[str, str]
    cutoff: Attribute[float, float | str]
    user: Attribute[tuple[float, ...], Floats]
    nsample: Attribute[int, int | str]
    interp: Attribute[str, Literal["zoh", "linear", "cubic"]]
    delay: Attribute[float, float | str]
    interval: Attribute[tuple[float, ...], Floats]
    noise: Attribute[float, float | str]
    tendon: Attribute[str, str]

class SensorTendonlimitfrcElement(Element):
    """<tendonlimitfrc>"""

    name: Attribute[str, str]
    cutoff: Attribute[float, float | str]
    user: Attribute[tuple[float, ...], Floats]
    nsample: Attribute[int, int | str]
    interp: Attribute[str, Literal["zoh", "linear", "cubic"]]
    delay: Attribute[float, float | str]
    interval: Attribute[tuple[float, ...], Floats]
    noise: Attribute[float, float | str]
    tendon: Attribute[str, str]

class SensorFrameposElement(Element):
    """<framepos>"""

    name: Attribute[str, str]
    cutoff: Attribute[float, float | str]
    user: Attribute[tuple[float, ...], Floats]
    nsample: Attribute[int, int | str]
    interp: Attribute[str, Literal["zoh", "linear", "cubic"]]
    delay: Attribute[float, float | str]
    interval: Attribute[tuple[float, ...], Floats]
    noise: Attribute[float, float | str]
    objtype: Attribute[str, Literal["body", "xbody", "geom", "site", "camera"]]
    objname: Attribute[str, str]
    reftype: Attribute[str, Literal["body", "xbody", "geom", "site", "camera"]]
    refname: Attribute[str, str]

class SensorFramequatElement(Element):
    """<framequat>"""

    name: Attribute[str, str]
    cutoff: Attribute[float, float | str]
    user: Attribute[tuple[float, ...], Floats]
    nsample: Attribute[int, int | str]
    interp: Attribute[str, Literal["zoh", "linear", "cubic"]]
    delay: Attribute[float, float | str]
    interval: Attribute[tuple[float, ...], Floats]
    noise: Attribute[float, float | str]
    objtype: Attribute[str, Literal["body", "xbody", "geom", "site", "camera"]]
    objname: Attribute[str, str]
    reftype: Attribute[str, Literal["body", "xbody", "geom", "site", "camera"]]
    refname: Attribute[str, str]

class SensorFramexaxisElement(Element):
    """<framexaxis>"""

    name: Attribute[str, str]
    cutoff: Attribute[float, float | str]
    user: Attribute[tuple[float, ...], Floats]
    nsample: Attribute[int, int | str]
    interp: Attribute[str, Literal["zoh", "linear", "cubic"]]
    delay: Attribute[float, float | str]
    interval: Attribute[tuple[float, ...], Floats]
    noise: Attribute[float, float | str]
    objtype: Attribute[str, Literal["body", "xbody", "geom", "site", "camera"]]
    objname: Attribute[str, str]
    reftype: Attribute[str, Literal["body", "xbody", "geom", "site", "camera"]]
    refname: Attribute[str, str]

class SensorFrameyaxisElement(Element):
    """<frameyaxis>"""

    name: Attribute[str, str]
    cutoff: Attribute[float, float | str]
    user: Attribute[tuple[float, ...], Floats]
    nsample: Attribute[int, int | str]
    interp: Attribute[str, Literal["zoh", "linear", "cubic"]]
    delay: Attribute[float, float | str]
    interval: Attribute[tuple[float, ...], Floats]
    noise: Attribute[float, float | str]
    objtype: Attribute[str, Literal["body", "xbody", "geom", "site", "camera"]]
    objname: Attribute[str, str]
    reftype: Attribute[str, Literal["body", "xbody", "geom", "site", "camera"]]
    refname: Attribute[str, str]

class SensorFramezaxisElement(Element):
    """<framezaxis>"""

    name: Attribute[str, str]
    cutoff: Attribute[float, float | str]
    user: Attribute[tuple[float, ...], Floats]
    nsample: Attribute[int, int | str]
    interp: Attribute[str, Literal["zoh", "linear", "cubic"]]
    delay: Attribute[float, float | str]
    interval: Attribute[tuple[float, ...], Floats]
    noise: Attribute[float, float | str]
    objtype: Attribute[str, Literal["body", "xbody", "geom", "site", "camera"]]
    objname: Attribute[str, str]
    reftype: Attribute[str, Literal["body", "xbody", "geom", "site", "camera"]]
    refname: Attribute[str, str]

class SensorFramelinvelElement(Element):
    """<framelinvel>"""

    name: Attribute[str, str]
    cutoff: Attribute[float, float | str]
    user: Attribute[tuple[float, ...], Floats]
    nsample: Attribute[int, int | str]
    interp: Attribute[str, Literal["zoh", "linear", "cubic"]]
    delay: Attribute[float, float | str]
    interval: Attribute[tuple[float, ...], Floats]
    noise: Attribute[float, float | str]
    objtype: Attribute[str, Literal["body", "xbody", "geom", "site", "camera"]]
    objname: Attribute[str, str]
    reftype: Attribute[str, Literal["body", "xbody", "geom", "site", "camera"]]
    refname: Attribute[str, str]

class SensorFrameangvelElement(Element):
    """<frameangvel>"""

    name: Attribute[str, str]
    cutoff: Attribute[float, float | str]
    user: Attribute[tuple[float, ...], Floats]
    nsample: Attribute[int, int | str]
    interp: Attribute[str, Literal["zoh", "linear", "cubic"]]
    delay: Attribute[float, float | str]
    interval: Attribute[tuple[float, ...], Floats]
    noise: Attribute[float, float | str]
    objtype: Attribute[str, Literal["body", "xbody", "geom", "site", "camera"]]
    objname: Attribute[str, str]
    reftype: Attribute[str, Literal["body", "xbody", "geom", "site", "camera"]]
    refname: Attribute[str, str]

class SensorFramelinaccElement(Element):
    """<framelinacc>"""

    name: Attribute[str, str]
    cutoff: Attribute[float, float | str]
    user: Attribute[tuple[float, ...], Floats]
    nsample: Attribute[int, int | str]
    interp: Attribute[str, Literal["zoh", "linear", "cubic"]]
    delay: Attribute[float, float | str]
    interval: Attribute[tuple[float, ...], Floats]
    noise: Attribute[float, float | str]
    objtype: Attribute[str, Literal["body", "xbody", "geom", "site", "camera"]]
    objname: Attribute[str, str]

class SensorFrameangaccElement(Element):
    """<frameangacc>"""

    name: Attribute[str, str]
    cutoff: Attribute[float, float | str]
    user: Attribute[tuple[float, ...], Floats]
    nsample: Attribute[int, int | str]
    interp: Attribute[str, Literal["zoh", "linear", "cubic"]]
    delay: Attribute[float, float | str]
    interval: Attribute[tuple[float, ...], Floats]
    noise: Attribute[float, float | str]
    objtype: Attribute[str, Literal["body", "xbody", "geom", "site", "camera"]]
    objname: Attribute[str, str]

class SensorSubtreecomElement(Element):
    """<subtreecom>"""

    name: Attribute[str, str]
    cutoff: Attribute[float, float | str]
    user: Attribute[tuple[float, ...], Floats]
    nsample: Attribute[int, int | str]
    interp: Attribute[str, Literal["zoh", "linear", "cubic"]]
    delay: Attribute[float, float | str]
    interval: Attribute[tuple[float, ...], Floats]
    noise: Attribute[float, float | str]
    body: Attribute[str, str]

class SensorSubtreelinvelElement(Element):
    """<subtreelinvel>"""

    name: Attribute[str, str]
    cutoff: Attribute[float, float | str]
    user: Attribute[tuple[float, ...], Floats]
    nsample: Attribute[int, int | str]
    interp: Attribute[str, Literal["zoh", "linear", "cubic"]]
    delay: Attribute[float, float | str]
    interval: Attribute[tuple[float, ...], Floats]
    noise: Attribute[float, float | str]
    body: Attribute[str, str]

class SensorSubtreeangmomElement(Element):
    """<subtreeangmom>"""

    name: Attribute[str, str]
    cutoff: Attribute[float, float | str]
    user: Attribute[tuple[float, ...], Floats]
    nsample: Attribute[int, int | str]
    interp: Attribute[str, Literal["zoh", "linear", "cubic"]]
    delay: Attribute[float, float | str]
    interval: Attribute[tuple[float, ...], Floats]
    noise: Attribute[float, float | str]
    body: Attribute[str, str]

class SensorInsidesiteElement(Element):
    """<insidesite>"""

    name: Attribute[str, str]
    cutoff: Attribute[float, float | str]
    user: Attribute[tuple[float, ...], Floats]
    nsample: Attribute[int, int | str]
    interp: Attribute[str, Literal["zoh", "linear", "cubic"]]
    delay: Attribute[float, float | str]
    interval: Attribute[tuple[float, ...], Floats]
    noise: Attribute[float, float | str]
    site: Attribute[str, str]
    objtype: Attribute[str, Literal["body", "xbody", "geom", "site", "camera"]]
    objname: Attribute[str, str]
    enclosed: Attribute[bool, bool | str]

class SensorDistanceElement(Element):
    """<distance>"""

    name: Attribute[str, str]
    cutoff: Attribute[float, float | str]
    user: Attribute[tuple[float, ...], Floats]
    nsample: Attribute[int, int | str]
    interp: Attribute[str, Literal["zoh", "linear", "cubic"]]
    delay: Attribute[float, float | str]
    interval: Attribute[tuple[float, ...], Floats]
    noise: Attribute[float, float | str]
    geom1: Attribute[str, str]
    geom2: Attribute[str, str]
    body1: Attribute[str, str]
    body2: Attribute[str, str]

class SensorNormalElement(Element):
    """<normal>"""

    name: Attribute[str, str]
    cutoff: Attribute[float, float | str]
    user: Attribute[tuple[float, ...], Floats]
    nsample: Attribute[int, int | str]
    interp: Attribute[str, Literal["zoh", "linear", "cubic"]]
    delay: Attribute[float, float | str]
    interval: Attribute[tuple[float, ...], Floats]
    noise: Attribute[float, float | str]
    geom1: Attribute[str, str]
    geom2: Attribute[str, str]
    body1: Attribute[str, str]
    body2: Attribute[str, str]

class SensorFromtoElement(Element):
    """<fromto>"""

    name: Attribute[str, str]
    cutoff: Attribute[float, float | str]
    user: Attribute[tuple[float, ...], Floats]
    nsample: Attribute[int, int | str]
    interp: Attribute[str, Literal["zoh", "linear", "cubic"]]
    delay: Attribute[float, float | str]
    interval: Attribute[tuple[float, ...], Floats]
    noise: Attribute[float, float | str]
    geom1: Attribute[str, str]
    geom2: Attribute[str, str]
    body1: Attribute[str, str]
    body2: Attribute[str, str]

class SensorSensorContactElement(Element):
    """<contact>"""

    name: Attribute[str, str]
    cutoff: Attribute[float, float | str]
    user: Attribute[tuple[float, ...], Floats]
    nsample: Attribute[int, int | str]
    interp: Attribute[str, Literal["zoh", "linear", "cubic"]]
    delay: Attribute[float, float | str]
    interval: Attribute[tuple[float, ...], Floats]
    noise: Attribute[float, float | str]
    geom1: Attribute[str, str]
    geom2: Attribute[str, str]
    body1: Attribute[str, str]
    body2: Attribute[str, str]
    subtree1: Attribute[str, str]
    subtree2: Attribute[str, str]
    site: Attribute[str, str]
    num: Attribute[int, int | str]
    data: Attribute[tuple[str, ...], Sequence[str]]
    reduce: Attribute[str, Literal["none", "mindist", "maxforce", "netforce"]]

class SensorEPotentialElement(Element):
    """<e_potential>"""

    name: Attribute[str, str]
    cutoff: Attribute[float, float | str]
    user: Attribute[tuple[float, ...], Floats]
    nsample: Attribute[int, int | str]
    interp: Attribute[str, Literal["zoh", "linear", "cubic"]]
    delay: Attribute[float, float | str]
    interval: Attribute[tuple[float, ...], Floats]
    noise: Attribute[float, float | str]

class SensorEKineticElement(Element):
    """<e_kinetic>"""

    name: Attribute[str, str]
    cutoff: Attribute[float, float | str]
    user: Attribute[tuple[float, ...], Floats]
    nsample: Attribute[int, int | str]
    interp: Attribute[str, Literal["zoh", "linear", "cubic"]]
    delay: Attribute[float, float | str]
    interval: Attribute[tuple[float, ...], Floats]
    noise: Attribute[float, float | str]

class SensorClockElement(Element):
    """<clock>"""

    name: Attribute[str, str]
    cutoff: Attribute[float, float | str]
    user: Attribute[tuple[float, ...], Floats]
    nsample: Attribute[int, int | str]
    interp: Attribute[str, Literal["zoh", "linear", "cubic"]]
    delay: Attribute[float, float | str]
    interval: Attribute[tuple[float, ...], Floats]
    noise: Attribute[float, float | str]

class SensorTactileElement(Element):
    """<tactile>"""

    name: Attribute[str, str]
    cutoff: Attribute[float, float | str]
    user: Attribute[tuple[float, ...], Floats]
    nsample: Attribute[int, int | str]
    interp: Attribute[str, Literal["zoh", "linear", "cubic"]]
    delay: Attribute[float, float | str]
    interval: Attribute[tuple[float, ...], Floats]
    geom: Attribute[str, str]
    mesh: Attribute[str, str]

class SensorUserElement(Element):
    """<user>"""

    name: Attribute[str, str]
    cutoff: Attribute[float, float | str]
    user: Attribute[tuple[float, ...], Floats]
    noise: Attribute[float, float | str]
    objtype: Attribute[str, str]
    objname: Attribute[str, str]
    datatype: Attribute[str, Literal["real", "positive", "axis", "quaternion"]]
    needstage: Attribute[str, Literal["none", "pos", "vel", "acc"]]
    dim: Attribute[int, int | str]

class SensorSensorPluginElement(Element):
    """<plugin>"""

    name: Attribute[str, str]
    cutoff: Attribute[float, float | str]
    user: Attribute[tuple[float, ...], Floats]
    plugin: Attribute[str, str]
    instance: Attribute[str, str]
    objtype: Attribute[str, str]
    objname: Attribute[str, str]
    reftype: Attribute[str, str]
    refname: Attribute[str, str]
    def add_config(self, *, key: str = ..., value: str = ...) -> ExtensionConfigElement: ...

class CustomElement(Element):
    """<custom>"""

    def add_numeric(self, *, name: str = ..., size: int | str = ..., data: Floats = ...) -> CustomNumericElement: ...
    def add_text(self, *, name: str = ..., data: str = ...) -> CustomTextElement: ...
    def add_tuple(self, *, name: str = ...) -> CustomTupleElement: ...

class CustomNumericElement(Element):
    """<numeric>"""

    name: Attribute[str, str]
    size: Attribute[int, int | str]
    data: Attribute[tuple[float, ...], Floats]

class CustomTextElement(Element):
    """<text>"""

    name: Attribute[str, str]
    data: Attribute[str, str]

class CustomTupleElement(Element):
    """<tuple>"""

    name: Attribute[str, str]
    def add_element(self, *, objtype: Literal["body", "xbody", "joint", "dof", "geom", "site", "camera", "light", "flex", "mesh", "skin", "hfield", "texture", "material", "pair", "exclude", "equality", "tendon", "actuator", "sensor", "numeric", "text", "tuple", "key", "plugin"] = ..., objname: str = ..., prm: float | str = ...) -> CustomElementElement: ...

class CustomElementElement(Element):
    """<element>"""

    objtype: Attribute[str, Literal["body", "xbody", "joint", "dof", "geom", "site", "camera", "light", "flex", "mesh", "skin", "hfield", "texture", "material", "pair", "exclude", "equality", "tendon", "actuator", "sensor", "numeric", "text", "tuple", "key", "plugin"]]
    objname: Attribute[str, str]
    prm: Attribute[float, float | str]

class KeyframeElement(Element):
    """<keyframe>"""

    def add_key(self, *, name: str = ..., time: float | str = ..., qpos: Floats = ..., qvel: Floats = ..., act: Floats = ..., ctrl: Floats = ..., mpos: Floats = ..., mquat: Floats = ..., plastic: Floats = ...) -> KeyframeKeyElement: ...

class KeyframeKeyElement(Element):
    """<key>"""

    name: Attribute[str, str]
    time: Attribute[float, float | str]
    qpos: Attribute[tuple[float, ...], Floats]
    qvel: Attribute[tuple[float, ...], Floats]
    act: Attribute[tuple[float, ...], Floats]
    ctrl: Attribute[tuple[float, ...], Floats]
    mpos: Attribute[tuple[float, ...], Floats]
    mquat: Attribute[tuple[float, ...], Floats]
    plastic: Attribute[tuple[float, ...], Floats]

class SpecSections:
    """The sections of a Spec, and its elements by name."""

    @property
    def compiler(self) -> CompilerElement: ...
    @property
    def option(self) -> OptionElement: ...
    @property
    def size(self) -> SizeElement: ...
    @property
    def statistic(self) -> StatisticElement: ...
    @property
    def visual(self) -> VisualElement: ...
    @property
    def default(self) -> DefaultElement: ...
    @property
    def extension(self) -> ExtensionElement: ...
    @property
    def asset(self) -> AssetElement: ...
    @property
    def worldbody(self) -> BodyWorldbodyElement: ...
    @property
    def deformable(self) -> DeformableElement: ...
    @property
    def contact(self) -> ContactElement: ...
    @property
    def tendon(self) -> TendonElement: ...
    @property
    def equality(self) -> EqualityElement: ...
    @property
    def actuator(self) -> ActuatorElement: ...
    @property
    def sensor(self) -> SensorElement: ...
    @property
    def custom(self) -> CustomElement: ...
    @property
    def keyframe(self) -> KeyframeElement: ...
    @overload
    def find(self, tag: Literal["instance"], name: str) -> ExtensionInstanceElement | None: ...
    @overload
    def find(self, tag: Literal["mesh"], name: str) -> AssetMeshElement | None: ...
    @overload
    def find(self, tag: Literal["hfield"], name: str) -> AssetHfieldElement | None: ...
    @overload
    def find(self, tag: Literal["skin"], name: str) -> AssetSkinElement | None: ...
    @overload
    def find(self, tag: Literal["texture"], name: str) -> AssetTextureElement | None: ...
    @overload
    def find(self, tag: Literal["material"], name: str) -> AssetMaterialElement | None: ...
    @overload
    def find(self, tag: Literal["model"], name: str) -> AssetModelElement | None: ...
    @overload
    def find(self, tag: Literal["body"], name: str) -> BodyElement | None: ...
    @overload
    def find(self, tag: Literal["frame"], name: str) -> BodyFrameElement | None: ...
    @overload
    def find(self, tag: Literal["geom"], name: str) -> BodyGeomElement | None: ...
    @overload
    def find(self, tag: Literal["site"], name: str) -> BodySiteElement | None: ...
    @overload
    def find(self, tag: Literal["camera"], name: str) -> BodyCameraElement | None: ...
    @overload
    def find(self, tag: Literal["light"], name: str) -> BodyLightElement | None: ...
    @overload
    def find(self, tag: Literal["joint"], name: str) -> BodyJointElement | None: ...
    @overload
    def find(self, tag: Literal["freejoint"], name: str) -> BodyFreejointElement | None: ...
    @overload
    def find(self, tag: Literal["flexcomp"], name: str) -> BodyFlexcompElement | None: ...
    @overload
    def find(self, tag: Literal["flex"], name: str) -> DeformableFlexElement | None: ...
    @overload
    def find(self, tag: Literal["pair"], name: str) -> ContactPairElement | None: ...
    @overload
    def find(self, tag: Literal["exclude"], name: str) -> ContactExcludeElement | None: ...
    @overload
    def find(self, tag: Literal["spatial"], name: str) -> TendonSpatialElement | None: ...
    @overload
    def find(self, tag: Literal["fixed"], name: str) -> TendonFixedElement | None: ...
    @overload
    def find(self, tag: Literal["connect"], name: str) -> EqualityConnectElement | None: ...
    @overload
    def find(self, tag: Literal["weld"], name: str) -> EqualityWeldElement | None: ...
    @overload
    def find(self, tag: Literal["tendon"], name: str) -> EqualityEqualityTendonElement | None: ...
    @overload
    def find(self, tag: Literal["flexstrain"], name: str) -> EqualityFlexstrainElement | None: ...
    @overload
    def find(self, tag: Literal["general"], name: str) -> ActuatorGeneralElement | None: ...
    @overload
    def find(self, tag: Literal["motor"], name: str) -> ActuatorMotorElement | None: ...
    @overload
    def find(self, tag: Literal["position"], name: str) -> ActuatorPositionElement | None: ...
    @overload
    def find(self, tag: Literal["velocity"], name: str) -> ActuatorVelocityElement | None: ...
    @overload
    def find(self, tag: Literal["intvelocity"], name: str) -> ActuatorIntvelocityElement | None: ...
    @overload
    def find(self, tag: Literal["orientation"], name: str) -> ActuatorOrientationElement | None: ...
    @overload
    def find(self, tag: Literal["pid"], name: str) -> ActuatorPidElement | None: ...
    @overload
    def find(self, tag: Literal["damper"], name: str) -> ActuatorDamperElement | None: ...
    @overload
    def find(self, tag: Literal["cylinder"], name: str) -> ActuatorCylinderElement | None: ...
    @overload
    def find(self, tag: Literal["muscle"], name: str) -> ActuatorMuscleElement | None: ...
    @overload
    def find(self, tag: Literal["adhesion"], name: str) -> ActuatorAdhesionElement | None: ...
    @overload
    def find(self, tag: Literal["dcmotor"], name: str) -> ActuatorDcmotorElement | None: ...
    @overload
    def find(self, tag: Literal["plugin"], name: str) -> ActuatorActuatorPluginElement | None: ...
    @overload
    def find(self, tag: Literal["touch"], name: str) -> SensorTouchElement | None: ...
    @overload
    def find(self, tag: Literal["accelerometer"], name: str) -> SensorAccelerometerElement | None: ...
    @overload
    def find(self, tag: Literal["velocimeter"], name: str) -> SensorVelocimeterElement | None: ...
    @overload
    def find(self, tag: Literal["gyro"], name: str) -> SensorGyroElement | None: ...
    @overload
    def find(self, tag: Literal["force"], name: str) -> SensorForceElement | None: ...
    @overload
    def find(self, tag: Literal["torque"], name: str) -> SensorTorqueElement | None: ...
    @overload
    def find(self, tag: Literal["magnetometer"], name: str) -> SensorMagnetometerElement | None: ...
    @overload
    def find(self, tag: Literal["camprojection"], name: str) -> SensorCamprojectionElement | None: ...
    @overload
    def find(self, tag: Literal["rangefinder"], name: str) -> SensorRangefinderElement | None: ...
    @overload
    def find(self, tag: Literal["jointpos"], name: str) -> SensorJointposElement | None: ...
    @overload
    def find(self, tag: Literal["jointvel"], name: str) -> SensorJointvelElement | None: ...
    @overload
    def find(self, tag: Literal["tendonpos"], name: str) -> SensorTendonposElement | None: ...
    @overload
    def find(self, tag: Literal["tendonvel"], name: str) -> SensorTendonvelElement | None: ...
    @overload
    def find(self, tag: Literal["actuatorpos"], name: str) -> SensorActuatorposElement | None: ...
    @overload
    def find(self, tag: Literal["actuatorvel"], name: str) -> SensorActuatorvelElement | None: ...
    @overload
    def find(self, tag: Literal["actuatorfrc"], name: str) -> SensorActuatorfrcElement | None: ...
    @overload
    def find(self, tag: Literal["jointactuatorfrc"], name: str) -> SensorJointactuatorfrcElement | None: ...
    @overload
    def find(self, tag: Literal["tendonactuatorfrc"], name: str) -> SensorTendonactuatorfrcElement | None: ...
    @overload
    def find(self, tag: Literal["ballquat"], name: str) -> SensorBallquatElement | None: ...
    @overload
    def find(self, tag: Literal["ballangvel"], name: str) -> SensorBallangvelElement | None: ...
    @overload
    def find(self, tag: Literal["jointlimitpos"], name: str) -> SensorJointlimitposElement | None: ...
    @overload
    def find(self, tag: Literal["jointlimitvel"], name: str) -> SensorJointlimitvelElement | None: ...
    @overload
    def find(self, tag: Literal["jointlimitfrc"], name: str) -> SensorJointlimitfrcElement | None: ...
    @overload
    def find(self, tag: Literal["tendonlimitpos"], name: str) -> SensorTendonlimitposElement | None: ...
    @overload
    def find(self, tag: Literal["tendonlimitvel"], name: str) -> SensorTendonlimitvelElement | None: ...
    @overload
    def find(self, tag: Literal["tendonlimitfrc"], name: str) -> SensorTendonlimitfrcElement | None: ...
    @overload
    def find(self, tag: Literal["framepos"], name: str) -> SensorFrameposElement | None: ...
    @overload
    def find(self, tag: Literal["framequat"], name: str) -> SensorFramequatElement | None: ...
    @overload
    def find(self, tag: Literal["framexaxis"], name: str) -> SensorFramexaxisElement | None: ...
    @overload
    def find(self, tag: Literal["frameyaxis"], name: str) -> SensorFrameyaxisElement | None: ...
    @overload
    def find(self, tag: Literal["framezaxis"], name: str) -> SensorFramezaxisElement | None: ...
    @overload
    def find(self, tag: Literal["framelinvel"], name: str) -> SensorFramelinvelElement | None: ...
    @overload
    def find(self, tag: Literal["frameangvel"], name: str) -> SensorFrameangvelElement | None: ...
    @overload
    def find(self, tag: Literal["framelinacc"], name: str) -> SensorFramelinaccElement | None: ...
    @overload
    def find(self, tag: Literal["frameangacc"], name: str) -> SensorFrameangaccElement | None: ...
    @overload
    def find(self, tag: Literal["subtreecom"], name: str) -> SensorSubtreecomElement | None: ...
    @overload
    def find(self, tag: Literal["subtreelinvel"], name: str) -> SensorSubtreelinvelElement | None: ...
    @overload
    def find(self, tag: Literal["subtreeangmom"], name: str) -> SensorSubtreeangmomElement | None: ...
    @overload
    def find(self, tag: Literal["insidesite"], name: str) -> SensorInsidesiteElement | None: ...
    @overload
    def find(self, tag: Literal["distance"], name: str) -> SensorDistanceElement | None: ...
    @overload
    def find(self, tag: Literal["normal"], name: str) -> SensorNormalElement | None: ...
    @overload
    def find(self, tag: Literal["fromto"], name: str) -> SensorFromtoElement | None: ...
    @overload
    def find(self, tag: Literal["contact"], name: str) -> SensorSensorContactElement | None: ...
    @overload
    def find(self, tag: Literal["e_potential"], name: str) -> SensorEPotentialElement | None: ...
    @overload
    def find(self, tag: Literal["e_kinetic"], name: str) -> SensorEKineticElement | None: ...
    @overload
    def find(self, tag: Literal["clock"], name: str) -> SensorClockElement | None: ...
    @overload
    def find(self, tag: Literal["tactile"], name: str) -> SensorTactileElement | None: ...
    @overload
    def find(self, tag: Literal["user"], name: str) -> SensorUserElement | None: ...
    @overload
    def find(self, tag: Literal["numeric"], name: str) -> CustomNumericElement | None: ...
    @overload
    def find(self, tag: Literal["text"], name: str) -> CustomTextElement | None: ...
    @overload
    def find(self, tag: Literal["tuple"], name: str) -> CustomTupleElement | None: ...
    @overload
    def find(self, tag: Literal["key"], name: str) -> KeyframeKeyElement | None: ...
    @overload
    def find(self, tag: str, name: str) -> Element | None: ...
