import {
  activityEndpoints,
  depositEndpoints as calls,
  depositPartnerEndpoints as partner,
  messageEndpoints,
  statementEndpoints,
} from "@coralhub/contract";
import { formatMoney, parseMoney, type Currency } from "@coralhub/domain";
import { startTestServer, type TestMerchant } from "@coralhub/testkit";
import { heldAtDesk, lookAgain, railIs, stand } from "../outflow/outflow-fixture.ts";
import { describe, expect, onTestFinished, test } from "vitest";
import {
  becomes,
  booksOf,
  freshCode,
  handedOver,
  partnerBooks,
  partnerWill,
  place,
  placementOf,
  prepare,
  readyMerchant,
  travel,
  until,
  withDeposits,
  type DepositsServer,
} from "./deposits-fixture.ts";

let server: DepositsServer;
withDeposits((started) => void (server = started));

const refused = (reason: string): unknown => expect.objectContaining({ reason });
const latestMessage = async (merchant: TestMerchant) =>
  (await server.call(messageEndpoints.messages, { sort: "createdAt" }, merchant)).records[0]!;
/** What the merchant's list of money says about its deposits. */
const told = async (merchant: TestMerchant) => {
  const { records } = await server.call(activityEndpoints.moneyEvents, {}, merchant);
  const deposits = records.filter(({ kind }) => kind.startsWith("deposit"));
  return deposits
    .toSorted((a, b) => (a.kind < b.kind ? -1 : 1))
    .map(({ kind, state, amount, net }) => [kind, state, formatMoney(amount), formatMoney(net)]);
};
/** What the wallet's records say came into it, or left it. */
const recorded = async (merchant: TestMerchant, wallet: "in" | "out") =>
  (await server.call(activityEndpoints.transactions, { wallet }, merchant)).records.map(({ kind }) => kind).toSorted();
/** Everything, or one deposit's lines: a partner that contradicted itself in another test has no such books. */
const balanced = async (reference = "") => {
  const { statement, nostro } = await until(async () => {
    const all = await partnerBooks(server);
    const own = (lines: typeof all.nostro) => lines.filter((line) => line.reference.startsWith(reference));
    const books = { statement: own(all.statement), nostro: own(all.nostro) };
    return JSON.stringify(books.statement) === JSON.stringify(books.nostro) ? books : undefined;
  });
  expect(nostro).toEqual(statement);
};

test("a deposit begins, earns every day, and comes back with its interest; books and partner agree", async () => {
  const merchant = await readyMerchant(server, "25000.00");
  const { session, input } = await prepare(server, merchant, { amount: "20000.00" });
  expect(session).toMatchObject({ rate: "4.05", valueDate: "2026-11-16", maturesOn: "2027-05-17", days: 182 });
  expect(formatMoney(session.interest)).toBe("409.50");
  const { id } = await server.call(calls.confirmPlacement, input, merchant);
  await becomes(server, merchant, id, "held");
  expect(await booksOf(server, merchant)).toMatchObject({ "wallet:USD": 500_000n, [`deposit:USD:${id}`]: 2_000_000n });
  expect((await latestMessage(merchant)).title).toBe("USD 20,000.00 已存入定期");
  const stranger = await server.registerMerchant();
  const history = async (who: TestMerchant) => (await server.call(calls.depositHistory, {}, who)).records;
  expect(await history(merchant)).toEqual([]);

  await travel(server, "2026-11-26T09:00:00+08:00", merchant);
  await server.runJob("deposits.accrue-interest");
  // 20,000 × 4.05 % × 10 ÷ 360 = 22.50
  await until(async () => ((await placementOf(server, merchant, id)).accrued.minor === 2_250n ? true : undefined));
  expect(await booksOf(server, merchant)).toMatchObject({ [`interest:USD:${id}`]: 2_250n });
  expect(await server.call(calls.placementInterest, { id }, merchant)).toHaveLength(10);

  await travel(server, "2027-05-17T09:00:00+08:00", merchant);
  await server.runJob("deposits.end-matured");
  const ended = await becomes(server, merchant, id, "matured");
  expect(formatMoney(ended.paidInterest!)).toBe("409.50");
  expect(await history(merchant)).toMatchObject([{ id, state: "matured" }]);
  await travel(server, "2027-05-17T09:00:00+08:00", stranger);
  expect(await history(stranger)).toEqual([]);
  expect((await booksOf(server, merchant))["wallet:USD"]).toBe(2_540_950n);
  expect(ended.timeline.map(({ action }) => action)).toEqual(["confirm", "begin", "mature"]);
  expect(await told(merchant)).toEqual([
    ["depositInterest", "done", "409.50", "409.50"],
    ["depositPlaced", "done", "20000.00", "0.00"],
    ["depositReturned", "done", "20000.00", "0.00"],
  ]);
  expect(await recorded(merchant, "in")).toEqual(["adjustmentIn", "depositInterest", "depositReturned"]);
  expect(await recorded(merchant, "out")).toEqual(["depositPlaced"]);
  const file = { grain: "month", period: "2027-05", currency: "USD", format: "csv", language: "zh" } as const;
  const { blob } = await server.call(statementEndpoints.statementFile, file, merchant);
  expect(await blob.text()).toMatch(/,定存到期,定期存款 6 个月,[^,]+,409\.50,/);
  await balanced();
});

describe("at maturity", () => {
  const mature = async (merchant: TestMerchant, id: string, state: string) => {
    await travel(server, "2027-05-17T09:00:00+08:00", merchant);
    await server.runJob("deposits.end-matured");
    return becomes(server, merchant, id, state);
  };
  test("the principal goes on and the interest is paid out", async () => {
    const merchant = await readyMerchant(server, "20000.00");
    const id = await place(server, merchant, { amount: "20000.00", instruction: "renewPrincipal" });
    await becomes(server, merchant, id, "held");
    const { renewedTo } = await mature(merchant, id, "renewed");
    const next = await placementOf(server, merchant, renewedTo!);
    expect(next).toMatchObject({
      state: "held",
      valueDate: "2027-05-17",
      renewedFrom: id,
      instruction: "renewPrincipal",
    });
    expect(await booksOf(server, merchant)).toMatchObject({
      "wallet:USD": 40_950n,
      [`deposit:USD:${renewedTo}`]: 2_000_000n,
    });
    expect(await recorded(merchant, "in")).toEqual(["adjustmentIn", "depositInterest"]);
    await balanced();
  });
  test("everything goes on together", async () => {
    const merchant = await readyMerchant(server, "20001.00");
    const id = await place(server, merchant, { amount: "20000.00", instruction: "renewAll" });
    await becomes(server, merchant, id, "held");
    const { renewedTo } = await mature(merchant, id, "renewed");
    const books = await booksOf(server, merchant);
    expect(books[`deposit:USD:${renewedTo}`]).toBe(2_040_950n);
    expect(books["wallet:USD"]).toBe(100n);
    // The interest is income of the merchant's, and no money that came into the wallet.
    expect(await told(merchant)).toEqual([
      ["depositInterest", "done", "409.50", "409.50"],
      ["depositPlaced", "done", "20000.00", "0.00"],
    ]);
    expect(await recorded(merchant, "in")).toEqual(["adjustmentIn"]);
    await balanced();
  });
  test("without the owner's consent nothing goes on: all of it is paid out, and the timeline says why", async () => {
    const merchant = await readyMerchant(server, "20000.00");
    const id = await place(server, merchant, { amount: "20000.00", instruction: "renewAll" });
    await becomes(server, merchant, id, "held");
    await server.database.query("update deposit_account set authorised_until = '2027-05-10' where merchant_id = $1", [
      merchant.userId,
    ]);
    const { renewedTo, timeline } = await mature(merchant, id, "matured");
    expect(renewedTo).toBeNull();
    expect(timeline.find(({ action }) => action === "mature")!.note).toContain("授权已到期");
    expect((await booksOf(server, merchant))["wallet:USD"]).toBe(2_040_950n);
    await balanced();
  });
  test("a part goes on, chosen before the cut-off; after it nothing changes any more", async () => {
    const merchant = await readyMerchant(server, "20000.00");
    const id = await place(server, merchant, { amount: "20000.00" });
    await becomes(server, merchant, id, "held");
    const instruct = (amount: string) =>
      server.call(
        calls.modifyMaturityInstruction,
        { id, instruction: "renewPart", renewAmount: parseMoney(amount, "USD") },
        merchant,
      );
    await expect(instruct("999.99")).rejects.toEqual(refused("deposit.renewal_too_small"));
    await expect(instruct("20409.51")).rejects.toEqual(refused("deposit.renewal_too_small"));
    await instruct("5000.00");
    await travel(server, "2027-05-14T17:00:00+08:00", merchant);
    await expect(instruct("6000.00")).rejects.toEqual(refused("deposit.cut_off_passed"));
    const { renewedTo } = await mature(merchant, id, "renewed");
    expect(await booksOf(server, merchant)).toMatchObject({
      "wallet:USD": 1_540_950n,
      [`deposit:USD:${renewedTo}`]: 500_000n,
    });
    await balanced();
  });
});

test("taken out early it says beforehand what is lost, and pays exactly that", async () => {
  const merchant = await readyMerchant(server, "40000.00");
  const id = await place(server, merchant, { amount: "20000.00" });
  const twin = await place(server, merchant, { amount: "20000.00" });
  await becomes(server, merchant, id, "held");
  await becomes(server, merchant, twin, "held");
  await travel(server, "2027-02-14T10:00:00+08:00", merchant);
  await server.runJob("deposits.accrue-interest");
  await until(async () => ((await placementOf(server, merchant, id)).accrued.minor === 20_250n ? true : undefined));
  const trial = await server.call(calls.breakTrial, { id }, merchant);
  expect([trial.interest, trial.forgone, trial.total].map(formatMoney)).toEqual(["25.00", "177.50", "20025.00"]);
  const ask = () => server.call(calls.sendBreakCode, { id }, merchant);
  const verifyCode = await freshCode(server, merchant.mobile, ask);
  // The code is for this one, not for another of the same amount.
  await expect(server.call(calls.breakPlacement, { id: twin, verifyCode }, merchant)).rejects.toEqual(
    refused("identity.code_wrong"),
  );
  expect(await server.call(calls.breakPlacement, { id, verifyCode }, merchant)).toEqual({ id, state: "broken" });
  const books = await booksOf(server, merchant);
  expect(books["wallet:USD"]).toBe(2_002_500n);
  expect(books[`interest:USD:${id}`]).toBeUndefined();
  await balanced();
});

describe("the partner", () => {
  const atPartner = (reference: string) =>
    until(async () => {
      const requests = await server.call(partner.depositPartnerRequests, {}, server.admin);
      return requests.find((one) => one.reference === reference);
    });
  test("refuses: the money is back, and the merchant knows why", async () => {
    await partnerWill(server, { placements: "refuse" });
    const merchant = await readyMerchant(server, "20000.00");
    const id = await place(server, merchant, { amount: "20000.00" });
    expect(await becomes(server, merchant, id, "refused")).toMatchObject({ reason: "该币种当日额度已满" });
    expect((await booksOf(server, merchant))["wallet:USD"]).toBe(2_000_000n);
    expect((await latestMessage(merchant)).needsAction).toBe(true);
  });
  test("loses its answer, or tells three times: the money is placed once", async () => {
    const merchant = await readyMerchant(server, "20000.00");
    await partnerWill(server, { placements: "repeat" });
    const often = await place(server, merchant, { amount: "5000.00" });
    await becomes(server, merchant, often, "held");
    await partnerWill(server, { placements: "lost" });
    const lost = await place(server, merchant, { amount: "6000.00" });
    await atPartner((await placementOf(server, merchant, lost)).reference);
    server.clock.advance({ minutes: 15 });
    await server.runJob("deposits.ask-partner");
    await becomes(server, merchant, lost, "held");
    expect((await booksOf(server, merchant))["wallet:USD"]).toBe(900_000n);
    await balanced();
  });
  test("is silent for days: nothing is guessed; then it contradicts itself, and a person has to look", async () => {
    await partnerWill(server, { placements: "silent" });
    const merchant = await readyMerchant(server, "20000.00");
    const id = await place(server, merchant, { amount: "20000.00" });
    const { reference } = await placementOf(server, merchant, id);
    await atPartner(reference);
    await handedOver(server, merchant, "deposit-partner.place");
    expect((await booksOf(server, merchant))["hold:USD:wallet"]).toBe(2_000_000n);
    const say = (decision: "accept" | "refuse" | "ask" | "tellAgain") =>
      server.call(partner.decidePartnerRequest, { reference, decision }, server.admin);
    // A question about money that was sent is no answer: nothing moves.
    expect((await say("ask")).outcomes).toEqual(["unknown"]);
    expect((await placementOf(server, merchant, id)).state).toBe("pending");
    expect((await booksOf(server, merchant))["hold:USD:wallet"]).toBe(2_000_000n);
    expect((await say("accept")).outcomes).toEqual(["taken"]);
    expect((await say("tellAgain")).outcomes).toEqual(["repeated"]);
    await server.database.query("update sandbox_deposit_request set state = 'refused' where reference = $1", [
      reference,
    ]);
    expect((await say("tellAgain")).outcomes).toEqual(["contradicted"]);
    expect((await placementOf(server, merchant, id)).state).toBe("held");
  });
});

describe("what is refused", () => {
  test("too little, too much, another currency, an account that is not open, too little money", async () => {
    const merchant = await readyMerchant(server, "1500.00");
    const ask = (amount: string, currency: Currency = "USD", who = merchant) =>
      server.call(
        calls.openPlacementSession,
        { amount: parseMoney(amount, currency), termMonths: 6, instruction: "payOut", renewAmount: null },
        who,
      );
    await expect(ask("999.99")).rejects.toEqual(refused("deposit.below_minimum"));
    await expect(ask("500000.01")).rejects.toEqual(refused("deposit.above_maximum"));
    await expect(ask("1000.00", "THB")).rejects.toMatchObject({ fields: { amount: "这个币种不能存定期" } });
    const { input } = await prepare(server, merchant, { amount: "2000.00" });
    await expect(server.call(calls.confirmPlacement, input, merchant)).rejects.toEqual(
      refused("deposit.balance_short"),
    );
    await server.database.query("update deposit_account set state = 'expired' where merchant_id = $1", [
      merchant.userId,
    ]);
    await expect(ask("1000.00")).rejects.toEqual(refused("deposit.account_not_open"));
  });
  test("a price used twice, too late, by somebody else, with a wrong code: one deposit at most", async () => {
    const merchant = await readyMerchant(server, "50000.00");
    const other = await readyMerchant(server, "50000.00");
    const { input } = await prepare(server, merchant, { amount: "1000.00" });
    await expect(server.call(calls.confirmPlacement, input, other)).rejects.toEqual(refused("deposit.session_unknown"));
    await expect(
      server.call(calls.confirmPlacement, { ...input, verifyCode: "000000" }, merchant),
    ).rejects.toBeDefined();
    const answers = await Promise.allSettled(
      Array.from({ length: 20 }, () => server.call(calls.confirmPlacement, input, merchant)),
    );
    expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const { input: late } = await prepare(server, merchant, { amount: "1000.00" });
    server.clock.advance({ minutes: 5 });
    await expect(server.call(calls.confirmPlacement, late, merchant)).rejects.toEqual(
      refused("deposit.session_expired"),
    );
  });
  test("another merchant's deposit does not exist", async () => {
    const merchant = await readyMerchant(server, "1000.00");
    const id = await place(server, merchant, { amount: "1000.00" });
    const other = await readyMerchant(server, "1000.00");
    await expect(placementOf(server, other, id)).rejects.toEqual(refused("not_found"));
    await expect(server.call(calls.breakTrial, { id }, other)).rejects.toEqual(refused("not_found"));
    await expect(server.call(calls.placementInterest, { id }, other)).rejects.toEqual(refused("not_found"));
  });
});

/** Confirmed while the partner is away, and the merchant frozen before it is back: it lies at the desk. */
async function frozenOnItsWay() {
  const merchant = await readyMerchant(server, "20000.00");
  const finance = { token: await server.operatorToken("finance") };
  await railIs(server, "depositPartner", "down");
  const id = await place(server, merchant, { amount: "20000.00" });
  await stand(server, merchant.userId, "frozen");
  await railIs(server, "depositPartner", "normal");
  const wanted = { topic: "deposit-partner.place", merchantId: merchant.userId, reason: "商户已冻结" } as const;
  return { merchant, finance, id, held: await heldAtDesk({ server, finance }, wanted) };
}

test("fault 2: a placement that was confirmed before the freeze is held back at the desk, and begins after it", async () => {
  const { merchant, finance, id, held } = await frozenOnItsWay();
  expect(held.subjectId).toBe(id);
  expect(await lookAgain({ server, finance }, held)).toBe(false);
  expect((await booksOf(server, merchant))["hold:USD:wallet"]).toBe(2_000_000n);
  expect(
    await server.database.query(
      "select from sandbox_deposit_request r join deposit_placement p on p.rail_reference = r.reference where p.id = $1",
      [id],
    ),
  ).toEqual([]);
  await stand(server, merchant.userId, "certified");
  expect(await lookAgain({ server, finance }, held)).toBe(true);
  await becomes(server, merchant, id, "held");
});

test("fault 2: a placement that is held back beyond its value date goes back and earns nothing", async () => {
  const { merchant, id } = await frozenOnItsWay();
  server.clock.advance({ days: 5 });
  await until(async () => {
    await server.app.platform.outbox.deliverDue();
    const [row] = await server.database.query<{ state: string }>("select state from deposit_placement where id = $1", [
      id,
    ]);
    return row!.state === "refused" ? true : undefined;
  });
  expect((await booksOf(server, merchant))["wallet:USD"]).toBe(2_000_000n);
});

test("two servers at once, after three days of standstill: each day is booked once, and it ends once", async () => {
  const second = await startTestServer({ database: server.database, clock: server.clock });
  onTestFinished(() => second.close());
  const everywhere = async (name: string) => {
    const { platform } = second.app;
    const there = () => platform.database.transaction((tx) => platform.jobs.send(tx, name, {}));
    await Promise.all([server.runJob(name), there(), server.runJob(name), there()]);
  };
  const merchant = await readyMerchant(server, "20000.00");
  const id = await place(server, merchant, { amount: "20000.00" });
  await becomes(server, merchant, id, "held");
  await travel(server, "2026-11-19T09:00:00+08:00", merchant);
  await everywhere("deposits.accrue-interest");
  await until(async () => ((await placementOf(server, merchant, id)).accrued.minor === 675n ? true : undefined));
  expect(await server.call(calls.placementInterest, { id }, merchant)).toHaveLength(3);
  // The day on which the owner should have heard of it stood still, too: they hear later, and once.
  server.clock.set("2027-05-13T09:00:00+08:00");
  await Promise.all([server, second].map(({ app }) => app.platform.jobs.run("deposits.remind", {})));
  await server.app.platform.jobs.run("deposits.remind", {});
  const told = "select 1 from message where merchant_id = $1 and event = 'deposit.maturing'";
  expect(await server.database.query(told, [merchant.userId])).toHaveLength(1);
  await travel(server, "2027-05-20T09:00:00+08:00", merchant);
  await everywhere("deposits.end-matured");
  const ended = await becomes(server, merchant, id, "matured");
  await everywhere("deposits.end-matured");
  expect(formatMoney(ended.paidInterest!)).toBe("409.50");
  expect((await booksOf(server, merchant))["wallet:USD"]).toBe(2_040_950n);
  const [placed] = await server.database.query<{ reference: string }>(
    "select rail_reference as reference from deposit_placement where id = $1",
    [id],
  );
  await balanced(placed!.reference);
  // What has ended is certified as ended.
  const { blob } = await server.call(calls.depositCertificate, { id }, merchant);
  expect(await blob.slice(0, 5).text()).toBe("%PDF-");
});

test("a statement is a PDF of a period; the forecast looks at what goes out, comes in and has its day", async () => {
  const merchant = await readyMerchant(server, "20000.00");
  const id = await place(server, merchant, { amount: "5000.00" });
  await becomes(server, merchant, id, "held");
  const statement = (from: string, to: string) => server.call(calls.depositStatement, { from, to }, merchant);
  const { blob } = await statement("2026-01-01", "2026-12-31");
  expect(
    Buffer.from(await blob.arrayBuffer())
      .subarray(0, 5)
      .toString(),
  ).toBe("%PDF-");
  await expect(statement("2026-12-31", "2026-01-01")).rejects.toEqual(refused("input.invalid"));
  await expect(statement("2024-01-01", "2026-01-01")).rejects.toEqual(refused("input.invalid"));
  const needs = async () => (await server.call(calls.depositForecast, {}, merchant))[0]!.needs.map(formatMoney);
  expect(await needs()).toEqual(["0.00", "0.00", "0.00", "0.00"]);
  // 20,000 came in; 23,000 went out.
  await server.database.query(
    `insert into money_event (merchant_id, id, kind, direction, state, step, currency, amount_minor, net_minor, counterparty,
       effective_at, booked_at, changed_at)
     values ($1, gen_random_uuid(), 'withdrawal', 'out', 'done', 'done', 'USD', 2300000, -2300000, '货款', $2, $2, $2)`,
    [merchant.userId, new Date(server.clock.now().getTime() - 86_400_000)],
  );
  expect(await needs()).toEqual(["3000.00", "3000.00", "3000.00", "3000.00"]);
});

test("the certificate is a PDF of what is held; the overview adds up", async () => {
  const merchant = await readyMerchant(server, "20000.00");
  const id = await place(server, merchant, { amount: "5000.00" });
  await becomes(server, merchant, id, "held");
  const wealth = await server.call(calls.userWealth, {}, merchant);
  expect(wealth.holdings).toEqual([
    {
      currency: "USD",
      principal: { currency: "USD", minor: 500_000n },
      accrued: { currency: "USD", minor: 0n },
      count: 1,
    },
  ]);
  expect(wealth.next).toMatchObject({ id, maturesOn: "2027-05-17" });
  expect(wealth.spendable[0]).toEqual({ currency: "USD", minor: 1_500_000n });
  const { records } = await server.call(calls.placements, { filters: { state: ["held"] } }, merchant);
  expect(records.map((row) => row.id)).toEqual([id]);
});
