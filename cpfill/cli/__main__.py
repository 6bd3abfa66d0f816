"""Runs the command line as ``python -m cpfill.cli``."""

from cpfill.cli import main

main()
