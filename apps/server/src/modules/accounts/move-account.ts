import { Refusal } from "@coralhub/contract";
import { accountCode, accountName, holdCode, receivingAccountLifecycle, withoutFullStop } from "@coralhub/domain";
import type { OperatorContext } from "../../platform/context.ts";
import type { Tx } from "../../platform/db.ts";
import { operatorActor } from "../../platform/lifecycle-engine.ts";
import type { OutboxHandler } from "../../platform/outbox.ts";
import { listStores, lockAccount, type AccountKey, type ReceivingAccount } from "./accounts-store.ts";
import { applicationReference } from "./apply-for-account.ts";
import type { AccountsDeps } from "./deps.ts";

export const CLOSE_TOPIC = "receiving-bank.close";
type Move = AccountKey & { reason: string };
const MOVES = {
  freeze: { event: "account.frozen", audit: "account.frozen" },
  unfreeze: { event: "account.unfrozen", audit: "account.unfrozen" },
  close: { event: "account.closed", audit: "account.closed" },
} as const;

/** An operator freezes, unfreezes or closes; the merchant is told why. Nobody's money is closed in. */
export function moveReceivingAccount(
  deps: AccountsDeps,
  ctx: OperatorContext,
  action: keyof typeof MOVES,
  { reason, ...key }: Move,
): Promise<null> {
  const { event, audit } = MOVES[action];
  return ctx.once(async (tx) => {
    const account = await lockAccount(tx, key, "update");
    if (!account) throw new Refusal("not_found");
    if (action === "close") await refuseUnlessEmpty(deps, tx, account);
    const kept = action === "unfreeze" ? null : reason;
    const { merchantId } = key;
    const data = { account: accountName(account), reason: withoutFullStop(reason) };
    await deps.lifecycles.advance(tx, receivingAccountLifecycle, key, action, {
      by: operatorActor(ctx),
      at: ctx.now,
      set: { reason: kept },
      note: kept,
      message: { event, data },
    });
    await deps.audit.record(tx, {
      actor: { kind: "operator", id: ctx.operator.id },
      action: audit,
      subject: `account:${key.id}`,
      address: ctx.address,
      detail: { merchantId, reason },
    });
    if (action === "close" && account.accountNumber !== null) {
      await deps.outbox.enqueue(tx, {
        topic: CLOSE_TOPIC,
        reference: applicationReference(account),
        merchantId,
        payload: { accountNumber: account.accountNumber },
      });
    }
    return null;
  });
}

/** Whoever pays in is stopped by the lock on the account; balances can only fall meanwhile. */
async function refuseUnlessEmpty({ ledger, income }: AccountsDeps, tx: Tx, account: ReceivingAccount): Promise<void> {
  const { merchantId, id: accountId, currency } = account;
  if ((await listStores(tx, merchantId, { accountId })).length > 0) throw new Refusal("account.has_stores");
  const { announced, held } = await income.countOpen(tx, merchantId, { accountId });
  const code = accountCode("collection", currency, accountId);
  const { minor } = await ledger.balance(merchantId, code, tx);
  // What is held is on its way out and may come back: it counts as if it lay there.
  const set = await ledger.balance(merchantId, holdCode(code), tx);
  if (announced + held > 0 || minor > 0n || set.minor > 0n) throw new Refusal("account.has_money");
}

export const deliverClosing =
  ({ bank }: AccountsDeps): OutboxHandler =>
  async ({ reference, payload }) => {
    const { accountNumber } = payload as { accountNumber: string };
    await bank.closeAccount({ reference, accountNumber });
    return { result: "delivered" };
  };
