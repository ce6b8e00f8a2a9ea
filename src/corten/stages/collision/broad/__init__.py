"""The broad phase: pairs of geoms whose bounds overlap, in the order of contacts."""
