"""Kernels for meshes as distance fields give the same bits in every mode."""

import os
import subprocess
import sys

import pytest

from support.repository import ROOT

PROGRAM = """
import numpy as np
import corten
from corten.assets.trees.box_overlap import overlapping
from corten.assets.trees.bvh import make_bvh
from corten.assets.distance.surface_distance import surface_distances
from support.sdf_meshes import SHAPES
from support.sdf_pairs import PARTNERS, SdfPair

rng = np.random.default_rng(2)
for partner in PARTNERS:
    pair = SdfPair(partner, "corner", 'sdf_initpoints="3" sdf_iterations="4"')
    for _ in range(3):
        pair.theirs(pair.pose(rng, 0.5))
        found = pair.ours()
        print(partner, found.dist.tobytes().hex(), found.pos.tobytes().hex(), found.normal.tobytes().hex())
        rays = rng.normal(size=(4, 3)), rng.normal(size=(4, 3))
        print(partner, *(array.tobytes().hex() for array in corten.ray_normal(pair.model, pair.data, *rays)))
for name, (points, faces) in SHAPES.items():
    tree = make_bvh(points, faces)
    low = rng.normal(size=(20, 3))
    boxes = np.hstack((low, low + rng.uniform(0, 1, (20, 3))))
    pairs = np.column_stack((np.repeat(np.arange(20), 3), rng.integers(0, len(faces), 60))).astype(np.int32)
    print(name, overlapping(boxes, points[faces].reshape(-1, 9), pairs).tobytes().hex())
    print(name, surface_distances(rng.normal(size=(20, 3)), points, faces, tree).tobytes().hex())
"""

PATHS = (str(ROOT / "tests"), str(ROOT / "src"))


def run(mode):
    """Run the program in a fresh process with kernels of that kind; return what it printed."""
    environment = {**os.environ, "CORTEN_KERNELS": mode, "PYTHONPATH": os.pathsep.join(PATHS)}
    command = [sys.executable, "-W", "ignore", "-c", PROGRAM]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr[-3000:]
    return done.stdout.splitlines()


@pytest.fixture(scope="module")
def compiled():
    """What compiled kernels give."""
    return run("compiled")


@pytest.mark.parametrize("mode", ["checked", "python"])
def test_modes_agree_to_the_bit(compiled, mode):
    """Contacts, rays, overlaps of boxes and distances to surfaces are the same in every mode."""
    other = run(mode)
    assert len(other) == len(compiled) > 40
    for mine, theirs in zip(other, compiled, strict=True):
        assert mine == theirs, mine.split()[0]
