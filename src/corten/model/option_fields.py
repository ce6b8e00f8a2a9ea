"""Fields of Model for options, statistics and the signature of what plans depend on."""

from corten.enums import ConeType, Integrator, JacobianType, SolverType
from corten.model import blocks
from corten.runtime.fields import BOOL, F8, I4, I8, Field, in_block

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
