"""Cloth falls over a ball and comes to rest; with the name of a file as argument, a picture of it is written there."""

import sys

import numpy as np

import corten

COUNT, SIZE, RADIUS = 15, 1.0, 0.3


def build() -> corten.Model:
    """Return a square of cotton above a ball."""
    spec = corten.Spec("cloth over a ball")
    spec.option.timestep = 0.005
    spec.worldbody.add_geom(name="ball", type="sphere", size=(RADIUS,), friction=(1, 0.005, 0.0001))
    spacing, pos = SIZE / (COUNT - 1), (0, 0, RADIUS + 0.01)
    flex = spec.add_cloth("cloth", "cotton", count=(COUNT, COUNT), spacing=spacing, pos=pos)
    flex.radius = 0.005
    return spec.compile()


def draw(model: corten.Model, data: corten.Data, file: str) -> None:
    """Write a picture of the cloth (extra `plot`)."""
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(subplot_kw={"projection": "3d"}, figsize=(5, 5))
    triangles = model.flex_elem.reshape(-1, 3)
    axes.plot_trisurf(*data.flexvert_xpos.T, triangles=triangles, color="indianred", edgecolor="0.3", linewidth=0.2)
    axes.set(xlim=(-0.3, 0.3), ylim=(-0.3, 0.3), zlim=(-0.25, 0.35))
    axes.set_axis_off()
    figure.savefig(file, dpi=120)


def main() -> None:
    """Let the cloth fall and print how it comes to rest."""
    model = build()
    data = model.make_data()
    weight = 1e3 * model.body_mass.sum()
    print(f"{model.nflexvert} vertices, {model.nxpbdrow} rows of strain and bending, {weight:.0f} g")
    for _ in range(6):
        corten.step(model, data, 100)
        speed, low = np.abs(data.qvel).max(), data.flexvert_xpos[:, 2].min()
        print(f"{data.time:4.1f} s: {data.ncon:3d} contacts, fastest vertex {speed:6.4f} m/s, lowest at {low:+.3f} m")
    if len(sys.argv) > 1:
        draw(model, data, sys.argv[1])


if __name__ == "__main__":
    main()
