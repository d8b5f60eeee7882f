"""The error tree: everything that the library raises on purpose.

TallyhoError
├── NotationError    a text cannot be read: which field, and what is wrong with it
│   └── RecordError  the same inside a game record, with line and column (play/record.py)
├── FairnessError    a step of the fair deal comes too early or does not fit (play/fair.py)
├── IllegalTurn      a turn or claim breaks a rule: its number, and what to do instead
├── NotYourTurn      somebody else is to act, or nobody is
├── NotNow           the match does not allow this action now, such as answering no offer
├── StaleVersion     the sender had not seen the newest events
└── SiteError        the site refuses: not found, not yours, too much (server/errors.py)
"""


class TallyhoError(Exception):
    """Anything that Tallyho refuses; `str()` of it is a sentence for a person."""


class NotationError(TallyhoError):
    """A text that cannot be read; `field` names the part, `reason` says what is wrong with it."""

    def __init__(self, field: str, reason: str) -> None:
        super().__init__(field, reason)
        self.field = field
        self.reason = reason

    def __str__(self) -> str:
        return f"{self.field}: {self.reason}"


class IllegalTurn(TallyhoError):
    """A turn or a claim that the rules forbid; `rule` is the rule's number, such as H9."""

    def __init__(self, rule: str, reason: str) -> None:
        super().__init__(rule, reason)
        self.rule = rule
        self.reason = reason

    def __str__(self) -> str:
        return f"{self.rule}: {self.reason}"


class NotYourTurn(TallyhoError):
    """An action by a seat that may not act now."""


class NotNow(TallyhoError):
    """An action that the match does not allow at this moment, such as answering no offer."""


class StaleVersion(TallyhoError):
    """An action sent for `sent` while the match had already reached `current`."""

    def __init__(self, sent: int, current: int) -> None:
        super().__init__(sent, current)
        self.sent = sent
        self.current = current

    def __str__(self) -> str:
        return f"you answered version {self.sent}, but the match is at version {self.current}"
