"""The state of a simulation, carried over to a model that was compiled again."""

from corten.data import Data
from corten.enums import JOINT_COORDINATES, JOINT_DOFS, JointType
from corten.model import Model
from corten.model.grids import carry_over_grids
from corten.model.named import KINDS


def carry_over_state(old: Model, data: Data, new: Model) -> Data:
    """Return a Data of the new model with the state of everything that the old one had too."""
    result = new.make_data()
    result.time, result.noise_seed, result.noise_step = data.time, data.noise_seed, data.noise_step
    for before, after in _pairs(old, new, "joint"):
        kind = JointType(int(old.jnt_type[before]))
        if old.jnt_type[before] == new.jnt_type[after]:
            _copy(data.qpos, old.jnt_qposadr[before], result.qpos, new.jnt_qposadr[after], JOINT_COORDINATES[kind])
            for name in ("qvel", "qacc_warmstart", "qfrc_applied"):
                source, target = getattr(data, name), getattr(result, name)
                _copy(source, old.jnt_dofadr[before], target, new.jnt_dofadr[after], JOINT_DOFS[kind])
    for before, after in _pairs(old, new, "actuator"):
        count = min(int(old.actuator_ctrlnum[before]), int(new.actuator_ctrlnum[after]))
        _copy(data.ctrl, old.actuator_ctrladr[before], result.ctrl, new.actuator_ctrladr[after], count)

        # of several activations the last one makes the force; those before it may be fewer or more now
        have, need = int(old.actuator_actnum[before]), int(new.actuator_actnum[after])
        count = min(have, need)
        first, place = old.actuator_actadr[before] + have - count, new.actuator_actadr[after] + need - count
        _copy(data.act, first, result.act, place, count)
    carry_over_grids(old, new, _pairs(old, new, "geom"))
    for before, after in _pairs(old, new, "body"):
        result.xfrc_applied[after] = data.xfrc_applied[before]
        source, target = int(old.body_mocapid[before]), int(new.body_mocapid[after])
        if source >= 0 and target >= 0:
            result.mocap_pos[target] = data.mocap_pos[source]
            result.mocap_quat[target] = data.mocap_quat[source]
    return result


def _pairs(old: Model, new: Model, kind: str) -> list[tuple[int, int]]:
    """Return the numbers of the objects that both models have: by name, or by number where as many have none."""
    size = KINDS[kind][0]
    names = [[model.name(kind, i) for i in range(getattr(model, size))] for model in (old, new)]
    named = [(i, names[1].index(name)) for i, name in enumerate(names[0]) if name and name in names[1]]
    nameless = [[i for i, name in enumerate(listed) if not name] for listed in names]
    if len(nameless[0]) == len(nameless[1]):
        named += zip(*nameless, strict=True)
    return named


def _copy(source, first: int, target, place: int, count: int) -> None:
    if count > 0:
        target[place : place + count] = source[first : first + count]
