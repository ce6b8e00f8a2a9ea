"""Two weights hang on a rope over a pulley and turn it; with a file's name as argument, a picture is written there."""

import sys

import numpy as np

import corten

RADIUS, LENGTH, SEGMENTS = 0.1, 0.35, 14
LIGHT, HEAVY = 0.3, 0.5


def path() -> list[tuple[float, float, float]]:
    """Return points up one side, half around the pulley, and down the other side."""
    over = RADIUS + 0.006
    up = [(-over, 0.0, z) for z in np.linspace(-LENGTH, 0, SEGMENTS, endpoint=False)]
    around = [(-over * np.cos(a), 0.0, over * np.sin(a)) for a in np.linspace(0, np.pi, 2 * SEGMENTS // 3)]
    return [*up, *around, *((-x, y, z) for x, y, z in reversed(up))]


def build() -> corten.Model:
    """Return the pulley and the rope, whose ends carry balls."""
    spec = corten.Spec("a rope over a pulley")
    pulley = spec.worldbody.add_body(name="pulley")
    pulley.add_joint(name="pulley", axis=(0, 1, 0), damping=0.002)
    pulley.add_geom(type="cylinder", size=(RADIUS, 0.03), euler=(90, 0, 0), mass=0.2, friction=(1.0, 0.005, 0.0001))
    points = path()
    spec.add_rope("rope", "rope", points=points, bending=1e-4, twist=1e-4, young=1e8)
    for number, mass in ((0, LIGHT), (len(points) - 1, HEAVY)):
        end = spec.find("body", f"rope_{number}")
        assert end is not None
        end.first("inertial").remove()
        end.add("geom", type="sphere", size=(0.03,), mass=mass, contype=0, conaffinity=0)
    return spec.compile()


def draw(data: corten.Data, file: str) -> None:
    """Write a picture of rope and pulley from the side (extra `plot`)."""
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(figsize=(4, 5))
    axes.add_patch(plt.Circle((0, 0), RADIUS, color="0.7"))
    x, _, z = data.flexvert_xpos.T
    axes.plot(x, z, color="sienna", linewidth=4)
    axes.plot(x[[0, -1]], z[[0, -1]], "o", color="0.3", markersize=18)
    axes.set_aspect("equal")
    axes.margins(0.2)
    axes.set_axis_off()
    figure.savefig(file, dpi=120)


def main() -> None:
    """Let the heavier weight sink and print how far, and how far the pulley turns with the rope."""
    model = build()
    data = model.make_data()
    for _ in range(5):
        corten.step(model, data, 50)
        z = data.flexvert_xpos[:, 2]
        turn = RADIUS * data.joint("pulley").qpos[0]
        print(
            f"{data.time:3.1f} s: the weights hang {-z[0]:.3f} m and {-z[-1]:.3f} m below the axle; "
            f"the rim has moved {turn:+.3f} m"
        )
    if len(sys.argv) > 1:
        draw(data, sys.argv[1])


if __name__ == "__main__":
    main()
