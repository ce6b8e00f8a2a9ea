"""What can go wrong with a cluster as a whole; environments of a node that is lost fail one by one instead."""


class ClusterError(RuntimeError):
    """There is no cluster at an address, or none of its nodes answers in time."""
