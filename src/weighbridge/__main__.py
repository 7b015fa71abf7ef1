"""``python -m weighbridge``, and what the command begins with."""

from weighbridge import interruption


def start() -> None:
    """Run the command line. Whoever ends it while it is still being loaded is obeyed at once: that takes a second."""
    interruption.leave_at_once()
    from weighbridge.cli import main  # noqa: PLC0415 (loading takes long enough to be interrupted)

    main()


if __name__ == "__main__":
    start()
