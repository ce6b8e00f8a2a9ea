"""Which stages run for one lane after the other, by how many lanes there are."""

from corten.pipeline.scalar_stages import SCALAR_STAGES

# stages that gain from this many lanes on. Where environments are alike, batches of Shadow hands take 1.35 times the
# steps with the convex engine in eight lanes, with four 1.1 times and with two 0.9 times; where they are not, four lose
WIDE = 8
WIDE_STAGES = frozenset({"corten.stages.collision.convex.convex_pairs.convex_pairs"})


def scalar_stages(width: int) -> frozenset[str]:
    """Return the names of the stages that gain nothing from so many lanes."""
    return SCALAR_STAGES if width >= WIDE else SCALAR_STAGES | WIDE_STAGES
