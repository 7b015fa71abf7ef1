"""``python -m weighbridge`` is ``weighbridge``."""

from weighbridge.cli import main

main()
