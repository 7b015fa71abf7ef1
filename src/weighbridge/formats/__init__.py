"""Formats: the value model, and one reference codec a format.

One module a format, each with a module-level ``FORMAT``; adding the file is all it takes.
"""
