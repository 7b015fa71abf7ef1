"""The conformance kit: speaks the runner protocol to any runner and says what is wrong.

Needs nothing but Python's standard library.
"""
