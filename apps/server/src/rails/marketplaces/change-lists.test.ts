import { CONNECTORS } from "@coralhub/domain";
import { expect, test } from "vitest";
import { CHANGING_PLATFORMS, soldThere, startChanging } from "./changing-platforms-fixture.ts";
import { clock, connected, NOW, pagesOf, PERIOD, startPlatform, type Asked } from "./platform-fixture.ts";
import { isSignedForCoupang } from "./platform-signatures-fixture.ts";

const sent = ({ search, body }: Asked) => `${decodeURIComponent(search)} ${body}`.replaceAll("+", " ");

test.each(CHANGING_PLATFORMS)(
  "$connector is asked for what has changed in its own words, and every page of it is read",
  async (platform) => {
    expect(CONNECTORS[platform.connector].tellsChanges).toBe(true);
    // Sold long before the period, and changed within it.
    const sold = soldThere(platform, new Date("2026-09-20T05:00:00Z"), new Date("2026-11-07T05:00:00Z"));
    const { market, questions, asked } = await startChanging(platform, {
      clock,
      sold: () => sold,
      isBroken: () => false,
    });
    const changed = (await pagesOf(market.listOrders!(platform.grant, { ...PERIOD, changed: true }))).flat();
    expect(changed.map(({ reference }) => reference)).toEqual(sold.map(({ reference }) => reference));
    expect(changed[0]).toMatchObject({ at: sold[0]!.at });
    expect(questions.every(({ by }) => by === "changed")).toBe(true);
    expect(questions.filter(({ offset }) => offset > 0 && offset < sold.length).length).toBeGreaterThan(0);
    const first = questions[0]!;
    expect([first.from, first.to]).toEqual([
      PERIOD.since,
      // Days, both of them whole.
      platform.connector === "qoo10" ? new Date("2026-11-15T23:59:59.999Z") : PERIOD.until,
    ]);
    expect(asked.some((one) => platform.words.test(sent(one)))).toBe(true);
    asked.length = 0;
    expect(await pagesOf(market.listOrders!(platform.grant, PERIOD))).toEqual([]);
    expect(asked.some((one) => platform.words.test(sent(one)))).toBe(false);
  },
);

test("Amazon is asked for nothing that happened less than two minutes ago: it would turn the question down", async () => {
  const [amazon] = CHANGING_PLATFORMS;
  const { market, questions } = await startChanging(amazon, { clock, sold: () => [], isBroken: () => false });
  const since = new Date("2026-11-14T00:00:00Z");
  for (const changed of [false, true]) await pagesOf(market.listOrders!(amazon.grant, { since, until: NOW, changed }));
  expect(questions).toHaveLength(2);
  for (const { to } of questions) expect(NOW.getTime() - to.getTime()).toBeGreaterThanOrEqual(120_000);
  // Nothing is left of a moment that is over too lately.
  await pagesOf(market.listOrders!(amazon.grant, { since: new Date(NOW.getTime() - 60_000), until: NOW }));
  expect(questions).toHaveLength(2);
});

test("Coupang's sheets are made when an order is paid: what has changed is what was made", async () => {
  const { url, asked } = await startPlatform((one) =>
    isSignedForCoupang(one) ? { body: { code: 200, nextToken: "", data: [] } } : { status: 401 },
  );
  const market = connected({ CONNECT_COUPANG_API_URL: url }).keys("coupang");
  const grant = await market.connect({ vendorId: "A00012345", accessKey: "ak", secretKey: "sk" }, null);
  const questionsOf = async (changed: boolean) => {
    asked.length = 0;
    await pagesOf(market.listOrders!(grant, { ...PERIOD, changed }));
    return asked.map(({ query }) => query);
  };
  const sold = await questionsOf(false);
  expect(sold[0]).toMatchObject({ createdAtFrom: "2026-11-01", status: "ACCEPT" });
  expect(await questionsOf(true)).toEqual(sold);
});
