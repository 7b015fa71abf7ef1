"""Runners: their manifests, how they are built and launched, and the client's side of the protocol."""
