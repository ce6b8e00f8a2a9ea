"""The broad phase: which pairs of geoms may touch.

bounds       boxes along the world's axes (AABB) around geoms and moving bodies
filters      contype, conaffinity, exclusions, explicit pairs, bounding spheres
sweep        sweep and prune of bodies, then geoms of bodies whose boxes overlap (the middle phase)
candidates   in MuJoCo's order of contacts, listed for each stage of the narrow phase (buckets);
             small models walk through a list of all pairs instead of a sweep
"""
