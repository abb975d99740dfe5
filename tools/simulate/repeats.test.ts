import { live, type Lived, type Options } from "@coralhub/testkit/simulate/run";
import { expect, test } from "vitest";
import { SIMULATIONS } from "./capabilities.ts";

const LIMIT_MS = 300_000;
const LIFE: Options = { seed: "ebb", days: 1, merchants: 2, pace: 4 };

test(
  "the same seed lived twice makes the same calls, gets the same answers and ends the same",
  async () => {
    const [one, other] = [await live(LIFE, SIMULATIONS), await live(LIFE, SIMULATIONS)];
    const told = ({ calls, moves, failure }: Lived) => ({ calls, moves, failure });
    expect(one.failure).toBeUndefined();
    expect(one.calls.length).toBeGreaterThan(100);
    expect(told(other)).toEqual(told(one));
  },
  LIMIT_MS,
);
