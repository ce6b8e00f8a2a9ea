#!/usr/bin/env python3
"""Write docs/lanes.md: what keeps environments from running in step, stage by stage, as the compiler sees it.

`python tools/write_lane_report.py NAME` prints the places in the source of the stages whose name contains NAME instead.
"""

import sys
from pathlib import Path

from corten.pipeline.catalogue import all_programs
from corten.runtime.passes.lanes import LaneReport, lane_report

PAGE = Path(__file__).resolve().parent.parent / "docs" / "lanes.md"

OPENING = """# Environments in step

Written by `tools/write_lane_report.py`; `python tools/write_lane_report.py NAME` prints the places in the source.

One instruction can serve several environments, each in its lane, as long as they do the same. The Model and all sizes
are the same for all of them (uniform); Data differs (varying). For every stage, with all that it calls, the compiler
counts the places where lanes part (`src/corten/runtime/passes/lanes.py`):

![Four lanes run a loop together and wait for the longest](images/concepts/lanes.svg)

- **branches**: an `if` whose condition varies; lanes for which it does not hold wait.
- **loops**: loops whose bounds or condition vary, or that lanes leave at different times; the longest one counts.
- **gathers** and **scatters**: array elements read and written at an index that varies; lanes access memory one by one.

A line of the source that several stages share counts in each of them.
"""


def reports() -> dict[str, LaneReport]:
    """Return the report of every stage, by its name without the package's."""
    found = all_programs().items()
    return {
        stage.name.removeprefix("corten.").removeprefix("stages."): lane_report(program) for stage, program in found
    }


def page() -> str:
    """Return the text of the page."""
    rows, calm = ["| stage | branches | loops | gathers | scatters |", "|---|---|---|---|---|"], []
    for name, report in reports().items():
        counts = [len(sites) for sites in (report.branches, report.loops, report.gathers, report.scatters)]
        if any(counts):
            rows.append(f"| `{name}` | {' | '.join(map(str, counts))} |")
        else:
            calm.append(f"`{name}`")
    first = f"## Lanes part in {len(rows) - 2} stages\n\n" + "\n".join(rows)
    return f"{OPENING}\n{first}\n\n## Lanes stay together in {len(calm)} stages\n\n{', '.join(calm)}.\n"


if __name__ == "__main__":
    if len(sys.argv) > 1:
        print(
            *(line for name, report in reports().items() if sys.argv[1] in name for line in [name, *report.lines()]),
            sep="\n",
        )
    else:
        PAGE.write_text(page(), encoding="utf-8")
