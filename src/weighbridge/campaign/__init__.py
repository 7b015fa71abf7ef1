"""A campaign: payloads, plan, runners, verify, measure, store. Its flow is in ``flow.py``."""
