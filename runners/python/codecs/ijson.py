"""ijson, which parses JSON piece by piece, with its C backend, and with the one written in Python."""

from dataclasses import replace

from codec import Codec

C = Codec(
    name="ijson",
    variant="yajl2_c",
    format="json",
    library="ijson",
    setup="from ijson.backends import yajl2_c",
    # Without use_float every number with a fraction is a Decimal.
    scan="scan(yajl2_c.basic_parse(data, use_float=True), visitor)",
    api="basic_parse",
    access="stream",
    documentation="https://github.com/ICRAR/ijson#lower-level-interfaces",
)

PYTHON = replace(
    C,
    variant="python",
    setup="from ijson.backends import python",
    scan="scan(python.basic_parse(data, use_float=True), visitor)",
)


def scan(events, visitor):
    handlers = {
        "start_map": visitor.begin_map,
        "map_key": visitor.key,
        "end_map": visitor.end_map,
        "start_array": visitor.begin_array,
        "end_array": visitor.end_array,
    }
    for event, value in events:
        handlers.get(event, visitor.value)(value)
