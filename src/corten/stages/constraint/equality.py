"""Equality constraints that are on, in the order of the model."""

from corten.enums import EqualityType
from corten.runtime import helper, stage
from corten.stages.constraint.connect import add_connect
from corten.stages.constraint.coupling import add_joint_coupling, add_tendon_coupling
from corten.stages.constraint.weld import add_weld


@stage
def equality_rows(m, d):
    """Add the rows of all equality constraints that are on.

    reads:  m.eq_type m.eq_obj1id d.eq_active d.qpos d.xpos d.xquat d.nefc d.nJ
    writes: d.ne d.nefc d.nJ d.efc_type d.efc_id d.efc_J_rownnz
    """
    for i in range(m.neq):
        if d.eq_active[i] != 0:
            add_equality(m, d, i)
    d.ne = d.nefc


@helper
def add_equality(m, d, i):
    """Add the rows of an equality between bodies, sites, joints or tendons; those of flexes are in `flex_rows`."""
    kind = m.eq_type[i]

    if kind == EqualityType.CONNECT:
        add_connect(m, d, i)
    elif kind == EqualityType.WELD:
        add_weld(m, d, i)
    elif kind == EqualityType.JOINT:
        add_joint_coupling(m, d, i)
    elif kind == EqualityType.TENDON:
        add_tendon_coupling(m, d, i)
