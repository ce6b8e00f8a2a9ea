#!/usr/bin/env python3
"""Compare stages on the GPU with the same stages in float32 on the CPU, number by number.

    python tools/compare_stages.py [MODEL ...] [--only WORD ...] [--without WORD ...] [--after 0 20 200]

MODEL is a file, a folder, a Python file with `CASES = {name: xml}`, a model that comes with corten, a scene of the
tests by its name, or `scenes`, which are all of them and what is compared without one. Each model takes as many steps
as `--after` says from its first keyframe, if it has one, and small random speeds, then one more of which every stage
runs on both from the same numbers; all fields of Data are compared. A stage that looks for contacts and found none in
any model counts as one that was not compared.
`--matrix` does so with every solver, cone and integrator, and with flags that bring stages of their own. At the end
stand the stages whose results differ, by how many units in the last place, and the stages that no model needed.

Drivers whose divisions and square roots are rounded correctly have to give the very bits. Mesa's llvmpipe compiles some
stages for minutes (`--without convex solver`); Chromium's SwiftShader takes less:

    VK_ICD_FILENAMES=/usr/lib/chromium/vk_swiftshader_icd.json python tools/compare_stages.py
"""

import argparse
import runpy
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

import corten
from corten.data import Data
from corten.enums import ConeType, DisableBit, EnableBit, Integrator, SolverType
from corten.errors import AssetError, GpuError, ModelError, StepError, UnsupportedFeatureError
from corten.gpu import adapter_info
from corten.model.twin import Twin
from corten.pipeline.catalogue import all_stages
from corten.pipeline.plans import get_plan
from corten.runtime.backends.wgsl import Slots
from corten.runtime.kernel import Stage
from corten.runtime.plan import STATUS, Skip
from corten.stages.collision.mpr.mpr_pairs import mpr_hfield, mpr_pairs
from corten.stages.collision.pairs import PAIRS, stage_named
from corten.stages.collision.speculative.contacts import cull_occluded, speculative_contacts
from corten.stages.collision.speculative.impacts import find_impacts, multiccd_impacts
from support import device_scenes, fuzzed_scenes
from support.fuzzed_scenes import SCENES as FUZZED
from support.lane_scenes import SCENES
from support.shaders import Pools, run_stage, ulps_apart

# flags that bring stages of their own
ENABLED, DISABLED = (EnableBit.FWDINV, EnableBit.DIAGEXACT, EnableBit.ENERGY), (DisableBit.NATIVECCD,)

# what may be wrong with a model or a device, told and passed over
REFUSED = (AssetError, GpuError, ModelError, StepError, UnsupportedFeatureError)

# stages that have nothing to do where nothing is near
SEEKERS = {stage_named(name).name for pair in PAIRS.values() for name in (pair.contacts, pair.distance)}
SEEKERS |= {stage.name for stage in (mpr_pairs, mpr_hfield, speculative_contacts)}
SEEKERS |= {stage.name for stage in (find_impacts, multiccd_impacts, cull_occluded)}

# how far speeds and controls reach
SPEED, CONTROL = 0.3, 0.5


class Found(NamedTuple):
    """What was compared of a stage: how often, with how many contacts found, the largest difference [ulp] and where."""

    runs: int
    contacts: int
    apart: int
    where: str


def load(words: list[str]) -> Iterator[tuple[str, corten.Model]]:
    """Yield models with their names; what cannot be loaded is told and left out."""
    makers, known = {}, SCENES | device_scenes.SCENES
    for word in words:
        path = Path(word)
        if word in FUZZED:
            makers[word] = lambda word=word: fuzzed_scenes.load(word)
        elif word == "scenes" or word in known:
            for name, scene in known.items() if word == "scenes" else [(word, known[word])]:
                makers[name] = scene if callable(scene) else lambda text=scene: corten.load_model_from_string(text)
        elif path.suffix == ".py":
            cases = runpy.run_path(word)["CASES"]
            makers |= {name: lambda text=text: corten.load_model_from_string(text) for name, text in cases.items()}
        elif path.is_dir():
            makers |= {str(file): lambda file=file: corten.load_model(file) for file in sorted(path.rglob("*.xml"))}
        else:
            file = word if path.exists() else corten.models.path(word)
            makers[word] = lambda file=file: corten.load_model(file)
    for name, make in makers.items():
        try:
            yield name, make()
        except REFUSED as error:
            print(f"{name}: {str(error).splitlines()[0]}", flush=True)


def versions(model: corten.Model, matrix: bool) -> Iterator[corten.Model]:
    """Yield a model, or copies of it with each solver, cone and integrator, and with flags that bring stages."""
    if not matrix:
        yield model
        return
    for field, kinds in (("solver", SolverType), ("cone", ConeType), ("integrator", Integrator)):
        for kind in kinds:
            other = model.copy()
            setattr(other.opt, field, kind)
            yield other
    for field, bits in (("enableflags", ENABLED), ("disableflags", DISABLED)):
        for bit in bits:
            other = model.copy()
            setattr(other.opt, field, getattr(other.opt, field) | int(bit))
            yield other


class Comparison:
    """Runs stages on both and remembers how far they were apart."""

    def __init__(self, only: list[str], without: list[str]):
        self._only, self._without = only, without
        self.found: dict[str, Found] = {}

    def wants(self, stage: Stage) -> bool:
        """Tell whether a stage is to be compared."""
        chosen = not self._only or any(word in stage.name for word in self._only)
        return chosen and not any(word in stage.name for word in self._without)

    def model(self, name: str, model: corten.Model, after: list[int]) -> None:
        """Compare the stages of some steps of a model."""
        twin, rng = Twin(model, "float32").model, np.random.default_rng(0)
        data, done = Data(twin), 0
        corten.reset_data(twin, data, 0 if model.nkey else None)
        data.qvel[:] += rng.uniform(-SPEED, SPEED, model.nv)
        data.ctrl[:] = rng.uniform(-CONTROL, CONTROL, model.nu)
        for steps in after:
            corten.step(twin, data, nstep=steps - done)
            done = steps + 1
            # a copy finds out how much room the step needs
            needed = data.copy()
            corten.step(twin, needed)
            data.grow(**{size: getattr(needed, size) for size, kind in data.layout.sizes.items() if kind.counted_by})
            self._step(name, twin, data)

    def _step(self, name: str, model: corten.Model, data: Data) -> None:
        layouts, stages, place = (model.layout, data.layout), get_plan(model, "step").stages, 0
        while place < len(stages):
            stage = stages[place]
            pools = Pools(Slots(layouts), [model], [data]) if self.wants(stage) else None
            before = self._count(data)
            status = stage(model, data)
            if pools is not None:
                run_stage(stage, pools, layouts)
                expected = dict(data._views.complete()) | {STATUS: np.array(0 if isinstance(stage, Skip) else status)}
                fields = pools.read(0, data)
                apart = {field: ulps_apart(value, expected[field]) for field, value in fields.items()}
                self._add(stage, name, apart, self._count(data) - before)
            place += 1 + (stage.count * status if isinstance(stage, Skip) else 0)

    @staticmethod
    def _count(data: Data) -> int:
        """Return how much has been found: contacts, impacts, points in which these are, and points that are hidden."""
        views = data._views
        impacts = int(views["nimpact"])
        points = views["impact_npoint"][:impacts]
        hidden = sum(int(row[:count].sum()) for row, count in zip(views["impact_occluded"], points, strict=False))
        return int(views["nunsorted"]) + impacts + int(points.sum()) + hidden

    def _add(self, stage: Stage, name: str, apart: dict[str, int], contacts: int) -> None:
        field = max(apart, key=lambda each: apart[each])
        old = self.found.get(stage.name, Found(0, 0, 0, ""))
        if apart[field] > old.apart:
            old = old._replace(apart=apart[field], where=f"{field} of {name}")
            print(f"{stage.name}: {apart[field]:,} ulp apart in {old.where}", flush=True)
        self.found[stage.name] = old._replace(runs=old.runs + 1, contacts=old.contacts + max(contacts, 0))

    def idle(self) -> set[str]:
        """Return the stages that look for contacts and found none."""
        return {name for name, each in self.found.items() if name in SEEKERS and not each.contacts}


def main() -> int:
    """Compare, tell, and return 1 if something differs."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("models", nargs="*", default=["scenes"])
    parser.add_argument("--only", nargs="*", default=[], help="parts of names of stages")
    parser.add_argument("--without", nargs="*", default=[], help="parts of names of stages")
    parser.add_argument("--after", nargs="*", type=int, default=[0, 20, 200], help="steps before those compared")
    parser.add_argument("--matrix", action="store_true", help="with every solver, cone, integrator and some flags")
    arguments = parser.parse_args()
    comparison, device = Comparison(arguments.only, arguments.without), adapter_info()["device"]
    print(device, flush=True)
    for name, model in load(arguments.models):
        start = time.perf_counter()
        for version in versions(model, arguments.matrix):
            try:
                comparison.model(name, version, arguments.after)
            except REFUSED as error:
                print(f"{name}: {str(error).splitlines()[0]}", flush=True)
        print(f"{name}: {time.perf_counter() - start:.0f} s", flush=True)
    idle = comparison.idle()
    found = {name: each for name, each in comparison.found.items() if name not in idle}
    seen = {name: each.contacts for name, each in found.items() if name in SEEKERS}
    apart = {name: each for name, each in found.items() if each.apart}
    left = [stage.name for stage in all_stages() if stage.name not in found]
    print(f"{device}: {sum(each.runs for each in found.values()):,} runs of {len(found)} stages, {len(apart)} differ")
    for name, each in apart.items():
        print(f"  {name}: {each.apart:,} ulp in {each.where}")
    print("contacts found:", ", ".join(f"{_short(name)} {count}" for name, count in seen.items()))
    if idle:
        print(f"nothing touched in {', '.join(map(_short, sorted(idle)))}")
    print(f"not compared, {len(left)}: {', '.join(map(_short, left))}")
    return int(bool(apart))


def _short(name: str) -> str:
    return name.removeprefix("corten.").removeprefix("stages.")


if __name__ == "__main__":
    sys.exit(main())
