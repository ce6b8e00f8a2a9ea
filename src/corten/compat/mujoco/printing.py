"""Models, data, scenes and the schema of MJCF as text, in MuJoCo's layout."""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

from corten.compat.mujoco._errors import FatalError
from corten.compat.mujoco.arguments import FUNCTIONS, NAMES, bound
from corten.compat.mujoco.lookups import names_of
from corten.mjcf.schema import Declaration, child_declaration, declaration

DEFAULT = "% -9.2g"

# objects of a model that are written one by one, by the size that counts them, with the kind of their names
OBJECTS = {
    "nbody": ("BODY", "body"), "njnt": ("JOINT", "joint"), "nv": ("DOF", ""), "ntree": ("TREE", ""),
    "ngeom": ("GEOM", "geom"), "nsite": ("SITE", "site"), "ncam": ("CAMERA", "camera"), "nlight": ("LIGHT", "light"),
    "nflex": ("FLEX", "flex"), "nmesh": ("MESH", "mesh"), "nskin": ("SKIN", "skin"), "nhfield": ("HFIELD", "hfield"),
    "ntex": ("TEXTURE", "texture"), "nmat": ("MATERIAL", "material"), "npair": ("PAIR", "pair"),
    "nexclude": ("EXCLUDE", "exclude"), "neq": ("EQUALITY", "equality"), "ntendon": ("TENDON", "tendon"),
    "nactuator": ("ACTUATOR", "actuator"), "nsensor": ("SENSOR", "sensor"), "nnumeric": ("NUMERIC", "numeric"),
    "ntext": ("TEXT", "text"), "ntuple": ("TUPLE", "tuple"), "nkey": ("KEYFRAME", "key"),
}  # fmt: skip

# what a data has in structs, and what says how sparse matrices are stored
NOT_PLAIN = ("time", "energy", "signature")


@bound
def mj_printModel(m: Any, filename: str) -> None:
    """Write a model as text."""
    _write(filename, _model_lines(m, DEFAULT))


@bound
def mj_printFormattedModel(m: Any, filename: str, float_format: str) -> None:
    """Write a model as text, with numbers in a format of C."""
    _write(filename, _model_lines(m, _checked(float_format)))


@bound
def mj_printData(m: Any, d: Any, filename: str) -> None:
    """Write a data as text."""
    _write(filename, _data_lines(m, d, DEFAULT))


@bound
def mj_printFormattedData(m: Any, d: Any, filename: str, float_format: str) -> None:
    """Write a data as text, with numbers in a format of C."""
    _write(filename, _data_lines(m, d, _checked(float_format)))


@bound
def mj_printScene(s: Any, filename: str) -> None:
    """Write a scene as text."""
    _write(filename, _scene_lines(s, DEFAULT))


@bound
def mj_printFormattedScene(s: Any, filename: str, float_format: str) -> None:
    """Write a scene as text, with numbers in a format of C."""
    _write(filename, _scene_lines(s, _checked(float_format)))


def _write(filename: str, lines: Iterable[str]) -> None:
    text = "\n".join(lines) + "\n"
    if not filename:
        print(text, end="")
        return
    try:
        Path(filename).write_text(text, encoding="utf-8")
    except OSError:
        raise FatalError(f"Could not open file '{filename}' for writing") from None


def _checked(float_format: str) -> str:
    """Return a format of C for one number; what is none is replaced, as MuJoCo does."""
    return float_format if re.fullmatch(r"%[-+ #0]*\d*(\.\d+)?[aAeEfFgG]", float_format) else DEFAULT


def _numbers(value: Any, form: str) -> list[str]:
    """Return each number of an array, or one number, as text."""
    array = np.ravel(value)
    if array.dtype.kind == "f":
        return [form % float(x) for x in array]
    return [str(int(x)) for x in array]


def _field(name: str, value: Any, form: str, indent: int = 2, width: int = 22, gap: str = "") -> str:
    """Return a line of a name and numbers; floats carry the place of their sign with them."""
    floats = np.asarray(value).dtype.kind == "f"
    texts = _numbers(value, form)
    head = " " * indent + name.ljust(width - 1 if floats else width)
    return head + (gap.join(texts) if floats else "  ".join(texts)) + (gap if floats or gap else "")


# ---------------------------------------------------------------- models


def _model_lines(m: Any, form: str) -> Iterator[str]:
    """Yield sizes, options and looks, then all objects."""
    yield from (f"MuJoCo version {NAMES['version']}", f"model name     {m.names[: m.names.index(0)].decode()}", "")
    yield from ("MEMORY", f"  total         {_bytes(m.nbuffer)}", "")
    sizes = [name for name, (_, extents) in NAMES["model"].items() if not extents]
    yield "SIZES"
    for name in sizes:
        if name[0] == "n" and getattr(m, name):
            yield f"  {name:<20}{getattr(m, name)}"
    yield from ("", "FLAG")
    yield from (f"  {name:<20}{int(getattr(m, name))}" for name in sizes if name.startswith("flg_"))
    yield from ("", "OPTION")
    yield from (_field(name, getattr(m.opt, name), form, 2, 20) for name in m.opt._fields)
    yield from ("", "VISUAL")
    for part in ("global_", "quality", "headlight", "map", "scale", "rgba"):
        section = getattr(m.vis, part)
        yield f"  {part.strip('_').upper()}"
        yield from (_field(name, getattr(section, name), form, 4, 18) for name in section._fields)
    yield from ("", _field("totalmass", float(np.sum(m.body_mass)), form, 0, 22), "", "STATISTIC")
    yield from (_field(name, getattr(m.stat, name), form, 2, 20) for name in m.stat._fields)
    for name in ("qpos0", "qpos_spring"):
        yield from ("", _field(name, getattr(m, name), form, 0, 22, " "))
    for size, (title, kind) in OBJECTS.items():
        yield from _object_lines(m, size, title, kind, form)


def _object_lines(m: Any, size: str, title: str, kind: str, form: str) -> Iterator[str]:
    """Yield all objects of a kind, with a line for each field."""
    fields = [name for name, (_, extents) in NAMES["model"].items() if extents and extents[0] == size]
    fields = [name for name in fields if not name.startswith("name_")]
    names = names_of(m._model, kind) if kind else ()
    for number in range(getattr(m, size)):
        yield from ([""] if number else ["", ""])
        yield f"{title} {number}:"
        if kind:
            yield f"  {'name':<22}{names[number]}"
        for name in fields:
            value = getattr(m, name)[number]
            if np.size(value):
                yield _field(name, value, form, 2, 22, " ")


def _bytes(count: int) -> str:
    """Return a number of bytes in a unit that suits it."""
    for unit in ("bytes", "KB", "MB"):
        if count < 1 << 14 or unit == "MB":
            return f"{count:5d} {unit}"
        count >>= 10
    return ""


# ---------------------------------------------------------------- data


def _data_lines(m: Any, d: Any, form: str) -> Iterator[str]:
    """Yield counts, timers, and all arrays that have numbers."""
    yield from (
        "MEMORY",
        f"  buffer          {_bytes(d.nbuffer)}",
        f"  arena           {_bytes(d.narena)}",
        "",
        "SIZES",
    )
    for name, (_, extents) in NAMES["data"].items():
        if not extents and name not in NOT_PLAIN:
            yield f"  {name:<22}{int(getattr(d, name))}"
    yield from ("", "TIMER")
    for number, timer in enumerate(d.timer):
        yield f"    {number}:  duration = {form % timer.duration}  number = {timer.number}"
    for number, warning in enumerate(d.warning):
        if warning.number:
            yield f"    WARNING {number}:  lastinfo = {warning.lastinfo}   number = {warning.number}"
    yield from ("", "ENERGY =  " + " ".join(_numbers(d.energy, form)), "", "TIME = " + form % d.time)
    for name, (_, extents) in NAMES["data"].items():
        if extents and name not in NOT_PLAIN and (value := getattr(d, name)).size and not _is_unused(name, d):
            yield from ("", name.upper(), *_rows(value, form))
    if d.ncon:
        yield from ("", "CONTACT", *_contact_lines(m, d, form))


def _is_unused(name: str, d: Any) -> bool:
    """Tell whether a field only means something in the metric of DISCRETE, or for islands, and there are none."""
    islands = name.startswith(("island_", "map_", "ifrc", "iacc", "iefc"))
    return (name.startswith("efm_") and not d.efm_active) or (islands and not d.nisland)


def _rows(value: np.ndarray, form: str) -> Iterator[str]:
    """Yield the rows of an array; integers of one kind stand in one."""
    if value.dtype.kind != "f" and value.ndim == 1:
        yield "  " + " ".join(_numbers(value, form))
        return
    for row in value.reshape(len(value), -1):
        yield "  " + " ".join(_numbers(row, form))


def _contact_lines(m: Any, d: Any, form: str) -> Iterator[str]:
    """Yield the contacts, with their forces."""
    names = names_of(m._model, "geom")
    for number, contact in enumerate(d.contact):
        force = np.zeros(6)
        FUNCTIONS["mj_contactForce"](m, d, number, force)
        yield f"  {number}:"
        yield f"     {'dim':<14}{contact.dim}"
        yield f"     {'geoms':<14}" + " : ".join(names[geom] or str(geom) for geom in contact.geom.tolist())
        yield f"     {'exclude':<14}{contact.exclude}"
        yield f"     {'efc_address':<14}{contact.efc_address}"
        for name in ("solref", "solimp", "dist", "includemargin", "pos", "frame", "friction", "mu"):
            yield f"     {name:<14}" + " ".join(_numbers(getattr(contact, name), form))
        yield f"     {'force':<14}" + " ".join(_numbers(force, form))


# ---------------------------------------------------------------- scenes


def _scene_lines(s: Any, form: str) -> Iterator[str]:
    """Yield geoms, lights, cameras and flags of a scene."""
    for title, rows in (("GEOM", s.geoms[: s.ngeom]), ("LIGHT", s.lights[: s.nlight]), ("CAMERA", s.camera)):
        yield f"{title}S {len(rows)}"
        for number, row in enumerate(rows):
            yield f"  {title} {number}"
            yield from (_scene_field(row, name, form) for name in PARTS[title].split())
            yield ""
        yield ""
    yield from (f"FLEX DATA {s.nflex}", "", f"SKIN DATA {s.nskin}", "", "FLAGS")
    yield from (f"  {name:<22}{int(flag)}" for name, flag in zip(FLAGS, s.flags, strict=False))
    yield from (f"  {name:<20}{int(getattr(s, name))}" for name in ("flexvertopt", "flexedgeopt", "flexfaceopt"))
    yield from (f"  {'flexskinopt':<20}{int(s.flexskinopt)}", f"  {'stereo':<20}{int(s.stereo)}", "", "")
    yield f"TRANSFORM {int(s.enabletransform)}"
    if s.enabletransform:
        yield from (_scene_field(s, name, form) for name in ("translate", "rotate", "scale"))


# fields of what a scene is made of, in MuJoCo's order
PARTS = {
    "GEOM": "type category label objtype objid pos mat size segid dataid matid texcoord rgba emission specular "
    "shininess reflectance castshadow",
    "LIGHT": "id pos dir type castshadow headlight intensity range ambient diffuse specular texid exponent attenuation "
    "cutoff bulbradius",
    "CAMERA": "pos forward up orthographic frustum_center frustum_width frustum_bottom frustum_top frustum_near "
    "frustum_far",
}

FLAGS = "Shadow,Wireframe,Reflection,Additive,Skybox,Fog,Haze,Depth,Segment,Id Color,Cull Face,Post Processing".split(
    ","
)


def _scene_field(row: Any, name: str, form: str) -> str:
    value = getattr(row, name)
    if isinstance(value, str):
        return f"    {name:<17}{value}"
    return _field(name, value, form, 4, 18, " " if np.size(value) > 1 else "")


# ---------------------------------------------------------------- the schema


@bound
def mj_printSchema(flg_html: bool, flg_pad: bool) -> str:
    """Return the elements of MJCF with their attributes; children stand in corten's order."""
    rows = list(_elements(declaration("mujoco:mujoco"), "!", 0))
    if not flg_html:
        return "".join(_schema_text(*row) for row in rows)
    cells = "".join(_schema_cells(*row, flg_pad) for row in rows)
    return f'<table border="1">\n{cells}</table>\n'


def _elements(element: Declaration, kind: str, depth: int) -> Iterator[tuple[str, str, int, Any]]:
    """Yield tag, how often it may stand there, depth and attributes of an element and of all in it.

    Frames and replicas, which hold what bodies hold, are left out, as MuJoCo does.
    """
    tag, repeats = element.tag, element.path in NESTED
    yield "(world)body" if tag == "body" else tag, "R" if repeats else kind, depth, sorted(element.attributes)
    for name, child in element.children.items():
        inner = declaration("body:body") if name == "worldbody" else child_declaration(element, name)
        if inner is not None and inner.tag not in ("frame", "replicate") and inner.path != element.path:
            yield from _elements(inner, "*" if child.many else "?", depth + 1)


NO_ATTRIBUTES = '<span style="color:black"><i>no attributes</i></span>'

# elements that hold others of their own kind
NESTED = ("body:body", "default:default")


def _schema_text(tag: str, kind: str, depth: int, attributes: list[str]) -> str:
    """Return an element with its attributes, in lines that end beyond the 30th letter."""
    text, width = f"{' ' * 3 * depth}{tag} ({kind})".ljust(30), 0
    for attribute in attributes:
        if width > 30:
            text, width = f"{text}\n{' ' * 30}", 0
        text += f"{attribute} "
        width += len(attribute) + 1
    return text + "\n"


def _schema_cells(tag: str, kind: str, depth: int, attributes: list[str], padded: bool) -> str:
    """Return an element as a row of a table."""
    pad = f' style="padding-left:{5 + 15 * depth}"' if padded else ""
    indent = "" if padded else "&nbsp;" * 4 * depth
    words = "".join(f"{each} " for each in attributes) or NO_ATTRIBUTES
    return (
        f'<tr>\n\t<td{pad} bgcolor="#EEEEEE" class="el">{indent}{tag}</td>\n\t<td class="ty">{kind}</td>\n'
        f'\t<td class="at">{words}</td>\n</tr>\n'
    )
