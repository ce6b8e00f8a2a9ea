"""Equality constraints that are on, in the order of the model."""

from corten.enums import EqualityType
from corten.runtime import stage
from corten.stages.constraint.connect import add_connect
from corten.stages.constraint.coupling import add_joint_coupling, add_tendon_coupling
from corten.stages.constraint.weld import add_weld


@stage
def equality_rows(m, d):
    """Add the rows of all equality constraints that are on.

    reads:  m.eq_type m.eq_obj1id d.eq_active d.qpos d.xpos d.xquat d.nefc d.nJ
    writes: d.ne d.nefc d.nJ d.efc_type d.efc_id d.efc_J_rownnz
    """
    kind, active = m.eq_type, d.eq_active

    for i in range(m.neq):
        if active[i] != 0:
            if kind[i] == EqualityType.CONNECT:
                add_connect(m, d, i)
            elif kind[i] == EqualityType.WELD:
                add_weld(m, d, i)
            elif kind[i] == EqualityType.JOINT:
                add_joint_coupling(m, d, i)
            elif kind[i] == EqualityType.TENDON:
                add_tendon_coupling(m, d, i)
    d.ne = d.nefc
