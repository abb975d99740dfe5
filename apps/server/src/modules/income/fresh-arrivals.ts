import { incomeLifecycle, type CertificationKind, type Money } from "@coralhub/domain";
import { setTimeout as sleep } from "node:timers/promises";
import { createCoalescer } from "../../platform/coalescer.ts";
import type { Tx } from "../../platform/db.ts";
import { RAIL, SYSTEM, type Entrance } from "../../platform/lifecycle-engine.ts";
import type { Payment } from "../../rails/receiving-bank/index.ts";
import { listBoundStores, listByNumber, lockTakingAccounts, type ReceivingAccount } from "../accounts/index.ts";
import type { Posting, Receipt } from "../ledger/index.ts";
import type { IncomeDeps } from "./deps.ts";
import type { IncomeStep } from "./income-events-store.ts";
import { arrivalPosting, chargePosting, collectionCode, passedPosting } from "./income-postings.ts";
import { claimReferences, keyOf, listKnown, type NewIncome } from "./incomes-store.ts";
import { judgePayment, screenPayer, type Asked } from "./judge-income.ts";
import { newIncome, type Received } from "./receive-income.ts";
import { creditOf, feeFor, holdOf, type Settlement } from "./settle-income.ts";

/**
 * The common case of money coming in: nobody has told of the payment before, and the number is somebody's. Undefined where
 * it is not so; nothing has happened then.
 */
export type TakeFresh = (payment: Payment) => Promise<Received | undefined>;

/** What was read of a payment before anything is locked. */
type Seen = { account: ReceivingAccount; certifiedAs: CertificationKind | null };
type Arrival = { payment: Payment; account: ReceivingAccount; asked: (Asked & { fee: Money }) | null };

/** How long the bank's notice waits for the lists: the money is in the books by then, whether or not they have answered. */
const PATIENCE_MS = 1_000;

/**
 * A payment arrives, is judged and credited or held in one step. The steps of many callers commit together: what each of them
 * needs is read for all of them at once, the lists are asked with nothing locked, and one transaction of a few statements
 * writes references, postings, payments, timelines and messages. Each is answered by itself.
 */
export function createFreshArrivals(deps: IncomeDeps): TakeFresh {
  const look = createCoalescer<Payment, Seen | undefined>({ name: "arrivals", work: (batch) => lookAt(deps, batch) });
  const commit = createCoalescer<Arrival, Received | undefined>({
    name: "arrivals",
    work: (batch) => deps.database.transaction((tx) => commitArrivals(deps, tx, batch)),
    // Nothing of a batch that failed has taken effect.
    aloneAfterFailure: true,
  });
  return async (payment) => {
    const seen = await look(payment);
    return seen && commit({ payment, account: seen.account, asked: await ask(deps, payment, seen) });
  };
}

async function lookAt(deps: IncomeDeps, payments: readonly Payment[]): Promise<(Seen | undefined)[]> {
  const { db } = deps.database;
  const { name } = deps.bank;
  const numbers = [...new Set(payments.map(({ accountNumber }) => accountNumber))];
  const references = payments.map(({ reference }) => reference);
  const [accounts, known] = await Promise.all([listByNumber(db, name, numbers), listKnown(db, name, references)]);
  const owners = [...new Set(Array.from(accounts.values(), ({ merchantId }) => merchantId))];
  const kinds = await deps.certifiedKinds(owners);
  return payments.map(({ accountNumber, reference }) => {
    const account = accounts.get(accountNumber);
    if (!account || known.has(reference)) return undefined;
    return { account, certifiedAs: kinds.get(account.merchantId) ?? null };
  });
}

/** Null where the lists or the prices do not answer in time: then the rules look when it is in the books. */
async function ask(deps: IncomeDeps, payment: Payment, { account, certifiedAs }: Seen): Promise<Arrival["asked"]> {
  const answered = new AbortController();
  const { name: payerName, country: payerCountry } = payment.payer;
  const answers = Promise.all([
    screenPayer(deps, { payerName, payerCountry }),
    feeFor(deps, payment.amount, account.country),
  ]).then(
    ([hit, fee]) => ({ certifiedAs, hit, fee }),
    () => null,
  );
  const late = sleep(PATIENCE_MS, null, { signal: answered.signal }).catch(() => null);
  return Promise.race([answers, late]).finally(() => answered.abort());
}

/** One of the batch as it will be written, and what it means in the books. */
type Step = { income: NewIncome; arrivalId: string; settled: Settled; postings: Posting[] };
type Settled =
  | { as: "credited"; fee: Money; found: Found }
  | { as: "held"; settlement: Settlement }
  | { as: "reviewing" };
type Found = { storeId: string | null; platform: string | null };

async function commitArrivals(
  deps: IncomeDeps,
  tx: Tx,
  arrivals: readonly Arrival[],
): Promise<(Received | undefined)[]> {
  const keys = new Map(arrivals.map(({ account }) => [account.id, keyOf(account)]));
  // Until the commit the accounts stay as they are, and nobody takes their stores away.
  const accounts = new Map((await lockTakingAccounts(tx, [...keys.values()])).map((account) => [account.id, account]));
  const stores = Map.groupBy(await listBoundStores(tx, [...keys.values()]), ({ accountId }) => accountId);
  const incomes = arrivals.map(({ payment, account }) => {
    const now = accounts.get(account.id);
    // Another currency than the account's is nobody's business to guess: the desk looks at it.
    return now?.currency === payment.amount.currency ? newIncome(deps, now, payment, null) : undefined;
  });
  const first = await claimReferences(
    tx,
    incomes.filter((income) => income !== undefined),
  );
  const steps = incomes.map((income, place): Step | undefined => {
    if (!income || !first.has(income.id)) return undefined;
    const { state } = accounts.get(income.accountId)!;
    const { asked } = arrivals[place]!;
    return decide(deps, income, asked, { account: state, stores: stores.get(income.accountId) ?? [] });
  });
  const going = steps.filter((step) => step !== undefined);
  const receipts = await deps.ledger.postIn(
    tx,
    going.flatMap(({ postings }) => postings),
  );
  const byPosting = new Map(receipts.map((receipt) => [receipt.postingId, receipt]));
  await deps.lifecycles.enterMany(
    tx,
    incomeLifecycle,
    going.map((step) => entranceOf(step, byPosting)),
  );
  return steps.map(
    (step): Received | undefined =>
      step && { outcome: "arrived", ...(step.settled.as === "reviewing" && { judge: keyOf(step.income) }) },
  );
}

type Standing = Omit<Parameters<typeof judgePayment>[2], "asked" | "assigned">;

/** The rules' word, as far as everybody has answered; nothing here waits. */
function decide(deps: IncomeDeps, income: NewIncome, asked: Arrival["asked"], standing: Standing): Step {
  const arrivalId = deps.ids.next();
  const step = { income, arrivalId };
  const held = [arrivalPosting(income, arrivalId)];
  if (!asked) return { ...step, settled: { as: "reviewing" }, postings: held };
  const { hold, ...found } = judgePayment(deps, { ...income, storeId: null }, { ...standing, asked, assigned: false });
  if (hold !== null) {
    const settlement = holdOf({ ...income, platform: null }, hold, income.announcedAt, found);
    return { ...step, settled: { as: "held", settlement }, postings: held };
  }
  const { fee } = asked;
  const charge = fee.minor === 0n ? [] : [chargePosting(income, fee, deps.ids.next())];
  return {
    ...step,
    settled: { as: "credited", fee, found },
    postings: [passedPosting(income, arrivalId), ...charge],
  };
}

/** The payment with all that has happened to it: arrived, and what the rules made of it. How it began its own row says. */
function entranceOf(step: Step, receipts: ReadonlyMap<string, Receipt>): Entrance {
  const { income, arrivalId, settled } = step;
  const { merchantId, id, accountId, amount, reference, announcedAt: at, ...rest } = income;
  const settlement = settlementOf(step, receipts);
  return {
    key: { merchantId, id },
    values: {
      ...rest,
      receivingAccountId: accountId,
      currency: amount.currency,
      amountMinor: amount.minor,
      feeMinor: 0n,
      railReference: reference,
      announcedAt: at,
      arrivedAt: at,
      holdPostingId: settled.as === "credited" ? null : arrivalId,
    },
    steps: [
      { action: "arrive" satisfies IncomeStep, by: RAIL, at },
      ...(settlement ? [{ ...settlement, by: SYSTEM, at }] : []),
    ],
  };
}

function settlementOf(
  { income, arrivalId, settled, postings }: Step,
  receipts: ReadonlyMap<string, Receipt>,
): Settlement | undefined {
  if (settled.as === "reviewing") return undefined;
  if (settled.as === "held") return settled.settlement;
  const { fee, found } = settled;
  const line = receipts.get(postings.at(-1)!.id!)!.lines[0]!;
  const balance = line.to === collectionCode(income) ? line.toBalance : line.fromBalance;
  return creditOf({ ...income, platform: null }, { fee, found, balance, finalPostingId: arrivalId });
}
