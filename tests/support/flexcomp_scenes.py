"""Models with flexcomps of every type, and those that nobody can load, by name."""

HOLDER = '<body name="q" pos=".1 .2 .3" euler="10 20 30">'
HELD = '<edge equality="true" solref=".03 1"/>'
SOLID = '<elasticity young="1e4" poisson=".3" damping=".1"/>'
MATERIAL = '<asset><material name="m"/></asset>'
TURNED = 'pos="1 2 3" euler="10 30 50"'
FLAT = ("square", "disc")


def scene(attributes: str, inner: str = "", holder: str = HOLDER, end: str = "</body>", rest: str = "") -> str:
    """Return a model with one flexcomp in a body."""
    flexcomp = f'<flexcomp name="f" {attributes}>{inner}</flexcomp>'
    return f"<mujoco>{rest}<worldbody>{holder}{flexcomp}{end}</worldbody></mujoco>"


def shape(kind: str, dim: int, more: str = "") -> str:
    """Return the attributes of a shape that a flexcomp makes by itself."""
    flat = kind in FLAT or (dim == 2 and kind in ("grid", "circle"))
    return f'type="{kind}" dim="{dim}" count="4 5 {1 if flat else 4}" {more}'


KINDS = ("grid", "box", "cylinder", "ellipsoid", *FLAT, "circle")
SHEET, ROPE = 'count="4 3 1"', 'count="6 1 1" dim="1"'
TRIANGLE = 'type="direct" point="5 5 5 0 0 0 1 0 0 0 1 0" element="1 2 3"'
BENT = 'type="direct" dim="1" point="0 0 0 .1 0 0 .1 .2 0 .1 .2 .5" element="{}"'
FRAMES = (
    '<body name="p"><frame pos="1 2 3" euler="10 20 30"><body name="x"/><frame euler="0 0 40"><geom size=".1"/>',
    '<geom size=".2"/></frame><body name="y"/></frame></body>',
)
CLASSES = (
    '<default><joint armature=".5"/><equality solref=".5 1" active="false"/>'
    '<default class="a"><joint armature=".1"/></default></default>'
)
BESIDE = (
    '<mujoco><deformable><flex name="g" dim="1" body="q" vertex="0 0 0 1 1 1" element="0 1"/></deformable>'
    '<equality><connect body1="f_1" anchor="0 0 0"/></equality><worldbody><body name="q"/>'
    '<flexcomp name="f" count="3 1 1" dim="1"><edge equality="true"/></flexcomp>'
    '<flexcomp name="h" count="3 1 1" dim="1"><edge equality="true"/></flexcomp></worldbody></mujoco>'
)

SCENES = {
    **{f"{kind} {dim}": scene(shape(kind, dim), HELD) for kind in KINDS for dim in (1, 2, 3)},
    **{
        f"{kind} {dim} textured": scene(shape(kind, dim, f'material="m" {TURNED}'), HELD, rest=MATERIAL)
        for kind in KINDS
        for dim in (2, 3)
    },
    **{f"{kind} radial": scene(shape(kind, 3, 'dof="radial"'), HELD) for kind in ("box", "cylinder", "ellipsoid")},
    "sheet 2d": scene(f'{SHEET} dof="2d" rgba="1 0 0 1" group="3" flatskin="true" mass="3" inertiabox=".1"', HELD),
    "sheet in world": scene(SHEET, HELD, "", ""),
    "sheet in frames": scene(SHEET, HELD + '<pin id="2"/>', *FRAMES),
    "sheet of class": scene(SHEET, HELD, '<body name="p" childclass="a">', rest=CLASSES),
    "sheet rigid": scene(f'{SHEET} rigid="true"', HELD),
    "sheet with contacts": scene(
        SHEET, '<contact condim="1" selfcollide="none" margin=".001"/><edge damping="1"/><pin range="0 3"/>'
    ),
    **{
        f"sheet pinned by {name}": scene(SHEET, f'<pin {name}="{which}"/>{HELD}')
        for name, which in (("id", "1 3"), ("range", "1 3 5 6 9 8"), ("grid", "0 0 3 2"), ("gridrange", "1 1 3 2"))
    },
    "sheet pinned whole": scene(SHEET, '<pin range="0 11"/>' + HELD),
    "block elastic": scene('count="3 3 4" dim="3"', SOLID + '<pin gridrange="0 0 0 2 2 0"/>'),
    "triangle": scene(f'{TRIANGLE} scale="2 3 4" {TURNED}', '<pin id="1"/>'),
    "rod": scene(ROPE, HELD + SOLID),
    "rod clamped": scene(ROPE, SOLID + '<pin id="0 1 4 5"/>'),
    "rod in frame": scene(
        ROPE,
        SOLID + '<pin id="0"/>',
        '<frame pos="1 2 3" euler="10 20 30"><body name="x">',
        '</body><body name="y"/></frame>',
    ),
    "rod box": scene(ROPE, '<elasticity young="1e5" section="box" sectionsize=".004 .008"/>'),
    "rod bent": scene(BENT.format("0 1 1 2 2 3"), SOLID),
    "rod backwards": scene(BENT.format("2 3 2 1 1 0"), SOLID + '<pin id="2 3"/>'),
    "rod in pieces": scene(BENT.format("0 1 2 3"), SOLID),
    "rod loop": scene('type="circle" dim="1" count="7 1 1"', SOLID),
    "beside others": BESIDE,
    "replicas": '<mujoco><worldbody><body name="b"/><replicate count="2" offset="1 0 0"><body name="q" pos="1 1 1">'
    f'<flexcomp name="f" {SHEET}>{HELD}<pin id="0"/></flexcomp></body></replicate></worldbody></mujoco>',
    "replicas of rods": '<mujoco><worldbody><body name="b"/><replicate count="2" offset="1 0 0"><body name="q">'
    f'<flexcomp name="f" {ROPE}>{SOLID}<pin id="0"/></flexcomp></body></replicate></worldbody></mujoco>',
    "attached": f'<mujoco><worldbody>{HOLDER}<flexcomp name="f" {SHEET}>{HELD}<pin id="0"/></flexcomp></body>'
    '<frame pos="0 0 1"><attach body="q" prefix="x_"/></frame></worldbody></mujoco>',
}

REFUSED = {
    "dim": scene('dim="4"'),
    "no count": scene('count="0 3 1"'),
    "deep sheet": scene('count="4 3 2"'),
    "single row": scene('count="4 1 1"'),
    "flat box": scene('type="box" count="4 4 1"'),
    "radial row": scene('type="box" dim="3" dof="radial" count="4 4 1"'),
    "short circle": scene('type="circle" dim="1" count="3 1 1"'),
    "dense": scene(f'{SHEET} spacing=".005 .02 .02"'),
    "dense for margin": scene(SHEET, '<contact margin=".011"/>'),
    "scale": scene(f'{SHEET} scale="0 1 1"'),
    "mass": scene(f'{SHEET} mass="0"'),
    "inertia": scene(f'{SHEET} inertiabox="0"'),
    "texture": scene(f'{SHEET} texcoord="0 0"'),
    "nameless body": scene(SHEET, holder="<body>"),
    "replicate": scene(SHEET, holder='<replicate count="2" offset="1 0 0">', end="</replicate>"),
    "moving body": scene(SHEET, holder='<body name="q"><joint/><geom size="1"/>'),
    "damped joints": scene(SHEET, rest='<default><joint damping="1"/></default>'),
    "elastic and held": scene('count="3 3 3" dim="3"', HELD + SOLID),
    "strain": scene(SHEET, '<edge equality="strain"/>'),
    "no points": scene('type="direct" element="0 1 2"'),
    "no elements": scene('type="direct" point="0 0 0 1 0 0 0 1 0"'),
    "no such point": scene('type="direct" point="0 0 0 1 0 0 0 1 0" element="0 1 3"'),
    "odd points": scene('type="direct" point="0 0 0 1 0 0 0 1" element="0 1 2"'),
    "odd elements": scene('type="direct" point="0 0 0 1 0 0 0 1 0" element="0 1 2 0"'),
    "same point twice": scene('type="direct" point="0 0 0 1 0 0 0 1 0" element="0 1 1"'),
    "no file": scene('type="mesh"'),
    **{
        f"pin {name} {which}": scene(SHEET, f'<pin {name}="{which}"/>')
        for name, which in (
            *(("id", "12"), ("id", "-1"), ("range", "0 12"), ("range", "0"), ("grid", "0"), ("grid", "4 0")),
            *(("gridrange", "0 0 3"), ("gridrange", "0 0 4 2")),
        )
    },
    "pin grid of a line": scene(ROPE, '<pin grid="0"/>'),
    "pin grid of a box": scene('type="box" dim="3" count="3 3 3"', '<pin grid="0 0 0"/>'),
    "odd pin of a rigid one": scene(f'{SHEET} rigid="true"', '<pin range="1 2 3"/>'),
}

# meshes among the assets, and what a flexcomp makes of them
MESHES = {
    "solid grid": ('builtin="grid" params="3 3 3 .1 .1 .1"', 'scale="2 3 4" euler="10 20 30"'),
    "solid box": ('builtin="box" params="3 3 3 .1 .1 .1" scale="1 2 3" refpos="1 2 3" refquat="1 2 3 4"', 'dim="3"'),
    "surface of an ellipsoid": ('builtin="ellipsoid" params="3 3 3 .1 .1 .1 2"', ""),
    "disc": ('builtin="disc" params="5 5 1 .1 .1 .1"', 'type="gmsh"'),
    "sphere": ('builtin="sphere" params="1" scale=".1 .2 .3" refpos=".1 .2 .3" refquat="1 2 3 4"', TURNED),
    "sphere to its middle": ('builtin="sphere" params="1"', 'dim="3" origin="0.1 0 0"'),
    "sphere to a point outside": ('builtin="sphere" params="1"', 'dim="3" origin="5 0 0"'),
    "lines of a sphere": ('builtin="sphere" params="0"', 'dim="1"'),
    "hull": ('vertex="0 0 0 1 0 0 0 1 0 0 0 1"', ""),
    "textured": ('vertex="0 0 0 1 0 0 0 1 0 0 0 1" face="0 1 2 0 2 3" texcoord="0 0 1 1 0 1 1 0"', ""),
}
SCENES |= {
    name: scene(f'mesh="m" radius=".001" {more}', HELD, rest=f'<asset><mesh name="m" {mesh}/></asset>')
    for name, (mesh, more) in MESHES.items()
}
SPHERE = (
    '<asset><mesh name="m" builtin="sphere" params="0"/><mesh name="s" builtin="box" params="3 3 3 1 1 1"/></asset>'
)
REFUSED |= {
    "mesh and file": scene('mesh="m" file="a.obj"', rest=SPHERE),
    "mesh and type": scene('mesh="m" type="grid"', rest=SPHERE),
    "no such mesh": scene('mesh="x"', rest=SPHERE),
    "no origin": scene('mesh="m" dim="3"', rest=SPHERE),
    "dim of a solid": scene('mesh="s" dim="2"', rest=SPHERE),
}

# flexes whose points follow nodes: shapes that fill their cells, and that do not
UPRIGHT = '<body name="q" pos=".1 .2 .3">'
SOLIDS = {
    "block": 'dim="3" count="4 3 5"',
    "block in cells": 'dim="3" count="4 3 5" cellcount="2 1 3"',
    "block turned": f'dim="3" count="4 3 5" cellcount="2 1 1" {TURNED}',
    "ellipsoid": 'type="ellipsoid" dim="3" count="4 4 4" cellcount="3 3 3"',
    "tetrahedron": 'type="direct" dim="3" point="0 0 0 1 0 0 0 1 0 0 0 1" element="0 1 2 3" cellcount="3 2 1"',
    "sphere": 'mesh="m" radius=".001" cellcount="3 2 2"',
    "sphere to its middle": 'mesh="m" dim="3" origin="0 0 0" radius=".001" cellcount="3 2 2"',
}
ORDERS = ("trilinear", "quadratic")
SCENES |= {
    f"{dof} {name}": scene(f'{solid} dof="{dof}"', SOLID, UPRIGHT, rest=SPHERE)
    for name, solid in SOLIDS.items()
    for dof in ORDERS
}
SCENES |= {
    f"{dof} {name}": scene(f'{SOLIDS["block in cells"]} dof="{dof}" {more}', inner, UPRIGHT)
    for name, more, inner in (
        ("pinned by id", "", SOLID + '<pin id="0 3"/>'),
        ("pinned by grid", "", SOLID + '<pin grid="0 1 1"/><pin gridrange="0 0 0 1 1 0"/>'),
        ("pinned whole", "", SOLID + '<pin range="0 20"/><pin gridrange="0 0 0 2 1 3"/>'),
        ("rigid", 'rigid="true"', SOLID),
        ("without elasticity", "", '<edge damping="1"/>'),
        ("held by edges", "", HELD),
    )
    for dof in ORDERS
}

# strains of cells, and shells: of symmetric cells that are cut, nobody knows the order of modes
STRAIN = '<edge equality="strain" solref=".03 1"/>'
SHELL = '<elasticity young="1e4" poisson=".3" thickness=".013" damping=".01" elastic2d="{}"/>'
SOFT_SHELL = '<elasticity thickness=".013" elastic2d="{}"/>'
SHELLS = {
    "block": SOLIDS["block in cells"],
    "ball": 'type="ellipsoid" dim="2" count="6 6 6" cellcount="3 2 3"',
    "open": 'type="direct" point="0 0 0 1 0 0 0 1 1" element="0 1 2"',
}
SCENES |= {
    f"{dof} {name} strained": scene(f'{SOLIDS[name]} dof="{dof}"', STRAIN + more, UPRIGHT, rest=SPHERE)
    for name, more, dofs in (
        ("block", "", ORDERS),
        ("block in cells", '<pin id="0 3"/>', ORDERS),
        ("block turned", "", ORDERS[:1]),
        ("tetrahedron", "", ORDERS[:1]),
    )
    for dof in dofs
}
SCENES |= {
    f"{dof} shell {name} {label}": scene(f'{solid} dof="{dof}"', inner, UPRIGHT)
    for name, solid in SHELLS.items()
    for label, inner in (
        ("stretching", SHELL.format("stretch")),
        ("bending", SHELL.format("bend")),
        ("pinned", SHELL.format("both") + '<pin id="0 3"/>'),
        ("strained", STRAIN + SOFT_SHELL.format("stretch")),
        ("strained and bending", STRAIN + SHELL.format("bend")),
    )
    for dof in ORDERS
}

YIELDS = ' yield=".01"/>'
SCENES |= {
    f"{dof} {name} that yields": scene(f'{solid} dof="{dof}"', inner.replace("/>", YIELDS), UPRIGHT)
    for name, solid, inner in (
        ("block", SOLIDS["block in cells"], SOLID),
        ("shell", SHELLS["ball"], SHELL.format("stretch")),
        ("bending shell", SHELLS["ball"], SHELL.format("bend")),
    )
    for dof in ORDERS
}


def strained(cell: str, inner: str = "", dof: str = 'dof="trilinear"') -> str:
    """Return a block of two times one times three cells with an equality of the strain of one of them."""
    text = scene(f"{SOLIDS['block in cells']} {dof}", inner, UPRIGHT)
    return text.replace("</mujoco>", f'<equality><flexstrain flex="f" {cell}/></equality></mujoco>')


SCENES |= {
    "strain of a cell": strained('cell="1 0 2" name="e" active="false" solref="-10 -1"'),
    "strain of a face": strained('cell="20 -1 -1"', SOFT_SHELL.format("bend")),
    "strain of a cell twice": strained('cell="0 0 0"/><flexstrain flex="f" cell="0 0 0"'),
    "strain and edges": strained('cell="0 0 0"', HELD),
}
REFUSED |= {
    "strain without a cell": strained(""),
    "strain of a cell beyond": strained('cell="0 1 0"'),
    "strain of a cell before": strained('cell="-1 0 0"'),
    "strain of a cell as a face": strained('cell="1 -1 -1"'),
    "strain of a face as a cell": strained('cell="1 0 0"', SOFT_SHELL.format("bend")),
    "strain of a face beyond": strained('cell="22 -1 -1"', SOFT_SHELL.format("bend")),
    "strain of what has no cells": strained('cell="0 0 0"', dof=""),
    "strain of what is elastic": strained('cell="0 0 0"', SOLID),
    "strain of an elastic shell": strained('cell="0 -1 -1"', SHELL.format("stretch")),
    "nodes that yield in bending": scene(
        f'{SHELLS["ball"]} dof="trilinear"', SHELL.format("both").replace("/>", ' yield=".01 .01"/>'), UPRIGHT
    ),
    "flat nodes": scene(f'{SHEET} dof="trilinear"'),
    "nodes of a line": scene(f'{ROPE} dof="quadratic"'),
    "no cells": scene(f'{SOLIDS["block"]} dof="trilinear" cellcount="0 1 1"'),
    "node out of range": scene(f'{SOLIDS["block"]} dof="trilinear"', '<pin id="8"/>'),
    "node out of the grid": scene(f'{SOLIDS["block"]} dof="quadratic"', '<pin grid="3 0 0"/>'),
}
