import { depositEndpoints as calls, depositPartnerEndpoints as partner, messageEndpoints } from "@coralhub/contract";
import { formatMoney, parseMoney, type Currency } from "@coralhub/domain";
import type { TestMerchant } from "@coralhub/testkit";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  becomes,
  BEGIN,
  booksOf,
  freshCode,
  partnerBooks,
  partnerWill,
  place,
  placementOf,
  prepare,
  readyMerchant,
  startDeposits,
  travel,
  until,
  type DepositsServer,
} from "./deposits-fixture.ts";

let server: DepositsServer;
beforeAll(async () => {
  server = await startDeposits();
});
afterAll(() => server.close());
beforeEach(async () => {
  server.clock.set(BEGIN);
  await partnerWill(server, {});
});

const refused = (reason: string): unknown => expect.objectContaining({ reason });
const latestMessage = async (merchant: TestMerchant) =>
  (await server.call(messageEndpoints.messages, { sort: "createdAt" }, merchant)).records[0]!;
const balanced = async () => {
  const { statement, nostro } = await until(async () => {
    const books = await partnerBooks(server);
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
  expect((await booksOf(server, merchant))["wallet:USD"]).toBe(2_540_950n);
  expect(ended.timeline.map(({ action }) => action)).toEqual(["confirm", "begin", "mature"]);
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
    await balanced();
  });
  test("everything goes on together", async () => {
    const merchant = await readyMerchant(server, "20000.00");
    const id = await place(server, merchant, { amount: "20000.00", instruction: "renewAll" });
    await becomes(server, merchant, id, "held");
    const { renewedTo } = await mature(merchant, id, "renewed");
    const books = await booksOf(server, merchant);
    expect(books[`deposit:USD:${renewedTo}`]).toBe(2_040_950n);
    expect(books["wallet:USD"]).toBeUndefined();
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
  const merchant = await readyMerchant(server, "20000.00");
  const id = await place(server, merchant, { amount: "20000.00" });
  await becomes(server, merchant, id, "held");
  await travel(server, "2027-02-14T10:00:00+08:00", merchant);
  await server.runJob("deposits.accrue-interest");
  await until(async () => ((await placementOf(server, merchant, id)).accrued.minor === 20_250n ? true : undefined));
  const trial = await server.call(calls.breakTrial, { id }, merchant);
  expect([trial.interest, trial.forgone, trial.total].map(formatMoney)).toEqual(["25.00", "177.50", "20025.00"]);
  const ask = () => server.call(calls.sendBreakCode, { id }, merchant);
  const verifyCode = await freshCode(server, merchant.mobile, ask);
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
    expect((await booksOf(server, merchant))["hold:USD:wallet"]).toBe(2_000_000n);
    const say = (decision: "accept" | "refuse" | "tellAgain") =>
      server.call(partner.decidePartnerRequest, { reference, decision }, server.admin);
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

test("a frozen merchant's money stays where it is until the freeze ends", async () => {
  const merchant = await readyMerchant(server, "20000.00");
  await partnerWill(server, { placements: "silent" });
  await server.database.query("update certification set state = 'frozen' where merchant_id = $1", [merchant.userId]);
  await expect(prepare(server, merchant, { amount: "20000.00" })).rejects.toBeDefined();
});

test("rates change from a day on by two people; what was agreed keeps its rate", async () => {
  const finance = { token: await server.operatorToken("finance") };
  const merchant = await readyMerchant(server, "20000.00");
  const id = await place(server, merchant, { amount: "1500.00", currency: "USD", termMonths: 1 });
  const propose = (from: string) =>
    server.call(calls.proposeDepositRate, { currency: "USD", termMonths: 1, rate: "3.10", from }, finance);
  await expect(propose("2026-11-15")).rejects.toEqual(refused("deposit.rate_in_the_past"));
  const proposal = await propose("2026-11-17");
  const decide = (who: { token: string }) =>
    server.call(calls.decideDepositRate, { id: proposal.id, decision: "approve" }, who);
  await expect(decide(finance)).rejects.toEqual(refused("deposit.rate_same_person"));
  await decide(server.admin);
  await expect(decide(server.admin)).rejects.toEqual(refused("state.changed"));
  const rateNow = async () =>
    (await server.call(calls.depositProducts, {}, merchant)).find(({ currency }) => currency === "USD")!.offers[0]!
      .rate;
  expect(await rateNow()).toBe("3.60");
  await travel(server, "2026-11-17T10:00:00+08:00", merchant);
  expect(await rateNow()).toBe("3.10");
  expect((await placementOf(server, merchant, id)).rate).toBe("3.60");
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
