import { moneyText, type NoticeOutcome } from "@coralhub/domain";
import type { Tx } from "../../platform/db.ts";
import type { Payment } from "../../rails/receiving-bank/index.ts";
import { findAccount, findByNumber, type ReceivingAccount } from "./accounts-store.ts";
import type { CollectionsDeps } from "./deps.ts";
import { insertIncomeEvent } from "./income-events-store.ts";
import { arrivalPosting, unclaimedPosting } from "./income-postings.ts";
import {
  claimReference,
  findReference,
  insertIncome,
  lockIncome,
  moveIncome,
  type Income,
  type IncomeKey,
  type NewIncome,
} from "./incomes-store.ts";
import { accountName, momentText } from "./tell-merchant.ts";
import { insertUnclaimed } from "./unclaimed-store.ts";

/** What a notice did, and the payment the rules should now look at. */
export type Received = { outcome: NoticeOutcome; judge?: IncomeKey };
const REPEATED: Received = { outcome: "repeated" };

/** The bank tells of money on its way: nothing in the books yet. */
export function announceIncome(deps: CollectionsDeps, payment: Payment, expectedAt: Date | null): Promise<Received> {
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
      },
    });
    return { outcome: "announced" };
  });
}

/** The money is there: posted to a hold at once and once, whether or not anybody had announced it. */
export function receiveIncome(deps: CollectionsDeps, payment: Payment): Promise<Received> {
  return deps.database.transaction(async (tx) => {
    const account = await accountOf(deps, tx, payment);
    if (!account) return receiveUnclaimed(deps, tx, payment);
    const fresh = newIncome(deps, account, payment, null);
    if (await begin(deps, tx, fresh)) return arrive(deps, tx, fresh);
    const known = await findReference(tx, deps.bank.name, payment.reference);
    // Once unclaimed and not yet assigned: what is known of it is at the desk.
    if (known?.ownerId == null) return REPEATED;
    const income = await lockIncome(tx, { merchantId: known.ownerId, id: known.incomeId });
    return income?.state === "announced" ? arrive(deps, tx, income) : REPEATED;
  });
}

async function accountOf(deps: CollectionsDeps, tx: Tx, payment: Payment): Promise<ReceivingAccount | undefined> {
  const key = await findByNumber(tx, deps.bank.name, payment.accountNumber);
  const account = key && (await findAccount(tx, key));
  // Another currency than the account's is nobody's business to guess: the desk looks at it.
  return account?.currency === payment.amount.currency ? account : undefined;
}

const newIncome = (
  { ids, clock, bank }: CollectionsDeps,
  { merchantId, id: accountId }: ReceivingAccount,
  { reference, amount, payer, remittance }: Payment,
  expectedAt: Date | null,
): NewIncome => ({
  merchantId,
  id: ids.next(),
  accountId,
  payerName: payer.name,
  payerCountry: payer.country,
  payerAccount: payer.account,
  remittance,
  amount,
  rail: bank.name,
  reference,
  announcedAt: clock.now(),
  expectedAt,
});

/** False where the reference is known: whoever comes second waits here until the first has committed. */
async function begin(deps: CollectionsDeps, tx: Tx, income: NewIncome): Promise<boolean> {
  const whose = { ownerId: income.merchantId, incomeId: income.id };
  if (!(await claimReference(tx, income, whose))) return false;
  await insertIncome(tx, income);
  await insertIncomeEvent(tx, income, deps.ids.next(), {
    action: "announce",
    note: income.payerName,
    actor: null,
    at: income.announcedAt,
  });
  return true;
}

/** What the bank said first counts: a later notice with another amount changes nothing here, and reconciliation sees it. */
async function arrive(deps: CollectionsDeps, tx: Tx, income: NewIncome | Income): Promise<Received> {
  const { merchantId, id } = income;
  const at = deps.clock.now();
  const holdPostingId = deps.ids.next();
  if (!(await moveIncome(tx, income, "arrive", { at, holdPostingId }))) return REPEATED;
  await deps.ledger.postIn(tx, [arrivalPosting(income, holdPostingId)]);
  await insertIncomeEvent(tx, income, deps.ids.next(), { action: "arrive", note: null, actor: null, at });
  return { outcome: "arrived", judge: { merchantId, id } };
}

async function receiveUnclaimed(deps: CollectionsDeps, tx: Tx, payment: Payment): Promise<Received> {
  const { reference, accountNumber, amount, payer, remittance } = payment;
  const [id, postingId] = [deps.ids.next(), deps.ids.next()];
  const rail = deps.bank.name;
  if (!(await claimReference(tx, { rail, reference }, { ownerId: null, incomeId: id }))) return REPEATED;
  const unclaimed = { id, rail, reference, accountNumber, amount, remittance };
  const who = { payerName: payer.name, payerCountry: payer.country, payerAccount: payer.account };
  await insertUnclaimed(tx, { ...unclaimed, ...who, arrivedAt: deps.clock.now(), postingId });
  await deps.ledger.postIn(tx, [unclaimedPosting(unclaimed, postingId)]);
  return { outcome: "unclaimed" };
}
