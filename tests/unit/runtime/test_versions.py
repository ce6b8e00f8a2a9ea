"""A helper may carry other versions of itself, and a program takes those that its target asks for."""

import hashlib

import pytest

from corten.errors import KernelError
from corten.runtime import helper, stage
from corten.runtime.kernel import SCALAR, Target
from corten.runtime.language.functions import read_program
from corten.runtime.typed.types import Struct
from support.kernels import INPUT, OUTPUT, make


@helper
def doubled(x):
    return x + x


@doubled.version(machine="pretend")
def doubled_there(x):
    return 2.0 * x


@doubled.version(precision="float32")
def doubled_short(x):
    return x * 2.0


@doubled.version(machine="exact", precision="float32")
def doubled_exactly(x):
    return x - -x


@doubled.derivative
def doubled_slope(x):
    return 2.0


@stage
def kernel(m, d):
    """Store what the helper gives."""
    d.total = doubled(m.scale)


@pytest.mark.parametrize(
    ("target", "version"),
    [
        (SCALAR, doubled),
        (Target(machine="other"), doubled),
        (Target(machine="pretend"), doubled_there),
        (Target(precision="float32"), doubled_short),
        (Target(machine="exact", precision="float32"), doubled_exactly),
        (Target(derivative=True), doubled_slope),
    ],
)
def test_target_chooses(target, version):
    """Take the version that names most of the target, else the plain one."""
    program = read_program(kernel, (Struct(INPUT), Struct(OUTPUT)), target)
    assert [function.name.rpartition(".")[0] for function in program.functions] == [version.name, kernel.name]


def test_two_that_fit_equally_are_refused():
    """Refuse a target for which two versions stand side by side."""
    with pytest.raises(KernelError, match="two versions"):
        doubled.for_target(Target(machine="pretend", precision="float32"))


def test_compiled_code_takes_the_plain_one():
    """Run the plain version, compiled and from Python."""
    source, result = make()
    kernel(source, result)
    assert result.total == doubled(source.scale) == 1.5


def test_versions_are_part_of_the_fingerprint():
    """Give a helper another fingerprint when it gets another version."""

    @helper
    def plain(x):
        return x

    def fingerprint():
        digest = hashlib.sha256()
        plain.fingerprint(digest, (INPUT, OUTPUT), set())
        return digest.hexdigest()

    before = fingerprint()

    @plain.version(machine="pretend")
    def other(x):
        return x + 1.0

    assert other(1.0) == 2.0
    assert fingerprint() != before


def test_wrong_declarations_are_refused():
    """Refuse another signature, a second version for the same target, and a version for nothing."""
    with pytest.raises(KernelError, match=r"test_versions.py:\d+: .* takes \(x\) as it does"):

        @doubled.version(machine="third")
        def two_arguments(x, y):
            return x + y

    with pytest.raises(KernelError, match="another version for the same target"):

        @doubled.version(machine="pretend")
        def again(x):
            return x

    with pytest.raises(KernelError, match="for a machine or a precision"):
        doubled.version()
