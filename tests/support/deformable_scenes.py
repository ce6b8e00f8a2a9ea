"""Models with cloth, soft bodies and ropes."""

import numpy as np

import corten

PLANE = {"type": "plane", "size": (2, 2, 0.1)}


def elastic(**numbers: float) -> dict[str, float]:
    """Return the numbers of a material of which only some matter."""
    return {"material": None, "young": 1e6, "poisson": 0.3, "density": 1000.0} | numbers


def cloth_on_ball(count: int = 9, substeps: int = 1, **option: object) -> corten.Spec:
    """Return cloth above a fixed ball."""
    spec = corten.Spec()
    for name, value in {"timestep": 0.004, **option}.items():
        spec.option[name] = value
    spec.worldbody.add_geom(name="ball", type="sphere", size=(0.3,))
    flex = spec.add_cloth("sheet", count=(count, count), spacing=1.0 / (count - 1), pos=(0, 0, 0.31), substeps=substeps)
    flex.radius = 0.005
    return spec


def one_of_each() -> corten.Spec:
    """Return small deformables with constraints of all types, of which some vertices are held."""
    spec = corten.Spec()
    spec.add_cloth("sheet", count=(3, 3), spacing=0.1, pins=(0,), **elastic(thickness=0.002))
    spec.add_soft_body("block", count=(2, 2, 2), spacing=0.1, pos=(0, 1, 0), **elastic())
    rod = [(0.1 * i, 2.0, 0.02 * i * i) for i in range(4)]
    spec.add_rope("rod", points=rod, clamps=(0,), pins=(3,), **elastic(radius=0.01))
    names = []
    for number in range(4):
        body = spec.worldbody.add_body(name=f"p{number}", pos=(0.1 * number, 3, 0.03 * number * number))
        body.add("inertial", pos=(0, 0, 0), mass=0.01, diaginertia=(1e-5, 1e-5, 1e-5))
        for axis in np.eye(3):
            body.add("joint", type="slide", axis=axis)
        names.append(body.name)
    spec.deformable.add_flex(name="line", dim=1, body=" ".join(names), element=(0, 1, 1, 2, 2, 3), radius=0.01)
    spec.custom.add_text(name="corten.rope.line", data="young=1e6 radius=0.01 density=900")
    return spec


def vertices(model: corten.Model, data: corten.Data, name: str) -> np.ndarray:
    """Return where the vertices of a flex are, world [m]."""
    flex = model.id("flex", name)
    first = model.flex_vertadr[flex]
    return data.flexvert_xpos[first : first + model.flex_vertnum[flex]]


def settle(model: corten.Model, seconds: float) -> corten.Data:
    """Return a Data after some seconds."""
    data = model.make_data()
    corten.step(model, data, round(seconds / model.opt.timestep))
    corten.forward(model, data)
    return data
