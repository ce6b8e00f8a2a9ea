#!/usr/bin/env python3
"""Write docs/gallery.md with a picture of every bundled model, and the film that the README opens with.

Not among the generated files that tests compare: pictures follow the CPU's last bits. Run it when a model has changed.
"""

from pathlib import Path

import numpy as np

import corten
from corten.render.files import write_gif, write_png

ROOT = Path(__file__).resolve().parent.parent
PICTURES = ROOT / "docs" / "images" / "gallery"

HEAD = """# Gallery

Every model that comes with corten, as `corten render` shows it. Written by `tools/draw_gallery.py`.

| | |
|---|---|
"""

# rows and columns of a picture, and of the film with its frames a second and simulated time [s]
SIZE, FILM_SIZE, FPS, SECONDS = (360, 480), (240, 320), 20, 2.0

# simulated time after which models are shown that begin at rest [s]
LATER = {"chain": 0.6, "boxes": 0.5}


def picture(name: str) -> np.ndarray:
    """Return a picture of a bundled model."""
    model = corten.load_model(corten.models.path(name))
    data = model.make_data()
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


def main() -> None:
    """Write all pictures and the page."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    cells = []
    for name in corten.models.names():
        write_png(PICTURES / f"{name}.png", picture(name))
        cells.append(f"![{name}](images/gallery/{name}.png)<br>`corten render {name}`")
    rows = [f"| {' | '.join([*cells[i : i + 2], ''][:2])} |" for i in range(0, len(cells), 2)]
    (ROOT / "docs" / "gallery.md").write_text(HEAD + "\n".join(rows) + "\n", encoding="utf-8")
    write_gif(PICTURES / "boxes.gif", film("boxes"), FPS)


if __name__ == "__main__":
    main()
