import { Refusal } from "@coralhub/contract";
import { ACCOUNT_KINDS, accountParts, toShanghaiTime, type AccountCode } from "@coralhub/domain";
import type { MerchantContext } from "../../platform/context.ts";
import {
  closeMerchant,
  insertClosing,
  isClosed,
  listDueClosings,
  lockDueClosing,
  lockOpenOwner,
  withdrawClosing,
} from "./account-requests-store.ts";
import type { Db, Tx } from "../../platform/db.ts";
import type { Codes } from "./codes.ts";
import type { IdentityDeps } from "./deps.ts";
import { announceSessions } from "./end-sessions.ts";
import { listPeople, lockMerchant } from "./merchants-store.ts";
import { ownRecipient } from "./step-up.ts";

/** Time to think again; afterwards there is no way back. */
export const CLOSING_DAYS = 15;

/** Money or an open case: each module that holds either says so. */
async function refuseIfBlocked(deps: IdentityDeps, merchantId: string, within: Db): Promise<void> {
  const [first] = await deps.together.closingBlockers(merchantId, within);
  if (first) throw new Refusal("identity.closing_blocked", { reason: first.reason });
}

export async function requestClosing(
  { deps, codes }: { deps: IdentityDeps; codes: Codes },
  ctx: MerchantContext,
  { verifyCode, reason }: { verifyCode: string; reason: string },
): Promise<{ closesAt: Date }> {
  const { merchantId } = ctx;
  // Before the code is used up; once more where it counts.
  await refuseIfBlocked(deps, merchantId, deps.database.db);
  const recipient = await ownRecipient(deps, ctx);
  const proof = await codes.prove({ purpose: "closeAccount", recipient, binding: merchantId }, verifyCode);
  return ctx.once(async (tx) => {
    await codes.spend(tx, proof);
    const merchant = await lockMerchant(tx, ctx);
    if (merchant.closesAt) return { closesAt: merchant.closesAt };
    await refuseIfBlocked(deps, merchantId, tx);
    const now = deps.clock.now();
    const closesAt = new Date(now.getTime() + CLOSING_DAYS * 86_400_000);
    await insertClosing(tx, merchantId, { id: deps.ids.next(), requestedAt: now, reason, closesAt });
    await deps.audit.record(tx, {
      actor: { kind: "merchant", id: merchantId, personId: ctx.personId },
      action: "identity.closing_requested",
      subject: merchantId,
    });
    await deps.sendMessage(tx, { event: "account.closing", merchantId, data: { at: toShanghaiTime(closesAt) } });
    return { closesAt };
  });
}

export const cancelClosing = (deps: IdentityDeps, ctx: MerchantContext): Promise<null> =>
  ctx.once(async (tx) => {
    await withdrawClosing(tx, ctx.merchantId, deps.clock.now());
    return null;
  });

/** Whose account with us is closed has no way to take money out: nobody books any to it. Taking some off it is nobody's harm. */
export async function refuseClosedOwner(
  tx: Tx,
  { merchantId, code }: { merchantId: string; code: AccountCode },
): Promise<void> {
  if (ACCOUNT_KINDS[accountParts(code).kind].side === "house") return;
  if (!(await lockOpenOwner(tx, merchantId)) && (await isClosed(tx, merchantId)))
    throw new Refusal("ledger.owner_closed");
}

/**
 * Run by the clock. Money that came in meanwhile keeps the account open; it is tried again the next day. One that cannot be
 * closed is in nobody's way.
 */
export async function closeDueAccounts(deps: IdentityDeps): Promise<void> {
  const now = deps.clock.now();
  const { db } = deps.database;
  for (
    let due = await listDueClosings(db, now, null);
    due.length > 0;
    due = await listDueClosings(db, now, due.at(-1)!)
  )
    for (const merchantId of due)
      await closeDue(deps, merchantId, now).catch((error: unknown) =>
        deps.log.error({ err: error, merchantId }, "an account could not be closed"),
      );
}

const closeDue = (deps: IdentityDeps, merchantId: string, now: Date): Promise<void> =>
  deps.database.transaction(async (tx) => {
    // Looked at under the lock: whoever thought again a moment ago, or got money since, stays.
    if (!(await lockDueClosing(tx, merchantId, now))) return;
    if ((await deps.together.closingBlockers(merchantId, tx)).length > 0) return;
    await closeMerchant(tx, merchantId, now);
    for (const { personId } of await listPeople(tx, merchantId)) await deps.sessions.endAllOf(tx, "merchant", personId);
    await announceSessions(deps, tx, merchantId);
    // Programs take no sign-in, and what was agreed on beforehand takes nobody: money that comes back later must not leave so.
    const ended = await deps.together.endsAccess(tx, merchantId, "closed");
    await deps.audit.record(tx, {
      actor: { kind: "system", id: "clock" },
      action: "identity.closed",
      subject: merchantId,
      ...(ended.length > 0 && { detail: { ended } }),
    });
  });
