"""Draw what the numbers of cloth, soft bodies and ropes do: docs/images/deformables.png (extra `plot`)."""

import sys
from pathlib import Path

import numpy as np

import corten

FILE = Path(__file__).parent.parent / "docs" / "images" / "deformables.png"
COLORS = ("tab:blue", "tab:orange", "tab:green")
PLAIN = {"poisson": 0.3, "density": 1000.0, "damping": 0.02}


def spec_with(timestep: float = 0.004, **option: object) -> corten.Spec:
    """Return an empty model with options."""
    spec = corten.Spec()
    for name, value in {"timestep": timestep, **option}.items():
        spec.option[name] = value
    return spec


def settle(spec: corten.Spec, seconds: float) -> tuple[corten.Model, np.ndarray]:
    """Return a model and where its vertices are after a time [s]."""
    model = spec.compile()
    data = model.make_data()
    corten.step(model, data, round(seconds / model.opt.timestep))
    corten.forward(model, data)
    return model, data.flexvert_xpos.copy()


def drape(axes, shear: float) -> None:
    """Show cotton of a shear modulus over a ball."""
    spec = spec_with(0.005)
    spec.worldbody.add_geom(type="sphere", size=(0.3,), friction=(1, 0.005, 0.0001))
    spec.add_cloth("it", "cotton", count=(15, 15), spacing=1 / 14, pos=(0, 0, 0.31), shear=shear).radius = 0.005
    model, places = settle(spec, 3.0)
    axes.plot_trisurf(*places.T, triangles=model.flex_elem.reshape(-1, 3), color="indianred", linewidth=0.1)
    axes.set(xlim=(-0.3, 0.3), ylim=(-0.3, 0.3), zlim=(-0.25, 0.35), title=f"cloth: shear={shear:g}")
    axes.set_axis_off()


def strips(axes) -> None:
    """Show strips that are clamped at one end."""
    for color, bending in zip(COLORS, (1e-5, 1e-4, 1e-3), strict=True):
        spec = spec_with()
        pins = [row * 22 + column for row in range(2) for column in range(2)]
        spec.add_cloth("it", "cotton", count=(2, 22), spacing=0.01, pins=pins, bending=bending)
        places = settle(spec, 2.0)[1][:22]
        axes.plot(places[:, 1], places[:, 2], color=color, label=f"bending={bending:g}")
    axes.set(title="a clamped strip of cloth", aspect="equal")


def ropes(axes) -> None:
    """Show ropes that are clamped at one end."""
    for color, young in zip(COLORS, (1e6, 1e7, 1e8), strict=True):
        spec = spec_with()
        points = [(0.02 * i, 0, 0) for i in range(16)]
        spec.add_rope("it", None, points=points, clamps=(0,), young=young, radius=0.01, **PLAIN)
        places = settle(spec, 2.0)[1]
        axes.plot(places[:, 0], places[:, 2], color=color, label=f"young={young:g}")
    axes.set(title="a clamped rod, radius=0.01", aspect="equal")


def blocks(axes, word: str, values: tuple[float, ...]) -> None:
    """Show the side of soft blocks under a plate."""
    for color, value in zip(COLORS, values, strict=True):
        spec = spec_with()
        numbers = PLAIN | {"young": 3e4, word: value}
        bottom = [i for i in range(125) if i % 5 == 0]
        spec.add_soft_body("it", None, count=(5, 5, 5), spacing=0.025, pos=(0, 0, 0.05), pins=bottom, **numbers)
        plate = spec.worldbody.add_body(pos=(0, 0, 0.112))
        plate.add_joint(type="slide", axis=(0, 0, 1))
        plate.add_geom(type="box", size=(0.1, 0.1, 0.01), mass=4.0)
        places = settle(spec, 1.0)[1].reshape(5, 5, 5, 3)[:, 2]
        outline = np.concatenate((places[0], places[1:, -1], places[-1, ::-1], places[-2::-1, 0]))
        axes.plot(outline[:, 0], outline[:, 2], color=color, label=f"{word}={value:g}")
    axes.set(title="a soft block under 4 kg", aspect="equal")


def swings(axes, word: str, values: tuple[float, ...]) -> None:
    """Show the height of the end of a clamped rod over time."""
    for color, value in zip(COLORS, values, strict=True):
        spec = spec_with(0.002)
        points = [(0.02 * i, 0, 0) for i in range(11)]
        spec.add_rope("it", None, points=points, clamps=(0,), **(PLAIN | {"young": 5e6, "radius": 0.01, word: value}))
        axes.plot(*history(spec, 0.6, -1), color=color, label=f"{word}={value:g}")
    axes.set(title="the end of a rod", xlabel="time [s]", ylabel="height [m]")


def falls(axes) -> None:
    """Show the height of cloth that falls."""
    for color, drag in zip(COLORS, (0.0, 2.0, 8.0), strict=True):
        spec = spec_with()
        spec.add_cloth("it", "cotton", count=(3, 3), spacing=0.05, drag=drag)
        axes.plot(*history(spec, 0.6, 4), color=color, label=f"drag={drag:g}")
    axes.set(title="falling cloth", xlabel="time [s]", ylabel="height [m]")


def history(spec: corten.Spec, seconds: float, vertex: int) -> tuple[np.ndarray, np.ndarray]:
    """Return times and the heights of a vertex."""
    model = spec.compile()
    data = model.make_data()
    rows = []
    for _ in range(round(seconds / model.opt.timestep)):
        corten.step(model, data)
        rows.append((data.time, data.flexvert_xpos[vertex, 2]))
    return tuple(np.array(rows).T)


def main() -> None:
    """Draw all panels."""
    import matplotlib.pyplot as plt

    file = Path(sys.argv[1]) if len(sys.argv) > 1 else FILE
    figure = plt.figure(figsize=(13, 9.5), layout="constrained")
    for place, shear in enumerate((1e4, 1.4e5, 1e7)):
        drape(figure.add_subplot(3, 3, 1 + place, projection="3d"), shear)
    flat = [figure.add_subplot(3, 3, place) for place in range(4, 10)]
    strips(flat[0])
    ropes(flat[1])
    blocks(flat[2], "young", (1e4, 3e4, 1e5))
    blocks(flat[3], "poisson", (0.0, 0.3, 0.45))
    swings(flat[4], "damping", (0.0, 0.01, 0.1))
    falls(flat[5])
    for axes in flat:
        axes.legend(fontsize="small")
    figure.savefig(file, dpi=75)
    print(f"wrote {file}")


if __name__ == "__main__":
    main()
