"""From <flex> elements to objects."""

from math import prod

import numpy as np

from corten.compile.context import Context
from corten.compile.elements.contact_pairs import check_condim
from corten.compile.objects.body_rows import Body
from corten.compile.objects.constraint_rows import Equality
from corten.deformable.compile.edge_jacobian import Poses
from corten.deformable.compile.elasticity import check_elasticity, constrain_strain, read_yields, set_elasticity
from corten.deformable.compile.flex import Flex, FlexShape
from corten.deformable.compile.rods import read_section
from corten.deformable.compile.topology import (
    Ints,
    Points,
    bound_flex,
    find_edges,
    find_flaps,
    find_shell,
    flip_orientation,
    is_inverted,
    place_in_cells,
)
from corten.deformable.fields.kinds import FlexSelf
from corten.deformable.unsupported import contradiction
from corten.enums import EqualityType, JointType
from corten.errors import UnsupportedFeatureError
from corten.model import Model
from corten.spec import DefaultClasses, Element, Resolved, root_section

# order of interpolation by the words for it
ORDERS = {"trilinear": 1, "quadratic": 2}

# numbers of flex_edgeequality
EDGE_EQUALITIES = {EqualityType.FLEX: 1, EqualityType.FLEXSTRAIN: 3}


def read_flexes(root: Element, classes: DefaultClasses, context: Context) -> list[Flex]:
    """Return all flexes."""
    section = root_section(root, "deformable")
    elements = [] if section is None else [child for child in section.children if child.tag == "flex"]
    poses = Poses(context.objects.bodies)
    return [_flex(element, classes, context, poses) for element in elements]


def refuse_contradictions(model: Model, flexes: list[Flex]) -> None:
    """Refuse a flex whose forces the integrator or the solver of the model cannot find."""
    wrong = contradiction(model)
    if wrong is not None:
        raise flexes[wrong[0]].element.error(wrong[1], UnsupportedFeatureError)


def find_edge_equalities(flexes: list[Flex], equalities: list[Equality]) -> None:
    """Set how the edges or cells of flexes are held: by the first equality constraint that names them."""
    for equality in reversed(equalities):
        if equality.type in EDGE_EQUALITIES:
            flex = flexes[equality.obj1id]
            flex.edgeequality = EDGE_EQUALITIES[equality.type]
            if flex.stretches:
                raise equality.element.error(
                    f"the flex '{flex.name}' resists stretching by its elasticity already; remove one of them"
                )
    strained = [equality for equality in equalities if equality.type == EqualityType.FLEXSTRAIN]
    for equality in strained:
        _check_cell(equality, flexes[equality.obj1id])
    for number in sorted({equality.obj1id for equality in strained}):
        constrain_strain(flexes[number])


def _check_cell(equality: Equality, flex: Flex) -> None:
    """Refuse the strain of a cell that a flex does not have."""
    element, count = equality.element, flex.cellnum
    cell = tuple(int(number) for number in equality.data[:3])
    if not flex.interp:
        raise element.error(f"the flex '{flex.name}' has no cells; its dof is to be trilinear or quadratic")
    if flex.interp < 0:
        faces = 2 * (count[1] * count[2] + count[0] * count[2] + count[0] * count[1])
        if cell[1:] != (-1, -1) or not 0 <= cell[0] < faces:
            raise element.error(
                f"cell is {' '.join(map(str, cell))}; the flex '{flex.name}' has elastic2d, so this is the number of a "
                f"face, 0 to {faces - 1}, and -1 -1"
            )
        return
    if not all(0 <= number < size for number, size in zip(cell, count, strict=True)):
        written = "cell is" if "cell" in element.attributes else "cell is not given, which means"
        raise element.error(
            f"{written} {' '.join(map(str, cell))}; the flex '{flex.name}' has {' x '.join(map(str, count))} cells, "
            "counted from 0"
        )


def _flex(element: Element, classes: DefaultClasses, context: Context, poses: Poses) -> Flex:
    # what a flex does not say of its parts is their default
    values = classes.resolve(element)
    contact, edge, elasticity = (
        classes.resolve(element.first(tag) or element.add(tag)) for tag in ("contact", "edge", "elasticity")
    )
    _check(values, contact, edge, elasticity)
    rod = values["dim"] == 1 and elasticity["young"] > 0
    section = read_section(values, elasticity) if rod else None
    shape = _shape(values, context, poses)
    # of a shell, only the faces around its cells are elastic
    interp = ORDERS.get(values["dof"], 0) * (1 if elasticity["elastic2d"] == "none" else -1)
    rigid = not interp and bool((shape.vertbodyid == shape.vertbodyid[0]).all())
    flex = Flex(
        element=element,
        name=element.object_name() or "",
        dim=values["dim"],
        **{name: contact[name] for name in CONTACT},
        selfcollide=FlexSelf[contact["selfcollide"].upper()],
        group=values["group"],
        radius=abs(section.half_size) if section is not None and section.half_size else values["radius"],
        rgba=values["rgba"],
        flatskin=values["flatskin"],
        edgestiffness=edge["stiffness"],
        edgedamping=edge["damping"],
        damping=elasticity["damping"],
        interp=interp,
        cellnum=values["cellcount"],
        rigid=rigid,
        centered=not (shape.nodes if interp else shape.vertices).any(),
        yields=read_yields(values, elasticity, bool(interp)),
        shape=shape,
    )
    _refuse_moving_parent(flex, context)
    _refuse_damped_slides(flex, context)
    _connect(flex)
    if interp:
        place_in_cells(flex)
    set_elasticity(flex, elasticity, section, context)
    bound_flex(flex)
    return flex


CONTACT = (
    *("contype", "conaffinity", "condim", "priority", "solmix", "solref", "solimp", "friction", "margin", "gap"),
    *("activelayers", "passive"),
)


def _check(values: Resolved, contact: Resolved, edge: Resolved, elasticity: Resolved) -> None:
    """Refuse what no flex can have, whatever its vertices are."""
    element, dim = values.element, values["dim"]
    if dim not in (1, 2, 3):
        raise element.error(f"dim is {dim}; allowed are 1, 2 and 3")
    check_condim(contact)
    if edge["stiffness"] > 0 and dim > 1:
        raise element.error("edges have stiffness only where dim is 1; triangles and tetrahedra have elasticity")
    check_elasticity(values, elasticity, bool(values["node"]))
    if values["node"] or values["dof"] in ORDERS:
        _check_nodes(values, elasticity)


def _check_nodes(values: Resolved, elasticity: Resolved) -> None:
    """Refuse nodes that are no grid of cells."""
    element, names, count = values.element, (values["node"] or "").split(), values["cellcount"]
    if values["dof"] not in ORDERS:
        raise element.error(f"it has nodes, but dof is {values['dof']}; trilinear or quadratic is needed")
    if min(count) < 1:
        raise element.error(f"cellcount is {' '.join(map(str, count))}; at least 1 is needed along each axis")
    wanted = prod(ORDERS[values["dof"]] * number + 1 for number in count)
    if len(names) != wanted:
        raise element.error(f"it has {len(names)} nodes; {values['dof']} cells of this cellcount have {wanted}")


def _shape(values: Resolved, context: Context, poses: Poses) -> FlexShape:
    element, dim = values.element, values["dim"]
    bodies = _bodies(element, "body", values["body"], context)
    vertices = _rows(values, "vertex", 3) if values["vertex"] else np.zeros((len(bodies), 3))
    if len(bodies) == 1 and len(vertices):
        bodies = np.repeat(bodies, len(vertices))
    if len(bodies) != len(vertices):
        raise element.error(f"body has {len(bodies)} names, but there are {len(vertices)} vertices; name one, or all")
    if len(vertices) < dim + 1:
        raise element.error(f"it has {len(vertices)} vertices; an element of dimension {dim} alone needs {dim + 1}")
    elements = _elements(values, len(vertices))
    texcoords, elemtexcoord = _texcoords(values, elements, len(vertices))
    nodebodies = _bodies(element, "node", values["node"], context)
    nodes = _rows(values, "nodecoord", 3) if values["nodecoord"] else np.zeros((len(nodebodies), 3))
    if len(nodes) != len(nodebodies):
        raise element.error(f"nodecoord has {len(nodes)} rows, but there are {len(nodebodies)} nodes")
    return FlexShape(
        vertices=vertices,
        # vertices that follow nodes belong to no body
        vertbodyid=np.full(len(vertices), -1) if len(nodes) else bodies,
        places=poses.place(vertices, bodies),
        nodes=nodes,
        nodebodyid=nodebodies,
        nodeplaces=poses.place(nodes, nodebodies),
        elements=elements,
        matid=_materials(values, context, len(elements)),
        texcoords=texcoords,
        elemtexcoord=elemtexcoord,
    )


def _rows(values: Resolved, name: str, columns: int) -> Points:
    numbers = np.array(values[name] or (), float)
    if numbers.size % columns:
        raise values.element.error(f"{name} has {numbers.size} numbers; they come in rows of {columns}")
    return numbers.reshape(-1, columns)


def _bodies(element: Element, attribute: str, names: str | None, context: Context) -> Ints:
    """Return the numbers of bodies that are named in an attribute."""
    ids = context.ids["body"]
    words = (names or "").split()
    for word in words:
        if word not in ids:
            raise element.error(f"{attribute} has '{word}', but no body has that name")
    return np.array([ids[word] for word in words], int)


def _elements(values: Resolved, nvert: int) -> Ints:
    element, dim = values.element, values["dim"]
    elements = _rows(values, "element", dim + 1).astype(int)
    if not len(elements):
        raise element.error("it has no elements")
    if elements.min() < 0 or elements.max() >= nvert:
        raise element.error(f"an element has a vertex that does not exist; there are {nvert}")
    ordered = np.sort(elements, axis=1)
    repeated = (ordered[:, 1:] == ordered[:, :-1]).any(axis=1)
    if repeated.any():
        raise element.error(f"element {int(repeated.argmax())} has the same vertex twice")
    return elements


def _texcoords(values: Resolved, elements: Ints, nvert: int) -> tuple[Points, Ints]:
    """Return texture coordinates, and those of each element, which are its vertices where nothing else is said."""
    element, texcoords = values.element, _rows(values, "texcoord", 2)
    if not values["elemtexcoord"]:
        if len(texcoords) not in (0, nvert):
            raise element.error(f"it has {nvert} vertices, but {len(texcoords)} texture coordinates")
        return texcoords, elements
    if not len(texcoords):
        raise element.error("elemtexcoord is given, but no texcoord that it could choose from")
    chosen = _rows(values, "elemtexcoord", elements.shape[1]).astype(int)
    if len(chosen) != len(elements):
        raise element.error(f"it has {len(elements)} elements, but elemtexcoord has rows for {len(chosen)}")
    if chosen.min() < 0 or chosen.max() >= len(texcoords):
        raise element.error(f"elemtexcoord has a number that does not exist; there are {len(texcoords)}")
    return texcoords, chosen


def _materials(values: Resolved, context: Context, nelem: int) -> Ints:
    """Return the material of each element: one that is named alone is that of all."""
    names = (values["material"] or "").split()
    for name in names:
        if name not in context.ids["material"]:
            raise values.element.error(f"material has '{name}', but no material has that name")
    if len(names) not in (0, 1, nelem):
        raise values.element.error(f"material has {len(names)} names for {nelem} elements; name one, or one for each")
    numbers = [context.ids["material"][name] for name in names] or [-1]
    return np.array(numbers if len(numbers) == nelem else numbers * nelem, int)


def _refuse_moving_parent(flex: Flex, context: Context) -> None:
    """Refuse a flex that slides within a moving body without being fixed to anything: it would not follow that body."""
    held = flex.shape.nodebodyid if flex.interp else flex.shape.vertbodyid
    bodies = [context.objects.bodies[number] for number in set(held.tolist())]
    parents = {id(body.parent) for body in bodies}
    if flex.rigid or len(parents) > 1 or not all(_slides(body) for body in bodies):
        return
    above = bodies[0].parent
    while above is not None:
        if above.joints:
            raise flex.element.error(
                f"its bodies slide within the body '{above.name}', which moves, and nothing of it is fixed there; let "
                "a vertex or node lie in that body, or move the flex out of it"
            )
        above = above.parent


def _refuse_damped_slides(flex: Flex, context: Context) -> None:
    """Refuse damping of joints by which vertices or nodes slide: it would act against the world, not the flex."""
    held = flex.shape.nodebodyid if flex.interp else flex.shape.vertbodyid
    for number in [] if flex.rigid else sorted(set(held.tolist())):
        body = context.objects.bodies[number]
        damped = any(joint.dof.damping or any(joint.dof.dampingpoly) for joint in body.joints)
        if damped and all(joint.type == JointType.SLIDE for joint in body.joints):
            raise flex.element.error(
                f"the body '{body.name}' of a vertex or node slides with damping; let elasticity or edges of the flex "
                "have damping instead"
            )


def _slides(body: Body) -> bool:
    return len(body.joints) == 3 and {joint.shared.type for joint in body.joints} == {JointType.SLIDE}


def _connect(flex: Flex) -> None:
    """Find how the elements of a flex hang together."""
    shape = flex.shape
    if flex.dim == 3:
        wrong = is_inverted(shape.elements, shape.places)
        shape.elements, shape.elemtexcoord = (
            flip_orientation(shape.elements, wrong),
            flip_orientation(shape.elemtexcoord, wrong),
        )
    shape.edges, shape.elemedge = find_edges(shape.elements)
    if flex.dim == 2:
        shape.flaps = find_flaps(shape.elements, shape.elemedge, len(shape.edges))
    shape.shell, shape.elemlayer = find_shell(shape.elements)
