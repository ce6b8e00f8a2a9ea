"""From flexes to the arrays of a Model."""

import functools
from collections.abc import Callable, Sequence
from itertools import pairwise

import numpy as np

from corten.compile.objects.addresses import Addresses
from corten.compile.objects.body_rows import Body
from corten.compile.objects.columns import write_rows
from corten.deformable.compile.constant_metric import ConstantMetric
from corten.deformable.compile.couplings import (
    Couplings,
    ElasticPoints,
    cell_groups,
    hinge_groups,
    metric_order,
    order_room,
    rod_groups,
    twisted_edges,
)
from corten.deformable.compile.edge_jacobian import EdgeRows, dof_chains
from corten.deformable.compile.flex import Flex, FlexShape
from corten.model import Model

# arrays of all flexes one after the other, and what a shape has for them
PIECES: dict[str, Callable[[FlexShape], np.ndarray]] = {
    "flex_vert": lambda shape: shape.vertices,
    "flex_vert0": lambda shape: shape.vert0,
    "flex_vertbodyid": lambda shape: shape.vertbodyid,
    "flex_vertcell": lambda shape: shape.vertcell,
    "flex_node": lambda shape: shape.nodes,
    "flex_node0": lambda shape: shape.node0,
    "flex_nodebodyid": lambda shape: shape.nodebodyid,
    "flex_edge": lambda shape: shape.edges,
    "flex_elem": lambda shape: shape.elements.ravel(),
    "flex_elemtexcoord": lambda shape: shape.elemtexcoord.ravel(),
    "flex_elemedge": lambda shape: shape.elemedge.ravel(),
    "flex_elemlayer": lambda shape: shape.elemlayer,
    "flex_shell": lambda shape: shape.shell.ravel(),
    "flex_matid": lambda shape: shape.matid,
    "flex_texcoord": lambda shape: shape.texcoords,
    "flex_stiffness": lambda shape: shape.stiffness,
    "flex_bending": lambda shape: shape.bending,
    "rodedge_jntid": lambda shape: shape.twistjoints,
}

# sizes and one of the arrays that have them
SIZES = {
    "nflexnode": "flex_node",
    "nflexvert": "flex_vert",
    "nflexedge": "flex_edge",
    "nflexelem": "flex_elemlayer",
    "nflexelemdata": "flex_elem",
    "nflexstiffness": "flex_stiffness",
    "nflexbending": "flex_bending",
    "nrodedge": "rodedge_jntid",
    "nflexelemedge": "flex_elemedge",
    "nflexshelldata": "flex_shell",
    "nflextexcoord": "flex_texcoord",
}


@functools.cache
def _of_no_flexes() -> tuple[EdgeRows, ConstantMetric, Couplings]:
    """Return what a model without flexes has, most of them."""
    return EdgeRows.of([], []), ConstantMetric.of([], []), Couplings.of([], [], 0)


class FlexArrays:
    """All flexes with their places in the arrays."""

    def __init__(self, flexes: Sequence[Flex], bodies: Sequence[Body]):
        self.flexes = flexes
        self._bodies = bodies
        self._nv = sum(body.dofnum for body in bodies)
        self._dynamic = 0
        if not flexes:
            self.rows, self._metric, self._couplings = _of_no_flexes()
            return
        self.rows = EdgeRows.of(flexes, bodies)
        self._metric = ConstantMetric.of(flexes, bodies)
        coupled = [flex for flex in flexes if flex.has_points_in_metric]
        elastic = [_elastic_points(flex) for flex in coupled]
        twisted = [flex.shape.twistjoints for flex in coupled if len(flex.shape.twistjoints)]
        elastic += [twisted_edges(joints, _joint_bodies(bodies)) for joints in twisted]
        self._couplings = Couplings.of(elastic, dof_chains(bodies) if elastic else [], self._nv)
        self._dynamic = sum(len(flex.bvh.leaf) for flex in flexes if flex.bvh is not None)
        addresses = Addresses()
        take, or_none = addresses.take, addresses.take_or_none
        for flex in flexes:
            shape = flex.shape
            flex.vertnum, flex.nodenum, flex.edgenum = len(shape.vertices), len(shape.nodes), len(shape.edges)
            flex.elemnum, flex.shellnum = len(shape.elements), len(shape.shell)
            flex.vertadr, flex.nodeadr = take("vert", flex.vertnum), take("node", flex.nodenum)
            flex.edgeadr, flex.elemadr = take("edge", flex.edgenum), take("elem", flex.elemnum)
            flex.elemdataadr = take("elemdata", shape.elements.size)
            flex.elemedgeadr = take("elemedge", shape.elemedge.size)
            flex.shelldataadr = or_none("shell", shape.shell.size)
            flex.texcoordadr = or_none("texcoord", len(shape.texcoords))
            flex.stiffnessadr = or_none("stiffness", len(shape.stiffness))
            flex.bendingadr = or_none("bending", len(shape.bending))
            flex.rodadr = or_none("rod", len(shape.twistjoints))

    def sizes(self, nbvhstatic: int) -> dict[str, int]:
        """Return how much room all flexes need, and with them all trees of boxes."""
        sizes = {name: sum(len(PIECES[array](flex.shape)) for flex in self.flexes) for name, array in SIZES.items()}
        return sizes | {
            "nflex": len(self.flexes),
            "nJfe": self.rows.room,
            "nefm0dof": len(self._metric.rownnz),
            "nefm0L": len(self._metric.colind),
            "nefmCvert": order_room(self.flexes, self._nv),
            "nefmKrow": len(self._couplings.rownnz),
            "nefmK": len(self._couplings.colind),
            "nbvhdynamic": self._dynamic,
            "nbvh": nbvhstatic + self._dynamic,
        }

    def fill(self, model: Model) -> None:
        """Write all flexes."""
        if not self.flexes:
            return
        write_rows(model, Flex, self.flexes)
        shapes = [flex.shape for flex in self.flexes]
        for name, piece in PIECES.items():
            getattr(model, name)[:] = np.concatenate([piece(shape) for shape in shapes])
        model.flex_yield[:] = [flex.yields for flex in self.flexes]
        self._fill_metric(model)
        self._fill_edges(model)
        self._fill_rods(model)
        self._fill_trees(model)

    def _fill_metric(self, model: Model) -> None:
        """Write where the numbers of the metric stand, and in which order it is factored."""
        model.efmC_perm[:] = metric_order(self.flexes, self._bodies, model.nefmCvert)
        nnz = self._metric.rownnz
        model.efm0_dofid[:] = (self._metric.first_dofs[:, None] + np.arange(3)).ravel()
        model.efm0_L_rownnz[:], model.efm0_L_rowadr[:] = nnz, np.cumsum(nnz) - nnz
        model.efm0_L_colind[:] = self._metric.colind
        couplings = self._couplings
        model.efmK_rownnz[:], model.efmK_rowadr[:] = couplings.rownnz, couplings.rowadr
        model.efmK_colind[:], model.efmK_three[:] = couplings.colind, couplings.three

    def _fill_edges(self, model: Model) -> None:
        """Write which edges bend triangles and which cannot change, and where the entries of their Jacobian stand."""
        model.flex_edgeflap[:] = -1
        for flex in self.flexes:
            edges = slice(flex.edgeadr, flex.edgeadr + flex.edgenum)
            if flex.bends and flex.shape.flaps is not None:
                model.flex_edgeflap[edges] = flex.shape.flaps
            if flex.rigid:
                model.flexedge_rigid[edges] = True
            elif not flex.interp:
                ends = model.body_weldid[flex.shape.vertbodyid[flex.shape.edges]]
                model.flexedge_rigid[edges] = ends[:, 0] == ends[:, 1]
        self.rows.fill(model)

    def _fill_rods(self, model: Model) -> None:
        """Write the edges of rods that twist from end to end, and which of them each element is."""
        model.flexelem_rodedge[:] = -1
        for flex in self.flexes:
            if flex.rodadr >= 0:
                edges = list(pairwise(flex.shape.chain.tolist()))
                model.rodedge_vertid[flex.rodadr : flex.rodadr + len(edges)] = flex.vertadr + np.array(edges)
                number = {frozenset(ends): flex.rodadr + edge for edge, ends in enumerate(edges)}
                elements = slice(flex.elemadr, flex.elemadr + flex.elemnum)
                model.flexelem_rodedge[elements] = [number[frozenset(ends)] for ends in flex.shape.elements.tolist()]

    def _fill_trees(self, model: Model) -> None:
        """Write the trees over the elements behind those of bodies and meshes; stages find their boxes."""
        model.flex_bvhadr[:] = -1
        used = model.nbvhstatic
        for number, flex in enumerate(self.flexes):
            tree = flex.bvh
            if tree is None:
                continue
            nodes = slice(used, used + len(tree.leaf))
            model.flex_bvhadr[number], model.flex_bvhnum[number] = used, len(tree.leaf)
            model.bvh_depth[nodes], model.bvh_child[nodes] = tree.depth, tree.child
            model.bvh_nodeid[nodes], model.bvh_skip[nodes] = tree.leaf, tree.skip
            used = nodes.stop


def _elastic_points(flex: Flex) -> ElasticPoints:
    """Return the points that the elasticity of a flex couples."""
    shape = flex.shape
    if flex.interp:
        return ElasticPoints(shape.nodebodyid, cell_groups(flex.interp, flex.cellnum))
    if flex.dim == 1:
        return ElasticPoints(shape.vertbodyid, rod_groups(shape.bending))
    return ElasticPoints(shape.vertbodyid, hinge_groups(shape.edges, shape.flaps if flex.bends else None))


def _joint_bodies(bodies: Sequence[Body]) -> np.ndarray:
    """Return the body of each joint."""
    return np.array([number for number, body in enumerate(bodies) for _ in body.joints])
