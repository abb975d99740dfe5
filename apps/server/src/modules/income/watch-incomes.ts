import { incomeLifecycle, moneyText } from "@coralhub/domain";
import { SYSTEM } from "../../platform/lifecycle-engine.ts";
import type { IncomeDeps } from "./deps.ts";
import { lockIncome, type IncomeKey } from "./incomes-store.ts";
import { judgeIncome, PASSING_HOLDS, recheckIncome } from "./judge-income.ts";
import { listLapsed, listOverdue, listRecheckable, listUnjudged } from "./income-totals-store.ts";
import { payerText } from "./tell-merchant.ts";

const MOST_AT_ONCE = 200;

/** Runs by the clock: looks that were interrupted, holds that have passed by themselves, papers and money that never came. */
export async function watchIncomes(deps: IncomeDeps): Promise<void> {
  const { db } = deps.database;
  for await (const key of passingHolds(deps)) await each(deps, key, () => recheckIncome(deps, key));
  for (const key of await listUnjudged(db, MOST_AT_ONCE)) await each(deps, key, () => judgeIncome(deps, key));
  for (const key of await listOverdue(db, deps.clock.now(), MOST_AT_ONCE)) {
    await each(deps, key, () => flagOverdue(deps, key));
  }
  for (const key of await listLapsed(db, deps.clock.now(), MOST_AT_ONCE)) {
    await each(deps, key, () => lapseAnnouncement(deps, key));
  }
}

/** After something changed that holds a merchant's money: nobody waits for the clock. */
export async function recheckMerchant(deps: IncomeDeps, merchantId: string): Promise<void> {
  for await (const key of passingHolds(deps, merchantId)) {
    await each(deps, key, async () => {
      if (await recheckIncome(deps, key)) await judgeIncome(deps, key);
    });
  }
}

async function* passingHolds({ database: { db } }: IncomeDeps, merchantId?: string): AsyncIterable<IncomeKey> {
  const which = { holds: PASSING_HOLDS, merchantId, limit: MOST_AT_ONCE };
  for (let after: IncomeKey | undefined; ;) {
    const page = await listRecheckable(db, which, after);
    yield* page;
    if (page.length < MOST_AT_ONCE) return;
    after = page.at(-1);
  }
}

/** One that cannot be looked at now does not keep the others waiting. */
async function each(deps: IncomeDeps, { id }: IncomeKey, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    deps.log.warn({ err: error, incomeId: id }, "an income is looked at again later");
  }
}

/** The desk decides what becomes of it; papers are still welcome. */
async function flagOverdue(deps: IncomeDeps, key: IncomeKey): Promise<void> {
  const at = deps.clock.now();
  await deps.database.transaction(async (tx) => {
    const income = await lockIncome(tx, key);
    if (income?.state !== "needsEvidence" || !income.dueAt || income.dueAt > at) return;
    const data = { amount: moneyText(income.amount), from: payerText(income), incomeId: key.id };
    await deps.lifecycles.advance(tx, incomeLifecycle, key, "flag", {
      by: SYSTEM,
      at,
      set: { evidenceDueAt: null },
      note: "逾期未补充材料",
      message: { event: "income.overdue", data },
    });
  });
}

/** Nobody waits for it any more; should it come after all, it is taken as if it had been in time. */
async function lapseAnnouncement(deps: IncomeDeps, key: IncomeKey): Promise<void> {
  const at = deps.clock.now();
  const note = "不再计入在途；之后到账仍照常核验入账。请向平台核实";
  await deps.database.transaction((tx) =>
    deps.lifecycles.tryAdvance(tx, incomeLifecycle, key, "lapse", { by: SYSTEM, at, note }),
  );
}
