"""Candidates by the stage that serves them, so that no stage looks at those of others."""

from corten.runtime import helper
from corten.stages.collision.pairs import NO_BUCKET


@helper
def fill_buckets(d):
    """List the candidates of every bucket in their order: count, add up, put in place."""
    clear_buckets(d)
    for c in range(d.ncandidate):
        count_into_bucket(d, d.candidate_bucket[c])
    add_up_buckets(d)
    for c in range(d.ncandidate):
        put_into_bucket(d, c, d.candidate_bucket[c])


@helper
def clear_buckets(d):
    """Begin to count."""
    for b in range(NO_BUCKET + 3):
        d.bucket_start[b] = 0


@helper
def count_into_bucket(d, bucket):
    """Count a candidate.

    Counts stand two places on and places to fill one place on, so that in the end start[b] is where bucket b begins.
    """
    d.bucket_start[bucket + 2] += 1


@helper
def add_up_buckets(d):
    """Turn counts into places."""
    start = d.bucket_start
    for b in range(NO_BUCKET):
        start[b + 2] += start[b + 1]


@helper
def put_into_bucket(d, c, bucket):
    """List a candidate that was counted."""
    place = d.bucket_start[bucket + 1]
    d.bucket_candidate[place] = c
    d.bucket_start[bucket + 1] = place + 1
