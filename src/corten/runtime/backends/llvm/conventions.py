"""How a system calls functions: what of the loops it calls, and what they call of it.

Kernels are the same on all systems, and so are calls of kernels by loops. Windows passes arguments in registers of its
own; there, loops that Python calls, functions of Python that loops call, and loops that are called by loops say so
(`win64cc`), and functions that LLVM falls back to come along, since those of the system do not fit.
"""

import re
import sys

# names that loops have for the addresses of kernels; whatever else they call by address follows the system
KERNELS = ("aside.f", "apart.f", "function", "kernel", "sort", "together.f")

# of one argument that is copied to the first (memcpy, memmove, from the end where they overlap), or of a byte (memset);
# "no-builtins" keeps LLVM from seeing what they are, and from calling them
_LIBRARY = """
define ptr @memset(ptr %to, i32 %value, i64 %count) #0 {
entry:
  %byte = trunc i32 %value to i8
  br label %loop
loop:
  %i = phi i64 [0, %entry], [%next, %body]
  %more = icmp ult i64 %i, %count
  br i1 %more, label %body, label %done
body:
  %at = getelementptr i8, ptr %to, i64 %i
  store i8 %byte, ptr %at
  %next = add i64 %i, 1
  br label %loop
done:
  ret ptr %to
}

define ptr @memcpy(ptr %to, ptr %from, i64 %count) #0 {
entry:
  br label %loop
loop:
  %i = phi i64 [0, %entry], [%next, %body]
  %more = icmp ult i64 %i, %count
  br i1 %more, label %body, label %done
body:
  %source = getelementptr i8, ptr %from, i64 %i
  %byte = load i8, ptr %source
  %at = getelementptr i8, ptr %to, i64 %i
  store i8 %byte, ptr %at
  %next = add i64 %i, 1
  br label %loop
done:
  ret ptr %to
}

define ptr @memmove(ptr %to, ptr %from, i64 %count) #0 {
entry:
  %first = ptrtoint ptr %to to i64
  %second = ptrtoint ptr %from to i64
  %forwards = icmp ule i64 %first, %second
  br label %loop
loop:
  %i = phi i64 [0, %entry], [%next, %body]
  %more = icmp ult i64 %i, %count
  br i1 %more, label %body, label %done
body:
  %next = add i64 %i, 1
  %last = sub i64 %count, %next
  %place = select i1 %forwards, i64 %i, i64 %last
  %source = getelementptr i8, ptr %from, i64 %place
  %byte = load i8, ptr %source
  %at = getelementptr i8, ptr %to, i64 %place
  store i8 %byte, ptr %at
  br label %loop
done:
  ret ptr %to
}

attributes #0 = { nounwind "no-builtins" }
"""

# (function, m, d) -> status: a kernel called by Python itself
_KERNEL_CALL = """
define i64 @"{symbol}"(ptr %function, ptr %m, ptr %d) {{
  %status = call i32 %function(ptr %m, ptr %d)
  %wide = zext i32 %status to i64
  ret i64 %wide
}}
"""


def library_text(symbol: str) -> str:
    """Return functions that code refers to, with a convention that all its systems but Windows have."""
    return f'{_LIBRARY}\ndefine i32 @"{symbol}"() {{\n  ret i32 0\n}}\n'


def kernel_call_text(symbol: str) -> str:
    """Return the function by which Python calls a kernel."""
    return _KERNEL_CALL.format(symbol=symbol)


# whether loops are made for Windows
_windows = sys.platform == "win32"


def build_for_windows(wanted: bool) -> None:
    """Let this process make loops for Windows, or for all other systems."""
    global _windows
    _windows = wanted


def follow_system(text: str) -> str:
    """Return the text of a loop with the conventions of the system."""
    if not _windows:
        return text
    text = re.sub(r'^define (?=\w+ @")', "define win64cc ", text, flags=re.MULTILINE)
    kernels = "|".join(map(re.escape, KERNELS))
    return re.sub(rf"\bcall (?=\w+ %(?!(?:{kernels})\(ptr)[\w.]+\()", "call win64cc ", text)
