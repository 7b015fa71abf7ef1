"""What formats' own specifications ask of decoders: documents that must be read, refused, or may be either."""

from weighbridge.vectors.vector import ABSENT, Ending, Expectation, Source, Suite, Vector, suites

__all__ = ["ABSENT", "Ending", "Expectation", "Source", "Suite", "Vector", "suites"]
