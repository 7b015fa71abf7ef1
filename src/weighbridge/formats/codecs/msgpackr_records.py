"""MessagePack with the record extension of JavaScript's msgpackr, which names a map's keys once."""

from weighbridge.formats.format import Format

FORMAT = Format(
    name="msgpackr-records",
    title="msgpackr records",
    endings=(),
    text=False,
    specification="https://github.com/kriszyp/msgpackr#record--structure-extension",
    made_for="JavaScript",
)
