"""Random scenes full of contacts: trees of bodies with many geoms, filters of all kinds, random contact parameters."""

import re

import numpy as np

SHAPES = ("sphere", "capsule", "box")


def numbers(values) -> str:
    """Return numbers as they stand in an attribute."""
    return " ".join(repr(float(value)) for value in np.atleast_1d(values))


def random_parameters(rng) -> str:
    """Return attributes that decide about contacts: some are left out, so that defaults meet other values."""
    solref = [rng.uniform(0.01, 0.05), rng.uniform(0.5, 2)] if rng.random() < 0.7 else -rng.uniform(10, 1000, 2)
    choices = {
        "friction": rng.uniform(0, 1, 3) * (rng.random(3) < 0.9),
        "solref": solref,
        "solimp": np.sort(rng.uniform(0.1, 0.99, 5)),
        "solmix": rng.choice([0.0, 0.5, 1.0, 3.0]),
        "margin": rng.choice([0.0, 0.02, 0.1]),
        "gap": rng.choice([0.0, 0.05]),
        "surfacevel": rng.normal(size=6),
        "adhesion": rng.choice([0.0, 2.0]),
    }
    words = [f'{name}="{numbers(value)}"' for name, value in choices.items() if rng.random() < 0.5]
    words += [f'condim="{rng.choice([1, 3, 4, 6])}"', f'priority="{rng.integers(0, 2)}"']
    return " ".join(words)


def random_geom(rng, name: str, *, spread: float = 0.2, masks: bool = True) -> str:
    """Return a geom somewhere on its body."""
    size, pos, quat = rng.uniform(0.05, 0.25, 3), rng.normal(0, spread, 3), rng.normal(size=4)
    mask = f'contype="{rng.choice([0, 1, 1, 1, 2, 3])}" conaffinity="{rng.choice([0, 1, 1, 1, 2, 3])}"' if masks else ""
    count = {"sphere": 1, "capsule": 2}.get(shape := str(rng.choice(SHAPES)), 3)
    return (
        f'<geom name="{name}" type="{shape}" size="{numbers(size[:count])}" pos="{numbers(pos)}" '
        f'quat="{numbers(quat)}" {mask} {random_parameters(rng)}/>'
    )


def random_bodies(rng, count: int, side: float) -> tuple[str, int]:
    """Return bodies in a box, some inside of others, welded, fixed or led by mocap; and how many geoms they have."""
    text, depth, ngeom = "", 0, 0
    for number in range(count):
        depth = int(rng.integers(0, depth + 1)) if depth < 3 else 0
        while depth < text.count("<body") - text.count("</body>"):
            text += "</body>"
        nested = depth > 0
        pos = rng.normal(0, 0.3, 3) if nested else rng.uniform(-side, side, 3)
        kind = rng.choice(["free", "hinge", "weld", "mocap"], p=[0.6, 0.2, 0.1, 0.1])
        joint = {"free": "<freejoint/>" if not nested else '<joint axis="0 1 0"/>', "hinge": '<joint axis="1 0 0"/>'}
        mocap = ' mocap="true"' if kind == "mocap" and not nested else ""
        text += f'<body name="b{number}" pos="{numbers(pos)}" quat="{numbers(rng.normal(size=4))}"{mocap}>'
        text += '<inertial pos="0 0 0" mass="1" diaginertia="1 1 1"/>' + joint.get(str(kind), "")
        for _ in range(int(rng.choice([0, 1, 1, 1, 2, 5]))):
            text += random_geom(rng, f"g{ngeom}")
            ngeom += 1
        depth += 1
    return text + "</body>" * (text.count("<body") - text.count("</body>")), ngeom


def random_scene(seed: int, count: int = 40, side: float = 1.0, flags: str = "", *, gap: bool = True) -> str:
    """Return a scene of bodies in a box on a floor, with geoms of the world, explicit pairs and excluded bodies."""
    rng = np.random.default_rng(seed)
    world = '<geom name="floor" type="plane" size="5 5 1"/><geom type="plane" size="1 1 1" quat="1 0 .3 0"/>'
    world += "".join(random_geom(rng, f"w{number}") for number in range(5))
    bodies, ngeom = random_bodies(rng, count, side)
    contact = ""
    names = [f"g{number}" for number in range(ngeom)] + ["w0", "w1"]
    for _ in range(6):
        first, second = rng.choice(names, 2, replace=False)
        margin = f'margin="{rng.choice([0.0, 0.3])}" gap="{rng.choice([0.0, 0.1])}"'
        extra = f'friction="{numbers(rng.uniform(0, 1, 5))}" solreffriction="{numbers(rng.uniform(0.01, 1, 2))}"'
        contact += f'<pair geom1="{first}" geom2="{second}" {margin} {extra if rng.random() < 0.5 else ""}/>'
    for first, second in rng.choice(count, (count // 2, 2)):
        contact += f'<exclude body1="b{first}" body2="b{second}"/>'
    option = f'<option o_margin="0.05" o_solref="0.03 1.5"><flag {flags}/></option>'
    text = f"<mujoco>{option}<worldbody>{world}{bodies}</worldbody><contact>{contact}</contact></mujoco>"
    return text if gap else re.sub(r'gap="[^"]*"', "", text)


def random_world(seed: int) -> str:
    """Return a few bodies of dozens of geoms each, in a world of a hundred."""
    rng = np.random.default_rng(seed)
    world = "".join(random_geom(rng, f"w{number}", spread=2.0, masks=False) for number in range(100))
    bodies = ""
    for body in range(6):
        geoms = "".join(random_geom(rng, f"g{body}_{number}", spread=0.5, masks=False) for number in range(40))
        bodies += f'<body pos="{numbers(rng.uniform(-1, 1, 3))}"><freejoint/>{geoms}</body>'
    return f'<mujoco><worldbody><geom type="plane" size="5 5 1"/>{world}{bodies}</worldbody></mujoco>'
