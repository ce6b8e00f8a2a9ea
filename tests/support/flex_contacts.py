"""Contacts of flexes beside the oracle's: scenes, states, and the stages of collision and rows on its inputs."""

from collections.abc import Iterator

import numpy as np

from corten.stages.collision import collision_stages
from corten.stages.constraint import constraint_stages
from support import oracle, tolerance
from support.flex_builder import (
    block_elements,
    body,
    flex,
    grid,
    line_elements,
    model,
    sheet_elements,
    vertex_bodies,
    words,
)
from support.nudges import nudged_qpos

GEOMS = {
    "plane": 'type="plane" size="1 1 1"',
    "sphere": 'type="sphere" size=".15"',
    "capsule": 'type="capsule" size=".05 .1" euler="70 20 0"',
    "box": 'type="box" size=".1 .08 .05" euler="20 30 10"',
    "straight box": 'type="box" size=".1 .1 .05"',
    "cylinder": 'type="cylinder" size=".1 .05" euler="20 30 10"',
    "ellipsoid": 'type="ellipsoid" size=".1 .08 .05" euler="20 30 10"',
    "mesh": 'type="mesh" mesh="hull" euler="20 30 10"',
    "hfield": 'type="hfield" hfield="hills" euler="5 10 20"',
}

HILLS = " ".join(f"{height:.3f}" for height in np.random.default_rng(3).random(56))
ASSETS = (
    '<asset><mesh name="hull" vertex="-.1 -.1 -.1 .2 0 0 0 .2 0 0 0 .2 .1 .1 .1"/>'
    f'<hfield name="hills" nrow="7" ncol="8" size=".25 .2 .08 .05" elevation="{HILLS}"/></asset>'
)

# what collision and rows take from stages before them
INPUTS = ("xpos", "xipos", "ximat", "geom_xpos", "geom_xmat", "flexvert_xpos", "flexelem_aabb", "subtree_com", "cdof")

# contacts that the convex engine finds end with its tolerance
ENGINE = ("cylinder", "ellipsoid", "mesh", "hfield")


def soft(prefix: str, dim: int, origin=(0.0, 0.0, 0.0), spacing: float = 0.0625):
    """Return names and text of the bodies of a rope, a cloth or a block, and its elements."""
    counts = {1: (6, 1, 1), 2: (6, 5, 1), 3: (4, 4, 3)}[dim]
    elements = {1: line_elements(6), 2: sheet_elements(6, 5), 3: block_elements(4, 4, 3)}[dim]
    return *vertex_bodies(prefix, grid(counts, spacing, origin)), elements


def geom_scene(kind: str, dim: int, free: bool, inner: str = "", rest: str = "") -> str:
    """Return a geom, which moves or not, and a rope, a cloth or a block that it touches."""
    names, bodies, elements = soft("v", dim, (0.0, 0.125 if dim == 1 else 0.0, 0.0))
    joint = "<freejoint/>" if free else ""
    geom = f'<body pos=".15 .125 -.05">{joint}<geom {GEOMS[kind]}/></body>'
    contact = f'<contact selfcollide="none" margin=".01" gap=".005" condim="4" {inner}/>'
    return model(geom + bodies, flex("f", names, elements, contact, dim=dim, radius=0.01), ASSETS + rest)


def two_flexes(dim1: int, dim2: int, rest: str = "") -> str:
    """Return two flexes that touch each other."""
    names1, bodies1, elements1 = soft("a", dim1)
    names2, bodies2, elements2 = soft("b", dim2, (0.02, 0.01, 0.03))
    contact = '<contact selfcollide="none" margin="{}" gap="{}"/>'
    first = flex("f", names1, elements1, contact.format(0.004, 0.003), dim=dim1, radius=0.01)
    return model(bodies1 + bodies2, first + flex("g", names2, elements2, contact.format(0.002, 0), dim=dim2), rest)


def own_contacts(dim: int, how: str, rest: str = "") -> str:
    """Return a flex that touches itself."""
    names, bodies, elements = soft("a", dim, spacing=0.05)
    contact = f'<contact selfcollide="{how}" margin=".004" activelayers="2"/>'
    return model(bodies, flex("f", names, elements, contact, dim=dim, radius=0.005), rest)


def rigid_scene(kind: str) -> str:
    """Return a rigid cloth of which more vertices touch a geom than contacts are wanted."""
    rng = np.random.default_rng(5)
    points = [(x, y, 0.02 * float(rng.random())) for x, y, _ in grid((12, 8, 1), 0.05, (0.0, 0.0, 0.0))]
    vertex = words(float(number) for point in points for number in point)
    shape = GEOMS["plane"] if kind == "plane" else 'type="box" size=".3 .2 .05" euler="0 0 10"'
    geom = f'<geom {shape} pos=".25 .2 {0.0 if kind == "plane" else -0.02}"/>'
    contact = '<contact margin=".01"/>'
    cloth = flex("hull", ["all"], sheet_elements(12, 8), contact, dim=2, vertex=vertex, radius=0.01)
    return model(geom + body("all", (0.0, 0.0, 0.0), "<freejoint/>"), cloth)


def falling_cloth(
    geoms: str = '<geom size=".25"/><geom type="plane" size="1 1 1" pos="0 0 -.1"/>', rest: str = ""
) -> str:
    """Return a cloth of fixed edges above a ball that stands in a floor."""
    names, bodies = vertex_bodies("s", grid((8, 8, 1), 0.125, (-0.4375, -0.40625, 0.28)))
    cloth = flex("c", names, sheet_elements(8, 8), '<contact selfcollide="none"/>', dim=2, radius=0.01)
    option = '<option tolerance="1e-12" iterations="200"/>'
    return model(geoms + bodies, cloth, option + '<equality><flex flex="c"/></equality>' + rest)


def sensed_ball() -> str:
    """Return the same cloth on a ball with sensors, which stands on a floor."""
    ball = (
        '<geom type="plane" size="1 1 1"/><body name="ball" pos="0 0 .099"><freejoint/><geom name="ball" size=".1"/>'
        '<site name="top" pos="0 0 .05" type="box" size=".1 .1 .06"/></body><body pos="0 0 .2">'
        '<site name="all" size="1"/></body>'
    )
    sensors = (
        '<sensor><touch site="top"/><contact geom1="ball" num="3" data="found force dist pos normal"/>'
        '<contact body1="s12" num="2" data="found force pos" reduce="mindist"/><contact site="all" data="found"/>'
        '<force site="top"/></sensor>'
    )
    return falling_cloth(ball, sensors).replace("0.28", "0.215")


def states(mjm, mjd, size: float, count: int) -> Iterator[int]:
    """Put the oracle into the first and into random states of growing size, and let it compute everything."""
    rng = np.random.default_rng(0)
    for number in range(count):
        oracle.call("mj_resetData", mjm, mjd)
        oracle.displace(mjm, mjd, rng.normal(0, size * number, mjm.nv))
        oracle.forward(mjm, mjd)
        yield number


def find_contacts(mjd, model, data) -> None:
    """Run the stages of collision and of rows on the oracle's inputs."""
    oracle.copy_state(mjd, data)
    oracle.copy_fields(mjd, data, INPUTS)
    for stages in (collision_stages(model), constraint_stages(model)):
        while any(stage(model, data) for stage in stages):
            assert data.make_room()


def owners(contact) -> list:
    """Return what contacts belong to."""
    return [np.array(getattr(contact, name)).tolist() for name in ("geom", "flex", "elem", "vert", "dim", "exclude")]


def is_settled(mjm, mjd) -> bool:
    """Tell whether the oracle finds the same contacts in states next to the present one, and leave it there."""
    qpos, before = mjd.qpos.copy(), (owners(mjd.contact), mjd.contact.frame.copy())
    settled = True
    for nearby in nudged_qpos(qpos, 6):
        mjd.qpos[:] = nearby
        oracle.forward(mjm, mjd)
        settled = settled and owners(mjd.contact) == before[0]
        settled = settled and bool(np.allclose(mjd.contact.frame, before[1], atol=tolerance.CCD_POINT))
    mjd.qpos[:] = qpos
    oracle.forward(mjm, mjd)
    return settled


def check_contacts(mjm, mjd, data, bound=tolerance.STAGE) -> None:
    """Compare all contacts, in their order, and their rows."""
    assert owners(data.contact) == owners(mjd.contact)
    for name in ("dist", "pos", "frame", "includemargin", "friction", "solref", "solreffriction", "solimp"):
        ours = getattr(data.contact, name)
        theirs = np.reshape(getattr(mjd.contact, name), ours.shape)
        np.testing.assert_allclose(ours, theirs, rtol=bound, atol=bound, err_msg=name)
    assert data.nefc == mjd.nefc
    np.testing.assert_allclose(data.efc_J, oracle.constraint_jacobian(mjm, mjd), rtol=bound, atol=bound)
    for name in ("efc_pos", "efc_margin", "efc_diagA", "efc_R"):
        np.testing.assert_allclose(getattr(data, name), getattr(mjd, name), rtol=10 * bound, atol=bound, err_msg=name)
