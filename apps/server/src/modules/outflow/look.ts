import type { Cleared } from "../../platform/cleared.ts";
import type { Db } from "../../platform/db.ts";
import type { DeliveryOutcome } from "../../platform/outbox.ts";
import type { CertificationModule, Holder } from "../certification/index.ts";
import type { Ledger } from "../ledger/index.ts";

export type LookDeps = {
  ledger: Pick<Ledger, "payoutsStopped">;
  certification: Pick<CertificationModule, "holderOf" | "isFrozen">;
};

/** The whole house's, and it passes by itself. */
export const ALARM_TEXT = "账务告警未解除，出款暂停";
/** `alarm` is the whole house's, and passes by itself; `merchant` is about whose money it is. */
export type OutflowProblem = { of: "alarm" | "merchant"; text: string };
/** `holder` is null only of what needs no certification. */
export type Look = { cleared: Cleared; holder: Holder | null } | { problem: OutflowProblem };
export type Send = {
  /** Null while it belongs to nobody. */
  merchantId: string | null;
  /** Money on its way back to whoever paid it: a certification that has lapsed is no reason to keep it. */
  isReturn?: true;
  /** Two people have let it go: only the books' alarm counts still. */
  released?: boolean;
};

/** The one look before money leaves: the books' alarm, the merchant's freeze, the merchant's certification. */
export async function look(
  { ledger, certification }: LookDeps,
  { merchantId, isReturn, released }: Send,
  within?: Db,
): Promise<Look> {
  if (await ledger.payoutsStopped(within)) return { problem: { of: "alarm", text: ALARM_TEXT } };
  const cleared = {} as Cleared;
  if (merchantId === null || released) return { cleared, holder: null };
  if (await certification.isFrozen(merchantId, within)) return { problem: { of: "merchant", text: "商户已冻结" } };
  const holder = await certification.holderOf(merchantId, within);
  if (holder === null && !isReturn) return { problem: { of: "merchant", text: "商户的实名认证尚未有效" } };
  return { cleared, holder };
}

/** Its desk shows it, and it is looked at again by itself. */
export const heldFor = (reason: string): DeliveryOutcome => ({ result: "held", reason });
