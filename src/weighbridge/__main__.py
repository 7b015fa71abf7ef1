"""``python -m weighbridge``, and what the command begins with."""

import sys


def start() -> None:
    """Run the command line; Ctrl-C while it is still being loaded ends it as it would later."""
    try:
        from weighbridge.cli import main  # noqa: PLC0415 (loading takes long enough to be interrupted)
    except KeyboardInterrupt:
        sys.exit(130)
    main()


if __name__ == "__main__":
    start()
