"""Compression: what it leaves of encoded documents, and what it costs."""
