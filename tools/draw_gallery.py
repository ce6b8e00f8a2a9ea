#!/usr/bin/env python3
"""Draw every bundled model for the gallery, all keyframes for its page, and the film that the README opens with.

Not among the generated files that tests compare: pictures follow the CPU's last bits. Run it when a model has changed;
`tools/write_model_pages.py` writes the pages.
"""

from pathlib import Path

import numpy as np

import corten
from corten.render.files import write_gif, write_png

ROOT = Path(__file__).resolve().parent.parent
PICTURES = ROOT / "docs" / "images" / "gallery"

# rows and columns of a picture, and of the film with its frames a second and simulated time [s]
SIZE, FILM_SIZE, FPS, SECONDS = (360, 480), (240, 320), 20, 2.0

# simulated time after which models are shown that begin at rest [s]
LATER = {"chain": 0.6, "boxes": 0.5}

# keyframes in which models are shown
KEYFRAMES = {"cheetah": "leap", "cloth": "draped", "hand": "grasp", "leg": "crouch"}


def picture(model: corten.Model, key: str, seconds: float) -> np.ndarray:
    """Return a picture of a model some time after a keyframe."""
    data = model.make_data()
    corten.reset_data(model, data, key)
    corten.step(model, data, nstep=max(1, round(seconds / model.opt.timestep)))
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


def main() -> None:
    """Write all pictures."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    for name in corten.models.names():
        model = corten.load_model(name)
        shown = KEYFRAMES.get(name, "home")
        write_png(PICTURES / f"{name}.png", picture(model, shown, LATER.get(name, 0.0)))
        for i in range(model.nkey):
            key = model.key(i).name
            # the first picture shows a keyframe as it is, unless time has passed
            if key != shown or name in LATER:
                write_png(PICTURES / f"{name}_{key}.png", picture(model, key, 0.0))
    write_gif(PICTURES / "boxes.gif", film("boxes"), FPS)


if __name__ == "__main__":
    main()
