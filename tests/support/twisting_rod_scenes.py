"""Models of rods whose edges twist: open chains of lines with elasticity, free, clamped, pinned, actuated."""

from support.flex_builder import body, flex, model, vertex_bodies

BENT = [(0, 0, 0), (0.1, 0, 0), (0.2, 0.03, 0), (0.28, 0.05, 0.05), (0.35, 0.1, 0.02)]
STRAIGHT = [(0.1 * number, 0, 0) for number in range(5)]
STEEP = [(0.02, 0.1 * number, 0.03 * number * number) for number in range(5)]
BOX = 'section="box" sectionsize="{}"'
AWAY = '<contact contype="0" conaffinity="0" selfcollide="none"/>'


def rod(points=BENT, section="", pin="", damping=0.002, rest="", **attributes) -> str:
    """Return a flexcomp; a circle of 1 cm unless a section is given."""
    numbers = " ".join(f"{number:g}" for point in points for number in point)
    chain = " ".join(f"{number} {number + 1}" for number in range(len(points) - 1))
    more = "".join(f' {name}="{value}"' for name, value in attributes.items())
    radius = "" if "box" in section else ' radius=".01"'
    pins = f'<pin id="{pin}"/>' if pin else ""
    return (
        f'<flexcomp name="rod" type="direct" dim="1" mass=".5" point="{numbers}" element="{chain}"{radius}{more}>'
        f'<elasticity young="1e5" poisson=".3" damping="{damping:g}" {section}/>{AWAY}{pins}{rest}</flexcomp>'
    )


def scene(world: str, rest: str = "", flags: str = "") -> str:
    """Return a model in which nothing touches."""
    option = f'<option timestep=".0005"><flag {flags}/></option>'
    return f"<mujoco>{option}<worldbody>{world}</worldbody>{rest}</mujoco>"


def held(inside: str, joint: str = "<freejoint/>") -> str:
    """Return a rod in a body that turns."""
    ball = '<geom size=".05" mass=".4" contype="0" conaffinity="0"/>'
    return f'<body name="holder" pos=".05 .02 .3" euler="30 20 70">{joint}{ball}{inside}</body>'


def raw(section: str) -> str:
    """Return a rod that is no flexcomp: a body is turned, hinges begin elsewhere, elements are in disorder."""
    places = [tuple(map(float, point)) for point in BENT]
    names, world = vertex_bodies("v", places)
    world = world.replace('<body name="v0"', '<body name="v0" euler="20 30 40"', 1)
    for number in range(4):
        name = "rod_twist" if number == 3 else f"rod_twist_{number}"
        joint = f'<joint name="{name}" axis="0 1 1" ref="40" stiffness=".01"/>'
        world += body(f"{name} body", (0.0, 0.0, 0.0), joint, 1e-3)
    inner = f'<elasticity young="1e5" poisson=".3" damping=".002" {section}/>{AWAY}'
    radius = {} if section else {"radius": 0.01}
    elements = [2, 3, 3, 4, 2, 1, 1, 0]
    return model(world, flex("rod", names, elements, inner, dim=1, **radius), '<option timestep=".0005"/>')


MOTORS = (
    '<actuator><motor joint="rod_twist" gear=".02"/><position joint="rod_twist_1" kp=".05" dampratio="1"/></actuator>'
)
HINGE = '<joint axis="1 2 3"/>'
LENGTHS = '<edge equality="true"/>'
MOCAP = '<body name="holder" pos="0 0 .2" euler="10 20 30" mocap="true">{}</body>'
WIRE = "<tendon><fixed name='t' springyield='.01' stiffness='1'><joint joint='rod_twist' coef='1'/></fixed></tendon>"

SCENES = {
    "straight": scene(rod(STRAIGHT)),
    "curved": scene(rod()),
    "near y": scene(rod(STEEP)),
    "two edges": scene(rod(BENT[:3])),
    "box": scene(rod(section=BOX.format(".02 .01"))),
    "box upright": scene(rod(STEEP, BOX.format(".01 .02"))),
    "box square": scene(rod(section=BOX.format(".01 .01"))),
    "box straight": scene(rod(STRAIGHT, BOX.format(".005 .02"))),
    "clamped to the world": scene(rod(pin="0 1")),
    "clamped at the end": scene(rod(section=BOX.format(".02 .01"), pin="3 4")),
    "clamped at both": scene(rod(pin="0 1 3 4", rest=LENGTHS)),
    "clamped to a body": scene(held(rod(pin="0 1"))),
    "clamped to a hinge by its end": scene(held(rod(section=BOX.format(".01 .02"), pin="3 4"), HINGE)),
    "clamped to a ball by both": scene(held(rod(pin="0 1 3 4", euler="10 20 30"), '<joint type="ball"/>')),
    "pinned to a body": scene(held(rod(pin="0", euler="50 0 10"))),
    "pinned in the middle": scene(held(rod(section=BOX.format(".02 .01"), pin="1 2"), '<joint type="ball"/>')),
    "actuated": scene(rod(pin="0 1"), MOTORS),
    "lengths held": scene(rod(rest=LENGTHS)),
    "mocap": scene(MOCAP.format(rod(pin="0 1", damping=0))),
    "without dampers": scene(rod(), flags='damper="disable"'),
    "without springs": scene(rod(), flags='spring="disable"'),
    "behind a tendon that yields": scene(rod(pin="0 1"), WIRE),
    "raw": raw(""),
    "raw box": raw(BOX.format(".01 .02")),
}
