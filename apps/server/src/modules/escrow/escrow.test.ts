import {
  activityEndpoints,
  escrowDeskEndpoints as desk,
  escrowEndpoints as calls,
  identityEndpoints,
  ledgerEndpoints,
  payoutFamilies,
  type CallInput,
} from "@coralhub/contract";
import { accountCode, parseMoney } from "@coralhub/domain";
import { startTestServer, type TestMerchant, type TestServer } from "@coralhub/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { stand } from "../outflow/outflow-fixture.ts";
import { bindAccount, CITIC_ACCOUNT, limitsAre, rested } from "../payouts/payouts-fixture.ts";

const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
let server: TestServer;
let admin: { token: string };
let finance: { token: string };
beforeAll(async () => {
  server = await startTestServer();
  server.clock.set("2026-11-16T12:00:00+08:00");
  admin = { token: await server.operatorToken("admin") };
  finance = { token: await server.operatorToken("finance") };
});
afterAll(() => server.close());

const refused = (reason: string): unknown => expect.objectContaining({ reason });
const usd = (text: string) => parseMoney(text, "USD");
async function certified(name: string): Promise<TestMerchant> {
  const merchant = await server.registerMerchant();
  await server.database.query(
    `update certification set state = 'certified', kind = 'person', subject_name = $2, open_user_id = 'OU' || $1::text
     where merchant_id = $1`,
    [merchant.userId, name],
  );
  return merchant;
}
async function fund({ userId: merchantId }: TestMerchant, amount: string): Promise<void> {
  const [from, to] = [accountCode("house.suspense", "USD"), accountCode("wallet", "USD")];
  const request = { merchantId, from, to, amount: usd(amount), memo: "担保资金" };
  const { id } = await server.call(ledgerEndpoints.proposeAdjustment, request, finance);
  await server.call(ledgerEndpoints.decideAdjustment, { merchantId, id, decision: "approve" }, admin);
}
async function books({ userId }: TestMerchant): Promise<Record<string, bigint>> {
  const rows = await server.database.query<{ code: string; balance: string }>(
    "select code, balance from ledger_account where merchant_id = $1 and balance <> 0 and code not like 'house.suspense%'",
    [userId],
  );
  return Object.fromEntries(rows.map(({ code, balance }) => [code, BigInt(balance)]));
}
async function codeFor(merchant: TestMerchant, ask: () => Promise<unknown>): Promise<string> {
  const codes = () =>
    server.database.query<{ code: string }>(
      "select code from sandbox_mail where recipient like '%' || $1 and code is not null order by sent_at desc, id desc",
      [merchant.mobile],
    );
  const before = (await codes()).length;
  server.clock.advance({ seconds: 61 });
  await ask();
  for (const deadline = performance.now() + 10_000; performance.now() < deadline;) {
    const all = await codes();
    if (all.length > before) return all[0]!.code;
    await new Promise((done) => setTimeout(done, 20));
  }
  throw new Error("no code came");
}

type Parties = { buyer: TestMerchant; seller: TestMerchant; id: string };
type Input = Partial<CallInput<typeof calls.proposeEscrow.input>>;
async function proposed(request: Input = {}): Promise<Parties> {
  const [buyer, seller] = [await certified("买方贸易"), await certified("卖方工厂")];
  const { id } = await server.call(
    calls.proposeEscrow,
    {
      role: "buyer",
      otherMobile: seller.mobile,
      otherName: "卖方工厂",
      subject: "五百件雨衣",
      conditions: "到货验收后放款",
      amount: usd("1000.00"),
      deliverBy: "2026-12-16",
      ...request,
    },
    buyer,
  );
  return { buyer, seller, id };
}
async function funded(): Promise<Parties> {
  const parties = await proposed();
  const { buyer, seller, id } = parties;
  await server.call(calls.acceptEscrow, { id }, seller);
  await fund(buyer, "1200.00");
  const verifyCode = await codeFor(buyer, () => server.call(calls.sendEscrowCode, { id }, buyer));
  await server.call(calls.fundEscrow, { id, verifyCode }, buyer);
  return parties;
}

test("agreed by both, paid in, released in parts: held, released and refunded add up in both books", async () => {
  const { buyer, seller, id } = await funded();
  const counted = await server.database.query(
    "select kind, weight_cents::text as cents from payout_meter_entry where merchant_id = $1 and id = $2",
    [buyer.userId, id],
  );
  expect(counted).toEqual([{ kind: "escrow", cents: "100000" }]);
  expect(await books(buyer)).toMatchObject({ "wallet:USD": 20_000n, [`escrow:USD:${id}`]: 100_000n });
  await server.call(calls.deliverEscrow, { id, note: "已发货" }, seller);
  await expect(server.call(calls.releaseEscrow, { id }, seller)).rejects.toEqual(refused("escrow.not_your_step"));
  await expect(server.call(calls.releaseEscrow, { id, amount: usd("1000.01") }, buyer)).rejects.toEqual(
    refused("escrow.above_held"),
  );
  expect(await server.call(calls.releaseEscrow, { id, amount: usd("300.00") }, buyer)).toMatchObject({
    state: "delivered",
    held: usd("700.00"),
  });
  expect((await books(seller))["wallet:USD"]).toBe(30_000n);
  expect((await server.call(calls.releaseEscrow, { id }, buyer)).state).toBe("released");
  expect((await books(seller))["wallet:USD"]).toBe(100_000n);
  expect((await books(buyer))[`escrow:USD:${id}`]).toBeUndefined();
  expect(await server.call(calls.escrow, { id }, seller)).toMatchObject({
    role: "seller",
    state: "released",
    released: usd("1000.00"),
    may: [],
  });
  const events = await server.database.query<{ kind: string }>("select kind from money_event where merchant_id = $1", [
    seller.userId,
  ]);
  expect(events.map(({ kind }) => kind)).toEqual(["escrowReceived", "escrowReceived"]);
  const recorded = async (who: TestMerchant, wallet: "in" | "out") =>
    (await server.call(activityEndpoints.transactions, { wallet }, who)).records.map(({ kind }) => kind);
  expect(await recorded(seller, "in")).toEqual(["escrowReceived", "escrowReceived"]);
  expect(await recorded(buyer, "in")).toEqual(["adjustmentIn"]);
  expect(await recorded(buyer, "out")).toEqual(["escrowPaid"]);
});

test("disputed: evidence of both sides, and the money moves only by two people of finance", async () => {
  const { buyer, seller, id } = await funded();
  const file = new File([PNG], "验收.png", { type: "image/png" });
  await server.call(calls.addEscrowEvidence, { id, file, note: "少了一百件" }, buyer);
  await server.call(calls.disputeEscrow, { id, note: "数量不足，要求部分退款" }, buyer);
  await expect(server.call(calls.releaseEscrow, { id }, buyer)).rejects.toEqual(refused("state.changed"));
  const ref = { merchantId: buyer.userId, id };
  const approve = (who: { token: string }, toSeller = usd("800.00")) =>
    server.call(desk.decideSettlement, { ...ref, decision: "approve", toSeller }, who);
  await expect(approve(admin)).rejects.toEqual(refused("escrow.no_proposal"));
  await server.call(desk.proposeSettlement, { ...ref, toSeller: usd("900.00"), note: "按实收四百五十件结算" }, finance);
  await server.call(desk.proposeSettlement, { ...ref, toSeller: usd("800.00"), note: "按实收四百件结算" }, finance);
  // The second person decides on what they saw, not on what was written meanwhile.
  await expect(approve(admin, usd("900.00"))).rejects.toEqual(refused("escrow.proposal_changed"));
  await expect(approve(finance)).rejects.toEqual(refused("escrow.same_person"));
  expect((await server.call(desk.escrowCase, ref, finance)).evidence).toHaveLength(1);
  // What is the frozen buyer's goes to nobody else, not by two people either.
  await stand(server, buyer.userId, "frozen");
  await expect(approve(admin)).rejects.toEqual(refused("escrow.buyer_frozen"));
  await stand(server, buyer.userId, "certified");
  expect(await approve(admin)).toEqual({ state: "settled" });
  expect((await books(buyer))["wallet:USD"]).toBe(40_000n);
  expect((await books(seller))["wallet:USD"]).toBe(80_000n);
  const seen = await server.call(calls.escrow, { id }, seller);
  expect(seen).toMatchObject({ released: usd("800.00"), refunded: usd("200.00") });
  expect(seen.timeline.at(-1)!.note).toContain("按实收四百件结算");
});

test("refunded by the seller, declined by the other side, unknown to strangers", async () => {
  const { buyer, seller, id } = await funded();
  await server.call(calls.refundEscrow, { id, note: "无货" }, seller);
  expect(await books(buyer)).toEqual({ "wallet:USD": 120_000n });
  // What came back whole is counted in no sum any more.
  expect(await server.database.query("select 1 from payout_meter_entry where id = $1", [id])).toEqual([]);
  const other = await proposed({ role: "buyer" });
  await expect(server.call(calls.acceptEscrow, { id: other.id }, other.buyer)).rejects.toEqual(
    refused("escrow.not_your_step"),
  );
  await server.call(calls.declineEscrow, { id: other.id, note: "价格不合适" }, other.seller);
  expect((await server.call(calls.escrow, { id: other.id }, other.buyer)).state).toBe("declined");
  await expect(server.call(calls.escrow, { id }, other.buyer)).rejects.toEqual(refused("not_found"));
  await expect(proposed({ otherName: "别人" })).rejects.toEqual(refused("escrow.other_unknown"));
  // More than may go without a review is refused before both sides agree on it.
  await expect(proposed({ amount: usd("20000.01") })).rejects.toEqual(refused("payout.review_needed"));
});

test("fault 3: money in an escrow counts in the sums of the next payment, until all of it has come back", async () => {
  const { buyer, seller, id } = await funded();
  server.clock.advance({ seconds: 61 });
  await bindAccount(server, buyer, CITIC_ACCOUNT, "买方贸易");
  await rested(server, buyer);
  const { withdrawal } = payoutFamilies;
  const write = (amount: string) =>
    server.call(withdrawal.apply, { accountId: "wallet:USD", amount: usd(amount) }, buyer);
  await limitsAre(server, { approval: 1_050, person: 1_150 });
  try {
    await expect(write("150.01")).rejects.toEqual(refused("payout.daily_limit"));
    expect(await write("150.00")).toMatchObject({ state: "unverified" });
    await server.call(calls.refundEscrow, { id, note: "无货" }, seller);
    expect(await write("150.01")).toMatchObject({ state: "unverified" });
  } finally {
    await limitsAre(server, {});
  }
});

test("released and refunded at the same moment: the money goes one way, once", async () => {
  const { buyer, seller, id } = await funded();
  const outcomes = await Promise.allSettled([
    server.call(calls.releaseEscrow, { id }, buyer),
    server.call(calls.refundEscrow, { id }, seller),
    server.call(calls.releaseEscrow, { id }, buyer),
    server.call(calls.refundEscrow, { id }, seller),
  ]);
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  const { state } = await server.call(calls.escrow, { id }, buyer);
  const [paid, received] = state === "released" ? [20_000n, 100_000n] : [120_000n, undefined];
  expect((await books(buyer))["wallet:USD"]).toBe(paid);
  expect((await books(seller))["wallet:USD"]).toBe(received);
  expect((await books(buyer))[`escrow:USD:${id}`]).toBeUndefined();
});

test("paid ten times at once it is paid in once; what is none of theirs does not exist for others", async () => {
  const parties = await proposed();
  const { buyer, seller, id } = parties;
  await server.call(calls.acceptEscrow, { id }, seller);
  await fund(buyer, "5000.00");
  const verifyCode = await codeFor(buyer, () => server.call(calls.sendEscrowCode, { id }, buyer));
  const ten = await Promise.allSettled(
    Array.from({ length: 10 }, () => server.call(calls.fundEscrow, { id, verifyCode }, buyer)),
  );
  expect(ten.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(await books(buyer)).toMatchObject({ "wallet:USD": 400_000n, [`escrow:USD:${id}`]: 100_000n });

  const file = () => new File([PNG], "验收.png", { type: "image/png" });
  const { fileId } = await server.call(calls.addEscrowEvidence, { id, file: file(), note: "" }, buyer);
  const other = await proposed();
  const stranger = other.buyer;
  const note = "这是我的";
  const asked: Record<string, () => Promise<unknown>> = {
    detail: () => server.call(calls.escrow, { id }, stranger),
    accept: () => server.call(calls.acceptEscrow, { id }, stranger),
    decline: () => server.call(calls.declineEscrow, { id, note }, stranger),
    cancel: () => server.call(calls.cancelEscrow, { id, note }, stranger),
    code: () => server.call(calls.sendEscrowCode, { id }, stranger),
    fund: () => server.call(calls.fundEscrow, { id, verifyCode: "123456" }, stranger),
    deliver: () => server.call(calls.deliverEscrow, { id, note }, stranger),
    release: () => server.call(calls.releaseEscrow, { id }, stranger),
    refund: () => server.call(calls.refundEscrow, { id, note }, stranger),
    dispute: () => server.call(calls.disputeEscrow, { id, note: "我要求退款给我" }, stranger),
    evidence: () => server.call(calls.addEscrowEvidence, { id, file: file(), note }, stranger),
    read: () => server.call(calls.escrowEvidence, { id, fileId }, stranger),
  };
  for (const [name, ask] of Object.entries(asked)) await expect(ask(), name).rejects.toEqual(refused("not_found"));
  await expect(server.call(calls.escrowEvidence, { id: other.id, fileId }, stranger)).rejects.toEqual(
    refused("escrow.file_unknown"),
  );
  for (const side of [buyer, seller]) {
    const { blockers } = await server.call(identityEndpoints.closing, {}, side);
    expect(blockers.map((one) => one.reason)).toContain("还有 1 笔担保交易没有结束");
  }
  // Nor does either side take the other's step.
  await expect(server.call(calls.releaseEscrow, { id }, seller)).rejects.toEqual(refused("escrow.not_your_step"));
  await expect(server.call(calls.refundEscrow, { id }, buyer)).rejects.toEqual(refused("escrow.not_your_step"));
  expect((await server.call(calls.escrow, { id }, buyer)).state).toBe("funded");
});
