"""The older convex engine, chosen by `<flag nativeccd="disable"/>`: portal refinement in Minkowski space (MPR)."""
