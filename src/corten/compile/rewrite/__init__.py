"""Changes of the tree before and after it is compiled: discarding, fusing, writing out."""
