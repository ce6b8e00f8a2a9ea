"""Models and data in a notebook: a picture and a table.

Model and Data import this module inside of the method that notebooks call.
"""

import base64
import html
from typing import TYPE_CHECKING

import numpy as np

from corten.errors import StepError

if TYPE_CHECKING:
    from corten.data import Data
    from corten.model import Model

# size of the picture [pixel], and rows of a table of joints
WIDTH, HEIGHT, MOST_ROWS = 320, 240, 12
SIZES = {
    "nbody": "bodies",
    "njnt": "joints",
    "nv": "degrees of freedom",
    "nu": "controls",
    "ngeom": "geoms",
    "nmesh": "meshes",
    "nsite": "sites",
    "ntendon": "tendons",
    "nflex": "flexes",
    "neq": "equalities",
    "nsensor": "sensors",
    "ncam": "cameras",
    "nkey": "keyframes",
}


def model_html(model: "Model") -> str:
    """Return a model at its reference configuration as HTML."""
    rows = [(meaning, f"{getattr(model, name):,}") for name, meaning in SIZES.items() if getattr(model, name)]
    rows.append(("mass", f"{float(model.body_subtreemass[0]):.4g} kg"))
    rows.append(("extent", f"{float(model.stat.extent):.4g} m"))
    option = model.opt
    rows.append(("step", f"{1000 * float(option.timestep):g} ms, {option.integrator.word}"))
    return _side_by_side(_picture(model, None), _table(repr(model), rows))


def data_html(data: "Data") -> str:
    """Return a data as HTML: as it is now, without computing anything in it."""
    model = data.model
    rows = [("time", f"{float(data.time):.6g} s"), ("contacts", f"{data.ncon}")]
    for joint in range(min(model.njnt, MOST_ROWS)):
        first = int(model.jnt_qposadr[joint])
        end = int(model.jnt_qposadr[joint + 1]) if joint + 1 < model.njnt else model.nq
        name = model.name("joint", joint) or f"joint {joint}"
        rows.append((name, " ".join(f"{x:.4g}" for x in data.qpos[first:end])))
    if model.njnt > MOST_ROWS:
        rows.append(("", f"and {model.njnt - MOST_ROWS} more joints"))
    return _side_by_side(_picture(model, data), _table(repr(data), rows))


def _picture(model: "Model", data: "Data | None") -> str:
    """Return a picture as an <img> that needs no file; nothing for a state that cannot be shown."""
    from corten.render.files import encode_png
    from corten.render.picture import render

    if data is not None and not np.isfinite(data.qpos).all():
        return ""
    try:
        pixels = render(model, data, height=HEIGHT, width=WIDTH)
    except StepError:
        return ""
    text = base64.b64encode(encode_png(pixels)).decode("ascii")
    return f'<img alt="picture" width="{WIDTH}" height="{HEIGHT}" src="data:image/png;base64,{text}"/>'


def _table(title: str, rows: list[tuple[str, str]]) -> str:
    lines = "".join(f"<tr><td>{html.escape(name)}</td><td>{html.escape(text)}</td></tr>" for name, text in rows)
    return f"<table><caption>{html.escape(title)}</caption>{lines}</table>"


def _side_by_side(picture: str, table: str) -> str:
    return f'<div style="display:flex;gap:1em;align-items:flex-start">{picture}{table}</div>'
