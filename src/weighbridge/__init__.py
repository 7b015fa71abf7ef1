"""Weighbridge weighs payloads: what a document costs in every serialization format and library."""
