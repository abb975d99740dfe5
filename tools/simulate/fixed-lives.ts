import type { Life } from "@coralhub/testkit/simulate/plan";

/** What `npm test` lives every time: half a year in six of its days, each of them busy. */
export const FIXED_LIVES: readonly Life[] = [{ seed: "kelp", days: 6, merchants: 3, pace: 10, every: 30 }];
