"""The ways by which a key gets out of where generated code holds it: each joins code to what stands around the key.

In the templates ``@C`` stands for the code, ``@Q`` for a quote, ``@L`` for what begins a comment to the line's end, and
``@N`` for a number that no other key has.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

QUOTES = ('"', "'", "`", '"""', "'''", '"#', '"##', "]]", ')"', "|}")
"""What ends a string in some language."""

_LINES = ("\n", "\r", "\r\n", "\u2028", "\u2029", "\u0085", "\v", "\f")
"""What some language takes for the end of a line, and with it of a comment."""

JOINTS = {
    "expression": (
        "@Q+@C+@Q", "@Q+@C@L", "@Q,@C,@Q", "@Q|@C|@Q", "@Q&@C&@Q", "@Q.@C.@Q", "@Q..@C..@Q",
        "@Q or @C or @Q", "@Q%(@C)+@Q",
        "@Q:@C,@Q", "@Q]=@C;x[@Q", "@Q:(@C),x@N:@Q", "@Q==(@C)==@Q", "@Q^@C^@Q", "@Q)+(@C)+(@Q", "@Q||(@C)||@Q",
        "@Q.isEmpty()|@C&false?null:@Q", "@Q.length()+(@C)+@Q", "@Q;@C;@Q", "@Q in [@C] or @Q", "@Q if @C else @Q",
        "x=@C", "x:@C", "x:int=@C", "x=@C,y@N", "(@C)", "[@C]", "x[@C]", "${@C}", "#{@C}", "{@C}", "{{@C}}", "${{@C}}",
        "<%=@C%>", "@{[@C]}", "%{@C}", "\\(@C)", "{@C!r}", "@C", "-@C", ".@C", "__@C", "@Q:@C}//", "@Q)@C//",
    ),
    "statement": (
        "@Q;@C@Q", "@Q;@C;@Q", "@Q;@C@L", "@Q);@C(@Q", "@Q);@C@L", "@Q)];@C@L", "@Q]);@C@L", "@Q){@C}@L", "@Q)){@C}@L",
        "@Q}@C{@Q", "@Q});@C({@Q", "@Q];@C[@Q", "@Q\n@C\n@Q", "@Q\n@C\n@L", "@Q)\n@C\n@L", "@Q:\n@C\n@L",
        "@Q:\n break;default:@C@L", "x;@C", "x;@Cy@N", "x){}{@C}@L", "x=1;@C@L", "\n@C\n", "\n @C\n", "\n    @C\n",
        "\n        @C\n", "*/@C/*", "*/\n@C\n/*", "*)@C(*", "}@C{", ")@C(", "}}@C{{", "-->@C<!--", "]]>@C<![CDATA[",
        "--}}@C{{!--", "=#}@C{#", "@L\n@C", "@Q\\\n@C", "\"\"\"\n@C\n\"\"\"", "'''\n@C\n'''",
    ),
    "member": (
        "@Q;@C@L", "@Q;@C Object o@N=@Q", "@Q.getBytes();@C Object o@N=@Q", "@Q)@C@L",
        "@Q) int a@N;@C@Deprecated(since=@Q",
        "@Q,@C", "@Q},@C@L", "x;@C", "x:u8,@C", "@Q}@C@L", "@Q)]x@N:u8,@C#[doc=@Q", "@Q\n@C\n@L", "*/@C/*", "\n@C\n",
        "@Q,@C@Q", "x@N@C", "],@C[", "x:int\n    @C\n",
    ),
    "top": (
        "@Q\n}\n@C\n@L", "@Q}@C@L", "@Q;}@C@L", "@Q;}}@C@L", "@Q)]x:u8}@C#[x(@Q", "@Q)]@C#[doc=@Q",
        "@Q\n}\n@C\ntype T@N struct{X int @Q",
        "*/@C/*", "*/}@C/*", "\n@C\n", "}@C@L", "};@C@L", "}\n@C\n", "@C", "@Q)@C@L", "@Q;@C@L", "@Q];}@C@L", "{}@C",
        "@Q);}@C message M@N{//", " {}\n@C\nstruct N@N {\n", "\n};\n@C\n",
    ),
}  # fmt: skip
"""By where the code stands."""


def _escaped(each: Callable[[int], str], marks: str = "\"'`\\\n\r") -> Callable[[str], str]:
    """Write marks by an escape, which a second reader undoes."""
    return lambda key: "".join(each(ord(mark)) if mark in marks else mark for mark in key)


def _lines(mark: str, key: str) -> str:
    return f"{mark}{key.replace(chr(10), mark)}{mark}"


_PUNCTUATION = "".join(chr(code) for code in range(33, 127) if not chr(code).isalnum())
_FULL_WIDTH = {code: code + 0xFEE0 for code in range(33, 127)}
_LOW_BYTE = {code: code + 0x100 for code in (*range(32, 48), *range(58, 65), *range(91, 97), *range(123, 127), 10, 13)}
_LOOK_ALIKE = str.maketrans(
    "\"'`\\/;(){}<>#$", "\u201d\u2019\u02cb\u29f5\u2215\u037e\u207d\u207e\uff5b\uff5d\u2039\u203a\ufe5f\ufe69"
)

DISGUISES: dict[str, Callable[[str], str]] = {
    "plain": str,
    "backslash before quotes": _escaped(lambda code: "\\" + chr(code), "\"'`"),
    "two backslashes before quotes": _escaped(lambda code: "\\\\" + chr(code), "\"'`"),
    "quotes twice": _escaped(lambda code: 2 * chr(code), "\"'`"),
    "\\u0022": _escaped(lambda code: f"\\u{code:04x}"),
    "\\uuu0022": _escaped(lambda code: f"\\uuu{code:04x}"),
    "\\\\u0022": _escaped(lambda code: f"\\\\u{code:04x}"),
    "\\u005c\\u0022": _escaped(lambda code: f"\\u005c\\u{code:04x}"),
    "\\u005cu0022": _escaped(lambda code: f"\\u005cu{code:04x}"),
    "all of \\u0022": _escaped(lambda code: f"\\u{code:04x}", _PUNCTUATION + "\n\r"),
    "\\u{22}": _escaped(lambda code: f"\\u{{{code:x}}}"),
    "\\x22": _escaped(lambda code: f"\\x{code:02x}"),
    "\\042": _escaped(lambda code: f"\\{code:03o}"),
    "\\N{…}": lambda key: key.replace('"', "\\N{QUOTATION MARK}").replace("'", "\\N{APOSTROPHE}"),
    "&#34;": _escaped(lambda code: f"&#{code};", "\"'`<>"),
    "%22": _escaped(lambda code: f"%{code:02X}"),
    "??/": lambda key: key.replace('"', '??/"').replace("\n", "??/\n"),
    "full width": lambda key: key.translate(_FULL_WIDTH),
    "full width but for letters": lambda key: key.translate(
        {code: wide for code, wide in _FULL_WIDTH.items() if not chr(code).isalnum()}
    ),
    "look-alikes": lambda key: key.translate(_LOOK_ALIKE),
    "low bytes": lambda key: key.translate(_LOW_BYTE),
    "a NUL before": lambda key: f"x\0{key}",
    "a NUL after": lambda key: f"{key}\0",
    "from right to left": lambda key: f"\u202e{key}\u202c",
    "isolated": lambda key: f"\u2067{key}\u2069",
    "a byte-order mark": lambda key: f"\ufeff{key}",
    "no width between": lambda key: "\u200b".join((key[:1], key[1:])),
    "a combining mark after quotes": _escaped(lambda code: f"{chr(code)}\u0338", "\"'`"),
    "beyond 16 bits": lambda key: f"\U0001f4a5{key}\U0010ffff",
    "an escape of the terminal": lambda key: f"\x1b]0;{key}\x07",
    "tags around": lambda key: f"<script>{key}</script>",
    "a bracket around": lambda key: f"[{key}]",
    "a backslash after": lambda key: f"{key}\\",
    "a backslash before": lambda key: f"\\{key}",
    "upper case": lambda key: f"{key}I\u0307\u0130\u0131\ufb01",
    **{f"lines ended by {mark!r}": partial(_lines, mark) for mark in _LINES},
    **{f"a comment ended by {mark!r}": partial("{0}{1}{0}//".format, mark) for mark in _LINES},
}  # fmt: skip
"""What a key may be changed to, by name, so that it gets past one that escapes, or that two read in two ways."""

OPENERS = (
    "\\", "x\\", "/*", "x/*", "\"", "'", "`", "\"\"\"", "'''", "${", "#{", "{", "(", "[", "<!--", "\\u005c", "\\x5c",
    "(*", "r#\"", "{|", "[[", "--[[", "<<X", "\n=begin\n", "\n=pod\n", "#if 0\n", "//", "#", "--", "\u2028",
)  # fmt: skip
"""Keys that leave open what the key after them goes on in."""
