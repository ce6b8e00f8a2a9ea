"""Candidates by the stage that serves them, so that no stage looks at those of others."""

from corten.runtime import helper
from corten.stages.collision.pairs import NO_BUCKET


@helper
def fill_buckets(d):
    """List the candidates of every bucket in their order: count, add up, put in place."""
    bucket, start, members = d.candidate_bucket, d.bucket_start, d.bucket_candidate
    for b in range(NO_BUCKET + 3):
        start[b] = 0

    # counts stand two places on and places to fill one place on, so that in the end start[b] is where bucket b begins
    for c in range(d.ncandidate):
        start[bucket[c] + 2] += 1
    for b in range(NO_BUCKET):
        start[b + 2] += start[b + 1]
    for c in range(d.ncandidate):
        place = start[bucket[c] + 1]
        members[place] = c
        start[bucket[c] + 1] = place + 1
