import { payoutBankEndpoints as bank } from "@coralhub/contract";
import type { PayoutBankKey, SandboxPayoutPlan } from "@coralhub/domain";
import { createTestRandom } from "@coralhub/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startExchange, type ExchangeDesk } from "../exchange/exchange-fixture.ts";
import { until } from "../income/income-fixture.ts";
import {
  banksChangeTheirMinds,
  decideOnSome,
  newPayer,
  PATIENCE_MS,
  payoutsOf,
  payWallet,
  pick,
  WAYS,
  type Payer,
} from "./any-order-fixture.ts";
import { accountsAgree, brokenLaws, receiptsAgree, recordsAgree } from "./any-order-laws-fixture.ts";
import { bankWill, limitsAre, watch } from "./payouts-fixture.ts";

const BANKS = ["citic", "clearing", "swift", "mybank"] as const satisfies readonly PayoutBankKey[];
const PLANS = ["pay", "refuse", "silent", "lost", "repeat", "short"] as const satisfies readonly SandboxPayoutPlan[];
const ENDED = ["completed", "failed", "returned", "cancelled"];
const NAMES = Object.keys(WAYS) as (keyof typeof WAYS)[];

let desk: ExchangeDesk;
const met = new Map<string, number>();
beforeAll(async () => {
  desk = await startExchange();
  // Halfway through, the sum of the day asks for somebody of finance.
  await limitsAre(desk, { approval: 2_500 });
});
afterAll(() => desk.close());

/** Every bank answers for what it has, finance for what waits for it; what is for another day is given up. */
async function toTheEnd(payer: Payer): Promise<void> {
  for (const which of BANKS) await bankWill(desk, "pay", 0, which);
  await until(async () => {
    desk.clock.advance({ minutes: 2 });
    await desk.app.platform.outbox.deliverDue();
    await decideOnSome(payer, { all: true });
    for (const { reference, state } of await payoutsOf(payer)) {
      if (ENDED.includes(state)) continue;
      await desk
        .call(bank.decidePayment, { reference, decision: "pay", tell: true }, desk.admin)
        .catch(() => undefined);
    }
    await watch(desk);
    return (await payoutsOf(payer)).every(({ state }) => ENDED.includes(state)) ? true : undefined;
  }, PATIENCE_MS);
}

test.each(["any order of payments", "another order", "a third one", "a fourth one"])(
  "whatever merchants, banks and finance do, and in whatever order: every cent is in one place at every step, nothing is sent twice, each end comes once, and all records tell the same (%s)",
  { timeout: 300_000 },
  async (seed) => {
    const payer = await newPayer(desk, createTestRandom(seed));
    const { random } = payer;
    const lawful = async (after: string) =>
      expect([after, await brokenLaws(payer, { ended: false })]).toEqual([after, []]);
    await lawful("funding");
    // Every way twice, in an order of its own; a wallet is paid before anything else has been.
    await payWallet(payer, { surely: true });
    const places = [...NAMES, ...NAMES].map((way) => ({ way, at: random.below(1_000_000) }));
    for (const { way } of places.toSorted((one, other) => one.at - other.at)) {
      for (const which of BANKS) await bankWill(desk, pick(payer, PLANS), pick(payer, [0, 0, 30]), which);
      await WAYS[way](payer);
      await lawful(way);
      if (random.below(2) === 0) await desk.app.platform.outbox.deliverDue();
      await banksChangeTheirMinds(payer);
      await lawful("the banks");
      await decideOnSome(payer, { all: false });
      await lawful("finance");
      desk.clock.advance({ seconds: 61 });
      if (random.below(3) === 0) await watch(desk);
    }
    await toTheEnd(payer);
    expect(await brokenLaws(payer, { ended: true })).toEqual([]);
    const all = await payoutsOf(payer);
    for (const { state } of all) met.set(state, (met.get(state) ?? 0) + 1);
    await recordsAgree(payer);
    await receiptsAgree(payer);
    await accountsAgree(payer);
  },
);

test("all of it was met: what is paid, refused, sent back and thought better of, and banks against themselves", async () => {
  expect([...met.keys()].toSorted()).toEqual(ENDED.toSorted());
  expect(await desk.database.query("select said from payout_contradiction limit 1")).toHaveLength(1);
});
