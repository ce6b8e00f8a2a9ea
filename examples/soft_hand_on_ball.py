"""A soft hand falls on a ball and bends around it; with the name of a file as argument, a picture is written there."""

import itertools
import sys

import numpy as np

import corten

# palm, fingers and thumb, seen from above: each cell is a cube of this size [m]
HAND = ("#.#.#.#", "#.#.#.#", "#.#.#.#", "#######", "#######", "#######", "..#####")
CELL = 0.012

# corners of a cube, counted by their three bits, of six tetrahedra around its diagonal
CUBE = ((0, 1, 3, 7), (0, 1, 5, 7), (0, 2, 3, 7), (0, 2, 6, 7), (0, 4, 5, 7), (0, 4, 6, 7))

Mesh = tuple[list[tuple[float, ...]], list[tuple[int, ...]]]


def hand_mesh() -> Mesh:
    """Return vertices and tetrahedra of the hand, one cell thick."""
    places: dict[tuple[int, int, int], int] = {}
    tetrahedra = []
    for (i, row), j in itertools.product(enumerate(HAND), range(len(HAND[0]))):
        if row[j] == "#":
            cube = [(i + a, j + b, c) for a, b, c in itertools.product((0, 1), repeat=3)]
            corners = [places.setdefault(place, len(places)) for place in cube]
            tetrahedra += [tuple(corners[c] for c in cell) for cell in CUBE]
    middle = np.mean(list(places), axis=0)
    return [tuple(CELL * (np.array(place) - middle)) for place in places], tetrahedra


def build() -> corten.Model:
    """Return the hand above a ball that is fixed to the ground."""
    spec = corten.Spec("a soft hand on a ball")
    spec.option.timestep = 0.004
    spec.worldbody.add_geom(type="plane", size=(1, 1, 0.1))
    spec.worldbody.add_geom(name="ball", type="sphere", size=(0.04,), pos=(0, 0, 0.04), friction=(1, 0.005, 0.0001))
    spec.add_soft_body("hand", "tissue", mesh=hand_mesh(), pos=(0, 0, 0.09), young=8e3)
    return spec.compile()


def volume(model: corten.Model, places: np.ndarray) -> float:
    """Return the volume of the hand [m^3]."""
    corners = places[model.flex_elem.reshape(-1, 4)]
    return float(np.abs(np.linalg.det(corners[:, 1:] - corners[:, :1])).sum() / 6)


def draw(model: corten.Model, data: corten.Data, file: str) -> None:
    """Write a picture of the hand (extra `plot`)."""
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(subplot_kw={"projection": "3d"}, figsize=(5, 5))
    shell = model.flex_shell.reshape(-1, 3)
    axes.plot_trisurf(*data.flexvert_xpos.T, triangles=shell, color="peachpuff", edgecolor="0.3", linewidth=0.2)
    axes.set(xlim=(-0.035, 0.035), ylim=(-0.035, 0.035), zlim=(0.04, 0.11))
    axes.set_axis_off()
    figure.savefig(file, dpi=120)


def main() -> None:
    """Let the hand fall, and print how it bends and keeps its volume."""
    model = build()
    data = model.make_data()
    corten.forward(model, data)
    before = volume(model, data.flexvert_xpos)
    print(f"a hand of {1e6 * before:.0f} cm^3, {model.nflexvert} vertices and {model.nflexelem} tetrahedra")
    for _ in range(5):
        corten.step(model, data, 50)
        places = data.flexvert_xpos
        print(
            f"{data.time:4.2f} s: {data.ncon:3d} contacts, bent by {1e3 * np.ptp(places[:, 2]) - 1e3 * CELL:4.1f} mm, "
            f"volume {100 * volume(model, places) / before:6.2f} %"
        )
    if len(sys.argv) > 1:
        draw(model, data, sys.argv[1])


if __name__ == "__main__":
    main()
