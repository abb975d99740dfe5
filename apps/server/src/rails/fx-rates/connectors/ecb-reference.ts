import { Refusal } from "@coralhub/contract";
import { crossRate, toCurrency, type Currency, type Rate, type RateBoard } from "@coralhub/domain";
import type { Clock } from "../../../platform/clock.ts";
import { readTextUpTo } from "../../../platform/signed-post.ts";

const TIMEOUT_MS = 15_000;
const MOST_BYTES = 8_388_608;
/** The file changes once a working day; asked for no more often than this. */
const KEPT_MS = 3_600_000;
const SOURCE = "ECB";
/** No holiday is as long: what is older says nothing of a moment, the file has ended. */
const OLDEST_MS = 7 * 86_400_000;
/** Published in the afternoon: 16:00 in Frankfurt, in winter. */
const PUBLISHED_UTC = "T15:00:00Z";

const DAY = /<Cube\s+time=['"](\d{4}-\d{2}-\d{2})['"]\s*>([\s\S]*?)<\/Cube>\s*(?=<Cube\s+time|<\/Cube>)/g;
const QUOTE = /<Cube\s+currency=['"]([A-Z]{3})['"]\s+rate=['"](\d+(?:\.\d+)?)['"]\s*\/>/g;

export type EcbReference = { latest(): Promise<RateBoard>; past(moments: readonly Date[]): Promise<RateBoard[]> };

/**
 * The European Central Bank's reference rates (`eurofxref-hist.xml` or the shorter files beside it): units of each currency
 * for one euro, one block a working day. The bank says they are for information, so they never make a quote.
 */
export function createEcbReference({ url, clock }: { url: string; clock: Clock }): EcbReference {
  let kept: { atMs: number; days: Promise<RateBoard[]> } | undefined;
  /** Newest first. */
  function days(): Promise<RateBoard[]> {
    const nowMs = clock.now().getTime();
    if (!kept || nowMs - kept.atMs > KEPT_MS || nowMs < kept.atMs) kept = { atMs: nowMs, days: load(url) };
    kept.days.catch(() => (kept = undefined));
    return kept.days;
  }
  return {
    async latest() {
      const [newest] = await days().catch(() => []);
      if (!newest) throw new Refusal("fx.rate_unavailable");
      return newest;
    },
    async past(moments) {
      const known = await days().catch(() => []);
      return moments.flatMap((moment) => {
        const board = known.find(({ at }) => at <= moment);
        return board && moment.getTime() - board.at.getTime() <= OLDEST_MS ? [{ ...board, at: moment }] : [];
      });
    },
  };
}

async function load(url: string): Promise<RateBoard[]> {
  const response = await fetch(url, { redirect: "error", signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (!response.ok) {
    await response.body?.cancel();
    throw new Error(`${new URL(url).host} answered ${response.status}`);
  }
  return readReference(await readTextUpTo(response, MOST_BYTES));
}

export function readReference(xml: string): RateBoard[] {
  return [...xml.matchAll(DAY)]
    .flatMap(([, day, block]): RateBoard[] => {
      const perEuro = new Map<Currency, Rate>([["EUR", "1"]]);
      for (const [, code, rate] of block!.matchAll(QUOTE)) {
        const currency = toCurrency(code!);
        if (currency && Number(rate) > 0) perEuro.set(currency, rate!);
      }
      const dollar = perEuro.get("USD");
      if (dollar === undefined) return [];
      const perDollar = Object.fromEntries([...perEuro].map(([code, rate]) => [code, crossRate(dollar, rate)]));
      return [{ at: new Date(`${day}${PUBLISHED_UTC}`), source: SOURCE, perDollar }];
    })
    .toSorted((a, b) => b.at.getTime() - a.at.getTime());
}
