"""What Java's own ObjectOutputStream writes, which sends the classes along."""

from weighbridge.formats.format import Format

FORMAT = Format(
    name="java-serialization",
    title="Java serialization",
    endings=(".ser",),
    text=False,
    specification="https://docs.oracle.com/en/java/javase/17/docs/specs/serialization/protocol.html",
    made_for="Java",
)
