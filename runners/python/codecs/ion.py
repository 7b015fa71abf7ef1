"""Amazon Ion in binary: its C extension, asked for Python's own types; its writer and event reader in Python."""

from dataclasses import replace

from codec import Codec

PLAIN = Codec(
    name="ion",
    format="ion",
    library="amazon.ion",
    setup="""\
import amazon._ioncmodule
from amazon.ion.simpleion import IonPyValueModel as Model, dumps, loads
natural = Model.MAY_BE_BARE | Model.SYMBOL_AS_TEXT | Model.STRUCT_AS_STD_DICT
""",
    cpython_only=True,
    encode="dumps(value)",
    decode="loads(data, value_model=natural)",
    api="simpleion",
    homepage="https://amazon-ion.github.io/ion-docs/",
    documentation="https://ion-python.readthedocs.io/en/latest/amazon.ion.html#module-amazon.ion.simpleion",
    licence="Apache-2.0",
)

# The reader in Python makes types of its own, which stand for more than Python's do: [events] takes its place.
PURE = replace(
    PLAIN,
    variant="pure",
    cpython_only=False,
    setup="""\
from amazon.ion.simpleion import dump_python
from io import BytesIO
def dumps(value):
    out = BytesIO()
    dump_python(value, out)
    return out.getvalue()
""",
    decode=None,
    api="simpleion, dump_python",
)

EVENTS = replace(
    PLAIN,
    variant="events",
    cpython_only=False,
    setup="""\
from amazon.ion.core import IonEventType, IonType
from amazon.ion.reader import NEXT_EVENT, blocking_reader
from amazon.ion.reader_binary import binary_reader
from amazon.ion.reader_managed import managed_reader
from io import BytesIO
def events(data):
    return blocking_reader(managed_reader(binary_reader()), BytesIO(data))
""",
    encode=None,
    decode=None,
    scan="scan(events(data), NEXT_EVENT, IonEventType, IonType, visitor)",
    api="event reader",
    access="stream",
    documentation="https://ion-python.readthedocs.io/en/latest/amazon.ion.html#module-amazon.ion.reader",
)


def scan(reader, next_event, event_type, ion_type, visitor):
    begin = {ion_type.STRUCT: visitor.begin_map, ion_type.LIST: visitor.begin_array}
    end = {ion_type.STRUCT: visitor.end_map, ion_type.LIST: visitor.end_array}
    event = reader.send(next_event)
    while event.event_type is not event_type.STREAM_END:
        if event.field_name is not None and event.event_type is not event_type.CONTAINER_END:
            visitor.key(event.field_name.text)
        if event.event_type is event_type.SCALAR:
            visitor.value(event.value)
        elif event.event_type is event_type.CONTAINER_START:
            begin[event.ion_type](None)
        else:
            end[event.ion_type](None)
        event = reader.send(next_event)
