"""`python -m corten` is the command line."""

from corten.cli import main

main()
