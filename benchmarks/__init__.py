"""The proofs of the method: real codecs, the real campaign machinery, with and without a load on the machine."""
