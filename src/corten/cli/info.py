"""`corten info`: what a model consists of."""

from collections import Counter
from typing import TYPE_CHECKING, Annotated, NamedTuple

from corten.cli.arguments import MODEL, Option, UsageError, describe, load
from corten.cli.text import Branch, bold, columns, dim, show
from corten.enums import JointType

if TYPE_CHECKING:
    from corten.model import Model
    from corten.runtime.build import Layouts
    from corten.runtime.kernel import Stage

# counts that are worth a look, in this order
COUNTS = (
    *("nq", "nv", "nu", "na", "nbody", "njnt", "ngeom", "nsite", "ncam", "nlight", "nmesh", "nhfield", "ntex", "nmat"),
    *("npair", "nexclude", "neq", "ntendon", "nsensor", "nsensordata", "nskin", "nkey", "nmocap"),
    *("nflex", "nflexvert", "nflexnode", "nflexelem", "nflexedge"),
)


STAGES = Option(
    "--stages", help="Show instead all that each stage of a step reads and writes; without a model, of all."
)
LANES = Option("--lanes", help="Show instead how each stage runs in a batch, and why.")


DEVICES = Option("--devices", help="Show instead what batches can run on; no model is needed.")


def info(
    model: Annotated[str | None, MODEL] = None,
    stages: Annotated[bool, STAGES] = False,
    lanes: Annotated[bool, LANES] = False,
    devices: Annotated[bool, DEVICES] = False,
) -> None:
    """Show what a model consists of. Sizes, the tree of bodies and joints, the stages of a step and of a batch."""
    from corten.pipeline.order import step_stages

    if devices:
        show_devices()
        return
    if stages and lanes:
        raise UsageError("give --stages or --lanes, not both")
    if model is None:
        if not stages:
            raise UsageError("name a model, or ask for --devices or --stages")
        show_all_stages()
        return
    loaded = load(model)
    if stages or lanes:
        (show_stages if stages else show_lanes)(loaded)
        return
    sizes = loaded.layout.sizes
    counts = [(bold(name), f"{count:,}", sizes[name].meaning) for name in COUNTS if (count := getattr(loaded, name))]
    show(f"{describe(loaded)}\n")
    show_lines(*columns(counts), "")
    if loaded.nflex:
        show_lines(*columns(flex_rows(loaded)), "")
    show_lines(*describe_deformables(loaded), *body_tree(loaded).lines())
    used = [storage.nbytes() for storage in (loaded, loaded.make_data())]
    show("\nmemory: model {:.3g} MB, data {:.3g} MB".format(*(size / 1e6 for size in used)))
    calls = Counter(stage.__name__ for stage in step_stages(loaded))
    show("\na step runs: " + ", ".join(name if n == 1 else f"{name} ×{n}" for name, n in calls.items()))
    show(f"\na batch: {lane_summary(loaded)} (--lanes shows each of them)")


def show_lines(*lines: str) -> None:
    """Print lines."""
    for line in lines:
        show(line)


def describe_deformables(model: "Model") -> list[str]:
    """Return a line for each cloth, soft body and rope: what it is made of, and how often a step solves for it."""
    from corten.deformable.fields.kinds import Deformable, XpbdType

    lines = []
    for flex in model.flex_deformable.nonzero()[0].tolist():
        kind = Deformable(int(model.flex_deformable[flex])).name.lower().replace("_", " ")
        first, count = int(model.flex_xpbdadr[flex]), int(model.flex_xpbdnum[flex])
        kinds = Counter(XpbdType(kind).name.lower() for kind in model.xpbd_type[first : first + count].tolist())
        constraints = ", ".join(f"{number:,} {name}" for name, number in kinds.items())
        name, substeps = model.name("flex", flex), int(model.flex_substeps[flex])
        vertices = f"{int(model.flex_vertnum[flex]):,} vertices"
        solves = "1 substep" if substeps == 1 else f"{substeps} substeps"
        lines.append(f"{bold(kind)} {name}: {vertices}, constraints: {constraints}; {solves}")
    return [*lines, ""] if lines else []


def show_devices() -> None:
    """Print what batches can run on: the CPU, and the GPU that this process would open, or why there is none."""
    from corten.batch.arguments import thread_count
    from corten.gpu import NotAvailable, adapter_info
    from corten.runtime.batch_plan import best_width

    widths = [best_width(precision) for precision in ("float64", "float32")]
    lanes = f"{thread_count(None)} threads, {widths[0]} environments to a register, {widths[1]} in single precision"
    rows = [(bold("cpu"), lanes, "")]
    try:
        found = adapter_info()
    except NotAvailable as error:
        rows.append((bold("gpu"), "none", str(error)))
    else:
        kind = "software, slower than the CPU itself" if found["adapter_type"] == "CPU" else found["adapter_type"]
        rows.append((bold("gpu"), f"{found['device']} ({found['backend_type']}, {found['description']})", kind))
        largest = found["limits"]["max-storage-buffer-binding-size"]
        rows.append(("", f"buffers of up to {largest / 2**20:,.0f} MiB: larger batches run in slices", ""))
    show_lines(*columns(rows))


def show_lanes(model: "Model") -> None:
    """Print how each stage of a step runs in a batch, and why."""
    show(f"a batch: {lane_summary(model)}\n")
    ways = [(bold(stage.name), stage.way, stage.reason) for stage in stage_ways(model)]
    show_lines(*columns([("stage", "runs", "because"), *ways]))


def show_stages(model: "Model") -> None:
    """Print the stages of a step in order, each with all fields that it and its helpers read and write."""
    from corten.data import DATA
    from corten.pipeline.order import step_stages

    found: dict[Stage, int] = {}
    for place, stage in enumerate(step_stages(model), 1):
        if stage in found:
            show(f"{place:3} {bold(stage.__name__)}, as {found[stage]}")
            continue
        found[stage] = place
        show_stage(f"{place:3} ", stage, (model.layout, DATA))


def show_all_stages() -> None:
    """Print all stages that there are, by name."""
    from corten.data import DATA
    from corten.model import MODEL
    from corten.pipeline.catalogue import all_stages

    for stage in all_stages():
        show_stage("", stage, (MODEL, DATA))


def show_stage(number: str, stage: "Stage", layouts: "Layouts") -> None:
    """Print a stage, where it is declared, what it computes, and all fields that it reads and writes."""
    from corten.pipeline.catalogue import stage_accesses, stage_summary

    show(f"{number}{bold(stage.__name__)} ({stage.__module__.removeprefix('corten.stages.')})")
    show(stage_summary(stage), indent=4)
    for word, names in stage_accesses(stage, layouts).items():
        show(f"{dim(word)} {' '.join(names) or 'nothing'}", indent=4)


# what elements of flexes are, by their dimension
ELEMENTS = {1: "lines", 2: "triangles", 3: "tetrahedra"}
ORDERS = {1: "trilinear", 2: "quadratic"}


def flex_rows(model: "Model") -> list[tuple[str, ...]]:
    """Return the flexes, with what they are made of and what moves them, under a head."""
    rows = [("flex", "dim", "vertices", "elements", "edges", "moved by", "mass [kg]")]
    for number, bodies in enumerate(flex_bodies(model)):
        dim = int(model.flex_dim[number])
        counts = (int(getattr(model, f"flex_{each}num")[number]) for each in ("vert", "elem", "edge"))
        vertices, elements, edges = (f"{count:,}" for count in counts)
        name = model.name("flex", number) or f"flex {number}"
        mass = f"{model.body_mass[sorted(bodies)].sum():.3g}"
        elements = f"{elements} {ELEMENTS[dim]}"
        rows.append((bold(name), str(dim), vertices, elements, edges, _moved_by(model, number), mass))
    return rows


def flex_bodies(model: "Model") -> list[set[int]]:
    """Return the bodies of the vertices or nodes of each flex that do nothing else: they slide, and carry no geoms."""
    found = []
    for number in range(model.nflex):
        what = "node" if model.flex_interp[number] else "vert"
        first, count = (int(getattr(model, f"flex_{what}{end}")[number]) for end in ("adr", "num"))
        bodies = getattr(model, f"flex_{what}bodyid")[first : first + count]
        jointed = (model.body_jntnum[bodies] > 0) & (model.body_geomnum[bodies] == 0)
        slides = model.jnt_type[model.body_jntadr[bodies]] == JointType.SLIDE if model.njnt else jointed
        found.append(set(bodies[jointed & slides].tolist()))
    return found


def _moved_by(model: "Model", number: int) -> str:
    """Return what moves the vertices of a flex: one body, nodes, or as many bodies as there are."""
    if model.flex_rigid[number]:
        return "one body"
    if order := abs(int(model.flex_interp[number])):
        return f"{model.flex_nodenum[number]:,} {ORDERS[order]} nodes"
    first, count = int(model.flex_vertadr[number]), int(model.flex_vertnum[number])
    return f"{len(set(model.flex_vertbodyid[first : first + count].tolist())):,} bodies"


def body_tree(model: "Model") -> Branch:
    """Return the bodies as a tree, with mass and joints; those of flexes are not shown one by one."""
    branches = {0: Branch(bold("world"))}
    hidden: dict[int, str] = {}
    for number, bodies in enumerate(flex_bodies(model)):
        parents = Counter(int(model.body_parentid[body]) for body in bodies)
        hidden |= dict.fromkeys(bodies, "")
        for parent, count in parents.items():
            first = min(body for body in bodies if model.body_parentid[body] == parent)
            name = model.name("flex", number) or f"flex {number}"
            hidden[first] = f"{count:,} bodies of the flex {bold(name)}"
    for body in range(1, model.nbody):
        if body in hidden:
            if hidden[body]:
                branches[int(model.body_parentid[body])].add(hidden[body])
            continue
        name = model.name("body", body) or f"body {body}"
        text = f"{bold(name)} {model.body_mass[body]:.3g} kg"
        first, count = int(model.body_jntadr[body]), int(model.body_jntnum[body])
        for joint in range(first, first + count):
            kind = JointType(int(model.jnt_type[joint])).name.lower()
            text += f", {kind} {model.name('joint', joint)}".rstrip()
        branches[body] = branches[int(model.body_parentid[body])].add(text)
    return branches[0]


# ---------------------------------------------------------------- how stages run in a batch


TOGETHER, ONE_BY_ONE, EITHER = "all lanes at once", "lane by lane", "all at once, or lane by lane"
ASIDE_WAY = "lane by lane, aside"

# environments of the batch that is described
MANY = 1024


class StageWay(NamedTuple):
    """How a stage runs, and why."""

    name: str
    way: str
    reason: str


def lane_summary(model: "Model") -> str:
    """Return in a sentence how a batch of a model steps on this machine."""
    from corten.batch.arguments import MOST_DOFS_IN_LANES, lane_count
    from corten.constants import MOST_DOFS
    from corten.pipeline.order import step_stages

    width = lane_count(None, model, MANY)
    if width == 1:
        most, why = MOST_DOFS, ""
        if model.nv <= MOST_DOFS:
            most, why = MOST_DOFS_IN_LANES, " whose solver runs without"
        reason = f"models of more than {most} dofs{why} gain nothing from lanes ({model.nv} here)"
        return f"one environment after the other in each thread: {reason}"
    stages = dict.fromkeys(step_stages(model))
    together = sum(not _runs_apart(stage) for stage in stages)
    return (
        f"{width} environments to a vector; {together} of {len(stages)} stages run for all of them at once, the others "
        "for one after the other"
    )


def stage_ways(model: "Model") -> list[StageWay]:
    """Return how each stage of a step runs where several environments share a vector."""
    from corten.batch.pack import scalar_fields
    from corten.pipeline.order import step_stages

    stages = step_stages(model)
    guarded, aside = _guarded(stages), scalar_fields(stages)
    return [_way(stage, stage in guarded, stage.name in aside) for stage in dict.fromkeys(stages)]


def _runs_apart(stage: "Stage") -> bool:
    """Tell whether a stage always runs for one lane after the other."""
    from corten.pipeline.scalar_stages import SCALAR_STAGES
    from corten.runtime.plan import Skip

    return isinstance(stage, Skip) or stage.name in SCALAR_STAGES


def _guarded(stages: "list[Stage]") -> "set[Stage]":
    """Return the stages that a condition may pass over."""
    from corten.runtime.plan import Skip

    return {
        stage
        for place, condition in enumerate(stages)
        if isinstance(condition, Skip)
        for stage in stages[place + 1 : place + 1 + condition.count]
    }


def _way(stage: "Stage", guarded: bool, aside: bool) -> StageWay:
    """Return how a stage runs in lanes."""
    from corten.data import DATA
    from corten.model import MODEL
    from corten.runtime.build import stage_program
    from corten.runtime.passes.divergence import lane_report
    from corten.runtime.plan import Skip

    if isinstance(stage, Skip):
        return StageWay(stage.__name__, ONE_BY_ONE, f"a condition: each environment may pass over {stage.count} stages")
    report = lane_report(stage_program(stage, (MODEL, DATA)))
    counts = (
        (len(report.branches), "branch", "branches"),
        (len(report.loops), "loop", "loops"),
        (len(report.gathers | report.scatters), "index", "indices"),
    )
    parts = ", ".join(f"{count} {one if count == 1 else many}" for count, one, many in counts if count)
    differ = f"environments differ in {parts}" if parts else "all environments do the same"
    if aside:
        return StageWay(stage.__name__, ASIDE_WAY, f"measured: it loses on the memory of lanes; {differ}")
    if _runs_apart(stage):
        return StageWay(stage.__name__, ONE_BY_ONE, f"measured: it gains nothing in lanes; {differ}")
    if guarded:
        return StageWay(stage.__name__, EITHER, f"lane by lane where only some environments need it; {differ}")
    return StageWay(stage.__name__, TOGETHER, differ)
