"""What PHP's serialize writes."""

from weighbridge.formats.format import Format

FORMAT = Format(
    name="php-serialize",
    title="PHP serialize",
    endings=(),
    text=True,
    specification="https://www.php.net/manual/en/function.serialize.php",
    made_for="PHP",
)
