import { accountEndpoints, identityEndpoints, incomeEndpoints, storeEndpoints } from "@coralhub/contract";
import type { TestMerchant } from "@coralhub/testkit";
import { expect, test } from "vitest";
import {
  bookProblems,
  incomeOf,
  minor,
  moneyOn,
  openAccount,
  payIn,
  until,
  usd,
  withMerchant,
  type Desk,
} from "./income-fixture.ts";

const calls = { ...accountEndpoints, ...incomeEndpoints };

let server: Desk;
let merchant: TestMerchant;
withMerchant((desk, someone) => ([server, merchant] = [desk, someone]));

const refused = (reason: string): unknown => expect.objectContaining({ reason });
const reasoned = (id: string) => ({ merchantId: merchant.userId, id, reason: "商户不再使用" });
const close = (id: string) => server.call(calls.closeReceivingAccount, reasoned(id), server.reviewer);
const remove = (id: string) => server.call(storeEndpoints.removeStore, { id }, merchant);
const blockers = async () => (await server.call(identityEndpoints.closing, {}, merchant)).blockers;
const detail = (id: string) => server.call(calls.receivingAccount, { id }, merchant);
const agedBy = (reference: string, days: number) =>
  server.database.query(
    "update income set announced_at = now() - make_interval(days => $2) where rail_reference = $1",
    [reference, days],
  );
const unclaimed = async (reference: string) =>
  (await server.call(calls.unclaimedIncomes, { filters: { reference } }, server.reviewer)).records;

test("an announcement nothing came of keeps nothing open after thirty days; money that comes after all is nobody's, once", async () => {
  const account = await openAccount(server, merchant);
  const { reference } = await payIn(server, account.number, "75.00", { stage: "announced" });
  await agedBy(reference, 29);
  await expect(remove(account.storeId)).rejects.toEqual(refused("store.in_use"));
  expect(await blockers()).toHaveLength(1);
  await agedBy(reference, 31);
  expect(await blockers()).toEqual([]);
  expect((await detail(account.id)).inTransit).toEqual(usd("0.00"));
  await remove(account.storeId);
  await close(account.id);

  const told = await Promise.all([1, 2, 3].map(() => payIn(server, account.number, "75.00", { reference, times: 2 })));
  const outcomes = told.flatMap((answer) => answer.outcomes);
  expect(outcomes).not.toContain("arrived");
  expect(await unclaimed(reference)).toMatchObject([{ state: "waiting", amount: usd("75.00") }]);
  expect(await moneyOn(server, merchant, account.id)).toEqual({ available: 0n, held: 0n });
  expect(await bookProblems(server)).toEqual([]);

  const { number, id } = await openAccount(server, merchant);
  const lost = (await unclaimed(reference))[0]!.id;
  const whose = { merchantId: merchant.userId, accountId: id, reason: "商户的新账户" };
  await server.call(calls.proposeUnclaimed, { id: lost, proposal: "assign", ...whose }, server.reviewer);
  await server.call(calls.decideUnclaimed, { id: lost, decision: "approve" }, server.finance);
  expect(await moneyOn(server, merchant, id)).toEqual({ available: minor("75.00"), held: 0n });
  expect((await payIn(server, number, "1.00")).outcomes).toEqual(["arrived"]);
  expect(await bookProblems(server)).toEqual([]);
});

test("after thirty days an announcement says that nothing came of it, and money that comes late is credited all the same", async () => {
  const account = await openAccount(server, merchant);
  const { reference } = await payIn(server, account.number, "210.00", { stage: "announced" });
  const fresh = await payIn(server, account.number, "55.00", { stage: "announced" });
  await agedBy(reference, 31);
  const { platform } = server.app;
  await platform.database.transaction((tx) => platform.jobs.send(tx, "income.watch", {}));
  const lapsed = await until(async () => {
    const income = await incomeOf(server, merchant, reference);
    return income.state === "lapsed" ? income : undefined;
  });
  expect(lapsed).toMatchObject({ arrivedAt: null, holdView: null, may: { supplement: false, askReturn: false } });
  expect(lapsed.timeline.at(-1)).toMatchObject({ action: "lapse", label: "超过 30 天没有到账" });
  const asked = { filters: { state: ["lapsed"] } };
  const { records } = await server.call(incomeEndpoints.incomes, asked, merchant);
  const { counts } = await server.call(incomeEndpoints.incomeSummary, asked, merchant);
  expect(records.map(({ id, state }) => [id, state])).toEqual([[lapsed.id, "lapsed"]]);
  expect(counts).toMatchObject({ announced: 1, lapsed: 1 });
  expect((await detail(account.id)).inTransit).toEqual(usd("55.00"));
  expect((await incomeOf(server, merchant, fresh.reference)).state).toBe("announced");
  await expect(server.call(incomeEndpoints.incomeReceipt, { id: lapsed.id }, merchant)).rejects.toEqual(
    refused("receipt.not_arrived"),
  );

  expect((await payIn(server, account.number, "210.00", { reference, times: 2 })).outcomes).toEqual([
    "arrived",
    "repeated",
  ]);
  const { state, timeline } = await incomeOf(server, merchant, reference);
  expect([state, ...timeline.map(({ action }) => action)]).toEqual([
    "credited",
    "announce",
    "lapse",
    "arrive",
    "credit",
  ]);
  expect(await moneyOn(server, merchant, account.id)).toEqual({ available: minor("210.00"), held: 0n });
  expect(await bookProblems(server)).toEqual([]);
});

test("what comes unannounced to a closed account, or for somebody who has left, is nobody's, too", async () => {
  const account = await openAccount(server, merchant, { store: false });
  await close(account.id);
  const first = await payIn(server, account.number, "31.00");
  expect(first.outcomes).toEqual(["unclaimed"]);

  const open = await openAccount(server, merchant);
  const { reference } = await payIn(server, open.number, "32.00", { stage: "announced" });
  await server.database.query("update merchant set closed_at = now() where merchant_id = $1", [merchant.userId]);
  expect((await payIn(server, open.number, "32.00", { reference })).outcomes).toEqual(["unclaimed"]);
  expect((await payIn(server, open.number, "33.00")).outcomes).toEqual(["unclaimed"]);
  expect(await moneyOn(server, merchant, open.id)).toEqual({ available: 0n, held: 0n });
  expect(await bookProblems(server)).toEqual([]);
});

test("what was held for a hundred days counts in the month in which it is credited", async () => {
  const account = await openAccount(server, merchant);
  const { reference } = await payIn(server, account.number, "640.00", { payer: "NORTHBRIDGE LTD" });
  const income = await incomeOf(server, merchant, reference);
  await server.database.query("update income set arrived_at = now() - interval '100 days' where id = $1", [income.id]);
  await server.call(calls.creditIncome, reasoned(income.id), server.reviewer);
  expect((await detail(account.id)).creditedThisMonth).toEqual(usd("640.00"));
});
