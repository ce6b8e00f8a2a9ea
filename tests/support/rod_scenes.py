"""Models of rods, flexes of lines with elasticity, by name."""

from math import cos, sin

from support.flex_builder import body, flex, grid, line_elements, model, vertex_bodies


def rod(points, inner: str, twist: range = range(0), elements=None, rest: str = "", **attributes) -> str:
    """Return a rod through points; joints twist those of its edges that `twist` numbers."""
    names, world = vertex_bodies("v", points)
    for number in twist:
        name = "rod_twist" if number == len(points) - 2 else f"rod_twist_{number}"
        world += body(f"{name} body", (0.0, 0.0, 0.0), f'<joint name="{name}" axis="1 0 0"/>', 1e-9)
    held = attributes.pop("body", names)
    return model(world, flex("rod", held, elements or line_elements(len(points)), inner, dim=1, **attributes), rest)


ROD = '<elasticity young="1e6" poisson=".3"/>'
BOX = '<elasticity young="1e6" poisson=".3" section="box" sectionsize="{}"/>'
STRAIGHT = grid((5, 1, 1), 0.1)
ARC = [(cos(0.3 * number), sin(0.3 * number), 1.0) for number in range(6)]
HELIX = [(0.2 * cos(0.5 * number), 0.2 * sin(0.5 * number), 1 + 0.05 * number) for number in range(6)]
BENDS = [(0.0, 0.0, 1.0), (0.1, 0.0, 1.0), (0.2, 0.0, 1.0), (0.3, 0.05, 1.0), (0.4, 0.05, 1.2), (0.5, 0.05, 1.4)]
CLAMPED = "0.0 0.0 1.0 0.1 0.0 1.0 " + "0 " * 9
HELD = '<equality><flex flex="rod"/></equality>'

RODS = {
    "rod": rod(STRAIGHT, ROD),
    "rod arc": rod(ARC, ROD),
    "rod arc twisting": rod(ARC, ROD, range(5)),
    "rod bends": rod(BENDS, ROD),
    "rod box": rod(STRAIGHT, BOX.format(".01 .02"), range(4)),
    "rod box arc": rod(ARC, BOX.format(".02 .01"), range(5)),
    "rod box square": rod(ARC, BOX.format(".01 .01"), range(5), radius=0.01),
    "rod branching": rod(STRAIGHT, ROD, elements=[0, 1, 1, 2, 1, 3, 3, 4]),
    "rod clamped": rod(STRAIGHT, ROD, range(1, 4), body=["world", "world", "v2", "v3", "v4"], vertex=CLAMPED),
    "rod closed": rod(ARC, ROD, elements=[0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 0], rest=HELD),
    "rod helix": rod(HELIX, ROD.replace("/>", ' shear="1e5" damping=".1"/>')),
    "rod in disorder": rod(ARC, ROD, elements=[3, 2, 1, 2, 4, 3, 0, 1, 5, 4]),
    "rod twisting": rod(STRAIGHT, ROD, range(4), elements=[4, 3, 3, 2, 2, 1, 1, 0]),
}
