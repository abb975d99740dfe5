import { fullPath, homeEndpoints } from "@coralhub/contract";
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { HOOK, noticeOf, signed } from "../money/income.ts";
import type { PaidMerchant } from "../money/money-world.ts";
import type { Program } from "../money/program.ts";

export type Load = "income" | "payout" | "home";
export type Payer = { program: Program; beneficiaryId: string };
/** What callers know at the end: what was acknowledged to them, and how they were refused meanwhile. */
export type Heard = {
  incomes: string[];
  payouts: string[];
  homes: number;
  busy: number;
  cutOff: number;
  /** The longest time without an answer as wished, in milliseconds. */
  longestGap: Record<Load, number>;
  problems: string[];
};
export type Callers = { url(): string | undefined; isOver(): boolean; heard: Heard };

type Asked = { path: string; headers?: Record<string, string>; body?: object; tellsAgain?: () => object };
type Answer = { status: number; content: { reason?: string; msg?: string; data?: unknown } };

const PATIENCE_MS = 30_000;
const AGAIN_MS = 100;
/** Longer than anything here is away: whoever still hears nothing never will. */
const GIVES_UP_MS = 120_000;

/** Anything but an answer of the product's own, or 503 with Retry-After, is wrong; a line that was cut is asked again. */
async function askOnce(
  { url, heard }: Callers,
  { path, headers = {}, body, tellsAgain }: Asked,
): Promise<Answer | undefined> {
  const at = url();
  if (!at) return undefined;
  const content = tellsAgain?.() ?? body;
  let response: Response;
  let text: string;
  try {
    response = await fetch(at + path, {
      method: content ? "POST" : "GET",
      headers: { ...headers, ...(content && { "content-type": "application/json" }) },
      ...(content && { body: JSON.stringify(content) }),
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    text = await response.text();
  } catch {
    heard.cutOff++;
    return undefined;
  }
  if (response.status === 503) {
    heard.busy++;
    if (!(Number(response.headers.get("retry-after")) > 0)) heard.problems.push(`${path}: 503 without Retry-After`);
    return undefined;
  }
  if (response.status >= 500) {
    heard.problems.push(`${path}: ${response.status} ${text.slice(0, 200)}`);
    return undefined;
  }
  const answer = { status: response.status, content: JSON.parse(text) as Answer["content"] };
  // What was asked before the line was cut is still being done.
  return answer.content.reason === "idempotency.running" ? undefined : answer;
}

/** The same thing wanted, until somebody says what became of it. */
async function insist(callers: Callers, asked: Asked): Promise<Answer> {
  for (const began = performance.now(); performance.now() - began < GIVES_UP_MS; await sleep(AGAIN_MS)) {
    const answer = await askOnce(callers, asked);
    if (answer) return answer;
  }
  throw new Error(`nobody answers ${asked.path}`);
}

/** Says how long it has been at most since this was said before. */
function gapMeter(heard: Heard, load: Load): () => void {
  let last = performance.now();
  return () => {
    const now = performance.now();
    heard.longestGap[load] = Math.max(heard.longestGap[load], now - last);
    last = now;
  };
}

const repeating = (callers: Callers, places: number, turn: (place: number) => Promise<void>): Promise<unknown> =>
  Promise.all(
    Array.from({ length: places }, async (_, place) => {
      while (!callers.isOver()) await turn(place);
    }),
  );

/** The bank tells of a payment until it is told that we have it. */
export function sendIncomes(callers: Callers, places: number, merchants: readonly PaidMerchant[]): Promise<unknown> {
  const { heard } = callers;
  const heardNow = gapMeter(heard, "income");
  let sent = 0;
  return repeating(callers, places, async () => {
    const notice = noticeOf(merchants[sent++ % merchants.length]!);
    const answer = await insist(callers, { path: HOOK, tellsAgain: () => signed(notice) });
    heardNow();
    const { outcome } = (answer.content.data ?? {}) as { outcome?: string };
    if (answer.status === 200 && outcome) heard.incomes.push(notice.reference);
    else heard.problems.push(`${notice.reference}: ${answer.status} ${JSON.stringify(answer.content)}`);
  });
}

/** Written down once, priced as often as it takes, confirmed: a price may be too old by the time somebody answers. */
export function payOut(callers: Callers, places: number, payers: readonly Payer[]): Promise<unknown> {
  const { heard } = callers;
  const heardNow = gapMeter(heard, "payout");
  let begun = 0;
  return repeating(callers, places, async () => {
    const { program, beneficiaryId } = payers[begun++ % payers.length]!;
    const name = randomUUID();
    const ask = (path: string, requestId: string, body: object) =>
      insist(callers, {
        path: `/open/v1${path}`,
        headers: { "x-app-id": program.appId, authorization: `Bearer ${program.token}`, "x-request-id": requestId },
        body,
      });
    const wanted = {
      accountId: program.merchant.accountId,
      beneficiaryId,
      amount: { currency: "USD", amount: "60.00" },
    };
    const written = await ask("/payouts/supplier", `write-${name}`, wanted);
    if (written.status !== 200) return void heard.problems.push(`written: ${JSON.stringify(written)}`);
    const { id } = written.content.data as { id: string };
    for (let round = 0; ; round++) {
      const quote = await ask("/payouts/supplier/quote", `price-${name}-${round}`, wanted);
      const { quoteId } = (quote.content.data ?? {}) as { quoteId?: string };
      if (!quoteId) return void heard.problems.push(`priced: ${JSON.stringify(quote)}`);
      const answer = await ask(`/payouts/${id}/confirm`, `confirm-${name}-${round}`, { quoteId });
      if (answer.status === 200) {
        heardNow();
        return void heard.payouts.push(id);
      }
      if (!answer.content.msg?.includes("报价"))
        return void heard.problems.push(`confirmed: ${JSON.stringify(answer)}`);
    }
  });
}

/** People look at their home page all the while; who is told to wait a moment looks again. */
export function lookAtHome(callers: Callers, places: number, tokens: readonly string[]): Promise<unknown> {
  const { heard } = callers;
  const heardNow = gapMeter(heard, "home");
  return repeating(callers, places, async (place) => {
    const headers = { authorization: `Bearer ${tokens[place % tokens.length]!}` };
    const answer = await insist(callers, { path: fullPath(homeEndpoints.home), headers });
    heardNow();
    if (answer.status === 200 && answer.content.data) heard.homes++;
    else heard.problems.push(`home: ${JSON.stringify(answer)}`);
  });
}
