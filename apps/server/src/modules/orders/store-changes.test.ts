import { orderEndpoints as calls } from "@coralhub/contract";
import type { TestMerchant } from "@coralhub/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startExchange, type ExchangeDesk } from "../exchange/exchange-fixture.ts";
import { certified, openAccount } from "../income/income-fixture.ts";
import {
  CHANGING_PLATFORMS,
  soldThere,
  startChanging,
  type SoldThere,
} from "../../rails/marketplaces/changing-platforms-fixture.ts";
import { ordersDeps } from "./orders-fixture.ts";
import { syncStore } from "./sync-stores.ts";

const DAY_MS = 86_400_000;
let desk: ExchangeDesk;
let merchant: TestMerchant;
beforeAll(async () => {
  desk = await startExchange();
  merchant = await certified(desk);
});
afterAll(() => desk.close());

const counted = async (storeId: string) => {
  const [row] = await desk.database.query<{ rows: number; numbers: number; gaps: number }>(
    `select count(*)::int as rows, count(distinct order_number)::int as numbers,
       (select count(*)::int from order_gap g where g.store_id = $1) as gaps
     from trade_order where store_id = $1`,
    [storeId],
  );
  return row!;
};

test.each(CHANGING_PLATFORMS)(
  "$connector: what has changed is stored once, page by page; what broke off behind the first page is gone on with",
  async (platform) => {
    const { storeId } = await openAccount(desk, merchant, { platform: "EBAY" });
    let sold: SoldThere[] = [];
    let isBroken = false;
    const local = await startChanging(platform, { clock: desk.clock, sold: () => sold, isBroken: () => isBroken });
    const reader = Object.assign(
      (period: { since: Date; until: Date; changed?: boolean }) => local.market.listOrders!(platform.grant, period),
      { tellsChanges: true },
    );
    const read = () =>
      syncStore(
        ordersDeps(desk, {
          stores: {
            orderList: () => Promise.resolve(reader),
            connectedStores: () => Promise.resolve(new Set<string>()),
          },
        }),
        { merchantId: merchant.userId, storeId },
      );
    // Everything that was sold until now, which is nothing.
    await read();
    expect(await counted(storeId)).toEqual({ rows: 0, numbers: 0, gaps: 0 });

    // Sold long ago, paid just now: only a question for what has changed brings them.
    const now = desk.clock.now().getTime();
    sold = soldThere(platform, new Date(now - 20 * DAY_MS), new Date(now - 3_600_000)).map((one) => ({
      ...one,
      // Each platform's own: a number stands for one order of its platform.
      reference: one.reference.replace(/\d{2}/, String(10 + CHANGING_PLATFORMS.indexOf(platform as never))),
    }));
    isBroken = true;
    await read();
    const half = await counted(storeId);
    expect(half.rows).toBeGreaterThan(0);
    expect(half.rows).toBeLessThan(sold.length);
    expect(half.gaps).toBeGreaterThan(0);
    const view = await desk.call(calls.orderPlatforms, {}, merchant);
    const shown = view.flatMap(({ stores }) => stores).find(({ id }) => id === storeId);
    expect(shown?.problem).toContain("自动接着读");

    isBroken = false;
    await read();
    const whole = { rows: sold.length, numbers: sold.length, gaps: 0 };
    expect(await counted(storeId)).toEqual(whole);
    // Once more it is no news.
    local.questions.length = 0;
    await read();
    expect(await counted(storeId)).toEqual(whole);
    expect(new Set(local.questions.map(({ by }) => by))).toEqual(new Set(["changed"]));
  },
  120_000,
);
