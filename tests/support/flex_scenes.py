"""Models with flexes of every dimension, by name."""

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

HINGE = '<joint axis="0 1 0"/>'


def rope(inner: str = "", rest: str = "", **attributes) -> str:
    """Return the model of a rope of five vertices."""
    names, bodies = vertex_bodies("r", grid((5, 1, 1), 0.1))
    return model(bodies, flex("rope", names, line_elements(5), inner, dim=1, **attributes), rest)


def sheet(inner: str = "", rest: str = "", **attributes) -> str:
    """Return the model of a cloth of four times three vertices."""
    names, bodies = vertex_bodies("s", grid((4, 3, 1), 0.1))
    return model(bodies, flex("sheet", names, sheet_elements(4, 3), inner, dim=2, **attributes), rest)


def block(inner: str = "", rest: str = "", count: int = 3, **attributes) -> str:
    """Return the model of a soft cube."""
    names, bodies = vertex_bodies("b", grid((count, count, count), 0.1))
    return model(bodies, flex("block", names, block_elements(count, count, count), inner, dim=3, **attributes), rest)


def pinned_sheet(world: str, first: str, inner: str = "", rest: str = "") -> str:
    """Return a cloth whose first vertices lie in the body `first` of a world that has it."""
    points = grid((4, 3, 1), 0.1, (0.0, 0.0, 0.0))
    names, bodies = vertex_bodies("s", points)
    where = [(0.0, 0.0, 0.0)] * len(points)
    where[:3], names[:3] = points[:3], [first] * 3
    vertex = words(number for point in where for number in point)
    free = bodies[bodies.index('<body name="s3"') :]
    return model(world + free, flex("sheet", names, sheet_elements(4, 3), inner, dim=2, vertex=vertex), rest)


def rigid(dim: int) -> str:
    """Return a flex all of whose vertices lie in one free body."""
    elements = {1: line_elements(8), 2: sheet_elements(4, 2), 3: block_elements(2, 2, 2)}[dim]
    points = grid((2, 2, 2), 0.1)
    vertex = words(number for point in points for number in point)
    world = body("all", (0.1, 0.2, 1.0), "<freejoint/>")
    return model(world, flex("hull", ["all"], elements, dim=dim, vertex=vertex))


def several() -> str:
    """Return four flexes, of which the second gives no forces and the third is rigid."""
    world, flexes = body("all", (0.5, 0.5, 0.5), "<freejoint/>"), ""
    for prefix, inner in (("a", ""), ("b", ""), ("d", '<edge damping="1"/>')):
        names, bodies = vertex_bodies(prefix, grid((3, 3, 1), 0.1, (0.0, 0.0, float(ord(prefix) - 96))))
        flexes += flex(prefix, names, sheet_elements(3, 3), inner, dim=2)
        world += bodies
        if prefix == "b":
            vertex = words(number for point in grid((2, 2, 2), 0.2) for number in point)
            flexes += flex("c", ["all"], block_elements(2, 2, 2), dim=3, vertex=vertex)
    return model(world, flexes, '<equality><flex flex="a" solref=".01 1"/></equality>')


def shuffled_sheet(inner: str, rest: str = "") -> str:
    """Return a cloth that is not flat, the bodies of which stand in another order than its vertices, one turned."""
    points = [(x, y, z + 0.3 * x * y - 0.2 * x * x) for x, y, z in grid((5, 4, 1), 0.1)]
    names = [f"v{number}" for number in range(20)]
    order = sorted(range(20), key=lambda number: (7 * number) % 20)
    world = "".join(body(names[number], points[number]) for number in order)
    world = world.replace('<body name="v6"', '<body name="v6" euler="10 20 30"')
    return model(world, flex("sheet", names, sheet_elements(5, 4), inner, dim=2), rest)


ARM = (
    f'<body name="arm" pos="0 0 1"><geom type="capsule" size=".02 .1"/>{HINGE}'
    f'<body name="hand" pos="0 0 .1" quat="1 .2 .3 .4"><geom size=".02"/><joint axis="1 0 0"/></body></body>'
)
HELD = '<equality><flex flex="{}"/></equality>'
TRIANGLES = len(sheet_elements(4, 3)) // 3
SHELL = '<elasticity young="1e4" poisson=".2" thickness=".013" damping=".01" elastic2d="{}"/>'
SOLID = '<elasticity young="1e4" poisson=".3" damping=".1"/>'
MATERIALS = "<asset>" + "".join(f'<material name="m{number}"/>' for number in range(3)) + "</asset>"

SCENES = {
    "block": block('<edge damping="1"/>'),
    "block contact": block('<contact condim="6" friction=".5" margin=".01" solref="-100 -1" selfcollide="bvh"/>'),
    "block deep": block(count=5),
    "block layers": block('<contact activelayers="2"/>', count=5),
    "block texcoord": block(texcoord=words(0.1 * number for number in range(54))),
    "block elastic": block(SOLID),
    "block plastic": block(SOLID.replace("/>", ' yield=".02"/>')),
    "ring": model(
        vertex_bodies("v", grid((2, 2, 1), 0.3))[1],
        flex("ring", ["v0", "v1", "v2", "v3"], [0, 1, 1, 3, 3, 2, 2, 0], dim=1),
    ),
    "rigid 1": rigid(1),
    "rigid 2": rigid(2),
    "rigid 3": rigid(3),
    "rope": rope(rest=HELD.format("rope")),
    "rope radial": model(
        vertex_bodies("v", grid((5, 1, 1), 0.1), '<joint type="slide" axis="1 2 2"/>')[1],
        flex("rope", [f"v{number}" for number in range(5)], line_elements(5), '<edge damping="2"/>', dim=1),
    ),
    "rope spring": rope('<edge stiffness="100" damping="1"/>', radius=0.02, group=3, rgba="1 0 0 1"),
    "several": several(),
    "sheet": sheet(rest=HELD.format("sheet")),
    "sheet plastic": sheet(SHELL.format("both").replace("/>", ' yield=".01"/>')),
    "sheet plastic bending": sheet(SHELL.format("bend").replace("/>", ' yield=".01"/>')),
    "sheet plastic stretching": sheet(SHELL.format("both").replace("/>", ' yield=".01 0"/>')),
    "sheet stretching": sheet(SHELL.format("stretch")),
    "sheet passive": sheet(
        '<contact contype="2" conaffinity="3" priority="2" solmix="3" passive="true"/>',
        '<option integrator="discrete"/>',
    ),
    "sheet bending": sheet(SHELL.format("bend")),
    "sheet bending held": sheet(SHELL.format("bend"), HELD.format("sheet")),
    "sheet curved": shuffled_sheet(SHELL.format("both")),
    "sheet elastic on arm": pinned_sheet(ARM, "hand", SHELL.format("both")),
    "sheet elastic on world": pinned_sheet("", "world", SHELL.format("both")),
    "sheet loose": sheet(flatskin="true"),
    "sheet materials": sheet(
        rest=MATERIALS, material=" ".join(f"m{number % 3}" for number in range(TRIANGLES)), radius=0.001
    ),
    "sheet of one material": sheet(rest=MATERIALS, material="m1"),
    "sheet on arm": pinned_sheet(ARM, "hand", rest=HELD.format("sheet")),
    "sheet on mocap": pinned_sheet('<body name="m" mocap="true" pos="0 0 1"/>', "m", rest=HELD.format("sheet")),
    "sheet on world": pinned_sheet("", "world", '<edge damping=".1"/>'),
    "sheet texcoord": sheet(
        texcoord=words(0.1 * number for number in range(8)),
        elemtexcoord=" ".join(str(number % 4) for number in range(3 * TRIANGLES)),
    ),
}
