"""A run as pictures: what the engine makes of it, drawn as SVG or PNG."""
