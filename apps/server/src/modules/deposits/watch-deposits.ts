import {
  addDays,
  AUTHORISATION_NOTICE_DAYS,
  instructionDeadline,
  MATURITY_INSTRUCTIONS,
  moneyText,
  openingLifecycle,
  toShanghaiDay,
  toShanghaiTime,
  maturityText,
} from "@coralhub/domain";
import { SYSTEM } from "../../platform/lifecycle-engine.ts";
import type { DepositsDeps } from "./deps.ts";
import { askOpening, askPartner } from "./hear-partner.ts";
import { findAccount, listEnding, listUnanswered, markReminded } from "./opening-store.ts";
import { findPlacement, listMaturing, listToAsk, markMaturityTold, type PlacementKey } from "./placements-store.ts";
import { deleteExpired } from "./sessions-store.ts";

const AT_ONCE = 200;
const ASK_AGAIN_MS = 10 * 60_000;
const SESSION_KEPT_MS = 30 * 86_400_000;
/** The merchant hears of a maturity so many days before, or later where the job stood still. */
const MATURITY_NOTICE_DAYS = 7;

/** One in trouble holds up no other; answers for how many it was done. */
async function each<T>(deps: DepositsDeps, items: readonly T[], what: (item: T) => Promise<unknown>): Promise<number> {
  let done = 0;
  for (const item of items) {
    await what(item).then(
      () => done++,
      (error: unknown) => deps.log.warn({ err: error, item }, "deposit was watched in vain"),
    );
  }
  return done;
}
/** Whoever was told leaves the list: page by page until nobody is left on it, or nobody can be told. */
async function untilNone<T>(
  deps: DepositsDeps,
  list: () => Promise<readonly T[]>,
  what: (item: T) => Promise<unknown>,
): Promise<void> {
  for (;;) {
    const items = await list();
    if ((await each(deps, items, what)) === 0 || items.length < AT_ONCE) return;
  }
}

/** Every few minutes: whatever the partner left unanswered is asked about again. */
export async function askUnanswered(deps: DepositsDeps): Promise<void> {
  if (!deps.partner.isOpen) return;
  const before = new Date(deps.clock.now().getTime() - ASK_AGAIN_MS);
  const { db } = deps.database;
  await each(deps, await listToAsk(db, before, AT_ONCE), (key) => askPartner(deps, key));
  await each(deps, await listUnanswered(db, before, AT_ONCE), (reference) => askOpening(deps, reference));
}

/** Every hour: whoever's consent has ended may give it again at once. */
export function expireConsents(deps: DepositsDeps): Promise<void> {
  const now = deps.clock.now();
  const list = () => listEnding(deps.database.db, now, false, AT_ONCE);
  return untilNone(deps, list, (merchantId) => expireConsent(deps, merchantId, now));
}

/** Once a day: consents that will end, deposits that will mature, prices nobody took. */
export async function remindMerchants(deps: DepositsDeps): Promise<void> {
  const { db } = deps.database;
  const now = deps.clock.now();
  const soon = new Date(now.getTime() + AUTHORISATION_NOTICE_DAYS * 86_400_000);
  // Who is told that a consent will end is nobody whose consent has ended.
  await expireConsents(deps);
  const ending = () => listEnding(db, soon, true, AT_ONCE);
  await untilNone(deps, ending, (merchantId) => remindOfConsent(deps, merchantId, now));
  const today = toShanghaiDay(now);
  const days = { after: today, by: addDays(today, MATURITY_NOTICE_DAYS) };
  const maturing = () => listMaturing(db, days, AT_ONCE);
  await untilNone(deps, maturing, (key) => remindOfMaturity(deps, key, now));
  await deleteExpired(db, new Date(now.getTime() - SESSION_KEPT_MS));
}

/** Once, under however many servers; what can no longer be changed needs no reminder. */
async function remindOfMaturity(deps: DepositsDeps, key: PlacementKey, now: Date): Promise<void> {
  const { principal, maturesOn, instruction } = (await findPlacement(deps.database.db, key))!;
  const until = instructionDeadline(principal.currency, maturesOn, deps.isBankingDay);
  await deps.database.transaction(async (tx) => {
    if (!(await markMaturityTold(tx, key, now)) || until <= now) return;
    await deps.sendMessage(tx, {
      event: "deposit.maturing",
      merchantId: key.merchantId,
      data: {
        amount: moneyText(principal),
        maturity: maturityText(maturesOn),
        instruction: MATURITY_INSTRUCTIONS[instruction].label,
        until: toShanghaiTime(until),
        id: key.id,
      },
    });
  });
}

const expireConsent = (deps: DepositsDeps, merchantId: string, at: Date) =>
  deps.database.transaction((tx) =>
    deps.lifecycles.tryAdvance(tx, openingLifecycle, { merchantId }, "expire", {
      by: SYSTEM,
      at,
      message: { event: "deposit.expired", data: {} },
    }),
  );

async function remindOfConsent(deps: DepositsDeps, merchantId: string, at: Date): Promise<void> {
  const account = (await findAccount(deps.database.db, merchantId))!;
  if (account.state !== "open") return;
  await deps.database.transaction(async (tx) => {
    if (!(await markReminded(tx, merchantId, at))) return;
    const data = { day: toShanghaiDay(account.authorisedUntil!) };
    await deps.sendMessage(tx, { event: "deposit.expiring", merchantId, data });
  });
}
