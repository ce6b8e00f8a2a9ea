"""The blocks of memory that a Data consists of.

State, inputs and results belong to an environment: the next step begins with what they hold. Work space belongs to
whoever computes: no stage reads there what the same step did not write.
"""

from corten.runtime.fields import Access, Block

STATE = Block("state", "what the simulation has reached", integers=Access.READ)
INPUTS = Block("inputs", "what users set", integers=Access.READ)
RESULTS = Block("results", "what follows from state and inputs", integers=Access.READ)
WORK = Block("work", "work space of single steps", integers=Access.READ)
DIAGNOSTICS = Block("diagnostics", "counts of warnings, statistics of the solver", integers=Access.READ)
