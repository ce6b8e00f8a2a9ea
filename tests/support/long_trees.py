"""Models of long trees: chains that hang, snakes on the ground, and trees with long branches."""

import numpy as np

import corten

OPTION = '<option timestep="0.002" {option}/>'


def chain(
    n: int, *, joint: str = "", geom: str = 'contype="0" conaffinity="0"', option: str = "", motors: str = "motor"
) -> str:
    """Return a chain of n links that hangs, each with a hinge, of alternating axes, and a motor."""
    links = "".join(
        f'<body pos="0 0 {-0.1 if i else 0}"><joint name="j{i}" axis="{i % 2} {1 - i % 2} 0" damping="0.02" '
        f'armature="0.002" {joint}/><geom type="capsule" fromto="0 0 0 0 0 -0.1" size="0.02" {geom}/>'
        for i in range(n)
    )
    drives = "".join(f'<{motors} joint="j{i}"/>' for i in range(n))
    actuator = f"<actuator>{drives}</actuator>" if motors else ""
    return f"<mujoco>{OPTION.format(option=option)}<worldbody>{links}{'</body>' * n}</worldbody>{actuator}</mujoco>"


def snake(n: int, *, geom: str = "", joint: str = "", option: str = "", itself: bool = False) -> str:
    """Return a chain of n links that lies on the ground, with a free joint; its links may touch each other."""
    first = "<freejoint/>"
    links = "".join(
        f'<body pos="{-0.1 if i else 0} 0 {0 if i else 0.0199}">'
        + (first if i == 0 else f'<joint axis="0 {i % 2} {1 - i % 2}" damping="0.02" armature="0.002" {joint}/>')
        + f'<geom type="capsule" fromto="0 0 0 -0.1 0 0" size="0.02" contype="{int(itself)}" conaffinity="1" {geom}/>'
        for i in range(n)
    )
    plane = '<geom type="plane" size="50 50 .1" contype="1"/>'
    return f"<mujoco>{OPTION.format(option=option)}<worldbody>{plane}{links}{'</body>' * n}</worldbody></mujoco>"


def branches(n: int) -> str:
    """Return a tree of four long branches with joints of all kinds on a free base, beside a ball of its own."""
    joints = (
        '<joint axis="0 1 .2" damping=".01"/>',
        '<joint type="ball" damping=".02"/>',
        '<joint type="slide" axis="1 0 0" armature=".01"/><joint axis="0 0 1"/>',
        "",
    )
    limbs = ""
    for k in range(4):
        links = "".join(
            f'<body pos=".05 .02 {0.1 if i else 0.1 * k}" quat="1 .1 0 {0.1 * k}">{joints[(i + k) % 4]}'
            '<geom type="box" size=".02 .03 .05" pos="0 .01 .05" mass=".2"/>'
            for i in range(n)
        )
        limbs += links + "</body>" * n
    ball = '<body pos="5 0 0"><freejoint/><geom size=".1"/></body>'
    base = f'<body><freejoint/><geom size=".1"/>{limbs}</body>'
    flag = '<option><flag contact="disable"/></option>'
    return f"<mujoco>{flag}<worldbody>{base}{ball}</worldbody></mujoco>"


def moving(xml: str, seed: int = 0, speed: float = 0.3) -> tuple[corten.Model, corten.Data]:
    """Return a model and a Data in a random state of motion, with controls."""
    model, rng = corten.load_model_from_string(xml), np.random.default_rng(seed)
    data = model.make_data()
    corten.integrate_pos(model, data.qpos, rng.normal(0, 0.1, model.nv), 1.0)
    data.qvel[:] = rng.normal(0, speed, model.nv)
    data.ctrl[:] = rng.normal(0, 0.1, model.nu)
    return model, data
