import { Refusal } from "@coralhub/contract";
import { midOn, jumpLimit, RATE_FRESH_SECONDS, type Currency, type RateBoard } from "@coralhub/domain";
import type { Clock } from "../../platform/clock.ts";
import type { Db } from "../../platform/db.ts";
import type { Ids } from "../../platform/ids.ts";
import type { FxRates } from "../../rails/fx-rates/index.ts";
import { insertJump, readBaselines, type Baseline } from "./rates-store.ts";

/** So long a rate stays the measure of those after it: were it renewed with each, a rate could creep as far as it likes. */
const MEASURES_MS = 3_600_000;
/**
 * Against an older rate nothing is a jump: the market had time. Unless it jumped and nobody has agreed since. Longer than a
 * measure lasts, so that the rate which takes its place is compared with it too.
 */
const COMPARED_MS = MEASURES_MS + 300_000;
/** After a person has called a rate wrong, nobody is asked again about the same for a while. */
const QUIET_MS = 600_000;

type Deps = { database: { db: Db }; clock: Clock; ids: Ids; fxRates: FxRates };

export const movedBasisPoints = (before: string, after: string): number =>
  Math.round((Number(after) / Number(before) - 1) * 10_000);

export const isFresh = (at: Date, now: Date): boolean => now.getTime() - at.getTime() <= RATE_FRESH_SECONDS * 1_000;

/** Whether a rate that did not jump takes its place: after an hour, or to end a suspension. */
export const isDue = ({ at, isSuspended }: Baseline, now: Date): boolean =>
  isSuspended || now.getTime() - at.getTime() >= MEASURES_MS;

/** The currencies whose rate moved further than it may, compared with the last that was taken as right. */
export function jumpsOf(
  { perDollar }: RateBoard,
  baselines: ReadonlyMap<Currency, Baseline>,
  now: Date,
): { currency: Currency; before: string; after: string }[] {
  return [...baselines.values()].flatMap(({ currency, perDollar: before, at, isSuspended }) => {
    const after = perDollar[currency];
    if (after === undefined || (!isSuspended && now.getTime() - at.getTime() > COMPARED_MS)) return [];
    return Math.abs(movedBasisPoints(before, after)) > jumpLimit(currency) ? [{ currency, before, after }] : [];
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
      const [board, baselines] = await Promise.all([deps.fxRates.board(), readBaselines(deps.database.db)]);
      const jumps = jumpsOf(board, baselines, now);
      const concerned = jumps.find(({ currency }) => currency === from || currency === to);
      if (concerned) {
        await reportJumps(deps, board, jumps, now);
        throw new Refusal("fx.rate_suspended", { currency: concerned.currency });
      }
      const mid = midOn(board, from, to);
      if (mid === undefined) throw new Refusal("fx.rate_unavailable");
      return { from, to, mid, at: board.at, source: board.source };
    },
  };
}
