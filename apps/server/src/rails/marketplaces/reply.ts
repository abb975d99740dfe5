import type { z } from "zod";
import { MarketplaceError } from "./marketplace.ts";
import type { Verdict } from "./verdict.ts";

export type Reply = { status: number; header(name: string): string | undefined; body: string };

/** What OAuth servers call a grant that is over, whatever the status. */
const GRANT_IS_OVER = /invalid_grant|invalid_token|access_denied|token.*(revoked|expired)/i;
/** What they call an application they do not accept (RFC 6749, 5.2): ours to mend, no merchant's fault. */
const WE_ARE_REFUSED = /\b(invalid_client|unauthorized_client)\b/;

/** Why this answer is none; undefined: it may be read. */
export function troubleIn(reply: Reply, verdict?: Verdict): MarketplaceError | undefined {
  const { status, body } = reply;
  const wait = waitAsked(reply);
  const own = verdict?.(jsonIn(body), status);
  if (own) return new MarketplaceError(own.trouble, own.message, wait);
  if (status < 400) return undefined;
  const said = `answered ${status}`;
  if (status === 429) return new MarketplaceError("busy", said, wait);
  if (status >= 500) return new MarketplaceError("unavailable", said, wait);
  if (status <= 401 && WE_ARE_REFUSED.test(body))
    return new MarketplaceError("unexpected", `${said}: our application is not accepted`);
  const isOver = status === 401 || status === 403 || (status === 400 && GRANT_IS_OVER.test(body));
  return new MarketplaceError(isOver ? "refused" : "unexpected", said);
}

/** How many seconds the platform asks us to wait, in whichever of the ways platforms say it. */
function waitAsked({ header }: Reply): number | undefined {
  const after = header("retry-after");
  if (after !== undefined) return secondsUntil(after, header("date"));
  const resetMs = Number(header("x-rate-limit-time-reset-ms"));
  if (resetMs > 0) return Math.ceil(resetMs / 1_000);
  // Amazon names how many calls a second it allows: 0.0167 is one a minute.
  const perSecond = Number(header("x-amzn-ratelimit-limit"));
  return perSecond > 0 ? Math.ceil(1 / perSecond) : undefined;
}

function secondsUntil(after: string, date: string | undefined): number | undefined {
  const seconds = Number(after);
  if (Number.isFinite(seconds)) return Math.max(0, Math.ceil(seconds));
  const waitMs = Date.parse(after) - Date.parse(date ?? "");
  return Number.isFinite(waitMs) ? Math.max(0, Math.ceil(waitMs / 1_000)) : undefined;
}

export function readReply<S extends z.ZodType>({ status, body }: Reply, shape: S): z.output<S> {
  const isEmpty = status === 204 || body === "";
  const json = isEmpty ? undefined : jsonIn(body);
  if (!isEmpty && json === undefined) throw new MarketplaceError("unexpected", "the answer is not JSON");
  const read = shape.safeParse(json);
  if (read.success) return read.data;
  const places = read.error.issues.map(({ path }) => path.join(".")).slice(0, 3);
  throw new MarketplaceError("unexpected", `the answer is not what we know: ${places.join(", ")}`);
}

function jsonIn(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
