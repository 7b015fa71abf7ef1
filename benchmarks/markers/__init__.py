"""Documents whose keys try to run: each would leave a file, the marker, if any language took its key for code."""
