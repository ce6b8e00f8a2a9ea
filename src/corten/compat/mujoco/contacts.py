"""Contacts, warnings, timers and statistics of the solver: what MjData has as rows of structs."""

import operator
from collections.abc import Iterator
from typing import Any

import numpy as np

import corten
from corten.compat.mujoco.arguments import NAMES
from corten.compat.mujoco.struct import Row, Struct, StructList, struct
from corten.enums import ConstraintState

MjContact = struct("MjContact", __copy__=lambda contact: _copied(contact))
MjWarningStat = struct("MjWarningStat")
MjTimerStat = struct("MjTimerStat")
MjSolverStat = struct("MjSolverStat")

NWARNING = NAMES["enums"]["mjtWarning"]["mjNWARNING"]

# arrays of the flexes of contacts are only there where a model has some
OF_FLEXES = ("flex", "elem", "vert")


class ContactRow:
    """The place of one contact in the arrays of its data."""

    __slots__ = ("_data", "_number")

    def __init__(self, data: corten.Data, number: int):
        object.__setattr__(self, "_data", data)
        object.__setattr__(self, "_number", number)

    def __getattr__(self, name: str) -> Any:
        value = contact_column(self._data, name)[self._number]
        return value if value.ndim else value.item()

    def __setattr__(self, name: str, value: Any) -> None:
        contact_column(self._data, name)[self._number] = value


class ContactOfData(MjContact):
    """A contact whose fields are rows of arrays of its data: what loops over contacts read, without detours."""

    __slots__ = ("_data", "_number")

    def __init__(self, data: corten.Data, number: int):
        self._data, self._number = data, number

    @property
    def _store(self) -> ContactRow:
        return ContactRow(self._data, self._number)

    def __copy__(self) -> Struct:
        return _copied(self)

    def __reduce__(self) -> Any:
        return _copied(self).__reduce__()


def _stored(name: str) -> property:
    """Return what reads and writes a field of a contact where its data has it."""
    key, write = f"contact_{name}", MjContact.__dict__[name].fset

    def read_array(contact: ContactOfData) -> np.ndarray:
        return contact._data._views[key][contact._number]

    def read_number(contact: ContactOfData) -> Any:
        return contact._data._views[key].item(contact._number)

    return property(read_array if isinstance(MjContact._fields[name], list) else read_number, write)


def _geom(side: int) -> property:
    """Return what reads and writes the first or the second geom of a contact."""

    def read(contact: ContactOfData) -> int:
        return contact._data._views["contact_geom"].item(contact._number, side)

    return property(read, MjContact.__dict__[f"geom{side + 1}"].fset)


for _name in MjContact._fields:
    if _name in ("geom1", "geom2"):
        setattr(ContactOfData, _name, _geom(int(_name[-1]) - 1))
    elif _name not in ("H", *OF_FLEXES):
        setattr(ContactOfData, _name, _stored(_name))
ContactOfData.__name__ = ContactOfData.__qualname__ = MjContact.__name__


def contact_column(data: corten.Data, name: str) -> np.ndarray:
    """Return an attribute of all contacts: a view that can be written."""
    if name in ("geom1", "geom2"):
        return contact_column(data, "geom")[:, int(name[-1]) - 1]
    if name == "H":
        return cone_hessians(data)
    if name in OF_FLEXES and not data.model.nflex:
        return getattr(data.contact, name)
    return data._views[f"contact_{name}"][: data.ncon]


def cone_hessians(data: corten.Data) -> np.ndarray:
    """Return for each contact the Hessian of its cost by the residuals of its rows: a copy, 6 x 6 as a row of 36.

    It is not zero where the force slides on an elliptic cone. With N and T the normal and tangential lengths of the
    residuals scaled by mu and friction, the cost is Dm (N - mu T)^2 / 2.
    """
    found = np.zeros((data.ncon, 36))
    sliding = data.efc_state[: data.nefc] == ConstraintState.CONE
    if not np.any(sliding):
        return found
    residual = data.efc_J @ data.qacc - data.efc_aref
    for number in range(data.ncon):
        row, dim = int(data._views["contact_efc_address"][number]), int(data._views["contact_dim"][number])
        if row < 0 or not sliding[row]:
            continue
        mu = float(data._views["contact_mu"][number])
        scale = np.array([mu, *data._views["contact_friction"][number][: dim - 1]])
        u = residual[row : row + dim] * scale
        normal, tangential = u[0], np.linalg.norm(u[1:])
        hessian = np.outer(u, u) * mu * normal / tangential**3
        hessian[0, :] = hessian[:, 0] = -mu * u / tangential
        hessian[0, 0] = 1.0
        hessian[np.arange(1, dim), np.arange(1, dim)] += mu * mu - mu * normal / tangential
        strength = float(data.efc_D[row]) / (mu * mu * (1 + mu * mu))
        found[number, : dim * dim] = (strength * hessian * np.outer(scale, scale)).ravel()
    return found


class _MjContactList:
    """The contacts of a data: as a list of MjContact, or as arrays over all of them."""

    __slots__ = ("_data", "_numbers")
    __hash__ = None  # pyright: ignore[reportAssignmentType]

    def __init__(self, data: corten.Data, numbers: range | None = None):
        self._data, self._numbers = data, numbers

    def _range(self) -> range:
        return range(self._data.ncon) if self._numbers is None else self._numbers

    def __len__(self) -> int:
        return len(self._range())

    def __getitem__(self, key: Any) -> Any:
        # what loops ask for, first
        if type(key) is int and key >= 0 and self._numbers is None and key < self._data._views["ncon"].item():
            return ContactOfData(self._data, key)
        if isinstance(key, slice):
            return _MjContactList(self._data, self._range()[key])
        numbers = self._range()
        try:
            number = numbers[operator.index(key)]
        except IndexError:
            raise IndexError(f"contact {key} does not exist; there are {len(numbers)}") from None
        return ContactOfData(self._data, number)

    def __iter__(self) -> Iterator[Struct]:
        data = self._data
        for number in self._range():
            yield ContactOfData(data, number)

    def __getattr__(self, name: str) -> np.ndarray:
        raise AttributeError(f"'_MjContactList' object has no attribute '{name}'")

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, _MjContactList):
            return NotImplemented
        names = [name for name in MjContact._fields if name != "H"]
        return len(self) == len(other) and all(np.array_equal(getattr(self, n), getattr(other, n)) for n in names)

    def __copy__(self) -> list[Struct]:
        return [_copied(contact) for contact in self]

    def __deepcopy__(self, memo: Any) -> list[Struct]:
        return self.__copy__()

    def __reduce__(self) -> Any:
        return list, (self.__copy__(),)

    def __repr__(self) -> str:
        return f"<_MjContactList of {len(self)}>"


def _column(name: str) -> property:
    """Return what reads and writes a field of all contacts of a list."""
    key = None if name in ("H", "geom1", "geom2", *OF_FLEXES) else f"contact_{name}"

    def read(contacts: _MjContactList) -> np.ndarray:
        data, numbers = contacts._data, contacts._numbers
        if key is not None and numbers is None:
            return data._views[key][: data._views["ncon"].item()]
        numbers = contacts._range()
        return contact_column(data, name)[numbers.start : numbers.stop : numbers.step]

    def write(contacts: _MjContactList, value: Any) -> None:
        read(contacts)[...] = value

    return property(read, write)


for _name in MjContact._fields:
    setattr(_MjContactList, _name, _column(_name))


def _copied(contact: Struct) -> Struct:
    """Return a contact with memory of its own."""
    clone = MjContact()
    for name in MjContact._fields:
        if name not in ("geom1", "geom2"):
            setattr(
                clone,
                name,
                np.copy(getattr(contact, name))
                if isinstance(MjContact._fields[name], list)
                else getattr(contact, name),
            )
    clone.geom1, clone.geom2 = contact.geom1, contact.geom2
    return clone


def warning_list(data: corten.Data) -> StructList:
    """Return the warnings of a data."""
    arrays = {"number": data._views["warning_number"], "lastinfo": data._views["warning_info"]}
    return StructList(MjWarningStat, [Row(arrays, i) for i in range(NWARNING)])


def timer_list(arrays: dict[str, np.ndarray]) -> StructList:
    """Return the timers of a data."""
    return StructList(MjTimerStat, [Row(arrays, i) for i in range(len(arrays["number"]))])


def solver_list(data: corten.Data) -> StructList:
    """Return the statistics of the iterations of the solver, island after island."""
    known = [name for name in MjSolverStat._fields if f"solver_{name}" in data._views]
    arrays = {name: data._views[f"solver_{name}"].reshape(-1) for name in known}
    return StructList(MjSolverStat, [Row(arrays, i) for i in range(len(arrays["improvement"]))])
