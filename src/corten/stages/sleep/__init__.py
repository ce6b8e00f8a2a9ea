"""Sleeping islands: trees that rest are left out until something wakes them. For models with EnableBit.SLEEP alone."""

from corten.stages.sleep.awake import list_sleepers
from corten.stages.sleep.hold import (
    drop_sleeping_moments,
    drop_sleeping_tendons,
    hold_actuators,
    hold_passive,
    hold_readings,
    hold_smooth,
    keep_lengths,
    keep_passive,
    keep_rates,
    keep_readings,
    keep_smooth,
    mark_sleeping_tendons,
)
from corten.stages.sleep.pairs import mute_contacts, set_pairs_aside, wake_by_contact
from corten.stages.sleep.rest import FELL_ASLEEP, advance_awake, advance_memory, advance_motion, fall_asleep
from corten.stages.sleep.rows import drop_sleeping_rows
from corten.stages.sleep.wake import keep_poses, wake_coupled_tendons, wake_equalities, wake_tendons, wake_touched

__all__ = [
    "FELL_ASLEEP",
    "advance_awake",
    "advance_memory",
    "advance_motion",
    "drop_sleeping_moments",
    "drop_sleeping_rows",
    "drop_sleeping_tendons",
    "fall_asleep",
    "hold_actuators",
    "hold_passive",
    "hold_readings",
    "hold_smooth",
    "keep_lengths",
    "keep_passive",
    "keep_poses",
    "keep_rates",
    "keep_readings",
    "keep_smooth",
    "list_sleepers",
    "mark_sleeping_tendons",
    "mute_contacts",
    "set_pairs_aside",
    "wake_by_contact",
    "wake_coupled_tendons",
    "wake_equalities",
    "wake_tendons",
    "wake_touched",
]
