"""Pages that people print, play and look at. Knows no solver."""
