"""Object code is placed into memory without LLVM, through pages that are never writable and executable at once."""

import ctypes

import numpy as np
import pytest

from corten.runtime.backends.llvm import loader as loading
from corten.runtime.backends.llvm.binding import binding
from corten.runtime.backends.llvm.instruction_sets import INSTRUCTION_SETS
from corten.runtime.backends.llvm.loader import Image, Loader, ObjectFile
from corten.runtime.backends.llvm.machine import compile_object
from corten.runtime.backends.llvm.processor import instruction_set

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
placed = pytest.mark.skipif(instruction_set() is None, reason="on this processor LLVM's loader places all code")


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
    monkeypatch.setattr(loading, "instruction_set", lambda: None)
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
    assert loader.address("unknown") == 0


@placed
def test_other_code_is_refused():
    """Never run code that refers to what is not expected."""
    foreign = compile_object(FOREIGN)
    assert not ObjectFile(foreign).plain
    with pytest.raises(ValueError, match="outside of kernels"):
        Loader().load([compile_object(PLAIN), foreign])


@pytest.mark.parametrize("code", [b"", b"\x7fELF", b"MZ" + bytes(100)])
def test_what_is_no_object_is_not_placed(code):
    """Tell other formats apart."""
    assert not ObjectFile(code).plain


# ---------------------------------------------------------------- pages and references of other machines


class FakePages:
    """Pages at addresses that nobody has, with what is done to them in order."""

    def __init__(self):
        self.memory, self.done = {}, []

    def allocate(self, size, code=True):
        address = 0x1234_5678_9000 if code else 0x7654_3210_0000
        self.memory[address] = bytearray(size)
        self.done.append(("allocate", code))
        return address

    def write(self, address, content):
        self.memory[address][: len(content)] = content
        self.done.append(("write", address))

    def make_executable(self, address, size):
        assert size == len(self.memory[address])
        self.done.append(("execute", address))


def object_for(name):
    """Return the plain module as an object for an instruction set."""
    wanted = INSTRUCTION_SETS[name]
    machine = (
        binding()
        .Target.from_triple(wanted.triple)
        .create_target_machine(cpu=wanted.cpu, features=wanted.features, opt=3, codemodel="large", reloc="static")
    )
    module = binding().parse_assembly(PLAIN)
    module.triple, module.data_layout = wanted.triple, str(machine.target_data)
    return ObjectFile(machine.emit_object(module))


LIBRARY = {"memset": 0x0BAD_CAFE_1000, "memcpy": 0x0BAD_CAFE_2000, "memmove": 0x0BAD_CAFE_3000}


def arm_addresses(words):
    """Return the addresses that instructions of ARM put together: one movz and three movk to a register."""
    found, parts = set(), {}
    for word in words.tolist():
        register, quarter, value = word & 31, word >> 21 & 3, word >> 5 & 0xFFFF
        if word >> 23 & 0x1FF in (0b110100101, 0b111100101):
            parts.setdefault(register, {})[quarter] = value
            if len(parts[register]) == 4:
                found.add(sum(part << 16 * place for place, part in parts.pop(register).items()))
    return found


def test_references_of_arm():
    """Put whole addresses into instructions of ARM, and reach the library through a stub."""
    pages = FakePages()
    found = Image([object_for("aarch64")], pages, LIBRARY).place(pages)
    code, data = sorted(pages.memory)
    assert code < found["next"] != found["plain"] < code + len(pages.memory[code])
    words = np.frombuffer(bytes(pages.memory[code]), "<u4")
    # the counter lies in memory that is written; the table beside the code
    assert data in arm_addresses(words)
    table = bytes(pages.memory[code]).index(np.array([1.0, 2.5]).tobytes()) + code
    assert table in arm_addresses(words)
    # a call (bl) or a jump (b) to the stub, which has the whole address
    calls = [
        place * 4 + ((int(word) & 0x3FFFFFF) << 2) & 0xFFFFFFF
        for place, word in enumerate(words)
        if int(word) >> 26 in (0b100101, 0b000101)
    ]
    (stub,) = [at for at in calls if at < 64]
    assert words[stub // 4 : stub // 4 + 2].tolist() == [loading.LOAD_X16, loading.JUMP_X16]
    assert words[stub // 4 + 2 : stub // 4 + 4].view("<u8")[0] == LIBRARY["memset"]


def test_references_of_x86():
    """Put whole addresses where objects for x86 want them."""
    pages = FakePages()
    Image([object_for("x86-64-v2")], pages, LIBRARY).place(pages)
    code, data = sorted(pages.memory)
    content = bytes(pages.memory[code])
    assert data.to_bytes(8, "little") in content and LIBRARY["memset"].to_bytes(8, "little") in content


def test_pages_are_written_before_they_are_executed():
    """Write code once, then make it executable, and never make executable what code writes."""
    pages = FakePages()
    Image([object_for("x86-64-v3")], pages, LIBRARY).place(pages)
    code, data = sorted(pages.memory)
    assert pages.done == [("allocate", True), ("allocate", False), ("write", code), ("write", data), ("execute", code)]
