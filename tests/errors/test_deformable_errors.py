"""Cloth, soft bodies and ropes that cannot be: refused with file and line."""

import pytest

import corten
from corten.enums import Integrator, SolverType
from support.deformable_scenes import cloth_on_ball

BODY = (
    '<body name="{0}" pos="{1} {2} 1"><inertial pos="0 0 0" mass=".01" diaginertia="1e-6 1e-6 1e-6"/>'
    '<joint type="slide" axis="1 0 0"/><joint type="slide" axis="0 1 0"/><joint type="slide" axis="0 0 1"/></body>'
)
BODIES = "".join(BODY.format(name, x, y) for name, x, y in (("a", 0, 0), ("b", 0.1, 0), ("c", 0, 0.1), ("d", 0.1, 0.1)))


def text(custom, flex='dim="2" element="0 1 2 1 3 2"', inner="", names="a b c d", rest=""):
    """Return a model whose third line is the setting."""
    return (
        f"<mujoco>\n<custom>\n{custom}\n</custom><worldbody>{BODIES}</worldbody>\n"
        f'<deformable><flex name="it" body="{names}" radius=".001" {flex}>{inner}</flex></deformable>{rest}</mujoco>'
    )


def cloth(data):
    """Return the setting of a cloth."""
    return f'<text name="corten.cloth.it" data="{data}"/>'


SHELL = '<elasticity young="1e4" poisson=".2" thickness=".01" elastic2d="both"/>'
CASES = {
    "material": (text(cloth("cotten")), "no material of a cloth is named 'cotten'; did you mean 'cotton'"),
    "word": (text(cloth("cotton yong=1")), "'yong' is no number of a cloth; did you mean 'young'"),
    "word of another": (text(cloth("cotton radius=1")), "'radius' is no number of a cloth"),
    "late material": (text(cloth("young=1e6 cotton")), "'cotton' is no number of a cloth"),
    "twice": (text(cloth("cotton young=1 young=2")), "young is given twice"),
    "no number": (text(cloth("cotton young=much")), "young is 'much'; it must be a number"),
    "nan": (text(cloth("cotton young=nan")), "young is nan; Young's modulus .* is from"),
    "negative": (text(cloth("cotton thickness=-1")), "thickness is -1; thickness .* is from"),
    "poisson": (text(cloth("cotton poisson=.5")), "poisson is .5; Poisson's ratio is from 0 to 0.499"),
    "substeps": (text(cloth("cotton substeps=5")), "substeps is 5; .* is from 1 to 4"),
    "half a substep": (text(cloth("cotton substeps=1.5")), "substeps is 1.5; it must be 1, 2, 3 or 4"),
    "missing": (text(cloth("poisson=.2")), "young .* thickness .* must be given, or a material"),
    "no such flex": (text('<text name="corten.cloth.that" data="cotton"/>'), "no flex is named 'that'"),
    "element": (text('<numeric name="corten.cloth.it" data="1"/>'), "it must be a <text>"),
    "dim": (text('<text name="corten.rope.it" data="rope"/>'), "a rope is made of lines, dim 1; .* has dim 2"),
    "two kinds": (text(f'{cloth("cotton")}<text name="corten.rope.it" data="rope"/>'), "is a cloth already"),
    "elasticity": (text(cloth("cotton"), inner=SHELL), "has elasticity, too"),
    "edges": (text(cloth("cotton"), inner='<edge damping="1"/>'), "has stiffness or damping of its edges, too"),
    "equality": (
        text(cloth("cotton"), rest='<equality><flex flex="it"/></equality>'),
        "has an equality of its edges, too",
    ),
    "rigid": (
        text(cloth("cotton"), flex='dim="2" element="0 1 2" vertex="0 0 0 1 0 0 0 1 0"', names="a"),
        "in one body",
    ),
    "star": (
        text('<text name="corten.rope.it" data="rope"/>', flex='dim="1" element="0 1 0 2 0 3"'),
        "3 segments meet in vertex 0",
    ),
    "flat": (
        text(cloth("cotton"), flex='dim="2" element="0 1 2" vertex="0 0 0 .1 0 0 .1 0 0"', names="a a b"),
        "element 0 of the flex is flat at qpos0",
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_refused_with_the_line_of_the_setting(case):
    """Refuse bad settings with the line that they stand in and what is allowed."""
    xml, message = CASES[case]
    with pytest.raises(corten.ModelError, match=message) as caught:
        corten.load_model_from_string(xml)
    assert caught.value.line == 3


def test_python_refuses_at_once():
    """Refuse bad arguments of add_cloth, add_soft_body and add_rope with what is allowed."""
    spec = corten.Spec()
    line = [(0, 0, 0), (0, 0, 1)]
    for call, message in (
        (lambda: spec.add_cloth("c", "wool"), "no material of a cloth is named 'wool'"),
        (lambda: spec.add_cloth("c", radius=1.0), "'radius' is no number of a cloth"),
        (lambda: spec.add_cloth("c", None, young=1e6), "a cloth needs a material .* or thickness, density"),
        (lambda: spec.add_cloth("c", count=(1, 5)), "count is"),
        (lambda: spec.add_cloth("c", spacing=-1.0), "spacing is -1.0"),
        (lambda: spec.add_cloth("c", pins=(100,)), "pins has 100; there are 100 vertices"),
        (lambda: spec.add_cloth("c", mesh=([(0, 0, 0)], [(0, 1, 2)])), "an element has the vertices"),
        (lambda: spec.add_soft_body("s", young=-1.0), "young is -1.0; it must be a positive number"),
        (lambda: spec.add_rope("r", points=line[:1]), "a rope needs two points at least"),
        (lambda: spec.add_rope("r", points=[(0, 0), (1, 1)]), "it needs three finite ones"),
        (lambda: spec.add_rope("r", points=line, clamps=(2,)), "clamps has 2; there are 2 vertices"),
    ):
        with pytest.raises(corten.ModelError, match=message):
            call()


def test_refused_choices():
    """Refuse integrators and solvers that deformables cannot be stepped with, by name."""
    model = cloth_on_ball(3).compile()
    model.opt.integrator = Integrator.RK4
    with pytest.raises(corten.UnsupportedFeatureError, match="'RK4' is not supported with cloth"):
        corten.step(model, model.make_data())
    model.opt.integrator, model.opt.solver = Integrator.EULER, SolverType.CG
    with pytest.raises(corten.UnsupportedFeatureError, match="'CG' is not supported with cloth"):
        corten.step(model, model.make_data())
