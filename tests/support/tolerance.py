"""Tolerances of all tests, each with its reason."""

# a few roundings of numbers of order one
EXACT = 1e-12

# [m] what counts as touching when a model is judged by eye: a millimetre
LENGTH = 1e-3

# relative error of volumes and places of round shapes that are drawn with 32 slices and 16 stacks, or on a grid
ROUND_SHAPES = 0.03

# [m] where a spring of the mouse brings a body: what is left of the way when it has nearly come to rest
DRAGGED = 0.02

# relative error of a swing's period that is read off at steps of a ten-thousandth of a second
PERIOD = 1e-3

# [m/s or rad/s] slower than this is at rest: softened friction lets a pile creep
REST = 0.01

# speed of what rolls, relative to how fast it turns: softened friction slips a little
ROLLING = 0.02

# readings of a body at rest, relative to their mean: contacts that come and go would change them by half
STEADY = 1e-3

# [units in the last place] what scalar functions promise: half is the rounding itself, the rest is ours
ULP = 0.8

# [units in the last place of float32] the same in single precision
SINGLE_ULP = 0.9

# [roundings of float32] what a stage leaves of float64: sums of some hundred terms, and what is solved for
SINGLE_STAGE, SINGLE_SOLVED = 32, 2000

# [m, rad] motions of some steps in float32 beside float64, and [m] surfaces that touch or do not, as roundings have it
SINGLE_MOTION, SINGLE_SURFACE = 2e-4, 1e-5

# mean and standard deviation of 400,000 normal numbers: four times what chance leaves
SPREAD = 0.007

# short formulas on numbers of order one, evaluated in another order or with another libm
ROUNDING = 4e-15

# one stage against the oracle, relative to the largest number of a field: sums over 200 dofs in another order
STAGE = 1e-10

# one whole step: a solve with the mass matrix amplifies the roundings of a stage
STEP = 1e-9

# a thousand steps against the oracle: the errors of single steps add up, on models that are not chaotic
TRAJECTORY = 1e-8

# observations of a trajectory and of its neighbour, some roundings away, that are further apart are chaotic: another
# way to round may be a thousand times as far off by then
CHAOS = 1e-11

# central differences with steps of 1e-5: the square of the step, and roundings over it
DIFFERENCE = 1e-8

# derivatives of a step by differences with nudges of 1e-6, relative to the largest: roundings of a step over the nudge
TRANSITION = 1e-7

# how many times as far off as neighbouring states an answer may be, where few of them were tried
NEIGHBOURS = 10

# derivatives against central differences with a step of 1e-6 on numbers of order 1e3
FORCE_DIFFERENCE = 1e-6

# rates of change by central differences with a step of 1e-5 s, of numbers of order ten
BALANCE = 1e-6

# added mass of a sphere, which the model takes from a quadrature with eight digits
QUADRATURE = 1e-6

# an order of accuracy read off two time steps, per unit of the order
ORDER = 0.1

# relative drift of energy and momentum over some thousand steps of a fourth-order method
CONSERVED = 1e-7

# results of two methods that are not the same are further apart than this
DIFFERENT = 1e-6

# constants of a model, relative to the largest number of a field: inverse inertias come from solves with 200 dofs
CONSTANT = 1e-11

# single precision: half a unit in the last place of MuJoCo's rounding, half of ours
SINGLE = 1.2e-7

# where rays meet skins, which MuJoCo moves and inflates in single precision
DRAWN = 1e-5

# volumes and moments as sums over a grid with 80 cells along each edge of the bounding box
GRID = 0.01

# a layer of a micrometre on a shape of a few decimetres, against a surface
LAYER = 1e-5

# integrals over a half line by a rule with 15 points
KRONROD = 1e-4

# accelerations and forces of a converged Newton solver, relative to the largest
SOLUTION = 1e-9

# those of conjugate gradients, which stop when the cost no longer falls: errors of the order of its square root
CG_SOLUTION = 1e-5

# vertex normals in single precision: sums over a few faces, some of which cancel
NORMAL = 5e-6

# blocks and bytes that Python itself may hold more of after a call, whatever its length
STRAY_BLOCKS, STRAY_BYTES = 20, 2000

# [bytes] pages that are used for the first time; a leak of one byte a step would be 100,000
STRAY_PAGES = 64 * 1024

# work for ten times the triangles is ten times as much, the depth of trees aside: one part in four
NEAR_LINEAR = 1.25

# work for a file of 100,000 triangles that was seen before, relative to one of 10,000 that was not: hashing its bytes
KNOWN_FILE = 0.1

# gradient of the length of a tendon that is bent inside of a geom: the search stops when the angle is right to 1e-6
BEND = 5e-6

# sensor readings after forward dynamics with constraints, relative to each sensor's own size
SENSOR = 1e-8

# [m] distances of convex shapes: twice the default of ccd_tolerance, which both engines stop at
CCD = 2e-6

# [m, or of unit vectors] where on a round shape such a distance is found: the tolerance is second order in the place
CCD_POINT = 2e-4

# [cells] contacts of a ball of samples with a radius of 15 cells: cell^2 / radius, and as much again at edges
GRID_CELLS = 0.05

# [cells] the same where a peak or an edge of rough ground enters the ball between samples
GRID_PEAKS = 0.5

# [rad] their normals: the slope of the interpolation changes by cell / radius from cell to cell
GRID_ANGLE = 0.08

# [m] distances by least squares whose constraints are equations of weight 1e6
HEAVY_SQUARES = 1e-8

# [m] a unit sphere made of 128 flat triangles, and distances that coarse neighbours of an octree interpolate
FACETS = 0.1

# normals where level triangles meet: a neighbour counts as level up to an angle of 1e-10
CREASE = 1e-9

# [m] depths a thousand kilometres from the origin, where a coordinate is rounded to 1e-10 m
KILOMETRES = 1e-9

# [m] depths of shapes of a micrometre: a thousandth of the shape
MICROSCOPIC = 1e-9

# forces on a body that lies or hangs still against its weight: what is left of its motion is a hundredth of g
WEIGHT = 0.01

# [optimal fibre lengths] how far a fibre in equilibrium moves within a step
FIBRE_STEP = 0.01

# [optimal fibre lengths] the top of the active force is where it was fitted, not where it was meant to be
CURVE_TOP = 0.02

# [m] the nearest of many balls along an axis against a capsule: half of their distance, where a mesh has a corner
SAMPLED_AXIS = 1e-4

# normals of a corner or a round side 2e-3 m deep in a flat one: the search ends 2e-6 m from the true depth
LIGHT_TOUCH = 1e-3

# relative depth of two faceted balls that meet corner to corner, of which the corners next to it have a part
FACET_DEPTH = 0.05

# relative acceleration of a block that slides: soft contacts and a pyramid's edges change friction a little
SLIDING = 0.05

# [m/s^2] acceleration of a block that is held: softened friction lets it creep
CREEP = 0.02

# relative sag of a soft weld after it has swung out
SAG = 1e-6

# forces beyond their cone, relative: solvers that stop early
CONE = 1e-6

# [N] sums over a pile of boxes that cancel
PILE_SUMS = 1e-9

# solves with a mass matrix of a condition up to 1e4, relative to the largest number
MASS_SOLVE = 1e-8

# numbers that a command line shows with three digits, and one of them computed from another
SHOWN = 0.1

# [m] contacts of shapes that are formulas: gradients are differences over 1e-8, in which roundings of atan2 are seen
FORMULA_CONTACT = 1e-6

# volume of a solid whose round side is cut into 20,000 flat ones, relative: it lacks some 2e-8 of the round one
FINE_POLYGON = 1e-6

# how far points that a hull lacks may lie outside of it, in its extents: they are moved by 1e-10 to 1e-8 to find it;
# of 20,000 on a circle one juts out of the line of its neighbours by 1.2e-8, and three of them by 1e-7
MOVED_POINTS = 2e-7

# means of some thousand draws that are independent: five times what they are expected to be off by
CHANCE = 0.06

# speculative contacts, relative to the largest number: normals of curved shapes are those of the convex engine,
# which ends where roundings stop it
SPECULATIVE = 1e-5

# some steps in float32 beside float64, smooth and without contacts, relative and absolute: each rounds some ten times
SINGLE_STEPS = 5e-6

# distance of the float32 behind 1, of which steps on a GPU may be off by a multiple
EPSILON_32 = 1.2e-7

# [m] how deep a ball of 10 cm lies in a floor, and how high it may still bounce
RADIUS_AT_REST = 2e-3

# pictures beside MuJoCo's: distances [m, and as a share], the share of pixels that agree (those along edges may differ
# by the rounding of a triangle's corner), also where neither a plane nor the sky is seen, and the mean difference of
# colours [of 255], since MuJoCo computes light for corners of triangles, and shadows on a map
SAME_DEPTH, SAME_PIXELS, SAME_THINGS, SAME_COLOUR = 1e-3, 0.99, 0.95, 6.0

# what a pixel beside the middle of a ball of half a metre shows of it: its distance [m] and normal; and a number that
# was rounded to 32 bits
SEEN_DISTANCE, SEEN_NORMAL, SINGLE_ROUNDING = 5e-3, 0.02, 1e-6

# the same where the ball is a grid of distances, between whose samples a sphere is flat [m]
SEEN_GRID = 5e-3

# how far a box may reach out of the one around it, both rounded [m]
BOX_ROUNDING = 1e-12

# rays cast in single precision beside double, in a scene of a few metres [m]
SINGLE_RAYS = 2e-5
