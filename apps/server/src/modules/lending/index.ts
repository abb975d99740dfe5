import { lendingEndpoints, loanDeskList, loanList, type Todo } from "@coralhub/contract";
import { addressOf, ICBC_DATA, LOAN_CURRENCY, moneyOf, moneyText, type LoanState, type Money } from "@coralhub/domain";
import type { Capability, ServiceStanding } from "../../platform/capability.ts";
import type { LenderNoticeHandler } from "../../rails/lender/index.ts";
import { answerLoan, applyForLoan, cancelLoan, uploadLoanPaper } from "./apply-for-loan.ts";
import type { LendingDeps, LendingHouse } from "./deps.ts";
import { describeLoan, describeLoanCase, describeOverview } from "./describe-loans.ts";
import { APPLY_TOPIC, askLender, deliverApplication, deliverPayOut, hearLender } from "./hear-lender.ts";
import {
  creditOf,
  financeStatus,
  icbcLoans,
  icbcResult,
  insertFinanceCard,
  linkRepay,
  pageJump,
  userByMobile,
} from "./icbc.ts";
import { findCustomer } from "./icbc-store.ts";
import { countLoans, countReviewing, listOpenLoans, loanDeskSource, loanSource, type Loan } from "./loans-store.ts";
import { offerUntil } from "./offers.ts";
import { listOwing } from "./plans-store.ts";
import { accountProof, incomeProof, orderProof } from "./proofs.ts";
import { describeLoanRates, loanRatesOn, proposeLoanRate, putLoanRateIntoForce } from "./rates.ts";
import { deliverRemittance, REMIT_TOPIC, repayLoan, shareIncome } from "./repay-loan.ts";
import { reviewLoan, showLoanPaper } from "./review-loan.ts";
import { loanContract, PAY_OUT_TOPIC, sendLoanCode, signLoan } from "./sign-loan.ts";
import { answerUpload, deliverUpload, updateFinanceStatus, upload, UPLOAD_TOPIC, uploadStanding } from "./tell-icbc.ts";
import { listOpenUploads } from "./uploads-store.ts";
import { askUnanswered, collectDue, remindBorrowers, shareIncomes } from "./watch-loans.ts";

export type { LendingHouse } from "./deps.ts";
export type Lending = Capability<typeof lendingEndpoints> & {
  /** What the lender tells; safe to be told again. */
  hear: LenderNoticeHandler;
};

type Waiting = {
  title: string;
  body: string;
  label: string;
  amount: (loan: Loan) => Money;
  dueAt?: (loan: Loan) => Date;
};
/** What a loan waits for from its owner. */
const WAITING: Partial<Record<LoanState, Waiting>> = {
  asked: { title: "贷款申请需要补充资料", body: "补充后会继续审批", label: "去补充", amount: ({ amount }) => amount },
  approved: {
    title: "贷款已批准，等待签约",
    body: "签约后放款到钱包",
    label: "去签约",
    amount: ({ amount }) => amount,
    dueAt: ({ approvedAt }) => offerUntil(approvedAt!),
  },
  overdue: {
    title: "贷款已逾期",
    body: "每天计收罚息，请尽快还款",
    label: "去还款",
    amount: ({ due }) => moneyOf("USD", due),
  },
};

export function createLending(house: LendingHouse): Lending {
  const { certification } = house;
  const deps: LendingDeps = {
    ...house,
    lender: house.rails.lender,
    codes: house.identity.codes,
    sendMessage: house.messages.send,
    certifiedAs: certification.holderOf,
  };
  const { db } = deps.database;
  return {
    endpoints: lendingEndpoints,
    handlers: { ...loanHandlers(deps), ...deskHandlers(deps), ...icbcHandlers(deps) },
    jobs: {
      "lending.collect": { cron: "25 * * * *", run: () => collectDue(deps) },
      "lending.share-income": { cron: "*/5 * * * *", run: () => shareIncomes(deps) },
      "lending.ask-lender": { cron: "*/5 * * * *", run: () => askUnanswered(deps) },
      "lending.remind": { cron: "5 9 * * *", run: () => remindBorrowers(deps) },
    },
    outbox: {
      [APPLY_TOPIC]: deliverApplication(deps),
      [UPLOAD_TOPIC]: deliverUpload(deps),
      [PAY_OUT_TOPIC]: deliverPayOut(deps),
      [REMIT_TOPIC]: deliverRemittance(deps),
    },
    hear: (notice) => hearLender(deps, notice),
    approvals: { "loan.rate": putLoanRateIntoForce(deps) },
    waiting: { loans: () => countReviewing(db) },
    async closingBlockers(merchantId, within) {
      const { open } = await countLoans(within, merchantId);
      return open === 0 ? [] : [{ reason: `还有 ${open} 笔贷款没有结束`, link: addressOf("loans") }];
    },
    personalData: async (merchantId) => ({ 贷款笔数: (await countLoans(db, merchantId)).all }),
    days: async (merchantId) =>
      (await listOwing(db, merchantId)).map(({ dueOn, minor }) => ({
        date: dueOn,
        title: `贷款还款 ${moneyText(moneyOf(LOAN_CURRENCY, minor))}`,
        body: null,
      })),
    services: (merchantId) => standingsOf(deps, merchantId),
    async todos(merchantId) {
      const [uploads, loans] = await Promise.all([
        uploadTodos(deps, merchantId),
        listOpenLoans(deps.database.hot, merchantId),
      ]);
      return [...uploads, ...loans.flatMap(loanTodos)];
    },
  };
}

/** How far loans and what ICBC offers have come for a merchant. */
async function standingsOf({ database: { db } }: LendingDeps, merchantId: string): Promise<ServiceStanding[]> {
  const [open, joined] = [await listOpenLoans(db, merchantId), (await findCustomer(db, merchantId)).joinedAt];
  const late = open.some(({ state }) => state === "overdue");
  const asked = joined && (await listOpenUploads(db, merchantId)).some(({ state }) => state === "asked");
  const standings: ServiceStanding[] = [];
  if (open.length > 0)
    standings.push({
      page: "loans",
      label: late ? "有逾期" : `${open.length} 笔进行中`,
      tone: late ? "danger" : "info",
    });
  if (joined)
    standings.push({
      page: "icbcFinance",
      label: asked ? "工行要求说明" : "已开通",
      tone: asked ? "warning" : "success",
    });
  return standings;
}

/** Data about which the bank asks. */
function loanTodos(loan: Loan): Todo[] {
  const waiting = WAITING[loan.state];
  if (!waiting) return [];
  const { title, body, label, amount, dueAt } = waiting;
  const action = { label, path: addressOf("loan", { id: loan.id }) };
  return [
    { id: `loan-${loan.id}`, kind: "review", title, body, amount: amount(loan), dueAt: dueAt?.(loan) ?? null, action },
  ];
}

async function uploadTodos({ database: { hot } }: LendingDeps, merchantId: string): Promise<Todo[]> {
  return (await listOpenUploads(hot, merchantId))
    .filter(({ state }) => state === "asked")
    .map(({ id, kind, reason }) => ({
      id: `icbc-${id}`,
      kind: "review",
      title: `工行要求说明报送的${ICBC_DATA[kind]}`,
      body: reason ?? "说明后会继续处理",
      amount: null,
      dueAt: null,
      action: { label: "去说明", path: addressOf("icbcFinance") },
    }));
}

function loanHandlers(deps: LendingDeps) {
  return {
    loanOverview: ({ merchantId, now }) => describeOverview(deps, merchantId, now),
    loans: ({ merchantId }, input) => deps.lists.page({ ownerId: merchantId }, loanList, loanSource, input),
    uploadLoanPaper: (ctx, input) => uploadLoanPaper(deps, ctx, input),
    applyForLoan: (ctx, input) => applyForLoan(deps, ctx, input),
    loan: ({ merchantId, now }, { id }) => describeLoan(deps, { merchantId, id }, now),
    answerLoan: (ctx, input) => answerLoan(deps, ctx, input),
    cancelLoan: (ctx, { id }) => cancelLoan(deps, ctx, id),
    loanContract: ({ merchantId, now }, { id }) => loanContract(deps, { merchantId, id }, now),
    sendLoanCode: (ctx, input) => sendLoanCode(deps, ctx, input),
    signLoan: (ctx, input) => signLoan(deps, ctx, input),
    repayLoan: (ctx, input) => repayLoan(deps, ctx, input),
    shareIncome: (ctx, input) => shareIncome(deps, ctx, input),
  } satisfies Partial<Lending["handlers"]>;
}

function deskHandlers(deps: LendingDeps) {
  return {
    loanDesk: (_ctx, input) => deps.lists.page({ scope: "all" }, loanDeskList, loanDeskSource, input),
    loanCase: (ctx, key) => describeLoanCase(deps, ctx, key),
    loanPaper: (ctx, key) => showLoanPaper(deps, ctx, key),
    reviewLoan: (ctx, input) => reviewLoan(deps, ctx, input),
    askLender: (_ctx, key) => askLender(deps, key),
    loanTerms: ({ now }) => loanRatesOn(deps, now),
    loanRates: ({ now }) => describeLoanRates(deps, now),
    proposeLoanRate: (ctx, request) => proposeLoanRate(deps, ctx, request),
  } satisfies Partial<Lending["handlers"]>;
}

function icbcHandlers(deps: LendingDeps) {
  return {
    icbcUserUpload: (ctx) => upload(deps, ctx, "user"),
    icbcOrderUpload: (ctx) => upload(deps, ctx, "orders"),
    icbcOrderStatus: ({ merchantId, now }) => uploadStanding(deps, merchantId, "orders", now),
    answerIcbcUpload: (ctx, input) => answerUpload(deps, ctx, input),
    icbcIncomeProof: (ctx) => incomeProof(deps, ctx),
    icbcOrderProof: (ctx) => orderProof(deps, ctx),
    icbcAccountProof: (ctx) => accountProof(deps, ctx),
    icbcCredit: (ctx) => creditOf(deps, ctx),
    icbcFinanceStatus: (ctx) => financeStatus(deps, ctx),
    icbcUserByMobile: (ctx, { mobile }) => userByMobile(deps, ctx, mobile),
    icbcLoans: (ctx) => icbcLoans(deps, ctx),
    icbcResult: (ctx, { id }) => icbcResult(deps, ctx, id),
    icbcPageJump: (ctx) => pageJump(deps, ctx),
    icbcLinkRepay: (ctx, { id }) => linkRepay(deps, ctx, id),
    updateFinanceStatus: (ctx, { joined }) => updateFinanceStatus(deps, ctx, joined),
    insertFinanceCard: (ctx) => insertFinanceCard(deps, ctx),
  } satisfies Partial<Lending["handlers"]>;
}
