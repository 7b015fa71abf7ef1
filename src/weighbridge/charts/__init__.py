"""A run as pictures: rows for Vega-Lite specifications that the page and the command line share."""
