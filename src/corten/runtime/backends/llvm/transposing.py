"""Rows of environments to and from the memory of lanes, in LLVM text: prefetched, then copied many elements at a time.

The environments of a pack lie anywhere in memory, and far more of them than the nearest caches hold: whoever only then
asks for their rows waits for each. So between the first stages of a pack's step, the rows of an environment of the next
pack are asked for, and those to which they will be copied.

    environments (rows)          memory of lanes (lane innermost)
    env 0:  a0 b0 c0 d0          a0 a1 a2 a3
    env 1:  a1 b1 c1 d1   <-->   b0 b1 b2 b3      a square of 4 x 4: four loads, eight shuffles, four stores
    env 2:  a2 b2 c2 d2          c0 c1 c2 c3
    env 3:  a3 b3 c3 d3          d0 d1 d2 d3

A square has as many elements of as many lanes: its rows are loaded from the environments, or from the lanes, and stored
transposed. A segment is copied in squares of all lanes, or of a half or a quarter of them if it has fewer elements; the
last square ends where the segment does, so some elements are copied twice. Segments of a few elements are copied one by
one, all lanes of an element at once.
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


# ---------------------------------------------------------------- transposed copies

# numbers of lanes for which there is such code
TRANSPOSED = (4, 8, 16)

# the smallest square
LEAST = 4

_FUNCTION = """
define internal void @{name}(ptr %base, i64 %stride, ptr %envs, ptr %pack, i64 %count) {{
entry:
{choices}
elements:
{rows}
  br label %rest
rest:
  %k = phi i64 [0, %elements], [%k1, %element]
  %more = icmp slt i64 %k, %count
  br i1 %more, label %element, label %done
element:
{element}
  %k1 = add i64 %k, 1
  br label %rest
done:
  ret void
}}
"""

_CHOICE = """  %fits.{side} = icmp sge i64 %count, {side}
  br i1 %fits.{side}, label %by.{side}, label %below.{side}
by.{side}:
{calls}
  ret void
below.{side}:"""

_CALL = """  call void @{name}.{side}(ptr %base, i64 %stride, ptr %envs, ptr %pack, i64 %count, i64 {first})"""

_SQUARES = """
define internal void @{name}.{side}(ptr %base, i64 %stride, ptr %envs, ptr %pack, i64 %count, i64 %first) {{
entry:
  %mine = getelementptr i64, ptr %envs, i64 %first
  %begin = getelementptr {kind}, ptr %pack, i64 %first
{rows}
  %last = sub i64 %count, {side}
  br label %block
block:
  %j = phi i64 [0, %entry], [%j1, %square]
  %left = icmp slt i64 %j, %count
  br i1 %left, label %square, label %done
square:
  %within = icmp slt i64 %j, %last
  %at = select i1 %within, i64 %j, i64 %last
{square}
  %j1 = add i64 %j, {side}
  br label %block
done:
  ret void
}}
"""


def transposing_copy(name: str, width: int, size: int, *, into_pack: bool) -> str:
    """Return functions that copy a segment of elements of some bytes for all lanes, into a pack or out of it."""
    kind, sides = f"i{8 * size}", [width >> shift for shift in range(3) if width >> shift >= LEAST]
    choices = []
    for side in sides:
        calls = [_CALL.format(name=name, side=side, first=first) for first in range(0, width, side)]
        choices.append(_CHOICE.format(side=side, calls="\n".join(calls)))
    element = (_into_pack if into_pack else _out_of_pack)(width, kind, f"<{width} x {kind}>", size)
    whole = _FUNCTION.format(
        name=name,
        choices="\n".join([*choices, "  br label %elements"]),
        rows=_rows(width, "%envs"),
        element="\n".join(element),
    )
    return "\n".join([*(_squares(name, width, side, size, into_pack=into_pack) for side in sides), whole])


def _rows(count: int, environments: str) -> str:
    """Return lines that find the rows of some environments."""
    return "\n".join(
        f"  %env.{lane}.at = getelementptr i64, ptr {environments}, i64 {lane}\n"
        f"  %env.{lane} = load i64, ptr %env.{lane}.at\n"
        f"  %offset.{lane} = mul i64 %env.{lane}, %stride\n"
        f"  %row.{lane} = getelementptr i8, ptr %base, i64 %offset.{lane}"
        for lane in range(count)
    )


def _squares(name: str, width: int, side: int, size: int, *, into_pack: bool) -> str:
    """Return a function that copies a segment for `side` of all lanes, from the first of them on."""
    kind = f"i{8 * size}"
    vector = f"<{side} x {kind}>"
    places = {"row": [], "pack": []}
    square = []
    for lane in range(side):
        places["row"].append(f"%square.row.{lane}")
        places["pack"].append(f"%square.pack.{lane}")
        square += [
            f"  %square.row.{lane} = getelementptr {kind}, ptr %row.{lane}, i64 %at",
            f"  %number.{lane} = add i64 %at, {lane}",
            f"  %square.pack.{lane} = getelementptr [{width} x {kind}], ptr %begin, i64 %number.{lane}",
        ]
    source, target = ("row", "pack") if into_pack else ("pack", "row")
    # rows of environments begin anywhere
    square += [f"  %v0.{lane} = load {vector}, ptr {places[source][lane]}, align {size}" for lane in range(side)]
    lines, names = _transpose(side, vector)
    square += lines
    square += [f"  store {vector} {names[lane]}, ptr {places[target][lane]}, align {size}" for lane in range(side)]
    return _SQUARES.format(name=name, side=side, kind=kind, rows=_rows(side, "%mine"), square="\n".join(square))


def _transpose(width: int, vector: str) -> tuple[list[str], list[str]]:
    """Return lines that exchange smaller and smaller blocks of the vectors v0, and the names of the results."""
    lines, names, step, round_ = list[str](), [f"%v0.{lane}" for lane in range(width)], width // 2, 0
    while step:
        round_ += 1
        for lane in (lane for lane in range(width) if not lane & step):
            first, second = names[lane], names[lane + step]
            low = [k if not k & step else width + k - step for k in range(width)]
            high = [k + step if not k & step else width + k for k in range(width)]
            for place, mask in ((lane, low), (lane + step, high)):
                names[place] = f"%v{round_}.{place}"
                text = ", ".join(f"i32 {k}" for k in mask)
                lines.append(
                    f"  {names[place]} = shufflevector {vector} {first}, {vector} {second}, <{width} x i32> <{text}>"
                )
        step //= 2
    return lines, names


def _into_pack(width: int, kind: str, vector: str, size: int) -> list[str]:
    """Return lines that copy one element of all lanes into the pack."""
    lines, last = [f"  %to = getelementptr {vector}, ptr %pack, i64 %k"], "poison"
    for lane in range(width):
        lines += [
            f"  %from.{lane} = getelementptr {kind}, ptr %row.{lane}, i64 %k",
            f"  %value.{lane} = load {kind}, ptr %from.{lane}",
            f"  %all.{lane} = insertelement {vector} {last}, {kind} %value.{lane}, i32 {lane}",
        ]
        last = f"%all.{lane}"
    return [*lines, f"  store {vector} {last}, ptr %to, align {size}"]


def _out_of_pack(width: int, kind: str, vector: str, size: int) -> list[str]:
    """Return lines that copy one element of all lanes out of the pack."""
    lines = [
        f"  %from = getelementptr {vector}, ptr %pack, i64 %k",
        f"  %all = load {vector}, ptr %from, align {size}",
    ]
    for lane in range(width):
        lines += [
            f"  %value.{lane} = extractelement {vector} %all, i32 {lane}",
            f"  %to.{lane} = getelementptr {kind}, ptr %row.{lane}, i64 %k",
            f"  store {kind} %value.{lane}, ptr %to.{lane}",
        ]
    return lines
