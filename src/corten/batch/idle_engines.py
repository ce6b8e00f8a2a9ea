"""Engines of rollouts that wait for the next one: making one takes longer than a short rollout.

A Model keeps a few of them. Whoever rolls out takes one away for as long as it runs, so threads never share one.
"""

from corten.batch.engine import Engine
from corten.batch.portions import TeamSize
from corten.model import Model
from corten.runtime.kernel import kernel_mode

# engines that a model keeps, and how large the memory of their environments may be [bytes]
MOST_ENGINES, MOST_BYTES = 2, 2**26

KEPT = ("sensordata",)


def take_engine(model: Model, n: int, team: TeamSize, *, varied: bool) -> Engine:
    """Return an engine at the beginning: one that waits, or a new one; always that if environments are to differ."""
    engine: Engine | None = None if varied else model._engines.pop(_key(n, team), None)
    if engine is None:
        return Engine(model, model.make_data(), n, team, KEPT)
    engine.begin_anew()
    return engine


def give_back(engine: Engine, team: TeamSize) -> None:
    """Let an engine wait for the next rollout, unless it is large; the one that waits longest gives way."""
    waiting = engine.model._engines
    if engine.rows.nbytes() <= MOST_BYTES:
        # nothing is held of what the user has passed or got
        engine.connect(None)
        waiting[_key(engine.n, team)] = engine
        while len(waiting) > MOST_ENGINES:
            waiting.pop(next(iter(waiting), None), None)


def _key(n: int, team: TeamSize) -> tuple[int, TeamSize, object]:
    return n, team, kernel_mode()
