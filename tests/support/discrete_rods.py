"""Open rods whose edges twist, by shape and section, free or held by bodies, for the integrator `discrete`."""

from support.discrete_flexes import TIGHT

SHAPES = {
    "straight": ((0, 0, 0), (0.1, 0, 0), (0.2, 0, 0), (0.35, 0, 0), (0.45, 0, 0)),
    "curved": ((0, 0, 0), (0.1, 0, 0), (0.2, 0.02, 0), (0.3, 0.06, 0.03), (0.4, 0.08, 0.1)),
    "two edges": ((0, 0, 0), (0.1, 0.02, 0), (0.2, 0, 0)),
}
SECTIONS = {
    "circle": ('radius=".02"', ""),
    "flat": ("", 'section="box" sectionsize=".03 .01"'),
    "upright": ("", 'section="box" sectionsize=".01 .03"'),
}
HOLDER = (
    '<body name="b" pos="0 0 .1" euler="20 30 0"><joint type="ball"/><geom size=".05" mass="1" contype="0" '
    'conaffinity="0"/>{}</body>'
)
HELD = {
    "free": ("", "{}"),
    "pinned": ('<pin id="0"/>', "{}"),
    "clamped": ('<pin id="0 1"/>', "{}"),
    "begins in a body": ('<pin id="0 1"/>', HOLDER),
    "ends in a body": ('<pin id="3 4"/>', HOLDER),
    "both ends in a body": ('<pin id="0 1 3 4"/>', HOLDER),
}


def twisting_rod(shape: str, section: str, held: str, solver: str, inner: str = "", timestep: float = 0.01) -> str:
    """Return a rod of a shape and a section, free or held, with more elements inside."""
    points = SHAPES[shape]
    size, elasticity = SECTIONS[section]
    pin, holder = HELD[held]
    places = " ".join(str(number) for point in points for number in point)
    elements = " ".join(f"{i} {i + 1}" for i in range(len(points) - 1))
    rod = (
        f'<flexcomp name="f" type="direct" dim="1" point="{places}" element="{elements}" mass=".3" {size}>'
        f'<elasticity young="1e5" poisson=".3" damping=".02" {elasticity}/>'
        f'<contact selfcollide="none" contype="0" conaffinity="0"/>{pin}{inner}</flexcomp>'
    )
    option = f'<option {TIGHT.format(solver)} timestep="{timestep}"/>'
    return f"<mujoco>{option}<worldbody>{holder.format(rod)}</worldbody></mujoco>"
