"""How Python becomes machine code: field tables, struct views, kernels, the cache and the plan."""

from corten.runtime.kernel import helper, stage, wrapping
from corten.runtime.language.intrinsics import (
    any_lane,
    bits_to_float,
    copysign,
    float_to_bits,
    floor,
    max_lane,
    rint,
    same_lane,
    select,
    sqrt,
    trunc,
)
from corten.runtime.per_precision import per_precision
from corten.runtime.value_types import FloatArray, IntArray, Mat3, Quat, Vec2, Vec3, Vec4, Vec6

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
    "max_lane",
    "per_precision",
    "rint",
    "same_lane",
    "select",
    "sqrt",
    "stage",
    "trunc",
    "wrapping",
]
