#!/usr/bin/env python3
"""Draw the diagrams of the pages on concepts: docs/images/concepts/*.svg."""

from html import escape
from pathlib import Path

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "images" / "concepts"

INK, RUST, TEAL, SAND, GREY = "#1d2433", "#b8542a", "#33707a", "#efe6da", "#d5d9de"
TIP = f'<path d="M0 0 L8 4 L0 8 z" fill="{INK}"/>'
HEAD = f"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {{w}} {{h}}"
     font-family="Helvetica, Arial, sans-serif" font-size="14" fill="{INK}">
<title>{{title}}</title>
<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto">
{TIP}</marker></defs>
<rect width="{{w}}" height="{{h}}" fill="white"/>
"""


class Drawing:
    """A diagram of boxes, arrows and words."""

    def __init__(self, width: int, height: int, title: str) -> None:
        self.parts = [HEAD.format(w=width, h=height, title=escape(title))]

    def box(self, x: float, y: float, w: float, h: float, words: str = "", fill: str = SAND) -> None:
        """Draw a box with words in its middle, a line for each of their lines."""
        place = f'x="{x:g}" y="{y:g}" width="{w:g}" height="{h:g}"'
        self.parts.append(f'<rect {place} rx="4" fill="{fill}" stroke="{INK}" stroke-width="1"/>')
        color = "white" if fill in (RUST, TEAL, INK) else INK
        lines = words.split("\n") if words else []
        for i, text in enumerate(lines):
            self.words(x + w / 2, y + h / 2 + 5 + 17 * (i - (len(lines) - 1) / 2), text, "middle", color)

    def words(self, x: float, y: float, text: str, anchor: str = "start", color: str = INK, size: int = 13) -> None:
        """Write words at a place."""
        self.parts.append(
            f'<text x="{x:g}" y="{y:g}" text-anchor="{anchor}" fill="{color}" font-size="{size}">{escape(text)}</text>'
        )

    def arrow(self, x: float, y: float, to_x: float, to_y: float) -> None:
        """Draw an arrow."""
        self.parts.append(
            f'<path d="M{x:g} {y:g} L{to_x:g} {to_y:g}" stroke="{INK}" stroke-width="1.3" marker-end="url(#tip)"/>'
        )

    def save(self, name: str) -> None:
        """Write the file."""
        (FOLDER / f"{name}.svg").write_text("\n".join([*self.parts, "</svg>\n"]), encoding="utf-8")


def step() -> None:
    """Draw the parts of a step, what goes into each and what comes out."""
    drawing = Drawing(980, 250, "The parts of a step")
    parts = [
        ("positions", "qpos", "xpos, M,\ncontacts"),
        ("velocities", "qvel", "cvel,\nqfrc_bias"),
        ("forces", "ctrl, act", "qfrc_actuator,\nqacc_smooth"),
        ("constraints", "efc_*", "efc_force,\nqacc"),
        ("integration", "qacc", "next qpos,\nqvel, act"),
    ]
    for i, (part, reads, writes) in enumerate(parts):
        x = 20 + 190 * i
        drawing.box(x, 95, 150, 50, part, RUST if part != "integration" else TEAL)
        drawing.box(x + 15, 20, 120, 34, reads)
        drawing.arrow(x + 75, 54, x + 75, 93)
        drawing.box(x + 15, 185, 120, 48, writes)
        drawing.arrow(x + 75, 145, x + 75, 183)
        if i:
            drawing.arrow(x - 40, 120, x - 2, 120)
    drawing.words(400, 170, "forward", "middle", "#6b7686")
    drawing.parts.append(f'<path d="M20 157 L740 157" stroke="{GREY}" stroke-width="3"/>')
    drawing.save("step")


def batch() -> None:
    """Draw how rows of environments become packs that threads take."""
    drawing = Drawing(900, 300, "Rows of environments, packs in lanes, threads")
    drawing.words(20, 28, "rows, (n, size): what you see")
    for i in range(8):
        drawing.box(20, 40 + 28 * i, 210, 24, f"environment {i}" if i < 7 else "...", SAND if i % 8 < 4 else GREY)
    drawing.words(350, 28, "packs: the same fields, lanes innermost")
    for k, (first, fill) in enumerate([(0, SAND), (4, GREY)]):
        for j, field in enumerate(("qpos[0]", "qpos[1]", "...")):
            for lane in range(4):
                text = f"{first + lane}" if j < 2 else ""
                drawing.box(350 + 50 * lane, 48 + 120 * k + 30 * j, 46, 26, text, fill)
            drawing.words(560, 66 + 120 * k + 30 * j, field)
        drawing.arrow(234, 80 + 115 * k, 344, 90 + 120 * k)
    for k in range(2):
        drawing.box(700, 60 + 120 * k, 180, 60, f"thread {k + 1}:\nwork space of its own", TEAL)
        drawing.arrow(625, 90 + 120 * k, 696, 90 + 120 * k)
    drawing.words(20, 290, "A thread takes the next pack when it has done one; its work space stays in its cache.")
    drawing.save("batch")


def lanes() -> None:
    """Draw a branch and a loop in four lanes."""
    drawing = Drawing(820, 210, "A loop in four lanes, which wait for the longest")
    iterations = (3, 5, 2, 4)
    drawing.words(20, 26, "Newton's iterations of four environments in one pack")
    for lane, count in enumerate(iterations):
        drawing.words(20, 61 + 34 * lane, f"lane {lane}")
        for i in range(max(iterations)):
            busy = i < count
            drawing.box(
                90 + 110 * i, 42 + 34 * lane, 104, 28, f"iteration {i + 1}" if busy else "waits", RUST if busy else GREY
            )
    drawing.words(660, 61, "a mask keeps the")
    drawing.words(660, 80, "numbers of lanes")
    drawing.words(660, 99, "that wait: each has")
    drawing.words(660, 118, "the bits of stepping")
    drawing.words(660, 137, "alone")
    drawing.words(90, 200, "5 rounds for 14 iterations: packs of environments that are alike waste less")
    drawing.save("lanes")


def gpu() -> None:
    """Draw what lies on the host and on the device."""
    drawing = Drawing(900, 250, "Host and device")
    drawing.box(20, 40, 220, 180, "", "white")
    drawing.words(130, 30, "host", "middle")
    drawing.box(40, 60, 180, 40, "controls")
    drawing.box(40, 115, 180, 40, "state, kept results")
    drawing.box(40, 170, 180, 40, "Model")
    drawing.box(330, 40, 550, 180, "", "white")
    drawing.words(605, 30, "device", "middle")
    drawing.box(350, 60, 160, 95, "rows\n(n, size)\nall environments", GREY)
    drawing.box(350, 170, 160, 40, "model, table", GREY)
    drawing.box(580, 60, 140, 95, "tiles\n64 side by side\na slice", TEAL)
    drawing.box(770, 60, 95, 95, "stage 1\nstage 2\n...", RUST)
    drawing.arrow(220, 80, 346, 80)
    drawing.arrow(346, 135, 224, 135)
    drawing.arrow(220, 190, 346, 190)
    drawing.arrow(510, 95, 576, 95)
    drawing.arrow(576, 125, 514, 125)
    drawing.arrow(720, 95, 766, 95)
    drawing.arrow(766, 125, 724, 125)
    drawing.words(540, 190, "nstep steps in one submission:")
    drawing.words(540, 208, "nothing goes up or down in between")
    drawing.save("gpu")


def cluster() -> None:
    """Draw a program, the object store and the shards."""
    drawing = Drawing(900, 245, "A program and the shards of its batch")
    drawing.box(20, 60, 190, 120, "your program:\nClusterSim,\narrays of all\nenvironments")
    drawing.box(310, 90, 150, 60, "Ray's\nobject store", GREY)
    for k, (node, rows) in enumerate([("node A", "0 to 341"), ("node B", "342 to 682"), ("node C", "683 to 1023")]):
        drawing.box(580, 20 + 72 * k, 300, 56, f"{node}: BatchSim of environments\n{rows}", TEAL)
        drawing.arrow(462, 115 + 3 * k, 576, 48 + 72 * k)
    drawing.arrow(212, 110, 306, 110)
    drawing.arrow(306, 132, 214, 132)
    drawing.words(216, 98, "new rows")
    drawing.words(216, 152, "results")
    drawing.words(20, 228, "A lost node's rows go to another one from a checkpoint, or count as failed.")
    drawing.save("cluster")


def wings() -> None:
    """Draw the wings of the package, each above those that it imports."""
    drawing = Drawing(900, 560, "The wings of the package: each imports what stands below it")
    rows = [
        (("for the outside", "cli/  compat/", INK),),
        (
            ("pictures", "scene/  render/  viewer/", RUST),
            ("many environments", "batch/  gpu/  cluster/  envs/", RUST),
        ),
        (("from a tree to a Model", "compile/  models/", TEAL),),
        (("running one model", "pipeline/  queries/  muscle/", TEAL),),
        (("Data", "data/: fields that users read", SAND),),
        (("deformables", "deformable/: a package that joins by stages/wing.py", SAND),),
        (("rigid stages", "stages/  raycast/  distance_field/", SAND),),
        (("Model", "model/: tables of fields", SAND),),
        (("from text to a tree", "assets/  mjcf/  spec/  passes/", GREY),),
        (("mathematics", "math/  linalg/", GREY),),
        (("the compiler of kernels", "runtime/", GREY),),
    ]
    for k, row in enumerate(rows):
        width, y = 780 / len(row), 12 + 49 * k
        for i, (name, folders, fill) in enumerate(row):
            drawing.box(20 + width * i, y, width - 6, 42, f"{name}\n{folders}", fill)
    drawing.arrow(840, 20, 840, 540)
    drawing.words(850, 280, "imports")
    drawing.save("wings")


def main() -> None:
    """Draw all diagrams."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for draw in (step, batch, lanes, gpu, cluster, wings):
        draw()


if __name__ == "__main__":
    main()
