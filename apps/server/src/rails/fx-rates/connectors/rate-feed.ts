import { Refusal } from "@coralhub/contract";
import { CURRENCY_CODES, type Currency, type Rate, type RateBoard } from "@coralhub/domain";
import { createHmac, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import type { Clock } from "../../../platform/clock.ts";
import type { SignedServiceConfig } from "../../../platform/config.ts";
import { readTextUpTo } from "../../../platform/signed-post.ts";
import type { RateSource } from "../index.ts";

const TIMEOUT_MS = 3_000;
/** A board is asked for so often at most; everybody who quotes meanwhile shares it. */
const SHARED_MS = 1_000;
/** What claims to be later than this ahead of our clock is no rate of now. */
const AHEAD_MS = 5_000;
const MOST_BYTES = 65_536;

const board = z.object({
  at: z.iso.datetime({ offset: true }),
  source: z.string().min(1).max(40),
  /** Units for one US dollar, as decimal text. */
  perDollar: z.record(z.string(), z.string().regex(/^\d{1,12}(\.\d{1,18})?$/)),
});

/**
 * A feed of middle rates over HTTPS: `GET` answers {at, source, perDollar: {CNY: "7.1034", …}} with
 * `X-Signature: sha256=<hex HMAC-SHA256 of the body>` under the shared key. What is not signed, older than what we have seen,
 * or from the future is not used: money is exchanged at these numbers.
 */
export function createRateFeed({ url, key }: SignedServiceConfig, clock: Clock): RateSource {
  let newest: RateBoard | undefined;
  let asked: { atMs: number; answer: Promise<RateBoard> } | undefined;
  async function ask(): Promise<RateBoard> {
    const answer = readBoard(await fetchSigned(url, key));
    if (answer.at.getTime() > clock.now().getTime() + AHEAD_MS) throw new Error("the feed's rates are from the future");
    // An older board played again must not undo a newer one.
    if (newest && answer.at < newest.at) return newest;
    newest = answer;
    return answer;
  }
  return {
    async board() {
      const nowMs = performance.now();
      if (!asked || nowMs - asked.atMs > SHARED_MS) asked = { atMs: nowMs, answer: ask() };
      try {
        return await asked.answer;
      } catch (error) {
        asked = undefined;
        throw error instanceof Refusal ? error : new Refusal("fx.rate_unavailable");
      }
    },
  };
}

async function fetchSigned(url: string, key: string): Promise<string> {
  const response = await fetch(url, { redirect: "error", signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (!response.ok) {
    await response.body?.cancel();
    throw new Error(`${new URL(url).host} answered ${response.status}`);
  }
  const text = await readTextUpTo(response, MOST_BYTES);
  const wanted = Buffer.from(`sha256=${createHmac("sha256", key).update(text).digest("hex")}`);
  const given = Buffer.from(response.headers.get("x-signature") ?? "");
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted))
    throw new Error("the feed's signature is wrong");
  return text;
}

function readBoard(text: string): RateBoard {
  const { at, source, perDollar } = board.parse(JSON.parse(text));
  const known = CURRENCY_CODES.flatMap((code): [Currency, Rate][] => {
    const rate = code === "USD" ? "1" : perDollar[code];
    return rate === undefined || Number(rate) === 0 ? [] : [[code, rate]];
  });
  return { at: new Date(at), source, perDollar: Object.fromEntries(known) };
}
