"""Contacts of float32 are those of float64, but for surfaces that hardly touch."""

import numpy as np
import pytest

import corten
from corten.data import Data
from corten.model.twin import Twin
from support.lane_scenes import SCENES
from support.tolerance import SINGLE_SURFACE

# scenes with all that finds contacts, and how many are to be compared at least
FOUND = {
    "bundled humanoid": 100,
    "rolling contacts": 20,
    "convex shapes": 50,
    "meshes": 40,
    "height field": 80,
    "real triangles": 8,
    "distance grid": 8,
    "signed distance": 200,
    "sleeping dominoes": 60,
    "everything": 150,
}

# poses, how far they are from the first, steps of half of them, and nudges by roundings of float32
POSES, FAR, STEPS, NUDGES = 30, 0.15, 60, 6

Pair = tuple[int, int]


def gaps(model: corten.Model, data: Data) -> dict[Pair, list[float]]:
    """Return how far beyond its margin each contact is [m], deepest first, by pair of geoms."""
    found: dict[Pair, list[float]] = {}
    corten.forward(model, data)
    for contact in data.contact:
        first, second = sorted(map(int, contact.geom))
        found.setdefault((first, second), []).append(float(contact.dist) - float(contact.includemargin))
    return {pair: sorted(each) for pair, each in found.items()}


def differ(ones: list[float], others: list[float]) -> bool:
    """Tell whether contacts are missing that do more than touch, or lie elsewhere."""
    for mine, theirs in ((ones, others), (others, ones)):
        sure = [gap for gap in mine if gap < -SINGLE_SURFACE]
        if len(theirs) < len(sure):
            return True
        if any(abs(a - b) > SINGLE_SURFACE for a, b in zip(sure, theirs, strict=False)):
            return True
    return False


def poses(model: corten.Model) -> list[np.ndarray]:
    """Return the first pose, poses near it, and where these come to in some steps; all as float32 has them."""
    rng, found = np.random.default_rng(1), []
    for number in range(POSES):
        data = model.make_data()
        if number:
            corten.integrate_pos(model, data.qpos, rng.normal(0.0, FAR, model.nv), 1.0)
        if number % 2:
            corten.step(model, data, nstep=STEPS)
        found.append(data.qpos.astype(np.float32))
    return found


@pytest.mark.parametrize("name", FOUND)
def test_contacts_are_those_of_float64(name):
    """Find the same contacts in both precisions wherever float64 does when a pose is moved by roundings of float32."""
    scene, rng, found, left_out = SCENES[name], np.random.default_rng(2), 0, 0
    model = scene() if callable(scene) else corten.load_model_from_string(scene)
    twin = Twin(model, "float32").model
    one, other = model.make_data(), twin.make_data()
    for qpos in poses(model):
        one.qpos[:] = other.qpos[:] = qpos
        ours, theirs = gaps(twin, other), gaps(model, one)
        nudged = []
        for _ in range(NUDGES):
            one.qpos[:] = qpos * (1.0 + np.finfo(np.float32).eps * rng.uniform(-1, 1, model.nq))
            nudged.append(gaps(model, one))
        for pair in {*ours, *theirs}:
            expected = theirs.get(pair, [])
            if any(differ(expected, each.get(pair, [])) for each in nudged):
                left_out += len(expected)
            else:
                assert not differ(expected, ours.get(pair, [])), f"{pair} at {qpos.tolist()}"
                found += len(expected)
    assert found > FOUND[name] and left_out < 0.1 * found
