/** The site's API: every command is one call; a refusal comes as a `Refusal` that can be shown. */
import type { Trouble } from "./types";

export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly trouble: Trouble,
  ) {
    super(trouble.message);
  }
}

/** The site could not be reached, or its answer was lost: nothing is known about the outcome. */
export class Unreachable extends Error {}

export async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  const answer = await ask(method, path, body);
  const text = await answer.text().catch(() => {
    throw new Unreachable("the answer was lost");
  });
  if (answer.ok) return (text ? JSON.parse(text) : null) as T;
  throw refusal(answer.status, text);
}

async function ask(method: string, path: string, body: unknown): Promise<Response> {
  const sent: RequestInit = { method, credentials: "same-origin" };
  if (body !== undefined) {
    sent.headers = { "Content-Type": "application/json" };
    sent.body = JSON.stringify(body);
  }
  try {
    return await fetch(path, sent);
  } catch {
    throw new Unreachable("the site does not answer");
  }
}

function refusal(status: number, text: string): Error {
  try {
    return new Refusal(status, JSON.parse(text) as Trouble);
  } catch {
    return new Unreachable(`the site answered with ${status}`);
  }
}

/** Be known to the site: a visitor without a cookie becomes a guest, without any form. */
export async function beKnown(): Promise<Me> {
  try {
    return await call<Me>("GET", "/api/me");
  } catch (error) {
    if (!(error instanceof Refusal) || error.status !== 401) throw error;
    return call<Me>("POST", "/api/guests", {});
  }
}

export interface Me {
  id: string;
  name: string;
  guest: boolean;
}
