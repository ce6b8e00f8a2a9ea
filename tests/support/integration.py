"""Steps in which MuJoCo computes the forces and corten's integration stages advance the state."""

import numpy as np

from corten.enums import Integrator
from corten.runtime import stage
from corten.stages.integrate import Forward, integration_stages
from support import oracle

# what the integration stages take from forward dynamics
FORWARD = (
    *("M", "qLD", "qLDiagInv", "crb", "cinert", "cvel", "cdof", "cdof_dot"),
    *("xipos", "ximat", "geom_xpos", "geom_xmat", "subtree_com", "actuator_force", "qfrc_actuator"),
    *("moment_rownnz", "moment_rowadr", "moment_colind", "moment"),
    *("qfrc_bias", "qfrc_passive", "qfrc_smooth", "qfrc_constraint", "qacc", "act_dot"),
)


@stage
def evaluate(m, d):
    """Stand for the whole of forward dynamics in a list of stages."""


def load(xml: str, integrator: Integrator, seed: int = 0, *, speed: float = 1.0, flags: int = 0):
    """Load a model into both engines with an integrator, in a random state, forward dynamics done."""
    mjm, mjd, model, data = oracle.load_both(xml)
    set_options(mjm, model, integrator, flags)
    oracle.random_state(mjm, mjd, np.random.default_rng(seed), speed)
    mjd.act[:] = np.random.default_rng(seed).uniform(0, 1, mjm.na)
    oracle.forward(mjm, mjd)
    oracle.copy_state(mjd, data)
    return mjm, mjd, model, data


def set_options(mjm, model, integrator: Integrator, flags: int = 0) -> None:
    """Choose the integrator and disable flags of both engines; MuJoCo's nearest to ours of our own is DISCRETE."""
    own = integrator is Integrator.IMPLICIT_SPRING_DAMPER
    mjm.opt.integrator = Integrator.DISCRETE if own else integrator
    model.opt_integrator = integrator
    mjm.opt.disableflags |= flags
    model.opt_disableflags = mjm.opt.disableflags


def hybrid_step(mjm, mjd, model, data) -> None:
    """Advance corten's state by one step with forces that MuJoCo computes at corten's states; mjd is work space."""
    for item in [evaluate, *integration_stages(model, Forward([evaluate], []))]:
        if item is evaluate:
            oracle.set_state(data, mjd)
            oracle.forward(mjm, mjd)
            oracle.copy_fields(mjd, data, FORWARD)
        else:
            assert item(model, data) == 0
