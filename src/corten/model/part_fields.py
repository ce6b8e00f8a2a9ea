"""Fields of Model for what stands on bodies: geoms, sites, cameras and lights."""

from corten.enums import CamLightMode, GeomType
from corten.model import blocks
from corten.runtime.fields import BOOL, F4, F8, I4, U1, Access, Field, in_block

GEOMS = (
    *in_block(
        blocks.CHOICES,
        Field("geom_type", I4, ("ngeom",), "GeomType", GeomType),
        Field("geom_contype", I4, ("ngeom",), "contact type bits"),
        Field("geom_conaffinity", I4, ("ngeom",), "contact affinity bits"),
        Field("geom_condim", I4, ("ngeom",), "dimension of its contacts: 1, 3, 4 or 6", (1, 3, 4, 6)),
        Field("geom_dataid", I4, ("ngeom",), "mesh or height field, -1 for none"),
        Field("geom_sdf", I4, ("ngeom",), "grid of distances, -1 for none", access=Access.READ),
        Field("geom_matid", I4, ("ngeom",), "material, -1 for none", "nmat", none=True),
    ),
    *in_block(
        blocks.STRUCTURE,
        Field("geom_bodyid", I4, ("ngeom",), "body"),
    ),
    *in_block(
        blocks.CONSTANTS,
        Field("geom_group", I4, ("ngeom",), "group"),
        Field("geom_priority", I4, ("ngeom",), "priority of its contact parameters"),
        Field("geom_sameframe", U1, ("ngeom",), "SameFrame"),
        Field("geom_castshadow", BOOL, ("ngeom",), "throws a shadow"),
        Field("geom_solmix", F8, ("ngeom",), "weight when contact parameters are mixed"),
        Field("geom_solref", F8, ("ngeom", 2), "solref of contacts"),
        Field("geom_solimp", F8, ("ngeom", 5), "solimp of contacts"),
        Field("geom_size", F8, ("ngeom", 3), "sizes, by type [m]"),
        Field("geom_aabb", F8, ("ngeom", 6), "bounding box in its own frame: centre, half extents [m]"),
        Field("geom_rbound", F8, ("ngeom",), "radius of the bounding sphere [m]; 0 for planes"),
        Field("geom_pos", F8, ("ngeom", 3), "position in the body frame [m]"),
        Field("geom_quat", F8, ("ngeom", 4), "orientation in the body frame"),
        Field("geom_friction", F8, ("ngeom", 3), "friction: sliding, torsional [m], rolling [m]"),
        Field("geom_margin", F8, ("ngeom",), "inflation for contacts [m]"),
        Field("geom_gap", F8, ("ngeom",), "further distance at which contacts are seen [m]"),
        Field("geom_surfacevel", F8, ("ngeom", 6), "surface velocity in its frame: linear, angular"),
        Field("geom_adhesion", F8, ("ngeom",), "adhesive force of its contacts [N]"),
        Field("geom_fluid", F8, ("ngeom", 12), "coefficients of the ellipsoid fluid model"),
        Field("geom_user", F8, ("ngeom", "nuser_geom"), "user numbers"),
        Field("geom_rgba", F4, ("ngeom", 4), "colour"),
    ),
)

SITES = (
    *in_block(
        blocks.CHOICES,
        Field("site_type", I4, ("nsite",), "GeomType, for display", GeomType),
        Field("site_matid", I4, ("nsite",), "material, -1 for none", "nmat", none=True),
    ),
    *in_block(
        blocks.STRUCTURE,
        Field("site_bodyid", I4, ("nsite",), "body"),
        Field("site_dataid", I4, ("nsite",), "mesh, -1 for none"),
    ),
    *in_block(
        blocks.CONSTANTS,
        Field("site_group", I4, ("nsite",), "group"),
        Field("site_sameframe", U1, ("nsite",), "SameFrame"),
        Field("site_size", F8, ("nsite", 3), "sizes, by type [m]"),
        Field("site_pos", F8, ("nsite", 3), "position in the body frame [m]"),
        Field("site_quat", F8, ("nsite", 4), "orientation in the body frame"),
        Field("site_user", F8, ("nsite", "nuser_site"), "user numbers"),
        Field("site_rgba", F4, ("nsite", 4), "colour"),
    ),
)

CAMERAS = (
    *in_block(
        blocks.CHOICES,
        Field("cam_mode", I4, ("ncam",), "CamLightMode", CamLightMode),
        Field("cam_bodyid", I4, ("ncam",), "body", "nbody"),
        Field("cam_targetbodyid", I4, ("ncam",), "body that it looks at, -1 for none", "nbody", none=True),
    ),
    *in_block(
        blocks.STRUCTURE,
        Field("cam_resolution", I4, ("ncam", 2), "width and height [pixels]"),
        Field("cam_output", I4, ("ncam",), "CamOutputBit, combined"),
    ),
    *in_block(
        blocks.CONSTANTS,
        Field("cam_pos", F8, ("ncam", 3), "position in the body frame [m]"),
        Field("cam_quat", F8, ("ncam", 4), "orientation in the body frame"),
        Field("cam_poscom0", F8, ("ncam", 3), "world position relative to the subtree's centre of mass at qpos0 [m]"),
        Field("cam_pos0", F8, ("ncam", 3), "world position relative to the body at qpos0 [m]"),
        Field("cam_mat0", F8, ("ncam", 9), "world orientation at qpos0"),
        Field("cam_projection", I4, ("ncam",), "Projection"),
        Field("cam_fovy", F8, ("ncam",), "vertical field of view [deg, or m if orthographic]"),
        Field("cam_ipd", F8, ("ncam",), "distance between the eyes [m]"),
        Field("cam_sensorsize", F4, ("ncam", 2), "width and height of the sensor [m]"),
        Field("cam_intrinsic", F4, ("ncam", 4), "focal lengths and principal point [m]"),
        Field("cam_user", F8, ("ncam", "nuser_cam"), "user numbers"),
    ),
)

LIGHTS = (
    *in_block(
        blocks.CHOICES,
        Field("light_mode", I4, ("nlight",), "CamLightMode", CamLightMode),
        Field("light_bodyid", I4, ("nlight",), "body", "nbody"),
        Field("light_targetbodyid", I4, ("nlight",), "body that it shines at, -1 for none", "nbody", none=True),
        Field("light_texid", I4, ("nlight",), "texture of an image light, -1 for none", "ntex", none=True),
    ),
    *in_block(
        blocks.CONSTANTS,
        Field("light_type", I4, ("nlight",), "LightType"),
        Field("light_castshadow", BOOL, ("nlight",), "throws shadows"),
        Field("light_bulbradius", F4, ("nlight",), "radius of the source, for soft shadows [m]"),
        Field("light_intensity", F4, ("nlight",), "intensity [cd]"),
        Field("light_range", F4, ("nlight",), "reach [m]"),
        Field("light_active", BOOL, ("nlight",), "is on"),
        Field("light_pos", F8, ("nlight", 3), "position in the body frame [m]"),
        Field("light_dir", F8, ("nlight", 3), "direction in the body frame"),
        Field(
            "light_poscom0", F8, ("nlight", 3), "world position relative to the subtree's centre of mass at qpos0 [m]"
        ),
        Field("light_pos0", F8, ("nlight", 3), "world position relative to the body at qpos0 [m]"),
        Field("light_dir0", F8, ("nlight", 3), "world direction at qpos0"),
        Field("light_attenuation", F4, ("nlight", 3), "constant, linear and quadratic attenuation"),
        Field("light_cutoff", F4, ("nlight",), "half angle of a spot light [deg]"),
        Field("light_softness", F4, ("nlight",), "softness of a spot's edge"),
        Field("light_exponent", F4, ("nlight",), "how a spot fades towards its edge"),
        Field("light_ambient", F4, ("nlight", 3), "ambient colour"),
        Field("light_diffuse", F4, ("nlight", 3), "diffuse colour"),
        Field("light_specular", F4, ("nlight", 3), "specular colour"),
    ),
)
