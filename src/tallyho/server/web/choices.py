"""What somebody who wants to play can choose from: rule sets, clocks and levels."""

from dataclasses import dataclass

from tallyho.server.games.terms import ClockTerms
from tallyho.server.web.words import Words


@dataclass(frozen=True, slots=True)
class RuleSet:
    """A rule set with a sentence what it is like."""

    text: str
    name: str
    sentence: str


@dataclass(frozen=True, slots=True)
class ClockChoice:
    """A clock to choose, as its terms and in words."""

    terms: ClockTerms
    name: str


def rule_sets(words: Words) -> dict[str, list[RuleSet]]:
    """The rule sets of each game, the usual one first."""
    t = words.t
    sentences = {
        "hunt": {
            "kosmos": t("As the game is sold: you play both colours, the sum decides."),
            "online": t(
                "A quick match of one round, with stricter rules against going in circles."
            ),
        },
        "pegs": {
            "default": t("Twelve pegs each, until one side has none left."),
            "holes=12 doublets=opposites short=yes": t(
                "The gate into the enemy's circle stands open."
            ),
        },
    }
    return {
        game: [RuleSet(text, words.rules(text), sentence) for text, sentence in sets.items()]
        for game, sets in sentences.items()
    }


def clocks(words: Words, unlimited: bool = True) -> list[ClockChoice]:
    """The clocks to choose from, the quickest first and none at all last."""
    live = [(5, 5), (10, 10), (20, 20)]
    choices = [
        ClockChoice(ClockTerms(minutes=minutes, increment=seconds), words.minutes(minutes, seconds))
        for minutes, seconds in live
    ]
    choices += [ClockChoice(ClockTerms(days=days), words.days(days)) for days in (1, 3, 7)]
    none = ClockChoice(ClockTerms(), words.t("No clock"))
    return [*choices, none] if unlimited else choices


def levels(words: Words) -> list[str]:
    """What the computer is like at each level, from 1 to 10."""
    t = words.t
    return [
        t("On its first afternoon: overlooks most things."),
        t("Knows the rules and catches what stands right beside."),
        t("Plays along happily and seldom thinks of your answer."),
        t("An attentive beginner, good for a quiet evening."),
        t("A casual player: sees most catches, walks into traps."),
        t("Plays often, and punishes careless turns."),
        t("A club player: rarely overlooks anything."),
        t("Makes no blunders any more, but looks only a little ahead."),
        t("Strong: looks far ahead and weighs the odds."),
        t("Everything it can do. Hardly anybody beats it."),
    ]
