"""Machine code for this CPU, by way of LLVM."""
