import { activityEndpoints, ledgerEndpoints as calls, messageEndpoints } from "@coralhub/contract";
import { accountCode, parseMoney, toShanghaiDay, transfer, type Transfer } from "@coralhub/domain";
import { startTestServer, type TestServer } from "@coralhub/testkit";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { databaseUrls } from "../../platform/config.ts";
import { createDatabase, type Database } from "../../platform/db.ts";
import { createLog } from "../../platform/log.ts";
import { inNobodysWay } from "../../platform/precedence.ts";
import { createSandboxStatements } from "../../rails/bank-statements/index.ts";
import type { Posting } from "./posting.ts";
import { compareRails } from "./reconcile.ts";
import { createWriter, type Writer } from "./writer.ts";

let server: TestServer;
let app: Database;
let writer: Writer;
let maker: { token: string };
let checker: { token: string };
let merchant: Awaited<ReturnType<TestServer["registerMerchant"]>>;
let wrong: string;
beforeAll(async () => {
  server = await startTestServer();
  app = createDatabase({ urls: databaseUrls(server.config), log: createLog({ level: "silent" }) });
  writer = createWriter({ pool: app.openPipelines("test", 2), clock: server.clock, ids: server.app.platform.ids });
  maker = { token: await server.operatorToken("finance") };
  checker = { token: await server.operatorToken("admin") };
});
afterAll(async () => {
  await writer.close();
  await app.close();
  await server.close();
});

const wallet = accountCode("wallet", "USD");
const cards = accountCode("card_wallet", "USD");
const fees = accountCode("house.fees", "USD");
const nostro = accountCode("house.nostro", "USD", "bank");
const usd = (text: string) => parseMoney(text, "USD");
const refused = (reason: string): unknown => expect.objectContaining({ reason });

async function post(transfers: Transfer[], more: Partial<Posting> = {}, by = writer): Promise<string> {
  const posting = {
    merchantId: merchant.userId,
    key: crypto.randomUUID(),
    reason: "income.credited",
    transfers,
  } as const;
  return (await by.post({ ...posting, ...more })).postingId;
}
const propose = (more: object = {}) =>
  server.call(
    calls.proposeAdjustment,
    {
      merchantId: merchant.userId,
      from: wallet,
      to: nostro,
      amount: usd("30.00"),
      corrects: wrong,
      memo: "银行重复通知",
      ...more,
    },
    maker,
  );
const decide = (id: string, decision: "approve" | "reject" = "approve", who = checker) =>
  server.call(calls.decideAdjustment, { merchantId: merchant.userId, id, decision, note: "已核对" }, who);
const posting = (postingId: string) =>
  server.call(calls.ledgerPosting, { merchantId: merchant.userId, postingId }, maker);

beforeEach(async () => {
  merchant = await server.registerMerchant();
  await post([transfer(nostro, wallet, usd("500.00"))]);
  wrong = await post([transfer(nostro, wallet, usd("40.00"))]);
});

test("a correction names what it takes back, takes two people, and is told as one", async () => {
  expect((await posting(wrong)).correctable).toEqual([{ from: wallet, to: nostro, most: usd("40.00") }]);
  const { id } = await propose();
  await expect(decide(id, "approve", maker)).rejects.toEqual(refused("ledger.two_people"));
  const list = await server.call(calls.ledgerAdjustments, { filters: { merchantId: merchant.userId } }, maker);
  expect(list.records).toMatchObject([{ id, corrects: wrong, state: "pending" }]);
  const { postingId } = await decide(id);
  expect(await posting(postingId!)).toMatchObject({
    reason: "reversal",
    reference: id,
    reverses: wrong,
    correctable: [],
    transfers: [{ from: wallet, to: nostro, amount: usd("30.00"), fromBalance: usd("510.00") }],
  });
  expect(await posting(wrong)).toMatchObject({ reversedBy: postingId, correctable: [] });
  const told = await server.call(messageEndpoints.messages, {}, merchant);
  expect(told.records[0]!.title).toBe("钱包扣减 USD 30.00");
  expect(told.records[0]!.body).toContain(`更正 ${toShanghaiDay(server.clock.now())} 的记账，银行重复通知`);
  const event = await server.call(activityEndpoints.moneyEvent, { id }, merchant);
  expect(event).toMatchObject({ kind: "adjustmentOut", net: { currency: "USD", minor: -30_00n } });
});

test("nothing is corrected twice, not even by two who propose it at once", async () => {
  const first = await propose();
  await expect(propose({ amount: usd("1.00") })).rejects.toEqual(refused("ledger.correction_pending"));
  await decide(first.id, "reject");
  const both = await Promise.allSettled([propose(), propose()]);
  expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  expect(both.find(({ status }) => status === "rejected")).toMatchObject({
    reason: { reason: "ledger.correction_pending" },
  });
  const { id } = (both.find(({ status }) => status === "fulfilled") as PromiseFulfilledResult<{ id: string }>).value;
  await decide(id);
  await expect(propose({ amount: usd("1.00") })).rejects.toEqual(refused("ledger.already_reversed"));
});

test("a correction cannot be corrected, but by an adjustment of its own", async () => {
  const { postingId } = await decide((await propose()).id);
  await expect(propose({ corrects: postingId, from: nostro, to: wallet })).rejects.toEqual(
    refused("ledger.correction_of_correction"),
  );
  await decide((await propose({ corrects: undefined, from: nostro, to: wallet })).id);
  const accounts = await server.call(calls.ledgerAccounts, { filters: { merchantId: merchant.userId } }, maker);
  expect(accounts.records.find(({ code }) => code === wallet)!.balance).toEqual(usd("540.00"));
});

test("only a posting of the same merchant, between its own accounts, for no more than was posted", async () => {
  const own = merchant.userId;
  merchant = await server.registerMerchant();
  const foreign = await post([transfer(nostro, wallet, usd("40.00"))]);
  merchant = { ...merchant, userId: own };
  for (const [more, reason] of [
    [{ corrects: foreign }, "ledger.posting_unknown"],
    [{ corrects: crypto.randomUUID() }, "ledger.posting_unknown"],
    [{ from: nostro, to: wallet }, "ledger.correction_elsewhere"],
    [{ to: "house.suspense:USD" }, "ledger.correction_elsewhere"],
    [{ from: cards }, "ledger.correction_elsewhere"],
  ] as const) {
    await expect(propose(more)).rejects.toEqual(refused(reason));
  }
  await expect(propose({ amount: usd("40.01") })).rejects.toMatchObject({
    reason: "ledger.correction_exceeds",
    message: "红冲不能多于原记账，最多 40.00 USD，请减少金额",
  });
  await propose({ amount: usd("40.00") });
});

test("of several transfers each way back is offered with its sum", async () => {
  const several = await post([
    transfer(wallet, cards, usd("10.00")),
    transfer(wallet, fees, usd("1.00")),
    transfer(wallet, fees, usd("2.00")),
  ]);
  expect((await posting(several)).correctable).toEqual([
    { from: cards, to: wallet, most: usd("10.00") },
    { from: fees, to: wallet, most: usd("3.00") },
  ]);
  await decide((await propose({ corrects: several, from: fees, to: wallet, amount: usd("3.00") })).id);
});

test("what its record may still move is taken back only there, with the way told; a fee beside it may be", async () => {
  const collection = accountCode("collection", "USD", "account");
  const card = accountCode("card", "USD", "card");
  const house = accountCode("house.fx", "USD");
  await post([transfer(nostro, card, usd("90.00")), transfer(nostro, collection, usd("90.00"))]);
  await post([transfer(nostro, cards, usd("90.00"))]);
  for (const [reason, from, to] of [
    ["payout.settled", wallet, nostro],
    ["card.settled", card, nostro],
    ["card.unloaded", card, cards],
    ["wallet.transfer", wallet, accountCode("house.clearing", "USD", "internal")],
    ["deposit.placed", wallet, accountCode("deposit", "USD", "placement")],
    ["escrow.funded", wallet, accountCode("escrow", "USD", "escrow")],
    ["loan.repaid", wallet, accountCode("house.loan", "USD", "loan")],
    // The issuer may still decline the card, and then the fee goes back by itself.
    ["fee.charged", cards, fees],
    ["income.received", nostro, collection],
  ] as const) {
    const done = await post([transfer(from, to, usd("9.00"))], { reason });
    const seen = await posting(done);
    expect(seen.correctable).toEqual([]);
    await expect(propose({ corrects: done, from: to, to: from, amount: usd("5.00") })).rejects.toMatchObject({
      reason: "ledger.correction_by_business",
      message: `这笔记账不能人工红冲，请按业务处理：${seen.instead}`,
    });
  }
  // The last is the house's own share: it never was the merchant's.
  const sold = [
    transfer(wallet, house, usd("30.00")),
    transfer(wallet, fees, usd("1.00")),
    transfer(house, fees, usd("0.50")),
  ];
  const exchanged = await post(sold, { reason: "fx.exchanged" });
  expect(await posting(exchanged)).toMatchObject({
    correctable: [{ from: fees, to: wallet, most: usd("1.00") }],
    instead: expect.stringContaining("手续费可以红冲") as string,
  });
  await expect(propose({ corrects: exchanged, from: house, to: wallet })).rejects.toEqual(
    refused("ledger.correction_by_business"),
  );
  await expect(propose({ corrects: exchanged, from: fees, to: house, amount: usd("0.50") })).rejects.toEqual(
    refused("ledger.correction_by_business"),
  );
  await decide((await propose({ corrects: exchanged, from: fees, to: wallet, amount: usd("1.00") })).id);
  const opening = await post([transfer(collection, fees, usd("5.00"))], { reason: "fee.charged" });
  expect(await posting(opening)).toMatchObject({ correctable: [{ from: fees, to: collection }], instead: null });
});

test("what stands in two books is not taken back in one, whatever its business; the fee beside it may be", async () => {
  const clearing = accountCode("house.clearing", "USD", "internal");
  const collection = accountCode("collection", "USD", "account");
  const hold = accountCode("hold", "USD", "collection:account");
  const instead = "这笔钱同时记在两本账上，请在两边各提一笔调账";
  const refusal = { reason: "ledger.correction_by_business", message: expect.stringContaining(instead) as string };
  // A remittance that was matched, and money that was nobody's until it was assigned, and is credited since.
  const matched = await post([transfer(clearing, cards, usd("40.00")), transfer(cards, fees, usd("1.00"))], {
    reason: "card.funded",
  });
  const assigned = await post(
    [transfer(clearing, collection, usd("40.00")), transfer(collection, hold, usd("40.00"))],
    { reason: "income.received" },
  );
  await post([transfer(hold, collection, usd("40.00"))], { resolves: assigned });
  expect(await posting(matched)).toMatchObject({ correctable: [{ from: fees, to: cards }], instead });
  expect(await posting(assigned)).toMatchObject({ correctable: [], instead });
  for (const [corrects, from] of [
    [matched, cards],
    [assigned, collection],
  ] as const) {
    await expect(propose({ corrects, from, to: clearing })).rejects.toMatchObject(refusal);
  }
  await decide((await propose({ corrects: matched, from: fees, to: cards, amount: usd("1.00") })).id);
});

test("the database takes nothing back that is still held", async () => {
  const hold = accountCode("hold", "USD", "wallet");
  const held = await post([transfer(nostro, wallet, usd("60.00")), transfer(wallet, hold, usd("60.00"))]);
  const back = [transfer(wallet, nostro, usd("60.00"))];
  await expect(post(back, { reason: "payout.returned", reverses: held })).rejects.toMatchObject({ code: "CL002" });
  await post([transfer(hold, wallet, usd("60.00"))], { resolves: held });
  await post(back, { reason: "payout.returned", reverses: held });
});

test("the database takes no reversal that two people have not agreed on", async () => {
  const back = [transfer(wallet, nostro, usd("30.00"))];
  await expect(post(back, { reason: "reversal", reverses: wrong })).rejects.toMatchObject({ code: "CL002" });
  const { id } = await propose();
  await expect(post(back, { reason: "reversal", reverses: wrong, reference: id })).rejects.toMatchObject({
    code: "CL002",
  });
  await expect(
    server.database.query("update ledger_adjustment set corrects = null where id = $1", [id]),
  ).rejects.toMatchObject({ code: "CL000" });
  const { postingId } = await decide(id);
  expect(postingId).not.toBeNull();
});

test("a correction counts with what it takes back, however old, when the books are compared with the bank", async () => {
  const statements = createSandboxStatements({ db: app.db, rails: ["bank"] });
  const weeksAgo = { now: () => new Date(server.clock.now().getTime() - 20 * 86_400_000) };
  const early = createWriter({ pool: app.openPipelines("early", 1), clock: weeksAgo, ids: server.app.platform.ids });
  const receive = async (what: string, isBooked: boolean, by = writer) => {
    const reference = `${what}-${merchant.userId}`;
    const bookedAt = (by === early ? weeksAgo : server.clock).now();
    if (isBooked) await statements.book(app.db, "bank", { reference, amount: usd("40.00"), bookedAt });
    return { reference, id: await post([transfer(nostro, wallet, usd("40.00"))], { reference }, by) };
  };
  const takeBack = async ({ id }: { id: string }, amount = usd("40.00")) =>
    decide((await propose({ corrects: id, amount })).id);
  /** What the banks are told of is named after the merchant; the rest of these books no bank knows. */
  const problems = async () => {
    const found = await compareRails({
      db: app.db,
      clock: server.clock,
      ids: server.app.platform.ids,
      log: createLog({ level: "silent" }),
      statements,
      outbox: { unheardReferences: async () => new Set() },
      precedence: { giveWay: inNobodysWay },
    });
    const made = await server.database.query<{ id: string }>(
      "select id from ledger_adjustment where merchant_id = $1",
      [merchant.userId],
    );
    return found.flatMap(({ subject, detail }) =>
      subject.includes(merchant.userId) || made.some(({ id }) => subject.includes(id))
        ? [[subject.replace(`-${merchant.userId}`, ""), detail["problem"]]]
        : [],
    );
  };

  merchant = await server.registerMerchant();
  const oldTwin = await receive("oldTwin", false, early);
  const oldPart = await receive("oldPart", false, early);
  await early.close();
  const twin = await receive("twin", false);
  const paid = await receive("paid", true);
  const less = await receive("less", true);
  await takeBack(oldTwin);
  await takeBack(oldPart, usd("15.00"));
  await takeBack(twin);
  await takeBack(paid);
  await takeBack(less, usd("15.00"));
  server.clock.advance({ minutes: 91 });
  expect(await problems()).toEqual([
    ["bank paid", "missing_in_books"],
    ["bank less", "amount_differs"],
  ]);
});
