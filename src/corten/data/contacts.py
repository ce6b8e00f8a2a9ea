"""The contacts of a Data: as a list of objects, as arrays over all of them, and as records."""

import operator
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from corten.data.data import Data

RECORD = np.dtype(
    [
        ("dist", "f8"),
        ("pos", "f8", 3),
        ("frame", "f8", 9),
        ("includemargin", "f8"),
        ("friction", "f8", 5),
        ("solref", "f8", 2),
        ("solreffriction", "f8", 2),
        ("solimp", "f8", 5),
        ("adhesion", "f8"),
        ("surfacevel", "f8", 3),
        ("mu", "f8"),
        ("dim", "i4"),
        ("geom", "i4", 2),
        ("flex", "i4", 2),
        ("elem", "i4", 2),
        ("vert", "i4", 2),
        ("exclude", "i4"),
        ("geom1", "i4"),
        ("geom2", "i4"),
        ("efc_address", "i4"),
        ("normal", "f8", 3),
        ("depth", "f8"),
    ]
)

NAMES = RECORD.names or ()

# further names of what contacts have: the attribute, and its columns
PARTS: dict[str, tuple[str, Any]] = {
    "geom1": ("geom", 0),
    "geom2": ("geom", 1),
    "normal": ("frame", slice(3)),
}


class Contact:
    """One contact, where it lies in the memory of its Data: what a later step finds shows here, too."""

    __slots__ = ("_data", "_number")

    dist: float
    pos: np.ndarray
    frame: np.ndarray
    includemargin: float
    friction: np.ndarray
    solref: np.ndarray
    solreffriction: np.ndarray
    solimp: np.ndarray
    adhesion: float
    surfacevel: np.ndarray
    mu: float
    dim: int
    geom: np.ndarray
    flex: np.ndarray
    elem: np.ndarray
    vert: np.ndarray
    exclude: int
    efc_address: int
    geom1: int
    geom2: int
    normal: np.ndarray
    depth: float

    def __init__(self, data: "Data", number: int):
        self._data, self._number = data, number

    def __getitem__(self, name: str) -> Any:
        if name not in NAMES:
            raise KeyError(f"a contact has no {name!r}; it has {', '.join(NAMES)}")
        return getattr(self, name)

    def __reduce__(self) -> Any:
        return operator.itemgetter(self._number), (contact_records(self._data),)

    def __repr__(self) -> str:
        first, second = _side_name(self, 0), _side_name(self, 1)
        return f"<contact {self._number} of {first} and {second}: distance {self.dist:g} m>"


class Contacts:
    """The contacts of a Data, as a list; `contacts.frame` and `contacts["frame"]`, shape (ncon, 9), are views.

    For NumPy they are a record array with a field for each attribute of a contact: a copy, which any other key and any
    method of arrays is applied to.
    """

    __slots__ = ("_data",)

    dist: np.ndarray
    pos: np.ndarray
    frame: np.ndarray
    includemargin: np.ndarray
    friction: np.ndarray
    solref: np.ndarray
    solreffriction: np.ndarray
    solimp: np.ndarray
    adhesion: np.ndarray
    surfacevel: np.ndarray
    mu: np.ndarray
    dim: np.ndarray
    geom: np.ndarray
    flex: np.ndarray
    elem: np.ndarray
    vert: np.ndarray
    exclude: np.ndarray
    efc_address: np.ndarray
    geom1: np.ndarray
    geom2: np.ndarray
    normal: np.ndarray
    depth: np.ndarray

    def __init__(self, data: "Data"):
        self._data = data

    def __len__(self) -> int:
        return self._data.ncon

    def __getitem__(self, key: Any) -> Any:
        if key.__class__ is not int:
            if isinstance(key, str):
                return getattr(self, key) if key in NAMES else contact_records(self._data)[key]
            if not hasattr(key, "__index__") or isinstance(key, np.ndarray):
                return contact_records(self._data)[key]
            key = operator.index(key)
        data = self._data
        count = data.ncon
        if not -count <= key < count:
            raise IndexError(f"contact {key} does not exist; there are {count}")
        return Contact(data, key if key >= 0 else key + count)

    def __iter__(self) -> Iterator[Contact]:
        return (Contact(self._data, number) for number in range(len(self)))

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray:
        if copy is False:
            raise ValueError("contacts lie in several arrays: as one array they are a copy")
        return np.asarray(contact_records(self._data), dtype)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(f"contacts have no attribute {name!r}")
        return getattr(contact_records(self._data), name)

    def __dir__(self) -> list[str]:
        return [*NAMES, *dir(np.ndarray)]

    def __reduce__(self) -> Any:
        return np.asarray, (contact_records(self._data),)

    def __repr__(self) -> str:
        return f"<{len(self)} contacts>"


def contact_records(data: "Data") -> np.recarray:
    """Return a copy of the contacts of a Data as a record array of length ncon."""
    contacts = Contacts(data)
    records = np.empty(len(contacts), RECORD)
    for name in NAMES:
        records[name] = getattr(contacts, name)
    return records.view(np.recarray)


def _side_name(contact: Contact, side: int) -> str:
    """Return what a contact has on one side, in words."""
    if contact.geom[side] >= 0:
        return f"geom {contact.geom[side]}"
    part = f"element {contact.elem[side]}" if contact.elem[side] >= 0 else f"vertex {contact.vert[side]}"
    return f"{part} of flex {contact.flex[side]}"


# ---------------------------------------------------------------- where the attributes come from

# what only models with flexes keep
OF_FLEXES = ("flex", "elem", "vert")


def _read_all(name: str) -> Callable[[Contacts], np.ndarray]:
    """Return what reads an attribute of all contacts."""
    if name == "depth":
        return lambda contacts: -contacts._data.contact_dist
    if name in PARTS:
        whole, columns = PARTS[name]
        return lambda contacts: getattr(contacts, whole)[:, columns]
    field = f"contact_{name}"
    if name in OF_FLEXES:
        return lambda contacts: _rows_of_flexes(contacts._data, field)
    return lambda contacts: getattr(contacts._data, field)


def _read_one(name: str) -> Callable[[Contact], Any]:
    """Return what reads an attribute of one contact: a number, or a view of a row."""
    if name == "depth":
        return lambda contact: -contact.dist
    if name in PARTS:
        whole, columns = PARTS[name]
        return lambda contact: getattr(contact, whole)[columns]
    field = f"contact_{name}"
    if name in OF_FLEXES:
        return lambda contact: _rows_of_flexes(contact._data, field)[contact._number]

    def read_number(contact: Contact) -> float | int:
        try:
            return getattr(contact._data, field).item(contact._number)
        except IndexError:
            raise _gone(contact) from None

    def read_row(contact: Contact) -> np.ndarray:
        try:
            return getattr(contact._data, field)[contact._number]
        except IndexError:
            raise _gone(contact) from None

    return read_row if RECORD[name].shape else read_number


def _rows_of_flexes(data: "Data", field: str) -> np.ndarray:
    """Return what contacts have of flexes: -1 throughout where there are none."""
    if data.model.nflex:
        return getattr(data, field)
    nothing = np.full((data.ncon, 2), -1, np.int32)
    nothing.flags.writeable = False
    return nothing


def _gone(contact: Contact) -> IndexError:
    """Return the error, to be raised, of a contact that a later step did not find."""
    return IndexError(f"contact {contact._number} is gone; there are {contact._data.ncon} now")


for _name in NAMES:
    setattr(Contacts, _name, property(_read_all(_name)))
    setattr(Contact, _name, property(_read_one(_name)))
