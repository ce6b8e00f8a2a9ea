"""Shapes that are functions of users: the distance fields of a model know them, however deep a stage asks.

The helpers here are templates. `bound` puts the user's functions in the place of `function` and `gradient`, what is
asked of all other geoms in that of `otherwise`, and the number that the model gives to the plugin in that of `NUMBER`;
`substituted` puts the result into all stages that ask for distances.
"""

import hashlib
from collections.abc import Mapping, Sequence
from dis import get_instructions
from functools import cache
from typing import Any, TypeVar, cast

from corten.assets.implicit.formulas import STEP
from corten.assets.implicit.isosurface import Formula, sample_shape
from corten.distance_field import sdf_distance, sdf_gradient
from corten.errors import AssetError
from corten.model import Model
from corten.runtime import Vec3, helper
from corten.runtime.kernel import Helper, Stage, bind
from corten.stages.user.registry import UserFunction, plugin_function, plugin_functions

# ---- substitution: kernels in which other helpers stand in the place of some, however deep these are called


Kernel = TypeVar("Kernel", bound=Helper)

Exchanges = tuple[tuple[Helper, Helper], ...]


@cache
def substituted(kernel: Kernel, exchanges: Exchanges) -> Kernel:
    """Return a kernel that calls the second of each pair of helpers where it would call the first.

    A kernel that reaches none of them is returned as it is.
    """
    known, new = kernel.function.__globals__, {}
    # names of attributes, which the list of names of a code has too, are none of global values
    names = {each.argval for each in get_instructions(kernel.function) if each.opname == "LOAD_GLOBAL"}
    for name in sorted(names):
        value = known.get(name)
        if isinstance(value, Helper):
            twin = dict(exchanges).get(value) or substituted(value, exchanges)
            if twin is not value:
                new[name] = twin
    return bound(kernel, new) if new else kernel


def bound(kernel: Kernel, values: Mapping[str, object]) -> Kernel:
    """Return a kernel with the code of another in which some global names stand for other values."""
    return type(kernel)(bind(cast("Stage", kernel), **values).function)


# ---- shapes


# placeholder of the templates
NUMBER = 0


@helper
def function(prm: Any, x: Vec3) -> float:
    """Return nothing of interest: the user's distance stands in its place."""
    return 0.0


@helper
def gradient(prm: Any, x: Vec3) -> Vec3:
    """Return nothing of interest: the gradient stands in its place."""
    return 0.0, 0.0, 0.0


@helper
def otherwise(m, g: int, x: Vec3) -> float | Vec3:
    """Return nothing of interest: what other geoms are asked stands in its place."""
    return 0.0


@helper
def user_distance(m, g: int, x: Vec3) -> float:
    """Return the signed distance [m] of a point to a geom of type sdf, which may be the shape of a user's plugin."""
    p = m.geom_plugin[g]
    if p >= 0 and m.plugin[max(0, p)] == NUMBER:
        return float(function(all_parameters(m, p), x))
    return otherwise(m, g, x)


@helper
def user_gradient(m, g: int, x: Vec3) -> Vec3:
    """Return the gradient of the distance to a geom of type sdf, which may be the shape of a user's plugin."""
    p = m.geom_plugin[g]
    if p >= 0 and m.plugin[max(0, p)] == NUMBER:
        dx, dy, dz = gradient(all_parameters(m, p), x)
        return float(dx), float(dy), float(dz)
    return otherwise(m, g, x)


@helper
def own_distance(kind: int, prm: tuple[float, ...], x: Vec3) -> float:
    """Return the signed distance [m] of a point to the shape of a user's plugin, whatever the kind says."""
    return float(function(prm, x))


@helper
def all_parameters(m, p: int) -> tuple[float, ...]:
    """Return the numbers of the configuration of an instance of a plugin."""
    prm = m.plugin_prm
    return prm[p, 0], prm[p, 1], prm[p, 2], prm[p, 3], prm[p, 4], prm[p, 5], prm[p, 6], prm[p, 7]


@helper
def difference_gradient(prm: Any, x: Vec3) -> Vec3:
    """Return the gradient of a distance by differences, as MuJoCo's shapes have it."""
    here = function(prm, x)
    along_x = function(prm, (x[0] + STEP, x[1], x[2]))
    along_y = function(prm, (x[0], x[1] + STEP, x[2]))
    along_z = function(prm, (x[0], x[1], x[2] + STEP))
    return (along_x - here) / STEP, (along_y - here) / STEP, (along_z - here) / STEP


def user_formula(name: str, prm: tuple[float, ...]) -> Formula:
    """Return the formula that a plugin of a user is; its surface is known if it has a box."""
    distance, box = plugin_function("sdf", name), plugin_function("sdf_box", name)
    assert distance is not None
    if box is None:
        raise AssetError(f"the plugin {name!r} has no box; register an sdf_box function of that name")
    digest = hashlib.sha256()
    distance.helper.fingerprint(digest, (), set())
    numbers = tuple(float(number) for number in box.helper(prm))
    sample = bind(sample_shape, implicit_distance=bound(own_distance, {"function": distance.helper}))
    return Formula(name, digest.hexdigest(), 0, prm, numbers, sample)


def with_user_shapes(model: Model, stages: Sequence[Stage]) -> tuple[Stage, ...]:
    """Return stages that know the shapes of users' plugins which geoms of a model have."""
    if not model.nplugin:
        return tuple(stages)
    shapes = tuple(
        (number, function.helper, _gradient(function))
        for number, function in plugin_functions(model, "sdf", model.geom_plugin)
    )
    if not shapes:
        return tuple(stages)
    exchanges = _exchanges(shapes)
    return tuple(substituted(stage, exchanges) for stage in stages)


@cache
def _exchanges(shapes: tuple[tuple[int, Helper, Helper], ...]) -> Exchanges:
    """Return what takes the place of the distance and the gradient of geoms of type sdf."""
    distance, slope = sdf_distance, sdf_gradient
    for number, own, own_gradient in shapes:
        distance = bound(user_distance, {"NUMBER": number, "function": own, "otherwise": distance})
        slope = bound(user_gradient, {"NUMBER": number, "gradient": own_gradient, "otherwise": slope})
    return (sdf_distance, distance), (sdf_gradient, slope)


def _gradient(function: UserFunction) -> Helper:
    """Return the gradient that belongs to a distance: the user's own, or differences."""
    own = plugin_function("sdf_gradient", function.name)
    return _differences(function.helper) if own is None else own.helper


@cache
def _differences(distance: Helper) -> Helper:
    return bound(difference_gradient, {"function": distance})
