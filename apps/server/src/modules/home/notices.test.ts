import { homeEndpoints, messageEndpoints, noticeEndpoints as calls } from "@coralhub/contract";
import { toShanghaiDay } from "@coralhub/domain";
import { startTestServer, type TestServer } from "@coralhub/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { comingFestivals } from "./calendar.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const runJob = () =>
  server.app.platform.database.transaction((tx) => server.app.platform.jobs.send(tx, "home.publish-notices", {}));
const LATER_MS = 600_000;
const titles = async (merchant: { token: string }) =>
  (await server.call(homeEndpoints.notices, { limit: 50 }, merchant)).map(({ title }) => title);
const messages = async (merchant: { token: string }) =>
  (await server.call(messageEndpoints.messages, { pageSize: 50 }, merchant)).records.map(({ title }) => title);

test("a notice is written for later and for some, told once, and withdrawn", async () => {
  const admin = { token: await server.operatorToken("admin") };
  const [one, other] = [await server.registerMerchant(), await server.registerMerchant()];
  const words = { body: "周日 02:00–04:00 银行维护，付款顺延", audience: "listed" as const, mobiles: [one.mobile] };
  expect(await server.call(calls.previewNotice, { ...words, mobiles: [one.mobile, "13911112222"] }, admin)).toEqual({
    reach: 1,
    unknown: ["13911112222"],
  });
  await expect(
    server.call(calls.writeNotice, { title: "维护", ...words, mobiles: ["13911112222"] }, admin),
  ).rejects.toMatchObject({ reason: "notice.list_empty" });
  // It leads to a page of the portal or nowhere.
  const leadingTo = (path: string) => calls.writeNotice.input.safeParse({ title: "维护", ...words, path }).success;
  expect([leadingTo("/message"), leadingTo("/no/such/page"), leadingTo("https://example.com")]).toEqual([
    true,
    false,
    false,
  ]);
  const publishAt = new Date(Date.now() + LATER_MS);
  const { id } = await server.call(calls.writeNotice, { title: "银行维护", ...words, publishAt }, admin);
  // Other words for the same list, which need not be written again.
  await server.call(calls.writeNotice, { id, title: "银行维护通知", ...words, mobiles: [], publishAt }, admin);
  const dropped = await server.call(calls.writeNotice, { title: "不发了", ...words, publishAt }, admin);
  await server.call(calls.withdrawNotice, dropped, admin);
  await runJob();
  expect(await titles(one)).not.toContain("银行维护通知");

  server.clock.advance({ minutes: 15 });
  await runJob();
  expect(await titles(one)).toContain("银行维护通知");
  await expect.poll(() => messages(one)).toContain("银行维护通知");
  await runJob();
  expect((await messages(one)).filter((title) => title === "银行维护通知")).toHaveLength(1);
  expect([...(await messages(one)), ...(await titles(one))]).not.toContain("不发了");
  expect(await titles(other)).not.toContain("银行维护通知");
  expect(await messages(other)).not.toContain("银行维护通知");
  await expect(server.call(calls.writeNotice, { id, title: "改不了", ...words }, admin)).rejects.toMatchObject({
    reason: "state.changed",
  });

  await server.call(calls.withdrawNotice, { id }, admin);
  expect(await titles(one)).not.toContain("银行维护通知");
  expect(await server.call(calls.noticeDesk, {}, admin)).toContainEqual(
    expect.objectContaining({ id, state: "withdrawn" }),
  );
});

test("the calendar is of the month asked for, festivals of the weeks to come", async () => {
  const merchant = await server.registerMerchant();
  const today = () => toShanghaiDay(server.clock.now());
  const before = today();
  const month = await server.call(homeEndpoints.calendarMonth, { a: 2026, b: 11 }, merchant);
  expect([month.year, month.month, month.days.length, month.days[0]!.weekday]).toEqual([2026, 11, 30, 7]);
  const thanks = month.days.find(({ date }) => date === "2026-11-26")!;
  expect(thanks.events.map(({ title }) => title)).toEqual(expect.arrayContaining(["美国感恩节休市", "感恩节"]));
  expect(month.upcoming.every(({ date }) => date >= before)).toBe(true);
  const spring = await server.call(homeEndpoints.calendarMonth, { a: 2026, b: 2 }, merchant);
  expect(spring.days.find(({ date }) => date === "2026-02-17")).toMatchObject({ lunar: "春节", workday: false });
  await expect(server.call(homeEndpoints.calendarMonth, { a: 2028, b: 1 }, merchant)).rejects.toMatchObject({
    reason: "calendar.beyond_horizon",
  });
  const coming = await server.call(homeEndpoints.festivals, {}, merchant);
  // Midnight may come in between.
  expect([comingFestivals(before), comingFestivals(today())]).toContainEqual(coming);
});

async function certified() {
  const merchant = await server.registerMerchant();
  const passed = `update certification
    set state = 'certified', kind = 'person', subject_name = '陈以安', open_user_id = 'OU' || $1::text where merchant_id = $1`;
  await server.database.query(passed, [merchant.userId]);
  return merchant;
}

test("a notice for the certified reaches them and nobody else, and the preview counts them", async () => {
  const admin = { token: await server.operatorToken("admin") };
  const [reader, stranger] = [await certified(), await server.registerMerchant()];
  const words = { title: "结汇额度调整", body: "下周一起单笔结汇上限调整", audience: "certified" as const };
  const { reach } = await server.call(calls.previewNotice, words, admin);
  await certified();
  expect(await server.call(calls.previewNotice, words, admin)).toEqual({ reach: reach + 1, unknown: [] });
  await server.call(calls.writeNotice, words, admin);
  await runJob();
  await expect.poll(() => messages(reader)).toContain(words.title);
  expect(await titles(reader)).toContain(words.title);
  expect(await titles(stranger)).not.toContain(words.title);
  expect(await messages(stranger)).not.toContain(words.title);
});
