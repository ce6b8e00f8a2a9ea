"""The table of pairs of shapes and the buckets that it gives to stages."""

import numpy as np
import pytest

import corten
from corten.enums import CollisionShape
from corten.runtime.kernel import Stage
from corten.stages.collision.broad.candidates import fill_buckets
from corten.stages.collision.geoms import pair_kind
from corten.stages.collision.pairs import (
    CONTACT_BUCKET,
    DISTANCE_BUCKET,
    MOST_BUCKETS,
    NO_BUCKET,
    PAIRS,
    TABLE,
    bucket_of,
    stage_named,
)


@pytest.mark.parametrize("pair", PAIRS.values(), ids=lambda pair: f"{pair.first.name} {pair.second.name}".lower())
def test_stages_stand_where_the_table_says(pair):
    """Find both stages of a pair, and their buckets under the numbers of the pair in either order."""
    for name, buckets in ((pair.contacts, CONTACT_BUCKET), (pair.distance, DISTANCE_BUCKET)):
        stage = stage_named(name)
        assert isinstance(stage, Stage)
        assert stage.__name__ == name.partition(":")[2]
        kinds = pair_kind(pair.first, pair.second), pair_kind(pair.second, pair.first)
        assert [buckets[kind] for kind in kinds] == [bucket_of(stage.__name__)] * 2


def test_pairs_are_complete():
    """List every pair of shapes once, the lower first, but planes and height fields with each other."""
    shapes = [shape for shape in CollisionShape if shape != CollisionShape.EMPTY]
    wanted = {(a, b) for a in shapes for b in shapes if a <= b and b > CollisionShape.HFIELD}
    assert len(TABLE) == len(PAIRS)
    assert set(PAIRS) == wanted


def test_buckets_list_candidates_in_order():
    """List the candidates of each bucket in ascending order, those that no stage serves after all others."""
    data = corten.load_model_from_string("<mujoco/>").make_data()
    data.unseal()
    data.grow(maxcandidate=200)
    data.unseal()
    data.work.ncandidate = 200
    buckets = np.random.default_rng(0).integers(0, NO_BUCKET + 1, 200)
    data.work.candidate_bucket[:] = buckets
    fill_buckets(data.engine_view())
    assert NO_BUCKET < MOST_BUCKETS
    for bucket in range(NO_BUCKET + 1):
        members = data.work.bucket_candidate[data.work.bucket_start[bucket] : data.work.bucket_start[bucket + 1]]
        np.testing.assert_array_equal(members, np.flatnonzero(buckets == bucket))
