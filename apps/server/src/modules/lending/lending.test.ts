import {
  approvalEndpoints,
  lenderEndpoints as lender,
  lendingEndpoints as calls,
  outflowEndpoints,
} from "@coralhub/contract";
import { formatMoney, parseMoney } from "@coralhub/domain";
import type { TestMerchant } from "@coralhub/testkit";
import { expect, test } from "vitest";
import { booksOf, handedOver, partnerBooks } from "../deposits/deposits-fixture.ts";
import { heldAtDesk, lookAgain, railIs, stand } from "../outflow/outflow-fixture.ts";
import { behave, moneyOn, openAccount, payIn, runWatch, until } from "../income/income-fixture.ts";
import { BEGIN, fillWallet, travel as travelTo, type StaffedServer } from "../operations/staff-fixture.ts";
import {
  applyFor,
  isClosed,
  codeFor,
  loanBecomes,
  loanOf as readLoan,
  paperOf,
  proofText,
  sellerOf,
  setLender,
  toldAs,
  withLending,
  withoutRetry,
  type LenderMood,
  type LoanPaper,
  type LoanRequest,
} from "./lending-fixture.ts";

let server: StaffedServer;
let admin: { token: string };
let finance: { token: string };
let reviewer: { token: string };
withLending((started) => ({ admin, finance, reviewer } = server = started));

const lenderWill = (mood: LenderMood) => setLender(server, admin, mood);
const refused = (reason: string): unknown => expect.objectContaining({ reason });
const usd = (text: string) => parseMoney(text, "USD");

const seller = (monthly?: string) => sellerOf(server, monthly);
const fund = (merchant: TestMerchant, amount: string) => fillWallet(server, merchant, amount);
const travel = (to: string, merchant: TestMerchant) => travelTo(server, to, merchant);
async function runJob(name: string): Promise<void> {
  const { platform } = server.app;
  await platform.database.transaction((tx) => platform.jobs.send(tx, name, {}));
}
const paper = (merchant: TestMerchant, kind: LoanPaper) => paperOf(server, merchant, kind);
const apply = (merchant: TestMerchant, request?: LoanRequest) => applyFor(server, merchant, request);
const loanOf = (merchant: TestMerchant, id: string) => readLoan(server, merchant, id);
const becomes = (merchant: TestMerchant, id: string, state: string) => loanBecomes(server, merchant, id, state);
const sign = async (merchant: TestMerchant, id: string) =>
  server.call(calls.signLoan, { id, verifyCode: await codeFor(server, merchant, id) }, merchant);
/** Applied, reviewed, approved, signed, paid out. */
async function drawn(merchant: TestMerchant, request: LoanRequest = {}): Promise<string> {
  const id = await apply(merchant, request);
  await server.call(calls.reviewLoan, { merchantId: merchant.userId, id, decision: "pass", note: "" }, reviewer);
  await becomes(merchant, id, "approved");
  await sign(merchant, id);
  await becomes(merchant, id, "active");
  return id;
}
const books = (merchant: TestMerchant) => booksOf(server, merchant);
/** The lender's statement and our own account with it, by reference. */
const balanced = () =>
  until(async () => {
    const { statement, nostro } = await partnerBooks(server, "sandbox-lender");
    return statement.length > 0 && JSON.stringify(statement) === JSON.stringify(nostro) ? true : undefined;
  });
/** What the plan says is owed is what the books say is owed. */
async function agrees(merchant: TestMerchant, id: string): Promise<void> {
  const [loan, own] = [await loanOf(merchant, id), await books(merchant)];
  expect(own[`house.loan:USD:${id}`] ?? 0n).toBe(-loan.outstanding.minor);
  const billed = loan.plan.filter(({ state }) => state === "due" || state === "late");
  const principal = billed.reduce((sum, { principal: p, interest, penalty, paid }) => {
    const beyond = paid.minor - interest.minor - penalty.minor;
    return sum + p.minor - (beyond > 0n ? beyond : 0n);
  }, 0n);
  expect(own[`house.loan_due:USD:${id}`] ?? 0n).toBe(-(loan.due.minor - principal));
}

test("from the application to the last repayment: asked on the way, paid out once, billed, late, caught up, ended early", async () => {
  const merchant = await seller();
  const overview = await server.call(calls.loanOverview, {}, merchant);
  expect(overview.score.score).toBe(36 + 22 + 12 + 16);
  expect(formatMoney(overview.products[0]!.available)).toBe("36000.00");
  await lenderWill({ applications: "ask", payOuts: "repeat" });
  const id = await apply(merchant);
  await expect(apply(merchant)).rejects.toEqual(refused("loan.another_open"));
  const ref = { merchantId: merchant.userId, id };
  await server.call(calls.reviewLoan, { ...ref, decision: "pass", note: "" }, reviewer);
  expect((await becomes(merchant, id, "asked")).reason).toContain("采购合同");
  await server.call(
    calls.answerLoan,
    { id, answer: "合同已上传，回款按月", papers: [await paper(merchant, "contract")] },
    merchant,
  );
  await server.call(calls.reviewLoan, { ...ref, decision: "pass", note: "" }, reviewer);
  const offer = await becomes(merchant, id, "approved");
  // Every paper has reached the lender, as it was handed in: it says the hash of what it read.
  expect(offer.papers.map(({ receivedAt }) => receivedAt !== null)).toEqual([true, true, true]);
  const reference = `LN${id.replaceAll("-", "").toUpperCase()}`;
  const got = (await server.call(lender.lenderRequests, {}, admin)).find((one) => one.reference === reference)!;
  const hashes = await server.database.query<{ hash: string }>(
    "select encode(sha256, 'hex') as hash from file where id = any($1)",
    [offer.papers.map(({ fileId }) => fileId)],
  );
  expect(got.papers.map(({ sha256 }) => sha256).toSorted()).toEqual(hashes.map(({ hash }) => hash).toSorted());
  await sign(merchant, id);
  const active = await becomes(merchant, id, "active");
  expect(active.plan.map(({ interest }) => formatMoney(interest))).toEqual(["80.00", "80.00", "80.00"]);
  await fund(merchant, "500.00");
  expect(await books(merchant)).toMatchObject({
    "wallet:USD": 1_050_000n,
    "house.lender:USD:sandbox-lender": 1_000_000n,
  });
  await agrees(merchant, id);

  // Reminded once: by two servers, and a day late where the job stood still on the day itself.
  await travel("2026-12-14T09:00:00+08:00", merchant);
  const reminders = () =>
    server.database.query("select 1 from message where merchant_id = $1 and event = 'loan.due'", [merchant.userId]);
  await Promise.all([1, 2].map(() => server.app.platform.jobs.run("lending.remind", {})));
  await server.app.platform.jobs.run("lending.remind", {});
  expect(await reminders()).toHaveLength(1);

  // Due: taken from the wallet by itself, once, even after three days of standstill.
  await travel("2026-12-19T09:00:00+08:00", merchant);
  await Promise.all([runJob("lending.collect"), runJob("lending.collect")]);
  await until(async () => ((await loanOf(merchant, id)).repayments.length === 1 ? true : undefined));
  // 80.00 and three days late: 0.03 each.
  expect(formatMoney((await loanOf(merchant, id)).repayments[0]!.amount)).toBe("80.09");
  await agrees(merchant, id);

  await server.call(calls.repayLoan, { id, amount: usd("9900.00") }, merchant);
  expect((await loanOf(merchant, id)).repayments).toHaveLength(2);
  await agrees(merchant, id);
  // What was repaid has gone to the lender before the freeze, which would hold it back until the next look.
  const unsent = () =>
    server.database.query("select topic from outbox where topic = 'lender.remit' and state = 'waiting'");
  await until(async () => ((await unsent()).length === 0 ? true : undefined));
  // Frozen: nothing is taken, though the wallet has enough; every day of delay counts all the same.
  await travel("2027-02-20T09:00:00+08:00", merchant);
  await stand(server, merchant.userId, "frozen");
  await runJob("lending.collect");
  await becomes(merchant, id, "overdue");
  await agrees(merchant, id);
  await stand(server, merchant.userId, "certified");
  const { payoff } = await loanOf(merchant, id);
  const done = await server.call(calls.repayLoan, { id, amount: usd("500.00") }, merchant);
  expect(done).toMatchObject({ state: "closed", taken: payoff, outstanding: usd("0.00") });
  await agrees(merchant, id);
  // The lender has everything it is owed.
  await until(async () =>
    (await books(merchant))["house.lender:USD:sandbox-lender"] === undefined ? true : undefined,
  );
  await balanced();
  await isClosed(server, merchant, await loanOf(merchant, id));
});

test("fault 2: what was repaid before the freeze, and a loan signed before it, wait at the desk until it ends", async () => {
  const merchant = await seller();
  const { userId } = merchant;
  const at = { server, finance };
  const id = await apply(merchant);
  await server.call(calls.reviewLoan, { merchantId: userId, id, decision: "pass", note: "" }, reviewer);
  await becomes(merchant, id, "approved");
  await railIs(server, "lender", "down");
  await sign(merchant, id);
  await stand(server, userId, "frozen");
  await railIs(server, "lender", "normal");
  const drawing = await heldAtDesk(at, { topic: "lender.pay-out", merchantId: userId, reason: "商户已冻结" });
  await stand(server, userId, "certified");
  expect(await lookAgain(at, drawing)).toBe(true);
  await becomes(merchant, id, "active");

  await railIs(server, "lender", "down");
  await server.call(calls.repayLoan, { id, amount: usd("9000.00") }, merchant);
  await stand(server, userId, "frozen");
  await railIs(server, "lender", "normal");
  const held = await heldAtDesk(at, { topic: "lender.remit", merchantId: userId, reason: "商户已冻结" });
  await stand(server, userId, "expired");
  expect(await lookAgain(at, held)).toBe(false);
  expect((await heldAtDesk(at, { topic: "lender.remit", merchantId: userId, reason: "实名认证" })).since).toEqual(
    held.since,
  );
  // The lender is owed it whatever becomes of the merchant: two people of finance let it go.
  const request = { topic: held.topic, reference: held.reference, reason: "贷款方催收，款项已从商户扣除" };
  const { approvalId } = await server.call(outflowEndpoints.proposeRelease, request, finance);
  const decision = { id: approvalId, decision: "approve", note: "" } as const;
  await expect(server.call(approvalEndpoints.decideApproval, decision, finance)).rejects.toEqual(
    refused("approval.two_people"),
  );
  await server.call(approvalEndpoints.decideApproval, decision, admin);
  await until(async () =>
    (await server.call(outflowEndpoints.heldSends, {}, finance)).length === 0 ? true : undefined,
  );
  await balanced();
  await stand(server, userId, "certified");
});

test("a share of every income repays the loan, once for each; what is more than owed stays with the merchant", async () => {
  const merchant = await seller();
  const desk = { ...server, admin, finance, reviewer };
  await behave(desk, {});
  const id = await drawn(merchant, {
    product: "easy",
    amount: usd("500.00"),
    termMonths: 3,
    way: "equal",
    incomeShare: 50,
  });
  const account = await openAccount(desk, merchant);
  const receive = async (amount: string) => {
    const before = (await moneyOn(desk, merchant, account.id)).available;
    await payIn(desk, account.number, amount);
    await until(async () => {
      await runWatch(desk);
      return (await moneyOn(desk, merchant, account.id)).available > before ? true : undefined;
    });
    server.clock.advance({ minutes: 10 });
  };
  const share = () => Promise.all([1, 2].map(() => server.app.platform.jobs.run("lending.share-income", {})));
  await receive("300.00");
  await server.call(calls.updateFinanceStatus, { joined: true }, merchant);
  expect(await server.call(calls.icbcOrderUpload, {}, merchant)).toMatchObject({ count: 1, reason: null });
  await toldAs(server, merchant, "orders", "sent");
  expect(await proofText(server.call(calls.icbcOrderProof, {}, merchant))).toMatch(/林知夏.*Amazon.*USD 300\.00/s);
  expect(await proofText(server.call(calls.icbcAccountProof, {}, merchant))).toContain(account.number);
  await share();
  await share();
  const first = await loanOf(merchant, id);
  expect(first.repayments).toMatchObject([{ source: "income", amount: usd("150.00") }]);
  expect((await moneyOn(desk, merchant, account.id)).available).toBe(15_000n);
  await agrees(merchant, id);
  // Nothing leaves a frozen account.
  await receive("100.00");
  expect(await server.call(calls.icbcOrderStatus, {}, merchant)).toMatchObject({ state: "stale", count: 1 });
  const accountIs = (state: string) =>
    server.database.query("update receiving_account set state = $2, reason = '核查' where id = $1", [
      account.id,
      state,
    ]);
  await accountIs("frozen");
  await share();
  expect((await loanOf(merchant, id)).repayments).toHaveLength(1);
  await accountIs("open");
  // Half of this is more than is owed.
  await receive("2000.00");
  await share();
  const closed = await becomes(merchant, id, "closed");
  expect(closed.outstanding).toEqual(usd("0.00"));
  const paid = closed.repayments.reduce((sum, { amount }) => sum + amount.minor, 0n);
  expect((await moneyOn(desk, merchant, account.id)).available).toBe(240_000n - paid);
  await agrees(merchant, id);
});

test("a rate takes two people and counts for new applications from its day on", async () => {
  const request = { product: "order", rate: "8.88", from: "2026-11-16", reason: "资金方调价" } as const;
  const merchant = await seller();
  const before = await apply(merchant);
  const { approvalId } = await server.call(calls.proposeLoanRate, request, finance);
  const approve = (who: { token: string }) =>
    server.call(approvalEndpoints.decideApproval, { id: approvalId, decision: "approve" }, who);
  await expect(approve(finance)).rejects.toEqual(refused("approval.two_people"));
  const rateNow = async () => (await server.call(calls.loanTerms, {})).find(({ product }) => product === "order")!.rate;
  expect(await rateNow()).toBe("9.6");
  await approve(admin);
  expect(await rateNow()).toBe("8.88");
  expect((await loanOf(merchant, before)).rate).toBe("9.6");
  const other = await seller();
  expect((await loanOf(other, await apply(other))).rate).toBe("8.88");
  expect((await server.call(calls.loanRates, {}, finance)).changes).toMatchObject([{ rate: "8.88", product: "order" }]);
  await expect(server.call(calls.proposeLoanRate, { ...request, from: "2026-11-15" }, finance)).rejects.toEqual(
    refused("input.invalid"),
  );
  // As it was, for the tests that follow.
  await server.database.query("delete from loan_rate");
});

test("the share of income that goes into a loan can be changed while it is owed", async () => {
  const merchant = await seller();
  const id = await drawn(merchant, {
    product: "easy",
    amount: usd("500.00"),
    termMonths: 3,
    way: "equal",
    incomeShare: 50,
  });
  await server.call(calls.shareIncome, { id, incomeShare: 30 }, merchant);
  expect((await loanOf(merchant, id)).incomeShare).toBe(30);
});

test("a lender that asks instead of paying has neither paid nor refused", async () => {
  const merchant = await seller();
  await lenderWill({ payOuts: "silent" });
  const id = await apply(merchant);
  await server.call(calls.reviewLoan, { merchantId: merchant.userId, id, decision: "pass", note: "" }, reviewer);
  await becomes(merchant, id, "approved");
  await sign(merchant, id);
  const { reference } = await until(async () =>
    (await server.call(lender.lenderRequests, {}, admin)).find(
      ({ kind, state, at }) => kind === "payOut" && state === "taken" && at >= new Date(BEGIN),
    ),
  );
  await handedOver(server, merchant, "lender.pay-out");
  const say = (decision: "ask" | "accept") => server.call(lender.decideLenderRequest, { reference, decision }, admin);
  expect((await say("ask")).outcomes).toEqual(["unknown"]);
  expect((await loanOf(merchant, id)).state).toBe("drawing");
  expect((await say("accept")).outcomes).toEqual(["taken"]);
  expect((await loanOf(merchant, id)).state).toBe("active");
});

test("what the lender answers wrongly, late or twice changes nothing twice", async () => {
  const merchant = await seller();
  await lenderWill({ applications: "repeat", payOuts: "lost" });
  await drawn(merchant);
  expect((await books(merchant))["wallet:USD"]).toBe(1_000_000n);
  const requests = await server.call(lender.lenderRequests, {}, admin);
  const told = requests.find(({ reference }) => reference.includes("-D"))!;
  expect(
    await server.call(lender.decideLenderRequest, { reference: told.reference, decision: "tellAgain" }, admin),
  ).toEqual({ outcomes: ["repeated"] });
  await expect(
    server.call(lender.decideLenderRequest, { reference: told.reference, decision: "refuse" }, admin),
  ).rejects.toEqual(refused("loan.nothing_to_decide"));
  expect((await books(merchant))["wallet:USD"]).toBe(1_000_000n);

  const other = await seller();
  await lenderWill({ payOuts: "refuse" });
  const failed = await apply(other);
  await server.call(calls.reviewLoan, { merchantId: other.userId, id: failed, decision: "pass", note: "" }, reviewer);
  await becomes(other, failed, "approved");
  await sign(other, failed);
  await until(async () =>
    (await loanOf(other, failed)).timeline.some(({ action }) => action === "failPayOut") ? true : undefined,
  );
  await lenderWill({});
  await sign(other, failed);
  await becomes(other, failed, "active");
  await balanced();
});

test("it is refused in words that say what to do", async () => {
  const merchant = await seller("200.00");
  await expect(apply(merchant, { amount: usd("100000.00") })).rejects.toEqual(refused("loan.no_limit"));
  // Two at once beside each other: there is room for one of them (36,000 in all).
  const twice = await seller();
  await expect(apply(twice, { product: "icbc", amount: usd("8000.00") })).rejects.toEqual(refused("icbc.not_joined"));
  const both = await Promise.allSettled([
    apply(twice, { amount: usd("20000.00") }),
    apply(twice, { product: "easy", amount: usd("20000.00"), way: "equal" }),
  ]);
  expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  const better = await seller();
  await expect(apply(better, { amount: usd("100000.00") })).rejects.toEqual(refused("loan.above_maximum"));
  await expect(apply(better, { amount: usd("10.00") })).rejects.toEqual(refused("loan.below_minimum"));
  await expect(apply(better, { termMonths: 1 })).rejects.toEqual(refused("loan.terms_unknown"));
  await expect(apply(better, { papers: [] })).rejects.toEqual(refused("loan.papers_missing"));
  const id = await apply(better);
  const ref = { merchantId: better.userId, id };
  await expect(server.call(calls.repayLoan, { id }, better)).rejects.toEqual(refused("state.changed"));
  await expect(server.call(calls.reviewLoan, { ...ref, decision: "decline", note: "" }, reviewer)).rejects.toEqual(
    refused("input.invalid"),
  );
  await server.call(calls.reviewLoan, { ...ref, decision: "decline", note: "流水与收款不符" }, reviewer);
  expect(await loanOf(better, id)).toMatchObject({ state: "declined", reason: "流水与收款不符" });
});

test("ICBC: joined, told, proven on paper, and where to go next", async () => {
  const merchant = await seller();
  expect(await server.call(calls.icbcPageJump, {}, merchant)).toEqual({ step: "join", url: "/loan/icbc" });
  await expect(server.call(calls.icbcUserUpload, {}, merchant)).rejects.toEqual(refused("icbc.not_joined"));
  await server.call(calls.updateFinanceStatus, { joined: true }, merchant);
  expect(await server.call(calls.icbcUserUpload, {}, merchant)).toMatchObject({ count: 1, reason: null });
  await toldAs(server, merchant, "user", "sent");
  await expect(server.call(calls.icbcOrderUpload, {}, merchant)).rejects.toEqual(refused("icbc.nothing_to_prove"));
  expect(await server.call(calls.icbcOrderStatus, {}, merchant)).toMatchObject({ state: "none", count: 0 });
  await expect(server.call(calls.icbcOrderProof, {}, merchant)).rejects.toEqual(refused("icbc.nothing_to_prove"));
  const card = await server.call(calls.insertFinanceCard, {}, merchant);
  expect(await server.call(calls.insertFinanceCard, {}, merchant)).toEqual(card);
  expect(await server.call(calls.icbcFinanceStatus, {}, merchant)).toMatchObject({
    joined: true,
    user: { state: "sent" },
    card: { cardNo: card.cardNo },
  });
  expect(await server.call(calls.icbcCredit, {}, merchant)).toMatchObject({ joined: true, available: usd("36000.00") });
  expect((await server.call(calls.icbcUserByMobile, { mobile: merchant.mobile }, merchant)).name).toBe("林知夏");
  await expect(server.call(calls.icbcUserByMobile, { mobile: "13999999999" }, merchant)).rejects.toEqual(
    refused("icbc.other_user"),
  );
  expect((await server.call(calls.icbcPageJump, {}, merchant)).step).toBe("apply");
  // The bank pays out and its answer is lost: whoever looks at the result hears it.
  await lenderWill({ payOuts: "lost" });
  const id = await apply(merchant, { product: "icbc", amount: usd("8000.00") });
  await server.call(calls.reviewLoan, { merchantId: merchant.userId, id, decision: "pass", note: "" }, reviewer);
  await becomes(merchant, id, "approved");
  await sign(merchant, id);
  await withoutRetry(server, merchant);
  server.clock.advance({ seconds: 31 });
  const looked = await server.call(calls.icbcResult, { id }, merchant);
  expect(looked.state).toBe("active");
  expect(await server.call(calls.icbcLoans, {}, merchant)).toMatchObject([
    { id, state: "active", outstanding: usd("8000.00") },
  ]);
  expect((await server.call(calls.icbcResult, { id }, merchant)).amount).toEqual(usd("8000.00"));
  expect(await server.call(calls.icbcLinkRepay, { id }, merchant)).toMatchObject({
    url: `/loan/detail?id=${id}`,
    payoff: usd("8000.00"),
  });
  expect(await proofText(server.call(calls.icbcIncomeProof, {}, merchant))).toMatch(/林知夏.*2026-10.*USD.*12000\.00/s);
  expect(await proofText(server.call(calls.icbcAccountProof, {}, merchant))).toContain("8000.00");
  expect(await proofText(server.call(calls.loanContract, { id }, merchant))).toContain("8,000.00");
});
