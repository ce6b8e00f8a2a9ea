"""Fields of Model for <visual>: what pictures of the model are made with, `model.vis`."""

from corten.model import blocks
from corten.runtime.fields import F4, I4, Field, in_block

GLOBAL = (
    Field("vis_global_cameraid", I4, (), "camera to begin with, -1: the free one", "ncam", none=True),
    Field("vis_global_orthographic", I4, (), "1: the free camera is orthographic", (0, 1)),
    Field("vis_global_fovy", F4, (), "height of what the free camera sees [degree, or m where it is orthographic]"),
    Field("vis_global_ipd", F4, (), "distance between the eyes of the free camera [m]"),
    Field("vis_global_azimuth", F4, (), "azimuth of the free camera to begin with [degree]"),
    Field("vis_global_elevation", F4, (), "elevation of the free camera to begin with [degree]"),
    Field("vis_global_linewidth", F4, (), "width of lines [pixel]"),
    Field("vis_global_glow", F4, (), "emission of the selected body"),
    Field("vis_global_realtime", F4, (), "speed of a viewer to begin with, 1: real time"),
    Field("vis_global_offwidth", I4, (), "greatest width of pictures [pixel]"),
    Field("vis_global_offheight", I4, (), "greatest height of pictures [pixel]"),
    Field("vis_global_ellipsoidinertia", I4, (), "1: inertia is shown by ellipsoids, not boxes", (0, 1)),
    Field("vis_global_bvactive", I4, (), "1: bounding volumes in use are shown", (0, 1)),
)

QUALITY = (
    Field("vis_quality_shadowsize", I4, (), "width of shadow maps, for renderers that have such [pixel]"),
    Field("vis_quality_offsamples", I4, (), "samples of each pixel"),
    Field("vis_quality_numslices", I4, (), "slices of round shapes, for renderers that draw triangles"),
    Field("vis_quality_numstacks", I4, (), "stacks of round shapes, for renderers that draw triangles"),
    Field("vis_quality_numquads", I4, (), "squares along the side of a box, for renderers that draw triangles"),
)

HEADLIGHT = (
    Field("vis_headlight_ambient", F4, (3,), "ambient colour"),
    Field("vis_headlight_diffuse", F4, (3,), "diffuse colour"),
    Field("vis_headlight_specular", F4, (3,), "specular colour"),
    Field("vis_headlight_active", I4, (), "light at the camera: 0 off, 1 on, 2 as the renderer chooses", (0, 1, 2)),
)

MAP = (
    Field("vis_map_stiffness", F4, (), "stiffness of dragging with the mouse"),
    Field("vis_map_stiffnessrot", F4, (), "stiffness of turning with the mouse"),
    Field("vis_map_force", F4, (), "length of the arrow of a force [m/N]"),
    Field("vis_map_torque", F4, (), "length of the arrow of a torque [m/(N m)]"),
    Field("vis_map_alpha", F4, (), "scale of opacity where things are shown transparent"),
    Field("vis_map_fogstart", F4, (), "distance at which fog begins [extent]"),
    Field("vis_map_fogend", F4, (), "distance at which fog hides everything [extent]"),
    Field("vis_map_znear", F4, (), "nearest that a camera sees [extent]"),
    Field("vis_map_zfar", F4, (), "farthest that a camera sees [extent]"),
    Field("vis_map_haze", F4, (), "share of the way to the horizon that haze covers"),
    Field("vis_map_shadowclip", F4, (), "half width of shadows of directional lights [extent]"),
    Field("vis_map_shadowscale", F4, (), "share of the cone of a spot light that has shadows"),
    Field("vis_map_actuatortendon", F4, (), "scale of the width of tendons that show actuators"),
)

# sizes of decoration, relative to the mean size of bodies
SCALES = {
    "forcewidth": "width of arrows of forces",
    "contactwidth": "width of contact points",
    "contactheight": "height of contact points",
    "connect": "width of lines between bodies and their parents",
    "com": "radius of centres of mass",
    "camera": "size of cameras",
    "light": "size of lights",
    "selectpoint": "radius of the selected point",
    "jointlength": "length of joints",
    "jointwidth": "width of joints",
    "actuatorlength": "length of actuators",
    "actuatorwidth": "width of actuators",
    "framelength": "length of the axes of frames",
    "framewidth": "width of the axes of frames",
    "constraint": "width of violated constraints",
    "slidercrank": "width of slider-cranks",
    "frustum": "length of the frustums of cameras",
}

COLOURS = {
    "fog": "fog",
    "haze": "haze",
    "force": "applied forces",
    "inertia": "inertia",
    "joint": "joints",
    "actuator": "actuators at rest",
    "actuatornegative": "actuators at their negative limit",
    "actuatorpositive": "actuators at their positive limit",
    "com": "centres of mass",
    "camera": "cameras",
    "light": "lights",
    "selectpoint": "the selected point",
    "connect": "lines between bodies and their parents",
    "contactpoint": "contact points",
    "contactforce": "contact forces",
    "contactfriction": "friction forces of contacts",
    "contacttorque": "torques of contacts",
    "contactgap": "contacts within their gap",
    "rangefinder": "rays of rangefinders",
    "constraint": "violated constraints",
    "slidercrank": "slider-cranks",
    "crankbroken": "slider-cranks that do not reach",
    "frustum": "frustums of cameras",
    "bv": "bounding volumes",
    "bvactive": "bounding volumes in use",
}

VISUAL = in_block(
    blocks.VISUAL,
    *GLOBAL,
    *QUALITY,
    *HEADLIGHT,
    *MAP,
    *(Field(f"vis_scale_{name}", F4, (), f"{meaning} [mean size]") for name, meaning in SCALES.items()),
    *(Field(f"vis_rgba_{name}", F4, (4,), f"colour of {meaning}") for name, meaning in COLOURS.items()),
)
