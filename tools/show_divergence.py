#!/usr/bin/env python3
"""Print where lanes part in stages: `python tools/show_divergence.py NAME`, for stages whose name contains NAME."""

import sys

from corten.cli.generated_pages import lane_reports


def main(part: str) -> None:
    """Print branches, loops, gathers and scatters of the stages whose name contains a part, with file and line."""
    for name, report in lane_reports().items():
        if part in name:
            print(name, *report.lines(), sep="\n")


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "")
