"""The answer that a run ends with: per payload and language the verdict, the fastest codecs, and plain JSON."""
