import { Refusal } from "@coralhub/contract";
import { CURRENCY_CODES, RAIL_MODES, type Currency, type RateBoard } from "@coralhub/domain";
import { hash } from "node:crypto";
import type { FxRatesDeps, RateSource } from "../index.ts";

/** Where each currency stands to the dollar around which it moves, and how lively it is; pegged ones hardly move. */
const MARKET: Record<Currency, { perDollar: number; liveliness: number }> = {
  USD: { perDollar: 1, liveliness: 0 },
  CNY: { perDollar: 7.1, liveliness: 0.35 },
  CNH: { perDollar: 7.105, liveliness: 0.4 },
  HKD: { perDollar: 7.8, liveliness: 0.05 },
  JPY: { perDollar: 150.5, liveliness: 1.2 },
  EUR: { perDollar: 0.92, liveliness: 0.9 },
  SGD: { perDollar: 1.34, liveliness: 0.5 },
  AUD: { perDollar: 1.53, liveliness: 1.1 },
  GBP: { perDollar: 0.79, liveliness: 0.9 },
  CAD: { perDollar: 1.37, liveliness: 0.7 },
  IDR: { perDollar: 15_900, liveliness: 0.7 },
  THB: { perDollar: 35.6, liveliness: 0.8 },
  KRW: { perDollar: 1_370, liveliness: 1 },
  MYR: { perDollar: 4.5, liveliness: 0.7 },
  PHP: { perDollar: 57.5, liveliness: 0.6 },
  VND: { perDollar: 25_300, liveliness: 0.3 },
  AED: { perDollar: 3.6725, liveliness: 0.005 },
  NZD: { perDollar: 1.66, liveliness: 1.1 },
  CHF: { perDollar: 0.88, liveliness: 0.8 },
};

/** Movements of different length laid over each other: seasons, weeks, days, hours, minutes, ticks. Share of the rate. */
const WAVES = [
  { periodMs: 90 * 86_400_000, size: 0.03 },
  { periodMs: 9 * 86_400_000, size: 0.012 },
  { periodMs: 86_400_000, size: 0.004 },
  { periodMs: 3_600_000, size: 0.0012 },
  { periodMs: 300_000, size: 0.0003 },
  { periodMs: 20_000, size: 0.00006 },
] as const;
const TICK_MS = 5_000;
const MS_PER_SECOND = 1_000;

/** Between -1 and 1, always the same for the same words. */
function chance(...words: (string | number)[]): number {
  const digest = hash("sha256", words.join(":"), "buffer");
  return (digest.readUInt32BE(0) / 0xffff_ffff) * 2 - 1;
}

/** The two points a wave is between: whoever asks for one moment after the other mostly stays between the same. */
type Stretch = { point: number; before: number; after: number };

/** Where each currency stands at a moment; smooth between the points of its waves, so that a rate moves but does not jump. */
function createWaves(seed: string): (currency: Currency, timeMs: number) => string {
  const last = new Map<Currency, (Stretch | undefined)[]>();
  const between = (currency: Currency, periodMs: number, point: number): Stretch => ({
    point,
    before: chance(seed, currency, periodMs, point),
    after: chance(seed, currency, periodMs, point + 1),
  });
  return (currency, timeMs) => {
    const { perDollar: centre, liveliness } = MARKET[currency];
    const known = last.get(currency) ?? [];
    last.set(currency, known);
    const drift = WAVES.reduce((sum, { periodMs, size }, at) => {
      const point = Math.floor(timeMs / periodMs);
      const stretch = known[at]?.point === point ? known[at] : (known[at] = between(currency, periodMs, point));
      const part = timeMs / periodMs - point;
      const eased = part * part * (3 - 2 * part);
      return sum + size * (stretch.before + (stretch.after - stretch.before) * eased);
    }, 0);
    return (centre * (1 + liveliness * drift)).toPrecision(10);
  };
}

/** A market that moves like one and is the same for everybody who knows its seed: tests and demonstrations repeat. */
export function createSandboxMarket({ clock, railMode, seed = "coral" }: FxRatesDeps): Required<RateSource> {
  const perDollar = createWaves(seed);
  const boardAt = (timeMs: number): RateBoard => {
    const tickMs = Math.floor(timeMs / TICK_MS) * TICK_MS;
    const rates = CURRENCY_CODES.map((code) => [code, Number(perDollar(code, tickMs)).toFixed(8)] as const);
    return { perDollar: Object.fromEntries<string>(rates), at: new Date(tickMs), source: "sandbox" };
  };
  return {
    async board() {
      const mode = await railMode();
      if (mode === "down") throw new Refusal("fx.rate_unavailable");
      return boardAt(clock.now().getTime() - RAIL_MODES[mode].delaySeconds * MS_PER_SECOND);
    },
    past: async (moments) => moments.map((moment) => ({ ...boardAt(moment.getTime()), at: moment })),
  };
}
