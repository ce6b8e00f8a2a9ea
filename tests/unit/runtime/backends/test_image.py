"""Object code is placed into memory without LLVM where it is plain, and by LLVM where it is not."""

import ctypes

import pytest

from corten.runtime.backends.llvm import loader as loading
from corten.runtime.backends.llvm.loader import Loader, ObjectFile, can_place
from corten.runtime.backends.llvm.machine import compile_object

# a table that is read, memory that is written, a large block that is cleared by the library, and a call within
PLAIN = """
@table = private constant [4 x double] [double 1.0, double 2.5, double 4.0, double 8.5]
@count = internal global i64 0

declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

define double @"plain"(i64 %index, ptr %block) {
  call void @llvm.memset.p0.i64(ptr %block, i8 7, i64 4096, i1 false)
  %at = getelementptr double, ptr @table, i64 %index
  %value = load double, ptr %at
  %result = call double @"next"(double %value)
  ret double %result
}

define double @"next"(double %value) noinline {
  %old = load volatile i64, ptr @count
  %new = add i64 %old, 1
  store volatile i64 %new, ptr @count
  %real = sitofp i64 %new to double
  %sum = fadd double %value, %real
  ret double %sum
}
"""
FOREIGN = """
declare double @cos(double)

define double @"foreign"(double %x) {
  %y = call double @cos(double %x)
  ret double %y
}
"""
placed = pytest.mark.skipif(not can_place(), reason="objects are placed on Linux for x86-64 only")


def run_plain(loader):
    """Return what the plain function gives when it is called twice, and the block that it has filled."""
    function = ctypes.CFUNCTYPE(ctypes.c_double, ctypes.c_int64, ctypes.c_void_p)(loader.address("plain"))
    block = ctypes.create_string_buffer(4096)
    return [function(index, block) for index in (1, 3)], block.raw


@placed
def test_plain_code_is_placed_as_llvm_does(monkeypatch):
    """Give the same results as LLVM's own loader, without it."""
    code = compile_object(PLAIN)
    assert ObjectFile(code).plain
    own, other = Loader(), Loader()
    own.load([code])
    assert "_engine" not in vars(own)
    monkeypatch.setattr(loading, "can_place", lambda: False)
    other.load([code])
    assert "_engine" in vars(other)
    assert run_plain(own) == run_plain(other) == ([3.5, 10.5], b"\7" * 4096)


@placed
def test_several_objects_share_memory():
    """Place objects side by side, each with its own tables and memory."""
    twin = PLAIN.replace('@"plain"', '@"twin"').replace('@"next"', '@"after"').replace("2.5", "20.5")
    loader = Loader()
    loader.load([compile_object(PLAIN), compile_object(twin)])
    function = ctypes.CFUNCTYPE(ctypes.c_double, ctypes.c_int64, ctypes.c_void_p)
    block = ctypes.create_string_buffer(4096)
    assert function(loader.address("twin"))(1, block) == 21.5
    assert run_plain(loader)[0] == [3.5, 10.5]


def test_other_code_is_left_to_llvm():
    """Load code that refers to what is not expected, beside code that is plain."""
    foreign = compile_object(FOREIGN)
    assert not ObjectFile(foreign).plain
    loader = Loader()
    loader.load([compile_object(PLAIN), foreign])
    assert ctypes.CFUNCTYPE(ctypes.c_double, ctypes.c_double)(loader.address("foreign"))(0.0) == 1.0
    assert run_plain(loader)[0] == [3.5, 10.5]
    assert loader.address("unknown") == 0


@pytest.mark.parametrize("code", [b"", b"\x7fELF", b"MZ" + bytes(100)])
def test_what_is_no_object_is_not_placed(code):
    """Leave what has another format to LLVM."""
    assert not ObjectFile(code).plain
