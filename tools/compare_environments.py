"""Compare the eleven environments of version 5 with Gymnasium's own on MuJoCo: python tools/compare_environments.py.

Both get the same seeds and the same random actions, 10 times 1,000 steps. A third one, Gymnasium's again, is nudged by
some roundings before each step: where it has gone another way than its twin by more than CHAOS, digits mean nothing any
more, and a new episode begins in all three. Observations, rewards, ends and infos of all steps before count.
"""

import argparse
import sys
from typing import Any, NamedTuple

import gymnasium
import numpy as np

from corten.envs import TASKS

# distance of the neighbour, in units of the number or of 1, from which motion counts as chaotic (another way to
# round is up to a hundred times as far off by then), and how far it is moved
CHAOS, NUDGE = 1e-11, 4 * np.finfo(float).eps


class Tally(NamedTuple):
    """What was found: steps compared, the largest difference, and the steps after which episodes turned chaotic."""

    steps: int
    worst: float
    chaotic: list[int]
    ends: int


def distance(first: Any, second: Any) -> float:
    """Return how far numbers are from each other, in units of the second or of 1."""
    one, other = np.asarray(first, float), np.asarray(second, float)
    return float((np.abs(one - other) / np.maximum(np.abs(other), 1)).max(initial=0.0))


def outcome_distance(own: tuple[Any, ...], theirs: tuple[Any, ...]) -> float:
    """Return how far outcomes of a step, or beginnings, are from each other; infinitely far if ends or names differ."""
    *numbers, info = own
    *others, known = theirs
    if list(info) != list(known) or numbers[2:] != others[2:]:
        return np.inf
    return max(
        *(distance(first, second) for first, second in zip(numbers[:2], others[:2], strict=True)),
        *(distance(info[name], known[name]) for name in known),
        0.0,
    )


def nudge(data: Any, noise: np.random.Generator) -> None:
    """Move the state of an environment by roundings."""
    for state in (data.qpos, data.qvel):
        state[:] *= 1 + NUDGE * noise.uniform(-1, 1, state.shape)


def compare(name: str, seeds: int, steps: int) -> Tally:
    """Compare one environment."""
    own, theirs, nudged = (gymnasium.make(full) for full in (f"corten/{name}", name, name))
    worst, compared, chaotic, ends, noise = 0.0, 0, [], 0, np.random.default_rng(0)
    for seed in range(seeds):
        rng, fresh, length, left = np.random.default_rng(seed), seed, 0, steps
        while left:
            if length == 0:
                begin = [env.reset(seed=fresh) for env in (own, theirs, nudged)]
                worst, fresh = max(worst, outcome_distance(begin[0], begin[1])), fresh + seeds
            nudge(nudged.unwrapped.data, noise)
            action = rng.uniform(own.action_space.low, own.action_space.high).astype(np.float32)
            mine, expected, near = (env.step(action) for env in (own, theirs, nudged))
            length, left = length + 1, left - 1
            if outcome_distance(near, expected) > CHAOS:
                chaotic, length = [*chaotic, length], 0
                continue
            worst, compared = max(worst, outcome_distance(mine, expected)), compared + 1
            if expected[2] or expected[3]:
                ends, length = ends + 1, 0
    return Tally(compared, worst, chaotic, ends)


def main() -> int:
    """Compare all environments, or those that are named, and print a table; fail where digits differ."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", default=list(TASKS), help="such as Ant-v5")
    parser.add_argument("--seeds", type=int, default=10)
    parser.add_argument("--steps", type=int, default=1000, help="of each seed")
    parser.add_argument("--most", type=float, default=1e-9, help="difference that is allowed")
    chosen = parser.parse_args()
    failed = False
    print("| environment | steps compared | largest difference | episodes that ended | turned chaotic | after steps |")
    print("|---|---|---|---|---|---|", flush=True)
    for name in chosen.names:
        tally = compare(name, chosen.seeds, chosen.steps)
        failed |= not tally.worst <= chosen.most
        after = f"{min(tally.chaotic)} to {max(tally.chaotic)}" if tally.chaotic else ""
        words = (f"`{name}`", f"{tally.steps:,}", f"{tally.worst:.0e}", tally.ends, len(tally.chaotic), after)
        print(f"| {' | '.join(map(str, words))} |", flush=True)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
