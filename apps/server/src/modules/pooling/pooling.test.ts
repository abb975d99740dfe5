import { accountEndpoints, poolingEndpoints } from "@coralhub/contract";
import { formatMoney, parseMoney } from "@coralhub/domain";
import type { TestMerchant } from "@coralhub/testkit";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startRecords, type Account, type Records } from "../income/records/records-fixture.ts";

const calls = { ...accountEndpoints, ...poolingEndpoints };

let world: Records;
let merchant: TestMerchant;
let other: TestMerchant;
let target: Account;
let first: Account;
let second: Account;

beforeAll(async () => {
  world = await startRecords();
  other = await world.merchant(true);
});
afterAll(() => world.close());
beforeEach(async () => {
  merchant = await world.merchant(true);
  target = await world.account(merchant, "USD", "1001");
  first = await world.account(merchant, "USD", "2002");
  second = await world.account(merchant, "USD", "3003");
  await world.fund(target, "10.00");
  await world.fund(first, "300.00");
  await world.fund(second, "45.67");
});

const usd = (text: string) => parseMoney(text, "USD");
const preview = (over: object = {}, who = merchant) =>
  world.server.call(
    calls.previewPooling,
    {
      targetId: target.id,
      sources: [{ accountId: first.id, amount: usd("120.00") }, { accountId: second.id }],
      ...over,
    },
    who,
  );
const confirm = (id: string, who = merchant) => world.server.call(calls.confirmPooling, { id }, who);
const balances = async () => {
  const { currencies } = await world.server.call(calls.poolingAccounts, {}, merchant);
  const all = currencies.flatMap(({ accounts }) => accounts);
  return Object.fromEntries(all.map(({ cardNo, available }) => [cardNo!, formatMoney(available)])) as object;
};
const refused = (reason: string): unknown => expect.objectContaining({ reason });

test("part of one account and all of another are brought together, and everyone's record says so", async () => {
  const seen = await preview();
  expect(formatMoney(seen.total)).toBe("165.67");
  expect(
    [seen.target, ...seen.lines].map((line) => [line.cardNo, formatMoney(line.before), formatMoney(line.after)]),
  ).toEqual([
    ["1001", "10.00", "175.67"],
    ["2002", "300.00", "180.00"],
    ["3003", "45.67", "0.00"],
  ]);
  expect(await balances()).toEqual({ 1001: "10.00", 2002: "300.00", 3003: "45.67" });

  const { mergedAt } = await confirm(seen.id);
  expect(await balances()).toEqual({ 1001: "175.67", 2002: "180.00", 3003: "0.00" });
  const { records } = await world.server.call(calls.poolingRecords, {}, merchant);
  expect(records).toMatchObject([{ id: seen.id, accounts: 2, targetCardNo: "1001", state: "merged" }]);
  expect(records[0]!.mergedAt.getTime()).toBe(Math.floor(mergedAt.getTime() / 1000) * 1000);
  const detail = await world.server.call(calls.poolingDetail, { id: seen.id }, merchant);
  expect(detail.lines.map(({ amount }) => formatMoney(amount))).toEqual(["120.00", "45.67"]);
  const unconfirmed = await preview({ sources: [{ accountId: first.id }] });
  const file = await world.server.call(calls.exportPooling, { filters: {} }, merchant);
  const text = await file.blob.text();
  expect(text).toContain(`${seen.id},`);
  expect(text).not.toContain(unconfirmed.id);
  expect((await world.server.call(calls.poolingRecords, {}, merchant)).total).toBe(1);

  const entries = await world.server.call(calls.accountEntries, { accountId: second.id }, merchant);
  expect(entries.records[0]).toMatchObject({ what: "资金归集", reference: seen.id });
  expect(formatMoney(entries.records[0]!.balance)).toBe("0.00");
});

test("the record says what each account held when it moved, not when it was looked at", async () => {
  const { id } = await preview();
  await world.fund(first, "1.00");
  await world.fund(target, "0.33");
  await confirm(id);
  const detail = await world.server.call(calls.poolingDetail, { id }, merchant);
  expect([detail.target, ...detail.lines].map(({ before, after }) => [before, after].map(formatMoney))).toEqual([
    ["10.33", "176.00"],
    ["301.00", "181.00"],
    ["45.67", "0.00"],
  ]);
});

test("twenty confirmations of one preview at once move it once", async () => {
  const { id } = await preview();
  const answers = await Promise.all(Array.from({ length: 20 }, () => confirm(id)));
  expect(new Set(answers.map((answer) => answer.mergedAt.getTime())).size).toBe(1);
  expect(await balances()).toEqual({ 1001: "175.67", 2002: "180.00", 3003: "0.00" });
});

test("previews that together want more than there is: one moves, the other is refused whole", async () => {
  const wants = {
    sources: [
      { accountId: second.id, amount: usd("5.00") },
      { accountId: first.id, amount: usd("200.00") },
    ],
  };
  const previews = [await preview(wants), await preview(wants)];
  const outcomes = await Promise.allSettled(previews.map(({ id }) => confirm(id)));
  const lost = outcomes.filter(({ status }) => status === "rejected") as PromiseRejectedResult[];
  expect(lost.map(({ reason }) => reason as unknown)).toEqual([
    expect.objectContaining({ reason: "pooling.not_enough", message: expect.stringContaining("2002") as unknown }),
  ]);
  expect(await balances()).toEqual({ 1001: "215.00", 2002: "100.00", 3003: "40.67" });
});

test("money that left meanwhile, a frozen account, a preview too old: nothing moves", async () => {
  const { id } = await preview();
  await world.spend(second, "0.01");
  await expect(confirm(id)).rejects.toEqual(refused("pooling.not_enough"));
  const again = await preview();
  await world.server.database.query(
    "update receiving_account set state = 'frozen', reason = '核查' where merchant_id = $1 and id = $2",
    [merchant.userId, second.id],
  );
  await expect(confirm(again.id)).rejects.toEqual(refused("pooling.account_unusable"));
  await expect(preview()).rejects.toEqual(refused("pooling.account_unusable"));
  const old = await preview({ sources: [{ accountId: first.id }] });
  await world.server.database.query("update funds_merger set expires_at = now() - interval '1 second' where id = $1", [
    old.id,
  ]);
  await expect(confirm(old.id)).rejects.toEqual(refused("pooling.expired"));
  expect(await balances()).toEqual({ 1001: "10.00", 2002: "300.00", 3003: "45.66" });
});

test("however many are refused at once, none of them waits for a connection that another one holds", async () => {
  const previews = await Promise.all(Array.from({ length: 30 }, () => preview()));
  await world.spend(second, "0.01");
  const outcomes = await Promise.allSettled(previews.map(({ id }) => confirm(id)));
  for (const outcome of outcomes) expect(outcome).toMatchObject({ reason: { reason: "pooling.not_enough" } });
  expect(await balances()).toEqual({ 1001: "10.00", 2002: "300.00", 3003: "45.66" });
});

test("only what makes sense can be asked for", async () => {
  const euro = await world.account(merchant, "EUR", "4004");
  const empty = await world.account(merchant, "USD", "5005");
  const sources = (...list: object[]) => preview({ sources: list });
  await expect(sources({ accountId: euro.id })).rejects.toEqual(refused("pooling.currencies_differ"));
  await expect(sources({ accountId: first.id, amount: parseMoney("5.00", "EUR") })).rejects.toEqual(
    refused("pooling.currencies_differ"),
  );
  await expect(sources({ accountId: target.id })).rejects.toEqual(refused("pooling.same_account"));
  await expect(sources({ accountId: first.id }, { accountId: first.id })).rejects.toEqual(
    refused("pooling.same_account"),
  );
  await expect(sources({ accountId: empty.id })).rejects.toEqual(refused("pooling.nothing_to_move"));
  await expect(sources({ accountId: first.id, amount: usd("-1.00") })).rejects.toEqual(
    refused("pooling.nothing_to_move"),
  );
  await expect(sources({ accountId: first.id, amount: usd("300.01") })).rejects.toEqual(refused("pooling.not_enough"));
});

test("fault 7: money of another platform is not pooled past a way that takes one platform's only", async () => {
  await world.server.database.query("update receiving_account set platform = 'SHOPIFY' where id = $1", [first.id]);
  await expect(preview()).rejects.toEqual(refused("pooling.platform_differs"));
  expect((await preview({ sources: [{ accountId: second.id }] })).id).not.toBe("");
  expect(await balances()).toEqual({ 1001: "10.00", 2002: "300.00", 3003: "45.67" });
});

test("big customers only, and only with accounts and records of their own", async () => {
  const ordinary = await world.merchant();
  const account = await world.account(ordinary, "USD", "6006");
  const request = { targetId: account.id, sources: [{ accountId: account.id }] };
  await expect(preview(request, ordinary)).rejects.toEqual(refused("pooling.big_customers_only"));
  expect((await world.server.call(calls.poolingAccounts, {}, ordinary)).allowed).toBe(false);
  await expect(preview({}, other)).rejects.toEqual(refused("not_found"));
  const { id } = await preview();
  await expect(confirm(id, other)).rejects.toEqual(refused("not_found"));
  await expect(world.server.call(calls.poolingDetail, { id }, other)).rejects.toEqual(refused("not_found"));
  expect((await world.server.call(calls.poolingRecords, {}, other)).records).toEqual([]);
});

test("who is no big customer any more confirms nothing", async () => {
  const { id } = await preview();
  await world.server.database.query("update certification set big_customer = false where merchant_id = $1", [
    merchant.userId,
  ]);
  await expect(confirm(id)).rejects.toEqual(refused("pooling.big_customers_only"));
  expect(await balances()).toEqual({ 1001: "10.00", 2002: "300.00", 3003: "45.67" });
});

test("the same call again is the same preview", async () => {
  const options = { ...merchant, idempotencyKey: crypto.randomUUID() };
  const request = { targetId: target.id, sources: [{ accountId: first.id }] };
  const one = await world.server.call(calls.previewPooling, request, options);
  const two = await world.server.call(calls.previewPooling, request, options);
  expect(two.id).toBe(one.id);
});
