"""The kinematic tree as several stages use it: the dofs that move a body, and forces on bodies as forces on dofs."""
