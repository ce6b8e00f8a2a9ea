#!/usr/bin/env python3
"""Write docs/gallery.md with a picture of every bundled model, and the film that the README opens with.

Not among the generated files that tests compare: pictures follow the CPU's last bits. Run it when a model has changed.
"""

import re
from pathlib import Path

import numpy as np

import corten
from corten.render.files import write_gif, write_png

ROOT = Path(__file__).resolve().parent.parent
PICTURES = ROOT / "docs" / "images" / "gallery"

HEAD = """# Gallery

Every model that comes with corten, of our own making, under the licence of corten. Written by `tools/draw_gallery.py`.
`corten view NAME` opens one in the browser, `corten.load_model("NAME")` loads it, and `--keyframe KEY` of `run` and
`render` begins at a keyframe. Cloth, soft bodies and ropes are [built in Python](deformables.md).
"""

PAGE = ROOT / "docs" / "gallery.md"

# rows and columns of a picture, and of the film with its frames a second and simulated time [s]
SIZE, FILM_SIZE, FPS, SECONDS = (360, 480), (240, 320), 20, 2.0

# simulated time after which models are shown that begin at rest [s]
LATER = {"chain": 0.6, "boxes": 0.5}

# keyframes in which models are shown
KEYFRAMES = {"cheetah": "leap", "hand": "grasp", "leg": "crouch"}


def picture(name: str) -> np.ndarray:
    """Return a picture of a bundled model."""
    model = corten.load_model(corten.models.path(name))
    data = model.make_data()
    if name in KEYFRAMES:
        corten.reset_data(model, data, KEYFRAMES[name])
    corten.step(model, data, nstep=max(1, round(LATER.get(name, 0.0) / model.opt.timestep)))
    return corten.render(model, data, height=SIZE[0], width=SIZE[1])


def film(name: str) -> list[np.ndarray]:
    """Return frames of what a model does by itself."""
    model = corten.load_model(corten.models.path(name))
    data, frames = model.make_data(), []
    every = round(1.0 / (FPS * model.opt.timestep))
    with corten.Renderer(model, *FILM_SIZE) as renderer:
        for _ in range(round(SECONDS * FPS)):
            corten.forward(model, data)
            renderer.update_scene(data)
            frames.append(renderer.render())
            corten.step(model, data, nstep=every)
    return frames


def page() -> str:
    """Return the text of the page: each model with its picture, what its file says about it, and its keyframes."""
    parts = [HEAD]
    for name in corten.models.names():
        text = corten.models.path(name).read_text(encoding="utf-8")
        about = " ".join(text.partition("<!--")[2].partition("-->")[0].split("\n\n")[0].split()).partition(": ")[2]
        keys = ", ".join(f"`{key}`" for key in re.findall(r'<key name="(\w+)"', text)) or "none"
        words = f"`corten view {name}`; keyframes: {keys}"
        parts.append(f"## {name}\n\n![{name}](images/gallery/{name}.png)\n\n{about[0].upper()}{about[1:]}\n\n{words}\n")
    return "\n".join(parts)


def main() -> None:
    """Write all pictures and the page."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    for name in corten.models.names():
        write_png(PICTURES / f"{name}.png", picture(name))
    PAGE.write_text(page(), encoding="utf-8")
    write_gif(PICTURES / "boxes.gif", film("boxes"), FPS)


if __name__ == "__main__":
    main()
