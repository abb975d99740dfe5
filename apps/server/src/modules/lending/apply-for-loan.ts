import { Refusal, type UploadedFile } from "@coralhub/contract";
import {
  LOAN_CURRENCY,
  LOAN_PAPERS,
  loanLifecycle,
  loanProduct,
  moneyOf,
  moneyText,
  largestLoan,
  papersNeeded,
  smallestLoan,
  type LoanPaper,
  type LoanProduct,
  type LoanPurpose,
  type LoanState,
  type Money,
  type RepaymentWay,
} from "@coralhub/domain";
import type { MerchantContext } from "../../platform/context.ts";
import { merchantActor } from "../../platform/lifecycle-engine.ts";
import type { LendingDeps } from "./deps.ts";
import { findCustomer } from "./icbc-store.ts";
import { loanRateOf } from "./rates.ts";
import { holdApplications, insertLoan, insertPapers, listOfProduct, type KeptPaper } from "./loans-store.ts";
import { readIncome } from "./score-merchant.ts";

/** The kind of paper is part of a file's purpose: it cannot become another by being named differently. */
const PURPOSE = "loan ";

export async function uploadLoanPaper(
  deps: LendingDeps,
  ctx: MerchantContext,
  { file, paper }: { file: UploadedFile; paper: LoanPaper },
): Promise<KeptPaper> {
  const received = await deps.files.receive({
    ownerId: ctx.merchantId,
    purpose: `${PURPOSE}${paper}`,
    kind: "document",
    fileName: file.fileName,
    bytes: await file.read(),
  });
  const { id, fileName } = await ctx.once((tx) => deps.files.record(tx, received));
  return { fileId: id, paper, fileName };
}

/** Only the merchant's own files that were handed in as papers of a loan. */
export const namePapers = (
  { files }: LendingDeps,
  merchantId: string,
  fileIds: readonly string[],
): Promise<KeptPaper[]> =>
  Promise.all(
    fileIds.map(async (fileId) => {
      const file = await files.find(merchantId, fileId);
      if (!file?.purpose.startsWith(PURPOSE)) throw new Refusal("loan.paper_unknown");
      return { fileId, paper: file.purpose.slice(PURPOSE.length) as LoanPaper, fileName: file.fileName };
    }),
  );

type Input = {
  product: LoanProduct;
  amount: Money;
  termMonths: number;
  way: RepaymentWay;
  purpose: LoanPurpose;
  incomeShare: number;
  papers: readonly string[];
};

export const requireLender = ({ lender }: LendingDeps): void => {
  if (!lender.isOpen) throw new Refusal("loan.lender_closed");
};

/** Within the product and within what the merchant's own income carries. */
export const availableOf = (product: LoanProduct, limit: Money): Money<typeof LOAN_CURRENCY> => {
  const most = largestLoan(product).minor < limit.minor ? largestLoan(product).minor : limit.minor;
  return moneyOf(LOAN_CURRENCY, most >= smallestLoan(product).minor ? most : 0n);
};

function checkRequest({ product, amount, termMonths, way }: Input, limit: Money): void {
  const { terms, ways } = loanProduct(product);
  if (!terms.includes(termMonths) || !ways.includes(way)) throw new Refusal("loan.terms_unknown");
  if (amount.currency !== LOAN_CURRENCY) throw new Refusal("input.invalid", {}, { amount: "贷款以美元计" });
  const maximum = availableOf(product, limit);
  if (maximum.minor === 0n) throw new Refusal("loan.no_limit");
  if (amount.minor < smallestLoan(product).minor)
    throw new Refusal("loan.below_minimum", { minimum: moneyText(smallestLoan(product)) });
  if (amount.minor > maximum.minor) throw new Refusal("loan.above_maximum", { maximum: moneyText(maximum) });
}

/** Handed in: a reviewer looks first, then the lender. Nothing moves yet. */
export async function applyForLoan(
  deps: LendingDeps,
  ctx: MerchantContext,
  request: Input,
): Promise<{ id: string; state: LoanState }> {
  const { merchantId, now } = ctx;
  requireLender(deps);
  const papers = await namePapers(deps, merchantId, request.papers);
  const missing = papersNeeded(request.product).filter((needed) => !papers.some(({ paper }) => paper === needed));
  if (missing.length > 0) {
    throw new Refusal("loan.papers_missing", { missing: missing.map((paper) => LOAN_PAPERS[paper].label).join("、") });
  }
  const rate = await loanRateOf(deps, request.product, now);
  const scoreBeside = await readIncome(deps, merchantId, now);
  return ctx.once(async (tx) => {
    await holdApplications(tx, merchantId);
    // Two applications at once must not both be given the same room.
    const { score, reasons, limit } = await scoreBeside(tx);
    checkRequest(request, limit);
    if (request.product === "icbc" && !(await findCustomer(tx, merchantId)).joinedAt)
      throw new Refusal("icbc.not_joined");
    const known = await listOfProduct(tx, merchantId, request.product);
    const inTheWay: readonly LoanState[] = ["reviewing", "asked", "deciding", "approved", "drawing"];
    if (known.some(({ state }) => inTheWay.includes(state))) throw new Refusal("loan.another_open");
    const id = deps.ids.next();
    await insertLoan(tx, {
      merchantId,
      id,
      state: loanLifecycle.initial,
      product: request.product,
      asked: moneyOf(LOAN_CURRENCY, request.amount.minor),
      rate,
      termMonths: request.termMonths,
      way: request.way,
      purpose: request.purpose,
      incomeShare: request.incomeShare,
      score: { score, reasons },
      rail: deps.lender.name,
      reference: `LN${id.replaceAll("-", "").toUpperCase()}`,
      createdAt: now,
    });
    await insertPapers(tx, { merchantId, id }, papers, now);
    await deps.lifecycles.record(
      tx,
      loanLifecycle,
      { merchantId, id },
      { by: merchantActor(ctx), action: "apply", at: now },
    );
    return { id, state: loanLifecycle.initial };
  });
}

/** What was asked for, in the merchant's words and with further papers: a person looks at it again. */
export async function answerLoan(
  deps: LendingDeps,
  ctx: MerchantContext,
  { id, answer, papers: fileIds }: { id: string; answer: string; papers: readonly string[] },
): Promise<{ state: LoanState }> {
  const key = { merchantId: ctx.merchantId, id };
  const papers = await namePapers(deps, ctx.merchantId, fileIds);
  return ctx.once(async (tx) => {
    const by = merchantActor(ctx);
    const state = await deps.lifecycles.advance(tx, loanLifecycle, key, "answer", {
      by,
      at: ctx.now,
      set: { reason: null },
      note: answer,
    });
    await insertPapers(tx, key, papers, ctx.now);
    return { state };
  });
}

export const cancelLoan = (deps: LendingDeps, ctx: MerchantContext, id: string): Promise<{ state: LoanState }> =>
  ctx.once(async (tx) => {
    const key = { merchantId: ctx.merchantId, id };
    return {
      state: await deps.lifecycles.advance(tx, loanLifecycle, key, "cancel", { by: merchantActor(ctx), at: ctx.now }),
    };
  });
