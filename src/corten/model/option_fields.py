"""Fields of Model for options, statistics and <visual>: model.opt, model.stat and model.vis."""

from corten.enums import ConeType, Integrator, JacobianType, SolverType
from corten.model import blocks
from corten.runtime.fields import BOOL, F4, F8, I4, I8, Field, in_block

# ---------------------------------------------------------------- options
# Statistics too, and the signature of what plans depend on.


OPTIONS = (
    *in_block(
        blocks.CHOICES,
        Field("opt_density", F8, (), "density of the medium [kg/m^3]"),
        Field("opt_viscosity", F8, (), "dynamic viscosity of the medium [Pa s]"),
        Field("opt_integrator", I4, (), "Integrator", Integrator),
        Field("opt_cone", I4, (), "ConeType", ConeType),
        Field("opt_jacobian", I4, (), "JacobianType", JacobianType),
        Field("opt_solver", I4, (), "SolverType", SolverType),
        Field("opt_noslip_iterations", I4, (), "noslip solver: most iterations"),
        Field("opt_disableflags", I4, (), "DisableBit, combined"),
        Field("opt_enableflags", I4, (), "EnableBit, combined"),
        Field("opt_sensor_noise", BOOL, (), "sensors have noise"),
        Field("flg_adhesion", BOOL, (), "geoms or pairs have adhesion; without it that of contacts gives no force"),
    ),
    *in_block(
        blocks.OPTIONS,
        Field("opt_timestep", F8, (), "time step [s]"),
        Field("opt_impratio", F8, (), "impedance of friction relative to that of the normal"),
        Field("opt_tolerance", F8, (), "constraint solver: stop below this scaled improvement"),
        Field("opt_ls_tolerance", F8, (), "line search: stop below this scaled slope"),
        Field("opt_noslip_tolerance", F8, (), "noslip solver: stop below this scaled improvement"),
        Field("opt_ccd_tolerance", F8, (), "convex collision: accuracy of distances [m]"),
        Field("opt_sleep_tolerance", F8, (), "velocity below which a tree may fall asleep"),
        Field("opt_gravity", F8, (3,), "gravity [m/s^2]"),
        Field("opt_wind", F8, (3,), "velocity of the medium [m/s]"),
        Field("opt_magnetic", F8, (3,), "magnetic field"),
        Field("opt_o_margin", F8, (), "contact override: margin [m]"),
        Field("opt_o_solref", F8, (2,), "contact override: solref"),
        Field("opt_o_solimp", F8, (5,), "contact override: solimp"),
        Field("opt_o_friction", F8, (5,), "contact override: friction"),
        Field("opt_iterations", I4, (), "constraint solver: most iterations"),
        Field("opt_ls_iterations", I4, (), "line search: most iterations"),
        Field("opt_ccd_iterations", I4, (), "convex collision: most iterations"),
        Field("opt_disableactuator", I4, (), "actuator groups that are switched off, as bits"),
        Field("opt_sdf_initpoints", I4, (), "signed distance collision: starting points"),
        Field("opt_sdf_iterations", I4, (), "signed distance collision: descent steps"),
        Field("opt_sensor_noise_seed", I8, (), "seed of that noise in a new Data"),
    ),
)

STATISTICS = in_block(
    blocks.OPTIONS,
    Field("stat_meaninertia", F8, (), "mean of the mass matrix's diagonal at qpos0"),
    Field("stat_meanmass", F8, (), "mean mass of the moving bodies [kg]"),
    Field("stat_meansize", F8, (), "mean body size [m]"),
    Field("stat_extent", F8, (), "extent of the whole model [m]"),
    Field("stat_center", F8, (3,), "centre of the whole model [m]"),
)

SIGNATURE = in_block(
    blocks.STRUCTURE,
    Field("choices_signature", I8, (), "hash of the choices for which plans were made, not negative"),
)


# ---------------------------------------------------------------- <visual>
# what pictures of the model are made with, `model.vis`


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
