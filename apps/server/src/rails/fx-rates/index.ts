import { Refusal } from "@coralhub/contract";
import { midOn, type Currency, type RailMode, type Rate, type RateBoard } from "@coralhub/domain";
import type { Clock } from "../../platform/clock.ts";
import type { Mode, SignedServiceConfig } from "../../platform/config.ts";
import { createEcbReference } from "./connectors/ecb-reference.ts";
import { createRateFeed } from "./connectors/rate-feed.ts";
import { createSandboxMarket } from "./sandbox/market.ts";

/** The middle rate: units of `to` for one unit of `from`, as its source gave it at that time. */
export type FxRate = { from: Currency; to: Currency; mid: Rate; at: Date; source: string };

/** Throws where there is no rate; whether one is fresh enough is for the caller to judge. */
export type FxRates = {
  /** What quotes are made of. */
  rate(from: Currency, to: Currency): Promise<FxRate>;
  board(): Promise<RateBoard>;
  /** For equivalents and charts only: the live rate, else the last reference. */
  reference(from: Currency, to: Currency): Promise<FxRate>;
  /** Whether the source of quotes knows its own past; else the reference answers for it. */
  hasMemory: boolean;
  /** What the sources remember of these moments, as far as they do. */
  past(moments: readonly Date[]): Promise<RateBoard[]>;
};
/** Where quotes come from. */
export type RateSource = { board(): Promise<RateBoard>; past?(moments: readonly Date[]): Promise<RateBoard[]> };

export type FxRatesDeps = {
  clock: Clock;
  railMode(): Promise<RailMode>;
  /** The same seed gives the same market. */
  seed?: string;
};
type Settings = { mode: Mode; fxFeed?: SignedServiceConfig | undefined; ecbRatesUrl?: string | undefined };

const unavailable = () => Promise.reject(new Refusal("fx.rate_unavailable"));

/**
 * A signed feed is used in both modes; without one the sandbox makes its own market, and a production house cannot quote.
 * The European Central Bank's daily reference serves equivalents and charts, never a quote.
 */
export function createFxRates({ mode, fxFeed, ecbRatesUrl }: Settings, deps: FxRatesDeps): FxRates {
  const source: RateSource = fxFeed
    ? createRateFeed(fxFeed, deps.clock)
    : mode === "sandbox"
      ? createSandboxMarket(deps)
      : { board: unavailable };
  const ecb = ecbRatesUrl === undefined ? undefined : createEcbReference({ url: ecbRatesUrl, clock: deps.clock });
  const rate = async (from: Currency, to: Currency) => between(await source.board(), from, to);
  return {
    rate,
    board: source.board,
    async reference(from, to) {
      try {
        return await rate(from, to);
      } catch (error) {
        if (!ecb) throw error;
        return between(await ecb.latest(), from, to);
      }
    },
    hasMemory: source.past !== undefined,
    past: async (moments) => (await source.past?.(moments)) ?? (await ecb?.past(moments)) ?? [],
  };
}

function between(board: RateBoard, from: Currency, to: Currency): FxRate {
  const mid = midOn(board, from, to);
  if (mid === undefined) throw new Refusal("fx.rate_unavailable");
  return { from, to, mid, at: board.at, source: board.source };
}
