"""The store: one DuckDB file that holds every run, and runs as files."""
