"""Contacts of flexes: trees over their elements, pairs with geoms and other elements, and contacts of each pair."""

from corten.enums import DisableBit, GeomType
from corten.model import Model
from corten.model.xpbd_fields import Deformable
from corten.runtime.kernel import Stage
from corten.stages.collision.flexes.convex import convex_flex_pairs
from corten.stages.collision.flexes.find import find_flex_pairs
from corten.stages.collision.flexes.height_field import hfield_flex_pairs
from corten.stages.collision.flexes.lean import soft_body_pairs
from corten.stages.collision.flexes.portal import portal_flex_hfield, portal_flex_pairs
from corten.stages.collision.flexes.primitive import primitive_flex_pairs
from corten.stages.collision.flexes.refit import refit_trees
from corten.stages.collision.flexes.sdf import sdf_flex_pairs
from corten.stages.collision.flexes.thin import thin_flex_contacts
from corten.stages.collision.pairs import uses_mpr

__all__ = ["flex_stages"]

# with these and with planes, all elements collide by formulas; boxes do so unless elements are tetrahedra
ROUND = (GeomType.PLANE, GeomType.SPHERE, GeomType.CAPSULE)


def flex_stages(model: Model) -> list[Stage]:
    """Return the stages that find the contacts of flexes, after those of geoms."""
    trees = [] if model.opt_disableflags & DisableBit.MIDPHASE else [refit_trees]
    by_engine, by_prisms = convex_flex_pairs, hfield_flex_pairs
    if uses_mpr(model):
        by_engine, by_prisms = portal_flex_pairs, portal_flex_hfield
    convex = [by_engine] if needs_convex(model) else []
    if (model.flex_deformable == Deformable.SOFT_BODY).any() and not uses_mpr(model):
        convex = [*convex, soft_body_pairs]
    fields = [by_prisms] if (model.geom_type == GeomType.HFIELD).any() else []
    distances = [sdf_flex_pairs] if (model.geom_type == GeomType.SDF).any() else []
    limited = [thin_flex_contacts] if model.flex_rigid.any() or model.flex_interp.any() else []
    return [*trees, find_flex_pairs, primitive_flex_pairs, *convex, *fields, *distances, *limited]


def needs_convex(model: Model) -> bool:
    """Tell whether a model has pairs of geoms and elements, or of elements, for which there are no formulas."""
    if (model.flex_dim > 1).any():
        return True
    others = (*ROUND, GeomType.BOX, GeomType.HFIELD, GeomType.SDF)
    return any(kind not in others for kind in model.geom_type)
