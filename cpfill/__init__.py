"""cpfill fills crossword grids with Google OR-Tools: words for every slot, or a proof that nothing fits."""

__version__ = "0.1.0"
