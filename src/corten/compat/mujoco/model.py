"""MjModel: a corten Model under the names of MuJoCo's bindings."""

import os
from collections.abc import Iterator, Mapping
from typing import Any, Self

import numpy as np

import corten
from corten.compat.mujoco.arguments import CLASSES, NAMES, Lazy, missing
from corten.compat.mujoco.lookups import NameTable
from corten.compat.mujoco.options import MjOption, MjStatistic, MjVisual, assign
from corten.compat.mujoco.views import add_binding, add_views
from corten.enums import EqualityType, JacobianType
from corten.runtime.entry_table import MEMORY
from corten.spec import Spec

FIELDS: dict[str, list[Any]] = NAMES["model"]

# fields of names and texts, which are put together when they are asked for
TABLES = ("names", "nnames", "ntextdata", "text_adr", "text_size", "text_data")

# fields of MuJoCo 3 that packages still ask every model for; a model without flexes has none of their numbers
OF_MUJOCO_3 = {
    "flex_vertedge": ("i4", (0, 2)),
    "flex_vertedgeadr": ("i4", (0,)),
    "flex_vertedgenum": ("i4", (0,)),
    "flex_vertmetric": ("f8", (0, 4)),
    "flexvert_J_colind": ("i4", (0, 2)),
    "flexvert_J_rowadr": ("i4", (0, 2)),
    "flexvert_J_rownnz": ("i4", (0, 2)),
}

# fields that no model of corten has: asking for them again takes long, since the error says what is meant
_ABSENT: set[str] = set()

# fields that are told from other fields, and the arena that corten does not have
DERIVED = {
    "flg_gravcomp": lambda model: bool(model.ngravcomp),
    "flg_surfacevel": lambda model: bool(np.any(model.geom_surfacevel)),
    "mapM2M": lambda model: map_to_legacy(model),
    "signature": lambda model: int(model.choices_signature),
    "njmax": lambda model: -1,
    "nconmax": lambda model: -1,
    "nemax": lambda model: sum(EQUALITY_ROWS.get(int(kind), 1) for kind in model.eq_type),
    "npolygonmax": lambda model: int(max(model.mesh_polyvertnum, default=0)),
    "nmeshdegmax": lambda model: int(max(model.mesh_polymapnum, default=0)),
    "narena": lambda model: 0,
    "nbuffer": lambda model: model.nbytes(),
}

# most rows that equality constraints may have, by type; others have one
EQUALITY_ROWS = {int(EqualityType.CONNECT): 3, int(EqualityType.WELD): 7}


class MjModel:
    """A compiled model. Arrays are views of what the engine computes with; its sizes cannot change."""

    _model: corten.Model
    _spec: Spec | None
    opt: Any
    stat: Any
    vis: Any

    def __init__(self) -> None:
        raise TypeError("mujoco._structs.MjModel: No constructor defined!")

    # ---------------------------------------------------------------- where models come from

    @classmethod
    def from_xml_path(cls, filename: Any, assets: Mapping[str, bytes] | None = None, vfs: Any = None) -> Self:
        """Load a model from a file; what it names is looked up among the assets first."""
        path = os.fspath(filename)
        assets = _files_of(assets, vfs)
        if not assets:
            return cls._compiled(Spec.from_file(path))
        found = assets.get(path)
        text = found if found is not None else _read_text(path)
        return cls.from_xml_string(_decoded(text), assets, base_dir=os.path.dirname(os.path.abspath(path)))

    @classmethod
    def from_xml_string(
        cls, xml: str | bytes, assets: Mapping[str, bytes] | None = None, vfs: Any = None, *, base_dir: Any = None
    ) -> Self:
        """Load a model from text; files that it names are looked up among the assets, then in the working folder."""
        assets = _files_of(assets, vfs)
        assets = check_assets(assets)
        return cls._compiled(Spec.from_string(_decoded(xml), assets, base_dir=base_dir or os.getcwd()))

    @staticmethod
    def from_binary_path(filename: Any, assets: Mapping[str, bytes] | None = None, vfs: Any = None) -> "MjModel":
        """MJB files are not read: their layout is that of MuJoCo's memory."""
        raise missing("MjModel.from_binary_path (MJB files)", "load the MJCF with from_xml_path, or unpickle a model")

    @classmethod
    def _compiled(cls, spec: Spec) -> Self:
        return cls._over(spec.compile(), spec)

    @classmethod
    def _over(cls, model: corten.Model, spec: Spec | None = None) -> Self:
        """Return a model over one of corten's."""
        self = cls.__new__(cls)
        own = self.__dict__
        own["_model"], own["_spec"] = model, spec
        own[MEMORY] = np.array([model._address, model._address])
        own["opt"], own["stat"] = MjOption._over(model.opt), MjStatistic._over(model.stat)
        own["vis"] = MjVisual._over(model.vis)
        own["_views_made"] = {}
        for name, (dtype, extents) in FIELDS.items():
            if name in TABLES or name in DERIVED or name in _ABSENT:
                continue
            value = getattr(model, name, None)
            if value is None:
                _ABSENT.add(name)
            else:
                own[name] = _fitted(name, dtype, extents, value, model)
        return self

    # ---------------------------------------------------------------- fields

    def __getattr__(self, name: str) -> Any:
        if name in DERIVED:
            return DERIVED[name](self._model)
        if name in OF_MUJOCO_3:
            return nothing_of_flexes(name, self._model, OF_MUJOCO_3[name])
        if name in FIELDS and "_model" in self.__dict__:
            table = self.__dict__.get("_names")
            if table is None:
                table = self.__dict__["_names"] = NameTable(self._model)
            if name in table.values:
                return table.values[name]
            raise missing(f"MjModel.{name}")
        raise AttributeError(f"'mujoco._structs.MjModel' object has no attribute '{name}'")

    def __setattr__(self, name: str, value: Any) -> None:
        own = self.__dict__
        if name in ("opt", "stat", "vis"):
            assign(own[name], value)
        elif isinstance(own.get(name), np.ndarray) and name in FIELDS:
            own[name][...] = value
        elif name in FIELDS:
            raise AttributeError(f"MjModel.{name} cannot be set: sizes and names are those of the compiled model")
        else:
            raise AttributeError(f"'mujoco._structs.MjModel' object has no attribute '{name}'")

    @property
    def _address(self) -> int:
        return self._model._address

    @property
    def _sizes(self) -> np.ndarray:
        sizes = [value for name, value in self.__dict__.items() if isinstance(value, int) and name in FIELDS]
        return np.array(sizes, np.int64)

    # ---------------------------------------------------------------- copies

    def __copy__(self) -> "MjModel":
        return MjModel._over(self._model.copy(), self._spec)

    def __deepcopy__(self, memo: Any) -> "MjModel":
        return self.__copy__()

    def __reduce__(self) -> Any:
        return _rebuild, (self._model,)

    def __repr__(self) -> str:
        return f"<mujoco._structs.MjModel over {self._model!r}>"


def nothing_of_flexes(name: str, model: corten.Model, described: tuple[str, tuple[int, ...]]) -> np.ndarray:
    """Return an array of MuJoCo 3 that is empty without flexes."""
    if model.nflex:
        raise missing(f"field {name} of MuJoCo 3", "flexes have those of MuJoCo 4")
    return np.zeros(described[1], described[0])


def _rebuild(model: corten.Model) -> MjModel:
    return MjModel._over(model)


def _files_of(assets: Mapping[str, bytes] | None, vfs: Any) -> Mapping[str, bytes] | None:
    """Return the files that were given in one of two ways."""
    if vfs is None:
        return assets
    if assets:
        raise ValueError("assets and vfs cannot both be given")
    return vfs.files()


def _decoded(xml: str | bytes) -> str:
    return xml.decode() if isinstance(xml, bytes) else xml


def _read_text(path: str) -> str:
    try:
        with open(path, encoding="utf-8") as file:
            return file.read()
    except OSError as error:
        raise ValueError(f"Error opening file '{path}': {error.strerror}") from None


def check_assets(assets: Mapping[str, bytes] | None) -> dict[str, bytes]:
    """Return assets; refuse two of one file name, as the bindings do."""
    found: dict[str, str] = {}
    for name in assets or {}:
        base = os.path.basename(name)
        if found.setdefault(base, name) != name:
            raise ValueError(f"Repeated file name in assets dict: {base}")
    return dict(assets or {})


class EqualityRows(np.ndarray):
    """Numbers of equality constraints; rows as long as those of MuJoCo 3, which had one number less, can be written."""

    def __setitem__(self, key: Any, value: Any) -> None:
        width, given = self.shape[-1], np.shape(value)
        if self.ndim == 2 and given and given[-1] == width - 1 and not isinstance(key, tuple):
            self[key, : width - 1] = value
        else:
            super().__setitem__(key, value)


def _fitted(name: str, dtype: str, extents: list[Any], value: Any, model: corten.Model) -> Any:
    """Return a field in the shape and type that the bindings give it."""
    if not extents:
        return value
    if name == "hfield_data":
        return _elevations(model)
    if name == "eq_data":
        return value.view(EqualityRows)
    if isinstance(value, np.ndarray) and value.ndim > len(extents):
        value = (
            value.reshape(*value.shape[: len(extents) - 1], -1)
            if value.size
            else np.zeros([getattr(model, str(extents[0])), 0], value.dtype)
        )
    return value.view(dtype) if value.dtype.itemsize == 1 and value.dtype.str[1:] != dtype else value


def _elevations(model: corten.Model) -> np.ndarray:
    """Return the elevations of all height fields, one after the other."""
    known = "hfield_elevation" in model.layout.fields
    return model._views["hfield_elevation"] if known else np.zeros(model.nhfielddata, np.float32)


def map_to_legacy(model: corten.Model) -> np.ndarray:
    """Return where each entry of the mass matrix by rows stands in that by paths to the root."""
    depth = [0] * model.nv
    for dof, parent in enumerate(model.dof_parentid.tolist()):
        depth[dof] = depth[parent] + 1 if parent >= 0 else 0
    depths, rows = np.array(depth, np.int32), np.repeat(np.arange(model.nv), model.M_rownnz)
    return (model.dof_Madr[rows] + depths[rows] - depths[model.M_colind]).astype(np.int32)


def is_sparse(model: corten.Model) -> bool:
    """Tell whether MuJoCo would store the constraint Jacobian sparse."""
    choice = model.opt_jacobian
    return choice == JacobianType.SPARSE or (choice == JacobianType.AUTO and model.nv >= 60)


for _name in (*FIELDS, *OF_MUJOCO_3, "opt", "stat", "vis"):
    setattr(MjModel, _name, Lazy(_name))

MjModel.__module__ = "corten.compat.mujoco._structs"
CLASSES["MjModel"] = MjModel
add_views(MjModel, "Model")
add_binding(MjModel)


# ---------------------------------------------------------------- MjVfs: files that need not be on disk


class MjVfs:
    """Files in memory, and files of the disk under other names, for models that are loaded with `vfs=`."""

    def __init__(self) -> None:
        self._files: dict[str, bytes] | None = {}

    def files(self) -> dict[str, bytes]:
        """Return all files by name."""
        if self._files is None:
            raise RuntimeError("VFS is closed")
        return self._files

    def close(self) -> None:
        """Let go of all files; it cannot be used any more."""
        self._files = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def __setitem__(self, name: str, content: Any) -> None:
        files = self.files()
        if name in files:
            raise ValueError(f"Could not add buffer: '{name}' is there already")
        files[name] = bytes(content.encode() if isinstance(content, str) else content)

    def __getitem__(self, name: str) -> bytes:
        return self.files()[name]

    def __delitem__(self, name: str) -> None:
        if name not in self.files():
            raise KeyError(name)
        del self.files()[name]

    def __contains__(self, name: object) -> bool:
        return name in self.files()

    def __iter__(self) -> Iterator[str]:
        return iter(self.files())

    def __len__(self) -> int:
        return len(self.files())

    def add_file(self, path: Any, name: str | None = None) -> None:
        """Add a file of the disk, by its own name or another one."""
        with open(path, "rb") as file:
            self[name or os.path.basename(path)] = file.read()
