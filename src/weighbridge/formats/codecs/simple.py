"""The plain binary format of Go's codec package: a byte for the kind, then the value."""

from weighbridge.formats.format import Format

FORMAT = Format(
    name="simple",
    title="simple",
    endings=(),
    text=False,
    specification="https://pkg.go.dev/github.com/ugorji/go/codec#SimpleHandle",
    made_for="Go",
)
