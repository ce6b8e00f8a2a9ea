"""Which fields of a Model environments may have values of their own of, and which constants follow from them."""

from collections.abc import Collection, Iterable

from corten.errors import UnsupportedFeatureError
from corten.model import MODEL, Model
from corten.model.blocks import CHOICES
from corten.pipeline.reset import begins_asleep

# numbers that stages read, of which any value is safe, and that no plan is chosen by
VARIABLE = tuple(
    """
    opt_timestep opt_gravity opt_wind opt_magnetic opt_impratio opt_tolerance opt_ls_tolerance opt_noslip_tolerance
    opt_ccd_tolerance opt_sleep_tolerance opt_o_margin opt_o_solref opt_o_solimp opt_o_friction
    qpos0 qpos_spring
    body_pos body_quat body_ipos body_iquat body_mass body_inertia body_gravcomp
    jnt_pos jnt_axis jnt_range jnt_margin jnt_stiffness jnt_stiffnesspoly jnt_springyield jnt_actfrcrange jnt_solref
    jnt_solimp dof_armature dof_damping dof_dampingpoly dof_frictionloss dof_solref dof_solimp
    geom_size geom_pos geom_quat geom_friction geom_margin geom_gap geom_solmix geom_solref geom_solimp geom_adhesion
    geom_surfacevel geom_rgba mat_rgba pair_friction pair_margin pair_gap pair_solref pair_solreffriction pair_solimp
    pair_adhesion site_size site_pos site_quat
    cam_pos cam_quat cam_fovy cam_intrinsic cam_sensorsize light_pos light_dir
    tendon_range tendon_margin tendon_stiffness tendon_stiffnesspoly tendon_springyield tendon_damping
    tendon_dampingpoly tendon_armature tendon_frictionloss tendon_lengthspring tendon_actfrcrange tendon_solref_lim
    tendon_solimp_lim tendon_solref_fri tendon_solimp_fri
    actuator_gear actuator_gainprm actuator_biasprm actuator_dynprm actuator_ctrlrange actuator_forcerange
    actuator_actrange actuator_lengthrange actuator_cranklength actuator_armature actuator_damping
    actuator_dampingpoly actuator_delay
    hill_fmax hill_lopt hill_lslack hill_pennation hill_vmax hill_strain hill_passive hill_damping hill_scale
    hill_offset
    eq_data eq_solref eq_solimp
    body_margin flex_solmix flex_solref flex_solimp flex_friction flex_margin flex_gap flex_radius flex_damping
    flex_edgestiffness flex_edgedamping flex_yield
    sensor_cutoff sensor_noise sensor_delay sensor_interval
    plugin_prm
    """.split()
)

# what follows from inertia, and from where things are at qpos0 (`corten.set_const`)
_FROM_INERTIA = (
    "body_subtreemass body_invweight0 dof_invweight0 dof_M0 tendon_invweight0 actuator_acc0 cam_poscom0 light_poscom0"
)
_FROM_PATHS = f"{_FROM_INERTIA} tendon_length0 actuator_length0"
_FROM_PLACES = f"{_FROM_PATHS} dof_length eq_data cam_pos0 cam_mat0 light_pos0 light_dir0"
_FOLLOWING = {
    "body_mass body_inertia dof_armature tendon_armature actuator_armature": _FROM_INERTIA,
    "qpos0 body_pos body_quat jnt_pos jnt_axis": _FROM_PLACES,
    "body_ipos body_iquat": f"{_FROM_PATHS} dof_length body_sameframe geom_sameframe site_sameframe",
    "geom_pos geom_quat": f"{_FROM_PATHS} dof_length geom_sameframe",
    "geom_size": f"{_FROM_PATHS} dof_length geom_aabb geom_rbound",
    "site_pos site_quat": f"{_FROM_PATHS} site_sameframe",
    "actuator_gear actuator_cranklength": f"{_FROM_INERTIA} actuator_length0",
    "cam_pos cam_quat": "cam_pos0 cam_mat0 cam_poscom0",
    "light_pos light_dir": "light_pos0 light_dir0 light_poscom0",
    "eq_data": "eq_data",
}
FOLLOWING = {name: tuple(then.split()) for names, then in _FOLLOWING.items() for name in names.split()}

# all constants that follow from something
CONSTANTS = tuple(dict.fromkeys(name for then in FOLLOWING.values() for name in then))

# numbers that springs which yield, and histories, begin with
_BEGINNINGS = {"nplastic": {"qpos_spring", "tendon_lengthspring"}, "nhistory": {"opt_timestep", "sensor_interval"}}


def check_names(model: Model, names: Iterable[str]) -> None:
    """Refuse fields of which environments cannot have values of their own."""
    for name in names:
        if not isinstance(name, str):
            raise TypeError(f"{name!r} is no name of a field")
        field = MODEL.fields.get(name)
        if name in VARIABLE:
            _check_support(model, name)
        elif field is None:
            raise ValueError(f"Model has no field {name!r}; environments may differ in: {', '.join(VARIABLE)}")
        elif name in CONSTANTS:
            sources = ", ".join(source for source, then in FOLLOWING.items() if name in then)
            raise ValueError(f"{name} cannot vary by itself: it follows from {sources}")
        else:
            why = "the stages of a step are chosen by it" if field.block is CHOICES else "steps do not read it as such"
            raise ValueError(f"{name} cannot vary: {why}; environments may differ in: {', '.join(VARIABLE)}")


def _check_support(model: Model, name: str) -> None:
    if name == "geom_size" and model.geom_fluid[:, 0].any():
        raise UnsupportedFeatureError('geom_size that varies with fluidshape="ellipsoid" is not supported')


def begin_apart(model: Model, names: Collection[str]) -> bool:
    """Tell whether environments with their own values of some fields have to be reset one by one."""
    chosen = {count for count, beginnings in _BEGINNINGS.items() if beginnings.intersection(names)}
    return any(getattr(model, count) for count in chosen) or (bool(names) and begins_asleep(model))


def constants_of(model: Model, names: Iterable[str]) -> tuple[str, ...]:
    """Return the constants of a model that follow from some fields."""
    found = dict.fromkeys(then for name in names for then in FOLLOWING.get(name, ()))
    return tuple(name for name in found if model._views[name].size)
