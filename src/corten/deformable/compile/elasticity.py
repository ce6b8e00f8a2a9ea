"""What the elasticity of a flex becomes: stiffness of elements, bending of edges, and room for plastic deformation."""

import numpy as np

from corten.compile.context import Context
from corten.compile.objects.addresses import Addresses
from corten.compile.objects.body_rows import Joint
from corten.compile.objects.constraint_rows import Tendon
from corten.data.reset import initial_plastic
from corten.deformable.compile.cell_grid import UNCLEAR_SURFACE, CellGrid, Points, UnclearSurfaceError
from corten.deformable.compile.cells import POISSON, YOUNG, cell_stiffness, strain_modes
from corten.deformable.compile.couplings import weld_of
from corten.deformable.compile.flex import Flex
from corten.deformable.compile.rods import Section, bend_rod
from corten.deformable.compile.shells import Shell, shell_of
from corten.deformable.compile.stretching_and_bending import bend_edges, stretch_tetrahedra, stretch_triangles
from corten.errors import UnsupportedFeatureError
from corten.model import Model
from corten.spec import Resolved

# numbers of flex_plasticmode
BENDING, STRETCHING = 1, 2

# where the stiffness of a flex that yields in bending has its thickness
THICKNESS = 6

# what triangles resist, by the words of elastic2d
SHELL = {"none": (False, False), "bend": (True, False), "stretch": (False, True), "both": (True, True)}


def check_elasticity(values: Resolved, elasticity: Resolved, interpolated: bool) -> None:
    """Refuse elasticity that no material, or no flex of this dimension, has."""
    element, dim = values.element, values["dim"]
    shell, poisson = elasticity["elastic2d"] != "none", elasticity["poisson"]
    if shell and elasticity["thickness"] <= 0:
        raise element.error(f"thickness is {elasticity['thickness']:g}; elastic2d needs a positive one")
    if (shell or elasticity["young"] > 0) and not 0 <= poisson < 0.5:
        raise element.error(f"poisson is {poisson:g}; Poisson's ratio is at least 0, and less than 0.5")
    if shell and dim != 2 and not interpolated:
        raise element.error(f"elastic2d is for flexes of triangles; this one has dim {dim}")
    if elasticity["shear"] < 0:
        raise element.error(f"shear is {elasticity['shear']:g}; a shear modulus must not be negative")
    if min(elasticity["yield"]) < 0:
        raise element.error(
            f"yield has {min(elasticity['yield']):g}; strains at which something yields are not negative"
        )
    if any(elasticity["yield"]) and dim == 1:
        raise element.error("yield is for flexes of triangles and tetrahedra; lines stay elastic")


def read_yields(values: Resolved, elasticity: Resolved, interpolated: bool) -> tuple[float, float]:
    """Return the strains at which stretching and bending yield; one number is for both where triangles can bend."""
    written = elasticity["yield"]
    sheet = values["dim"] == 2 and not interpolated
    given = elasticity.element.attributes.get("yield", written)
    if len(given) == 1:
        return given[0], given[0] if sheet else 0.0
    if written[1] > 0 and not sheet:
        raise values.element.error("yield has two numbers; only triangles without nodes can yield in bending")
    return written[0], written[1]


def set_elasticity(flex: Flex, elasticity: Resolved, section: Section | None, context: Context) -> None:
    """Set the constants of a flex whose vertices have bodies."""
    young, poisson, thickness = elasticity["young"], elasticity["poisson"], elasticity["thickness"]
    shape = flex.shape
    bends, stretches = SHELL[elasticity["elastic2d"]]
    flex.bends, flex.thickness = bends, thickness
    if young <= 0:
        return
    _refuse_mocap(flex, context)
    if flex.interp:
        _set_cells(flex, elasticity)
        if flex.yields[0] > 0 and flex.stretches:
            flex.plasticmode = STRETCHING
            a, b, c = flex.cellnum
            flex.plastic = 6 * a * b * c if flex.interp > 0 else 6 * (b * c + a * c + a * b)
        return
    if section is not None:
        bend_rod(flex, section, context)
        return
    flex.stretches = flex.dim == 3 or stretches
    shape.stiffness = _stiffness(flex, elasticity)
    if bends and shape.flaps is not None:
        shape.bending = bend_edges(shape.edges, shape.flaps, shape.places, (young, poisson, thickness)).ravel()
    _set_plastic(flex, thickness)


def constrain_strain(flex: Flex) -> None:
    """Let the numbers of a flex whose cells are not to change their shape be the modes of their strain."""
    if flex.interp < 0:
        flex.shape.stiffness = _shell(flex).strain_modes(flex.thickness).ravel()
    else:
        flex.shape.stiffness = strain_modes(_solid(flex, YOUNG, POISSON)).ravel()


def _set_cells(flex: Flex, elasticity: Resolved) -> None:
    """Set the stiffness of cells, or of the faces of a shell and of the edges between them."""
    young, poisson, thickness = elasticity["young"], elasticity["poisson"], elasticity["thickness"]
    bends, stretches = SHELL[elasticity["elastic2d"]]
    flex.stretches = flex.interp > 0 or stretches
    if flex.interp > 0:
        flex.shape.stiffness = _solid(flex, young, poisson).ravel()
        return
    if stretches:
        flex.shape.stiffness = _shell(flex).stiffness(young, poisson, thickness).ravel()
    if bends:
        flex.shape.bending = _shell(flex).bending(young, poisson, thickness)


def _solid(flex: Flex, young: float, poisson: float) -> Points:
    """Return the stiffness of the cells of a solid."""
    try:
        return cell_stiffness(grid_of(flex), flex.shape, young, poisson)
    except UnclearSurfaceError:
        raise flex.element.error(UNCLEAR_SURFACE, UnsupportedFeatureError) from None


def _shell(flex: Flex) -> Shell:
    return shell_of(flex.shape.node0, flex.cellnum, abs(flex.interp))


def grid_of(flex: Flex) -> CellGrid:
    """Return the grid of the nodes of an interpolated flex."""
    nodes = flex.shape.node0
    return CellGrid(nodes.min(axis=0), nodes.max(axis=0), flex.cellnum, abs(flex.interp))


def _stiffness(flex: Flex, elasticity: Resolved):
    """Return the metrics of all elements; those of triangles that are not stretched are zeros."""
    young, poisson = elasticity["young"], elasticity["poisson"]
    corners = flex.shape.places[flex.shape.elements]
    if flex.dim == 3:
        return stretch_tetrahedra(corners, young, poisson).ravel()
    metrics = stretch_triangles(corners, young, poisson, elasticity["thickness"])
    return (metrics if flex.stretches else 0.0 * metrics).ravel()


def _set_plastic(flex: Flex, thickness: float) -> None:
    """Find out what yields, and how many numbers describe it."""
    stretching, bending = flex.yields
    if stretching > 0 and flex.stretches:
        flex.plasticmode |= STRETCHING
        flex.plastic += (3 if flex.dim == 2 else 6) * len(flex.shape.elements)
    if bending > 0 and flex.bends:
        flex.plasticmode |= BENDING
        flex.plastic += len(flex.shape.edges)
        # stages find the thickness behind the metric of the first triangle
        flex.shape.stiffness[THICKNESS] = thickness


def _refuse_mocap(flex: Flex, context: Context) -> None:
    """Refuse vertices or nodes in bodies that users move: nothing is known of their velocities."""
    if flex.rigid or (flex.dim == 1 and not flex.damping):
        return
    bodies = context.objects.bodies
    for number in sorted({*flex.shape.vertbodyid.tolist(), *flex.shape.nodebodyid.tolist()}):
        if number >= 0 and weld_of(bodies[number]).mocap:
            raise flex.element.error(
                f"it has elasticity, but the body '{bodies[number].name}' of a vertex is moved by mocap, which has no "
                "velocity; bind such a body with an equality constraint"
            )


# ---- where plastic deformations stand, and what they are at the start


def set_plastic_addresses(joints: list[Joint], tendons: list[Tendon], flexes: list[Flex]) -> int:
    """Let the deformations of joints, tendons and flexes follow one another; return how many numbers they have.

    A joint has its coordinates without force, a tendon the two ends of such a range of lengths, a flex the strains of
    its elements and the angles at its edges, or the frames of the edges of a rod.
    """
    addresses = Addresses()
    for joint in joints:
        joint.plasticadr = addresses.take_or_none("plastic", joint.nq if joint.springyield > 0 else 0)
    for tendon in tendons:
        tendon.plasticadr = addresses.take_or_none("plastic", 2 if tendon.springyield > 0 else 0)
    for flex in flexes:
        flex.plasticadr = addresses.take_or_none("plastic", flex.plastic)
    return addresses.count("plastic")


def complete_plastic(model: Model) -> None:
    """Put the deformations at the start into keyframes that leave them open, once lengths at rest are known."""
    if model.nplastic:
        start = initial_plastic(model)
        model.key_plastic = np.where(np.isnan(model.key_plastic), start, model.key_plastic)
