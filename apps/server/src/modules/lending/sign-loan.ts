import { Refusal, type FileReply } from "@coralhub/contract";
import {
  BRAND,
  formatMoney,
  LOAN_CURRENCY,
  LOAN_PRODUCTS,
  LOAN_PURPOSES,
  loanLifecycle,
  moneyOf,
  moneyText,
  planLoan,
  REPAYMENT_WAYS,
  toShanghaiDay,
  type LoanState,
} from "@coralhub/domain";
import type { MerchantContext } from "../../platform/context.ts";
import { merchantActor } from "../../platform/lifecycle-engine.ts";
import { openPdf, pdfReply } from "../../platform/pdf-page.ts";
import { proveCode } from "../identity/index.ts";
import type { LendingDeps } from "./deps.ts";
import { findLoan, insertReference, lockLoan, nextAttempt, type Loan, type LoanKey } from "./loans-store.ts";
import { offerUntil, payOutReference } from "./offers.ts";
import { readPlan } from "./plans-store.ts";
import { requireLender } from "./apply-for-loan.ts";

export const PAY_OUT_TOPIC = "lender.pay-out";

/** What the code confirms, in the words of the SMS. */
const codeMoney = ({ product, termMonths, rate, amount }: Loan) => ({
  payee: `${LOAN_PRODUCTS[product].name} ${termMonths} 个月 年利率 ${rate}%`,
  amount,
});

async function offerOf(deps: LendingDeps, key: LoanKey, now: Date): Promise<Loan> {
  const loan = await findLoan(deps.database.db, key);
  if (!loan) throw new Refusal("not_found");
  if (loan.state !== "approved") throw new Refusal("state.changed");
  if (offerUntil(loan.approvedAt!) <= now) throw new Refusal("loan.offer_expired");
  return loan;
}

export async function sendLoanCode(
  deps: LendingDeps,
  { merchantId, now }: MerchantContext,
  { id, channel }: { id: string; channel: "sms" | "email" },
) {
  const loan = await offerOf(deps, { merchantId, id }, now);
  return deps.codes.send({ merchantId, purpose: "payout", channel, money: codeMoney(loan) });
}

/** The contract is signed with a code; the lender is asked to pay out. */
export async function signLoan(
  deps: LendingDeps,
  ctx: MerchantContext,
  { id, verifyCode, channel }: { id: string; verifyCode: string; channel: "sms" | "email" },
): Promise<{ state: LoanState }> {
  requireLender(deps);
  const key = { merchantId: ctx.merchantId, id };
  const offer = await offerOf(deps, key, ctx.now);
  const money = codeMoney(offer);
  const spendCode = await proveCode(deps.codes, {
    merchantId: ctx.merchantId,
    purpose: "payout",
    code: verifyCode,
    channel,
    money,
  });
  return ctx.once(async (tx) => {
    await lockLoan(tx, key);
    if (await deps.ledger.payoutsStopped(tx)) throw new Refusal("loan.money_stopped");
    if (!(await deps.certifiedAs(ctx.merchantId, tx))) throw new Refusal("access.not_certified");
    await spendCode(tx);
    const at = deps.clock.now();
    const state = await deps.lifecycles.advance(tx, loanLifecycle, key, "sign", {
      by: merchantActor(ctx),
      at,
      set: { signedAt: at },
    });
    const reference = payOutReference({ ...offer, attempt: await nextAttempt(tx, key) });
    await insertReference(tx, key, reference, "payOut");
    await deps.outbox.enqueue(tx, { topic: PAY_OUT_TOPIC, reference, merchantId: ctx.merchantId, payload: { id } });
    return { state };
  });
}

/** As it is offered, or as it was signed. */
export async function loanContract(deps: LendingDeps, key: LoanKey, issuedAt: Date): Promise<FileReply> {
  const { db } = deps.database;
  const [loan, plan, holder] = await Promise.all([
    findLoan(db, key),
    readPlan(db, key),
    deps.certifiedAs(key.merchantId),
  ]);
  if (!loan?.granted) throw new Refusal("not_found");
  const { lender, name } = LOAN_PRODUCTS[loan.product];
  const begun = loan.drawnOn ?? toShanghaiDay(issuedAt);
  const lines = loan.drawnOn ? plan : planLoan(loan, loan.amount.minor, begun);
  const pdf = openPdf({ title: "借款合同", subtitle: "Loan Agreement", issuedAt });
  pdf.paragraph(
    `出借人 ${lender} 与借款人 ${holder?.name ?? "（见认证资料）"} 通过 ${BRAND.company} 订立本合同。` +
      `借款人用短信验证码签署后生效，放款到借款人在 ${BRAND.name} 的美元钱包。`,
  );
  pdf.facts([
    ["合同编号", loan.reference],
    ["产品", name],
    ["借款人", holder?.name ?? "—"],
    ["借款金额", moneyText(loan.amount)],
    ["年利率", `${loan.rate}%（按月计息）`],
    ["期限", `${loan.termMonths} 个月`],
    ["还款方式", REPAYMENT_WAYS[loan.way].label],
    ["用途", LOAN_PURPOSES[loan.purpose]],
    ["按收款比例还款", loan.incomeShare > 0 ? `每笔美元入账的 ${loan.incomeShare}%` : "未约定"],
    ["签署时间", loan.signedAt ? toShanghaiDay(loan.signedAt) : "未签署"],
    ["放款日", loan.drawnOn ?? "签署后放款"],
  ]);
  pdf.heading("条款");
  pdf.paragraph(
    "1. 每期到期日从借款人美元钱包自动扣款；借款人可以随时部分或全部提前还款，按实际用款天数计息，不收违约金。",
  );
  pdf.paragraph("2. 逾期未还的本金和利息，从到期次日起按约定年利率的 1.5 倍按日计收罚息，一年按 360 天。");
  pdf.paragraph("3. 还款先还罚息，再还利息，再还本金，先到期的先还；超过结清金额的部分不扣收。");
  pdf.heading(loan.drawnOn ? "还款计划" : "还款计划（按今天放款试算）");
  const table = pdf.table([
    { title: "期", width: 40 },
    { title: "到期日", width: 110 },
    { title: "本金", width: 110, align: "right" },
    { title: "利息", width: 110, align: "right" },
    { title: "合计", width: 110, align: "right" },
  ]);
  const text = (minor: bigint) => formatMoney(moneyOf(LOAN_CURRENCY, minor));
  for (const { no, dueOn, principal, interest } of lines) {
    await table.row([String(no), dueOn, text(principal), text(interest), text(principal + interest)]);
  }
  pdf.finish();
  return pdfReply(`借款合同-${loan.reference.slice(-8)}`, pdf);
}
