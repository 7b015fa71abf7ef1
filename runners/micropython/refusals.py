"""Answers that are errors: each class has the name by which the protocol knows it."""


class Refusal(Exception):
    """An error that is the answer to a request."""

    answer = ""


class BadRequest(Refusal):
    """The request is malformed or names what does not exist."""

    answer = "bad-request"


class Unsupported(Refusal):
    """The codec cannot do this by its nature."""

    answer = "unsupported"


class Failed(Refusal):
    """The library refused or broke."""

    answer = "failed"
