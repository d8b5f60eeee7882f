"""`python -m tallyho` is the command `tallyho`."""

from tallyho.cli import main

main()
