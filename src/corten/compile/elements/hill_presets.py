"""Hill muscles of an adult by name: what is measured or fitted, and where it is published.

biceps         long head of the biceps brachii. Holzbaur, Murray, Delp (2005), "A model of the upper extremity for
               simulating musculoskeletal surgery and analyzing neuromuscular control", Annals of Biomedical
               Engineering 33(6). Tendon and passive strain: Thelen (2003), "Adjustment of muscle mechanics model
               parameters to simulate dynamic contractions in older adults", Journal of Biomechanical Engineering
               125(1), young adults.
quadriceps     vastus lateralis, the largest of its four heads,
gastrocnemius  medial head, and
soleus         Rajagopal, Dembia, DeMers, Delp, Hicks, Delp (2016), "Full-body musculoskeletal model for muscle-driven
               simulation of human gait", IEEE Transactions on Biomedical Engineering 63(10), and the model that was
               published with it. Tendon and passive strain: Millard et al. (2013), whose curves that model uses.

Velocities, damping and time constants are those which these models share: ten optimal lengths per second, 0.1 (Millard
et al. 2013), 10 ms and 40 ms, as MuJoCo's muscle has them.
"""

# what a word means and its unit, the least number it may have, whether that one is itself allowed, and the largest
WORDS = {
    "fmax": ("maximal isometric force [N]", 0.0, False, 1e9),
    "lopt": ("optimal fibre length [m]", 0.0, False, 1e6),
    "lslack": ("tendon slack length [m]", 0.0, True, 1e6),
    "pennation": ("pennation angle at optimal fibre length [degrees]", 0.0, True, 75.0),
    "vmax": ("maximal shortening velocity [optimal fibre lengths / s]", 0.0, False, 1e6),
    "strain": ("tendon strain at maximal isometric force, 0 if rigid", 0.0, True, 1.0),
    "passive": ("strain of passive fibres at maximal isometric force", 0.0, False, 10.0),
    "damping": ("fibre damping [maximal isometric forces / vmax]", 0.0, True, 1e3),
    "tact": ("time constant of activation [s]", 0.0, False, 1e3),
    "tdeact": ("time constant of deactivation [s]", 0.0, False, 1e3),
    "length0": ("path length at qpos0 [m]", 0.0, False, 1e6),
}

# for muscles that are no preset; what has no number here must be given
DEFAULTS = {"pennation": 0.0, "vmax": 10.0, "strain": 0.049, "passive": 0.7, "damping": 0.1}
NEEDED = ("fmax", "lopt", "lslack")

PRESETS = {
    "biceps": {"fmax": 624.3, "lopt": 0.1157, "lslack": 0.2723, "pennation": 0.0, "strain": 0.033, "passive": 0.6},
    "quadriceps": {"fmax": 5149.0, "lopt": 0.0994, "lslack": 0.2206, "pennation": 14.5},
    "gastrocnemius": {"fmax": 3116.0, "lopt": 0.0510, "lslack": 0.3987, "pennation": 9.5},
    "soleus": {"fmax": 6195.0, "lopt": 0.0440, "lslack": 0.2768, "pennation": 21.9},
}
PRESETS = {name: {**DEFAULTS, "tact": 0.01, "tdeact": 0.04, **own} for name, own in PRESETS.items()}
