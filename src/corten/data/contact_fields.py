"""Fields of Data for collision: contacts, and what finding them costs."""

from corten.data import blocks
from corten.data.triangle_fields import TRIANGLES
from corten.runtime.fields import F8, I4, I8, Access, Field, in_block
from corten.runtime.scratch import Room
from corten.stages.collision.contacts.unsorted import MOST_CHOSEN
from corten.stages.collision.pairs import MOST_BUCKETS

# capacities grow by themselves: a step that runs out of room is done again with more
CAPACITIES = (
    Room("maxcandidate", "room for pairs of geoms that may touch", counted_by="ncandidate", first=8),
    Room("maxunsorted", "room for contacts as they are found", counted_by="nunsorted", first=8),
    Room("maxcon", "room for contacts", counted_by="ncon", first=4),
)

LIMIT = in_block(
    blocks.INPUTS,
    Field("contact_limit", I4, (), "most contacts that a step may find, 0 for any number", access=Access.WRITE),
)

COUNTS = in_block(
    blocks.RESULTS,
    Field("ncandidate", I4, (), "pairs of geoms whose bounds overlap"),
    Field("nunsorted", I4, (), "contacts as they were found"),
    Field("ncon", I4, (), "contacts"),
    Field(
        "contact_bodies", I4, (), "bit b % 30 is set where body b has a contact with rows; models with few trees only"
    ),
)

CANDIDATES = in_block(
    blocks.WORK,
    Field("candidate_geom", I4, ("maxcandidate", 2), "both geoms, the type of the first not above that of the second"),
    Field("candidate_kind", I4, ("maxcandidate",), "16 * CollisionShape of the first geom + that of the second"),
    Field("candidate_bucket", I4, ("maxcandidate",), "bucket of the stage that serves the pair"),
    Field("candidate_pair", I4, ("maxcandidate",), "explicit contact pair, -1 for none"),
    Field("candidate_margin", F8, ("maxcandidate",), "distance up to which contacts are wanted: margin + gap [m]"),
    Field("bucket_start", I4, (MOST_BUCKETS + 2,), "where the candidates of each stage begin in bucket_candidate"),
    Field("bucket_candidate", I4, ("maxcandidate",), "candidates by the stage that serves them"),
)

UNSORTED = in_block(
    blocks.WORK,
    Field("unsorted_candidate", I4, ("maxunsorted",), "candidate that it belongs to"),
    Field("unsorted_dist", F8, ("maxunsorted",), "distance, negative inside [m]"),
    Field("unsorted_pos", F8, ("maxunsorted", 3), "midpoint [m]"),
    Field("unsorted_normal", F8, ("maxunsorted", 3), "unit normal from the first geom to the second"),
    Field("unsorted_tangent", F8, ("maxunsorted", 3), "wished first tangent, zeros for none"),
)

CONTACTS = in_block(
    blocks.RESULTS,
    Field("contact_dist", F8, ("maxcon",), "distance, negative inside [m]"),
    Field("contact_pos", F8, ("maxcon", 3), "midpoint [m]"),
    Field("contact_frame", F8, ("maxcon", 9), "normal from the first geom to the second, and two tangents"),
    Field("contact_includemargin", F8, ("maxcon",), "distance below which it gives force [m]"),
    Field("contact_friction", F8, ("maxcon", 5), "friction: two tangents, spin, two rolls"),
    Field("contact_solref", F8, ("maxcon", 2), "solref along the normal"),
    Field("contact_solreffriction", F8, ("maxcon", 2), "solref along the friction directions"),
    Field("contact_solimp", F8, ("maxcon", 5), "solimp"),
    Field("contact_adhesion", F8, ("maxcon",), "adhesive force along the normal [N]"),
    Field("contact_surfacevel", F8, ("maxcon", 3), "surface velocity, second minus first: two tangents, spin"),
    Field("contact_mu", F8, ("maxcon",), "friction of the regularised cone"),
    Field("contact_dim", I4, ("maxcon",), "dimension: 1, 3, 4 or 6"),
    Field("contact_geom", I4, ("maxcon", 2), "both geoms"),
    Field("contact_exclude", I4, ("maxcon",), "0: gives force; 1: within the gap; 3: no dofs"),
    Field("contact_efc_address", I4, ("maxcon",), "first constraint row, -1 for none"),
)

# work space of the broad phase; the orders outlive a step only to make the next sort short
SWEEP = (
    *in_block(
        blocks.RESULTS,
        Field("sweep_ready", I8, (), "1 + choices_signature of the Model for which the lists below are filled"),
        Field("sweep_axis", I4, (), "axis of the sweep: 0, 1 or 2"),
        Field("nsweep_body", I4, (), "moving bodies with geoms"),
        Field("nsweep_geom", I4, (), "bounded geoms of bodies that no dof moves"),
        Field("nsweep_plane", I4, (), "planes of bodies that no dof moves"),
        Field("sweep_body", I4, ("nbody",), "moving bodies with geoms, by the low ends of their bounds"),
        Field("sweep_geom", I4, ("ngeom",), "bounded geoms of bodies that no dof moves, by the low ends of these"),
        Field("sweep_plane", I4, ("ngeom",), "planes of bodies that no dof moves"),
    ),
    *in_block(
        blocks.WORK,
        Field("sweep_body_box", F8, ("nbody", 6), "boxes of these bodies: low, high along the axis, then the others"),
        Field("sweep_geom_box", F8, ("ngeom", 6), "boxes of these geoms in the same way"),
        Field("geom_bound", F8, ("ngeom", 6), "box around a geom, margin and gap included, world: low, high [m]"),
        Field("body_bound", F8, ("nbody", 6), "box around the geoms of a moving body, world: low, high [m]"),
        Field("overlap_body", I4, ("maxcandidate", 2), "bodies of two geoms whose bounds overlap, the lower first"),
        Field("overlap_geom", I4, ("maxcandidate", 2), "their geoms in the same order"),
        Field("overlap_pair", I4, ("maxcandidate",), "explicit contact pair, -1 for none"),
        Field("overlap_order", I4, ("maxcandidate", 2), "overlaps in the order of the second body, of both bodies"),
        Field("candidate_near", I4, ("maxcandidate",), "number of a candidate in the model's list of pairs"),
        Field("candidate_start", I4, ("maxcandidate",), "where the contacts of each candidate begin"),
        Field("body_start", I4, ("nbody",), "where the overlaps of each body begin"),
        Field("sweep_overlap", I4, ("nbody",), "places in the sweep of bodies whose boxes overlap with one of them"),
        Field("nchosen", I4, (), "contacts of a pair of geoms that stay when they are thinned"),
        Field("chosen_contact", I4, (MOST_CHOSEN,), "these among the unsorted contacts"),
        Field("sweep_near_geom", I4, ("ngeom",), "geoms of one body that may touch another"),
    ),
)

# what meshes that collide by their triangles cost
TRIANGLE_COUNTS = in_block(
    blocks.DIAGNOSTICS,
    Field("ntrinode", I8, (), "nodes of trees of triangles that were visited since the last reset"),
    Field("ntripair", I8, (), "pairs of triangles that were compared since then"),
)

COLLISION = LIMIT + COUNTS + CANDIDATES + UNSORTED + CONTACTS + SWEEP + TRIANGLES + TRIANGLE_COUNTS
