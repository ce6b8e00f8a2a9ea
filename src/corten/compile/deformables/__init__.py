"""Cloth, soft bodies and ropes: which flexes are such, as <custom> says, and the XPBD constraints that they get."""
