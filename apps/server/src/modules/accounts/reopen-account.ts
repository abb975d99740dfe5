import { accountName, accountParts, receivingAccountLifecycle, type AccountCode } from "@coralhub/domain";
import type { Tx } from "../../platform/db.ts";
import { SYSTEM } from "../../platform/lifecycle-engine.ts";
import { lockAccount } from "./accounts-store.ts";
import type { AccountsDeps } from "./deps.ts";

/** Money that comes back to a closed account can be taken out again: the account opens for that, and for nothing else. */
export async function reopenFor(
  deps: AccountsDeps,
  tx: Tx,
  { merchantId, sources }: { merchantId: string; sources: readonly { code: AccountCode }[] },
): Promise<void> {
  for (const { code } of sources) {
    const { kind, owner } = accountParts(code);
    if (kind !== "collection") continue;
    const key = { merchantId, id: owner! };
    const account = await lockAccount(tx, key, "update");
    if (account?.state !== "closed") continue;
    const reason = "关闭后有款项退回，可以付出，不再收款";
    await deps.lifecycles.advance(tx, receivingAccountLifecycle, key, "reopen", {
      at: deps.clock.now(),
      by: SYSTEM,
      set: { reason },
      note: reason,
      message: { event: "account.reopened", data: { account: accountName(account) } },
    });
  }
}
