import { Refusal } from "@coralhub/contract";
import { addressOf, LOAN_CURRENCY, moneyOf, normaliseMobile, type Address } from "@coralhub/domain";
import type { MerchantContext } from "../../platform/context.ts";
import { openCell, sealCell } from "../../platform/sealed-cells.ts";
import { availableOf } from "./apply-for-loan.ts";
import type { LendingDeps } from "./deps.ts";
import { standingOf } from "./describe-loans.ts";
import { askLender } from "./hear-lender.ts";
import { findCustomer, setCard, type IcbcCustomer } from "./icbc-store.ts";
import { claimAsk, findLoan, listOfProduct, type Loan } from "./loans-store.ts";
import { readPlan } from "./plans-store.ts";
import { scoreMerchant } from "./score-merchant.ts";
import { ASKED_LATELY_MS, requireJoined, uploadStanding } from "./tell-icbc.ts";

const usd = (minor: bigint) => moneyOf(LOAN_CURRENCY, minor);

const CARD = "icbc_customer.card_no";
const cardOf = async (deps: LendingDeps, merchantId: string, { cardNo, cardOpenedAt }: IcbcCustomer) =>
  cardNo && cardOpenedAt
    ? {
        cardNo: openCell(deps.secrets, CARD, [merchantId], cardNo),
        holder: (await deps.certifiedAs(merchantId))?.name ?? "",
        openedAt: cardOpenedAt,
      }
    : null;

export async function financeStatus(deps: LendingDeps, { merchantId, now }: MerchantContext) {
  const customer = await findCustomer(deps.database.db, merchantId);
  return {
    joined: customer.joinedAt !== null,
    joinedAt: customer.joinedAt,
    user: await uploadStanding(deps, merchantId, "user", now),
    orders: await uploadStanding(deps, merchantId, "orders", now),
    card: await cardOf(deps, merchantId, customer),
  };
}

/** The number under which ICBC pays out to and takes from the merchant's wallet; made once. */
export async function insertFinanceCard(deps: LendingDeps, ctx: MerchantContext) {
  await requireJoined(deps, ctx.merchantId);
  const number = BigInt(`0x${deps.ids.next().replaceAll("-", "").slice(-12)}`)
    .toString()
    .padStart(15, "0")
    .slice(-12);
  await ctx.once((tx) =>
    setCard(tx, ctx.merchantId, sealCell(deps.secrets, CARD, [ctx.merchantId], `RZ${number}`), ctx.now),
  );
  return (await cardOf(deps, ctx.merchantId, await findCustomer(deps.database.db, ctx.merchantId)))!;
}

export async function creditOf(deps: LendingDeps, { merchantId, now }: MerchantContext) {
  const [customer, { score, limit }, loans] = await Promise.all([
    findCustomer(deps.database.db, merchantId),
    scoreMerchant(deps, merchantId, now),
    listOfProduct(deps.database.db, merchantId, "icbc"),
  ]);
  const used = loans.reduce((sum, { outstanding }) => sum + outstanding, 0n);
  const available = customer.joinedAt ? availableOf("icbc", limit).minor : 0n;
  return {
    joined: customer.joinedAt !== null,
    limit: usd(available + used),
    used: usd(used),
    available: usd(available),
    score,
  };
}

export async function userByMobile(deps: LendingDeps, { merchantId, now }: MerchantContext, mobile: string) {
  const { db } = deps.database;
  const [recipient, customer, holder] = await Promise.all([
    deps.recipientOf(db, merchantId),
    findCustomer(db, merchantId),
    deps.certifiedAs(merchantId),
  ]);
  if (recipient.mobile !== normaliseMobile(mobile)) throw new Refusal("icbc.other_user");
  const { state: user } = await uploadStanding(deps, merchantId, "user", now);
  return { name: holder?.name ?? "", joined: customer.joinedAt !== null, user };
}

const loanOf = async (deps: LendingDeps, loan: Loan, now: Date) => ({
  id: loan.id,
  state: loan.state,
  amount: loan.amount,
  outstanding: usd(loan.outstanding),
  due: standingOf(loan, await readPlan(deps.database.db, loan), now).due,
  rate: loan.rate,
  createdAt: loan.createdAt,
});
export const icbcLoans = async (deps: LendingDeps, { merchantId, now }: MerchantContext) =>
  Promise.all((await listOfProduct(deps.database.db, merchantId, "icbc")).map((loan) => loanOf(deps, loan, now)));

async function requireIcbcLoan(deps: LendingDeps, merchantId: string, id: string): Promise<Loan> {
  const loan = await findLoan(deps.database.db, { merchantId, id });
  if (loan?.product !== "icbc") throw new Refusal("not_found");
  return loan;
}
export async function icbcResult(deps: LendingDeps, { merchantId, now }: MerchantContext, id: string) {
  const seen = await requireIcbcLoan(deps, merchantId, id);
  const isWaiting = seen.state === "deciding" || seen.state === "drawing";
  const lately = new Date(now.getTime() - ASKED_LATELY_MS);
  if (isWaiting && deps.lender.isOpen && (await claimAsk(deps.database.db, seen, lately, now))) {
    // The bank out of reach is no reason not to show what is known.
    await askLender(deps, { merchantId, id }).catch((error: unknown) =>
      deps.log.warn({ err: error, loanId: id }, "the lender did not say where a loan stands"),
    );
  }
  const loan = await requireIcbcLoan(deps, merchantId, id);
  return { ...(await loanOf(deps, loan, now)), reason: loan.reason };
}
export async function linkRepay(deps: LendingDeps, { merchantId, now }: MerchantContext, id: string) {
  const loan = await requireIcbcLoan(deps, merchantId, id);
  const { due, payoff } = standingOf(loan, await readPlan(deps.database.db, loan), now);
  return { url: addressOf("loan", { id }), due, payoff };
}

type Step = "join" | "apply" | "answer" | "sign" | "repay" | "wait";
const STEP_OF: Partial<Record<Loan["state"], Step>> = {
  asked: "answer",
  approved: "sign",
  active: "repay",
  overdue: "repay",
};
/** The page on which the merchant's part continues. */
export async function pageJump(
  deps: LendingDeps,
  { merchantId }: MerchantContext,
): Promise<{ step: Step; url: Address }> {
  const { db } = deps.database;
  const [customer, loans] = await Promise.all([findCustomer(db, merchantId), listOfProduct(db, merchantId, "icbc")]);
  const open = loans.find(({ state }) => !["closed", "declined", "cancelled"].includes(state));
  if (open) return { step: STEP_OF[open.state] ?? "wait", url: addressOf("loan", { id: open.id }) };
  return customer.joinedAt
    ? { step: "apply", url: addressOf("loans", { product: "icbc" }) }
    : { step: "join", url: addressOf("icbcFinance") };
}
