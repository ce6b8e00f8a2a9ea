"""Which passive forces a model has, after its flags and options; these choose stages as well as branches."""

from corten.enums import DisableBit
from corten.runtime import helper


@helper
def springs_act(m):
    """Tell whether springs are enabled."""
    return (m.opt_disableflags & DisableBit.SPRING) == 0


@helper
def dampers_act(m):
    """Tell whether dampers are enabled."""
    return (m.opt_disableflags & DisableBit.DAMPER) == 0


@helper
def passive_acts(m):
    """Tell whether there are passive forces at all: without springs and dampers, MuJoCo leaves out the others too."""
    return springs_act(m) or dampers_act(m)


@helper
def gravcomp_acts(m):
    """Tell whether some body's weight is compensated."""
    gravity = m.opt_gravity
    pulls = gravity[0] != 0.0 or gravity[1] != 0.0 or gravity[2] != 0.0
    return m.ngravcomp > 0 and pulls and (m.opt_disableflags & DisableBit.GRAVITY) == 0 and passive_acts(m)


@helper
def adhesion_acts(m):
    """Tell whether contacts of some geom or pair adhere."""
    return m.flg_adhesion != 0 and (m.opt_disableflags & DisableBit.CONTACT) == 0 and passive_acts(m)


@helper
def fluid_acts(m):
    """Tell whether bodies move through a medium that resists."""
    return (m.opt_density != 0.0 or m.opt_viscosity != 0.0) and passive_acts(m)
