"""How Python becomes machine code: field tables, struct views, kernels, the cache and the plan."""

from corten.runtime.kernel import helper, stage, wrapping
from corten.runtime.language.intrinsics import (
    any_lane,
    bits_to_float,
    copysign,
    float_to_bits,
    floor,
    reduce_max,
    rint,
    select,
    sqrt,
    trunc,
    uniform,
)
from corten.runtime.value_types import FloatArray, IntArray, Mat3, Quat, Vec2, Vec3, Vec4, Vec6, per_precision

__all__ = [
    "FloatArray",
    "IntArray",
    "Mat3",
    "Quat",
    "Vec2",
    "Vec3",
    "Vec4",
    "Vec6",
    "any_lane",
    "bits_to_float",
    "copysign",
    "float_to_bits",
    "floor",
    "helper",
    "per_precision",
    "reduce_max",
    "rint",
    "select",
    "sqrt",
    "stage",
    "trunc",
    "uniform",
    "wrapping",
]
