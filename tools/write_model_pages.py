#!/usr/bin/env python3
"""Write docs/gallery.md and a page in docs/models for every bundled model: what its file says, and what is in it.

Pictures are drawn by `tools/draw_gallery.py`.
"""

from pathlib import Path

import corten
from corten.enums import Integrator, JointType

DOCS = Path(__file__).resolve().parent.parent / "docs"
PAGE, FOLDER = DOCS / "gallery.md", DOCS / "models"

OPENING = """# Gallery

Every model that comes with corten, of our own making, under the licence of corten. `corten view NAME` opens one in the
browser, `corten.load_model("NAME")` loads it, and each has a page that says what is in it. Soft bodies and ropes, and
cloth of other shapes, are [built in Python](deformables.md). Written by `tools/write_model_pages.py`.
"""

# units of positions of joints, and of what a motor with a gear of one exerts
UNITS = {JointType.HINGE: ("rad", "N m"), JointType.SLIDE: ("m", "N")}


def said(name: str) -> tuple[str, str]:
    """Return what the first comment of a model's file says: the model in a sentence, and the rest."""
    comment = corten.models.path(name).read_text(encoding="utf-8").partition("<!--")[2].partition("-->")[0]
    first, _, rest = comment.strip().partition("\n\n")
    about = " ".join(first.split()).partition(": ")[2]
    return about[0].upper() + about[1:], " ".join(rest.split())


def keyframes(model: corten.Model) -> list[str]:
    """Return the names of a model's keyframes."""
    return [model.key(i).name for i in range(model.nkey)]


def sizes(model: corten.Model) -> str:
    """Return a table of how large a model is."""
    mass = model.body_mass[model.body_weldid != 0].sum()
    rows = {
        "bodies, joints, geoms": f"{model.nbody - 1}, {model.njnt}, {model.ngeom}",
        "positions, degrees of freedom": f"{model.nq}, {model.nv}",
        "actuators, sensors": f"{model.nu}, {model.nsensor}",
        "mass of what moves": f"{mass:.3g} kg",
        "step, integrator": f"{1e3 * model.opt.timestep:g} ms, {Integrator(model.opt.integrator).name}",
    }
    if model.nflex:
        rows["vertices of flexes"] = str(model.nflexvert)
    return "| | |\n|---|---|\n" + "\n".join(f"| {what} | {how} |" for what, how in rows.items())


def joints(model: corten.Model) -> str:
    """Return a table of the joints that have a name."""
    rows = ["| joint | type | range |", "|---|---|---|"]
    for i in range(model.njnt):
        kind, name = JointType(model.jnt_type[i]), model.joint(i).name
        low, high = model.jnt_range[i]
        unit = UNITS.get(kind, ("rad",))[0]
        limits = f"{low:.4g} to {high:.4g} {unit}" if model.jnt_limited[i] else "all"
        if name:
            rows.append(f"| `{name}` | {kind.name.lower()} | {limits} |")
    return "\n".join(rows) if len(rows) > 2 else ""


def actuators(model: corten.Model) -> str:
    """Return a table of the actuators, with what they exert at the end of their range."""
    rows = ["| actuator | control | at its end |", "|---|---|---|"]
    for i in range(model.nu):
        low, high = model.actuator_ctrlrange[i]
        joint, gear = model.actuator_trnid[i, 0], model.actuator_gear[i, 0]
        unit = UNITS[JointType(model.jnt_type[joint])][1] if model.actuator_trntype[i] == 0 else ""
        strength = f"{high * gear * model.actuator_gainprm[i, 0]:.4g} {unit}" if unit else "muscle on a tendon"
        rows.append(f"| `{model.actuator(i).name}` | {low:g} to {high:g} | {strength} |")
    return "\n".join(rows) if model.nu else ""


def sensors(model: corten.Model) -> str:
    """Return a line with the names of the sensors."""
    names = [f"`{model.sensor(i).name}` ({model.sensor_dim[i]})" for i in range(model.nsensor)]
    return f"Sensors, with the length of what they read: {', '.join(names)}." if names else ""


def picture(name: str, key: str) -> str:
    """Return the file that shows a keyframe: one of its own, or the gallery's where that shows it."""
    own = f"{name}_{key}.png"
    return own if (DOCS / "images" / "gallery" / own).exists() else f"{name}.png"


def model_page(name: str) -> str:
    """Return the page of a model."""
    model = corten.load_model(name)
    about, rest = said(name)
    keys = keyframes(model)
    pictures = "\n".join(f"![{name}, {key}](../images/gallery/{picture(name, key)}){{ width=300 }}" for key in keys)
    use = f"""```sh
corten view {name}
corten render {name} --keyframe {keys[-1]} --output {name}.png
```

```python
import corten

model = corten.load_model("{name}")
data = model.make_data()
corten.reset_data(model, data, "{keys[-1]}")
```"""
    shown = f"Keyframes: {', '.join(f'`{key}`' for key in keys)}.\n\n{pictures}"
    parts = [f"# {name}", about, shown, use, rest, sizes(model), joints(model), actuators(model), sensors(model)]
    where = f'File: `corten.models.path("{name}")`. [All models](../gallery.md)\n'
    return "\n\n".join(part for part in [*parts, where] if part)


def page() -> str:
    """Return the text of the gallery: each model with its picture, what its file says about it, and a link."""
    parts = [OPENING]
    for name in corten.models.names():
        picture = f"[![{name}](images/gallery/{name}.png)](models/{name}.md)"
        parts.append(f"## {name}\n\n{picture}\n\n{said(name)[0]} [More](models/{name}.md)\n")
    return "\n".join(parts)


def main() -> None:
    """Write the gallery and all pages."""
    FOLDER.mkdir(exist_ok=True)
    PAGE.write_text(page(), encoding="utf-8")
    for name in corten.models.names():
        (FOLDER / f"{name}.md").write_text(model_page(name), encoding="utf-8")


if __name__ == "__main__":
    main()
