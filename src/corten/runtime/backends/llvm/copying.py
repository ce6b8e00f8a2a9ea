"""Copies between the rows of environments, the memory of lanes and plain memory, in LLVM text.

`corten.runtime.batch_plan` says what segments and exchanges are.
"""

from corten.runtime.backends.llvm.transposing import FETCH_ROWS, TRANSPOSED, transposing_copy

# one element of a segment, by its size in bytes; lanes lie side by side in a worker's memory
_ELEMENT = """
{name}:
  br label %{name}.next
{name}.next:
  %{name}.j = phi i64 [0, %{name}], [%{name}.j1, %{name}.element]
  %{name}.more = icmp slt i64 %{name}.j, %count
  br i1 %{name}.more, label %{name}.element, label %lane.next
{name}.element:
  %{name}.row.at = getelementptr {type}, ptr %row, i64 %{name}.j
  %{name}.place = mul i64 %{name}.j, %width
  %{name}.pack.at = getelementptr {type}, ptr %pack, i64 %{name}.place
  %{name}.value = load {type}, ptr %{name}.{source}.at
  store {type} %{name}.value, ptr %{name}.{target}.at
  %{name}.j1 = add i64 %{name}.j, 1
  br label %{name}.next
"""

# copies segments between the rows of a pack's environments and the worker's memory
_COPY = """
define private void @{name}(ptr %segments, i64 %nsegment, ptr %envs, i64 %width, i64 %step) {{
entry:
  br label %segment
segment:
  %s = phi i64 [0, %entry], [%s1, %segment.next]
  %more.segments = icmp slt i64 %s, %nsegment
  br i1 %more.segments, label %read, label %done
read:
  %s1 = add i64 %s, 1
  %record = getelementptr [6 x i64], ptr %segments, i64 %s
  %base = load ptr, ptr %record
  %env.stride.at = getelementptr i64, ptr %record, i64 1
  %env.stride = load i64, ptr %env.stride.at
  %step.stride.at = getelementptr i64, ptr %record, i64 2
  %step.stride = load i64, ptr %step.stride.at
  %first.at = getelementptr i64, ptr %record, i64 3
  %first = load ptr, ptr %first.at
  %count.at = getelementptr i64, ptr %record, i64 4
  %count = load i64, ptr %count.at
  %size.at = getelementptr i64, ptr %record, i64 5
  %size = load i64, ptr %size.at
  %step.offset = mul i64 %step, %step.stride
  %base.now = getelementptr i8, ptr %base, i64 %step.offset
  %width.bits = shl i64 %width, 8
  %kind = or i64 %width.bits, %size
  switch i64 %kind, label %lane [{cases}]
{calls}
lane:
  %l = phi i64 [0, %read], [%l1, %lane.next]
  %more.lanes = icmp slt i64 %l, %width
  br i1 %more.lanes, label %place, label %segment.next
place:
  %l1 = add i64 %l, 1
  %env.at = getelementptr i64, ptr %envs, i64 %l
  %env = load i64, ptr %env.at
  %env.offset = mul i64 %env, %env.stride
  %row = getelementptr i8, ptr %base.now, i64 %env.offset
  %lane.offset = mul i64 %l, %size
  %pack = getelementptr i8, ptr %first, i64 %lane.offset
  %alone = icmp eq i64 %width, 1
  br i1 %alone, label %whole, label %apart
whole:
  %bytes = mul i64 %count, %size
  call void @llvm.memcpy.p0.p0.i64(ptr %{target}, ptr %{source}, i64 %bytes, i1 false)
  br label %lane.next
apart:
  switch i64 %size, label %lane.next [i64 8, label %wide i64 4, label %half i64 1, label %byte]
{elements}
lane.next:
  br label %lane
segment.next:
  br label %segment
done:
  ret void
}}
"""

# one of the widths for which all lanes are copied at once
_CALL = """
all.{width}.{size}:
  call void @{name}.{width}.{size}(ptr %base.now, i64 %env.stride, ptr %envs, ptr %first, i64 %count)
  br label %segment.next
"""

# copies whole rows of a pack's environments to other rows of the same layout
_ROWS = """
define private void @copy_rows(ptr %copies, i64 %ncopy, ptr %envs, i64 %width) {
entry:
  br label %copy
copy:
  %s = phi i64 [0, %entry], [%s1, %lane]
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
  br label %lane
lane:
  %l = phi i64 [0, %read], [%l1, %row]
  %more.lanes = icmp slt i64 %l, %width
  br i1 %more.lanes, label %row, label %copy
row:
  %l1 = add i64 %l, 1
  %env.at = getelementptr i64, ptr %envs, i64 %l
  %env = load i64, ptr %env.at
  %offset = mul i64 %env, %stride
  %from = getelementptr i8, ptr %source, i64 %offset
  %to = getelementptr i8, ptr %target, i64 %offset
  call void @llvm.memcpy.p0.p0.i64(ptr %to, ptr %from, i64 %stride, i1 false)
  br label %lane
done:
  ret void
}
"""

# copies the fields of one lane to plain memory or back; where rows are counted, as many as there are
_EXCHANGE = """
define private void @{name}(ptr %exchanges, i64 %nexchange, i64 %lane, i64 %width) {{
entry:
  br label %field
field:
  %s = phi i64 [0, %entry], [%s1, %lane.next]
  %more.fields = icmp slt i64 %s, %nexchange
  br i1 %more.fields, label %read, label %done
read:
  %s1 = add i64 %s, 1
  %record = getelementptr [6 x i64], ptr %exchanges, i64 %s
  %first = load ptr, ptr %record
  %plain.at = getelementptr i64, ptr %record, i64 1
  %row = load ptr, ptr %plain.at
  %elements.at = getelementptr i64, ptr %record, i64 2
  %elements = load i64, ptr %elements.at
  %rows.at = getelementptr i64, ptr %record, i64 3
  %rows.most = load i64, ptr %rows.at
  %counter.at = getelementptr i64, ptr %record, i64 4
  %counter = load ptr, ptr %counter.at
  %size.at = getelementptr i64, ptr %record, i64 5
  %size = load i64, ptr %size.at
  %lane.offset = mul i64 %lane, %size
  %pack = getelementptr i8, ptr %first, i64 %lane.offset
  %is.counted = icmp ne ptr %counter, null
  br i1 %is.counted, label %counted, label %copy
counted:
  %number.at = getelementptr i32, ptr %counter, i64 {counter_lane}
  %number = load i32, ptr %number.at
  %number.wide = sext i32 %number to i64
  %is.short = icmp slt i64 %number.wide, %rows.most
  %rows.short = select i1 %is.short, i64 %number.wide, i64 %rows.most
  br label %copy
copy:
  %rows = phi i64 [%rows.most, %read], [%rows.short, %counted]
  %count = mul i64 %rows, %elements
  switch i64 %size, label %lane.next [i64 8, label %wide i64 4, label %half i64 1, label %byte]
{elements}
lane.next:
  br label %field
done:
  ret void
}}
"""


def _elements(source: str, target: str) -> str:
    """Return the loops over elements of all sizes."""
    kinds = {"wide": "i64", "half": "i32", "byte": "i8"}
    loops = [_ELEMENT.format(name=key, type=kind, source=source, target=target) for key, kind in kinds.items()]
    return "".join(loops)


def _copy(name: str, source: str, target: str) -> str:
    """Return the function that copies segments, and those that it calls for the widths of registers."""
    kinds = [(width, size) for width in TRANSPOSED for size in (8, 4)]
    cases = " ".join(f"i64 {width << 8 | size}, label %all.{width}.{size}" for width, size in kinds)
    calls = "".join(_CALL.format(name=name, width=width, size=size) for width, size in kinds)
    functions = [transposing_copy(f"{name}.{w}.{size}", w, size, into_pack=target == "pack") for w, size in kinds]
    elements = _elements(source, target)
    text = _COPY.format(name=name, source=source, target=target, cases=cases, calls=calls, elements=elements)
    return "\n".join([*functions, text])


def copying_text() -> str:
    """Return the functions that copy."""
    return "\n".join(
        [
            "declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)",
            _copy("copy_in", "row", "pack"),
            _copy("copy_out", "pack", "row"),
            _ROWS,
            FETCH_ROWS,
            _EXCHANGE.format(name="take_lane", counter_lane="%lane", elements=_elements("pack", "row")),
            _EXCHANGE.format(name="give_lane", counter_lane="0", elements=_elements("row", "pack")),
        ]
    )
