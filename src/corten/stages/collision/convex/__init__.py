"""The convex engine (MuJoCo's `nativeccd`): GJK, EPA and multiccd for ellipsoids, cylinders and meshes.

    support      farthest point of a shape along a direction; everything else sees shapes through it alone
    simplex      nearest point of a segment, triangle or tetrahedron to the origin (signed volumes)
    gjk          distance of two shapes that are apart, or a simplex that holds the origin
    polytope     vertices, faces and horizon of EPA's polytope
    epa_start    a first polytope around the origin from GJK's simplex
    epa          depth of two shapes that overlap
    epa_recovery depth where neither of both finds an answer
    features     faces and edges of both shapes at the point of contact
    clip         polygons of faces, one clipped by the other
    ccd          all of them in order: layers, GJK, EPA, multicontact
    turns        whether environments of a batch go through the engine together
    convex_pairs the stages: contacts and distances of pairs of geoms
    hfield       the same with the prisms of a height field

Both shapes stand in the rows 0 and 1 of the `ccd_*` fields ("sides"); all of them are work space of one pair.
"""
