"""Python to typed tree: what a kernel may say, and what it means."""
