import { Refusal } from "@coralhub/contract";
import type { Currency, Rate, RailMode } from "@coralhub/domain";
import type { Clock } from "../../platform/clock.ts";
import type { Mode } from "../../platform/config.ts";
import { createSandboxMarket } from "./sandbox/market.ts";

/** The middle rate: units of `to` for one unit of `from`, as its source gave it at that time. */
export type FxRate = { from: Currency; to: Currency; mid: Rate; at: Date; source: string };

/** Throws where there is no rate; whether one is fresh enough is for the caller to judge. */
export type FxRates = { rate(from: Currency, to: Currency): Promise<FxRate> };

export type FxRatesDeps = {
  clock: Clock;
  railMode(): Promise<RailMode>;
  /** The same seed gives the same market. */
  seed?: string;
};

/** The sandbox makes its own market. A production house without a source of rates simply cannot quote. */
export function createFxRates({ mode }: { mode: Mode }, deps: FxRatesDeps): FxRates {
  if (mode === "sandbox") return createSandboxMarket(deps);
  return { rate: () => Promise.reject(new Refusal("fx.rate_unavailable")) };
}
