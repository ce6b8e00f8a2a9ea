"""Plans over the stages: forward, step, inverse, and tools on their results."""
