"""Names, versions, defaults and files: functions that ask a model for what it is called, or write it down."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

import corten
from corten.compat.mujoco._errors import FatalError
from corten.compat.mujoco.arguments import NAMES, bound, missing
from corten.compat.mujoco.options import MjOption, assign
from corten.compat.mujoco.struct import struct
from corten.enums import ObjectType
from corten.mjcf.include import read_model
from corten.mjcf.reader import Node
from corten.mjcf.source import Sources, open_file

MjLROpt = struct("MjLROpt")

# [1/s^2, ...]: numbers of a new MjLROpt are zero, these are MuJoCo's defaults
LR_DEFAULTS = {
    "mode": 1, "useexisting": 1, "uselimit": 0, "accel": 20.0, "maxforce": 0.0, "timeconst": 1.0, "timestep": 0.01,
    "inttotal": 10.0, "interval": 2.0, "tolrange": 0.05,
}  # fmt: skip


@bound
def mj_name2id(m: Any, type: int, name: str) -> int:
    """Return the number of an object by its name, -1 if there is none."""
    if not name or type not in KINDS:
        return -1
    return m._model._ids[KINDS[type]].get(name, -1)


@bound
def mj_id2name(m: Any, type: int, id: int) -> str | None:
    """Return the name of an object, None if it has none or does not exist."""
    if type not in KINDS:
        return None
    names = names_of(m._model, KINDS[type])
    return names[id] or None if 0 <= id < len(names) else None


# mjtObj by the words of MJCF
WORDS = {
    "body": "BODY", "xbody": "XBODY", "joint": "JOINT", "dof": "DOF", "geom": "GEOM", "site": "SITE",
    "camera": "CAMERA", "light": "LIGHT", "flex": "FLEX", "mesh": "MESH", "skin": "SKIN", "hfield": "HFIELD",
    "texture": "TEXTURE", "material": "MATERIAL", "pair": "PAIR", "exclude": "EXCLUDE", "equality": "EQUALITY",
    "tendon": "TENDON", "actuator": "ACTUATOR", "sensor": "SENSOR", "numeric": "NUMERIC", "text": "TEXT",
    "tuple": "TUPLE", "key": "KEY", "plugin": "PLUGIN", "frame": "FRAME",
}  # fmt: skip
TYPES = {word: int(ObjectType[name]) for word, name in WORDS.items()}
OF_TYPES = {number: word for word, number in reversed(TYPES.items())}


@bound
def mju_str2Type(str: str) -> int:
    """Return the mjtObj of a word of MJCF, 0 for none."""
    return TYPES.get(str, 0)


@bound
def mju_type2Str(type: int) -> str | None:
    """Return the word of an mjtObj, None for none."""
    return OF_TYPES.get(type)


@bound
def mj_versionString() -> str:
    """Return the version of MuJoCo that this stands in for."""
    return NAMES["version"]


@bound
def mj_version() -> int:
    """Return the version of MuJoCo that this stands in for, as a number."""
    return NAMES["constants"]["mjVERSION_HEADER"]


@bound
def mj_defaultOption(opt: Any) -> None:
    """Set options to their defaults."""
    assign(opt, MjOption())


@bound
def mj_defaultLROpt(opt: Any) -> None:
    """Set options of length ranges to their defaults."""
    for name, value in LR_DEFAULTS.items():
        setattr(opt, name, value)


@bound
def mj_defaultVisual(vis: Any) -> None:
    """Set what pictures are made with to its defaults."""
    assign(vis, corten.Model.empty().vis)


@bound
def mj_defaultSolRefImp(solref: np.ndarray | None, solimp: np.ndarray | None) -> None:
    """Write the default parameters of constraint solvers."""
    if solref is not None:
        solref[:] = SOLREF
    if solimp is not None:
        solimp[:] = SOLIMP


# the default parameters: arrays, which are copied quicker than tuples
SOLREF, SOLIMP = np.array([0.02, 1.0]), np.array([0.9, 0.95, 0.001, 0.5, 2.0])


@bound
def mj_saveLastXML(filename: str, m: Any) -> None:
    """Write the MJCF that a model was compiled from; numbers that were changed in the model do not follow."""
    if m._spec is None:
        raise FatalError("mj_saveLastXML: this model was copied or unpickled; it does not know its MJCF")
    Path(filename).write_text(m._spec.to_xml(), encoding="utf-8")


@bound
def mj_saveModel(m: Any, filename: str | None, buffer: np.ndarray | None) -> None:
    """MJB files are not written: their layout is that of MuJoCo's memory."""
    raise missing("mj_saveModel (MJB files)", "pickle keeps a model; mj_saveLastXML writes MJCF")


@bound
def mj_sizeModel(m: Any) -> int:
    """Return the number of bytes of a model."""
    return m._model.nbytes()


@bound
def mj_getCacheSize(cache: Any) -> int:
    """There is no cache of assets between models: its size is zero."""
    return 0


@bound
def mj_getCacheCapacity(cache: Any) -> int:
    """There is no cache of assets between models: its capacity is zero."""
    return 0


@bound
def mj_getCache() -> None:
    """There is no cache of assets between models."""
    return


@bound
def mj_clearCache(cache: Any) -> None:
    """There is no cache of assets between models."""


@bound
def mju_threadpool(d: Any, nthread: int) -> None:
    """Accept a number of threads; a single simulation of corten runs on one."""


@bound
def mju_warningText(warning: int, info: int) -> str:
    """Return what a warning means."""
    found = WARNING_TEXTS.get(warning)
    return f"{found[0]}{info}{found[1]}" if found else "Unknown warning type."


_BAD, _UNSTABLE = "Nan, Inf or huge value in", ". The simulation is unstable."

# what stands before and behind the number that a warning comes with
WARNING_TEXTS = {
    NAMES["enums"]["mjtWarning"][name]: words
    for name, words in {
        "mjWARN_INERTIA": ("Inertia matrix is too close to singular at DOF ", ". Check model."),
        "mjWARN_CONTACTFULL": (
            "Too many contacts. The arena memory is full, increase arena memory allocation.(ncon = ",
            ")",
        ),
        "mjWARN_CNSTRFULL": ("Insufficient arena memory for the number of constraints generated. (nefc = ", ")"),
        "mjWARN_BADQPOS": (f"{_BAD} QPOS at DOF ", _UNSTABLE),
        "mjWARN_BADQVEL": (f"{_BAD} QVEL at DOF ", _UNSTABLE),
        "mjWARN_BADQACC": (f"{_BAD} QACC at DOF ", _UNSTABLE),
        "mjWARN_BADCTRL": (f"{_BAD} CTRL at ACTUATOR ", _UNSTABLE),
    }.items()
}


@bound
def mju_writeNumBytes(nbytes: int) -> str:
    """Return a number of bytes in the largest unit that divides it."""
    for i, unit in enumerate("EPTGMK"):
        size = 1 << 10 * (6 - i)
        if nbytes and nbytes % size == 0:
            return f"{nbytes // size}{unit}"
    return str(nbytes)


@bound
def mj_loadPluginLibrary(path: str) -> None:
    """Libraries of plugins are made for MuJoCo's memory."""
    raise missing("mj_loadPluginLibrary", "corten has MuJoCo's bundled plugins, and corten.register for those of users")


@bound
def mj_loadAllPluginLibraries(directory: str) -> None:
    """Libraries of plugins are made for MuJoCo's memory: a folder without any is all that can be loaded."""
    if any(each.suffix in (".so", ".dylib", ".dll") for each in Path(directory).glob("*")):
        raise missing("mj_loadAllPluginLibraries of a folder with libraries", "corten has MuJoCo's bundled plugins")


@bound
def mj_setCacheCapacity(cache: Any, size: int) -> int:
    """There is no cache of assets between models: its capacity stays zero."""
    return 0


@bound
def mj_embedAssets(m: Any) -> Any:
    """Return a copy of a model; corten keeps all assets in it."""
    return m.__copy__()


@bound
def mju_getXMLDependencies(filename: str) -> list[str]:
    """Return a model's file and all files that it needs: what it includes, models, meshes, textures and others."""
    try:
        return sorted(_dependencies(os.path.normpath(filename)))
    except OSError:
        raise FatalError(f"Could not open '{filename}'") from None


def _dependencies(path: str) -> set[str]:
    text = open_file(path)
    folder = os.path.dirname(path)
    nodes = list(_all_nodes(read_model(text, Sources(text.folder).beside(text))))
    compiler = {name: value for node in nodes if node.tag == "compiler" for name, value in node.attributes.items()}
    found = {path} | {os.path.normpath(os.path.join(folder, _below(node.place.file, text.folder))) for node in nodes}
    for node in nodes:
        below = compiler.get(FOLDERS.get(node.tag, ""), compiler.get("assetdir", ""))
        below = below if node.tag in FOLDERS else ""
        for name, value in node.attributes.items():
            if name.startswith("file") and node.tag not in ("include", "compiler"):
                each = os.path.normpath(os.path.join(folder, below, value))
                found |= _dependencies(each) if node.tag == "model" else {each}
    return found


# where files of assets are looked up
FOLDERS = {"mesh": "meshdir", "skin": "meshdir", "flexcomp": "meshdir", "texture": "texturedir", "hfield": "texturedir"}


def _below(file: str | None, folder: str) -> str:
    return os.path.relpath(file, folder) if file else "."


def _all_nodes(node: Node) -> Iterator[Node]:
    yield node
    for child in node.children:
        yield from _all_nodes(child)


# ---------------------------------------------------------------- names of objects


# objects with names, in the order in which they follow each other: word in `name_*adr`, kind for corten, size
ORDER = {
    "body": ("body", "nbody"),
    "jnt": ("joint", "njnt"),
    "geom": ("geom", "ngeom"),
    "site": ("site", "nsite"),
    "cam": ("camera", "ncam"),
    "light": ("light", "nlight"),
    "flex": ("flex", "nflex"),
    "mesh": ("mesh", "nmesh"),
    "skin": ("skin", "nskin"),
    "hfield": ("hfield", "nhfield"),
    "tex": ("texture", "ntex"),
    "mat": ("material", "nmat"),
    "pair": ("pair", "npair"),
    "exclude": ("exclude", "nexclude"),
    "eq": ("equality", "neq"),
    "tendon": ("tendon", "ntendon"),
    "actuator": ("actuator", "nactuator"),
    "sensor": ("sensor", "nsensor"),
    "numeric": ("numeric", "nnumeric"),
    "text": ("text", "ntext"),
    "tuple": ("tuple", "ntuple"),
    "key": ("key", "nkey"),
    "plugin": ("plugin", "nplugin"),
}

# kinds of names by mjtObj
KINDS = {int(ObjectType[kind.upper()]): kind for kind, _ in ORDER.values()}
KINDS[int(ObjectType.XBODY)] = "body"


def names_of(model: corten.Model, kind: str) -> list[str]:
    """Return the names of all objects of a kind, empty where one has none."""
    known = model._names.get(kind)
    if known is not None:
        return known
    size = next(size for word, size in ORDER.values() if word == kind)
    return [""] * getattr(model, size)


class NameTable:
    """The fields of a model that hold names and texts."""

    values: dict[str, Any]

    def __init__(self, model: corten.Model):
        self.values = {}
        written = bytearray(model.model_name.encode() + b"\0")
        for word, (kind, _) in ORDER.items():
            places = []
            for name in names_of(model, kind):
                places.append(len(written))
                written += name.encode() + b"\0"
            self.values[f"name_{word}adr"] = np.array(places, np.int32)
        slots = np.concatenate([_hashed(names_of(model, kind)) for kind, _ in ORDER.values()])
        self.values |= {"names": bytes(written), "nnames": len(written), "names_map": slots, "nnames_map": len(slots)}
        self._add_texts(model)
        self._add_paths(model)

    def _add_paths(self, model: corten.Model) -> None:
        """Add what says of which files assets are: models of corten do not know."""
        self.values |= {"paths": b"\0", "npaths": 1}
        sizes = {"hfield": model.nhfield, "mesh": model.nmesh, "skin": model.nskin, "tex": model.ntex}
        for kind, size in sizes.items():
            self.values[f"{kind}_pathadr"] = np.full(size, -1, np.int32)
        self.values["tex_contenttypeadr"] = np.full(model.ntex, -1, np.int32)

    def _add_texts(self, model: corten.Model) -> None:
        """Add custom texts, each with a zero behind it."""
        texts = [text.encode() + b"\0" for text in model._texts.values()]
        sizes = [len(text) for text in texts]
        starts = np.cumsum([0, *sizes])[:-1]
        self.values["text_data"], self.values["ntextdata"] = b"".join(texts), sum(sizes)
        self.values["text_size"] = np.array(sizes, np.int32)
        self.values["text_adr"] = np.array(starts, np.int32) if sizes else np.zeros(0, np.int32)


def _hashed(names: list[str]) -> np.ndarray:
    """Return the numbers of objects by the hashes of their names: two slots for each object, -1 in those for none."""
    slots = np.full(2 * len(names), -1, np.int32)
    for number, name in enumerate(names):
        if not name:
            continue
        digest = 5381
        for letter in name.encode():
            digest = (33 * digest ^ letter) & 0xFFFFFFFFFFFFFFFF
        slot = digest % len(slots)
        while slots[slot] >= 0:
            slot = (slot + 1) % len(slots)
        slots[slot] = number
    return slots
