# Written by tools/write_type_stubs.py; edit the tables that it reads instead.

from corten import models as models
from corten.batch import BatchSim as BatchSim
from corten.enums import BiasType as BiasType
from corten.enums import CamLightMode as CamLightMode
from corten.scene.options import Camera as Camera
from corten.scene.options import CameraType as CameraType
from corten.enums import ConeType as ConeType
from corten.enums import ConstraintState as ConstraintState
from corten.enums import ConstraintType as ConstraintType
from corten.model.signals import CtrlChart as CtrlChart
from corten.model.signals import CtrlInput as CtrlInput
from corten.data import Data as Data
from corten.enums import DataType as DataType
from corten.enums import DisableBit as DisableBit
from corten.enums import DynType as DynType
from corten.enums import EnableBit as EnableBit
from corten.enums import EqualityType as EqualityType
from corten.scene.options import Frame as Frame
from corten.enums import GainType as GainType
from corten.enums import GeomType as GeomType
from corten.enums import Integrator as Integrator
from corten.model.signals import Interpolation as Interpolation
from corten.enums import JacobianType as JacobianType
from corten.enums import JointType as JointType
from corten.errors import KernelError as KernelError
from corten.scene.options import Label as Label
from corten.enums import LightType as LightType
from corten.render.fields import MarkType as MarkType
from corten.model import Model as Model
from corten.errors import ModelError as ModelError
from corten.errors import ModelWarning as ModelWarning
from corten.enums import ObjectType as ObjectType
from corten.enums import Projection as Projection
from corten.render.renderer import Renderer as Renderer
from corten.scene.options import RndFlag as RndFlag
from corten.enums import SameFrame as SameFrame
from corten.scene.options import SceneOption as SceneOption
from corten.assets.sdf_grid import SdfGrid as SdfGrid
from corten.enums import SensorType as SensorType
from corten.enums import SleepPolicy as SleepPolicy
from corten.enums import SleepState as SleepState
from corten.enums import SolverType as SolverType
from corten.spec import Spec as Spec
from corten.enums import StateBit as StateBit
from corten.errors import StepError as StepError
from corten.enums import StepErrorKind as StepErrorKind
from corten.batch import StepErrors as StepErrors
from corten.errors import StepWarning as StepWarning
from corten.enums import TendonType as TendonType
from corten.enums import TransmissionType as TransmissionType
from corten.errors import UnbuiltFeatureWarning as UnbuiltFeatureWarning
from corten.errors import UnsupportedFeatureError as UnsupportedFeatureError
from corten.errors import ViewerError as ViewerError
from corten.scene.options import VisFlag as VisFlag
from corten.enums import WarningType as WarningType
from corten.enums import WrapType as WrapType
from corten.pipeline import acceleration as acceleration
from corten.pipeline import actuation as actuation
from corten.queries import apply_force as apply_force
from corten.pipeline import collision as collision
from corten.pipeline import com_pos as com_pos
from corten.pipeline import com_vel as com_vel
from corten.pipeline import compile_plans as compile_plans
from corten.pipeline import constraint_solve as constraint_solve
from corten.queries import contact_force as contact_force
from corten.pipeline import crb as crb
from corten.queries import differentiate_pos as differentiate_pos
from corten.pipeline import energy_pos as energy_pos
from corten.pipeline import energy_vel as energy_vel
from corten.pipeline import euler as euler
from corten.pipeline import factor_mass as factor_mass
from corten.pipeline import forward as forward
from corten.queries import geom_distance as geom_distance
from corten.data import get_state as get_state
from corten.queries import init_ctrl_history as init_ctrl_history
from corten.queries import init_sensor_history as init_sensor_history
from corten.queries import integrate_pos as integrate_pos
from corten.pipeline import inverse as inverse
from corten.queries import jac as jac
from corten.queries import jac_body as jac_body
from corten.queries import jac_body_com as jac_body_com
from corten.queries import jac_geom as jac_geom
from corten.queries import jac_site as jac_site
from corten.queries import jac_subtree_com as jac_subtree_com
from corten.pipeline import kinematics as kinematics
from corten.compile import load_model as load_model
from corten.compile import load_model_from_string as load_model_from_string
from corten.pipeline import make_constraint as make_constraint
from corten.queries import mass_matrix as mass_matrix
from corten.queries import mul_mass as mul_mass
from corten.queries import object_acceleration as object_acceleration
from corten.queries import object_velocity as object_velocity
from corten.pipeline import passive as passive
from corten.pipeline import profile as profile
from corten.queries import ray as ray
from corten.queries import ray_flex as ray_flex
from corten.queries import ray_normal as ray_normal
from corten.queries import ray_skin as ray_skin
from corten.queries import read_ctrl as read_ctrl
from corten.queries import read_sensor as read_sensor
from corten.stages.user import register as register
from corten.render.picture import render as render
from corten.pipeline import reset_data as reset_data
from corten.pipeline import rne as rne
from corten.pipeline import rne_post_constraint as rne_post_constraint
from corten.batch import rollout as rollout
from corten.batch import scaled as scaled
from corten.pipeline import sensor_acc as sensor_acc
from corten.pipeline import sensor_pos as sensor_pos
from corten.pipeline import sensor_vel as sensor_vel
from corten.compile.derived.set_const import set_const as set_const
from corten.data import set_state as set_state
from corten.batch import shifted as shifted
from corten.render.video import show_video as show_video
from corten.queries import solve_mass as solve_mass
from corten.data import state_size as state_size
from corten.pipeline import step as step
from corten.pipeline import step1 as step1
from corten.pipeline import step2 as step2
from corten.pipeline import subtree_vel as subtree_vel
from corten.pipeline import tendon as tendon
from corten.derivative import transition_fd as transition_fd
from corten.pipeline import transmission as transmission
from corten.batch import uniform as uniform

__version__: str

__all__ = [
    "BatchSim",
    "BiasType",
    "CamLightMode",
    "Camera",
    "CameraType",
    "ConeType",
    "ConstraintState",
    "ConstraintType",
    "CtrlChart",
    "CtrlInput",
    "Data",
    "DataType",
    "DisableBit",
    "DynType",
    "EnableBit",
    "EqualityType",
    "Frame",
    "GainType",
    "GeomType",
    "Integrator",
    "Interpolation",
    "JacobianType",
    "JointType",
    "KernelError",
    "Label",
    "LightType",
    "MarkType",
    "Model",
    "ModelError",
    "ModelWarning",
    "ObjectType",
    "Projection",
    "Renderer",
    "RndFlag",
    "SameFrame",
    "SceneOption",
    "SdfGrid",
    "SensorType",
    "SleepPolicy",
    "SleepState",
    "SolverType",
    "Spec",
    "StateBit",
    "StepError",
    "StepErrorKind",
    "StepErrors",
    "StepWarning",
    "TendonType",
    "TransmissionType",
    "UnbuiltFeatureWarning",
    "UnsupportedFeatureError",
    "ViewerError",
    "VisFlag",
    "WarningType",
    "WrapType",
    "__version__",
    "acceleration",
    "actuation",
    "apply_force",
    "collision",
    "com_pos",
    "com_vel",
    "compile_plans",
    "constraint_solve",
    "contact_force",
    "crb",
    "differentiate_pos",
    "energy_pos",
    "energy_vel",
    "euler",
    "factor_mass",
    "forward",
    "geom_distance",
    "get_state",
    "gpu",
    "init_ctrl_history",
    "init_sensor_history",
    "integrate_pos",
    "inverse",
    "jac",
    "jac_body",
    "jac_body_com",
    "jac_geom",
    "jac_site",
    "jac_subtree_com",
    "kinematics",
    "load_model",
    "load_model_from_string",
    "make_constraint",
    "mass_matrix",
    "models",
    "mul_mass",
    "muscle",
    "object_acceleration",
    "object_velocity",
    "passive",
    "profile",
    "quaternion",
    "ray",
    "ray_flex",
    "ray_normal",
    "ray_skin",
    "read_ctrl",
    "read_sensor",
    "register",
    "render",
    "reset_data",
    "rne",
    "rne_post_constraint",
    "rollout",
    "scaled",
    "sensor_acc",
    "sensor_pos",
    "sensor_vel",
    "set_const",
    "set_state",
    "shifted",
    "show_video",
    "solve_mass",
    "state_size",
    "step",
    "step1",
    "step2",
    "subtree_vel",
    "tendon",
    "transition_fd",
    "transmission",
    "uniform",
    "viewer",
]
