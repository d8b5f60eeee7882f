"""The commands that make the computer player better and measure it."""

import os
from json import dumps
from pathlib import Path
from typing import Annotated, Final

import typer

from tallyho import thp
from tallyho.cli_options import GameOption, HuntRulesOption, RulesOption
from tallyho.contract import NotationError
from tallyho.research.arena import hold
from tallyho.research.contest import Contest
from tallyho.research.players import BUILT_IN
from tallyho.research.report import Report, lines
from tallyho.research.selfplay import selfplay as play_rounds
from tallyho.research.statistics import Sprt
from tallyho.terminal.streams import open_sink, told

INTERRUPTED: Final = 130
PLAYERS: Final = (
    f"Player A: {', '.join(BUILT_IN)}, or the command line of a program that speaks THP."
)


def arena(
    a: Annotated[str, typer.Option("--a", help=PLAYERS)],
    b: Annotated[str, typer.Option("--b", help="Player B, likewise.")],
    pairs: Annotated[
        int | None, typer.Option(min=1, help="Pairs of rounds; 100 unless --sprt is given.")
    ] = None,
    sprt: Annotated[
        tuple[float, float] | None,
        typer.Option(
            metavar="ELO0 ELO1", help="Play until one of these two differences is believed."
        ),
    ] = None,
    go: Annotated[
        str, typer.Option(help="How long to think: movetime in ms, nodes, or level.")
    ] = "movetime 100",
    go_a: Annotated[str, typer.Option(help="The same for A only.")] = "",
    go_b: Annotated[str, typer.Option(help="The same for B only.")] = "",
    game: GameOption = "hunt",
    rules: RulesOption = "",
    seed: Annotated[int, typer.Option(help="The same seed gives the same deals.")] = 1,
    quiet: Annotated[
        int, typer.Option(min=1, help="End a round after so many turns without a turn-over.")
    ] = 200,
    grace: Annotated[
        float, typer.Option(min=0.1, help="Seconds that an answer may take beyond movetime.")
    ] = 30,
    workers: Annotated[int, typer.Option(min=1, help="Pairs at the same time.")] = 1,
    ray: Annotated[bool, typer.Option("--ray", help="Spread the pairs with Ray.")] = False,
    records: Annotated[
        Path | None, typer.Option(help="Write .thn to this file; a run goes on where it stopped.")
    ] = None,
    json: Annotated[Path | None, typer.Option(help="Write all figures to this file.")] = None,
) -> None:
    """Let two computer players meet in pairs of rounds with the same deal, sides swapped."""
    with told():
        limits = (thp.read_limits((go_a or go).split()), thp.read_limits((go_b or go).split()))
        contest = Contest((a, b), limits, game, rules, seed, quiet, grace)
        report = Report(contest, Sprt(*sprt) if sprt else None)
        with open_sink(json or Path(os.devnull)) as out:  # refused now rather than after hours
            complete = hold(report, pairs or (None if sprt else 100), workers, ray, records)
            out.write(dumps({"complete": complete, **report.figures()}, indent=2) + "\n")
        print("\n".join(lines(report.figures())))
        if not complete:
            raise typer.Exit(INTERRUPTED)


def selfplay(
    out: Annotated[Path, typer.Option(help="The folder for the samples.")],
    rounds: Annotated[int, typer.Option(help="How many rounds the folder shall hold.")],
    nodes: Annotated[int, typer.Option(help="Positions searched a turn; 0: the greedy player.")],
    seed: Annotated[int, typer.Option(help="The same seed gives the same rounds.")] = 1,
    workers: Annotated[int, typer.Option(help="Processes at the same time.")] = 1,
    weights: Annotated[
        Path | None, typer.Option(help="A weights file; left out, the hand-made evaluation.")
    ] = None,
    rules: HuntRulesOption = "kosmos",
    explore: Annotated[
        float, typer.Option(help="The share of turns that are random, 0 to 1.")
    ] = 0.05,
    ray: Annotated[bool, typer.Option("--ray", help="Spread the rounds with Ray.")] = False,
) -> None:
    """Let the computer play the tile game with itself, for training; goes on where it stopped."""
    with told():
        play_rounds(
            out=out,
            rounds=rounds,
            nodes=nodes,
            seed=seed,
            workers=workers,
            weights=weights,
            rules=rules,
            explore=explore,
            ray=ray,
        )


def train(
    data: Annotated[list[Path], typer.Option(help="A folder of self-play; several are mixed.")],
    out: Annotated[Path, typer.Option(help="The weights file to write.")],
    epochs: Annotated[int, typer.Option(min=1, help="Times through all samples.")] = 8,
    batch: Annotated[int, typer.Option(min=1, help="Samples a step.")] = 1024,
    lambda_: Annotated[
        float,
        typer.Option(
            "--lambda", min=0, max=1, help="0: learn from the search; 1: from outcomes alone."
        ),
    ] = 0.9,
    seed: Annotated[int, typer.Option(help="The same seed gives the same weights.")] = 1,
    start: Annotated[Path | None, typer.Option(help="Weights to begin with.")] = None,
    rate: Annotated[
        float, typer.Option(help="How fast it learns at first; low where it begins with weights.")
    ] = 1.5e-3,
    teacher: Annotated[
        list[Path] | None,
        typer.Option(help="Weights to learn from instead of the rounds; the mean of several."),
    ] = None,
) -> None:
    """Train the tile game's network with samples of self-play; goes on where it stopped."""
    with told():
        try:
            from tallyho.research.train import train as training
        except ImportError as error:
            raise NotationError(
                "train", "needs PyTorch: pip install 'tallyho-games[train]'"
            ) from error
        training(
            data=data,
            out=out,
            epochs=epochs,
            batch=batch,
            rate=rate,
            lambda_=lambda_,
            seed=seed,
            start=start,
            teachers=teacher or (),
        )
