"""What LLVM is told of loops: one that is written in steps of one is packed, but not made long."""

import re

from corten.runtime import stage
from corten.runtime.build import stage_text
from corten.runtime.kernel import SCALAR, Mode
from support.kernels import INPUT, OUTPUT


@stage
def loops(m, d):
    for i in range(m.n):
        d.y[i] = m.x[i]
    for i in range(0, m.n, 4):
        d.y[i] += m.x[i]
    i = 0
    while i < m.n and d.y[i] < 1.0:
        i += 1


def test_tags():
    """Tag every loop, and ask for short code but where a loop was unrolled by hand."""
    text = stage_text(loops, (INPUT, OUTPUT), Mode.COMPILED, "loops", SCALAR)
    nodes = dict(re.findall(r"^(!\d+) = (.*)", text, re.MULTILINE))
    loops_of = [nodes[tag] for tag in re.findall(r"br label %head\d+, !llvm\.loop (!\d+)", text)]
    wishes = [" ".join(nodes[part] for part in re.findall(r"!\d+", loop)[1:]) for loop in loops_of]
    assert ["interleave.count" in each and "unroll.runtime.disable" in each for each in wishes] == [True, False, True]
    assert ["vectorize.enable" in each and "unroll.disable" in each for each in wishes] == [False, True, False]
