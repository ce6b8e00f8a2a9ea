"""<flexcomp>: a macro for a flex with the bodies and joints that carry it."""
