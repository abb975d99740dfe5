import { Refusal } from "@coralhub/contract";
import {
  accountCode,
  accountName,
  DISPUTED_ACCOUNT_REASON,
  receivingAccountLifecycle,
  withoutFullStop,
  type ReceivingAccountAction,
  type ReceivingAccountState,
} from "@coralhub/domain";
import type { OperatorContext } from "../../platform/context.ts";
import type { Tx } from "../../platform/db.ts";
import { operatorActor, SYSTEM } from "../../platform/lifecycle-engine.ts";
import type { OutboxHandler } from "../../platform/outbox.ts";
import { hasDisputedStore, listStores, lockAccount, type AccountKey, type ReceivingAccount } from "./accounts-store.ts";
import { applicationReference } from "./apply-for-account.ts";
import type { AccountsDeps } from "./deps.ts";

export const CLOSE_TOPIC = "receiving-bank.close";
type Move = AccountKey & { reason: string };
/** What the same request means in each state: a freeze is kept by an account that is closed, and by one that opens again. */
const ACTIONS: Record<Input, Partial<Record<ReceivingAccountState, ReceivingAccountAction>>> = {
  freeze: { open: "freeze", payingOut: "freezePayingOut", closed: "freezeClosed" },
  unfreeze: { frozen: "unfreeze", payingOutFrozen: "unfreezePayingOut", closedFrozen: "unfreezeClosed" },
  close: {
    open: "close",
    refused: "close",
    payingOut: "close",
    frozen: "closeFrozen",
    payingOutFrozen: "closeFrozen",
  },
};
type Input = keyof typeof MOVES;
const MOVES = {
  freeze: { event: "account.frozen", audit: "account.frozen" },
  unfreeze: { event: "account.unfrozen", audit: "account.unfrozen" },
  close: { event: "account.closed", audit: "account.closed" },
} as const;

/** An operator freezes, unfreezes or closes; the merchant is told why. Nobody's money is closed in. */
export function moveReceivingAccount(
  deps: AccountsDeps,
  ctx: OperatorContext,
  request: Input,
  { reason, ...key }: Move,
): Promise<null> {
  const { event, audit } = MOVES[request];
  return ctx.once(async (tx) => {
    const account = await lockAccount(tx, key, "update");
    if (!account) throw new Refusal("not_found");
    const action = ACTIONS[request][account.state];
    if (!action) throw new Refusal("state.changed");
    if (request === "close") await refuseUnlessEmpty(deps, tx, account);
    // It ends with the dispute, and only so: whose money comes in is not known before.
    const disputed = account.reason === DISPUTED_ACCOUNT_REASON && (await hasDisputedStore(tx, key));
    if (request === "unfreeze" && disputed) throw new Refusal("account.disputed");
    const kept = keptReason(request, account, reason);
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
    if (request === "close" && account.accountNumber !== null) {
      await deps.outbox.enqueue(tx, {
        topic: CLOSE_TOPIC,
        reference: applicationReference(account),
        merchantId,
        payload: { accountNumber: account.accountNumber },
      });
    }
    // What an operator had frozen for another reason meanwhile.
    if (request === "unfreeze" && account.reason !== DISPUTED_ACCOUNT_REASON) await settleDispute(deps, tx, key);
    return null;
  });
}

/**
 * Nothing is credited to it and nothing leaves it while one of its stores is disputed; worked out anew whenever that may have
 * changed. What is applied for freezes when the bank opens it; what an operator has frozen stays so.
 */
export async function settleDispute(deps: AccountsDeps, tx: Tx, { merchantId, id }: AccountKey): Promise<void> {
  const key = { merchantId, id };
  const account = await lockAccount(tx, key, "update");
  if (!account) return;
  const disputed = await hasDisputedStore(tx, key);
  const request =
    disputed && account.state === "open"
      ? "freeze"
      : !disputed && account.state === "frozen" && account.reason === DISPUTED_ACCOUNT_REASON
        ? "unfreeze"
        : undefined;
  if (!request) return;
  const reason = request === "freeze" ? DISPUTED_ACCOUNT_REASON : null;
  const told = reason ?? "平台账号的归属已核实";
  const data = { account: accountName(account), reason: told };
  await deps.lifecycles.advance(tx, receivingAccountLifecycle, key, request, {
    by: SYSTEM,
    at: deps.clock.now(),
    set: { reason },
    note: told,
    message: request === "freeze" ? { event: "account.frozen", data } : { event: "account.unfrozen", data },
  });
}

/** The reason that is shown: of a freeze until it ends, of a closing afterwards; a freeze's stays with a closed account. */
function keptReason(request: Input, { state, reason: before }: ReceivingAccount, reason: string): string | null {
  if (request === "unfreeze") return state === "frozen" ? null : `${withoutFullStop(reason)}（已解冻）`;
  return request === "close" && FROZEN.includes(state) ? `${withoutFullStop(reason)}；冻结原因：${before}` : reason;
}
const FROZEN: readonly ReceivingAccountState[] = ["frozen", "payingOutFrozen"];

/** Whoever pays in or begins to pay out is stopped by the lock on the account; balances can only fall meanwhile. */
async function refuseUnlessEmpty(deps: AccountsDeps, tx: Tx, account: ReceivingAccount): Promise<void> {
  const { merchantId, id: accountId, currency } = account;
  if ((await listStores(tx, merchantId, { accountId })).length > 0) throw new Refusal("account.has_stores");
  const { announced, held } = await deps.income.countOpen(tx, merchantId, { accountId });
  const money = await deps.together.moneyOn(tx, { merchantId, code: accountCode("collection", currency, accountId) });
  const reasons = [
    ...(announced > 0 ? [`有 ${announced} 笔款项在途`] : []),
    ...(held > 0 ? [`有 ${held} 笔收款还在处理`] : []),
    ...money,
  ];
  if (reasons.length > 0) throw new Refusal("account.has_money", { reasons: reasons.join("；") });
}

export const deliverClosing =
  ({ bank }: AccountsDeps): OutboxHandler =>
  async ({ reference, payload }) => {
    const { accountNumber } = payload as { accountNumber: string };
    await bank.closeAccount({ reference, accountNumber });
    return { result: "delivered" };
  };
