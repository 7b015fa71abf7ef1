"""The formats that Python has no library for: a runner lends the reference codec (its manifest's ``references``)."""

from weighbridge.formats.format import Format


def _lent(name: str, title: str, specification: str, *endings: str, made_for: str = "", text: bool = False) -> Format:
    return Format(name, title, endings, text, specification, made_for)


LENT_FORMATS = (
    # By the author of Go's codec package, who alone implements it.
    _lent("binc", "Binc", "https://github.com/ugorji/binc", ".binc", made_for="Go"),
    # It keeps the size of every container in front of it.
    _lent("binn", "Binn", "https://github.com/liteserver/binn/blob/master/spec.md", ".binn"),
    # What .NET's BinaryFormatter writes (MS-NRBF).
    _lent(
        "dotnet-binary",
        ".NET BinaryFormatter",
        "https://learn.microsoft.com/openspecs/windows_protocols/ms-nrbf/75b9fe09-be15-475f-85b8-ae7b7558cfe5",
        made_for=".NET",
    ),
    # The format of Go's own standard library, which sends the types along.
    _lent("gob", "gob", "https://pkg.go.dev/encoding/gob", ".gob", made_for="Go"),
    # PHP's compact replacement for its own serializer.
    _lent("igbinary", "igbinary", "https://github.com/igbinary/igbinary", ".igb", made_for="PHP"),
    # What Java's own ObjectOutputStream writes, which sends the classes along.
    _lent(
        "java-serialization",
        "Java serialization",
        "https://docs.oracle.com/en/java/javase/17/docs/specs/serialization/protocol.html",
        ".ser",
        made_for="Java",
    ),
    # The binary format of Java's fastjson2: not PostgreSQL's or SQLite's.
    _lent(
        "jsonb",
        "fastjson2 JSONB",
        "https://github.com/alibaba/fastjson2/wiki/jsonb_format_cn",
        ".jsonb",
        made_for="Java",
    ),
    # MessagePack with the record extension of JavaScript's msgpackr, which names a map's keys once.
    _lent(
        "msgpackr-records",
        "msgpackr records",
        "https://github.com/kriszyp/msgpackr#record--structure-extension",
        made_for="JavaScript",
    ),
    # What OCaml's Marshal writes: the program's own memory, without the types.
    _lent("ocaml-marshal", "OCaml Marshal", "https://ocaml.org/manual/5.3/api/Marshal.html", made_for="OCaml"),
    # What PHP's serialize writes.
    _lent(
        "php-serialize",
        "PHP serialize",
        "https://www.php.net/manual/en/function.serialize.php",
        made_for="PHP",
        text=True,
    ),
    # What Ruby's Marshal writes.
    _lent("ruby-marshal", "Ruby Marshal", "https://docs.ruby-lang.org/en/3.1/marshal_rdoc.html", made_for="Ruby"),
    # Perl's compact binary format, which shares the keys of maps and what is referred to twice.
    _lent("sereal", "Sereal", "https://github.com/Sereal/Sereal/blob/master/sereal_spec.pod", ".srl", made_for="Perl"),
    # The plain binary format of Go's codec package: a byte for the kind, then the value.
    _lent("simple", "simple", "https://pkg.go.dev/github.com/ugorji/go/codec#SimpleHandle", made_for="Go"),
    # A binary JSON that shares names and short strings.
    _lent("smile", "Smile", "https://github.com/FasterXML/smile-format-specification", ".smile", ".sml"),
    # What Perl's Storable writes.
    _lent("storable", "Perl Storable", "https://perldoc.perl.org/Storable", made_for="Perl"),
    # V8's own format, by which Node copies values between threads (structured clone).
    _lent("v8", "V8 serialization", "https://nodejs.org/api/v8.html#serialization-api", made_for="JavaScript"),
    # XML as .NET's serializers write it: a reference for what came before JSON.
    _lent("xml", "XML", "https://www.w3.org/TR/xml/", ".xml", text=True),
)
