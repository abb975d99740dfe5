import {
  EVIDENCE_DAYS,
  heldState,
  INCOME_HOLDS,
  incomeLifecycle,
  momentText,
  moneyOf,
  moneyText,
  nextActorOf,
  withoutFullStop,
  type IncomeAction,
  type IncomeHold,
  type Money,
} from "@coralhub/domain";
import type { Tx } from "../../platform/db.ts";
import { SYSTEM, type Actor, type Change, type Message } from "../../platform/lifecycle-engine.ts";
import { findAccount } from "../accounts/index.ts";
import type { Receipt } from "../ledger/index.ts";
import type { IncomeDeps } from "./deps.ts";
import { collectionCode, creditPosting, returnPosting, returnReference } from "./income-postings.ts";
import { keyOf, type Income } from "./incomes-store.ts";
import { payerText } from "./tell-merchant.ts";

export const RETURN_TOPIC = "receiving-bank.return";
const DAY_MS = 86_400_000;
/** What the rules or a person found out beside the decision itself. */
export type Found = { storeId?: string | null; platform?: string | null; decidedBy?: string };

export async function feeOf(deps: IncomeDeps, { merchantId, accountId, amount }: Income): Promise<Money> {
  const account = await findAccount(deps.database.db, { merchantId, id: accountId });
  return feeFor(deps, amount, account!.country);
}

/** What it costs, by the price list in force; never more than there is. Asked before anything is locked. */
export async function feeFor(deps: Pick<IncomeDeps, "ledger">, amount: Money, corridor: string): Promise<Money> {
  const { total } = await deps.ledger.prices.fee({ business: "collection", amount, corridor });
  const minor = total.minor < amount.minor ? total.minor : amount.minor;
  return moneyOf(amount.currency, minor > 0n ? minor : 0n);
}

/** What becomes of a payment: the move it makes, what changes with it, and what its owner is told. */
export type Settlement = {
  action: IncomeAction;
  set: NonNullable<Change<IncomeColumn>["set"]>;
  note: string | null;
  message: Message;
};
type IncomeColumn = (typeof incomeLifecycle)["stored"]["columns"][number];
type Settled = Pick<Income, "id" | "accountId" | "amount" | "payerName" | "platform">;

/** The hold ends and the money is the merchant's, less the fee. */
export function creditOf(
  income: Settled,
  { fee, found, balance, finalPostingId }: { fee: Money; found: Found; balance: Money; finalPostingId: string },
): Settlement {
  const data = {
    incomeId: income.id,
    from: payerText({ ...income, ...(found.platform !== undefined && { platform: found.platform }) }),
    amount: moneyText(moneyOf(income.amount.currency, income.amount.minor - fee.minor)),
    balance: moneyText(balance),
  };
  const set = { ...found, finalPostingId, feeMinor: fee.minor, evidenceDueAt: null };
  return { action: "credit", set, note: null, message: { event: "income.credited", data } };
}

/** It stays held, and says why, what is missing and until when. */
export function holdOf(income: Settled, hold: IncomeHold, at: Date, found: Found = {}): Settlement {
  const state = heldState(hold);
  const { label, missing } = INCOME_HOLDS[hold];
  const merchants = nextActorOf(state, hold) === "merchant";
  const dueAt = merchants ? new Date(at.getTime() + EVIDENCE_DAYS * DAY_MS) : null;
  const about = { incomeId: income.id, amount: moneyText(income.amount), reason: label };
  const from = `付款方 ${income.payerName}`;
  return {
    action: state === "abnormal" ? "flag" : "askEvidence",
    set: { ...found, hold, holdNote: null, evidenceDueAt: dueAt },
    note: `${label}，${merchants ? `请提供${missing}` : `等待${missing}`}`,
    message: dueAt
      ? { event: "income.held", data: { ...about, detail: from, due: momentText(dueAt) } }
      : { event: "income.watched", data: { ...about, from } },
  };
}

/** What the account holds after a credit, as the books have just written it; undefined where nothing came to it. */
const balanceAfter = (income: Pick<Income, "accountId" | "amount">, receipt: Receipt): Money | undefined => {
  const account = collectionCode(income);
  return receipt.lines.findLast(({ to }) => to === account)?.toBalance;
};

/** The caller holds the lock on the payment. */
export async function creditIncome(
  deps: IncomeDeps,
  tx: Tx,
  income: Income,
  { fee, by, found }: { fee: Money; by: Actor; found: Found },
): Promise<void> {
  const finalPostingId = deps.ids.next();
  const [receipt] = await deps.ledger.postIn(tx, [creditPosting(income, fee, finalPostingId)]);
  const balance =
    balanceAfter(income, receipt!) ?? (await deps.ledger.balance(income.merchantId, collectionCode(income), tx));
  await settle(deps, tx, income, creditOf(income, { fee, found, balance, finalPostingId }), by);
}

export const holdIncome = (
  deps: IncomeDeps,
  tx: Tx,
  income: Income,
  hold: IncomeHold,
  found: Pick<Found, "storeId" | "platform"> = {},
): Promise<void> => settle(deps, tx, income, holdOf(income, hold, deps.clock.now(), found), SYSTEM);

async function settle(deps: IncomeDeps, tx: Tx, income: Income, settlement: Settlement, by: Actor): Promise<void> {
  const { action, ...change } = settlement;
  await deps.lifecycles.advance(tx, incomeLifecycle, keyOf(income), action, { by, at: deps.clock.now(), ...change });
}

/** The hold ends and all of it goes back; the bank is told through the outbox. */
export async function giveBackIncome(
  deps: IncomeDeps,
  tx: Tx,
  income: Income,
  { reason, by, decidedBy }: { reason: string; by: Actor; decidedBy: string },
): Promise<void> {
  const at = deps.clock.now();
  const finalPostingId = deps.ids.next();
  await deps.ledger.postIn(tx, [returnPosting(income, finalPostingId)]);
  const data = {
    incomeId: income.id,
    amount: moneyText(income.amount),
    from: income.payerName,
    reason: `${withoutFullStop(reason)}。`,
  };
  await deps.lifecycles.advance(tx, incomeLifecycle, keyOf(income), "giveBack", {
    by,
    at,
    set: { finalPostingId, decidedBy, evidenceDueAt: null },
    note: reason,
    message: { event: "income.returned", data },
  });
  await instructReturn(deps, tx, { ...income, reason });
}

/** The bank's part of a return; `reference` makes it one return however often it is sent. */
export const instructReturn = (
  { outbox }: IncomeDeps,
  tx: Tx,
  income: { merchantId?: string; reference: string; amount: Money; reason: string },
): Promise<void> => {
  const { reference, amount, reason, merchantId = null } = income;
  return outbox.enqueue(tx, {
    topic: RETURN_TOPIC,
    reference: returnReference(income),
    merchantId,
    payload: { reference, currency: amount.currency, minor: amount.minor.toString(), reason },
  });
};
