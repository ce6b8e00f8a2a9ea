"""The typed tree of a kernel and the types of its values."""
