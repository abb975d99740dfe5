import { sandboxControlEndpoints as sandbox } from "@coralhub/contract";
import type { Simulation, World } from "@coralhub/testkit/simulate";
import { live } from "@coralhub/testkit/simulate/run";
import { expect, test } from "vitest";

const LIMIT_MS = 300_000;
const letters = (mode: "down" | "normal") => async (world: World) =>
  void (await world.lever.call(sandbox.switchRail, { rail: "notifications", mode }));
const NO_CODES: Simulation = {
  prepare: letters("down"),
  hoursPassed: async (world) => {
    if ((world.clock.now().getUTCHours() + 8) % 24 >= 10) await letters("normal")(world);
  },
  actors: [{ name: "商户看看", by: "merchant", weight: 1, act: async ({ me }) => void seen.push(me.number) }],
};
const seen: number[] = [];

test(
  "whoever gets no code when registering comes again later, and the life goes on",
  async () => {
    const { failure, merchants, steps } = await live({ seed: "dew", days: 1, merchants: 1, pace: 3 }, [NO_CODES]);
    expect({ failure, merchants }).toEqual({ failure: undefined, merchants: 1 });
    // The first step after ten is the one on which they register.
    const after10 = steps.filter(({ minute }) => minute > 10 * 60).length;
    expect(seen).toEqual(Array(after10 - 1).fill(0));
  },
  LIMIT_MS,
);
