import { homeEndpoints, messageEndpoints } from "@coralhub/contract";
import { interleave, median, medianRatio, rounded, type Bench } from "../harness.ts";
import { noticeFor, RECEIVING_BANK } from "./income.ts";
import { startMoneyWorld } from "./money-world.ts";
import { ask, startProduct } from "./product.ts";
import { signIn } from "./signed-in.ts";

const PAYMENTS = 2_500;
const FEW = 25;
const READS = 60;

/** The home page of a merchant with a long history beside one with a short one, and beside the lightest call there is. */
export const homeBench: Bench = {
  name: "reads.home",
  about: `the home page's call after ${PAYMENTS} payments beside ${FEW}, and beside the count of unread messages`,
  async run({ rounds, rows = PAYMENTS, log }) {
    const world = await startMoneyWorld(2);
    const product = await startProduct(world, RECEIVING_BANK);
    try {
      const [large, small] = world.merchants;
      for (const [merchant, count] of [
        [large!, rows],
        [small!, FEW],
      ] as const) {
        let left = count;
        await ask(product.url, { connections: Math.min(32, count), until: () => left <= 0 }, () => {
          left--;
          return noticeFor(merchant);
        });
      }
      await world.owner.query("vacuum analyze");
      const [asLarge, asSmall] = [await signIn(world, large!), await signIn(world, small!)];
      /** Milliseconds of one call, one after the other. */
      const reading = (request: Buffer) => async () => {
        let left = READS;
        const { rate } = await ask(product.url, { connections: 1, until: () => --left <= 0 }, () => request);
        return 1_000 / rate;
      };
      const home = { large: reading(asLarge(homeEndpoints.home)), small: reading(asSmall(homeEndpoints.home)) };
      const unread = reading(asLarge(messageEndpoints.unreadCount));
      for (const warm of [home.large, home.small, unread]) await warm();
      const millis = await interleave(rounds, { ...home, unread });
      for (const [name, values] of Object.entries(millis)) log(`${name.padEnd(7)} ${rounded(median(values), 1)} ms`);
      return {
        "reads.home": rounded(medianRatio(millis.large, millis.unread), 2),
        "reads.home.growth": rounded(medianRatio(millis.large, millis.small), 2),
        "reads.home.ms": rounded(median(millis.large), 1),
      };
    } finally {
      await product.close();
      await world.close();
    }
  },
};
