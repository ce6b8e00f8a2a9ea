"""corten: MuJoCo's physics, written in Python, compiled to machine code."""

__version__ = "0.1.0"
