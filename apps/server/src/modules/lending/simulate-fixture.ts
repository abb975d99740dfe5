import { lenderEndpoints as lender, lendingEndpoints as calls } from "@coralhub/contract";
import { moneyOf } from "@coralhub/domain";
import type { Merchant, MerchantStep, Simulation, Step, World } from "@coralhub/testkit/simulate";
import { drawPaper } from "../income/paper-fixture.ts";

async function papers(me: Merchant): Promise<string[]> {
  const ids: string[] = [];
  for (const paper of ["statement", "contract"] as const)
    ids.push((await me.call(calls.uploadLoanPaper, { file: drawPaper(), paper })).fileId);
  return ids;
}
async function apply({ me, chance }: MerchantStep): Promise<void> {
  const { products } = await me.call(calls.loanOverview, {});
  const offered = products.filter(
    ({ product, available, minimum }) => product !== "icbc" && available.minor >= minimum.minor,
  );
  if (offered.length === 0) return;
  const { product, minimum, available, terms, ways } = chance.pick(offered);
  const more = (available.minor - minimum.minor) / BigInt(chance.pick([1, 2, 4]));
  await me.call(calls.applyForLoan, {
    product,
    amount: moneyOf(minimum.currency, minimum.minor + more),
    termMonths: chance.pick(terms) as 1 | 3 | 6 | 12,
    way: chance.pick(ways),
    purpose: chance.pick(["stock", "advertising"] as const),
    incomeShare: chance.pick([0, 10, 30] as const),
    papers: await papers(me),
    agreed: true,
  });
}
/** One thing after the other, as long as there is something to do. */
async function tend(step: MerchantStep): Promise<void> {
  for (let more = step.chance.between(1, 2); more > 0; more--) {
    await tendOne(step);
    await step.world.settle();
  }
}
/** Answers what was asked, signs, pays back, changes their mind. */
async function tendOne({ me, chance }: MerchantStep): Promise<void> {
  const { records } = await me.call(calls.loans, {});
  const open = records.filter(({ state }) => !["closed", "declined", "cancelled"].includes(state));
  if (open.length === 0) return;
  const { id, state } = chance.pick(open);
  const { due, payoff } = await me.call(calls.loan, { id });
  if (["reviewing", "asked", "approved"].includes(state) && chance.may(0.12)) await me.call(calls.cancelLoan, { id });
  else if (state === "asked") await me.call(calls.answerLoan, { id, answer: "合同已上传", papers: await papers(me) });
  else if (state === "approved") {
    const verifyCode = await me.code(() => me.call(calls.sendLoanCode, { id }));
    await me.call(calls.signLoan, { id, verifyCode });
  } else if (state === "active" || state === "overdue") {
    if (chance.may(0.2))
      return void (await me.call(calls.shareIncome, { id, incomeShare: chance.pick([0, 20, 50] as const) }));
    const half = moneyOf(payoff.currency, payoff.minor / 2n);
    const amount = due.minor > 0n && chance.may(0.6) ? due : chance.may(0.4) ? half : null;
    await me.call(calls.repayLoan, { id, amount: amount && amount.minor > 0n ? amount : null });
  }
}
/** What ICBC is told of a merchant: joined, told, asked about, left again. */
async function tellIcbc({ me, world, chance }: MerchantStep): Promise<void> {
  const { joined } = await me.call(calls.icbcFinanceStatus, {});
  if (!joined) await me.call(calls.updateFinanceStatus, { joined: true });
  const uploads = chance.pick(["accept", "ask", "ask", "refuse", "silent"] as const);
  await world.lever.call(lender.setLenderSettings, { ...usual, uploads });
  await me.attempt(calls.icbcUserUpload, {});
  await me.attempt(calls.icbcOrderUpload, {});
  await world.settle();
  await world.lever.call(lender.setLenderSettings, usual);
  if (uploads === "ask" && chance.may(0.6))
    await me.attempt(calls.answerIcbcUpload, { kind: chance.pick(["user", "orders"] as const), answer: "资料已更新" });
  else if (chance.may(0.4)) await me.call(calls.updateFinanceStatus, { joined: false });
}
async function review({ world, chance }: Step): Promise<void> {
  const reviewer = world.operator("reviewer", chance.pick([1, 2] as const));
  const { records } = await reviewer.call(calls.loanDesk, { filters: { state: ["reviewing"] }, pageSize: 50 });
  for (const { merchantId, id } of records) {
    await reviewer.call(calls.loanCase, { merchantId, id });
    const decision = chance.pick(["pass", "pass", "pass", "pass", "ask", "decline"] as const);
    await reviewer.attempt(calls.reviewLoan, { merchantId, id, decision, note: "请补充近三个月流水" });
  }
}
async function mood({ world, chance }: Step): Promise<void> {
  await world.lever.call(lender.setLenderSettings, {
    applications: chance.pick(["accept", "accept", "partly", "ask", "refuse", "silent", "repeat"] as const),
    payOuts: chance.pick(["accept", "accept", "refuse", "silent", "lost", "repeat"] as const),
    uploads: chance.pick(["accept", "accept", "ask", "refuse"] as const),
    delaySeconds: chance.pick([0, 3_600]),
  });
}
async function decide({ world, chance }: Step): Promise<void> {
  const requests = await world.lever.call(lender.lenderRequests, {});
  if (requests.length === 0) return;
  const { reference } = chance.pick(requests);
  await world.lever.attempt(lender.decideLenderRequest, {
    reference,
    decision: chance.pick(["accept", "accept", "refuse", "ask", "tellAgain"] as const),
  });
}
const usual = { applications: "accept", payOuts: "accept", uploads: "accept", delaySeconds: 0 } as const;
async function calm({ lever }: World): Promise<void> {
  await lever.call(lender.setLenderSettings, usual);
  for (const { reference, state, kind } of await lever.call(lender.lenderRequests, {}))
    if (state === "taken" || (state === "asked" && kind === "payOut"))
      await lever.attempt(lender.decideLenderRequest, { reference, decision: "accept" });
}

/** What a page says is owed is what the books say is owed. */
async function owedIsBooks({ database }: World, me: Merchant): Promise<string[]> {
  const rows = await database.query<{ code: string; balance: string }>(
    "select code, balance::text from ledger_account where merchant_id = $1 and code like 'house.loan:%'",
    [me.userId],
  );
  const { records } = await me.call(calls.loans, { pageSize: 100 });
  return records.flatMap(({ id, outstanding }) => {
    const owed = -BigInt(rows.find(({ code }) => code.endsWith(id))?.balance ?? 0);
    return outstanding.minor === owed ? [] : [`loan ${id}: page ${outstanding.minor}, books ${owed}`];
  });
}

export const lendingSimulation: Simulation = {
  prepare: async ({ lever }) => void (await lever.call(lender.setLenderSettings, usual)),
  calm,
  actors: [
    { name: "商户申请贷款", by: "merchant", weight: 1.5, act: apply },
    { name: "商户办理贷款", by: "merchant", weight: 3, act: tend },
    { name: "商户向工行报送贷款资料", by: "merchant", weight: 0.5, act: tellIcbc },
    { name: "审核员审核贷款", by: "operator", perDay: 1, act: review },
    { name: "资金方换脾气", by: "rail", perDay: 0.3, act: mood },
    { name: "资金方改主意", by: "rail", perDay: 0.6, act: decide },
  ],
  laws: [{ name: "贷款页的欠款就是账上的欠款", when: "daily", violations: owedIsBooks }],
};
