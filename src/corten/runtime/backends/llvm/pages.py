"""Memory for machine code: pages that are written first and executed then, never both at a time.

    pages = system_pages()
    address = pages.allocate(size)          # can be written, and are never given back
    pages.write(address, content)
    pages.make_executable(address, size)    # can be executed, and written no more

Linux flushes caches of instructions when it gives new pages the right to be executed; macOS and Windows are told.
"""

import ctypes
import functools
import mmap
import platform
import sys
from typing import Any, Protocol

NO_MEMORY, NO_RIGHT = "there is no memory for compiled kernels", "the system refuses to run compiled kernels"


class Pages(Protocol):
    """What a system offers."""

    def allocate(self, size: int, code: bool = True) -> int:
        """Return the address of new pages that can be written: for code, or for what code writes."""
        ...

    def write(self, address: int, content: bytes) -> None:
        """Copy something to an address in such pages."""
        ...

    def make_executable(self, address: int, size: int) -> None:
        """Let the processor run what lies there, and nobody write it."""
        ...


class PosixPages:
    """Linux, and macOS on x86: mmap and mprotect."""

    def __init__(self, library: Any = None):
        self.library = library or ctypes.CDLL(None, use_errno=True)
        self.library.mmap.restype = ctypes.c_void_p
        self.library.mmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t, *[ctypes.c_int] * 3, ctypes.c_long]
        self.library.mprotect.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int]

    def allocate(self, size: int, code: bool = True) -> int:
        """Return the address of new pages that can be written."""
        return self._map(size, mmap.PROT_READ | mmap.PROT_WRITE, 0)

    def _map(self, size: int, rights: int, flags: int) -> int:
        address = self.library.mmap(None, size, rights, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | flags, -1, 0)
        if address is None or address == ctypes.c_void_p(-1).value:
            raise OSError(ctypes.get_errno(), NO_MEMORY)
        return address

    def write(self, address: int, content: bytes) -> None:
        """Copy something to an address."""
        ctypes.memmove(address, content, len(content))

    def make_executable(self, address: int, size: int) -> None:
        """Let the processor run what lies there, and nobody write it."""
        if self.library.mprotect(address, size, mmap.PROT_READ | mmap.PROT_EXEC):
            raise OSError(ctypes.get_errno(), NO_RIGHT)


class MacArmPages(PosixPages):
    """macOS on ARM: pages made for code, which a thread may write or run, as it says, but not both."""

    # <sys/mman.h>
    MAP_JIT = 0x800

    def allocate(self, size: int, code: bool = True) -> int:
        """Return the address of new pages that can be written: those of code while a thread says so."""
        if not code:
            return super().allocate(size)
        return self._map(size, mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC, self.MAP_JIT)

    def write(self, address: int, content: bytes) -> None:
        """Copy something to an address, while this thread runs nothing of it."""
        self.library.pthread_jit_write_protect_np(ctypes.c_int(0))
        try:
            super().write(address, content)
        finally:
            self.library.pthread_jit_write_protect_np(ctypes.c_int(1))

    def make_executable(self, address: int, size: int) -> None:
        """Tell caches of instructions of new code; since it was written, no thread may do so again."""
        self.library.sys_icache_invalidate(ctypes.c_void_p(address), ctypes.c_size_t(size))


class WindowsPages:
    """Windows: VirtualAlloc and VirtualProtect."""

    # <winnt.h>: MEM_COMMIT | MEM_RESERVE, PAGE_READWRITE, PAGE_EXECUTE_READ
    COMMIT, WRITE, EXECUTE = 0x3000, 0x04, 0x20

    def __init__(self, library: Any = None):
        self.library = library or ctypes.WinDLL("kernel32", use_last_error=True)  # pyright: ignore
        size, word, address = ctypes.c_size_t, ctypes.c_uint32, ctypes.c_void_p
        self.library.VirtualAlloc.restype = self.library.GetCurrentProcess.restype = address
        self.library.VirtualAlloc.argtypes = [address, size, word, word]
        self.library.VirtualProtect.argtypes = [address, size, word, address]
        self.library.FlushInstructionCache.argtypes = [address, address, size]

    def allocate(self, size: int, code: bool = True) -> int:
        """Return the address of new pages that can be written."""
        address = self.library.VirtualAlloc(None, size, self.COMMIT, self.WRITE)
        if not address:
            raise OSError(self._error(), NO_MEMORY)
        return address

    def write(self, address: int, content: bytes) -> None:
        """Copy something to an address."""
        ctypes.memmove(address, content, len(content))

    def make_executable(self, address: int, size: int) -> None:
        """Let the processor run what lies there, and nobody write it."""
        before = ctypes.c_uint32()
        if not self.library.VirtualProtect(address, size, self.EXECUTE, ctypes.addressof(before)):
            raise OSError(self._error(), NO_RIGHT)
        self.library.FlushInstructionCache(self.library.GetCurrentProcess(), address, size)

    @staticmethod
    def _error() -> int:
        return getattr(ctypes, "get_last_error", int)()


@functools.cache
def system_pages() -> Pages:
    """Return what this system offers."""
    if sys.platform == "win32":
        return WindowsPages()
    if sys.platform == "darwin" and platform.machine() == "arm64":
        return MacArmPages()
    return PosixPages()
