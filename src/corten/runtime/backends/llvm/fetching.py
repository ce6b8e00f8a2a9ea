"""Rows of environments on their way to the cache while others are stepped, in LLVM text.

The environments of a pack lie anywhere in memory, and far more of them than the nearest caches hold: whoever only then
asks for their rows waits for each. So between the first stages of a pack's step, the rows of an environment of the next
pack are asked for, and those to which they will be copied.
"""

# asks for all lines of the rows of an environment and of their copies, of which there are `ncopy`
FETCH_ROWS = """
declare void @llvm.prefetch.p0(ptr, i32, i32, i32)

define private void @fetch_rows(ptr %copies, i64 %ncopy, i64 %env) {
entry:
  br label %copy
copy:
  %s = phi i64 [0, %entry], [%s1, %line]
  %more.copies = icmp slt i64 %s, %ncopy
  br i1 %more.copies, label %read, label %done
read:
  %s1 = add i64 %s, 1
  %record = getelementptr [3 x i64], ptr %copies, i64 %s
  %source = load ptr, ptr %record
  %target.at = getelementptr i64, ptr %record, i64 1
  %target = load ptr, ptr %target.at
  %stride.at = getelementptr i64, ptr %record, i64 2
  %stride = load i64, ptr %stride.at
  %offset = mul i64 %env, %stride
  %from = getelementptr i8, ptr %source, i64 %offset
  %to = getelementptr i8, ptr %target, i64 %offset
  br label %line
line:
  %b = phi i64 [0, %read], [%b1, %ask]
  %more.lines = icmp slt i64 %b, %stride
  br i1 %more.lines, label %ask, label %copy
ask:
  %from.line = getelementptr i8, ptr %from, i64 %b
  %to.line = getelementptr i8, ptr %to, i64 %b
  call void @llvm.prefetch.p0(ptr %from.line, i32 0, i32 2, i32 1)
  call void @llvm.prefetch.p0(ptr %to.line, i32 0, i32 2, i32 1)
  %b1 = add i64 %b, 64
  br label %line
done:
  ret void
}
"""
