#!/usr/bin/env python3
"""Print the places in the source where lanes part: `show_lanes.py NAME`, for stages whose name contains NAME."""

import sys

from corten.cli.generated_pages import lane_reports


def main(part: str) -> None:
    """Print the places of all stages whose name contains a word."""
    for name, report in lane_reports().items():
        if part in name:
            print(name, *report.lines(), sep="\n")


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "")
