"""Data: the state of a simulation, everything derived from it, and the work space of the stages."""

import copy
import weakref
from collections.abc import Callable
from difflib import get_close_matches
from typing import Any

import numpy as np

from corten.compat import equivalents
from corten.constants import NISLAND, NITERATION
from corten.data.contacts import Contacts
from corten.data.dense_mass import mass_matrix
from corten.data.fields import DATA, ROOMS
from corten.data.pair import exclusive
from corten.data.reset import reset
from corten.data.scratch import declared_requests
from corten.data.typed import DataFields
from corten.model.fields import MODEL
from corten.model.model import Model
from corten.model.named import add_named_views
from corten.runtime.plan import Plan
from corten.runtime.scratch import scratch_fields
from corten.runtime.storage import PackedState, ScratchView, Storage
from corten.runtime.thread_lock import ThreadLock


class Data(DataFields, Storage):
    """State, results and work space for one Model. State and inputs are written in place."""

    layout = DATA

    model: Model

    # held by the thread that computes with this Data
    _thread_lock: ThreadLock

    # native functions that run plans once on this Data, and their plans, by kind
    _runs: "dict[str, Callable[[Model], int]]"
    _bound_plans: dict[str, Plan]

    # another Model that this Data was used with last, and fits
    _fitting: weakref.ref[Model]

    def __init__(self, model: Model, diagnostics: bool = False):
        super().__init__(model.sizes() | _rooms(model, diagnostics), model.layout.precision)
        self._begin(model)
        reset(model, self)
        self.noise_seed = model.opt_sensor_noise_seed
        self.seal()

    def _begin(self, model: Model) -> None:
        """Set what there is besides memory."""
        self.__dict__["model"], self.__dict__["_thread_lock"] = model, ThreadLock()
        self.__dict__["_fitting"], self.__dict__["_runs"] = weakref.ref(model), {}
        self.__dict__["_bound_plans"] = {}
        # where the model finds objects by name, and their rows
        self.__dict__.update(_ids=model._ids, _names=model._names, _spans=model._spans)

    # ---------------------------------------------------------------- dense forms of what is stored sparse

    def qM_dense(self) -> np.ndarray:
        """Return the mass matrix, shape (nv, nv)."""
        return mass_matrix(self.model, self)

    @property
    def actuator_moment(self) -> np.ndarray:
        """Moment arms of the actuators, shape (nout, nv)."""
        dense = np.zeros((self.nout, self.nv))
        rows = np.repeat(np.arange(self.nout), self.moment_rownnz)
        dense[rows, self.moment_colind[: len(rows)]] = self.moment[: len(rows)]
        return dense

    @property
    def ten_J(self) -> np.ndarray:
        """Tendon Jacobian, shape (ntendon, nv)."""
        dense = np.zeros((self.ntendon, self.nv))
        rows = np.repeat(np.arange(self.ntendon), self.model.ten_J_rownnz)
        dense[rows, self.model.ten_J_colind[: len(rows)]] = self.ten_J_value[: len(rows)]
        return dense

    @property
    def efc_J(self) -> np.ndarray:
        """Constraint Jacobian, shape (nefc, nv)."""
        dense = np.zeros((self.nefc, self.nv))
        rows = np.repeat(np.arange(self.nefc), self.efc_J_rownnz)
        dense[rows, self.efc_J_colind[: len(rows)]] = self.efc_J_values[: len(rows)]
        return dense

    @property
    def converged(self) -> bool:
        """Whether the last solve met the solver's tolerance in all islands; without constraints there is none to meet.

        It is missed where the iterations were used up, or where a step gained nothing.
        """
        return not self.island_missed[: self.nisland].any()

    @property
    def contact(self) -> Contacts:
        """The contacts: `contact[0].frame` of one, `contact.frame` of all; a record array for NumPy."""
        return Contacts(self)

    @property
    def work(self) -> ScratchView:
        """The work space of stages, which no other code reads: for tests and debuggers."""
        return ScratchView(self)

    # ---------------------------------------------------------------- names, copies

    def copy(self) -> "Data":
        """Return an independent copy for the same Model."""
        return self._copy_for(self.model)

    def _copy_for(self, model: Model) -> "Data":
        """Return an independent copy for a Model of the same sizes."""
        twin = Data.__new__(Data)
        twin._take_copies(self)
        twin._begin(model)
        twin._close()
        return twin

    def __copy__(self) -> "Data":
        return self.copy()

    def __deepcopy__(self, memo: Any) -> "Data":
        return self._copy_for(copy.deepcopy(self.model, memo))

    def __reduce__(self) -> Any:
        return _rebuild, (self.model, self.__getstate__())

    def _missing(self, name: str) -> str:
        return missing_field("Data", name)

    def _repr_html_(self) -> str:
        """Return a picture and a table for notebooks."""
        from corten.render.notebook import data_html

        return data_html(self)

    def __repr__(self) -> str:
        return f"<corten.Data: time {self.time:g} s, {self.nv} dofs>"


add_named_views(Data, DATA)


# ---------------------------------------------------------------- results that are computed for those who look at them


REQUESTED = {name: declared for declared in declared_requests() for name in declared.fields}


def request(data: Data, name: str) -> None:
    """Compute a field if the last step left it out, and let steps compute it from now on."""
    declared, views = REQUESTED[name], data.__dict__["_views"]
    if views[declared.missing]:
        with exclusive(data.model, data):
            while declared.stage(data.model, data):
                data.make_room()
    views[declared.wanted][()] = 1


def request_all(data: Data) -> None:
    """Let steps compute all that they would leave out."""
    for declared in REQUESTED.values():
        data.__dict__["_views"][declared.wanted][()] = 1


def _requested_property(name: str) -> property:
    # what grows, and numbers, are properties already; other arrays are attributes of each Data
    plain: property | None = getattr(Data, name, None)

    def read(data: Data) -> Any:
        request(data, name)
        return plain.__get__(data) if plain else data._show_array(name)

    return property(read, doc=DATA.fields[name].meaning)


for _name in REQUESTED:
    setattr(Data, _name, _requested_property(_name))


def _rooms(model: Model, diagnostics: bool) -> dict[str, int]:
    """Return the sizes of Data alone: where capacities begin, and what only some models, or some users, need."""
    rooms = {room.name: room.count(model) for room in ROOMS}
    return rooms | ({"nstatisland": NISLAND, "nstatiter": NITERATION} if diagnostics else {})


def _rebuild(model: Model, state: PackedState) -> Data:
    state.check(DATA.at(model.layout.precision))
    sizes = state.sizes
    data = Data(model, diagnostics=sizes["nstatiter"] > 0)
    data.grow(**{name: sizes[name] for name, size in DATA.sizes.items() if size.counted_by})
    if data.sizes() != sizes:
        raise ValueError("this pickled Data belongs to another model: their sizes differ")
    data.take_state(state)
    return data


# ---------------------------------------------------------------- names that are no fields

_SCRATCH = scratch_fields(DATA)


def missing_field(owner: str, name: str) -> str:
    """Return the message that a Model or Data has no attribute of a name, and what is meant."""
    message = f"{owner!r} object has no attribute {name!r}"
    if name.startswith("_"):
        return message
    if name in _SCRATCH:
        return f"{message}; it is work space of {_SCRATCH[name].owner}: data.work.{name}"
    here, there = (MODEL, DATA) if owner == "Model" else (DATA, MODEL)
    if name in there.fields or name in there.sizes:
        place = f"data.{name}" if owner == "Model" else f"model.{name} (data.model is the Model)"
        return f"{message}; {place} is meant"
    near = get_close_matches(name, [*(here.fields.keys() - _SCRATCH.keys()), *here.sizes], 1, 0.75)
    # the last line of a table fits every name
    table = getattr(equivalents, owner.upper())
    words = equivalents.find(name, table)
    if words != equivalents.table(table)["*"]:
        return message + equivalents.lead(words)
    return f"{message}; {near[0]!r} is the nearest" if near else message
