"""Copies between rows of environments and the memory of lanes, many elements at a time, in LLVM text.

A block of as many elements as there are lanes is a square: its rows are loaded from the environments, or from the
lanes, and stored transposed. What is left of a segment is copied element by element, all lanes of it at once.
"""

# numbers of lanes for which there is such code
TRANSPOSED = (4, 8, 16)

_FUNCTION = """
define internal void @{name}(ptr %base, i64 %stride, ptr %envs, ptr %pack, i64 %count) {{
entry:
{rows}
  %last = sub i64 %count, {width}
  br label %block
block:
  %j = phi i64 [0, %entry], [%j1, %square]
  %fits = icmp sle i64 %j, %last
  br i1 %fits, label %square, label %rest
square:
{square}
  %j1 = add i64 %j, {width}
  br label %block
rest:
  %k = phi i64 [%j, %block], [%k1, %element]
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


def transposing_copy(name: str, width: int, size: int, *, into_pack: bool) -> str:
    """Return a function that copies a segment of elements of some bytes for all lanes, into a pack or out of it."""
    kind = f"i{8 * size}"
    vector = f"<{width} x {kind}>"
    rows = [
        f"  %env.{lane}.at = getelementptr i64, ptr %envs, i64 {lane}\n"
        f"  %env.{lane} = load i64, ptr %env.{lane}.at\n"
        f"  %offset.{lane} = mul i64 %env.{lane}, %stride\n"
        f"  %row.{lane} = getelementptr i8, ptr %base, i64 %offset.{lane}"
        for lane in range(width)
    ]
    places = {"row": [], "pack": []}
    square = []
    for lane in range(width):
        places["row"].append(f"%square.row.{lane}")
        places["pack"].append(f"%square.pack.{lane}")
        square += [
            f"  %square.row.{lane} = getelementptr {kind}, ptr %row.{lane}, i64 %j",
            f"  %number.{lane} = add i64 %j, {lane}",
            f"  %square.pack.{lane} = getelementptr {vector}, ptr %pack, i64 %number.{lane}",
        ]
    source, target = ("row", "pack") if into_pack else ("pack", "row")
    # rows of environments begin anywhere
    square += [f"  %v0.{lane} = load {vector}, ptr {places[source][lane]}, align {size}" for lane in range(width)]
    lines, names = _transpose(width, vector)
    square += lines
    square += [f"  store {vector} {names[lane]}, ptr {places[target][lane]}, align {size}" for lane in range(width)]
    element = _into_pack(width, kind, vector, size) if into_pack else _out_of_pack(width, kind, vector, size)
    return _FUNCTION.format(
        name=name, width=width, rows="\n".join(rows), square="\n".join(square), element="\n".join(element)
    )


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
