"""CO5 and CO7: scenes of meshes that collide by their triangles come to rest, and trees grow like a logarithm."""

import numpy as np
import pytest
import trimesh

import corten
from support.tolerance import CCD, LENGTH, MICROSCOPIC, REST, SINGLE
from support.triangle_scenes import asset, contacts, container, floor, load, stairs

TORUS = trimesh.creation.torus(0.2, 0.06, major_sections=24, minor_sections=12)
BOX = trimesh.creation.box((0.2, 0.2, 0.2))
RING = trimesh.creation.annulus(0.06, 0.12, 0.05, sections=24)
PEG = trimesh.creation.cylinder(0.05, 0.5, sections=20)
FREE = '<body pos="{}" euler="{}"><freejoint/><geom {}/></body>'


def bowl():
    """Return the inside of half a ball, facing its centre."""
    ball = trimesh.creation.icosphere(3, 0.5)
    ball.update_faces(ball.triangles_center[:, 2] < 0.1)
    ball.invert()
    return ball


def settle(model, seconds=3.0):
    """Return the state after some seconds, at rest."""
    data = model.make_data()
    corten.step(model, data, nstep=int(seconds / model.opt.timestep))
    return data


def test_things_rest_in_a_container():
    """Let a box, a cylinder and a capsule come to rest on the ground of an open box, inside of its walls."""
    body = '<geom type="mesh" mesh="c"/>'
    body += FREE.format("0.1 0.05 0.3", "20 30 0", 'type="box" size="0.06 0.05 0.04"')
    body += FREE.format("-0.15 0.05 0.3", "80 5 0", 'type="cylinder" size="0.06 0.05"')
    body += FREE.format("-0.1 -0.15 0.3", "20 60 0", 'type="capsule" size="0.04 0.05"')
    model = load({"c": container()}, body)
    data = settle(model)
    places = data.qpos.reshape(-1, 7)[:, :3]
    assert (np.abs(places[:, :2]) < 0.3).all()
    np.testing.assert_allclose(places[:, 2], 0.05 + np.array([0.04, 0.05, 0.04]), atol=20 * LENGTH)
    assert np.abs(data.qvel).max() < REST


def test_a_box_rests_on_an_edge_that_is_far_from_its_corners():
    """Let a wide box lie on the rim of a container, which none of its corners touches."""
    model = load(
        {"c": container()},
        '<geom type="mesh" mesh="c"/>' + FREE.format("0 0 .33", "0 0 20", 'type="box" size=".5 .5 .03"'),
    )
    data = settle(model)
    assert data.qpos[2] == pytest.approx(0.33, abs=LENGTH)
    assert np.abs(data.qvel).max() < REST
    assert data.ncon >= 3


def test_a_ball_rests_in_a_bowl():
    """Let a ball swing out in the deepest place of a bowl, which is one radius above the bowl's ground."""
    model = load(
        {"a": bowl()},
        '<geom type="mesh" mesh="a"/>'
        + FREE.format("0.1 0.05 -0.35", "0 0 0", 'size="0.1" condim="6" friction="1 0.1 0.05"'),
    )
    data = settle(model, 6.0)
    assert data.qpos[2] == pytest.approx(-0.4, abs=5 * LENGTH)
    assert np.abs(data.qvel[:3]).max() < REST


def test_a_capsule_rests_on_stairs():
    """Let a capsule lie along a step."""
    model = load(
        {"s": stairs()},
        '<geom type="mesh" mesh="s"/>' + FREE.format("0.3 0 0.5", "90 0 0", 'type="capsule" size="0.05 0.15"'),
    )
    data = settle(model)
    assert data.qpos[2] == pytest.approx(0.25, abs=LENGTH)
    assert data.ncon == 2
    assert np.abs(data.qvel).max() < REST


def test_a_ring_drops_over_a_peg():
    """Let a ring slide down a peg that fills most of its hole and lie on the base."""
    body = '<geom type="plane" size="1 1 1"/><geom type="mesh" mesh="p" pos="0 0 0.25"/>'
    model = load({"p": PEG, "r": RING}, body + FREE.format("0 0 0.4", "5 3 0", 'type="mesh" mesh="r"'))
    data = settle(model)
    np.testing.assert_allclose(data.qpos[:3], [0, 0, 0.025], atol=12 * LENGTH)
    assert data.qpos[2] == pytest.approx(0.025, abs=LENGTH)
    assert np.abs(data.qvel).max() < REST


@pytest.mark.parametrize("mesh", [BOX, TORUS], ids=["boxes", "rings"])
def test_meshes_stack(mesh):
    """Let three meshes rest on each other, corners over corners."""
    height = mesh.extents[2]
    body = '<geom type="plane" size="1 1 1"/>'
    for i in range(3):
        body += FREE.format(f"0 0 {height * (i + 0.5)}", f"0 0 {[0, 0, 45][i]}", 'type="mesh" mesh="a"')
    data = settle(load({"a": mesh}, body))
    np.testing.assert_allclose(data.qpos[2::7], height * (np.arange(3) + 0.5), atol=3 * LENGTH)
    assert np.abs(data.qvel).max() < 2 * REST


SLIDERS = {
    "box": ('type="box" size="0.1 0.12 0.08"', 0.08),
    "cylinder": ('type="cylinder" size="0.1 0.07"', 0.07),
    "hull": ('type="mesh" mesh="hull"', 0.1),
    "triangles": ('type="mesh" mesh="block"', 0.1),
    "ring": ('type="mesh" mesh="ring"', 0.025),
}


@pytest.mark.parametrize("shape", SLIDERS)
def test_shapes_slide_over_seams_as_over_a_plane(shape):
    """Slide over a floor of triangles, and be where a plane would have led."""
    words, height = SLIDERS[shape]
    body = f'<body pos="-0.8 0.013 {height}" euler="0 0 17"><freejoint/><geom {words} friction="0.3"/></body>'
    ends = []
    for ground in ('type="mesh" mesh="floor"', 'type="plane" size="2 2 1"'):
        meshes = {"floor": floor(23, 2.0), "hull": BOX, "block": BOX, "ring": RING}
        model = load(meshes, f'<geom {ground} friction="0.3"/>{body}', triangles=["floor", "block", "ring"])
        data = model.make_data()
        data.qvel[:2] = 2.0, 0.2
        corten.step(model, data, nstep=250)
        ends.append(data.qpos.copy())
    np.testing.assert_allclose(*ends, atol=3 * LENGTH)


def test_a_mesh_rests_on_a_height_field():
    """Let a ring lie on the waves of a height field."""
    x, y = np.meshgrid(np.linspace(0, 6, 20), np.linspace(0, 6, 20))
    elevation = " ".join(f"{number:.4f}" for number in (0.5 + 0.2 * np.sin(2 * x) + 0.2 * np.cos(y)).ravel())
    field = f'<hfield name="h" nrow="20" ncol="20" size="1 1 0.1 0.1" elevation="{elevation}"/>'
    text = f'<mujoco><asset>{asset("t", TORUS)}{field}</asset><worldbody><geom type="hfield" hfield="h"/>'
    text += FREE.format("0.02 0.03 0.3", "10 5 0", 'type="mesh" mesh="t"') + "</worldbody></mujoco>"
    model = corten.load_model_from_string(text, mesh_collision="triangles")
    data = settle(model)
    assert 0.06 < data.qpos[2] < 0.2
    assert data.ncon >= 3
    assert np.abs(data.qvel).max() < 5 * REST


def test_a_level_height_field_is_a_floor_of_triangles():
    """Have the depth and normal of a box of triangles that is pressed into a level field."""
    flat = " ".join(["0"] * 24 + ["1e-9"])
    field = f'<hfield name="h" nrow="5" ncol="5" size="1 1 1e-9 0.1" elevation="{flat}"/>'
    text = f"<mujoco><asset>{asset('b', BOX)}{field}</asset>"
    text += '<worldbody><geom type="hfield" hfield="h"/>' + FREE.format(
        "0.1 0.2 0.097", "0 0 30", 'type="mesh" mesh="b"'
    )
    found = contacts(corten.load_model_from_string(text + "</worldbody></mujoco>", mesh_collision="triangles"))
    assert len(found) == 4
    np.testing.assert_allclose(found[:, 0], -0.003, atol=SINGLE)
    np.testing.assert_allclose(found[:, 4:], [[0, 0, 1]] * 4, atol=SINGLE)


@pytest.mark.parametrize("swapped", [False, True])
def test_hulls_and_triangles_in_both_orders(swapped):
    """Point from the first geom to the second, whichever of two meshes stands first."""
    low, high = ("hull", "tri") if swapped else ("tri", "hull")
    body = f'<geom type="mesh" mesh="{low}"/>' + FREE.format("0.03 0.02 0.198", "0 0 0", f'type="mesh" mesh="{high}"')
    model = load({"tri": BOX, "hull": BOX}, body, triangles=["tri"])
    found = contacts(model)
    assert len(found) == 4
    np.testing.assert_allclose(found[:, 0], -0.002, atol=CCD)
    np.testing.assert_allclose(found[:, 4:], [[0, 0, 1]] * 4, atol=CCD)


OTHERS = [
    'size=".1"',
    'type="capsule" size=".05 .1"',
    'type="ellipsoid" size=".1 .1 .1"',
    'type="cylinder" size=".1 .1"',
    'type="box" size=".1 .1 .1"',
    'type="mesh" mesh="hull"',
    'type="mesh" mesh="tri"',
]


@pytest.mark.parametrize("words", OTHERS)
def test_contacts_reach_up_to_margin_and_gap(words):
    """See contacts up to the margin and the gap, and none beyond."""
    half = 0.15 if "capsule" in words else 0.1
    counts = []
    for lift in (0.0199, 0.0201):
        body = '<geom type="mesh" mesh="tri" margin="0.004"/>'
        body += FREE.format(f"0.01 0.02 {0.1 + half + lift}", "0 0 0", f'{words} margin="0.006" gap="0.01"')
        model = load({"tri": BOX, "hull": BOX}, body, triangles=["tri"])
        data = model.make_data()
        corten.forward(model, data)
        counts.append(data.ncon)
        if data.ncon:
            assert data.contact_dist.max() == pytest.approx(lift, abs=5 * CCD)
            assert (data.contact_exclude == 1).all()
    assert counts[0] >= 1
    assert counts[1] == 0


def test_explicit_pairs_collide_by_triangles():
    """Collide the triangles of a pair whose geoms would not touch by themselves."""
    text = f"<mujoco><asset>{asset('t', TORUS)}</asset><worldbody>"
    text += '<geom name="a" type="mesh" mesh="t" contype="0" conaffinity="0"/>'
    text += '<body pos="0 0 0"><freejoint/><geom name="b" size="0.135" contype="0" conaffinity="0"/></body></worldbody>'
    text += '<contact><pair geom1="b" geom2="a" margin="0.01"/></contact></mujoco>'
    through = corten.load_model_from_string(text, mesh_collision="triangles")
    data = through.make_data()
    corten.forward(through, data)
    assert data.ncon > 0
    assert data.contact_dist.min() > 0.0

    # all around, not on one side
    assert np.linalg.norm(data.contact_frame[:, :3].mean(axis=0)) < 0.3


def test_distances_are_those_to_triangles():
    """Measure from a ball in the hole of a ring to the ring, where its hull would hold the ball."""
    body = '<geom name="r" type="mesh" mesh="t"/><body pos="0 0 0"><freejoint/><geom name="b" size="0.05"/></body>'
    model = load({"t": TORUS}, body)
    data = model.make_data()
    corten.forward(model, data)
    hole = 0.14 * np.cos(np.pi / 24)
    dist, points = corten.geom_distance(model, data, "b", "r", 1.0)
    assert dist == pytest.approx(hole - 0.05, abs=5 * CCD)
    assert np.linalg.norm(points[:3]) == pytest.approx(0.05, abs=5 * CCD)
    assert np.linalg.norm(points[3:]) == pytest.approx(hole, abs=5 * CCD)


def rows_of_boxes(model, mesh):
    """Return the boxes of the triangles of a mesh as rows of centre and half sizes."""
    nodes = model.mesh_bvhadr[mesh] + np.arange(model.mesh_bvhnum[mesh])
    return model.bvh_aabb[nodes[model.bvh_nodeid[nodes] >= 0]]


@pytest.mark.parametrize("seed", range(8))
def test_pairs_of_triangles_equal_brute_force(seed):
    """Compare as many pairs of triangles as have boxes that overlap when all are looked at."""
    rng = np.random.default_rng(seed)
    quat = rng.normal(size=4)
    pos = rng.uniform(-0.2, 0.2, 3)
    body = '<geom type="mesh" mesh="a"/><body pos="{} {} {}" quat="{} {} {} {}"><freejoint/>{}</body>'
    model = load({"a": TORUS}, body.format(*pos, *quat, '<geom type="mesh" mesh="a"/>'))
    data = model.make_data()

    # twice, because work space may have to grow first
    corten.forward(model, data)
    before = data.ntripair
    corten.forward(model, data)
    own = rows_of_boxes(model, 0)
    first, second = data.geom_xmat.reshape(-1, 3, 3)
    turn, offset = second.T @ first, second.T @ (data.geom_xpos[0] - data.geom_xpos[1])
    root = model.bvh_aabb[model.mesh_bvhadr[0], 3:]
    reach = min(0.5 * root.min(), 0.1 * np.linalg.norm(root))
    centre, half = own[:, :3] @ turn.T + offset, own[:, 3:] @ np.abs(turn).T + reach
    apart = np.abs(centre[:, None] - own[None, :, :3]) > half[:, None] + own[None, :, 3:]
    assert data.ntripair - before == (~apart.any(axis=2)).sum()
    assert before > 0


def test_degenerate_triangles_and_shared_vertices_do_not_crash():
    """Collide a soup with triangles without area, some twice, at a vertex that all of them share."""
    points = [(0, 0, 0), (0.3, 0, -0.1), (0, 0.3, -0.1), (-0.3, 0, -0.1), (0, -0.3, -0.1), (0, 0, 0)]
    faces = [
        (0, 1, 2),
        (5, 2, 3),
        (0, 3, 4),
        (0, 4, 1),
        (0, 1, 1),
        (0, 0, 0),
        (0, 1, 2),
        (1, 2, 3),
        (1, 3, 4),
        (0, 5, 1),
    ]
    soup = trimesh.Trimesh(points, faces, process=False)
    for words in OTHERS:
        for height in (0.05, 0.0, -0.05):
            body = '<geom type="mesh" mesh="s"/>' + FREE.format(f"0 0 {height}", "10 0 0", words)
            found = contacts(load({"s": soup, "tri": BOX, "hull": BOX}, body, triangles=["s", "tri"]))
            assert np.isfinite(found).all()


def visited(subdivisions, words, height):
    """Return how many nodes of the tree over a ball of triangles are visited to touch it lightly from above."""
    ball = trimesh.creation.icosphere(subdivisions, 0.5)
    model = load(
        {"a": ball},
        '<geom type="mesh" mesh="a"/>' + FREE.format(f"0.01 0.02 {0.497 + height}", "0 0 0", words),
    )
    data = model.make_data()
    corten.forward(model, data)
    before = data.ntrinode
    corten.forward(model, data)
    assert data.ncon > 0
    return data.ntrinode - before


@pytest.mark.parametrize(("words", "height"), [('size="0.05"', 0.05), ('type="box" size=".05 .05 .05"', 0.05)])
def test_nodes_grow_like_a_logarithm(words, height):
    """Visit less than twice the nodes of a tree for four times the triangles."""
    counts = [visited(subdivisions, words, height) for subdivisions in (3, 4, 5)]
    assert counts[1] < 2 * counts[0]
    assert counts[2] < 2 * counts[1]


def test_a_model_without_triangles_knows_nothing_of_them():
    """Run no stage of triangles for a mesh that collides by its hull."""
    from corten.stages.collision import collision_stages

    body = '<geom type="mesh" mesh="a"/>' + FREE.format("0 0 1", "0 0 0", 'size="0.1"')
    plain, by_triangles = (collision_stages(load({"a": BOX}, body, triangles=names)) for names in ([], ["a"]))
    assert not any("triangles" in stage.name for stage in plain)
    assert any("triangles" in stage.name for stage in by_triangles)
    assert load({"a": floor(2)}, '<geom type="mesh" mesh="a" contype="0" conaffinity="0"/>', triangles=[]).ntri == 0


def test_contacts_of_a_tiny_and_of_a_far_scene():
    """Have the same contacts at a micrometre and a million metres away."""
    reference = contacts(
        load(
            {"a": BOX},
            '<geom type="mesh" mesh="a"/>' + FREE.format("0.03 0 0.195", "0 0 0", 'type="box" size=".1 .1 .1"'),
        )
    )
    far = contacts(
        load(
            {"a": BOX},
            '<geom type="mesh" mesh="a" pos="1e6 0 0"/>'
            + FREE.format("1000000.03 0 0.195", "0 0 0", 'type="box" size=".1 .1 .1"'),
        )
    )
    assert len(reference) == len(far) == 4
    np.testing.assert_allclose(far[:, 0], reference[:, 0], atol=SINGLE)
    small = BOX.copy().apply_scale(1e-5)
    inertia = '<inertial pos="0 0 0" mass="1" diaginertia="1 1 1"/>'
    body = f'<body pos="0.3e-6 0 1.95e-6"><freejoint/>{inertia}<geom type="box" size="1e-6 1e-6 1e-6"/></body>'
    body = f'<geom type="mesh" mesh="a"/>{body}'
    tiny = contacts(load({"a": small}, body))
    assert len(tiny) == 4
    np.testing.assert_allclose(1e5 * tiny[:, 0], reference[:, 0], atol=1e5 * MICROSCOPIC)
