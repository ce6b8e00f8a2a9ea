"""Flexes."""

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from corten.assets.trees.median_split import Bvh
from corten.compile.objects.columns import EXTRA, Object, columns
from corten.deformable.fields.kinds import FlexSelf

Ints = NDArray[np.int64]
Points = NDArray[np.float64]
Numbers = tuple[float, ...]


@dataclass(slots=True, kw_only=True)
class FlexShape:
    """What a flex is made of: vertices and nodes in the frames of their bodies, elements, and what follows from them.

    `vertbodyid` has a body for each vertex, `elements` has dim + 1 vertices for each, `flaps` the tips of the
    triangles beside each edge. `places` and `nodeplaces` are where vertices and nodes are at qpos0 [m], `cellplaces`
    where vertices are in the frame of the grid of nodes. `chain` has the vertices of a rod that twists from end to
    end, `twistjoints` the hinge of each of its edges, -1 for those that a body holds at both ends.
    """

    vertices: Points
    vertbodyid: Ints
    places: Points
    nodes: Points
    nodebodyid: Ints
    nodeplaces: Points
    elements: Ints
    matid: Ints
    texcoords: Points
    elemtexcoord: Ints
    edges: Ints = field(init=False)
    elemedge: Ints = field(init=False)
    flaps: Ints | None = field(default=None, init=False)
    shell: Ints = field(init=False)
    elemlayer: Ints = field(init=False)
    vert0: Points = field(init=False)
    node0: Points = field(init=False)
    vertcell: Ints = field(init=False)
    cellplaces: Points = field(init=False)
    stiffness: Points = field(default_factory=lambda: np.zeros(0), init=False)
    bending: Points = field(default_factory=lambda: np.zeros(0), init=False)
    chain: Ints = field(default_factory=lambda: np.zeros(0, np.int64), init=False)
    twistjoints: Ints = field(default_factory=lambda: np.zeros(0, np.int64), init=False)


@dataclass(slots=True, frozen=True)
class XpbdConstraints:
    """XPBD constraints of a flex: types (n), vertices (n, 4) and numbers at rest (n, r); compliances of all rows.

    `parts` has, for each PATCH in turn, the numbers of the constraints that it is the mean of, and their shares.
    """

    types: Ints
    vertices: Ints
    rest: Points
    compliance: Points
    parts: list[tuple[Ints, NDArray[np.floating]]]


@columns("flex_", "nflex", derived=("bvhadr", "bvhnum", "yield"))
@dataclass(slots=True, kw_only=True)
class Flex(Object):
    """One flex."""

    dim: int
    contype: int
    conaffinity: int
    condim: int
    priority: int
    solmix: float
    solref: Numbers
    solimp: Numbers
    friction: Numbers
    margin: float
    gap: float
    selfcollide: FlexSelf
    activelayers: int
    passive: bool
    group: int
    radius: float
    rgba: Numbers
    flatskin: bool
    edgestiffness: float
    edgedamping: float
    damping: float
    interp: int
    cellnum: tuple[int, int, int]
    rigid: bool
    centered: bool
    shape: FlexShape = field(metadata=EXTRA)

    # strains at which stretching and bending yield
    yields: tuple[float, float] = field(default=(0.0, 0.0), metadata=EXTRA)

    # half sizes of the box around it, and the tree of boxes around its elements
    size: Points = field(init=False)
    bvh: Bvh | None = field(default=None, init=False, metadata=EXTRA)

    # known when the equality constraints are
    edgeequality: int = field(default=0, init=False)

    # set when its arrays get their places
    nodeadr: int = field(init=False)
    nodenum: int = field(init=False)
    vertadr: int = field(init=False)
    vertnum: int = field(init=False)
    edgeadr: int = field(init=False)
    edgenum: int = field(init=False)
    elemadr: int = field(init=False)
    elemnum: int = field(init=False)
    elemdataadr: int = field(init=False)
    elemedgeadr: int = field(init=False)
    stiffnessadr: int = field(init=False)
    bendingadr: int = field(init=False)
    rodadr: int = field(init=False)
    plasticadr: int = field(default=-1, init=False)
    plasticmode: int = field(default=0, init=False)
    shellnum: int = field(init=False)
    shelldataadr: int = field(init=False)
    texcoordadr: int = field(init=False)

    # what it is if it is cloth, a soft body or a rope; how often a step solves for it; its XPBD constraints
    deformable: int = field(default=0, init=False)
    substeps: int = field(default=0, init=False)
    xpbd: XpbdConstraints | None = field(default=None, init=False, metadata=EXTRA)
    xpbdadr: int = field(default=0, init=False)
    xpbdnum: int = field(default=0, init=False)

    # whether elasticity resists bending of triangles, and stretching; of how thick a sheet; numbers of state
    bends: bool = field(default=False, metadata=EXTRA)
    stretches: bool = field(default=False, metadata=EXTRA)
    thickness: float = field(default=0.0, init=False, metadata=EXTRA)
    plastic: int = field(default=0, init=False, metadata=EXTRA)

    @property
    def may_sleep(self) -> bool:
        """Whether something brings its vertices to rest."""
        elastic = self.stretches or len(self.shape.bending) > 0
        return bool(self.edgeequality or elastic or (self.passive and self.dim > 1))

    @property
    def has_edge_forces(self) -> bool:
        """Whether its edges give forces, so that their Jacobian is needed."""
        return bool(
            self.edgeequality or self.edgedamping or self.edgestiffness or (self.damping and not self.deformable)
        )

    @property
    def has_points_in_metric(self) -> bool:
        """Whether elasticity or passive contacts couple its points in the metric."""
        elastic = len(self.shape.stiffness) + len(self.shape.bending) > 0 and self.edgeequality != 3
        passive = self.passive and self.dim > 1
        lines = self.dim == 1 and not self.interp and not len(self.shape.bending)
        return (elastic or passive) and not self.rigid and not lines
