"""A function that Python calls without ctypes to write spans of memory, in LLVM text.

`self` is an array of int64 words, which `corten.runtime.span_copies` explains. The function returns an object for yes,
it has written them, or another for no.
"""

SPANS = """
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

define ptr @"{symbol}.spans"(ptr %self, ptr %args, i64 %nargs) {{
entry:
  %words.at = getelementptr i8, ptr %self, i64 {header}
  %t = load ptr, ptr %words.at
  %yes.at = getelementptr ptr, ptr %t, i64 1
  %yes = load ptr, ptr %yes.at
  %no.at = getelementptr ptr, ptr %t, i64 2
  %no = load ptr, ptr %no.at
  %keep.at = getelementptr ptr, ptr %t, i64 3
  %keep = load ptr, ptr %keep.at
  %lock.at = getelementptr ptr, ptr %t, i64 4
  %lock = load ptr, ptr %lock.at
  %holder = load atomic i64, ptr %lock seq_cst, align 8
  %free = icmp eq i64 %holder, 0
  br i1 %free, label %begin, label %compare
compare:
  %ident.at = getelementptr ptr, ptr %t, i64 5
  %ident = load ptr, ptr %ident.at
  %bits.at = getelementptr i64, ptr %t, i64 6
  %bits = load i64, ptr %bits.at
  %thread = call i64 %ident()
  %me = and i64 %thread, %bits
  %mine = icmp eq i64 %holder, %me
  br i1 %mine, label %begin, label %refused
begin:
  %count = load i64, ptr %t
  br label %loop
loop:
  %i = phi i64 [0, %begin], [%i.next, %copy], [%i.next, %clear]
  %i.next = add i64 %i, 1
  %more = icmp slt i64 %i, %count
  br i1 %more, label %span, label %done
span:
  %first = mul i64 %i, 3
  %place = add i64 %first, 7
  %span.at = getelementptr i64, ptr %t, i64 %place
  %target = load ptr, ptr %span.at
  %source.at = getelementptr ptr, ptr %span.at, i64 1
  %source = load ptr, ptr %source.at
  %bytes.at = getelementptr i64, ptr %span.at, i64 2
  %bytes = load i64, ptr %bytes.at
  %zeros = icmp eq ptr %source, null
  br i1 %zeros, label %clear, label %copy
copy:
  call void @llvm.memcpy.p0.p0.i64(ptr %target, ptr %source, i64 %bytes, i1 false)
  br label %loop
clear:
  call void @llvm.memset.p0.i64(ptr %target, i8 0, i64 %bytes, i1 false)
  br label %loop
done:
  call void %keep(ptr %yes)
  ret ptr %yes
refused:
  call void %keep(ptr %no)
  ret ptr %no
}}
"""
