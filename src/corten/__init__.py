"""corten: MuJoCo's physics, written in Python, compiled to machine code."""

import importlib
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

# public name -> module that defines it; resolved on first use, so that `import corten` stays quick
_PUBLIC = {
    name: module
    for module, names in {
        "corten.compile": "load_model load_model_from_string",
        "corten.compile.derived.set_const": "set_const",
        "corten.assets.sdf_grid": "SdfGrid",
        "corten.spec": "Spec",
        "corten.model": "Model",
        "corten.data": "Data get_state set_state state_size",
        "corten.enums": "BiasType CamLightMode ConeType ConstraintState ConstraintType DataType DisableBit DynType "
        "EnableBit EqualityType GainType GeomType Integrator JacobianType JointType LightType ObjectType Projection "
        "SameFrame SensorType SleepPolicy SleepState SolverType StateBit StepErrorKind TendonType TransmissionType "
        "WarningType WrapType",
        "corten.model.signals": "CtrlChart CtrlInput Interpolation",
        "corten.stages.user": "register",
        "corten.errors": "KernelError ModelError ModelWarning StepError StepWarning UnbuiltFeatureWarning "
        "UnsupportedFeatureError ViewerError",
        "corten.pipeline": "acceleration actuation collision com_pos com_vel compile_plans constraint_solve crb "
        "energy_pos energy_vel euler factor_mass forward inverse kinematics make_constraint passive profile "
        "reset_data rne rne_post_constraint sensor_acc sensor_pos sensor_vel step step1 step2 "
        "subtree_vel tendon transmission",
        "corten.derivative": "transition_fd",
        "corten.batch": "BatchSim StepErrors rollout scaled shifted uniform",
        "corten.scene.options": "Camera CameraType Frame Label RndFlag SceneOption VisFlag",
        "corten.render.fields": "MarkType",
        "corten.render.picture": "render",
        "corten.render.renderer": "Renderer",
        "corten.render.video": "show_video",
        "corten.queries": "apply_force contact_force differentiate_pos geom_distance init_ctrl_history "
        "init_sensor_history integrate_pos jac jac_body "
        "jac_body_com jac_geom jac_site jac_subtree_com mass_matrix mul_mass object_acceleration "
        "object_velocity ray ray_flex ray_normal ray_skin read_ctrl read_sensor solve_mass",
    }.items()
    for name in names.split()
}
_MODULES = ("gpu", "models", "muscle", "quaternion", "viewer")
# these need extras to be imported at all
_EXTRAS = ("cluster", "envs")

__all__ = ["__version__", *_MODULES, *_PUBLIC]


def __getattr__(name: str) -> Any:
    if name in _MODULES or name in _EXTRAS:
        return importlib.import_module(f"corten.{name}")
    if name not in _PUBLIC:
        from corten.compat.equivalents import missing_name

        raise AttributeError(missing_name(name, [*_PUBLIC, *_MODULES]))
    value = globals()[name] = getattr(importlib.import_module(_PUBLIC[name]), name)
    return value


def __dir__() -> list[str]:
    return sorted(__all__)


if TYPE_CHECKING:
    from corten import cluster as cluster
    from corten import envs as envs
    from corten import gpu as gpu
    from corten import models as models
    from corten import muscle as muscle
    from corten import quaternion as quaternion
    from corten import viewer as viewer
    from corten.assets.sdf_grid import SdfGrid as SdfGrid
    from corten.batch import BatchSim as BatchSim
    from corten.batch import StepErrors as StepErrors
    from corten.batch import rollout as rollout
    from corten.compile import load_model as load_model
    from corten.compile import load_model_from_string as load_model_from_string
    from corten.compile.derived.set_const import set_const as set_const
    from corten.data import Data as Data
    from corten.model import Model as Model
    from corten.pipeline import forward as forward
    from corten.pipeline import inverse as inverse
    from corten.pipeline import reset_data as reset_data
    from corten.pipeline import step as step
    from corten.render.picture import render as render
    from corten.render.renderer import Renderer as Renderer
    from corten.spec import Spec as Spec
    from corten.stages.user import register as register
