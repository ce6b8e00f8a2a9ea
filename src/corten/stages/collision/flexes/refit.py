"""Trees of boxes over the elements of flexes, which follow their shape: the tree stays, its boxes are computed anew."""

from corten.runtime import helper, stage


@stage
def refit_trees(m, d):
    """Set the boxes of all trees over flexes: leaves are elements, other nodes hold both children, which come later.

    reads:  m.bvh_child m.bvh_nodeid m.flex_bvhadr m.flex_bvhnum d.flexelem_aabb
    writes: d.bvh_aabb_dyn
    """
    box, element_box = d.bvh_aabb_dyn, d.flexelem_aabb

    for f in range(m.nflex):
        root, elements = m.flex_bvhadr[f], m.flex_elemadr[f]
        first = root - m.nbvhstatic
        count = m.flex_bvhnum[f] if root >= 0 else 0
        for i in range(count - 1, -1, -1):
            element = m.bvh_nodeid[root + i]
            if element >= 0:
                for k in range(6):
                    box[first + i, k] = element_box[elements + element, k]
            else:
                unite_boxes(box, first + i, first + m.bvh_child[root + i, 0], first + m.bvh_child[root + i, 1])


@helper
def unite_boxes(box, target, first, second):
    """Write the box around two others."""
    for k in range(3):
        low = min(box[first, k] - box[first, k + 3], box[second, k] - box[second, k + 3])
        high = max(box[first, k] + box[first, k + 3], box[second, k] + box[second, k + 3])
        box[target, k] = 0.5 * (high + low)
        box[target, k + 3] = 0.5 * (high - low)
