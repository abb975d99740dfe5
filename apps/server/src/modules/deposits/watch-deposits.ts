import {
  addDays,
  AUTHORISATION_NOTICE_DAYS,
  instructionDeadline,
  MATURITY_INSTRUCTIONS,
  moneyText,
  openingLifecycle,
  toShanghaiDay,
  toShanghaiTime,
} from "@coralhub/domain";
import { SYSTEM } from "../../platform/lifecycle-engine.ts";
import type { DepositsDeps } from "./deps.ts";
import { askOpening, askPartner } from "./hear-partner.ts";
import { findAccount, listEnding, listUnanswered, markReminded } from "./opening-store.ts";
import { findPlacement, listMaturingOn, listToAsk } from "./placements-store.ts";
import { deleteExpired } from "./sessions-store.ts";

const AT_ONCE = 200;
const ASK_AGAIN_MS = 10 * 60_000;
const SESSION_KEPT_MS = 30 * 86_400_000;
/** The merchant hears of a maturity so many days before. */
const MATURITY_NOTICE_DAYS = 7;

/** One in trouble holds up no other. */
async function each<T>(deps: DepositsDeps, items: readonly T[], what: (item: T) => Promise<unknown>): Promise<void> {
  for (const item of items) {
    await what(item).catch((error: unknown) => deps.log.warn({ err: error, item }, "deposit was watched in vain"));
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

/** Once a day: consents that end, deposits that will mature, prices nobody took. */
export async function remindMerchants(deps: DepositsDeps): Promise<void> {
  const { db } = deps.database;
  const now = deps.clock.now();
  const soon = new Date(now.getTime() + AUTHORISATION_NOTICE_DAYS * 86_400_000);
  await each(deps, await listEnding(db, now, false, AT_ONCE), (merchantId) => expireConsent(deps, merchantId, now));
  await each(deps, await listEnding(db, soon, true, AT_ONCE), (merchantId) => remindOfConsent(deps, merchantId, now));
  const day = addDays(toShanghaiDay(now), MATURITY_NOTICE_DAYS);
  await each(deps, await listMaturingOn(db, day), async (key) => {
    const placement = (await findPlacement(db, key))!;
    await deps.database.transaction((tx) =>
      deps.sendMessage(tx, {
        event: "deposit.maturing",
        merchantId: key.merchantId,
        data: {
          amount: moneyText(placement.principal),
          maturity: placement.maturesOn,
          instruction: MATURITY_INSTRUCTIONS[placement.instruction].label,
          until: toShanghaiTime(instructionDeadline(placement.principal.currency, placement.maturesOn)),
          id: key.id,
        },
      }),
    );
  });
  await deleteExpired(db, new Date(now.getTime() - SESSION_KEPT_MS));
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
    await markReminded(tx, merchantId, at);
    const data = { day: toShanghaiDay(account.authorisedUntil!) };
    await deps.sendMessage(tx, { event: "deposit.expiring", merchantId, data });
  });
}
