"""Measure how many environment steps a second batches take, over their size and the number of threads, and draw it.

Run `python benchmarks/throughput.py`; it takes two or three minutes. The numbers go into `benchmarks/throughput.json`,
the picture into `docs/images/throughput.svg` (drawing needs matplotlib: `pip install corten[plot]`). `--draw` draws the
numbers that are there. `--models`, `--sizes`, `--threads` and `--seconds` choose what is measured and for how long;
`--folder` takes both files elsewhere.
"""

import argparse
import importlib.util
import json
import os
import platform
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

import corten

if TYPE_CHECKING:
    from matplotlib.axes import Axes

ROOT = Path(__file__).parents[1]
NUMBERS, PICTURE = ROOT / "benchmarks" / "throughput.json", ROOT / "docs" / "images" / "throughput.svg"

MODELS = ("cartpole", "hopper", "quadruped", "humanoid")
SIZES = (1, 4, 16, 64, 256, 1024, 4096)

# steps that bodies have fallen for before they are timed, steps of a call, and rounds of which the best one counts
FALLING, STEPS, ROUNDS = 100, 10, 4

# legible on white as well as on black: grey for words and axes, colours of middling brightness for threads
GREY, COLOURS = "#848d97", ("#d97706", "#2f81f7", "#1a9e5c", "#a855f7")


def measure(name: str, sizes: list[int], threads: list[int], seconds: float) -> dict[str, Any]:
    """Return the rates [1/s] of a model: of one Data that is stepped in a loop, and of batches by threads and size."""
    model = corten.load_model(corten.models.path(name))
    data = model.make_data()
    corten.step(model, data, FALLING)
    alone = best_rate(lambda: corten.step(model, data, STEPS), STEPS, seconds)
    rates: dict[str, list[float]] = {}
    for count in threads:
        rates[str(count)] = []
        for n in sizes:
            batch = corten.BatchSim(model, n, threads=count)
            rng = np.random.default_rng(0)
            batch.qvel[:] = rng.uniform(-0.1, 0.1, (n, model.nv))
            batch.ctrl[:] = rng.uniform(-0.5, 0.5, (n, model.nu))
            batch.step_all(FALLING)
            rates[str(count)].append(best_rate(lambda batch=batch: batch.step_all(STEPS), n * STEPS, seconds))
            print(f"{name}: n = {n}, {count} threads: {rates[str(count)][-1]:,.0f} environment steps a second")
    return {"alone": alone, "batches": rates}


def best_rate(call: Any, steps: int, seconds: float) -> float:
    """Return the highest rate [1/s] of several rounds of calls that take so many environment steps each."""
    best = 0.0
    for _ in range(ROUNDS):
        calls, start = 0, time.perf_counter()
        while (spent := time.perf_counter() - start) < seconds / ROUNDS or not calls:
            call()
            calls += 1
        best = max(best, calls * steps / spent)
    return round(best)


def draw(numbers: dict[str, Any], picture: Path) -> None:
    """Draw a plot for each model: environment steps a second over n, with a line for each number of threads."""
    import matplotlib as mpl
    from matplotlib.figure import Figure

    words = {"text.color": GREY, "axes.labelcolor": GREY, "xtick.color": GREY, "ytick.color": GREY, "font.size": 9}
    # text stays text, and the same numbers give the same file
    mpl.rcParams.update(
        {
            **words,
            "axes.edgecolor": GREY,
            "axes.facecolor": "none",
            "svg.fonttype": "none",
            "svg.hashsalt": "throughput",
        }
    )
    models = numbers["models"]
    figure = Figure(figsize=(9.0, 0.4 + 2.9 * -(-len(models) // 2)), layout="constrained")
    for axes, (name, rates) in zip(figure.subplots(-(-len(models) // 2), 2).flat, models.items(), strict=False):
        _draw_model(axes, name, rates, numbers["sizes"])
    figure.suptitle(
        f"{numbers['processor']}, {numbers['lanes']} environments to an instruction", fontsize=9, color=GREY
    )
    picture.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(picture, transparent=True, metadata={"Date": None})


def _draw_model(axes: "Axes", name: str, rates: dict[str, Any], sizes: list[int]) -> None:
    for colour, (count, line) in zip(COLOURS, rates["batches"].items(), strict=False):
        label = f"{count} threads" if int(count) > 1 else "1 thread"
        axes.plot(sizes, line, "o-", color=colour, markersize=3.5, linewidth=1.6, label=label)
    axes.axhline(rates["alone"], color=GREY, linestyle="--", linewidth=1.2, label="one Data in a loop")
    axes.set(xscale="log", yscale="log", title=name, xlabel="environments n", ylabel="environment steps / s")
    axes.set_xticks(sizes, [f"{n:,}" for n in sizes])
    axes.minorticks_off()
    every = [rates["alone"], *(rate for line in rates["batches"].values() for rate in line)]
    ticks = [factor * 10**power for power in range(9) for factor in (1, 2, 5)]
    shown = [tick for tick in ticks if min(every) / 2.5 <= tick <= 2.5 * max(every)]
    axes.set_yticks(shown, [f"{tick:,}" for tick in shown])
    axes.set_ylim(0.7 * min(every), 1.4 * max(every))
    axes.grid(visible=True, color=GREY, alpha=0.25, linewidth=0.6)
    axes.legend(frameon=False, fontsize=8, loc="lower right")


def processor() -> str:
    """Return what this machine computes with."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
        name = next(line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        name = platform.processor() or platform.machine()
    return f"{name}, {os.cpu_count()} cores"


def main() -> int:
    """Measure, draw, and return the exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--draw", action="store_true", help="draw the numbers that are there")
    parser.add_argument("--models", nargs="+", default=list(MODELS), help="models that come with corten")
    parser.add_argument("--sizes", type=int, nargs="+", default=list(SIZES), help="numbers of environments")
    parser.add_argument("--threads", type=int, nargs="+", default=sorted({1, os.cpu_count() or 1}))
    parser.add_argument("--seconds", type=float, default=1.2, help="time for each point")
    parser.add_argument("--folder", type=Path, help="where both files go")
    given = parser.parse_args()
    numbers = given.folder / NUMBERS.name if given.folder else NUMBERS
    picture = given.folder / PICTURE.name if given.folder else PICTURE
    if not given.draw:
        from corten.runtime.batch_plan import best_width

        models = {name: measure(name, given.sizes, given.threads, given.seconds) for name in given.models}
        found = {"processor": processor(), "lanes": best_width("float64"), "sizes": given.sizes, "models": models}
        numbers.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
        print(f"the numbers are in {numbers}")
    if importlib.util.find_spec("matplotlib") is None:
        print("no picture: matplotlib is missing; `pip install corten[plot]`, then add --draw", file=sys.stderr)
        return 1
    draw(json.loads(numbers.read_text(encoding="utf-8")), picture)
    print(f"the picture is {picture}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
