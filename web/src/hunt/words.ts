/** Events in words. Sentences avoid articles, so that they can be said in every language. */
import { t } from "../shared/texts";
import { readPosition } from "./position";
import { readTurn, turnedUp } from "./targets";
import { faceName, kindName, kindOf, sideName } from "./tiles";

const EXIT = /^([ai]5|e[19])$/;

/** One event as a sentence; `before` is the position that it was played in. */
export function tell(event: string, before: string): string {
  const position = readPosition(before);
  const side = sideName(position.toMove);
  const turn = readTurn(event);
  if (!turn) return t("{side} has no legal turn and passes.", { side });
  const { from, to } = turn;
  const face = turnedUp(event);
  if (face) return t("{side} turns over {from}: {tile}.", { side, from, tile: faceName(face) });
  const mover = kindOf(position.board.get(from)!);
  const tile = kindName(mover.name);
  if (!to) return t("{side} turns over {from}.", { side, from });
  if (EXIT.test(to)) {
    const points = mover.points;
    return t("{side}: {tile} leaves {from} by the exit {to} for {points} points.", { side, tile, from, to, points });
  }
  if (!turn.captures) return t("{side}: {tile} from {from} to {to}.", { side, tile, from, to });
  const victim = kindOf(position.board.get(to)!);
  const values = { side, tile, from, to, victim: kindName(victim.name), points: victim.points };
  return t("{side}: {tile} from {from} captures {victim} on {to} for {points} points.", values);
}

/** One event in the list of turns. */
export function note(event: string): string {
  const face = turnedUp(event);
  if (face) return `${event.slice(0, 2)} ${kindName(kindOf(face).name)}`;
  const turn = readTurn(event);
  if (!turn?.to) return turn ? turn.from : t("pass");
  return `${turn.from}${turn.captures ? " × " : " – "}${turn.to}`;
}

export function soundOf(event: string): "turn" | "move" | "capture" | "exit" {
  const turn = readTurn(event);
  if (!turn?.to) return turn ? "turn" : "move";
  if (EXIT.test(turn.to)) return "exit";
  return turn.captures ? "capture" : "move";
}
