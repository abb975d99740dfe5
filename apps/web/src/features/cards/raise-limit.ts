import type { CardControlsView } from "@coralhub/contract";
import type { Money } from "@coralhub/domain";

type Limits = CardControlsView["limits"];

/** At least so much; one that was raised or lifted since the decline stays as it is. */
export function raiseLimit(limits: Limits, which: keyof Limits, least: Money): Limits {
  const now = limits[which];
  return now === null || now.minor >= least.minor ? limits : { ...limits, [which]: least };
}
