"""A page of 30 issues as the programming interface of a code host returns it: many maps with the same long keys.

The issues are invented, sentence by sentence, from a small vocabulary and a fixed seed.
"""

from __future__ import annotations

from weighbridge.payloads.corpus.built_in import BuiltIn
from weighbridge.payloads.random64 import SplitMix64
from weighbridge_kit.values import Value

_API = "https://api.forge.example"
_WEB = "https://forge.example"
_REPOSITORY = "millhouse/loadcell"
_ISSUES = 30
_FIRST_NUMBER = 2481

_USERS = (
    "ada-brandt", "b0rislav", "carmen-iglesias", "dkoulouris", "emre-t", "fionnuala", "gustav-lind", "h-nakagawa",
    "ines-cardoso", "jpvandam", "k4tya", "loadcell-bot[bot]", "m-oyelaran", "nils-aagaard", "ottilie", "pradeep-rk",
)  # fmt: skip
_LABELS = (
    ("bug", "d73a4a", "Something does not work as documented"),
    ("enhancement", "a2eeef", "A wish, or a better way"),
    ("docs", "0075ca", "Guides, examples and the reference"),
    ("good first issue", "7057ff", "Small, well described, and nobody is on it"),
    ("needs reproduction", "fbca04", "We could not see it ourselves yet"),
    ("platform: arm", "c5def5", "Boards and phones"),
    ("performance", "5319e7", "Slower, or heavier, than it should be"),
    ("wontfix", "ffffff", None),
)
_SUBJECTS = (
    "the calibration table", "a second reader", "the serial bridge", "every reading after the first",
    "the Python binding", "the drift filter", "a cell with a broken wire", "the settings page", "the nightly build",
    "the CSV export",
)  # fmt: skip
_FAULTS = (
    "is read twice on start", "loses its last entry", "blocks until the port is reopened", "ignores the set rate",
    "reports kilograms as pounds", "crashes when the tare is negative", "takes four seconds instead of one",
    "forgets the time zone", "prints NaN", "refuses a file that 2.4 accepted",
)  # fmt: skip
_CONDITIONS = (
    "after an update from 2.4 to 2.5", "on a board without a clock", "if two clients are connected", "behind a proxy",
    "when the log level is `debug`", "with more than sixteen cells", "as soon as the disk is full", "on 32-bit systems",
)  # fmt: skip
_REMARKS = (
    "I bisected it to the change of the ring buffer, but I may be wrong.",
    "It worked for us for about two years, so this was a surprise.",
    "A restart helps, though only for an hour or so.",
    "I would be glad to send a pull request if somebody points me to the right place.",
    "The documentation says “at most once”, which I take to include this case.",
    "Nothing in the log, even with tracing switched on.",
    "We run this on eleven sites, and only the two newest are affected.",
    "My colleague sees the same with her own build, so it is not my set-up.",
)
_MILESTONES = ("2.5.1", "2.6", "3.0")


def _address(base: str, *parts: object) -> str:
    return "/".join((base, *map(str, parts)))


def _identity(random: SplitMix64, kind: str) -> tuple[int, str]:
    """Return a number, and the opaque text that stands for it elsewhere."""
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
    number = random.between(10**8, 3 * 10**9)
    return number, f"{kind}_kwDO" + "".join(random.pick(letters) for _ in range(12))


def _time(random: SplitMix64, month: int) -> str:
    day, hour, minute, second = random.between(1, 28), random.below(24), random.below(60), random.below(60)
    return f"2024-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z"


def _user(name: str) -> Value:
    random = SplitMix64(_USERS.index(name))
    number, node = _identity(random, "U")
    address = _address(_API, "users", name)
    return {
        "login": name,
        "id": number,
        "node_id": node,
        "avatar_url": _address(_WEB, "avatars", f"u/{number}?v=4"),
        "gravatar_id": "",
        "url": address,
        "html_url": _address(_WEB, name),
        "followers_url": f"{address}/followers",
        "following_url": f"{address}/following{{/other_user}}",
        "starred_url": f"{address}/starred{{/owner}}{{/repo}}",
        "subscriptions_url": f"{address}/subscriptions",
        "organizations_url": f"{address}/orgs",
        "repos_url": f"{address}/repos",
        "events_url": f"{address}/events{{/privacy}}",
        "received_events_url": f"{address}/received_events",
        "type": "Bot" if name.endswith("[bot]") else "User",
        "site_admin": False,
    }


def _label(index: int) -> Value:
    name, colour, description = _LABELS[index]
    number, node = _identity(SplitMix64(1000 + index), "LA")
    return {
        "id": number,
        "node_id": node,
        "url": _address(_API, "repos", _REPOSITORY, "labels", name.replace(" ", "%20")),
        "name": name,
        "color": colour,
        "default": index < 4,
        "description": description,
    }


def _milestone(random: SplitMix64) -> Value:
    title = random.pick(_MILESTONES)
    number = _MILESTONES.index(title) + 1
    address = _address(_API, "repos", _REPOSITORY, "milestones", number)
    return {
        "url": address,
        "html_url": _address(_WEB, _REPOSITORY, "milestone", number),
        "labels_url": f"{address}/labels",
        "id": 9_000_000 + number,
        "number": number,
        "title": title,
        "description": None,
        "open_issues": random.between(1, 40),
        "closed_issues": random.between(0, 200),
        "state": "open",
        "due_on": None,
    }


def _complaint(random: SplitMix64) -> str:
    return f"{random.pick(_SUBJECTS).capitalize()} {random.pick(_FAULTS)} {random.pick(_CONDITIONS)}"


def _body(random: SplitMix64) -> str:
    subject, fault, condition = random.pick(_SUBJECTS), random.pick(_FAULTS), random.pick(_CONDITIONS)
    parts = [f"Since last week {subject} {fault} {condition}. {random.pick(_REMARKS)}"]
    if random.one_in(2):
        steps = "\r\n".join(
            f"{step}. `loadcell --port /dev/ttyUSB{step} --rate {random.between(1, 9)}0`" for step in (1, 2, 3)
        )
        parts.append(f"### Steps\r\n\r\n{steps}")
    if random.one_in(3):
        parts.append(
            "```\r\nTraceback (most recent call last):\r\n"
            f'  File "loadcell/bridge.py", line {random.between(20, 400)}, in read\r\n'
            f'    raise ReadError(f"cell {{cell}}: {random.between(2, 900)} ms")\r\n```'
        )
    parts.extend(f"{random.pick(_REMARKS)} {_complaint(random)}." for _ in range(random.between(6, 14)))
    return "\r\n\r\n".join(parts)


def _reactions(address: str, random: SplitMix64) -> Value:
    kinds = ("+1", "-1", "laugh", "hooray", "confused", "heart", "rocket", "eyes")
    counts = {kind: random.below(9) if random.one_in(4) else 0 for kind in kinds}
    return {"url": f"{address}/reactions", "total_count": sum(counts.values()), **counts}


def _issue(number: int, random: SplitMix64) -> Value:
    address = _address(_API, "repos", _REPOSITORY, "issues", number)
    identity, node = _identity(random, "I")
    is_closed = random.one_in(4)
    assignee = _user(random.pick(_USERS)) if random.one_in(4) else None
    first_label = random.below(len(_LABELS))
    return {
        "url": address,
        "repository_url": _address(_API, "repos", _REPOSITORY),
        "labels_url": f"{address}/labels{{/name}}",
        "comments_url": f"{address}/comments",
        "events_url": f"{address}/events",
        "html_url": _address(_WEB, _REPOSITORY, "issues", number),
        "id": identity,
        "node_id": node,
        "number": number,
        "title": _complaint(random),
        "user": _user(random.pick(_USERS)),
        "labels": [_label((first_label + step) % len(_LABELS)) for step in range(random.below(4))],
        "state": "closed" if is_closed else "open",
        "locked": False,
        "assignee": assignee,
        "assignees": [assignee] if assignee else [],
        "milestone": _milestone(random) if random.one_in(4) else None,
        "comments": random.below(30),
        "created_at": _time(random, 4),
        "updated_at": _time(random, 5),
        "closed_at": _time(random, 5) if is_closed else None,
        "author_association": random.pick(("NONE", "CONTRIBUTOR", "MEMBER")),
        "active_lock_reason": None,
        "body": _body(random),
        "reactions": _reactions(address, random),
        "timeline_url": f"{address}/timeline",
        "performed_via_app": None,
        "state_reason": "completed" if is_closed else None,
    }


def _documents() -> tuple[Value, ...]:
    random = SplitMix64(1)
    issues = [_issue(_FIRST_NUMBER - index, random) for index in range(_ISSUES)]
    return ({"total_count": 1217, "incomplete_results": False, "items": issues},)


BUILT_IN = BuiltIn(
    "issues-page", f"a page of {_ISSUES} issues from the programming interface of a code host", _documents
)
