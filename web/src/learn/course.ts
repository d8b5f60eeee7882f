/** A course as the server worked it out, and one pupil's tries at it. */
import type { Seat } from "../shared/types";

export interface Try {
  events: string[];
  to: number;
  reached: boolean;
}

export interface Board {
  position: string;
  turns: Record<string, Try>;
}

export interface Lesson {
  name: string;
  side: Seat;
  boards: Board[];
}

/** `trying`, with `hints` where a try has failed; `missed` until the pupil tries again; `done`. */
export interface Attempt {
  at: number;
  events: string[];
  state: "trying" | "missed" | "done";
  misses: number;
}

export function begin(misses = 0): Attempt {
  return { at: 0, events: [], state: "trying", misses };
}

/** After a turn of the pupil. */
export function tried(lesson: Lesson, attempt: Attempt, turn: string): Attempt {
  const made = lesson.boards[attempt.at]?.turns[turn];
  if (!made || attempt.state !== "trying") return attempt;
  const { events, to, reached } = made;
  if (reached) return { ...attempt, at: to, events, state: "done" };
  const lost = shortest(lesson, to) === null;
  const misses = attempt.misses + (lost ? 1 : 0);
  return { at: to, events, state: lost ? "missed" : "trying", misses };
}

/** The turns that lead from a board to the goal, as few as possible; null if none do. */
export function shortest(lesson: Lesson, from: number): string[] | null {
  const seen = new Set([from]);
  let ways: { at: number; turns: string[] }[] = [{ at: from, turns: [] }];
  while (ways.length) {
    const further: typeof ways = [];
    for (const { at, turns } of ways) {
      for (const [turn, { to, reached }] of Object.entries(lesson.boards[at]?.turns ?? {})) {
        if (reached) return [...turns, turn];
        if (!seen.has(to)) further.push({ at: to, turns: [...turns, turn] });
        seen.add(to);
      }
    }
    ways = further;
  }
  return null;
}
