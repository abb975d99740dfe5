import {
  accountEndpoints,
  approvalEndpoints,
  identityEndpoints,
  incomeEndpoints,
  operationsEndpoints,
  outflowEndpoints,
  type CallOutput,
} from "@coralhub/contract";
import { HOUSE_MERCHANT_ID } from "@coralhub/domain";
import type { TestMerchant } from "@coralhub/testkit";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { heldAtDesk, lookAgain, stand } from "../outflow/outflow-fixture.ts";
import {
  bookProblems,
  certified,
  incomeOf,
  minor,
  moneyOn,
  openAccount,
  payIn,
  startDesk,
  until,
  type Desk,
} from "./income-fixture.ts";
import { countReturning } from "./store-blockers.ts";

const calls = { ...accountEndpoints, ...incomeEndpoints };

let server: Desk;
let merchant: TestMerchant;
let account: { id: string; number: string };
beforeAll(async () => {
  server = await startDesk();
});
afterAll(() => server.close());
beforeEach(async () => {
  merchant = await certified(server);
  account = await openAccount(server, merchant);
});

type Income = CallOutput<typeof calls.income.output>;
const held = async (amount = "15000.00"): Promise<Income> =>
  incomeOf(server, merchant, (await payIn(server, account.number, amount, { payer: "NORTHBRIDGE LTD" })).reference);
const ref = ({ id }: { id: string }) => ({ merchantId: merchant.userId, id });
const refused = (reason: string): unknown => expect.objectContaining({ reason });
const reason = "付款方是买家的关联公司，材料齐全";
const credit = (income: Income) => server.call(calls.creditIncome, { ...ref(income), reason }, server.reviewer);
const propose = (income: Income, who = server.reviewer) =>
  server.call(calls.proposeReturn, { ...ref(income), reason: "付款方与店铺无关" }, who);
const decide = (income: Income, decision: "approve" | "reject", who = server.finance) =>
  server.call(calls.decideIncome, { ...ref(income), what: "return", decision }, who);
const again = (income: Income) => incomeOf(server, merchant, income.reference);
const deliver = () => server.app.platform.outbox.deliverDue();

async function upload(who: TestMerchant = merchant): Promise<string> {
  const picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: "#fff" } })
    .png()
    .toBuffer();
  const body = new FormData();
  body.set("file", new File([new Uint8Array(picture)], "结算单.png"));
  const headers = { authorization: `Bearer ${who.token}` };
  const response = await fetch(`${server.url}/api/records/contractUpload`, { method: "POST", headers, body });
  return ((await response.json()) as { data: { fileId: string } }).data.fileId;
}

test("evidence goes to the desk, is read there, more is asked for, and then it is credited", async () => {
  const income = await held();
  const fileId = await upload();
  const supplement = { id: income.id, note: "平台结算单", fileIds: [fileId] };
  expect(await server.call(calls.supplementIncome, supplement, merchant)).toEqual({ state: "reviewing" });
  expect(await again(income)).toMatchObject({ state: "reviewing", holdView: { next: "operator" } });

  const { records } = await server.call(
    calls.incomeDesk,
    { filters: { reference: income.reference } },
    server.reviewer,
  );
  expect(records).toMatchObject([{ merchantId: merchant.userId, state: "reviewing", hold: "payerMismatch" }]);
  const seen = await server.call(calls.incomeCase, ref(income), server.reviewer);
  expect(seen).toMatchObject({ evidence: [{ fileId, fileName: "结算单.png" }], may: { credit: true, ask: true } });
  const own = await fetch(`${server.url}/api/records/gathering_management/income/${income.id}/evidence/${fileId}`, {
    headers: { authorization: `Bearer ${merchant.token}` },
  });
  expect(own.headers.get("content-type")).toContain("image/png");

  const text = "请补充与平台的合同";
  await server.call(calls.askIncomeEvidence, { ...ref(income), text }, server.reviewer);
  expect(await again(income)).toMatchObject({ state: "needsEvidence", holdView: { note: text, next: "merchant" } });
  await server.call(calls.supplementAbnormal, { ...supplement, fileIds: [await upload()] }, merchant);
  expect(await credit(income)).toEqual({ state: "credited" });
  expect(await moneyOn(server, merchant, account.id)).toEqual({ available: minor("15000.00"), held: 0n });
  expect((await again(income)).timeline.map(({ action }) => action)).toEqual([
    "announce",
    "arrive",
    "flag",
    "supplement",
    "askEvidence",
    "supplement",
    "credit",
  ]);
  const { records: log } = await server.call(operationsEndpoints.auditRows, {}, server.admin);
  expect(log.map(({ action }) => action)).toEqual(
    expect.arrayContaining(["income.viewed", "income.asked", "income.credited"]),
  );
});

test("two people send money back, and the bank's statement agrees", async () => {
  const income = await held();
  await propose(income, server.admin);
  await expect(credit(income)).rejects.toEqual(refused("income.proposed"));
  for (const verdict of ["approve", "reject"] as const) {
    await expect(decide(income, verdict, server.admin)).rejects.toEqual(refused("income.two_people"));
  }
  expect(await decide(income, "reject")).toEqual({ state: "abnormal" });
  await propose(income, server.admin);
  expect(await decide(income, "approve")).toEqual({ state: "returned" });
  expect(await moneyOn(server, merchant, account.id)).toEqual({ available: 0n, held: 0n });
  await until(async () => {
    await deliver();
    return (await bookProblems(server)).length === 0 ? true : undefined;
  });
  expect(await again(income)).toMatchObject({ state: "returned", holdView: null });
});

test("fault 2: a return that two people agreed on is held back while merchant or account is frozen, and released by two", async () => {
  const income = await held();
  const at = { server, finance: server.finance };
  const wanted = { topic: "receiving-bank.return", merchantId: merchant.userId } as const;
  await propose(income, server.admin);
  await stand(server, merchant.userId, "frozen");
  expect(await decide(income, "approve")).toEqual({ state: "returned" });
  const stopped = await heldAtDesk(at, { ...wanted, reason: "商户已冻结" });
  // Until the bank has it, neither the merchant's account with us nor the account it came to is closed.
  const blocking = async () =>
    (await server.call(identityEndpoints.closing, {}, merchant)).blockers.map(({ reason }) => reason);
  expect(await blocking()).toContain("有 1 笔退款还没有退到付款方，请等退完");
  const { platform } = server.app;
  const returning = (accountId: string) => countReturning(platform, platform.db, merchant.userId, { accountId });
  expect([await returning(account.id), await returning(crypto.randomUUID())]).toEqual([1, 0]);
  // A certification that lapsed is no reason to keep a payer's money; a frozen account is.
  await stand(server, merchant.userId, "expired");
  const accountIs = (state: string) =>
    server.database.query("update receiving_account set state = $2, reason = '风险核查' where id = $1", [
      account.id,
      state,
    ]);
  await accountIs("closedFrozen");
  expect(await lookAgain(at, stopped)).toBe(false);
  await accountIs("frozen");
  expect(await lookAgain(at, stopped)).toBe(false);
  expect(await heldAtDesk(at, { ...wanted, reason: "收款账户" })).toMatchObject({ since: stopped.since });
  const { topic, reference } = stopped;
  const release = { topic, reference, reason: "付款方催还" };
  const { approvalId } = await server.call(outflowEndpoints.proposeRelease, release, server.finance);
  await expect(server.call(outflowEndpoints.proposeRelease, release, server.admin)).rejects.toEqual(
    refused("approval.waiting"),
  );
  const agree = { id: approvalId, decision: "approve", note: "" } as const;
  await expect(server.call(approvalEndpoints.decideApproval, agree, server.finance)).rejects.toEqual(
    refused("approval.two_people"),
  );
  await server.call(approvalEndpoints.decideApproval, agree, server.admin);
  await until(async () => {
    await deliver();
    return (await bookProblems(server)).length === 0 ? true : undefined;
  });
  expect(await server.call(outflowEndpoints.heldSends, {}, server.finance)).toEqual([]);
  expect(await returning(account.id)).toBe(0);
  expect((await blocking()).filter((reason) => reason.includes("退款"))).toEqual([]);
});

test("the merchant's request for a return is at the desk, once", async () => {
  const income = await held();
  const request = { id: income.id, reason: "不认识付款方" };
  await server.call(calls.askReturn, request, merchant);
  await expect(server.call(calls.askReturn, request, merchant)).rejects.toEqual(refused("income.return_asked"));
  const { records } = await server.call(
    calls.incomeDesk,
    { filters: { reference: income.reference } },
    server.reviewer,
  );
  expect(records).toMatchObject([{ returnWished: "yes", proposed: "no" }]);
});

test("two at once: one of credit and return wins, and money moves once", async () => {
  const income = await held();
  await propose(income, server.admin);
  const answers = await Promise.allSettled([decide(income, "approve"), decide(income, "reject"), credit(income)]);
  expect(answers.filter(({ status }) => status === "fulfilled").length).toBeGreaterThanOrEqual(1);
  const { state } = await again(income);
  const { available, held: kept } = await moneyOn(server, merchant, account.id);
  expect({ credited: minor("15000.00"), returned: 0n, abnormal: 0n }).toHaveProperty(state, available);
  expect(kept).toBe(state === "abnormal" ? minor("15000.00") : 0n);
  const both = await held();
  const credits = await Promise.allSettled([credit(both), credit(both), credit(both)]);
  expect(credits.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  await deliver();
});

test("every move is refused from a state it does not leave", async () => {
  const { reference } = await payIn(server, account.number, "10.00");
  const done = await incomeOf(server, merchant, reference);
  const fileId = await upload();
  await expect(credit(done)).rejects.toEqual(refused("state.changed"));
  await expect(propose(done)).rejects.toEqual(refused("state.changed"));
  await expect(decide(done, "approve")).rejects.toEqual(refused("state.changed"));
  const text = "请补充合同文件";
  await expect(server.call(calls.askIncomeEvidence, { ...ref(done), text }, server.reviewer)).rejects.toEqual(
    refused("state.changed"),
  );
  await expect(server.call(calls.supplementIncome, { id: done.id, fileIds: [fileId] }, merchant)).rejects.toEqual(
    refused("income.not_waiting"),
  );
  await expect(server.call(calls.claimIncome, { id: done.id, storeId: done.storeId! }, merchant)).rejects.toEqual(
    refused("income.not_waiting"),
  );
  await expect(server.call(calls.askReturn, { id: done.id, reason: "不要了" }, merchant)).rejects.toEqual(
    refused("income.not_waiting"),
  );
});

test("what is somebody else's does not exist", async () => {
  const income = await held();
  const stranger = await certified(server);
  const foreign = await upload(stranger);
  const gone = refused("not_found");
  await expect(server.call(calls.income, { id: income.id }, stranger)).rejects.toEqual(gone);
  await expect(server.call(calls.abnormalIncome, { id: income.id }, stranger)).rejects.toEqual(gone);
  await expect(server.call(calls.receivingAccount, { id: account.id }, stranger)).rejects.toEqual(gone);
  await expect(server.call(calls.pinIncome, { id: income.id }, stranger)).rejects.toEqual(gone);
  await expect(server.call(calls.hideIncomes, { ids: [income.id] }, stranger)).rejects.toEqual(gone);
  await expect(server.call(calls.askReturn, { id: income.id, reason: "退回吧" }, stranger)).rejects.toEqual(gone);
  await expect(server.call(calls.supplementIncome, { id: income.id, fileIds: [foreign] }, stranger)).rejects.toEqual(
    gone,
  );
  await expect(server.call(calls.supplementIncome, { id: income.id, fileIds: [foreign] }, merchant)).rejects.toEqual(
    refused("income.file_unknown"),
  );
  expect((await server.call(calls.abnormalIncomes, {}, stranger)).records).toEqual([]);
});

test("hidden and shown, put on top and taken off", async () => {
  const income = await held();
  await server.call(calls.hideIncomes, { ids: [income.id] }, merchant);
  await server.call(calls.pinIncome, { id: income.id }, merchant);
  expect(await again(income)).toMatchObject({ hidden: true, pinned: true });
  await server.call(calls.showIncomes, { ids: [income.id] }, merchant);
  await server.call(calls.unpinIncome, { id: income.id }, merchant);
  expect(await again(income)).toMatchObject({ hidden: false, pinned: false });
});

const unclaimed = async (reference: string) =>
  (await server.call(calls.unclaimedIncomes, { filters: { reference } }, server.reviewer)).records[0]!;
const suspense = async () => {
  const [row] = await server.database.query<{ balance: string }>(
    "select balance::text from ledger_account where merchant_id = $1 and code = 'house.suspense:USD'",
    [HOUSE_MERCHANT_ID],
  );
  return BigInt(row?.balance ?? 0);
};

test("money for nobody lies in suspense until two people give it to somebody", async () => {
  const before = await suspense();
  const payer = "LUMEN HOME GOODS LLC";
  const { reference, outcomes } = await payIn(server, "99998888777", "410.00", { times: 3, payer });
  expect(outcomes).toEqual(["unclaimed", "repeated", "repeated"]);
  expect(await suspense()).toBe(before + minor("410.00"));
  const { id } = await unclaimed(reference);
  const whose = { merchantId: merchant.userId, accountId: account.id };
  const input = { id, proposal: "assign" as const, ...whose, reason: "账号少写一位" };
  await server.call(calls.proposeUnclaimed, input, server.admin);
  await expect(server.call(calls.proposeUnclaimed, input, server.reviewer)).rejects.toEqual(refused("state.changed"));
  for (const decision of ["approve", "reject"] as const) {
    const own = server.call(calls.decideUnclaimed, { id, decision }, server.admin);
    await expect(own).rejects.toEqual(refused("income.two_people"));
  }
  const twice = await Promise.allSettled(
    [1, 2].map(() => server.call(calls.decideUnclaimed, { id, decision: "approve" }, server.finance)),
  );
  expect(twice.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(await suspense()).toBe(before);
  // Two people have found out whose it is: a strange payer is not asked about again.
  expect(await incomeOf(server, merchant, reference)).toMatchObject({ state: "credited" });
  expect(await moneyOn(server, merchant, account.id)).toEqual({ available: minor("410.00"), held: 0n });
  // Told again now, it is the merchant's payment and nothing happens.
  expect((await payIn(server, "99998888777", "410.00", { reference })).outcomes).toEqual(["repeated"]);
  expect(await bookProblems(server)).toEqual([]);
});

test("money for nobody goes back by two people, and a rejected proposal waits again", async () => {
  const before = await suspense();
  const { reference } = await payIn(server, "99998888778", "55.00");
  const { id } = await unclaimed(reference);
  const input = { id, proposal: "return" as const, reason: "查无此户" };
  await server.call(calls.proposeUnclaimed, input, server.reviewer);
  expect(await server.call(calls.decideUnclaimed, { id, decision: "reject" }, server.finance)).toEqual({
    state: "waiting",
  });
  await server.call(calls.proposeUnclaimed, input, server.reviewer);
  expect(await server.call(calls.decideUnclaimed, { id, decision: "approve" }, server.finance)).toEqual({
    state: "returned",
  });
  expect(await suspense()).toBe(before);
  await until(async () => {
    await deliver();
    return (await bookProblems(server)).length === 0 ? true : undefined;
  });
});

test("money in another currency than the account's is looked at, not guessed", async () => {
  const { reference, outcomes } = await payIn(server, account.number, "500.00", { currency: "EUR" });
  expect(outcomes).toEqual(["unclaimed"]);
  const { id } = await unclaimed(reference);
  const whose = { merchantId: merchant.userId, accountId: account.id };
  await expect(
    server.call(calls.proposeUnclaimed, { id, proposal: "assign", ...whose, reason: "客户要求" }, server.reviewer),
  ).rejects.toEqual(refused("account.other_currency"));
});
