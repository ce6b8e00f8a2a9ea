"""Tells what a model asks for that this release does not compute."""

import sys
import warnings
from typing import NamedTuple

import numpy as np

from corten.enums import DisableBit
from corten.errors import UnbuiltFeatureWarning
from corten.model import Model


def warn_unbuilt(model: Model) -> None:
    """Warn, once for a model, of what is part of it but has no effect yet, and say how to switch it off."""
    gaps = [gap for gap in _gaps(model) if gap.count]
    if not gaps:
        return
    flags = {gap.flag for gap in gaps if gap.flag}
    flag = "constraint" if len(flags) > 1 and flags <= CONSTRAINT_FLAGS else min(flags, default="")
    silence = f'; disable them with <flag {flag}="disable"/> to silence this'
    warnings.warn(
        f"{_listed([gap.missing for gap in gaps])} yet: {', '.join(gap.found() for gap in gaps)}"
        + (silence if all(gap.flag for gap in gaps) and (len(flags) == 1 or flag == "constraint") else ""),
        UnbuiltFeatureWarning,
        stacklevel=_caller_level(),
    )


class Gap(NamedTuple):
    """Something that has no effect yet: what is missing, how many there are, in words, and the flag without them."""

    missing: str
    count: int
    one: str
    many: str
    flag: str = ""

    def found(self) -> str:
        """Return how many there are."""
        return f"{self.count} {self.one if self.count == 1 else self.many}"


# flags of parts of the constraint problem; one flag disables all of it
CONSTRAINT_FLAGS = {"limit", "contact", "equality", "frictionloss"}


def _gaps(model: Model) -> list[Gap]:
    """Return what is not computed, with how much of it a model has; what is disabled counts as nothing."""
    return [*_constraint_gaps(model), _sensor_gap(model)]


def _enabled(model: Model, *bits: DisableBit) -> bool:
    return not model.opt_disableflags & sum(bits)


def _count(model: Model, found: np.ndarray, *bits: DisableBit) -> int:
    return int(np.count_nonzero(found)) if _enabled(model, *bits) else 0


def _constraint_gaps(model: Model) -> list[Gap]:
    constraint = DisableBit.CONSTRAINT
    limits = (constraint, DisableBit.LIMIT)
    joints, tendons = _count(model, model.jnt_limited, *limits), _count(model, model.tendon_limited, *limits)
    touching = count_contact_pairs(model) if _enabled(model, constraint, DisableBit.CONTACT) else 0
    equalities = _count(model, model.eq_active0, constraint, DisableBit.EQUALITY)
    losses = np.concatenate((model.dof_frictionloss, model.tendon_frictionloss))
    rubbing = _count(model, losses > 0, constraint, DisableBit.FRICTIONLOSS)
    return [
        Gap("joint limits are not enforced", joints, "joint is limited", "joints are limited", "limit"),
        Gap("contacts are found but give no force", touching, "geom pair can touch", "geom pairs can touch", "contact"),
        Gap("equalities are not enforced", equalities, "equality constraint", "equality constraints", "equality"),
        Gap(
            "friction loss is not applied", rubbing, "dof or tendon has it", "dofs and tendons have it", "frictionloss"
        ),
        Gap("tendon limits are not enforced", tendons, "tendon is limited", "tendons are limited", "limit"),
    ]


def _sensor_gap(model: Model) -> Gap:
    count = _count(model, model.sensor_type >= 0, DisableBit.SENSOR)
    return Gap("sensors read zero", count, "sensor", "sensors", "sensor")


def _listed(words: list[str]) -> str:
    return " and ".join((", ".join(words[:-1]), words[-1]) if len(words) > 1 else words)


def _caller_level() -> int:
    """Return how far up the stack the first caller outside of corten is, so that the warning names the user's line."""
    level, frame = 1, sys._getframe(1)
    while frame is not None and frame.f_globals.get("__name__", "").partition(".")[0] == "corten":
        level, frame = level + 1, frame.f_back
    return level


def count_contact_pairs(model: Model) -> int:
    """Return how many pairs of geoms may touch: their types match, and their bodies can move against each other.

    Bodies that are welded together cannot, and a body does not touch its parent unless that is the world or parents
    are not filtered.
    """
    contype, conaffinity, weld = model.geom_contype, model.geom_conaffinity, model.body_weldid[model.geom_bodyid]
    parent = model.body_weldid[model.body_parentid[weld]]
    filtered = not model.opt_disableflags & DisableBit.FILTERPARENT
    count = 0
    for i in range(model.ngeom - 1):
        rest = slice(i + 1, None)
        match = (contype[i] & conaffinity[rest]) | (contype[rest] & conaffinity[i])
        apart = weld[rest] != weld[i]
        if filtered:
            # what is fixed to the world touches everything that moves
            below = (parent[rest] == weld[i]) & (weld[i] != 0)
            above = (weld[rest] == parent[i]) & (weld[rest] != 0)
            apart &= ~(below | above)
        count += int(np.count_nonzero((match != 0) & apart))
    return count
