"""Many environments of one model: rows belong to an environment, work space to a thread, and threads share packs."""

from corten.batch.distributions import scaled, shifted, uniform
from corten.batch.rollout import rollout
from corten.batch.sim import BatchSim
from corten.batch.step_errors import StepErrors

__all__ = ["BatchSim", "StepErrors", "rollout", "scaled", "shifted", "uniform"]
