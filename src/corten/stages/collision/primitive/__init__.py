"""Pairs of simple shapes with a formula of their own.

plane            plane against sphere, capsule, ellipsoid, cylinder, box
plane_mesh       plane against the hull of a mesh
sphere           sphere against sphere, capsule, cylinder, box
capsule_capsule  two segments with a radius
capsule_box      a segment with a radius against a box: up to two contacts
box_separation   the separating axes of two boxes (SAT)
box_box          the contacts of two boxes from their axis: a clipped face or two crossing edges
axes             relabelling of axes, so that each routine is written for one of them
"""
