"""The state at the start: the reference configuration or a keyframe, with everything derived from it cleared."""

from typing import TYPE_CHECKING

from corten.model.model import Model

if TYPE_CHECKING:
    from corten.data.data import Data


def reset(model: Model, data: "Data", keyframe: int | str | None = None) -> None:
    """Put Data into the reference configuration, or into a keyframe given by number or name."""
    key = _keyframe(model, keyframe)
    limit, seed = data.contact_limit, data.noise_seed
    data._memory[:] = 0
    data.contact_limit, data.noise_seed = limit, seed
    data.qpos = model.qpos0
    data.eq_active = model.eq_active0
    moved = model.body_mocapid >= 0
    data.mocap_pos[model.body_mocapid[moved]] = model.body_pos[moved]
    data.mocap_quat[model.body_mocapid[moved]] = model.body_quat[moved]
    data.error_where = -1
    if key is not None:
        data.time = model.key_time[key]
        data.qpos = model.key_qpos[key]
        data.qvel = model.key_qvel[key]
        data.act = model.key_act[key]
        data.ctrl = model.key_ctrl[key]
        data.mocap_pos = model.key_mpos[key]
        data.mocap_quat = model.key_mquat[key]


def _keyframe(model: Model, keyframe: int | str | None) -> int | None:
    if keyframe is None:
        return None
    number = model.id("key", keyframe) if isinstance(keyframe, str) else int(keyframe)
    if not 0 <= number < model.nkey:
        raise IndexError(f"keyframe {number} does not exist; the model has {model.nkey}")
    return number
