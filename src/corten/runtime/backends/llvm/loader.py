"""Object code to callable addresses without LLVM, which takes longer to be imported than a model to be loaded.

Kernels are compiled for addresses of 64 bits: each reference is a whole address, to be written where the object says,
and nothing but `memset` and the like lies outside. Objects of that kind are placed into memory here; others are left to
LLVM's loader.
"""

import ctypes
import functools
import mmap
import os
import struct
import sys
from typing import Any, NamedTuple

import numpy as np

# an object of Linux (ELF) for x86-64: how it begins, its kind and machine, and the numbers of what is used of it
MAGIC, RELOCATABLE, X86_64 = b"\x7fELF\x02\x01\x01", 1, 62
SYMBOLS, RELOCATIONS, EMPTY, UNWINDING = 2, 4, 8, 0x70000001
WRITABLE, LOADED = 1, 2
UNDEFINED, FIRST_SPECIAL = 0, 0xFF00
WHOLE_ADDRESS = 1

SECTION = struct.Struct("<IIQQQQIIQQ")
SYMBOL = np.dtype(
    {"names": ["name", "section", "value"], "formats": ["<u4", "<u2", "<u8"], "offsets": [0, 6, 8], "itemsize": 24}
)
RELOCATION = np.dtype([("offset", "<u8"), ("kind", "<u4"), ("symbol", "<u4"), ("addend", "<i8")])

# what objects may refer to outside of themselves
LIBRARY = ("memset", "memcpy", "memmove")

# at which multiples sections lie: the largest that any of them asks for
ALIGNMENT = 64


class Section(NamedTuple):
    """A part of an object, as its header says."""

    name: int
    kind: int
    flags: int
    address: int
    offset: int
    size: int
    link: int
    info: int
    alignment: int
    entry: int


class ObjectFile:
    """An object, taken apart; `plain` tells whether it can be placed."""

    def __init__(self, code: bytes):
        self.code = code
        self.plain = code.startswith(MAGIC) and struct.unpack_from("<HH", code, 16) == (RELOCATABLE, X86_64)
        if not self.plain:
            return
        start, count = struct.unpack_from("<Q", code, 40)[0], struct.unpack_from("<H", code, 60)[0]
        headers = SECTION.iter_unpack(code[start : start + SECTION.size * count])
        self.sections = [Section._make(header) for header in headers]
        self.loaded = [i for i, s in enumerate(self.sections) if s.flags & LOADED and s.size and s.kind != UNWINDING]
        table = next(s for s in self.sections if s.kind == SYMBOLS)
        self._texts = self.sections[table.link].offset
        self.first_global = table.info
        self.symbols = np.frombuffer(code, SYMBOL, table.size // SYMBOL.itemsize, table.offset)
        relocations = [(s.info, self._relocations(s)) for s in self.sections if s.kind == RELOCATIONS]
        self.relocations = [(target, found) for target, found in relocations if target in self.loaded]
        self.plain = all(self._is_plain(found) for _, found in self.relocations) and all(
            self.sections[i].alignment <= ALIGNMENT for i in self.loaded
        )

    def _relocations(self, section: Section) -> np.ndarray:
        return np.frombuffer(self.code, RELOCATION, section.size // RELOCATION.itemsize, section.offset)

    def _is_plain(self, relocations: np.ndarray) -> bool:
        """Tell whether all references are whole addresses of something within, or of the library."""
        used, sections = np.zeros(len(self.symbols), bool), self.symbols["section"]
        used[relocations["symbol"]] = True
        return bool(
            (relocations["kind"] == WHOLE_ADDRESS).all()
            and (sections[used] < FIRST_SPECIAL).all()
            and all(
                self.symbol_name(each) in LIBRARY for each in np.flatnonzero(used & (sections == UNDEFINED)).tolist()
            )
        )

    def symbol_name(self, symbol: int) -> str:
        """Return the name of a symbol."""
        start = self._texts + int(self.symbols["name"][symbol])
        return self.code[start : self.code.index(b"\0", start)].decode()


def can_place() -> bool:
    """Tell whether this process runs objects of the kind that can be placed."""
    return sys.platform == "linux" and os.uname().machine == "x86_64" and ctypes.sizeof(ctypes.c_void_p) == 8


def place(objects: list[ObjectFile]) -> dict[str, int]:
    """Copy plain objects into memory that lasts as long as the process; return the addresses of what they offer."""
    sizes = [0, 0]
    offsets: list[dict[int, tuple[int, int]]] = []
    for each in objects:
        offsets.append({})
        for i in each.loaded:
            part = each.sections[i].flags & WRITABLE
            offsets[-1][i] = part, sizes[part]
            sizes[part] += -(-each.sections[i].size // ALIGNMENT) * ALIGNMENT
    bases = [_new_memory(size) for size in sizes]
    images = [_bytes_at(base, size) for base, size in zip(bases, sizes, strict=True)]
    found: dict[str, int] = {}
    for each, place_of in zip(objects, offsets, strict=True):
        starts = np.zeros(len(each.sections), np.uint64)
        for i, (part, offset) in place_of.items():
            starts[i] = bases[part] + offset
            section = each.sections[i]
            if section.kind != EMPTY:
                content = np.frombuffer(each.code, np.uint8, section.size, section.offset)
                images[part][offset : offset + section.size] = content
        addresses = _addresses(each, starts)
        for target, relocations in each.relocations:
            part, offset = place_of[target]
            values = addresses[relocations["symbol"]] + relocations["addend"].view(np.uint64)
            at = (relocations["offset"] + np.uint64(offset))[:, None] + np.arange(8, dtype=np.uint64)
            images[part][at] = values.view(np.uint8).reshape(-1, 8)
        for symbol in range(each.first_global, len(each.symbols)):
            if each.symbols["section"][symbol] != UNDEFINED:
                found[each.symbol_name(symbol)] = int(addresses[symbol])
    _make_executable(bases[0], sizes[0])
    return found


def _addresses(each: ObjectFile, starts: np.ndarray) -> np.ndarray:
    """Return the address of each symbol of an object whose sections lie at `starts`."""
    sections = each.symbols["section"]
    inside = np.where(sections < FIRST_SPECIAL, sections, UNDEFINED)
    addresses = starts[inside] + each.symbols["value"]
    for symbol in (np.flatnonzero(sections[each.first_global :] == UNDEFINED) + each.first_global).tolist():
        addresses[symbol] = _library_address(each.symbol_name(symbol))
    return addresses


@functools.cache
def _library() -> Any:
    library = ctypes.CDLL(None, use_errno=True)
    library.mmap.restype = ctypes.c_void_p
    library.mmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t, *[ctypes.c_int] * 3, ctypes.c_long]
    library.mprotect.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int]
    return library


@functools.cache
def _library_address(name: str) -> int:
    return ctypes.cast(getattr(_library(), name), ctypes.c_void_p).value or 0


def _new_memory(size: int) -> int:
    """Return the address of new pages that can be written, which are never given back."""
    if not size:
        return 0
    kind = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS
    address = _library().mmap(None, size, mmap.PROT_READ | mmap.PROT_WRITE, kind, -1, 0)
    if address is None or address == ctypes.c_void_p(-1).value:
        raise OSError(ctypes.get_errno(), "there is no memory for compiled kernels")
    return address


def _bytes_at(address: int, size: int) -> np.ndarray:
    """Return memory as an array of bytes."""
    return np.frombuffer(memoryview((ctypes.c_uint8 * size).from_address(address)), np.uint8)


def _make_executable(address: int, size: int) -> None:
    """Let the processor run what lies there, and nobody write it."""
    if size and _library().mprotect(address, size, mmap.PROT_READ | mmap.PROT_EXEC):
        raise OSError(ctypes.get_errno(), "the system refuses to run compiled kernels")


# ---------------------------------------------------------------- all object code of the process


class Loader:
    """Holds all object code of the process; addresses stay valid until it ends."""

    def __init__(self) -> None:
        self._addresses: dict[str, int] = {}

    def load(self, objects: list[bytes]) -> None:
        """Add object code."""
        found = [ObjectFile(code) for code in objects] if can_place() else []
        self._addresses |= place([each for each in found if each.plain])
        others = [each.code for each in found if not each.plain] if found else objects
        if others:
            self._load_by_llvm(others)

    def _load_by_llvm(self, objects: list[bytes]) -> None:
        from corten.runtime.backends.llvm.machine import binding

        for code in objects:
            self._engine.add_object_file(binding().ObjectFileRef.from_data(code))
        self._engine.finalize_object()

    @functools.cached_property
    def _engine(self) -> Any:
        """LLVM's loader."""
        from corten.runtime.backends.llvm.machine import binding, new_target_machine

        empty = binding().parse_assembly("")
        empty.triple = binding().get_default_triple()
        return binding().create_mcjit_compiler(empty, new_target_machine())

    def address(self, symbol: str) -> int:
        """Return the address of a function, 0 if there is none."""
        if symbol in self._addresses:
            return self._addresses[symbol]
        return self._engine.get_function_address(symbol) if "_engine" in self.__dict__ else 0


@functools.cache
def process_loader() -> Loader:
    """Return the process's loader."""
    return Loader()
