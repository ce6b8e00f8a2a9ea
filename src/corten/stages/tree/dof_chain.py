"""Dofs that move a body: its chain, from the last one up to the root by `dof_parentid`."""

from corten.runtime import helper


@helper
def last_dof(m, body):
    """Return the last dof that moves a body, -1 for none."""
    weld = m.body_weldid[body]
    return m.body_dofadr[weld] + m.body_dofnum[weld] - 1 if m.body_dofnum[weld] > 0 else -1


@helper
def count_chain(m, body1, body2, common):
    """Return how many dofs move one of two bodies; those that move both count if `common` is true."""
    parent = m.dof_parentid
    a = last_dof(m, body1)
    b = last_dof(m, body2)
    count = 0
    while a >= 0 or b >= 0:
        if a == b and not common:
            return count
        top = max(a, b)
        a = parent[top] if a == top else a
        b = parent[top] if b == top else b
        count += 1
    return count
