"""JSONB, the binary format of Java's fastjson2 (not PostgreSQL's or SQLite's)."""

from weighbridge.formats.format import Format

FORMAT = Format(
    name="jsonb",
    title="fastjson2 JSONB",
    endings=(".jsonb",),
    text=False,
    specification="https://github.com/alibaba/fastjson2/wiki/jsonb_format_cn",
    made_for="Java",
)
