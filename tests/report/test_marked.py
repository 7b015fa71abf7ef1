"""Markdown shows what it is given as text, whatever that is; a reader of CommonMark with tables is the judge."""

from __future__ import annotations

import random

import pytest
from markdown_it import MarkdownIt
from markdown_it.token import Token

from weighbridge.printable import one_line
from weighbridge.report.marked import bold, heading, inline, item, paragraph, row

READER = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])
HARMFUL = (
    "<img src=x onerror=alert(1)>", "<script>", "<!-- x", "<http://a.example>", "&lt;b&gt; &#60;", "a | b", "|", "\\",
    "\\|", "a\\", "`code`", "``", "*a*", "**a**", "_a_", "__a__", "~~a~~", "[a](javascript:alert(1))", "![a](x.png)",
    "[a][b]", "[a]: javascript:1", "rapidjson[insitu]", "serde_json", "a_", "# a", "a #", "##", "> a", "- a", "+ a",
    "1. a", "12) a", "---", "===", "***", "\x1b[31m", "a\nb", "\r\n# b", "a\tb", "    a", "\u202ea", "$a$", "$$",
    "-5", "=1+1", "@a", "a]", "[", "![", "](", "\u2028# a", "``` a", "~~~", "\x00", "|---|", "a  ", "\u00a0a",
)  # fmt: skip


def tokens(text: str) -> list[Token]:
    return [token for one in READER.parse(text) for token in (one, *(one.children or []))]


def shown(text: str) -> str:
    """What a reader sees: text alone, or it fails."""
    found = tokens(text)
    kinds = {
        token.type for token in found if not token.type.startswith(("table", "thead", "tbody", "tr_", "th_", "td_"))
    }
    plain = {"inline", "text", "text_special"}
    blocks = {"paragraph", "heading", "bullet_list", "list_item", "strong"}
    assert kinds <= plain | {f"{one}_{end}" for one in blocks for end in ("open", "close")}, (text, kinds)
    return "".join(token.content for token in found if token.type in ("text", "text_special"))


def texts() -> list[str]:
    chance = random.Random(1)
    mixed = ["".join(chance.choices(HARMFUL, k=chance.randint(2, 5))) for _ in range(400)]
    signs = ["".join(chance.choices("\\`*_{}[]()#+-.!|<>&;~$:/ a1\n", k=12)) for _ in range(400)]
    return [*HARMFUL, *mixed, *signs]


def same(seen: str, text: str) -> bool:
    """Whether nothing of a text got lost but space at its ends, which no reader keeps."""
    return seen.strip() == one_line(text).strip()


def test_every_text_is_shown_as_it_is_and_as_nothing_else() -> None:
    for text in texts():
        if text.strip():
            assert same(shown(paragraph(text)), text), text
            assert same(shown(item(text)), text), text
            assert same(shown(heading(2, text)), text), text
            assert [token.tag for token in tokens(heading(2, text)) if token.type == "heading_open"] == ["h2"], text


def test_a_row_has_as_many_cells_as_it_was_given() -> None:
    for text in texts():
        lines = [row([text, "a"]), row(["---", "---:"]), row([text, "last"]), row(["x", text])]
        found = tokens("\n".join(lines))
        shown("\n".join(lines))
        assert sum(token.type == "tr_open" for token in found) == 3, text
        assert sum(token.type in ("td_open", "th_open") for token in found) == 6, text
        assert any(token.type == "inline" and token.content == "last" for token in found), text


def test_what_is_no_harm_stays_readable() -> None:
    assert inline("rapidjson[insitu] of serde_json 0.31× (±1.2%)") == "rapidjson[insitu] of serde_json 0.31× (±1.2%)"
    assert inline("-5") == "-5"
    assert row(["a|b", "c"]) == "| a\\|b | c |"


@pytest.mark.parametrize("text", ["the run is not to be trusted", "a* <b>"])
def test_a_caution_is_bold(text: str) -> None:
    assert "strong_open" in {token.type for token in tokens(bold(text))}
    assert same(shown(bold(text)), text)
