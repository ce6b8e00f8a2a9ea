"""Cloth, soft bodies and ropes: XPBD constraints between the vertices of flexes, at the end of a step.

XPBD looks for positions x at the end of a step h that minimise

    (x - y)' M (x - y) / (2 h^2) + sum of C(x)^2 / (2 compliance),     y = where the vertices would go by themselves,

and finds the multipliers of all C by Gauss and Seidel. The same problem, written for accelerations, is one of MuJoCo's
constraint rows for each C: J qacc + R force = aref with R = compliance / h^2 and aref = -C(y) / h^2. So these rows join
contacts, limits and equalities in one convex problem, and no order of solving one before the other leaves an error.
"""
