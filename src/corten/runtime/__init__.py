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

__all__ = [
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
