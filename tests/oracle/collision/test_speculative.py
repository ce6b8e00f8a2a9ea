"""Speculative contacts against MuJoCo: all pairs of shapes, rays, distances, rows and trajectories."""

from itertools import combinations_with_replacement

import numpy as np
import pytest

import corten
from corten.enums import Integrator
from support import oracle, tolerance
from support.isolated import compare
from support.speculative_scenes import BALL, FLOOR, SEEN, SHAPES, WALL, fast_scene, random_approach

PAIRS = [pair for pair in combinations_with_replacement(SHAPES, 2) if pair[1] != "plane"]


def forward_both(xml: str, velocity):
    """Load a scene into both engines with velocities for the first dofs, and compute everything."""
    mjm, mjd, model, data = oracle.load_both(xml)
    mjd.qvel[: len(velocity)] = data.qvel[: len(velocity)] = velocity
    oracle.forward(mjm, mjd)
    corten.forward(model, data)
    return mjm, mjd, model, data


def by_place(pos) -> np.ndarray:
    """Return the order of points by their coordinates, which does not depend on how they were found."""
    return np.lexsort(np.round(np.reshape(pos, (-1, 3)), 6).T)


def compare_contacts(mjd, data, bound=tolerance.STAGE) -> None:
    """Compare contacts, those of one pair of geoms in any order, and the rows that they make."""
    assert data.ncon == mjd.ncon
    theirs, ours = by_place(mjd.contact.pos), by_place(data.contact_pos[: data.ncon])
    for name in "geom dist pos frame includemargin dim exclude".split():
        ours_sorted = getattr(data, f"contact_{name}")[: data.ncon][ours].astype(float)
        compare(name, ours_sorted, getattr(mjd.contact, name)[theirs].astype(float), bound)
    assert data.nefc == mjd.nefc


@pytest.mark.parametrize(("first", "second"), PAIRS, ids="-".join)
def test_pairs(first, second):
    """Agree with MuJoCo on the contacts that two shapes that fly at each other will have."""
    rng = np.random.default_rng(0)
    curved = {"ellipsoid", "cylinder"} & {first, second} and first != "plane"
    bound = tolerance.SPECULATIVE if curved else tolerance.STAGE
    found = 0
    for _ in range(6):
        bodies, velocity = random_approach(first, second, rng)
        _, mjd, _, data = forward_both(fast_scene(bodies), velocity)
        if (first, second) == ("plane", "cylinder"):
            # of quadrilaterals in a cap that are equally large, roundings choose one
            assert data.ncon == mjd.ncon
            compare("dist", data.contact_dist[: data.ncon], mjd.contact.dist)
        else:
            compare_contacts(mjd, data, bound)
        found += mjd.ncon
    assert found > 0


@pytest.mark.parametrize("name", SEEN)
def test_line_of_sight(name):
    """Agree with MuJoCo on contacts behind another geom."""
    _, mjd, _, data = forward_both(fast_scene(SEEN[name]), [0, 0, -60])
    assert mjd.ncon > 0
    compare_contacts(mjd, data)


@pytest.mark.parametrize("integrator", ["Euler", "implicitfast", "RK4", "discrete"])
@pytest.mark.parametrize("solref", [".02 1", ".1 1", ".005 .7", "-1000 -50", "0 -50", "0 .5"])
def test_distance(integrator, solref):
    """Agree with MuJoCo on the distance for all kinds of springs and integrators, with margin and gap."""
    own = f'solref="{solref}" solimp=".7 .95 .3" margin=".05" gap=".6"'
    xml = fast_scene(WALL.replace("/>", f" {own}/>") + BALL.format(own=own), f'integrator="{integrator}"')
    _, mjd, _, data = forward_both(xml, [3, 0, -60])
    assert mjd.ncon == 1
    compare_contacts(mjd, data)
    compare("efc_aref", data.efc_aref[: data.nefc], mjd.efc_aref)


@pytest.mark.parametrize("speed", [4.9, 5.0, 43.99, 44.0, 44.01, 300.0])
@pytest.mark.parametrize("floor", [FLOOR, WALL], ids=["plane", "box"])
def test_thresholds(speed, floor):
    """Find a speculative contact exactly where MuJoCo does: a fast geom, which gets there."""
    for height in (0.0611, 0.5):
        xml = fast_scene(floor + BALL.format(own="").replace("0 0 .5", f"0 0 {height}"))
        _, mjd, _, data = forward_both(xml, [0, 0, -speed])
        compare_contacts(mjd, data)


def test_spinning_rod():
    """Agree with MuJoCo where the search does not come to its end within its rounds."""
    rod = '<body pos="0 0 .6"><freejoint/><geom type="box" size=".03 .02 .2" solref="-1000 0"/></body>'
    for spin in (600, 1500, 2500):
        for floor in (FLOOR, WALL):
            xml = fast_scene(floor.replace("/>", ' solref="-1000 0"/>') + rod)
            _, mjd, _, data = forward_both(xml, [0, 0, -60, 0, spin, 0])
            compare_contacts(mjd, data)


@pytest.mark.parametrize("shape", ["sphere", "capsule", "box", "mesh"])
@pytest.mark.parametrize("integrator", ["Euler", "implicitfast", "discrete"])
def test_bullet(shape, integrator):
    """Stop a bullet at a thin wall as MuJoCo does, where it would pass without the flag."""
    bullet = f'<body pos="0 0 .5"><freejoint/><geom {SHAPES[shape]}/></body>'
    xml = fast_scene(WALL + bullet, f'integrator="{integrator}"', timestep=0.005)
    mjm, mjd, model, data = oracle.load_both(xml)
    mjd.qvel[:3] = data.qvel[:3] = (1.0, 0.5, -100.0)
    for _ in range(8):
        oracle.step(mjm, mjd, 1)
        corten.step(model, data, 1)
        compare("qpos", data.qpos, mjd.qpos, tolerance.TRAJECTORY)
    assert data.qpos[2] > -0.05
    assert model.opt_integrator == Integrator[integrator.upper()]


def test_without_nativeccd():
    """Find no speculative contact with the older convex engine, as MuJoCo."""
    _, mjd, _, data = forward_both(fast_scene(WALL + BALL.format(own=""), flags='nativeccd="disable"'), [0, 0, -60])
    assert mjd.ncon == data.ncon == 0


def test_height_field():
    """Find no speculative contact with height fields, as MuJoCo."""
    xml = fast_scene(WALL.replace('type="box" size="1 1 .01"', 'type="hfield" hfield="h"') + BALL.format(own=""))
    xml = xml.replace("<asset>", '<asset><hfield name="h" nrow="2" ncol="2" size="1 1 .05 .05"/>')
    _, mjd, _, data = forward_both(xml, [0, 0, -60])
    assert mjd.ncon == data.ncon == 0
