"""`corten cache`: what is kept on disk for later processes, and a way to be rid of it."""

from collections import Counter
from typing import Annotated

from corten.cli.arguments import Option
from corten.cli.text import show

# what kinds of files are called, by the words that their names begin with
KINDS = {
    "kernels": "kernels",
    "mesh": "meshes",
    "hull": "convex hulls",
    "tree": "bounding trees",
    "octree": "octrees",
    "picture": "pictures",
    "manual": "manuals",
}


def cache(
    info: Annotated[
        bool, Option("--info", help="Show what is kept and how much room it takes; so without it.")
    ] = False,
    clear: Annotated[bool, Option("--clear", help="Remove all of it; it is made again when it is needed.")] = False,
) -> None:
    """Show what is kept on disk for later processes: compiled kernels, prepared meshes and pictures, the manual."""
    from corten.runtime.disk_cache import MOST_BYTES, cache_folder, kept_files, remove

    folder = cache_folder()
    kept = kept_files(str(folder))
    total = sum(each.size for each in kept)
    if info or not clear:
        show(f"{folder}: {_megabytes(total)} of {_megabytes(MOST_BYTES)}")
        count, size = Counter(each.kind for each in kept), Counter()
        for each in kept:
            size[each.kind] += each.size
        for kind, room in size.most_common():
            show(f"  {KINDS.get(kind, kind):15}{count[kind]:8,} {_megabytes(room):>12}")
    if clear:
        for each in kept:
            remove(each)
        left = sum(each.size for each in kept_files(str(folder)))
        show(f"removed {_megabytes(total - left)} from {folder}" + (f"; {_megabytes(left)} are left" if left else ""))


def _megabytes(size: int) -> str:
    return f"{size / (1 << 20):,.1f} MB"
