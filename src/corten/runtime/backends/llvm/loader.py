"""Object code to callable addresses without LLVM, which takes longer to be imported than a model to be loaded.

Kernels are compiled for addresses of 64 bits, on every system into the same kind of object: each reference is a whole
address, to be written where the object says, and nothing but `memset` and the like lies outside. Where code for another
family of processors is made by LLVM for the processor itself, it is left to LLVM's loader.
"""

import ctypes
import functools
import struct
import sys
from typing import Any, NamedTuple

import numpy as np

from corten.runtime.backends.llvm.pages import Pages, system_pages
from corten.runtime.backends.llvm.processor import instruction_set

# an object (ELF): how it begins, its kind and machines, and the numbers of what is used of it
MAGIC, RELOCATABLE, MACHINES = b"\x7fELF\x02\x01\x01", 1, {62: "x86-64", 183: "aarch64"}
SYMBOLS, RELOCATIONS, EMPTY = 2, 4, 8
WRITABLE, LOADED = 1, 2
UNDEFINED, FIRST_SPECIAL = 0, 0xFF00

# the section that says how to unwind the stack, which nobody does here
UNWINDING = b".eh_frame"

# references: a whole address (R_X86_64_64, R_AARCH64_ABS64); 16 bits of one in an instruction of ARM, of which the last
# two kinds are the highest 16 (R_AARCH64_MOVW_UABS_G0 to G3); a jump or a call of ARM (R_AARCH64_JUMP26, CALL26)
WHOLE = {"x86-64": (1,), "aarch64": (257,)}
QUARTERS, NEAR = {"x86-64": (), "aarch64": tuple(range(263, 270))}, {"x86-64": (), "aarch64": (282, 283)}

# calls of ARM reach 128 MB; what lies further away is reached through a few instructions beside the code: load the
# address that stands behind them into x16, which calls may change, and go there
STUB, STUB_SIZE = struct.Struct("<IIQ"), 16
LOAD_X16, JUMP_X16 = 0x58000050, 0xD61F0200

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
        kind, machine = struct.unpack_from("<HH", code, 16) if code.startswith(MAGIC) else (0, 0)
        self.machine = MACHINES.get(machine, "")
        self.plain = kind == RELOCATABLE and bool(self.machine)
        if not self.plain:
            return
        start, count = struct.unpack_from("<Q", code, 40)[0], struct.unpack_from("<H", code, 60)[0]
        headers = SECTION.iter_unpack(code[start : start + SECTION.size * count])
        self.sections = [Section._make(header) for header in headers]
        names = self.sections[struct.unpack_from("<H", code, 62)[0]].offset
        self.loaded = [
            i
            for i, s in enumerate(self.sections)
            if s.flags & LOADED and s.size and not code.startswith(UNWINDING, names + s.name)
        ]
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
        """Tell whether all references are of known kinds, to something within or to the library."""
        kinds = WHOLE[self.machine] + QUARTERS[self.machine] + NEAR[self.machine]
        used, sections = np.zeros(len(self.symbols), bool), self.symbols["section"]
        used[relocations["symbol"]] = True
        return bool(
            np.isin(relocations["kind"], kinds).all()
            and (sections[used] < FIRST_SPECIAL).all()
            and all(
                self.symbol_name(each) in LIBRARY for each in np.flatnonzero(used & (sections == UNDEFINED)).tolist()
            )
        )

    def symbol_name(self, symbol: int) -> str:
        """Return the name of a symbol."""
        start = self._texts + int(self.symbols["name"][symbol])
        return self.code[start : self.code.index(b"\0", start)].decode()


class Image:
    """Objects as they lie in memory: code and constants in one part, which is then executed, and what code writes."""

    def __init__(self, objects: list[ObjectFile], pages: Pages, library: "dict[str, int]"):
        self.objects, self._library = objects, library
        stubs = LIBRARY if any(NEAR[each.machine] for each in objects) else ()
        sizes = [-(-STUB_SIZE * len(stubs) // ALIGNMENT) * ALIGNMENT, 0]
        self.offsets: list[dict[int, tuple[int, int]]] = []
        for each in objects:
            self.offsets.append({})
            for i in each.loaded:
                part = each.sections[i].flags & WRITABLE
                self.offsets[-1][i] = part, sizes[part]
                sizes[part] += -(-each.sections[i].size // ALIGNMENT) * ALIGNMENT
        self.bases = [pages.allocate(size, code=not part) if size else 0 for part, size in enumerate(sizes)]
        self.parts = [np.zeros(size, np.uint8) for size in sizes]
        self._stubs = {library[name]: self.bases[0] + STUB_SIZE * place for place, name in enumerate(stubs)}
        for place, name in enumerate(stubs):
            code = STUB.pack(LOAD_X16, JUMP_X16, library[name])
            self.parts[0][STUB_SIZE * place :][:STUB_SIZE] = np.frombuffer(code, np.uint8)

    def place(self, pages: Pages) -> dict[str, int]:
        """Write all objects to their places; return the addresses of what they offer."""
        found: dict[str, int] = {}
        for each, place_of in zip(self.objects, self.offsets, strict=True):
            starts = np.zeros(len(each.sections), np.uint64)
            for i, (part, offset) in place_of.items():
                starts[i] = self.bases[part] + offset
                section = each.sections[i]
                if section.kind != EMPTY:
                    content = np.frombuffer(each.code, np.uint8, section.size, section.offset)
                    self.parts[part][offset : offset + section.size] = content
            addresses = self._addresses(each, starts)
            for target, relocations in each.relocations:
                self._relocate(each.machine, place_of[target], relocations, addresses)
            for symbol in range(each.first_global, len(each.symbols)):
                if each.symbols["section"][symbol] != UNDEFINED:
                    found[each.symbol_name(symbol)] = int(addresses[symbol])
        for base, content in zip(self.bases, self.parts, strict=True):
            if base:
                pages.write(base, content.tobytes())
        if self.bases[0]:
            pages.make_executable(self.bases[0], len(self.parts[0]))
        return found

    def _addresses(self, each: ObjectFile, starts: np.ndarray) -> np.ndarray:
        """Return the address of each symbol of an object whose sections lie at `starts`."""
        sections = each.symbols["section"]
        inside = np.where(sections < FIRST_SPECIAL, sections, UNDEFINED)
        addresses = starts[inside] + each.symbols["value"]
        for symbol in (np.flatnonzero(sections[each.first_global :] == UNDEFINED) + each.first_global).tolist():
            addresses[symbol] = self._library[each.symbol_name(symbol)]
        return addresses

    def _relocate(self, machine: str, place: tuple[int, int], relocations: np.ndarray, addresses: np.ndarray) -> None:
        """Write the references of a section."""
        (part, start), kinds = place, relocations["kind"]
        image, base = self.parts[part], self.bases[part]
        values = addresses[relocations["symbol"]] + relocations["addend"].view(np.uint64)
        offsets = relocations["offset"].astype(np.int64) + start
        whole = np.isin(kinds, WHOLE[machine])
        at = offsets[whole][:, None] + np.arange(8)
        image[at] = values[whole].view(np.uint8).reshape(-1, 8)
        for each in np.flatnonzero(~whole).tolist():
            # instructions of ARM: words, of which some bits are left open
            word, kind, offset = image[offsets[each] :][:4].view("<u4"), int(kinds[each]), int(offsets[each])
            if kind in QUARTERS[machine]:
                quarter = (kind - QUARTERS[machine][0]) // 2
                word |= np.uint32((int(values[each]) >> 16 * quarter & 0xFFFF) << 5)
            else:
                target = self._stubs.get(int(values[each]), int(values[each]))
                word |= np.uint32((target - base - offset) >> 2 & 0x3FFFFFF)


@functools.cache
def system_library() -> dict[str, int]:
    """Return the addresses of the system's functions that objects refer to."""
    library = ctypes.CDLL(None)
    return {name: ctypes.cast(getattr(library, name), ctypes.c_void_p).value or 0 for name in LIBRARY}


# ---------------------------------------------------------------- all object code of the process


class Loader:
    """Holds all object code of the process; addresses stay valid until it ends."""

    def __init__(self, pages: Pages | None = None) -> None:
        self._addresses: dict[str, int] = {}
        self._pages = pages or system_pages()

    def load(self, objects: list[bytes]) -> None:
        """Add object code."""
        if instruction_set() is None:
            self._load_by_llvm(objects)
            return
        found = [ObjectFile(code) for code in objects]
        if not all(each.plain for each in found):
            raise ValueError("object code refers to what lies outside of kernels")
        # where the system calls functions in another way, kernels bring their own
        own = sys.platform == "win32"
        library = {name: self._addresses.get(name, 0) for name in LIBRARY} if own else system_library()
        self._addresses |= Image(found, self._pages, library).place(self._pages)

    def _load_by_llvm(self, objects: list[bytes]) -> None:
        from corten.runtime.backends.llvm.binding import binding

        for code in objects:
            self._engine.add_object_file(binding().ObjectFileRef.from_data(code))
        self._engine.finalize_object()

    @functools.cached_property
    def _engine(self) -> Any:
        """LLVM's loader."""
        from corten.runtime.backends.llvm.binding import binding
        from corten.runtime.backends.llvm.machine import new_target_machine

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
