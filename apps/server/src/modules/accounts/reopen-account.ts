import {
  accountName,
  accountParts,
  receivingAccountLifecycle,
  type AccountCode,
  type ReceivingAccountAction,
  type ReceivingAccountState,
} from "@coralhub/domain";
import type { Tx } from "../../platform/db.ts";
import { SYSTEM } from "../../platform/lifecycle-engine.ts";
import { lockAccount } from "./accounts-store.ts";
import type { AccountsDeps } from "./deps.ts";

/** A freeze outlives the account's closing. */
const REOPENS: Partial<Record<ReceivingAccountState, ReceivingAccountAction>> = {
  closed: "reopen",
  closedFrozen: "reopenFrozen",
};

/**
 * Money that comes back to a closed account can be taken out again: the account opens for that, and for nothing else.
 * Called before quota and books are locked: whoever pays locks the account first, too.
 */
export async function reopenFor(
  deps: AccountsDeps,
  tx: Tx,
  { merchantId, sources }: { merchantId: string; sources: readonly { code: AccountCode }[] },
): Promise<void> {
  for (const code of new Set(sources.map((source) => source.code).toSorted())) {
    const { kind, owner } = accountParts(code);
    if (kind !== "collection") continue;
    const key = { merchantId, id: owner! };
    const account = await lockAccount(tx, key, "update");
    const action = account && REOPENS[account.state];
    if (!action) continue;
    const reason =
      action === "reopen"
        ? "关闭后有款项退回，可以付出，不再收款"
        : `关闭后有款项退回；账户仍在冻结中：${account.reason}`;
    await deps.lifecycles.advance(tx, receivingAccountLifecycle, key, action, {
      at: deps.clock.now(),
      by: SYSTEM,
      set: { reason },
      note: reason,
      message: { event: "account.reopened", data: { account: accountName(account) } },
    });
  }
}
