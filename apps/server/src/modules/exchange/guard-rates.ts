import { Refusal } from "@coralhub/contract";
import { midOn, jumpLimit, RATE_FRESH_SECONDS, type Currency, type RateBoard } from "@coralhub/domain";
import type { Clock } from "../../platform/clock.ts";
import type { Db } from "../../platform/db.ts";
import type { Ids } from "../../platform/ids.ts";
import type { FxRates } from "../../rails/fx-rates/index.ts";
import { insertJump, readBaselines, type Baseline } from "./rates-store.ts";

/**
 * A rate is compared with the lowest and the highest that were taken as right in so long a time before it: against the one
 * before it alone it could creep as far as it likes, against one of a fixed hour it could jump over the hour's border. What
 * is older measures nothing, the market had time. Unless it jumped and nobody has agreed since.
 */
const MEASURES_MS = 3_600_000;
export const hourBefore = (now: Date): Date => new Date(now.getTime() - MEASURES_MS);
/** After a person has called a rate wrong, nobody is asked again about the same for a while. */
const QUIET_MS = 600_000;

type Deps = { database: { db: Db }; clock: Clock; ids: Ids; fxRates: FxRates };

export const movedBasisPoints = (before: string, after: string): number =>
  Math.round((Number(after) / Number(before) - 1) * 10_000);

export const isFresh = (at: Date, now: Date): boolean => now.getTime() - at.getTime() <= RATE_FRESH_SECONDS * 1_000;

/** The currencies whose rate moved further than it may, and from where: the furthest of what was taken as right. */
export function jumpsOf(
  { perDollar }: RateBoard,
  baselines: ReadonlyMap<Currency, Baseline>,
): { currency: Currency; before: string; after: string }[] {
  return [...baselines.values()].flatMap(({ currency, low, high }) => {
    const after = perDollar[currency];
    if (after === undefined || low === null || high === null) return [];
    const moved = (before: string) => Math.abs(movedBasisPoints(before, after));
    const before = moved(low) > moved(high) ? low : high;
    return moved(before) > jumpLimit(currency) ? [{ currency, before, after }] : [];
  });
}

/** Writes down what jumped; who quotes and who keeps rates both see it first now and then. */
export async function reportJumps(
  { database: { db }, ids }: Deps,
  board: RateBoard,
  jumps: ReturnType<typeof jumpsOf>,
  now: Date,
) {
  for (const { currency, before, after } of jumps) {
    const jump = { id: ids.next(), currency, before, after, source: board.source, noticedAt: now };
    await insertJump(db, jump, new Date(now.getTime() - QUIET_MS));
  }
}

/** Rates to quote with: none that jumped beyond its limit, until a person has looked. */
export function guardRates(deps: Deps): Pick<FxRates, "rate"> {
  return {
    async rate(from, to) {
      const now = deps.clock.now();
      const [board, baselines] = await Promise.all([
        deps.fxRates.board(),
        readBaselines(deps.database.db, hourBefore(now), [from, to]),
      ]);
      const jumps = jumpsOf(board, baselines);
      if (jumps[0]) {
        await reportJumps(deps, board, jumps, now);
        throw new Refusal("fx.rate_suspended", { currency: jumps[0].currency });
      }
      const mid = midOn(board, from, to);
      if (mid === undefined) throw new Refusal("fx.rate_unavailable");
      return { from, to, mid, at: board.at, source: board.source };
    },
  };
}
