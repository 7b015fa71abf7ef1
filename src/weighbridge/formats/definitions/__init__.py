"""Reference codecs: one module a format, each with a module-level ``FORMAT``."""
