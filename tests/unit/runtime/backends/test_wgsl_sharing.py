"""Programs whose large functions stand once compute what they did before, on the CPU and as shaders."""

import pytest

from corten.runtime.backends.wgsl import sharing, stage_shader
from corten.runtime.backends.wgsl.parts import SpilledVariables, join_parts, live_across_parts
from corten.runtime.build import stage_program
from corten.runtime.passes.folding import fold
from corten.runtime.typed import tree
from corten.runtime.typed.tree import walk
from corten.runtime.typed.types import BOOL, FLOAT, INT, Tuple
from support.devices import device
from support.kernels import INPUT, OUTPUT, assert_same, make
from support.programs import compiled
from unit.runtime.backends.test_wgsl import Own, Result, environments, run
from unit.runtime.backends.test_wgsl_merging import KERNELS, OWN, in_sequence


@pytest.fixture(autouse=True)
def _share_everything(monkeypatch):
    """Let all functions stand once, however small."""
    for name, value in (("LARGE", 1), ("FEW", 0), ("HUGE", 0)):
        monkeypatch.setattr(sharing, name, value)


@pytest.mark.parametrize("kernel", KERNELS, ids=lambda kernel: kernel.__name__)
def test_shared_functions_compute_the_same(kernel):
    """Compare all that a program writes with what the kernel wrote as it was."""
    shared = compiled(kernel, (INPUT, OUTPUT), lambda program: sharing.share_functions(fold(program)).program)
    for seed in range(8):
        (source, mine), (_, theirs) = make(seed=seed), make(seed=seed)
        for result in (mine, theirs):
            result.y, result.count = source.x[::-1], abs(source.index) % source.n
        assert shared(source, mine) == kernel(source, theirs)
        assert_same(mine, theirs)


def test_functions_stand_once(monkeypatch):
    """Take functions into the stage, small ones excepted, and those that call large ones with them."""
    program = fold(stage_program(in_sequence, (INPUT, OUTPUT)))
    assert len(sharing.share_functions(program).program.functions) == 1
    loops = [node for node in walk(*sharing.share_functions(program).program.entry.body) if isinstance(node, tree.For)]
    # one for arrays of the Model, one for those of Data
    assert len(loops) == 2
    monkeypatch.setattr(sharing, "LARGE", 1000)
    assert len(sharing.share_functions(program).program.functions) == 3


def test_parts_are_joined():
    """Pass over parts that only go on, join what has one way in, and leave out what has none."""

    def go(place: int, variable: str = "place") -> tree.Statement:
        return tree.Assign(variable, tree.Constant(INT, place))

    count = [tree.Assign(name, tree.Constant(INT, 7)) for name in "abcd"]
    way = tree.Assign("place", tree.Select(BOOL, tree.Local(BOOL, "c"), tree.Constant(INT, 1), tree.Constant(INT, 2)))
    parts = [[count[0], way], [go(3)], [count[1], go(4, "back"), go(3)], [count[2], go(5)], [go(-1)], [count[3], go(0)]]
    joined = join_parts(parts, {"place", "back"})
    assert [[node.name for node in part] for part in joined] == [
        ["a", "place"],
        ["b", "back", "place"],
        ["c", "d", "place"],
        ["place"],
    ]
    chosen = joined[0][1].value
    assert (chosen.chosen.value, chosen.otherwise.value, joined[1][1].value.value) == (2, 1, 3)
    assert [part[-1].value.value for part in joined[1:]] == [2, 0, -1]


def test_what_outlives_a_part_lies_in_memory():
    """Give a place in memory to names that a part reads before it assigns to them, and to no others."""
    one = tree.Constant(INT, 1)
    parts = [
        [tree.Assign("a", one), tree.Assign("b", tree.Local(INT, "a"))],
        [tree.If(tree.Constant(BOOL, True), [tree.Assign("c", one)], []), tree.Assign("d", tree.Local(INT, "c"))],
        [],
        [tree.Assign("e", tree.Local(INT, "b"))],
    ]
    assert live_across_parts(parts) == {"b", "c"}
    kept = SpilledVariables({"b": INT, "c": BOOL, "p": Tuple((FLOAT, Tuple((BOOL, FLOAT))))})
    assert "a" not in kept and "b" in kept
    assert kept.write("c", BOOL, "x < 1.0f") == ["spilled_ints[1] = select(0, 1, x < 1.0f);"]
    whole = kept.read("p", Tuple((FLOAT, Tuple((BOOL, FLOAT)))), lambda kind: "Two")
    assert whole == "Two(spilled_floats[0], Two((spilled_ints[2] != 0), spilled_floats[1]))"
    assert kept.write("p", Tuple((FLOAT, Tuple((BOOL, FLOAT)))), "x") == [
        "spilled_floats[0] = x.a0;",
        "spilled_ints[2] = select(0, 1, x.a1.a0);",
        "spilled_floats[1] = x.a1.a1;",
    ]


@pytest.mark.parametrize("kernel", OWN, ids=lambda kernel: kernel.__name__)
def test_shared_shaders_compute_the_same(kernel, monkeypatch):
    """Run shaders on the device in which functions stand once, and in which they are copied; compare the bits."""
    device()
    monkeypatch.setattr("corten.gpu.pipelines.find_shader", stage_shader)
    models, datas = environments(own=True)
    shared = run(kernel, models, datas)
    monkeypatch.setattr(sharing, "HUGE", 10**9)
    assert stage_shader(kernel, (Own.layout, Result.layout)).text.count("t_place") == 0
    for mine, theirs in zip(shared, run(kernel, models, datas), strict=True):
        assert {name: value.tobytes() for name, value in mine.items()} == {
            name: value.tobytes() for name, value in theirs.items()
        }
