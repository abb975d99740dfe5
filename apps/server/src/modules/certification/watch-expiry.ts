import { EXPIRY_REMINDER_DAYS, toShanghaiDay } from "@coralhub/domain";
import { SYSTEM } from "../../platform/lifecycle-engine.ts";
import { listExpiring, lockStanding, saveReminded, type Standing } from "./certification-store.ts";
import type { CertificationDeps } from "./deps.ts";
import { tryMoveStanding } from "./move-case.ts";

const DAY_MS = 86_400_000;
const BATCH = 500;
const daysUntil = (day: string, today: string): number => Math.round((Date.parse(day) - Date.parse(today)) / DAY_MS);

/** Once a day: reminds before documents end, and stops money when they have. Each reminder is sent once. */
export async function watchExpiry(deps: CertificationDeps): Promise<void> {
  const now = deps.clock.now();
  const today = toShanghaiDay(now);
  const horizon = toShanghaiDay(new Date(now.getTime() + EXPIRY_REMINDER_DAYS[0] * DAY_MS));
  const due = await listExpiring(deps.database.db, horizon, BATCH);
  for (const standing of due) {
    const left = daysUntil(standing.expiresOn!, today);
    if (left <= 0) await expire(deps, standing, now);
    else await remind(deps, standing, left);
  }
}

async function expire(deps: CertificationDeps, { merchantId, name, expiresOn }: Standing, now: Date): Promise<void> {
  await deps.database.transaction(async (tx) => {
    const current = await lockStanding(tx, merchantId);
    if (current?.expiresOn !== expiresOn) return;
    if (!(await tryMoveStanding(deps, tx, merchantId, "expire", { at: now, by: SYSTEM }))) return;
    await deps.sendMessage(tx, { event: "certification.expired", merchantId, data: { name: name ?? "" } });
  });
}

async function remind(deps: CertificationDeps, { merchantId, expiresOn }: Standing, left: number): Promise<void> {
  const step = EXPIRY_REMINDER_DAYS.findLast((days) => left <= days);
  if (step === undefined) return;
  await deps.database.transaction(async (tx) => {
    const current = await lockStanding(tx, merchantId);
    if (!current || current.expiresOn !== expiresOn) return;
    if (current.remindedDays !== null && current.remindedDays <= step) return;
    await saveReminded(tx, merchantId, step);
    const data = { at: expiresOn!, days: String(left) };
    await deps.sendMessage(tx, { event: "certification.expiring", merchantId, data });
  });
}
