import {
  RATE_GRAIN_NAMES,
  RATE_GRAINS,
  toShanghaiDay,
  startOfShanghaiDay,
  type Currency,
  type RateGrain,
  type RateBoard,
} from "@coralhub/domain";
import { setImmediate } from "node:timers/promises";
import type { ExchangeDeps } from "./deps.ts";
import { hourBefore, isFresh, jumpsOf, reportJumps } from "./guard-rates.ts";
import { forgetBoards, forgetTaken, insertBoards, keepBaselines, readBaselines, readMoments } from "./rates-store.ts";

type Deps = Pick<ExchangeDeps, "database" | "clock" | "ids" | "fxRates">;
const DAY_MS = 86_400_000;
/** What daily rates are drawn for. */
const YEAR_DAYS = 366;
/** So many moments are worked out between two looks at other work. */
const AT_ONCE = 50;
/** Days are kept as they close at the market's own hour: 16:30 in Beijing. */
const DAILY_FIX_MS = 16.5 * 3_600_000;

/** The last moment of a grain at or before now. */
function lastMoment(grain: RateGrain, now: Date): Date {
  if (grain !== "days") {
    const { stepMs } = RATE_GRAINS[grain];
    return new Date(Math.floor(now.getTime() / stepMs) * stepMs);
  }
  const today = startOfShanghaiDay(toShanghaiDay(now)).getTime() + DAILY_FIX_MS;
  return new Date(today <= now.getTime() ? today : today - DAY_MS);
}

/**
 * The rates of now, once a minute: what did not jump measures those of the next hour; each grain gets its moment; what
 * was missed (the server stood still, the sandbox's clock was moved) is asked for as far as the source remembers.
 */
export async function keepRates(deps: Deps, { fromTheStart = false } = {}): Promise<void> {
  const now = deps.clock.now();
  const board = await deps.fxRates.board().catch(() => undefined);
  const right = board && isFresh(board.at, now) ? await measure(deps, board, now) : undefined;
  for (const grain of RATE_GRAIN_NAMES) await keepGrain(deps, grain, { now, right, fromTheStart });
}

/** The board as it is taken as right: of what jumped the last that was, until a person has looked. */
async function measure(deps: Deps, board: RateBoard, now: Date): Promise<RateBoard> {
  const { db } = deps.database;
  const hourAgo = hourBefore(now);
  const baselines = await readBaselines(db, hourAgo);
  const jumps = jumpsOf(board, baselines);
  await reportJumps(deps, board, jumps, now);
  const jumped = new Map(jumps.map(({ currency }) => [currency, baselines.get(currency)!.perDollar]));
  await keepBaselines(
    db,
    (Object.entries(board.perDollar) as [Currency, string][])
      .filter(([currency]) => !jumped.has(currency))
      .map(([currency, perDollar]) => ({ currency, perDollar, source: board.source, at: board.at })),
  );
  await forgetTaken(db, hourAgo);
  return { ...board, perDollar: { ...board.perDollar, ...Object.fromEntries(jumped) } };
}

async function keepGrain(
  { database: { db }, fxRates }: Deps,
  grain: RateGrain,
  { now, right, fromTheStart }: { now: Date; right: RateBoard | undefined; fromTheStart: boolean },
): Promise<void> {
  const { stepMs, keptDays } = RATE_GRAINS[grain];
  const from = new Date(now.getTime() - (keptDays ?? YEAR_DAYS) * DAY_MS);
  const moments = await readMoments(db, grain, from);
  const have = new Set(moments.map((at) => at.getTime()));
  const latest = lastMoment(grain, now).getTime();
  // A gap is filled up to what is there; who has nothing begins now, unless the past is asked for.
  const begin = fromTheStart ? from.getTime() : (moments[0]?.getTime() ?? latest);
  const missing: Date[] = [];
  for (let atMs = latest; atMs >= begin; atMs -= stepMs) if (!have.has(atMs)) missing.push(new Date(atMs));
  const isLatestMissing = missing[0]?.getTime() === latest;
  // Before a reference of another day is asked for it: a moment that is kept stays as it is.
  if (isLatestMissing && !fxRates.hasMemory) await keepNow();
  for (let start = 0; start < missing.length; start += AT_ONCE) {
    const boards = await fxRates.past(missing.slice(start, start + AT_ONCE));
    if (boards.length > 0) await insertBoards(db, grain, boards);
    await setImmediate();
  }
  if (isLatestMissing) await keepNow();
  if (keptDays !== null) await forgetBoards(db, grain, from);

  /** A source without a memory: what it says now stands for the moment that has just passed. */
  async function keepNow(): Promise<void> {
    if (right) await insertBoards(db, grain, [{ ...right, at: new Date(latest) }]);
  }
}
