import type { Cleared } from "../../platform/cleared.ts";
import type { Database, Db } from "../../platform/db.ts";
import type { DeliveryOutcome } from "../../platform/outbox.ts";
import type { CertificationModule, Holder } from "../certification/index.ts";
import type { Ledger } from "../ledger/index.ts";

export type LookDeps = {
  database: Pick<Database, "db">;
  ledger: Pick<Ledger, "payoutsStopped">;
  certification: Pick<CertificationModule, "holdersOf" | "frozenAmong">;
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
export async function look(deps: LookDeps, send: Send, within?: Db): Promise<Look> {
  return (await lookAtAll(deps, [send], within))[0]!;
}

/** The same for many with as many statements; answers each in its place. */
export async function lookAtAll(
  { database, ledger, certification }: LookDeps,
  sends: readonly Send[],
  within?: Db,
): Promise<Look[]> {
  if (sends.length === 0) return [];
  if (await ledger.payoutsStopped(within)) return sends.map(() => ({ problem: { of: "alarm", text: ALARM_TEXT } }));
  const merchantIds = sends.flatMap(({ merchantId, released }) =>
    merchantId === null || released ? [] : [merchantId],
  );
  const db = within ?? database.db;
  const asked = [...new Set(merchantIds)];
  const frozen = asked.length > 0 ? await certification.frozenAmong(asked, db) : new Set<string>();
  const holders = asked.length > 0 ? await certification.holdersOf(asked, db) : new Map<string, Holder>();
  return sends.map(({ merchantId, isReturn, released }): Look => {
    const cleared = {} as Cleared;
    if (merchantId === null || released) return { cleared, holder: null };
    if (frozen.has(merchantId)) return { problem: { of: "merchant", text: "商户已冻结" } };
    const holder = holders.get(merchantId) ?? null;
    if (holder === null && !isReturn) return { problem: { of: "merchant", text: "商户的实名认证尚未有效" } };
    return { cleared, holder };
  });
}

/** Its desk shows it, and it is looked at again by itself. */
export const heldFor = (reason: string): DeliveryOutcome => ({ result: "held", reason });
