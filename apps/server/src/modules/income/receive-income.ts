import { Refusal } from "@coralhub/contract";
import { accountName, hasArrived, incomeLifecycle, momentText, moneyText, type NoticeOutcome } from "@coralhub/domain";
import type { Tx } from "../../platform/db.ts";
import { RAIL } from "../../platform/lifecycle-engine.ts";
import type { Payment } from "../../rails/receiving-bank/index.ts";
import { findByNumber, lockTakingAccount, type ReceivingAccount } from "../accounts/index.ts";
import type { IncomeDeps } from "./deps.ts";
import { sealPayer, sealUnclaimedPayer } from "./payer-account.ts";
import type { IncomeStep } from "./income-events-store.ts";
import { arrivalPosting, unclaimedPosting } from "./income-postings.ts";
import {
  claimReference,
  findReference,
  insertIncome,
  lockIncome,
  keyOf,
  takeReference,
  type Income,
  type IncomeKey,
  type NewIncome,
} from "./incomes-store.ts";
import { insertUnclaimed } from "./unclaimed-store.ts";

/** What a notice did, and the payment the rules should now look at. */
export type Received = { outcome: NoticeOutcome; judge?: IncomeKey };
const REPEATED: Received = { outcome: "repeated" };

/** The bank tells of money on its way: nothing in the books yet. */
export function announceIncome(deps: IncomeDeps, payment: Payment, expectedAt: Date | null): Promise<Received> {
  return deps.database.transaction(async (tx) => {
    const account = await accountOf(deps, tx, payment);
    // Nobody's account: there is nothing to announce to anybody. The money itself will be seen when it comes.
    if (!account) return { outcome: "unclaimed" };
    const income = newIncome(deps, account, payment, expectedAt);
    if (!(await begin(deps, tx, income))) return REPEATED;
    await deps.sendMessage(tx, {
      event: "income.inTransit",
      merchantId: account.merchantId,
      data: {
        from: payment.payer.name,
        amount: moneyText(payment.amount),
        eta: expectedAt ? momentText(expectedAt) : "1 到 3 个工作日内",
        account: accountName(account),
        incomeId: income.id,
      },
    });
    return { outcome: "announced" };
  });
}

/** The money is there: posted to a hold at once and once, whether or not anybody had announced it. */
export function receiveIncome(deps: IncomeDeps, payment: Payment): Promise<Received> {
  return deps.database.transaction(async (tx) => {
    const account = await accountOf(deps, tx, payment);
    const fresh = account && newIncome(deps, account, payment, null);
    if (fresh && (await begin(deps, tx, fresh))) return arrive(deps, tx, fresh);
    const unclaimedId = deps.ids.next();
    if (!fresh && (await claimReference(tx, railed(deps, payment), { ownerId: null, incomeId: unclaimedId }))) {
      return recordUnclaimed(deps, tx, unclaimedId, payment);
    }
    const known = await findReference(tx, deps.bank.name, payment.reference);
    // Once unclaimed and not yet assigned: what is known of it is at the desk.
    if (known?.ownerId == null) return REPEATED;
    const income = await lockIncome(tx, { merchantId: known.ownerId, id: known.incomeId });
    return income && !hasArrived(income.state) ? arriveAnnounced(deps, tx, income, payment, account) : REPEATED;
  });
}

/** An announcement is a promise: what came, from whom and onto which account, is what counts. Banks on the way take their part. */
async function arriveAnnounced(
  deps: IncomeDeps,
  tx: Tx,
  income: Income,
  payment: Payment,
  cameTo: ReceivingAccount | undefined,
): Promise<Received> {
  const { amount, payer } = payment;
  // In another currency it is not what was announced: the bank has to say which of the two is wrong.
  if (amount.currency !== income.amount.currency) throw new Refusal("bank.notice_wrong", { problem: "amount" });
  const { merchantId } = income;
  // Under a strange number it is the announced payment.
  const account = cameTo ?? (await lockTakingAccount(tx, { merchantId, id: income.accountId }));
  // Closed since, or announced to one merchant and come to another: people find out whose it is.
  if (account?.merchantId !== merchantId) {
    const unclaimedId = deps.ids.next();
    return (await takeReference(tx, income, unclaimedId)) ? recordUnclaimed(deps, tx, unclaimedId, payment) : REPEATED;
  }
  const notes = [
    ...(amount.minor === income.amount.minor
      ? []
      : [`通知金额 ${moneyText(income.amount)}，实际到账 ${moneyText(amount)}`]),
    ...(account.id === income.accountId ? [] : [`实际到账账户 ${account.accountNumber}`]),
  ];
  const who = {
    payerName: payer.name,
    payerCountry: payer.country,
    payerAccount: sealPayer(deps, keyOf(income), payer.account),
  };
  return arrive(deps, tx, { ...income, ...who, amount, accountId: account.id }, notes.join("；") || null);
}

async function accountOf(deps: IncomeDeps, tx: Tx, payment: Payment): Promise<ReceivingAccount | undefined> {
  const key = await findByNumber(tx, deps.bank.name, payment.accountNumber);
  const account = key && (await lockTakingAccount(tx, key));
  // Another currency than the account's is nobody's business to guess: the desk looks at it.
  return account?.currency === payment.amount.currency ? account : undefined;
}

const railed = ({ bank }: IncomeDeps, { reference }: Payment) => ({ rail: bank.name, reference });

export const newIncome = (
  deps: IncomeDeps,
  { merchantId, id: accountId }: ReceivingAccount,
  { reference, amount, payer, remittance }: Payment,
  expectedAt: Date | null,
): NewIncome => {
  const { ids, clock, bank } = deps;
  const key = { merchantId, id: ids.next() };
  return {
    ...key,
    accountId,
    payerName: payer.name,
    payerCountry: payer.country,
    payerAccount: sealPayer(deps, key, payer.account),
    remittance,
    amount,
    rail: bank.name,
    reference,
    announcedAt: clock.now(),
    expectedAt,
  };
};

/** False where the reference is known: whoever comes second waits here until the first has committed. */
async function begin(deps: IncomeDeps, tx: Tx, income: NewIncome): Promise<boolean> {
  const whose = { ownerId: income.merchantId, incomeId: income.id };
  if (!(await claimReference(tx, income, whose))) return false;
  await insertIncome(tx, income);
  await deps.lifecycles.record(tx, incomeLifecycle, keyOf(income), {
    action: "announce" satisfies IncomeStep,
    by: RAIL,
    note: income.payerName,
    at: income.announcedAt,
  });
  return true;
}

async function arrive(
  deps: IncomeDeps,
  tx: Tx,
  income: NewIncome | Income,
  note: string | null = null,
): Promise<Received> {
  const { merchantId, id } = income;
  const at = deps.clock.now();
  const holdPostingId = deps.ids.next();
  const { accountId, amount, payerName, payerCountry, payerAccount } = income;
  // As the bank has it in the end.
  const came = { receivingAccountId: accountId, amountMinor: amount.minor, payerName, payerCountry, payerAccount };
  const set = { ...came, holdPostingId, arrivedAt: at };
  const change = { by: RAIL, at, set, note };
  if (!(await deps.lifecycles.tryAdvance(tx, incomeLifecycle, { merchantId, id }, "arrive", change))) return REPEATED;
  await deps.ledger.postIn(tx, [arrivalPosting(income, holdPostingId)]);
  return { outcome: "arrived", judge: { merchantId, id } };
}

/** It lies in suspense until two people say whose it is. */
async function recordUnclaimed(deps: IncomeDeps, tx: Tx, id: string, payment: Payment): Promise<Received> {
  const { accountNumber, amount, payer, remittance } = payment;
  const postingId = deps.ids.next();
  const unclaimed = { id, ...railed(deps, payment), accountNumber, amount, remittance };
  const account = sealUnclaimedPayer(deps, id, payer.account);
  const who = { payerName: payer.name, payerCountry: payer.country, payerAccount: account };
  await insertUnclaimed(tx, { ...unclaimed, ...who, arrivedAt: deps.clock.now(), postingId });
  await deps.ledger.postIn(tx, [unclaimedPosting(unclaimed, postingId)]);
  return { outcome: "unclaimed" };
}
