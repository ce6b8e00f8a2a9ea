"""Numbers that several layers share, with their reasons."""

# smallest denominator: below it a length, mass or pivot counts as zero (MuJoCo's value, part of its results)
MINVAL = 1e-15

# largest |qpos|, |qvel| or |qacc| of a sane state; beyond it, or NaN, a step is refused (MuJoCo's value)
MAXVAL = 1e10

# smallest mass or inertia of a body that moves [kg, kg m^2]
MINMASS = 1e-15

# most contacts that a pair of geoms can give (MuJoCo's value)
MAXCONPAIR = 50

# most islands, and iterations of each, of which statistics of the solver are kept (MuJoCo's values)
NISLAND, NITERATION = 20, 200

# `tree_asleep` of a tree that just moved: it counts up to -1, one for each step at rest, before the tree may sleep
WIDE_AWAKE = -11

# status of a stage that met trouble which a step survives, for the first time: it is told, and the step done again
NEW_WARNING = 253

# dofs up to which environments that share instructions have room for all blocks of rows and of the Hessian of a tree.
# A number has a bit for each block, also where it has 32 bits; at 111 dofs lanes still take a third more steps than one
# environment after the other
MOST_DOFS = 120
