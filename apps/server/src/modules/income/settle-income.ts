import { Refusal } from "@coralhub/contract";
import {
  EVIDENCE_DAYS,
  heldState,
  INCOME_HOLDS,
  momentText,
  moneyOf,
  moneyText,
  nextActorOf,
  withoutFullStop,
  type IncomeHold,
  type Money,
} from "@coralhub/domain";
import type { Tx } from "../../platform/db.ts";
import { findAccount } from "../accounts/index.ts";
import type { IncomeDeps } from "./deps.ts";
import { insertIncomeEvent } from "./income-events-store.ts";
import { collectionCode, creditPosting, returnPosting, returnReference } from "./income-postings.ts";
import { moveIncome, type Change, type Income } from "./incomes-store.ts";
import { payerText } from "./tell-merchant.ts";

export const RETURN_TOPIC = "receiving-bank.return";
const DAY_MS = 86_400_000;
/** Who did it, where it was a person. */
type By = { actor: string | null };

/** What it costs, by the price list in force; never more than there is. Asked before anything is locked. */
export async function feeOf(deps: IncomeDeps, { merchantId, accountId, amount }: Income): Promise<Money> {
  const account = await findAccount(deps.database.db, { merchantId, id: accountId });
  const { total } = await deps.ledger.prices.fee({ business: "collection", amount, corridor: account!.country });
  const minor = total.minor < amount.minor ? total.minor : amount.minor;
  return moneyOf(amount.currency, minor > 0n ? minor : 0n);
}

/** The hold ends and the money is the merchant's, less the fee. The caller holds the lock on the payment. */
export async function creditIncome(
  deps: IncomeDeps,
  tx: Tx,
  income: Income,
  { fee, change, note, actor }: { fee: Money; change: Omit<Change, "at">; note: string | null } & By,
): Promise<void> {
  const at = deps.clock.now();
  const finalPostingId = deps.ids.next();
  const moved = await moveIncome(tx, income, "credit", {
    ...change,
    at,
    finalPostingId,
    feeMinor: fee.minor,
    dueAt: null,
  });
  if (!moved) throw new Refusal("state.changed");
  const posting = await creditPosting(tx, income, income.holdPostingId!, fee);
  const [receipt] = await deps.ledger.postIn(tx, [{ ...posting, id: finalPostingId }]);
  const account = collectionCode(income);
  const line = receipt!.lines.findLast(({ to }) => to === account);
  await insertIncomeEvent(tx, income, deps.ids.next(), { action: "credit", note, actor, at });
  await deps.sendMessage(tx, {
    event: "income.credited",
    merchantId: income.merchantId,
    data: {
      incomeId: income.id,
      from: payerText({ ...income, ...(change.platform !== undefined && { platform: change.platform }) }),
      amount: moneyText(moneyOf(income.amount.currency, income.amount.minor - fee.minor)),
      balance: line ? moneyText(line.toBalance) : moneyText(await deps.ledger.balance(income.merchantId, account, tx)),
    },
  });
}

/** It stays held, and says why, what is missing and until when. */
export async function holdIncome(
  deps: IncomeDeps,
  tx: Tx,
  income: Income,
  hold: IncomeHold,
  change: Pick<Change, "storeId" | "platform"> = {},
): Promise<void> {
  const at = deps.clock.now();
  const state = heldState(hold);
  const { label, missing } = INCOME_HOLDS[hold];
  const merchants = nextActorOf(state, hold) === "merchant";
  const dueAt = merchants ? new Date(at.getTime() + EVIDENCE_DAYS * DAY_MS) : null;
  const action = state === "abnormal" ? "flag" : "askEvidence";
  if (!(await moveIncome(tx, income, action, { ...change, at, hold, holdNote: null, dueAt }))) {
    throw new Refusal("state.changed");
  }
  const note = `${label}，${merchants ? `请提供${missing}` : `等待${missing}`}`;
  await insertIncomeEvent(tx, income, deps.ids.next(), { action, note, actor: null, at });
  const { merchantId, id: incomeId } = income;
  const amount = moneyText(income.amount);
  const from = `付款方 ${income.payerName}`;
  await deps.sendMessage(
    tx,
    dueAt
      ? {
          event: "income.held",
          merchantId,
          data: { incomeId, amount, reason: label, detail: from, due: momentText(dueAt) },
        }
      : { event: "income.watched", merchantId, data: { incomeId, amount, reason: label, from } },
  );
}

/** The hold ends and all of it goes back; the bank is told through the outbox. */
export async function giveBackIncome(
  deps: IncomeDeps,
  tx: Tx,
  income: Income,
  { reason, decidedBy }: { reason: string; decidedBy: string },
): Promise<void> {
  const at = deps.clock.now();
  const finalPostingId = deps.ids.next();
  if (!(await moveIncome(tx, income, "giveBack", { at, finalPostingId, decidedBy, dueAt: null }))) {
    throw new Refusal("state.changed");
  }
  const posting = await returnPosting(tx, income, income.holdPostingId!);
  await deps.ledger.postIn(tx, [{ ...posting, id: finalPostingId }]);
  await insertIncomeEvent(tx, income, deps.ids.next(), { action: "giveBack", note: reason, actor: null, at });
  await instructReturn(deps, tx, { ...income, reason });
  await deps.sendMessage(tx, {
    event: "income.returned",
    merchantId: income.merchantId,
    data: {
      incomeId: income.id,
      amount: moneyText(income.amount),
      from: income.payerName,
      reason: `${withoutFullStop(reason)}。`,
    },
  });
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
