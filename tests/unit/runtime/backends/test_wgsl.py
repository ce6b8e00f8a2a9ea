"""Shaders compute in 32 bits what plain Python does, statement by statement, for many environments at a time."""

from dataclasses import replace

import numpy as np
import pytest

from corten.errors import KernelError
from corten.runtime import bits_to_float, copysign, float_to_bits, floor, helper, rint, select, sqrt, stage, trunc
from corten.runtime.backends.wgsl import LOOPS_CUT, TILE, Slots, stage_shader
from corten.runtime.backends.wgsl.expressions import ExpressionWriter
from corten.runtime.backends.wgsl.module import ModuleWriter
from corten.runtime.fields import F4, F8, Field, Layout
from corten.runtime.kernel import bind
from corten.runtime.plan import STATUS, Skip
from corten.runtime.storage import Storage
from corten.runtime.typed import tree
from corten.runtime.typed.types import NONE
from support.devices import assert_same
from support.kernels import INPUT, OUTPUT, make
from support.shaders import Pools, run_stage
from unit.runtime import test_lane_code
from unit.runtime.language import test_language
from unit.runtime.passes import test_lowering

# more than one tile, and the last one not full
COUNT = TILE + 9


def single(layout: Layout, *more: Field, varies: bool) -> Layout:
    """Return a layout whose floats have 32 bits."""
    fields = [replace(field, kind=F4) if field.kind is F8 else field for field in layout.fields.values()]
    return Layout(layout.name, tuple(layout.sizes.values()), (*fields, *more), varies=varies)


STATUS_FIELD = Field(STATUS, OUTPUT.fields["error_where"].kind, (), "status of the last run")


class Shared(Storage):
    """What test kernels read, the same for all environments."""

    layout = single(INPUT, varies=False)


class Own(Storage):
    """What test kernels read, another for each environment."""

    layout = single(INPUT, varies=True)


class Wide(Storage):
    """The same in 64 bits."""

    layout = INPUT


class Result(Storage):
    """What test kernels write, with a status."""

    layout = single(OUTPUT, STATUS_FIELD, varies=True)


class WideResult(Storage):
    """The same in 64 bits."""

    layout = Layout(OUTPUT.name, tuple(OUTPUT.sizes.values()), (*OUTPUT.fields.values(), STATUS_FIELD), varies=True)


@helper
def counted(d, x):
    d.total += 1.0
    return x > d.total


@helper
def moved(d, place):
    d.error_where += place
    return d.error_where


@stage
def ordered_effects(m, d):
    """Calls that change what the same expression reads, before and after them, and calls that are left out."""
    x, y, count = m.x, d.y, d.count
    for i in range(m.n):
        y[i] = d.total + select(counted(d, x[i]), d.total, -d.total) * d.total
        if (x[i] > 0.0 and counted(d, 4.0)) or not counted(d, 3.0):
            y[i] += d.total
        while d.error_where < i and moved(d, 1) < 4:
            count[i] += d.error_where
        count[moved(d, 0) % m.n] = moved(d, 2) + d.error_where * moved(d, 1)
        d.error_where = 0


INFINITY = float("inf")


@stage
def finds_nan(m, d):
    """NaN and infinity, which shader compilers may assume not to exist."""
    x, y, count = m.x, d.y, d.count
    for i in range(m.n):
        value = x[i]
        count[i] = int(value != value) + 2 * int(value == value) + 4 * int(not value < 1.0) + 8 * int(not value >= 1.0)
        count[i] += 16 * int(not value <= 1.0) + 32 * int(not abs(value) > 1.0)
        y[i] = min(value, 1.0) if value < INFINITY else max(1.0, value)


@stage
def rounds(m, d):
    """Every intrinsic function of floats, and those of ints."""
    x, index, y, z, count = m.x, m.index, d.y, d.z, d.count
    for i in range(m.n):
        y[i] = floor(x[i] * 3.0) + 10.0 * trunc(x[i] * 3.0) + 100.0 * rint(x[i] * 3.0)
        z[i, 0], z[i, 1] = copysign(2.0, x[i]), min(x[i], 0.25) + max(x[i], -0.5)
        z[i, 2] = sqrt(abs(x[i]))
        count[i] = min(index[i], 2) + max(index[i], -1) + int(x[i] * 5.0) + abs(index[i]) + int(x[i] > 0.0)


@stage
def bits(m, d):
    """Floats as ints and back."""
    x, y, count = m.x, d.y, d.count
    for i in range(m.n):
        count[i] = float_to_bits(x[i])
        y[i] = bits_to_float(count[i] + 1)


@helper
def cross(a, b):
    return a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]


@stage
def signs_of_zero(m, d):
    """Products with zeros and sums of them, which drivers simplify if they know of the zeros."""
    x, y, z = m.x, d.y, d.z
    for i in range(1, m.n):
        z[i, 0], z[i, 1], z[i, 2] = cross((0.0, 0.0, 1.0), (x[i], x[i - 1], 0.0 * x[i]))
        sum = 0.0
        for _ in range(2):
            sum += x[i] * 0.0
        y[i] = sum + (-0.0) * x[i - 1]


@helper
def divided(x, by):
    return x / by


@stage
def divides(m, d):
    """Quotients with constants, of which drivers make products if they know of them."""
    x, y, z = m.x, d.y, d.z
    for i in range(m.n):
        y[i] = x[i] / 3.0
        z[i, 0], z[i, 1], z[i, 2] = divided(x[i], 0.7), 5.0 * (0.3 / x[i]), 7.0 * (x[i] / 11.0)


@stage
def too_large(m, d):
    d.error_where = m.n & 0xFFFFFFFF


@stage
def too_small(m, d):
    d.total = m.scale * 1e-60


@stage
def too_far(m, d):
    d.error_where = m.n >> 40


@stage
def enough(m, d):
    return int(m.x[0] > 0.0)


@stage
def doubles(m, d):
    d.total = 2.0 * d.total + 1.0


@stage
def turns(m, d):
    """Count the turns of loops, of which there are more than a driver may allow, or fewer."""
    for _ in range(1000 * m.index[0]):
        for _ in range(100):
            d.error_where += 1


@stage
def fails(m, d):
    return 7 if m.x[0] > 0.5 else 0


VALUES = (0.0, 1.0)


@stage
def looks_up_constants(m, d):
    """A number from a table for each environment."""
    d.y[0] = VALUES[d.error_where]


KERNELS = [
    ordered_effects,
    finds_nan,
    rounds,
    *test_lane_code.KERNELS,
    *test_lowering.KERNELS,
    *(kernel for kernel in test_language.STAGES if kernel is not test_language.intrinsics),
]


def environments(own):
    """Return inputs and outputs of some environments, each with an input of its own or all with the same."""
    models, datas = [], []
    for number in range(COUNT):
        source, _ = make(seed=number if own else 0)
        model, data = (Own if own else Shared)(source.sizes()), Result(source.sizes())
        for name in INPUT.fields:
            setattr(model, name, getattr(source, name))
        data.y, data.count = np.random.default_rng(number).normal(size=source.n), number % source.n
        models.append(model)
        datas.append(data)
    return models if own else models[:1], datas


def run(kernel, models, datas):
    """Run a kernel on the device; return what each environment's Data holds then."""
    layouts = (models[0].layout, datas[0].layout)
    pools = Pools(Slots(layouts), models, datas)
    run_stage(kernel, pools, layouts)
    return [pools.read(number, data) for number, data in enumerate(datas)]


def run_plainly(kernel, model, data):
    """Run a kernel as plain Python on floats of 64 bits that begin as those of 32; return all fields then."""
    wide, result = Wide(model.sizes()), WideResult(data.sizes())
    for new, old in ((wide, model), (result, data)):
        for name in new.layout.fields:
            setattr(new, name, getattr(old, name))
    with np.errstate(all="ignore"):
        result.error_kind = kernel.function(wide.engine_view(), result.engine_view()) or 0
    return result._views


@pytest.mark.parametrize("kernel", KERNELS, ids=lambda kernel: kernel.__name__)
def test_shaders_compute_what_python_does(kernel):
    """Run a kernel on the device and as plain Python; compare all that it wrote."""
    models, datas = environments(own=True)
    if kernel is finds_nan:
        for number, value in enumerate((np.nan, np.inf, -np.inf, 1.0)):
            models[number].x[:] = value
    found = run(kernel, models, datas)
    for number, (model, data) in enumerate(zip(models, datas, strict=True)):
        for name, wanted in run_plainly(kernel, model, data).items():
            np.testing.assert_allclose(found[number][name], wanted, 1e-5, 1e-5, err_msg=f"{name} of {number}")


def test_environments_share_a_model():
    """Read the same Model in all environments, and give each results of its own."""
    models, datas = environments(own=False)
    found = run(test_lane_code.looks_up, models, datas)
    for number, data in enumerate(datas):
        for name, wanted in run_plainly(test_lane_code.looks_up, models[0], data).items():
            np.testing.assert_allclose(found[number][name], wanted, 1e-5, 1e-5, err_msg=f"{name} of {number}")


def test_bits_are_kept():
    """Give the bits of floats as ints, and every constant to the last bit."""
    models, datas = environments(own=True)
    found = run(bits, models, datas)
    for model, result in zip(models, found, strict=True):
        assert result["count"].tobytes() == model.x.tobytes()
        assert result["y"].tobytes() == (model.x.view(np.int32) + 1).tobytes()

    values = np.random.default_rng(0).integers(0, 2**32, TILE, np.uint32).view(np.float32)
    values[:5] = 1e-45, 3.4028235e38, 1.1754944e-38, 0.1, -0.0
    for number, data in enumerate(datas):
        data.error_where = number % TILE
    found = run(bind(looks_up_constants, VALUES=tuple(values.tolist())), models, datas)
    for number in range(TILE):
        assert found[number]["y"][0].tobytes() == values[number].tobytes()


def test_zeros_keep_their_signs():
    """Give zeros the signs that the rules of floats give them."""
    models, datas = environments(own=True)
    found = run(signs_of_zero, models, datas)
    for number, (model, data) in enumerate(zip(models, datas, strict=True)):
        for name, wanted in run_plainly(signs_of_zero, model, data).items():
            assert found[number][name].tobytes() == wanted.astype(found[number][name].dtype).tobytes(), name


def test_quotients_are_rounded_once():
    """Divide by constants to the last bit, which products with their inverses would not give."""
    models, datas = environments(own=True)
    found = run(divides, models, datas)
    for model, result in zip(models, found, strict=True):
        x, (three, seven, eleven) = model.x, np.float32([3, 7, 11])
        by_hand = [x / np.float32(0.7), np.float32(5) * (np.float32(0.3) / x), seven * (x / eleven)]
        assert_same(result["y"], x / three)
        assert_same(result["z"], np.stack(by_hand, axis=1))


def test_environments_that_failed_or_pass_do_nothing():
    """Record a status, run nothing afterwards, and pass over as many stages as a condition says."""
    models, datas = environments(own=True)
    layouts = (models[0].layout, datas[0].layout)
    pools = Pools(Slots(layouts), models, datas)
    passing = np.array([model.x[0] > 0.0 for model in models])
    failing = np.array([model.x[0] > 0.5 for model in models])
    for place, kernel in enumerate((Skip(enough, 2), doubles, doubles, doubles, fails, doubles)):
        run_stage(kernel, pools, layouts, place)
    found = [pools.read(number, data) for number, data in enumerate(datas)]
    expected = np.where(failing, 1.0, np.where(passing, 3.0, 15.0))
    np.testing.assert_array_equal([float(result["total"]) for result in found], expected)
    np.testing.assert_array_equal([int(result[STATUS]) for result in found], np.where(failing, 7, 0))


def test_loops_that_a_driver_ends_are_found():
    """Run 100,000 turns of loops: a driver that does not is found out, and no others than those environments fail."""
    models, datas = environments(own=True)
    for number, model in enumerate(models):
        model.index[0] = number >= TILE
    found = run(turns, models, datas)
    for number, result in enumerate(found):
        right = int(result["error_where"]) == (100_000 if number >= TILE else 0)
        assert int(result[STATUS]) == (0 if right else LOOPS_CUT)
        assert right or number >= TILE


@pytest.mark.parametrize(
    ("kernel", "words"),
    [
        (too_large, "the constant 4294967295 must have a value for float32 .*: it does not fit 32 bits"),
        (too_small, "the constant 1e-60 must have a value for float32 .*: it vanishes in float32"),
        (too_far, "ints have 32 bits; they cannot be shifted by 40"),
    ],
)
def test_what_does_not_fit_is_refused(kernel, words):
    """Refuse what 32 bits cannot hold, with file, line and kernel."""
    code = kernel.function.__code__
    with pytest.raises(
        KernelError, match=f"{code.co_filename}:{code.co_firstlineno + 2}: .*{kernel.__name__}: {words}"
    ):
        stage_shader(kernel, (Shared.layout, Result.layout))


def test_lines_of_shaders_know_their_source():
    """Name the line of Python of each line of a shader, in the text and in a table."""
    shader = stage_shader(doubles, (Shared.layout, Result.layout))
    place = f"test_wgsl.py:{doubles.function.__code__.co_firstlineno + 2}"
    lines = shader.text.splitlines()
    found = [number for number, text in enumerate(lines, 1) if "2.0e+00f" in text]
    assert len(lines) == len(shader.places) and len(found) == 1
    assert shader.place(found[0]) == place and lines[found[0] - 1].endswith(f"// {place}")
    assert shader.place(1) == shader.place(0) == shader.place(len(lines) + 1) == ""


def test_names_are_no_types():
    """Give counters of loops names that are no types, however many there are: `i32` was one."""
    writer = ExpressionWriter(ModuleWriter(Slots((Shared.layout, Result.layout))), tree.Function("a.b.0", "", [], NONE))
    names = [writer.fresh(hint) for _ in range(64) for hint in "iu"]
    assert len(set(names)) == len(names) and not {"i32", "u32", "i64", "u64"} & set(names)
