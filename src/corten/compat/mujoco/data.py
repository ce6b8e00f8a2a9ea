"""MjData: a corten Data under the names of MuJoCo's bindings; everything in it can be written, as there."""

from collections.abc import Callable
from typing import Any

import numpy as np

import corten
from corten.compat.mujoco.arguments import CLASSES, NAMES, Lazy, missing
from corten.compat.mujoco.contacts import (
    _MjContactList,
    solver_list,
    timer_list,
    warning_list,
)
from corten.compat.mujoco.counts import COUNTS, LazyParts, MostUsed, Timers
from corten.compat.mujoco.effective_metric import METRIC
from corten.compat.mujoco.model import MjModel, is_sparse, map_to_legacy, nothing_of_flexes
from corten.compat.mujoco.solver import ISLANDS, PROJECTED
from corten.compat.mujoco.views import add_binding, add_views
from corten.data import DATA
from corten.data.data import request_all
from corten.runtime.entry_table import HELD, MEMORY

FIELDS: dict[str, list[Any]] = NAMES["data"]

# fields that corten has under another name: values of sparse matrices
RENAMED = {"actuator_moment": "moment", "ten_J": "ten_J_value", "efc_J": "efc_J_values"}

# the constraint Jacobian, which MuJoCo stores dense where there are few dofs
JACOBIAN = ("efc_J", "efc_J_rownnz", "efc_J_rowadr", "efc_J_colind", "nJ")

# fields that are computed from others
DERIVED: dict[str, Callable[[corten.Data], Any]] = {
    "nplugin": lambda data: data.nplugin,
    "plugin": lambda data: np.array(data.model.plugin),
    "plugin_data": lambda data: np.zeros(data.nplugin, np.uint64),
    "bvh_active": lambda data: np.zeros(data.model.nbvh, bool),
    # the mass matrix as MuJoCo 3 had it, by paths to the root: packages still ask for it; a copy
    "qM": lambda data: _mass_by_paths(data),
    **COUNTS,
    **ISLANDS,
    **METRIC,
    **PROJECTED,
}

# fields of MuJoCo 3 that packages still ask every data for
OF_MUJOCO_3 = {"flexvert_J": ("f8", (0, 2)), "flexvert_length": ("f8", (0, 2))}

# work space that means in both engines the same
SHARED_WORK = ("qH", "qHDiagInv", "qDeriv", "qLU")


def _own_field(name: str) -> str | None:
    """Return the field of corten's Data that a field of MjData is, if there is one."""
    own = RENAMED.get(name, name)
    field = DATA.fields.get(own)
    if field is None or own in DERIVED:
        return None
    return own if field.block.name != "work" or own in SHARED_WORK else None


OWN_FIELDS = {name: own for name in FIELDS if (own := _own_field(name)) is not None}


class MjData:
    """State, inputs and results of one simulation of a model."""

    _data: corten.Data
    model: MjModel
    contact: _MjContactList

    def __init__(self, model: MjModel):
        if not isinstance(model, MjModel):
            raise TypeError(f"__init__(): incompatible constructor arguments: {type(model).__name__} is no MjModel")
        self._take(model, model._model.make_data(diagnostics=True))

    @classmethod
    def _over(cls, model: MjModel, data: corten.Data) -> "MjData":
        """Return a data over one of corten's."""
        self = cls.__new__(cls)
        self._take(model, data)
        return self

    def _take(self, model: MjModel, data: corten.Data) -> None:
        own = self.__dict__
        # all fields are there after a step, as MuJoCo's are
        request_all(data)
        own["model"], own["_data"], own["_views_made"] = model, data, {}
        held = {
            "table": data._address,
            "model_table": data.model._address,
            "lock": data._thread_lock.address,
            "wrapper": id(model),
            "model": id(model._model),
            "runs": id(data._runs),
        }
        own[MEMORY] = np.array([held.get(word, 0) for word in HELD], np.int64)
        own["contact"] = _MjContactList(data)
        own["_lazy"], own["_most"] = LazyParts(own[MEMORY]), MostUsed()
        own["_timers"] = Timers()
        growing = data.layout.growing
        for name, field_name in OWN_FIELDS.items():
            field = DATA.fields[field_name]
            if field.shape and field_name not in growing:
                view = data._views[field_name]
                own[name] = view.view(np.bool_) if FIELDS[name][0] == "b1" and view.dtype != np.bool_ else view

    # ---------------------------------------------------------------- rows of structs

    @property
    def warning(self) -> Any:
        """How often each warning occurred."""
        return warning_list(self._data)

    @property
    def timer(self) -> Any:
        """Durations of steps and of forward dynamics [s]; corten does not time the parts of a step here."""
        return timer_list(self._timers.arrays())

    @property
    def solver(self) -> Any:
        """What each iteration of the solver did."""
        return solver_list(self._data)

    # ---------------------------------------------------------------- what calls have done

    flg_energypos = property(lambda self: self._lazy.is_done("flg_energypos", self._data.model))
    flg_energyvel = property(lambda self: self._lazy.is_done("flg_energyvel", self._data.model))
    flg_subtreevel = property(lambda self: self._lazy.is_done("flg_subtreevel", self._data.model))
    flg_rnepost = property(lambda self: self._lazy.is_done("flg_rnepost", self._data.model))
    maxuse_con = property(lambda self: self._most.contacts)
    maxuse_efc = property(lambda self: self._most.rows)

    # ---------------------------------------------------------------- fields

    def __getattr__(self, name: str) -> Any:
        if name in DERIVED:
            value = DERIVED[name](self._data)
            if isinstance(value, np.ndarray):
                # a copy: what is written into it would be lost in silence
                value.flags.writeable = False
            return value
        if name in OF_MUJOCO_3:
            return nothing_of_flexes(name, self._data.model, OF_MUJOCO_3[name])
        if name in FIELDS:
            raise missing(f"MjData.{name}")
        raise AttributeError(f"'mujoco._structs.MjData' object has no attribute '{name}'")

    def __setattr__(self, name: str, value: Any) -> None:
        own = OWN_FIELDS.get(name)
        if own is None:
            if name in DERIVED:
                raise AttributeError(f"MjData.{name} cannot be set: corten computes it from other fields")
            raise AttributeError(f"'mujoco._structs.MjData' object has no attribute '{name}'")
        if DATA.fields[own].shape:
            getattr(self, name)[...] = value
        else:
            self._data._views[own][...] = value

    @property
    def _address(self) -> int:
        return self._data._address

    # ---------------------------------------------------------------- copies

    def __copy__(self) -> "MjData":
        return MjData._over(self.model, self._data.copy())

    def __deepcopy__(self, memo: Any) -> "MjData":
        model = self.model.__copy__()
        return MjData._over(model, self._data._copy_for(model._model))

    def __reduce__(self) -> Any:
        return MjData._over, (self.model, self._data)

    def __repr__(self) -> str:
        return f"<mujoco._structs.MjData over {self._data!r}>"


def _mass_by_paths(data: corten.Data) -> np.ndarray:
    """Return the mass matrix with the entries of each dof and of those above it one after the other."""
    found = np.zeros(data.model.nM)
    found[map_to_legacy(data.model)] = data.M
    found.flags.writeable = False
    return found


def _scalar(own: str) -> property:
    def read(self: MjData) -> Any:
        return self._data._views[own].item()

    def write(self: MjData, value: Any) -> None:
        self._data._views[own][...] = value

    return property(read, write, doc=DATA.fields[own].meaning)


def _rows(own: str) -> property:
    """Return what gives the rows in use of an array that grows."""
    counter = DATA.sizes[DATA.fields[own].shape[0]].counted_by  # pyright: ignore[reportArgumentType]

    def read(self: MjData) -> np.ndarray:
        return self._data._views[own][: self._data._views[counter].item()]

    return property(read, doc=DATA.fields[own].meaning)


def _jacobian(name: str) -> property:
    """Return what gives a part of the constraint Jacobian; a dense one is put together, and is a copy."""
    sparse = (_scalar if name == "nJ" else _rows)(OWN_FIELDS[name]).fget
    assert sparse is not None

    def read(self: MjData) -> Any:
        data = self._data
        if is_sparse(data.model):
            return sparse(self)
        nefc, nv = data.nefc, data.nv
        parts: dict[str, Callable[[], Any]] = {
            "nJ": lambda: nefc * nv,
            "efc_J": lambda: data.efc_J.ravel(),
            "efc_J_rownnz": lambda: np.full(nefc, nv, np.int32),
            "efc_J_rowadr": lambda: np.arange(0, nefc * nv, max(nv, 1), dtype=np.int32),
            "efc_J_colind": lambda: np.tile(np.arange(nv, dtype=np.int32), nefc),
        }
        return parts[name]()

    return property(read, doc=DATA.fields[OWN_FIELDS[name]].meaning)


for _name in (*FIELDS, *OF_MUJOCO_3, "qM", "contact"):
    if _name not in MjData.__dict__:
        setattr(MjData, _name, Lazy(_name))
for _name, _own in OWN_FIELDS.items():
    if _name in JACOBIAN:
        setattr(MjData, _name, _jacobian(_name))
    elif not DATA.fields[_own].shape:
        setattr(MjData, _name, _scalar(_own))
    elif _own in DATA.growing:
        setattr(MjData, _name, _rows(_own))

MjData.__module__ = "corten.compat.mujoco._structs"
CLASSES["MjData"] = MjData
add_views(MjData, "Data")
add_binding(MjData)
