"""Bodies that let the edges of a rod twist: each has a hinge, and nothing else, and stands in the world."""

from collections.abc import Iterator

from corten.compile.flexcomp.shapes import Shape
from corten.compile.flexcomp.vertex_bodies import new_element
from corten.compile.flexes.chains import clamped_edges, find_chain
from corten.spec import Element, Resolved

# mass of a body that only turns [kg] (MuJoCo's value)
LITTLE = 1e-9


def twist_bodies(values: Resolved, elasticity: Resolved, shape: Shape, owners: list[str]) -> Iterator[Element]:
    """Yield a body for each edge of a rod, if it is an open chain of at least two, but those that are clamped.

    `owners` are the bodies of its points. The moment of inertia is that of the edge about its axis.
    """
    chain = find_chain(shape.elements)
    if elasticity["young"] <= 0 or values["dof"] != "full" or len(chain) < 3:
        return
    count = len(chain) - 1
    clamped = clamped_edges([owners[point] for point in chain])
    mass = values["mass"] / count
    if elasticity["section"] == "box":
        a, b = elasticity["sectionsize"]
        inertia = mass * (a * a + b * b) / 3
    else:
        inertia = mass * values["radius"] * values["radius"] / 2
    for number in range(count):
        if number not in clamped:
            name = f"{values['name']}_twist" + (f"_{number}" if number < count - 1 else "")
            body = new_element("body:body", None, values.element.place, name=name)
            diagonal = (inertia, inertia, inertia)
            new_element("body:inertial", body, body.place, pos=(0.0, 0.0, 0.0), mass=LITTLE, diaginertia=diagonal)
            axis = (1.0, 0.0, 0.0)
            new_element("body:joint", body, body.place, name=name, type="hinge", pos=(0.0, 0.0, 0.0), axis=axis)
            yield body
