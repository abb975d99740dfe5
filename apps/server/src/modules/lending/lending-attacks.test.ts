import { identityEndpoints, lenderEndpoints as lender, lendingEndpoints as calls } from "@coralhub/contract";
import { parseMoney } from "@coralhub/domain";
import { startTestServer, type TestMerchant, type TestServer } from "@coralhub/testkit";
import { expect, onTestFinished, test } from "vitest";
import { booksOf, handedOver } from "../deposits/deposits-fixture.ts";
import { until } from "../income/income-fixture.ts";
import { fillWallet, type StaffedServer } from "../operations/staff-fixture.ts";
import {
  applyFor,
  codeFor,
  loanBecomes,
  loanOf as readLoan,
  sellerOf,
  setLender,
  withLending,
  type LenderMood,
} from "./lending-fixture.ts";

/** What somebody who requests us ill, a lender that errs, or two clicks at once would do. */
let server: StaffedServer;
let admin: { token: string };
let reviewer: { token: string };
withLending((started) => ({ admin, reviewer } = server = started));

const lenderWill = (mood: LenderMood) => setLender(server, admin, mood);
const usd = (text: string) => parseMoney(text, "USD");
const loanOf = (merchant: TestMerchant, id: string) => readLoan(server, merchant, id);
const becomes = (merchant: TestMerchant, id: string, state: string) => loanBecomes(server, merchant, id, state);
const walletOf = async (merchant: TestMerchant) => (await booksOf(server, merchant))["wallet:USD"] ?? 0n;

async function passed(merchant: TestMerchant): Promise<string> {
  const id = await applyFor(server, merchant);
  await server.call(calls.reviewLoan, { merchantId: merchant.userId, id, decision: "pass", note: "" }, reviewer);
  return id;
}
async function drawn(merchant: TestMerchant): Promise<string> {
  const id = await passed(merchant);
  await becomes(merchant, id, "approved");
  await server.call(calls.signLoan, { id, verifyCode: await codeFor(server, merchant, id) }, merchant);
  await becomes(merchant, id, "active");
  return id;
}
const fund = (merchant: TestMerchant, amount: string) => fillWallet(server, merchant, amount);
const tellAgain = async (reference: string) =>
  (await server.call(lender.decideLenderRequest, { reference, decision: "tellAgain" }, admin)).outcomes;

test("a word about an earlier signature: its refusal again is nothing new, that it was paid after all is for a person", async () => {
  const merchant = await sellerOf(server);
  await lenderWill({ payOuts: "refuse" });
  const id = await passed(merchant);
  await becomes(merchant, id, "approved");
  await server.call(calls.signLoan, { id, verifyCode: await codeFor(server, merchant, id) }, merchant);
  await until(async () =>
    (await loanOf(merchant, id)).timeline.some(({ action }) => action === "failPayOut") ? true : undefined,
  );
  await lenderWill({});
  await server.call(calls.signLoan, { id, verifyCode: await codeFor(server, merchant, id) }, merchant);
  await becomes(merchant, id, "active");
  const first = `LN${id.replaceAll("-", "").toUpperCase()}-D1`;
  expect(await tellAgain(first)).toEqual(["repeated"]);
  await server.database.query("update sandbox_lender_request set state = 'accepted' where reference = $1", [first]);
  expect(await tellAgain(first)).toEqual(["contradicted"]);
  expect(await tellAgain(first.replace("-D1", "-D2"))).toEqual(["repeated"]);
  expect(await walletOf(merchant)).toBe(1_000_000n);
});

test("a grant of nothing, or in another currency, is no offer", async () => {
  const merchant = await sellerOf(server);
  await lenderWill({ applications: "silent" });
  const id = await passed(merchant);
  const reference = `LN${id.replaceAll("-", "").toUpperCase()}`;
  // The lender has it, and its first answer, which said nothing, has been read.
  await handedOver(server, merchant, "lender.apply");
  const say = async (change: string) => {
    await server.database.query(
      `update sandbox_lender_request set state = 'accepted', ${change} where reference = $1`,
      [reference],
    );
    return tellAgain(reference);
  };
  expect(await say("granted_minor = 0")).toEqual(["contradicted"]);
  expect(await say("granted_minor = 1000000, currency = 'EUR'")).toEqual(["contradicted"]);
  expect((await loanOf(merchant, id)).state).toBe("deciding");
  expect(await say("granted_minor = 99999999, currency = 'USD'")).toEqual(["taken"]);
  expect(await loanOf(merchant, id)).toMatchObject({ state: "approved", amount: usd("10000.00") });
});

test("signed ten times at once it is paid out once; ended ten times at once it is repaid once", async () => {
  const merchant = await sellerOf(server);
  const id = await passed(merchant);
  await becomes(merchant, id, "approved");
  const verifyCode = await codeFor(server, merchant, id);
  const ten = (what: () => Promise<unknown>) => Promise.allSettled(Array.from({ length: 10 }, what));
  const done = (all: PromiseSettledResult<unknown>[]) => all.filter(({ status }) => status === "fulfilled").length;
  expect(done(await ten(() => server.call(calls.signLoan, { id, verifyCode }, merchant)))).toBe(1);
  await becomes(merchant, id, "active");
  expect(await walletOf(merchant)).toBe(1_000_000n);
  await fund(merchant, "20000.00");
  expect(done(await ten(() => server.call(calls.repayLoan, { id, amount: usd("15000.00") }, merchant)))).toBe(1);
  expect((await loanOf(merchant, id)).state).toBe("closed");
  // Paid back on the day it came: the principal, and nothing of what was offered beyond it.
  expect(await walletOf(merchant)).toBe(2_000_000n);
  expect((await booksOf(server, merchant))[`house.loan:USD:${id}`]).toBeUndefined();
});

test("another merchant's loan does not exist, whatever is asked of it", async () => {
  const [merchant, other] = [await sellerOf(server), await sellerOf(server)];
  const id = await drawn(merchant);
  const before = await loanOf(merchant, id);
  const asked: Record<string, () => Promise<unknown>> = {
    loan: () => server.call(calls.loan, { id }, other),
    answer: () => server.call(calls.answerLoan, { id, answer: "这是我的贷款", papers: [] }, other),
    cancel: () => server.call(calls.cancelLoan, { id }, other),
    contract: () => server.call(calls.loanContract, { id }, other),
    code: () => server.call(calls.sendLoanCode, { id }, other),
    sign: () => server.call(calls.signLoan, { id, verifyCode: "123456" }, other),
    repay: () => server.call(calls.repayLoan, { id }, other),
    share: () => server.call(calls.shareIncome, { id, incomeShare: 50 }, other),
    result: () => server.call(calls.icbcResult, { id }, other),
    linkRepay: () => server.call(calls.icbcLinkRepay, { id }, other),
  };
  for (const [name, ask] of Object.entries(asked))
    await expect(ask(), name).rejects.toEqual(expect.objectContaining({ reason: "not_found" }));
  const { blockers } = await server.call(identityEndpoints.closing, {}, merchant);
  expect(blockers.map((one) => one.reason)).toContain("还有 1 笔贷款没有结束");
  // Nor do somebody else's papers prove anything.
  const [paper] = await server.database.query<{ id: string }>(
    "select file_id as id from loan_paper where merchant_id = $1 limit 1",
    [merchant.userId],
  );
  await expect(applyFor(server, other, { papers: [paper!.id] })).rejects.toEqual(
    expect.objectContaining({ reason: "loan.paper_unknown" }),
  );
  expect(await loanOf(merchant, id)).toEqual(before);
});

test("two servers at once, after three days of standstill: what fell due is billed once, charged by its days, taken once", async () => {
  const merchant = await sellerOf(server);
  const id = await drawn(merchant);
  await fund(merchant, "500.00");
  const { database, clock } = server;
  const other = await startTestServer({ database, clock });
  onTestFinished(() => other.close());
  // Due on 16 December.
  clock.set("2026-12-19T12:00:00+08:00");
  const collect = (app: TestServer["app"]) => app.platform.jobs.run("lending.collect", {});
  await Promise.all([collect(server.app), collect(other.app), collect(server.app)]);
  const repaid = await database.query(
    `select source, principal_minor::int as principal, interest_minor::int as interest, penalty_minor::int as penalty
     from loan_repayment where merchant_id = $1 and loan_id = $2`,
    [merchant.userId, id],
  );
  // 10,000 × 9.6 % ÷ 12 = 80.00, and three days at 80.00 × 14.4 % ÷ 360 = 0.03.
  expect(repaid).toEqual([{ source: "due", principal: 0, interest: 8_000, penalty: 9 }]);
  const books = await booksOf(server, merchant);
  expect(books["wallet:USD"]).toBe(1_050_000n - 8_009n);
  expect([books[`house.loan:USD:${id}`], books[`house.loan_due:USD:${id}`]]).toEqual([-1_000_000n, undefined]);
});
