import {
  ACCOUNT_PAYS_OUT,
  accountCode,
  addDays,
  dueOf,
  LOAN_CURRENCY,
  loanLifecycle,
  moneyOf,
  moneyText,
  OFFER_DAYS,
  shareOf,
  toShanghaiDay,
  unpaid,
} from "@coralhub/domain";
import { SYSTEM } from "../../platform/lifecycle-engine.ts";
import type { LendingDeps } from "./deps.ts";
import { askLender } from "./hear-lender.ts";
import {
  findLoan,
  listDueBetween,
  listSharing,
  listStaleOffers,
  listToAsk,
  listToCollect,
  markDueTold,
  setSweptUntil,
  type LoanKey,
} from "./loans-store.ts";
import { isShared, readPlan } from "./plans-store.ts";
import { askAboutUpload } from "./tell-icbc.ts";
import { claimUploadAsk, listUploadsToAsk } from "./uploads-store.ts";
import { collect, mayTake, openLoan } from "./repay-loan.ts";

const AT_ONCE = 500;
const ASK_AGAIN_MS = 10 * 60_000;
/** Income of the last moments may still be committing; it is looked at next time. */
const SETTLING_MS = 30_000;
/** The owner hears of a due day so many days before, or later where the job stood still. */
const NOTICE_DAYS = 3;
const WALLET = accountCode("wallet", LOAN_CURRENCY);

/** One in trouble holds up no other. */
async function each(
  deps: LendingDeps,
  keys: readonly LoanKey[],
  what: (key: LoanKey) => Promise<unknown>,
): Promise<void> {
  for (const key of keys) {
    await what(key).catch((error: unknown) =>
      deps.log.warn({ err: error, loanId: key.id }, "loan was watched in vain"),
    );
  }
}

const FIRST: LoanKey = {
  merchantId: "00000000-0000-0000-0000-000000000000",
  id: "00000000-0000-0000-0000-000000000000",
};
/** Page by page until everybody had their turn. */
async function eachPage(
  deps: LendingDeps,
  list: (page: { after: LoanKey; limit: number }) => Promise<LoanKey[]>,
  what: (key: LoanKey) => Promise<unknown>,
): Promise<void> {
  for (let after: LoanKey | undefined = FIRST; after;) {
    const keys: LoanKey[] = await list({ after, limit: AT_ONCE });
    await each(deps, keys, what);
    after = keys.length < AT_ONCE ? undefined : keys.at(-1);
  }
}

/** Every hour: brings each loan to today and takes what is due from the wallet, as far as the wallet goes. */
export async function collectDue(deps: LendingDeps): Promise<void> {
  const today = toShanghaiDay(deps.clock.now());
  await eachPage(
    deps,
    (page) => listToCollect(deps.database.db, today, page),
    (key) =>
      deps.database.transaction(async (tx) => {
        const opened = await openLoan(deps, tx, key);
        if (!opened) return;
        const due = dueOf(opened.plan);
        const balance = (await deps.ledger.balance(key.merchantId, WALLET, tx)).minor;
        const amount = due > 0n && (await mayTake(deps, tx, key.merchantId)) ? (balance < due ? balance : due) : 0n;
        await collect(deps, tx, opened, { source: "due", sourceId: null, sourceCode: WALLET, amount, by: SYSTEM });
      }),
  );
}

/** Every few minutes: the agreed share of each income that has become usable, from the account it came onto. */
export async function shareIncomes(deps: LendingDeps): Promise<void> {
  const until = new Date(deps.clock.now().getTime() - SETTLING_MS);
  const list = (page: { after: LoanKey; limit: number }) => listSharing(deps.database.db, page);
  await eachPage(deps, list, async (key) => {
    const loan = (await findLoan(deps.database.db, key))!;
    const after = loan.sweptUntil!;
    const incomes = await deps.income.creditedIn(key.merchantId, {
      after,
      until,
      limit: AT_ONCE,
      currency: LOAN_CURRENCY,
    });
    for (const income of incomes) {
      await deps.database.transaction(async (tx) => {
        const opened = await openLoan(deps, tx, key);
        if (!opened || opened.loan.incomeShare === 0 || (await isShared(tx, key, income.id))) return;
        if (!(await mayTake(deps, tx, key.merchantId))) throw new Error("money may not be taken now");
        const account = await deps.accounts.lock(tx, { merchantId: key.merchantId, id: income.accountId });
        // Nothing leaves a frozen account, and the incomes of the others do not wait for it.
        if (!account || !ACCOUNT_PAYS_OUT.includes(account.state)) return;
        const sourceCode = accountCode("collection", LOAN_CURRENCY, income.accountId);
        const share = shareOf(income.amount, String(opened.loan.incomeShare * 100), "down").minor;
        const balance = (await deps.ledger.balance(key.merchantId, sourceCode, tx)).minor;
        const amount = share < balance ? share : balance;
        await collect(deps, tx, opened, { source: "income", sourceId: income.id, sourceCode, amount, by: SYSTEM });
        await setSweptUntil(tx, key, income.creditedAt);
      });
    }
  });
}

/** Every few minutes: whatever the lender left unanswered is asked about again. */
export async function askUnanswered(deps: LendingDeps): Promise<void> {
  if (!deps.lender.isOpen) return;
  const before = new Date(deps.clock.now().getTime() - ASK_AGAIN_MS);
  await each(deps, await listToAsk(deps.database.db, before, AT_ONCE), (key) => askLender(deps, key));
  const now = deps.clock.now();
  for (const upload of await listUploadsToAsk(deps.database.db, before, AT_ONCE)) {
    await each(deps, [upload], async () => {
      if (await claimUploadAsk(deps.database.db, upload, before, now)) await askAboutUpload(deps, upload);
    });
  }
}

/** Once a day: what will fall due, and offers nobody signed. */
export async function remindBorrowers(deps: LendingDeps): Promise<void> {
  const now = deps.clock.now();
  const { db } = deps.database;
  await each(
    deps,
    await listStaleOffers(db, new Date(now.getTime() - OFFER_DAYS * 86_400_000), AT_ONCE),
    async (key) => {
      const loan = (await findLoan(db, key))!;
      const message = { event: "loan.lapsed" as const, data: { amount: moneyText(loan.amount), id: key.id } };
      await deps.database.transaction((tx) =>
        deps.lifecycles.tryAdvance(tx, loanLifecycle, key, "lapse", { by: SYSTEM, at: now, message }),
      );
    },
  );
  const today = toShanghaiDay(now);
  const last = addDays(today, NOTICE_DAYS);
  await each(deps, await listDueBetween(db, today, last), async (key) => {
    const next = (await readPlan(db, key)).find((row) => row.dueOn >= today && row.dueOn <= last && unpaid(row) > 0n);
    if (!next) return;
    const due = moneyText(moneyOf(LOAN_CURRENCY, unpaid(next)));
    await deps.database.transaction(async (tx) => {
      if (!(await markDueTold(tx, key, next.dueOn))) return;
      await deps.sendMessage(tx, {
        merchantId: key.merchantId,
        event: "loan.due",
        data: { day: next.dueOn, due, id: key.id },
      });
    });
  });
}
