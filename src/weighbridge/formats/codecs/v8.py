"""V8's own format, by which Node copies values between threads (structured clone)."""

from weighbridge.formats.format import Format

FORMAT = Format(
    name="v8",
    title="V8 serialization",
    endings=(),
    text=False,
    specification="https://nodejs.org/api/v8.html#serialization-api",
    made_for="JavaScript",
)
