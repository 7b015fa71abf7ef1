"""Files: private ones, ones that are written whole or not at all, and ones that may be larger than they should be."""
