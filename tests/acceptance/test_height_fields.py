"""Height fields as the acceptance list asks for them: what collides with them (HF2), bounds and normals (HF4)."""

import numpy as np
import pytest

import corten
from support import oracle, tolerance
from support.nudges import nudged_qpos

SHAPES = {
    "sphere": 'type="sphere" size=".2"',
    "capsule": 'type="capsule" size=".1 .2"',
    "ellipsoid": 'type="ellipsoid" size=".2 .15 .1"',
    "cylinder": 'type="cylinder" size=".15 .1"',
    "box": 'type="box" size=".2 .15 .1"',
    "mesh": 'type="mesh" mesh="rock"',
}
FIELD = '<geom name="field" type="hfield" hfield="hills" margin="{margin}"/>'
HALF_X, HALF_Y, HEIGHT, BASE = 1.5, 0.6, 0.3, 0.2
ROWS, COLUMNS = 6, 8


def elevations(seed: int) -> np.ndarray:
    """Return rough ground that reaches from 0 to 1, row by row."""
    ground = np.random.default_rng(seed).uniform(size=(ROWS, COLUMNS)).round(3)
    ground.flat[[3, 17]] = 0, 1
    return ground


def world(*parts: str, seed: int = 0) -> str:
    """Return a model of some parts of a world; cells of the ground are not square."""
    ground = " ".join(str(x) for x in elevations(seed).ravel())
    rock = " ".join(str(x) for x in np.random.default_rng(1).normal(0, 0.12, 60).round(3))
    return f"""<mujoco><asset><mesh name="rock" vertex="{rock}"/>
        <hfield name="hills" nrow="{ROWS}" ncol="{COLUMNS}" size="{HALF_X} {HALF_Y} {HEIGHT} {BASE}"
         elevation="{ground}"/></asset><worldbody>{"".join(parts)}</worldbody></mujoco>"""


def free_body(geom: str, place: str = "0 0 0") -> str:
    """Return a body that flies, with one geom."""
    return f'<body pos="{place}"><freejoint/>{geom}</body>'


class Engines:
    """One model in both engines."""

    def __init__(self, xml: str):
        self.mjm = oracle.load_mujoco(xml)
        self.mjd = oracle.make_data(self.mjm)
        self.model = corten.load_model_from_string(xml)
        self.data = self.model.make_data()

    def contacts(self, qpos):
        """Return the contacts of corten and of MuJoCo in a configuration."""
        self.mjd.qpos[:], self.data.qpos = qpos, qpos
        oracle.forward(self.mjm, self.mjd)
        corten.forward(self.model, self.data)
        return self.data.contact, self.mjd.contact

    def number_is_open(self, qpos) -> bool:
        """Tell whether MuJoCo finds another number of contacts from configurations that are nudged."""
        numbers = {len(self.theirs(nudged)) for nudged in nudged_qpos(qpos)}
        return numbers != {len(self.theirs(qpos))}

    def are_open(self, qpos) -> np.ndarray:
        """Tell of each of MuJoCo's contacts whether it changes when the configuration is nudged."""
        here = self.theirs(qpos)
        changed = np.zeros(len(here), bool)
        for nudged in nudged_qpos(qpos):
            there = self.theirs(nudged)
            changed |= differ(here, there) if len(there) == len(here) else True
        return changed

    def theirs(self, qpos) -> np.ndarray:
        """Return MuJoCo's contacts in a configuration, in rows: distance, position and normal."""
        self.mjd.qpos[:] = qpos
        oracle.forward(self.mjm, self.mjd)
        contact = self.mjd.contact
        return np.column_stack((contact.dist, contact.pos, contact.frame.reshape(-1, 9)[:, :3]))


def differ(contacts: np.ndarray, others: np.ndarray) -> np.ndarray:
    """Tell for each contact whether it is another one than the tolerance of convex collision allows."""
    away = np.abs(contacts - others)
    return (away[:, 0] > tolerance.CCD) | (away[:, 1:].max(axis=1, initial=0) > tolerance.CCD_POINT)


def random_poses(rng, count: int) -> np.ndarray:
    """Return poses of a free body around the ground, beyond its edges too."""
    places = rng.uniform((-1.2 * HALF_X, -1.3 * HALF_Y, -0.2), (1.2 * HALF_X, 1.3 * HALF_Y, 0.5), (count, 3))
    quats = rng.normal(size=(count, 4))
    return np.hstack((places, quats / np.linalg.norm(quats, axis=1)[:, None]))


@pytest.mark.parametrize("margin", [0.0, 0.02])
@pytest.mark.parametrize("shape", SHAPES)
def test_every_shape_touches_the_ground_as_in_mujoco(shape, margin):
    """Find MuJoCo's contacts of every shape in 120 poses, but where its own answer changes at a nudge (HF2)."""
    engines = Engines(world(FIELD.format(margin=margin), free_body(f"<geom {SHAPES[shape]}/>")))
    compared = 0
    for qpos in random_poses(np.random.default_rng(len(shape)), 120):
        ours, theirs = engines.contacts(qpos)
        if len(ours) != len(theirs):
            assert engines.number_is_open(qpos), qpos
            continue
        assert ours.geom.tolist() == theirs.geom.tolist()
        wrong = differ(np.column_stack((ours.dist, ours.pos, ours.normal)), engines.theirs(qpos))
        assert not wrong.any() or not (wrong & ~engines.are_open(qpos)).any(), qpos
        compared += len(ours)
    assert compared > 200


@pytest.mark.parametrize("shape", SHAPES)
def test_every_shape_comes_to_lie_on_the_ground(shape):
    """Drop every shape on the ground through `step`: it neither falls through nor leaves a deep overlap (HF2)."""
    model = corten.load_model_from_string(
        world(FIELD.format(margin=0), free_body(f"<geom {SHAPES[shape]}/>", "0 0 .6"))
    )
    data = model.make_data()
    touched = 0
    for _ in range(400):
        corten.step(model, data)
        touched += data.ncon > 0
        assert data.qpos[2] > 0
    assert touched > 100


@pytest.mark.parametrize(
    "other", ['<geom type="plane" size="5 5 1"/>', FIELD.format(margin=0).replace("field", "other", 1)]
)
def test_pairs_without_contacts_in_mujoco_give_none(other):
    """Let a height field that moves overlap a plane or another height field: no contact, no error (HF2)."""
    engines = Engines(
        world(other, free_body(FIELD.format(margin=0) + '<geom size=".1" mass="1" contype="0" conaffinity="0"/>'))
    )
    ours, theirs = engines.contacts(np.array([0.1, 0, 0.05, 1, 0, 0, 0]))
    assert len(ours) == len(theirs) == 0
    corten.step(engines.model, engines.data)


def test_no_touching_sphere_is_culled():
    """Find a contact wherever a point of a ground that moves and is turned lies inside of a sphere, small or large.

    Acceptance: HF4.
    """
    rng = np.random.default_rng(3)
    mass = '<geom size=".1" mass="1" contype="0" conaffinity="0"/>'
    for radius in (0.01, 0.2, 2.0):
        engines = Engines(world(free_body(FIELD.format(margin=0) + mass), free_body(f'<geom size="{radius}"/>')))
        heights = HEIGHT * engines.model.hfield_elevation.reshape(ROWS, COLUMNS)
        for _ in range(60):
            # a corner of the ground, within nine tenths of the radius from the centre
            row, column = rng.integers(ROWS), rng.integers(COLUMNS)
            x, y = HALF_X * (2 * column / (COLUMNS - 1) - 1), HALF_Y * (2 * row / (ROWS - 1) - 1)
            away = rng.normal(size=3)
            local = np.array([x, y, heights[row, column]]) + 0.9 * radius * away / np.linalg.norm(away)
            qpos = np.concatenate((random_poses(rng, 1)[0], [0, 0, 0, 1, 0, 0, 0]))
            engines.data.qpos = qpos
            corten.forward(engines.model, engines.data)
            field = engines.model.geom("field").id
            qpos[7:10] = engines.data.geom_xpos[field] + engines.data.geom_xmat[field].reshape(3, 3) @ local
            ours, theirs = engines.contacts(qpos)
            assert len(ours) == len(theirs) > 0


@pytest.mark.parametrize("field_first", [True, False])
def test_normals_point_out_of_the_ground_in_both_orders(field_first):
    """Point from the ground to the sphere above it, whichever geom is written first (HF4)."""
    ground, ball = FIELD.format(margin=0), free_body('<geom name="ball" size=".2"/>')
    on_body = f'<body name="ground">{ground}</body>'
    engines = Engines(world(on_body, ball) if field_first else world(ball, on_body))
    checked, rng = 0, np.random.default_rng(4)
    for pose in random_poses(rng, 100):
        pose[:2] *= 0.6
        pose[2] = HEIGHT + 0.1
        ours, theirs = engines.contacts(pose)
        assert ours.geom.tolist() == theirs.geom.tolist()
        for contact in range(len(ours)):
            first = ours.geom[contact][0]
            sign = 1 if engines.model.geom_type[first] == corten.GeomType.HFIELD else -1
            assert sign * ours.normal[contact][2] > 0
            checked += 1
    assert checked > 50


def test_explicit_pairs_in_both_orders():
    """Give the same contacts to an explicit pair, whichever geom it names first (HF4)."""
    body = world(FIELD.format(margin=0), free_body('<geom name="ball" size=".2"/>', f"0 0 {HEIGHT}"))
    found = []
    for first, second in (("field", "ball"), ("ball", "field")):
        pair = f'<contact><pair geom1="{first}" geom2="{second}"/></contact></mujoco>'
        engines = Engines(body.replace("</mujoco>", pair))
        ours, theirs = engines.contacts(engines.mjm.qpos0)
        assert ours.geom.tolist() == theirs.geom.tolist()
        np.testing.assert_allclose(ours.normal, theirs.frame.reshape(-1, 9)[:, :3], rtol=0, atol=tolerance.CCD_POINT)
        found.append(ours.pos.copy())
    assert len(found[0]) > 0
    np.testing.assert_array_equal(*found)


def test_at_most_fifty_contacts_of_a_pair():
    """Stop at fifty contacts of a pair as MuJoCo does, with the same cells (HF4)."""
    engines = Engines(world(FIELD.format(margin=0), free_body('<geom size="5"/>')))
    ours, theirs = engines.contacts(np.array([0, 0, 4.9, 1, 0, 0, 0]))
    assert len(ours) == len(theirs) == 50
    np.testing.assert_allclose(ours.dist, theirs.dist, rtol=0, atol=tolerance.CCD)
