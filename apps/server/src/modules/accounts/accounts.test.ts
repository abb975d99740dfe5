import { accountEndpoints as calls, messageEndpoints, receivingBankEndpoints as bank } from "@coralhub/contract";
import type { TestMerchant } from "@coralhub/testkit";
import { expect, test } from "vitest";
import {
  addStore,
  applyFor,
  behave,
  bookProblems,
  minor,
  moneyOn,
  openAccount,
  payIn,
  until,
  usd,
  withMerchant,
  type Desk,
} from "../income/income-fixture.ts";

let server: Desk;
let merchant: TestMerchant;
withMerchant((desk, someone) => ([server, merchant] = [desk, someone]));

const refused = (reason: string): unknown => expect.objectContaining({ reason });
const detail = (id: string) => server.call(calls.receivingAccount, { id }, merchant);
const reach = (id: string, state: string) =>
  until(async () => {
    await server.app.platform.outbox.deliverDue();
    const found = await detail(id);
    return found.state === state ? found : undefined;
  });
const titles = async () =>
  (await server.call(messageEndpoints.messages, { sort: "createdAt" }, merchant)).records.map(({ title }) => title);
const key = (id: string) => ({ merchantId: merchant.userId, id });
const move = (what: "freeze" | "unfreeze" | "close", id: string) => {
  const call = {
    freeze: calls.freezeReceivingAccount,
    unfreeze: calls.unfreezeReceivingAccount,
    close: calls.closeReceivingAccount,
  }[what];
  return server.call(call, { ...key(id), reason: "例行核查" }, server.reviewer);
};

test("applied for, opened by the bank, with details to copy, steps and a message", async () => {
  const id = await applyFor(server, merchant);
  const account = await reach(id, "open");
  expect(account).toMatchObject({ currency: "USD", bankName: "First Harbor Bank, N.A.", available: usd("0") });
  expect(account.ways.map(({ way }) => way)).toEqual(["美国本地 ACH", "境外电汇 SWIFT"]);
  expect(account.payoutSteps.length).toBeGreaterThan(0);
  expect(account.timeline.map(({ action }) => action)).toEqual(["open"]);
  expect(await titles()).toContain("美国 USD 账户已开通");
  const copied = await server.call(calls.accountIban, { id }, merchant);
  expect(copied).toMatchObject({ accountNumber: account.accountNumber, iban: null });
  expect(await server.call(calls.receiptsAccounts, { currency: "USD" }, merchant)).toMatchObject([
    { id, state: "open" },
  ]);
  expect(await server.call(calls.receiptsAccounts, { currency: "EUR" }, merchant)).toEqual([]);
});

test("a refusal says why, and a new application may succeed; an answer to the old one counts for nothing", async () => {
  await behave(server, { refuse: true });
  const id = await applyFor(server, merchant, { holderName: "NANYU TECH" });
  const account = await reach(id, "refused");
  expect(account.reason).toContain("户名");
  expect(await titles()).toContain("美国 USD 账户没有开通");
  await behave(server, {});
  const again = () => server.call(calls.reapplyReceivingAccount, { id, holderName: "NANYU TECHNOLOGY LTD" }, merchant);
  const answers = await Promise.allSettled([again(), again(), again()]);
  expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  const opened = await reach(id, "open");
  expect(opened.holderName).toBe("NANYU TECHNOLOGY LTD");
  expect(opened.timeline.map(({ action }) => action)).toEqual(["refuse", "reapply", "open"]);
  await expect(again()).rejects.toEqual(refused("state.changed"));
});

test("a slow bank answers later; meanwhile there is no number", async () => {
  await behave(server, { openingDelaySeconds: 1 });
  const id = await applyFor(server, merchant);
  await server.app.platform.outbox.deliverDue();
  const waiting = await detail(id);
  expect(waiting).toMatchObject({ state: "applying", accountNumber: null });
  expect(waiting.expectedBy!.getTime()).toBeGreaterThan(waiting.appliedAt.getTime());
  await expect(server.call(calls.accountIban, { id }, merchant)).rejects.toEqual(refused("account.not_open"));
  expect(await reach(id, "open")).toMatchObject({ state: "open" });
  await behave(server, {});
});

test("freeze and unfreeze, each only from where it leads", async () => {
  const { id } = await openAccount(server, merchant);
  await expect(move("unfreeze", id)).rejects.toEqual(refused("state.changed"));
  const answers = await Promise.allSettled([move("freeze", id), move("freeze", id)]);
  expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(await detail(id)).toMatchObject({ state: "frozen", reason: "例行核查" });
  expect(await titles()).toContain("美国 USD 账户已冻结");
  await move("unfreeze", id);
  expect(await detail(id)).toMatchObject({ state: "open", reason: null });
});

test("closed only when no store uses it and no money is in it or on its way", async () => {
  const { id, number, storeId } = await openAccount(server, merchant);
  await expect(move("close", id)).rejects.toEqual(refused("account.has_stores"));
  await server.database.query("update store set state = 'removed', removed_at = now() where id = $1", [storeId]);
  await payIn(server, number, "5.00", { stage: "announced" });
  await expect(move("close", id)).rejects.toEqual(refused("account.has_money"));
  const { id: empty } = await openAccount(server, merchant, { store: false });
  await move("close", empty);
  expect(await detail(empty)).toMatchObject({ state: "closed" });
  await move("freeze", empty);
  expect(await detail(empty)).toMatchObject({ state: "closedFrozen" });
  await expect(move("close", empty)).rejects.toEqual(refused("state.changed"));
});

test("an opening fee is owed once, paid once, from the account's own balance", async () => {
  const priced = { business: "account_opening", currency: "USD", corridor: "US" } as const;
  const setPrice = (flat: string) =>
    server.setPrice({ ...priced, terms: { basisPoints: "0", flat, bearer: "merchant" } });
  expect(await server.call(calls.accountOpeningPrice, { country: "US" }, merchant)).toMatchObject({ free: true });
  await setPrice("5.00");
  expect(await server.call(calls.accountOpeningPrice, { country: "US" }, merchant)).toEqual({
    price: usd("5.00"),
    free: false,
  });
  const { id, number } = await openAccount(server, merchant);
  await setPrice("0.00");
  const [charge] = await server.call(calls.accountCharges, {}, merchant);
  expect(charge).toMatchObject({ accountId: id, amount: usd("5.00"), state: "due" });
  const pay = () => server.call(calls.payAccountCharge, { chargeId: charge!.id }, merchant);
  await expect(pay()).rejects.toEqual(refused("ledger.insufficient_funds"));
  await payIn(server, number, "30.00");
  await move("freeze", id);
  await expect(pay()).rejects.toEqual(refused("account.not_open"));
  await move("unfreeze", id);
  const answers = await Promise.allSettled([pay(), pay(), pay()]);
  expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(await moneyOn(server, merchant, id)).toEqual({ available: minor("25.00"), held: 0n });
  expect(await server.call(calls.accountCharges, {}, merchant)).toMatchObject([{ state: "paid" }]);
  expect(await bookProblems(server)).toEqual([]);
});

test("operators find accounts and see what is on them", async () => {
  const { id, number } = await openAccount(server, merchant);
  await addStore(server, merchant, id, { platform: "EBAY" });
  await payIn(server, number, "77.00");
  const { records } = await server.call(
    calls.receivingAccountDesk,
    { filters: { accountNumber: number } },
    server.reviewer,
  );
  expect(records).toMatchObject([{ id, merchantId: merchant.userId, state: "open" }]);
  const seen = await server.call(calls.receivingAccountCase, key(id), server.reviewer);
  expect(seen).toMatchObject({ available: usd("77.00"), held: usd("0.00") });
  expect(seen.stores.map(({ platform }) => platform)).toEqual(["AMAZON", "EBAY"]);
  expect(await server.call(calls.containsVenmo, {}, merchant)).toEqual({ contain: false });
  expect((await server.call(bank.bankPayments, {}, server.admin))[0]).toMatchObject({ accountNumber: number, told: 1 });
});
