import {
  accountEndpoints,
  incomeEndpoints,
  operationsEndpoints,
  storeEndpoints,
  type CallOutput,
} from "@coralhub/contract";
import type { TestMerchant } from "@coralhub/testkit";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import {
  addStore,
  bookProblems,
  certified,
  certify,
  incomeOf,
  minor,
  moneyOn,
  openAccount,
  payIn,
  runWatch,
  startDesk,
  type Desk,
} from "./income-fixture.ts";

const calls = { ...accountEndpoints, ...incomeEndpoints };

let server: Desk;
let merchant: TestMerchant;
let account: { id: string; number: string; storeId: string };
beforeAll(async () => {
  server = await startDesk();
});
afterAll(() => server.close());
beforeEach(async () => {
  merchant = await certified(server);
  account = await openAccount(server, merchant);
});

type Income = CallOutput<typeof calls.income.output>;
const paid = async (amount: string, payer?: string): Promise<Income> =>
  incomeOf(server, merchant, (await payIn(server, account.number, amount, payer ? { payer } : {})).reference);
const strange = () => paid("15000.00", "NORTHBRIDGE LTD");
const ref = ({ id }: { id: string }) => ({ merchantId: merchant.userId, id });
const refused = (reason: string): unknown => expect.objectContaining({ reason });
const again = (income: Income) => incomeOf(server, merchant, income.reference);
const steps = async (income: Income) => (await again(income)).timeline.map(({ action }) => action);
const credit = (income: Income) =>
  server.call(calls.creditIncome, { ...ref(income), reason: "材料齐全" }, server.reviewer);
const ask = (income: Income) =>
  server.call(calls.askIncomeEvidence, { ...ref(income), text: "请补充合同文件" }, server.reviewer);
const propose = (income: Income, who = server.reviewer) =>
  server.call(calls.proposeReturn, { ...ref(income), reason: "付款方与店铺无关" }, who);
const move = (what: "freeze" | "unfreeze" | "close", id = account.id) => {
  const call = {
    freeze: "freezeReceivingAccount",
    unfreeze: "unfreezeReceivingAccount",
    close: "closeReceivingAccount",
  };
  const endpoint = calls[call[what] as "freezeReceivingAccount"];
  return server.call(endpoint, { ...ref({ id }), reason: "例行核查" }, server.reviewer);
};
const uncertify = () =>
  server.database.query("update certification set state = 'none' where merchant_id = $1", [merchant.userId]);

async function upload(path: string): Promise<string> {
  const picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: "#fff" } })
    .png()
    .toBuffer();
  const body = new FormData();
  body.set("file", new File([new Uint8Array(picture)], "结算单.png"));
  const headers = { authorization: `Bearer ${merchant.token}` };
  const response = await fetch(`${server.url}/api${path}`, { method: "POST", headers, body });
  return ((await response.json()) as { data: { fileId: string } }).data.fileId;
}

test("what the rules cannot overlook a person cannot either: a frozen account, a missing certification", async () => {
  const income = await strange();
  await move("freeze");
  await expect(credit(income)).rejects.toEqual(refused("income.account_frozen"));
  await move("unfreeze");
  await uncertify();
  await expect(credit(income)).rejects.toEqual(refused("income.not_certified"));
  expect(await moneyOn(server, merchant, account.id)).toEqual({ available: 0n, held: minor("15000.00") });
  await certify(server, merchant);
  expect(await credit(income)).toEqual({ state: "credited" });
});

test("what still holds is not looked at again and again: nothing is told twice", async () => {
  await move("freeze");
  const frozen = await paid("90.00");
  await move("unfreeze");
  const settled = await steps(frozen);
  expect(settled.at(-1)).toBe("credit");
  await move("freeze");
  const waiting = await paid("91.00");
  await uncertify();
  const other = await openAccount(server, merchant);
  const uncertified = await incomeOf(server, merchant, (await payIn(server, other.number, "92.00")).reference);
  const before = [await steps(waiting), await steps(uncertified)];
  await runWatch(server);
  expect([await steps(waiting), await steps(uncertified)]).toEqual(before);
  expect([(await again(waiting)).hold, (await again(uncertified)).hold]).toEqual(["frozenAccount", "certification"]);
});

test("however many go on being held, those that come later are looked at as well", async () => {
  await uncertify();
  await server.database.query(
    `insert into income (merchant_id, id, receiving_account_id, payer_name, currency, amount_minor, rail, rail_reference, state,
       hold, announced_at, arrived_at, changed_at, hold_posting_id)
     select $1, gen_random_uuid(), $2, 'AMAZON', 'USD', 100, 'test', 'HELD-' || n, 'needsEvidence', 'certification',
       now() - interval '30 days', now() - interval '30 days', now(), gen_random_uuid()
     from generate_series(1, 420) n`,
    [merchant.userId, account.id],
  );
  merchant = await certified(server);
  account = await openAccount(server, merchant);
  await uncertify();
  const income = await paid("77.00");
  await certify(server, merchant);
  await runWatch(server);
  expect((await again(income)).state).toBe("credited");
  await server.database.query("update income set hold = 'overLimit' where rail_reference like 'HELD-%'");
});

test("papers are not asked for where none can be handed in", async () => {
  await move("freeze");
  const frozen = await paid("45.00");
  const { may } = await server.call(calls.incomeCase, ref(frozen), server.reviewer);
  expect(may.ask).toBe(false);
  await expect(ask(frozen)).rejects.toMatchObject({
    reason: "income.papers_useless",
    message: expect.stringContaining("运营人员完成账户核查") as unknown,
  });
  expect(await again(frozen)).toMatchObject({ state: "abnormal", holdView: { next: "operator" } });
});

test("what the rules have not looked at is nobody's to decide", async () => {
  const rail = (mode: string) =>
    server.database.query(
      `insert into sandbox_rail_mode (rail, mode, changed_at, changed_by) values ('screening', $1, now(), (select id from operator limit 1))
       on conflict (rail) do update set mode = excluded.mode`,
      [mode],
    );
  await rail("down");
  const income = await paid("20.00");
  expect(income).toMatchObject({ state: "reviewing", hold: null });
  for (const decide of [credit, ask, propose]) await expect(decide(income)).rejects.toEqual(refused("state.changed"));
  await rail("normal");
  await runWatch(server);
  expect((await again(income)).state).toBe("credited");
});

test("a second proposal does not take the place of the first", async () => {
  const income = await strange();
  await propose(income, server.admin);
  await expect(propose(income)).rejects.toEqual(refused("income.proposed"));
  // Were it the reviewer's now, the admin could agree to their own.
  await expect(
    server.call(calls.decideIncome, { ...ref(income), what: "return", decision: "approve" }, server.admin),
  ).rejects.toEqual(refused("income.two_people"));
});

test("while a return waits for the second person, neither the clock nor a claim credits it", async () => {
  await move("freeze");
  const frozen = await paid("64.00");
  await propose(frozen);
  await move("unfreeze");
  await runWatch(server);
  expect(await again(frozen)).toMatchObject({ state: "abnormal", hold: "frozenAccount" });
  const income = await paid("320.00", "EBAY COMMERCE UK");
  const ebay = await addStore(server, merchant, account.id, { platform: "EBAY" });
  await propose(income);
  expect((await again(income)).may.claim).toBe(false);
  await expect(server.call(calls.claimIncome, { id: income.id, storeId: ebay }, merchant)).rejects.toEqual(
    refused("income.not_waiting"),
  );
  const reject = (of: Income) =>
    server.call(calls.decideIncome, { ...ref(of), what: "return", decision: "reject" }, server.finance);
  await reject(frozen);
  await reject(income);
  await runWatch(server);
  expect((await again(frozen)).state).toBe("credited");
  expect(await server.call(calls.claimIncome, { id: income.id, storeId: ebay }, merchant)).toEqual({
    // The payer is as unexpected as before: a person looks.
    state: "reviewing",
  });
});

test("without a proposal nobody sends anything back", async () => {
  const income = await strange();
  for (const decision of ["approve", "reject"] as const)
    await expect(
      server.call(calls.decideIncome, { ...ref(income), what: "return", decision }, server.finance),
    ).rejects.toEqual(refused("state.changed"));
  expect((await again(income)).state).toBe("abnormal");
});

test("nobody's money goes to no account that is not open, neither when it is proposed nor when it is agreed to", async () => {
  const { reference } = await payIn(server, `7777${Date.now()}`, "31.00", { payer: "AMAZON PAYMENTS" });
  const { records } = await server.call(calls.unclaimedIncomes, { filters: { reference } }, server.reviewer);
  const { id } = records[0]!;
  const whose = { merchantId: merchant.userId, accountId: account.id };
  const assign = () =>
    server.call(calls.proposeUnclaimed, { id, proposal: "assign", ...whose, reason: "账号少写一位" }, server.reviewer);
  const agree = () => server.call(calls.decideUnclaimed, { id, decision: "approve" }, server.finance);
  await expect(agree()).rejects.toEqual(refused("state.changed"));
  await move("freeze");
  await expect(assign()).rejects.toEqual(refused("account.not_open"));
  await move("unfreeze");
  await assign();
  await move("freeze");
  await expect(agree()).rejects.toEqual(refused("account.not_open"));
  expect(await moneyOn(server, merchant, account.id)).toEqual({ available: 0n, held: 0n });
  await move("unfreeze");
  // Nor to one whose owner's account with us has been closed meanwhile: nobody could take it out again.
  const closedAt = "update merchant set closed_at = $2 where merchant_id = $1";
  await server.database.query(closedAt, [merchant.userId, new Date()]);
  await expect(agree()).rejects.toEqual(refused("account.not_open"));
  await server.database.query(closedAt, [merchant.userId, null]);
  expect(await agree()).toEqual({ state: "assigned" });
  expect(await bookProblems(server)).toEqual([]);
});

test("a paper is read with its own payment only, and an operator's look at it is recorded", async () => {
  const [income, other] = [await strange(), await strange()];
  const fileId = await upload("/records/contractUpload");
  await server.call(calls.supplementIncome, { id: income.id, fileIds: [fileId] }, merchant);
  const supplemented = await again(income);
  expect(supplemented.holdView?.dueAt).toBeNull();
  await expect(server.call(calls.incomeEvidence, { id: other.id, fileId }, merchant)).rejects.toEqual(
    refused("not_found"),
  );
  await expect(server.call(calls.incomeCaseDocument, { ...ref(other), fileId }, server.reviewer)).rejects.toEqual(
    refused("not_found"),
  );
  const { blob } = await server.call(calls.incomeCaseDocument, { ...ref(income), fileId }, server.reviewer);
  expect(blob.size).toBeGreaterThan(0);
  const { records } = await server.call(operationsEndpoints.auditRows, {}, server.admin);
  const looks = records.filter(({ action }) => action === "income.document_read");
  expect(looks.map(({ subject }) => subject)).toEqual([`income:${income.id}`]);
});

test("a file handed in for something else is no evidence", async () => {
  const income = await strange();
  const fileId = await upload(storeEndpoints.uploadStoreFile.path);
  await expect(server.call(calls.supplementIncome, { id: income.id, fileIds: [fileId] }, merchant)).rejects.toEqual(
    refused("income.file_unknown"),
  );
});

test("an account with a balance is not closed, and nobody else's charge is paid", async () => {
  await paid("5.00");
  await server.database.query("update store set state = 'removed', removed_at = now() where id = $1", [
    account.storeId,
  ]);
  await expect(move("close")).rejects.toEqual(refused("account.has_money"));
  const chargeId = server.app.platform.ids.next();
  await server.database.query(
    `insert into account_charge (merchant_id, id, account_id, currency, amount_minor, state, created_at)
     values ($1, $2, $3, 'USD', 100, 'due', now())`,
    [merchant.userId, chargeId, account.id],
  );
  const stranger = await certified(server);
  await expect(server.call(calls.payAccountCharge, { chargeId }, stranger)).rejects.toEqual(
    refused("account.charge_unknown"),
  );
  expect(await moneyOn(server, merchant, account.id)).toEqual({ available: minor("5.00"), held: 0n });
});

test.each([
  ["removed", "update store set state = 'removed', removed_at = now() where id = $1"],
  ["never bound", "update store set state = 'pending', bound_at = null where id = $1"],
])("a store that is %s takes no money", async (_what, statement) => {
  await server.database.query(statement, [account.storeId]);
  const income = await paid("12.00");
  expect(income).toMatchObject({ hold: "noStore", storeId: null, claimable: [] });
  const claim = () => server.call(calls.claimIncome, { id: income.id, storeId: account.storeId }, merchant);
  await expect(claim()).rejects.toEqual(refused("income.store_unfit"));
  const theirs = await addStore(server, await certified(server), account.id);
  await expect(server.call(calls.claimIncome, { id: income.id, storeId: theirs }, merchant)).rejects.toEqual(
    refused("income.store_unfit"),
  );
});
