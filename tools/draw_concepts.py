#!/usr/bin/env python3
"""Draw what the pages on concepts speak of, as the engine computes it: docs/images/concepts (extra `plot`).

Not among the generated files that tests compare: pictures follow the CPU's last bits.
"""

import sys
from pathlib import Path

import numpy as np

import corten

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "images" / "concepts"
COLORS = ("#b8542a", "#33707a", "#5a6b3b", "#7a4b7e", "#c99a2e", "#44546a")

BALL = """<mujoco><option timestep="0.001"/><worldbody><geom type="plane" size="1 1 .1" {contact}/>
<body pos="0 0 .3"><freejoint/><geom size=".1" {contact}/></body></worldbody></mujoco>"""

BLOCK = """<mujoco><option timestep="0.002" gravity="4.9 0 -8.5" cone="{cone}" impratio="{ratio}"/><worldbody>
<geom type="plane" size="9 9 .1" friction="{friction}"/><body pos="0 0 .1"><freejoint/>
<geom type="box" size=".1 .1 .1" friction="{friction} .005 .0001"/></body></worldbody></mujoco>"""

PENDULUM = """<mujoco><option timestep="0.005" integrator="{word}"><flag energy="enable"/></option><worldbody>
<body><joint axis="0 1 0"/><geom type="capsule" fromto="0 0 0 .5 0 0" size=".03"/>
<body pos=".5 0 0"><joint axis="0 1 0"/><geom type="capsule" fromto="0 0 0 .5 0 0" size=".03"/></body></body>
</worldbody></mujoco>"""

SPRING = """<mujoco><option timestep="{step}" integrator="{word}"/><worldbody><body>
<joint type="slide" axis="1 0 0" stiffness="1e4" damping="2"/><geom size=".1" mass="1"/></body></worldbody></mujoco>"""

SENSOR = """<mujoco><worldbody><body><joint name="hinge" axis="0 1 0" damping=".01"/>
<geom type="capsule" fromto="0 0 0 0 0 -.5" size=".03"/></body></worldbody>
<sensor><jointpos name="angle" joint="hinge" noise=".03"/></sensor>
<custom><numeric name="corten.sensor_noise" data="1"/></custom></mujoco>"""


BOX = '<geom type="box" size=".1 .1 .1"/>'


def run(text: str, seconds: float, read, before=None) -> tuple[np.ndarray, np.ndarray]:
    """Return times [s] and what `read` says of a model's Data after each step."""
    model = corten.load_model_from_string(text)
    data = model.make_data()
    if before is not None:
        before(data)
    times, values = [], []
    for _ in range(round(seconds / model.opt.timestep)):
        corten.step(model, data)
        times.append(data.time)
        values.append(read(data))
    return np.array(times), np.array(values)


def contacts(plt) -> None:
    """Draw impedance over depth, how a ball lands for several solref, and a block on a slope."""
    figure, (first, second, third) = plt.subplots(1, 3, figsize=(11, 3.2))
    depth = np.linspace(0, 1.5, 200)
    for color, (low, high, power) in zip(COLORS, [(0.9, 0.95, 2), (0, 0.95, 2), (0, 0.95, 4)], strict=False):
        x = np.clip(depth, 0, 1)
        rise = np.where(x < 0.5, x**power / 0.5 ** (power - 1), 1 - (1 - x) ** power / 0.5 ** (power - 1))
        first.plot(depth, low + rise * (high - low), color=color, label=f"{low:g} {high:g} w 0.5 {power:g}")
    first.set(title="solimp: share of the motion taken over", xlabel="depth / width w", ylim=(-0.03, 1.03))
    for color, solref in zip(COLORS, ("0.02 1", "0.1 1", "0.05 0.2", "-5000 -5"), strict=False):
        times, height = run(BALL.format(contact=f'solref="{solref}"'), 1.0, lambda data: data.qpos[2])
        second.plot(times, 100 * height, color=color, label=solref)
    second.axhline(10, color="0.7", linewidth=0.8)
    second.set(title="solref: a ball of 10 cm lands", xlabel="time [s]", ylabel="height of its centre [cm]")
    for color, (friction, cone, ratio) in zip(
        COLORS, [(0.5, "elliptic", 1), (0.6, "elliptic", 1), (0.6, "elliptic", 10), (0.6, "pyramidal", 1)], strict=False
    ):
        text = BLOCK.format(friction=friction, cone=cone, ratio=ratio)
        times, way = run(text, 2.0, lambda data: data.qpos[0])
        third.semilogy(times, 1e3 * np.abs(way) + 1e-4, color=color, label=f"{friction:g}, {cone}, impratio {ratio}")
    third.set(title="friction: a block on a slope of 30°", xlabel="time [s]", ylabel="way down [mm]")
    for axes in (first, second, third):
        axes.legend(fontsize=7, frameon=False)
    save(figure, "contacts")


def integrators(plt) -> None:
    """Draw the energy of a double pendulum, and a stiff spring with long steps."""
    figure, (first, second) = plt.subplots(1, 2, figsize=(9, 3.2))
    for color, word in zip(COLORS, ("Euler", "implicit", "RK4"), strict=False):
        times, energy = run(PENDULUM.format(word=word), 6.0, lambda data: data.energy.sum())
        label = "Euler, implicitfast" if word == "Euler" else word
        first.plot(times, energy - energy[0], color=color, label=label)
    first.set(title="double pendulum, steps of 5 ms", xlabel="time [s]", ylabel="energy gained [J]")

    def pull(data: corten.Data) -> None:
        data.qpos[0] = 0.01

    for color, word, label in zip(COLORS, ("Euler", "discrete"), ("Euler, implicit", "discrete"), strict=False):
        times, way = run(SPRING.format(word=word, step=0.019), 0.5, lambda data: data.qpos[0], pull)
        second.plot(np.append(0, times), 1e3 * np.append(0.01, way), ".-", color=color, linewidth=0.8, label=label)
    second.set(title="1 kg on 10 kN/m, steps of 19 ms", xlabel="time [s]", ylabel="position [mm]")
    for axes in (first, second):
        axes.legend(fontsize=7, frameon=False)
    save(figure, "integrators")


def sleep(plt) -> None:
    """Draw how many blocks are awake while they come to rest, and after one of them is pushed."""
    blocks = [
        f'<body pos="{x * 0.3} 0 {0.1 + 0.21 * y + 0.02 * x}"><freejoint/>{BOX}</body>'
        for x in range(6)
        for y in range(4)
    ]
    head = '<mujoco><option><flag sleep="enable"/></option><worldbody><geom type="plane" size="3 3 .1"/>'
    model = corten.load_model_from_string(f"{head}{''.join(blocks)}</worldbody></mujoco>")
    data = model.make_data()
    times, awake = [], []
    for _ in range(round(4.0 / model.opt.timestep)):
        data.xfrc_applied[model.nbody - 1, 0] = 30.0 if 2.0 < data.time < 2.1 else 0.0
        corten.step(model, data)
        times.append(data.time)
        awake.append(data.ntree_awake)
    figure, axes = plt.subplots(figsize=(6, 2.6))
    axes.plot(times, awake, color=COLORS[0])
    axes.annotate("one is pushed", (2.0, 2), (1.2, 12), arrowprops={"arrowstyle": "->", "color": "0.4"}, fontsize=8)
    axes.set(xlabel="time [s]", ylabel="blocks awake", ylim=(-0.5, model.ntree + 1))
    save(figure, "sleep")


def collision(plt) -> None:
    """Draw a ball on a channel that is taken for its hull, and for its triangles."""
    channel = "-1 -.5 .4  -1 -.4 .4  -1 -.4 0  -1 .4 0  -1 .4 .4  -1 .5 .4  -1 .5 -.1  -1 -.5 -.1 "
    ends = channel + channel.replace("-1 ", "1 ")
    sides = [(i, (i + 1) % 8) for i in range(8)]
    faces = [f"{a} {b + 8} {b}  {a} {a + 8} {b + 8}" for a, b in sides]
    caps = [(0, 7, 1), (1, 7, 2), (2, 7, 6), (2, 6, 3), (3, 6, 4), (4, 6, 5)]
    faces += [f"{a} {c} {b}  {a + 8} {b + 8} {c + 8}" for a, b, c in caps]
    text = f"""<mujoco><visual><headlight ambient=".5 .5 .5"/><global azimuth="25" elevation="-35"/></visual>
    <statistic center="0 0 .2" extent="1.6"/>
    <asset><texture type="skybox" builtin="flat" rgb1="1 1 1" rgb2="1 1 1" width="8" height="48"/>
    <mesh name="channel" vertex="{ends}" face="{"  ".join(faces)}"/></asset>
    <worldbody><light pos="0 1 3" dir="0 -.3 -1"/><geom type="mesh" mesh="channel" rgba=".85 .83 .8 1"/>
    <body pos="0 0 .9"><freejoint/><geom size=".25" rgba=".72 .33 .16 1"/></body></worldbody></mujoco>"""
    figure, places = plt.subplots(1, 2, figsize=(8, 3.1))
    for axes, way in zip(places, ("hull", "triangles"), strict=True):
        model = corten.load_model_from_string(text, mesh_collision=way)
        data = model.make_data()
        corten.step(model, data, nstep=1000)
        corten.forward(model, data)
        axes.imshow(corten.render(model, data, height=300, width=400))
        axes.set_title(way)
        axes.set_axis_off()
    save(figure, "collision")


def rendering(plt) -> None:
    """Draw colours, distances and objects of one view."""
    model = corten.load_model("arm")
    data = model.make_data()
    corten.reset_data(model, data, "home")
    corten.forward(model, data)
    figure, places = plt.subplots(1, 3, figsize=(11, 3))
    with corten.Renderer(model, 300, 400) as renderer:
        renderer.update_scene(data)
        places[0].imshow(renderer.render())
        renderer.enable_depth_rendering()
        places[1].imshow(np.clip(renderer.render(), 0, 4), cmap="viridis_r")
        renderer.disable_depth_rendering()
        renderer.enable_segmentation_rendering()
        objects = renderer.render()[:, :, 0]
        places[2].imshow(np.where(objects < 0, np.nan, (objects * 7) % 20), cmap="tab20")
    for axes, title in zip(places, ("colours", "distance", "objects"), strict=True):
        axes.set_title(title)
        axes.set_axis_off()
    save(figure, "rendering")


def noise(plt) -> None:
    """Draw a reading with noise beside the truth."""
    figure, axes = plt.subplots(figsize=(6, 2.6))
    readings: list[float] = []

    def read(data: corten.Data) -> float:
        readings.append(float(data.sensordata[0]))
        return float(data.qpos[0])

    def lift(data: corten.Data) -> None:
        data.qpos[0] = 0.5

    times, truth = run(SENSOR, 3.0, read, lift)
    axes.plot(times, readings, ".", color=COLORS[0], markersize=2, label="what the sensor reads")
    axes.plot(times, truth, color=COLORS[1], label="the angle")
    axes.set(xlabel="time [s]", ylabel="angle [rad]")
    axes.legend(fontsize=7, frameon=False)
    save(figure, "noise")


def save(figure, name: str) -> None:
    """Write a figure."""
    figure.tight_layout()
    figure.savefig(FOLDER / f"{name}.png", dpi=110)


def main() -> None:
    """Draw all pictures, or those that are named."""
    import matplotlib.pyplot as plt

    FOLDER.mkdir(parents=True, exist_ok=True)
    drawers = {draw.__name__: draw for draw in (contacts, integrators, sleep, collision, rendering, noise)}
    for name in sys.argv[1:] or drawers:
        drawers[name](plt)


if __name__ == "__main__":
    main()
