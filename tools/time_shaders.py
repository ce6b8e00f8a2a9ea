#!/usr/bin/env python3
"""Measure how long the driver takes to compile the stages of models: python tools/time_shaders.py MODEL [MODEL ...].

MODEL is a file, a model that comes with corten, or a scene of the tests by its name. Stages that several models have
are compiled once. Drivers compile a shader when it first runs, so each one runs for no environment; what Mesa keeps on
disk from earlier runs is not used. A stage that takes longer than `--limit` seconds is given up, which only ending its
process can do. Seconds are those that all cores together have worked.
"""

import argparse
import os
import re
import select
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

# Mesa reads it when the device is opened
os.environ["MESA_SHADER_CACHE_DISABLE"] = "true"


def plan_of(word: str) -> tuple:
    """Return the stages of a model's step, the layouts of its shaders, and what is known of it."""
    import corten
    from corten.gpu.pipelines import known_values
    from corten.model.twin import Twin
    from corten.pipeline.plans import find_stages
    from support.lane_scenes import SCENES

    if word in SCENES:
        scene = SCENES[word]
        model = scene() if callable(scene) else corten.load_model_from_string(scene)
    else:
        model = corten.load_model(word if Path(word).exists() else corten.models.path(word))
    twin = Twin(model, "float32").model
    return tuple(dict.fromkeys(find_stages(twin, "step"))), (twin.layout, twin.make_data().layout), known_values(twin)


def compile_from(word: str, first: int) -> None:
    """Compile the stages of a model from one of them on, and print name, lines, loops and seconds of each."""
    from corten.gpu.device import open_device
    from corten.gpu.pipelines import WarmUp, compile_stage, find_shader

    device, (stages, layouts, known) = open_device(), plan_of(word)
    warm_up = WarmUp(device)
    for stage in stages[first:]:
        text = find_shader(stage, layouts, known).text
        loops = len(re.findall(r"\b(?:for|while|loop) ?[({]", text))
        print(f"begin {stage.name} {text.count(chr(10))} {loops}", flush=True)
        start = time.process_time()
        warm_up.run(compile_stage(device, stage, layouts, known)[1])
        print(f"done {time.process_time() - start:.2f}", flush=True)
    print("end", flush=True)


def measure(word: str, limit: float, seen: dict[str, float]) -> None:
    """Measure the stages of a model in processes of their own, and print those not seen before."""
    first, name, more = 0, "", ""
    while True:
        command = [sys.executable, __file__, word, "--from", str(first)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, bufsize=1) as child:
            assert child.stdout is not None
            while True:
                ready = select.select([child.stdout], [], [], limit if name else None)[0]
                words = child.stdout.readline().split() if ready else ["late"]
                if words[:1] == ["begin"]:
                    name, more = words[1], f"{words[2]} lines, {words[3]} loops"
                elif words[:1] in (["done"], ["late"]):
                    seconds = float(words[1]) if ready else float("inf")
                    if name not in seen:
                        told = f"{seconds:8.2f} s" if ready else f"> {limit:6.0f} s"
                        print(f"{told}  {name.removeprefix('corten.').removeprefix('stages.')}: {more}", flush=True)
                    seen[name], name, first = seconds, "", first + 1
                    if not ready:
                        child.kill()
                        break
                else:
                    return


def main() -> None:
    """Measure, and tell the sum for each model."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("models", nargs="+")
    parser.add_argument("--limit", type=float, default=60.0, help="seconds after which a stage is given up")
    parser.add_argument("--from", type=int, default=-1, dest="first", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.first >= 0:
        compile_from(arguments.models[0], arguments.first)
        return
    for word in arguments.models:
        seen: dict[str, float] = {}
        measure(word, arguments.limit, seen)
        print(f"{word}: {len(seen)} stages, {sum(seen.values()):.0f} s", flush=True)


if __name__ == "__main__":
    main()
