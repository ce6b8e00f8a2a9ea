"""Meshes that collide as convex pieces: what a hull would keep out gets in, and convex meshes stay what they are."""

import numpy as np
import pytest

import corten
from corten.enums import GeomType
from support import concave_meshes, mesh_files, tolerance
from support.concave_meshes import text

U = f'<mesh name="u" {text(*concave_meshes.channel())}/>'
SMALL = U.replace('"u"', '"small" scale=".3 .3 .3"')
BALL = f'<mesh name="ball" {text(*mesh_files.icosphere(2))} scale=".03 .03 .03"/>'
HILLS = '<hfield name="hills" nrow="3" ncol="3" size="1 1 .1 .1" elevation="0 0 0 0 0 0 0 0 0"/>'
SENSORS = '<distance geom1="ball" geom2="u" cutoff="1"/><fromto geom1="ball" geom2="u" cutoff="1"/>'
CHANNEL = '<geom name="u" type="mesh" mesh="u" density="1000"/>'
PEBBLES = {
    "sphere": 'size=".03"',
    "capsule": 'type="capsule" size=".03 .02" euler="90 0 0"',
    "ellipsoid": 'type="ellipsoid" size=".03 .02 .03"',
    "cylinder": 'type="cylinder" size=".02 .03"',
    "box": 'type="box" size=".03 .03 .03"',
    "mesh": 'type="mesh" mesh="ball"',
}


def load(world: str, way: str = "decompose", small: str = "", sensor: bool = False) -> tuple[corten.Model, corten.Data]:
    """Return a scene in which channels are made of pieces, or what else is asked for."""
    sensors = f"<sensor>{SENSORS if sensor else ''}</sensor>"
    xml = f"<mujoco><asset>{U}{SMALL}{BALL}{HILLS}</asset><worldbody>{world}</worldbody>{sensors}</mujoco>"
    model = corten.load_model_from_string(xml, mesh_collision={"u": way, "small": small or way})
    return model, model.make_data()


def free(geom: str, pos: str, name: str = "b", euler: str = "0 0 0") -> str:
    """Return a body that can move."""
    return f'<body name="{name}" pos="{pos}" euler="{euler}"><freejoint/>{geom}</body>'


@pytest.mark.parametrize("shape", PEBBLES)
def test_geoms_rest_inside_of_a_channel(shape):
    """Let every convex type sink to the floor of a channel, 0.1 m high, and lie still; a hull keeps it out (CO5)."""
    heights = {}
    for way in ("decompose", "hull"):
        model, data = load(CHANNEL + free(f"<geom {PEBBLES[shape]}/>", "0 0 .25"), way)
        corten.step(model, data, nstep=700)
        heights[way] = data.body("b").xpos[2]
        assert np.abs(data.qvel).max() < tolerance.REST
        forces = sum(float(corten.contact_force(model, data, i)[0]) for i in range(data.ncon))
        assert forces == pytest.approx(9.81 * model.body_mass[1], rel=tolerance.WEIGHT)
    assert heights["decompose"] == pytest.approx(0.13, abs=tolerance.LENGTH)
    assert heights["hull"] == pytest.approx(0.23, abs=tolerance.LENGTH)


def test_channel_rests_over_what_it_holds():
    """Put a channel upside down over a post that fits into it: it rests on the post, not on its walls."""
    post = '<geom type="box" size=".04 .2 .06" pos="0 0 .06"/>'
    floor = '<geom type="plane" size="2 2 1"/>'
    model, data = load(floor + post + free(CHANNEL, "0 0 .23", euler="180 0 0"))
    corten.step(model, data, nstep=500)
    assert data.body("b").xpos[2] == pytest.approx(0.22, abs=tolerance.LENGTH)
    assert np.abs(data.qvel).max() < tolerance.REST


def test_channels_hold_each_other():
    """Lay a small channel into the hollow of a large one, both in pieces, and a ball into the small one."""
    small = '<geom type="mesh" mesh="small" density="1000"/>'
    ball = free('<geom size=".014" density="1000"/>', "0 0 .16", "ball")
    model, data = load(CHANNEL + free(small, "0 0 .11") + ball)
    corten.step(model, data, nstep=500)
    assert np.abs(data.qvel).max() < tolerance.REST
    assert data.body("b").xpos[2] == pytest.approx(0.1, abs=tolerance.LENGTH)
    assert data.body("ball").xpos[2] == pytest.approx(0.144, abs=tolerance.LENGTH)


@pytest.mark.parametrize("ways", [("triangles", "decompose"), ("decompose", "triangles")])
@pytest.mark.parametrize("first", [True, False])
def test_pieces_and_triangles_hold_each_other(ways, first):
    """Lay a small channel into a large one, one in pieces and the other as triangles, whichever comes first."""
    small = free('<geom type="mesh" mesh="small" density="1000"/>', "0 0 .105")
    world = CHANNEL + small if first else small + f"<body>{CHANNEL}</body>"
    model, data = load(world, *ways)
    corten.step(model, data, nstep=400)
    assert np.abs(data.qvel).max() < tolerance.REST
    assert data.body("b").xpos[2] == pytest.approx(0.1, abs=tolerance.LENGTH)
    assert 3 <= data.ncon <= 32


def test_distances_reach_into_the_hollow():
    """Measure from a ball to the wall of the channel beside it, in both orders and by a sensor; beyond, to its top."""
    ball = '<geom name="ball" size=".02" pos=".01 0 .17"/><geom name="above" size=".02" pos=".1 0 .3"/>'
    model, data = load(free(CHANNEL, "0 0 0", "u") + ball, sensor=True)
    corten.forward(model, data)
    distance, ends = corten.geom_distance(model, data, "ball", "u", 1.0)
    assert distance == pytest.approx(0.02, abs=tolerance.LENGTH / 10)
    assert ends == pytest.approx((0.03, 0, 0.17, 0.05, 0, 0.17), abs=tolerance.LENGTH / 10)
    back, turned = corten.geom_distance(model, data, "u", "ball", 1.0)
    assert back == distance and np.array_equal(turned, np.roll(ends, 3))
    assert data.sensordata == pytest.approx((distance, *ends), abs=tolerance.EXACT)
    assert corten.geom_distance(model, data, "u", "above", 1.0)[0] == pytest.approx(0.08, abs=tolerance.LENGTH / 10)
    assert corten.geom_distance(model, data, "u", "above", 0.01)[0] == 0.01


@pytest.mark.parametrize("ground", ["plane", "hfield"])
def test_ground_holds_pieces_as_it_holds_their_hull(ground):
    """Rest on level ground at the same height and with as many contacts as the hull does."""
    geom = '<geom type="plane" size="2 2 1"/>' if ground == "plane" else '<geom type="hfield" hfield="hills"/>'
    results = []
    for way in ("decompose", "hull"):
        model, data = load(geom + free(CHANNEL, ".1 .07 .01"), way)
        corten.step(model, data, nstep=500)
        assert np.abs(data.qvel).max() < tolerance.REST
        results.append((data.body("b").xpos[2], data.ncon))
    assert results[0][0] == pytest.approx(results[1][0], abs=tolerance.LENGTH / 10)
    assert 4 <= results[0][1] <= 32


@pytest.mark.parametrize("shape", PEBBLES)
def test_a_convex_mesh_in_one_piece_is_its_hull(shape):
    """Find the contacts of the hull where the only piece of a mesh is the mesh."""
    block = text(*mesh_files.box())
    xml = f"""<mujoco><asset>{BALL}<mesh name="m" {block} scale=".1 .2 .1"/></asset><worldbody>
        <geom type="mesh" mesh="m"/>{free(f"<geom {PEBBLES[shape]}/>", "0 0 0")}</worldbody></mujoco>"""
    both = [corten.load_model_from_string(xml, mesh_collision={"m": way}) for way in ("hull", "decompose")]
    rng = np.random.default_rng(4)
    found = 0
    for _ in range(50):
        pose = np.concatenate((rng.uniform(-0.13, 0.13, 3), rng.normal(size=4)))
        data = [model.make_data() for model in both]
        for model, state in zip(both, data, strict=True):
            state.qpos[:] = pose
            corten.forward(model, state)
        hull, piece = (state.contact for state in data)
        assert (len(hull) > 0) == (len(piece) > 0)
        if len(hull):
            found += 1
            assert piece.dist.min() == pytest.approx(hull.dist.min(), abs=tolerance.SINGLE)
    assert found > 5


def test_normals_point_from_the_first_geom_to_the_second():
    """Keep the direction of normals whichever geom is made of pieces (CO8)."""
    for world in (CHANNEL + free('<geom size=".03"/>', "0 0 .129"), free('<geom size=".03"/>', "0 0 .129") + CHANNEL):
        model, data = load(world)
        corten.forward(model, data)
        (contact,) = data.contact
        up = 1 if model.geom_type[contact.geom[1]] == GeomType.SPHERE else -1
        assert contact.frame[:3] == pytest.approx((0, 0, up), abs=tolerance.SINGLE)


def test_contacts_are_the_same_every_time():
    """Find the same contacts, bit for bit, in another Data."""
    model, data = load(CHANNEL + free('<geom type="mesh" mesh="small"/>', "0 0 .1", euler="5 3 2"))
    corten.forward(model, data)
    first = data.contact.copy()
    assert 1 <= len(first) <= 32
    twin = model.make_data()
    corten.forward(model, twin)
    assert np.array_equal(first, twin.contact)
