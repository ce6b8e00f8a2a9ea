"""Tells what a model asks for that this release does not compute."""

import sys
import warnings

import numpy as np

from corten.enums import DisableBit
from corten.errors import UnbuiltFeatureWarning
from corten.model import Model


def warn_unbuilt(model: Model) -> None:
    """Warn, once for a model, of joint limits and contacts, which are part of the model but have no effect yet."""
    disabled = model.opt_disableflags
    limits = touching = 0
    if not disabled & (DisableBit.CONSTRAINT | DisableBit.LIMIT):
        limits = int(np.count_nonzero(model.jnt_limited))
    if not disabled & (DisableBit.CONSTRAINT | DisableBit.CONTACT):
        touching = count_contact_pairs(model)
    if not limits and not touching:
        return
    missing, found, flags = [], [], []
    if limits:
        missing.append("joint limits are not enforced")
        found.append(f"{limits} joint{'s are' if limits > 1 else ' is'} limited")
        flags.append("limit")
    if touching:
        missing.append("contacts are found but give no force")
        found.append(f"{touching} geom pair{'s' if touching > 1 else ''} can touch")
        flags.append("contact")
    flag = "constraint" if len(flags) > 1 else flags[0]
    warnings.warn(
        f'{" and ".join(missing)} yet: {", ".join(found)}; disable them with <flag {flag}="disable"/> to silence this',
        UnbuiltFeatureWarning,
        stacklevel=_caller_level(),
    )


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
