"""Which fields of a Model environments may have values of their own of, and which constants follow from them."""

import weakref
from collections.abc import Collection, Iterable, Mapping

import numpy as np

from corten.batch.environment import EnvironmentModel
from corten.batch.pack import ModelPack, segment, segments
from corten.errors import UnsupportedFeatureError
from corten.model import MODEL, Model
from corten.model.blocks import CHOICES
from corten.pipeline.reset import begins_asleep
from corten.runtime.fields import Layout
from corten.runtime.storage import ReadOnly

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
_DERIVED = {
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
DERIVED = {name: tuple(then.split()) for names, then in _DERIVED.items() for name in names.split()}

# all constants that follow from something
CONSTANTS = tuple(dict.fromkeys(name for then in DERIVED.values() for name in then))

# numbers that springs which yield, and histories, begin with
_INITIAL = {"nplastic": {"qpos_spring", "tendon_lengthspring"}, "nhistory": {"opt_timestep", "sensor_interval"}}


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
            sources = ", ".join(source for source, then in DERIVED.items() if name in then)
            raise ValueError(f"{name} cannot vary by itself: it follows from {sources}")
        else:
            why = "the stages of a step are chosen by it" if field.block is CHOICES else "steps do not read it as such"
            raise ValueError(f"{name} cannot vary: {why}; environments may differ in: {', '.join(VARIABLE)}")


def _check_support(model: Model, name: str) -> None:
    if name == "geom_size" and model.geom_fluid[:, 0].any():
        raise UnsupportedFeatureError('geom_size that varies with fluidshape="ellipsoid" is not supported')


def resets_one_by_one(model: Model, names: Collection[str]) -> bool:
    """Tell whether environments with their own values of some fields have to be reset one by one."""
    chosen = {count for count, initial in _INITIAL.items() if initial.intersection(names)}
    return any(getattr(model, count) for count in chosen) or (bool(names) and begins_asleep(model))


def constants_of(model: Model, names: Iterable[str]) -> tuple[str, ...]:
    """Return the constants of a model that follow from some fields."""
    found = dict.fromkeys(then for name in names for then in DERIVED.get(name, ()))
    return tuple(name for name in found if model._views[name].size)


# ---------------------------------------------------------------- arrays of values


class VariedFields:
    """Arrays with a row for each of n environments; those of constants are kept up to date by whoever steps them.

    Which environments have values whose constants are not known yet is found by comparison with copies.
    """

    def __init__(self, model: Model, n: int):
        self.model, self.n = model, n
        self.names: tuple[str, ...] = ()
        self.constants: tuple[str, ...] = ()
        self.arrays: dict[str, np.ndarray] = {}
        # the same as users see them
        self.shown: dict[str, np.ndarray] = {}
        # values that constants were computed from, environments whose constants are wrong though these are the same,
        # and how often those of the model had been computed
        self._seen: dict[str, np.ndarray] = {}
        self._outdated, self._nset_const = np.zeros(n, bool), model._nset_const
        self._models: weakref.WeakSet[EnvironmentModel] = weakref.WeakSet()
        self._single: EnvironmentModel | None = None

    def add(self, names: Collection[str]) -> None:
        """Let further fields vary; they begin with the values of the model."""
        check_names(self.model, names)
        if set(self.names).issuperset(names):
            return
        self.names = tuple(dict.fromkeys((*self.names, *names)))
        self.constants = constants_of(self.model, self.names)
        for name in (*names, *self.constants):
            if name not in self.arrays:
                value = self.model._views[name]
                self.arrays[name] = np.repeat(value[None], self.n, axis=0)
        for name, array in self.arrays.items():
            self.shown[name] = array if name in self.names else _read_only(name, array)
        for name in names:
            if name in DERIVED and name not in self._seen:
                self._seen[name] = self.arrays[name].copy()
                # masses of the model may have been changed without what follows from them
                self._outdated[:] = True
        for model in self._models:
            model.show(model.__dict__["_number"])

    def layout(self) -> Layout:
        """Return the layout of a Model in which these fields vary from lane to lane, if it has such."""
        return self.model.layout.with_varying(frozenset(name for name in self.arrays if self.model._views[name].size))

    def segments(self, pack: ModelPack, width: int, names: Collection[str]) -> np.ndarray:
        """Return segments that copy some fields from or to memory; those that do not vary are the model's for all."""
        arrays = {name: self.arrays.get(name, self.model._views[name][None]) for name in names}
        found = [segment(pack.address(name), self.model.layout.fields[name], array) for name, array in arrays.items()]
        return segments(found, width)

    # ---------------------------------------------------------------- constants

    def changed(self) -> np.ndarray:
        """Return the environments whose constants are not those of their values."""
        if self._nset_const != self.model._nset_const:
            self._outdated[:], self._nset_const = bool(self._seen), self.model._nset_const
        if not self.n:
            return np.zeros(0, np.int64)
        found = self._outdated.copy()
        for name, seen in self._seen.items():
            # bits are compared, so that what is no number is equal to itself
            now, before = (array.view(f"i{array.itemsize}").reshape(self.n, -1) for array in (self.arrays[name], seen))
            found |= (now != before).any(axis=1)
        return np.flatnonzero(found)

    def accept(self, numbers: np.ndarray) -> None:
        """Remember the values of environments whose constants were computed."""
        self._outdated[numbers] = False
        for name, seen in self._seen.items():
            seen[numbers] = self.arrays[name][numbers]

    def restore(self, values: Mapping[str, np.ndarray], changed: np.ndarray) -> None:
        """Take over values and constants of all environments; `changed` are those whose constants are not theirs.

        What is not given has the values of the model.
        """
        for name, array in self.arrays.items():
            array[...] = values.get(name, self.model._views[name])
        self.accept(np.arange(self.n))
        self._outdated[changed], self._nset_const = True, self.model._nset_const

    def take_constants(self, i: int, model: Model) -> None:
        """Copy the constants of an environment from a Model."""
        for name in self.constants:
            self.arrays[name][i] = model._views[name]
        self.accept(np.array([i]))

    # ---------------------------------------------------------------- single environments

    def model_of(self, i: int) -> Model:
        """Return the Model of an environment until that of another one is asked for."""
        if not self.names:
            return self.model
        if self._single is None:
            self._single = EnvironmentModel(self.model, self.arrays, self.shown, i)
        self._single.show(i)
        return self._single

    def make_model(self, i: int) -> Model:
        """Return a Model for an environment."""
        if not self.names:
            return self.model
        model = EnvironmentModel(self.model, self.arrays, self.shown, i)
        self._models.add(model)
        return model

    def nbytes(self) -> int:
        """Return the size of all arrays [bytes]."""
        return sum(array.nbytes for array in (*self.arrays.values(), *self._seen.values()))


def _read_only(name: str, array: np.ndarray) -> np.ndarray:
    sources = ", ".join(source for source, then in DERIVED.items() if name in then)
    shown = array.view(ReadOnly)
    shown.refusal = f"{name} is read-only: it follows from {sources}"
    shown.flags.writeable = False
    return shown
