import { Refusal } from "@coralhub/contract";
import {
  accountCode,
  approvalReason,
  coolingLimit,
  coolingUntil,
  formatMoney,
  minimumWithdrawal,
  moneyText,
  PAYOUT_CHANNELS,
  payoutLimit,
  receivingAccountLifecycle,
  takesFrom,
  toShanghaiTime,
  type Money,
  type PayoutChannel,
} from "@coralhub/domain";
import type { ReceivingAccount } from "../accounts/index.ts";
import { findInUse, type BankAccount } from "./bank-accounts-store.ts";
import type { Holder, PayoutsDeps } from "./deps.ts";

export type Wish = { accountId: string; amount: Money };
export type CheckedWish = {
  account: ReceivingAccount;
  bankAccount: BankAccount;
  /** Somebody of ours looks first. */
  approval: string | undefined;
};

/** Why nothing can be taken from an account right now; undefined where something can. */
export function accountProblem(channel: PayoutChannel, { platform, state }: ReceivingAccount): string | undefined {
  if (!takesFrom(channel, platform)) return `${PAYOUT_CHANNELS[channel].label}提现只支持 Amazon 收款账户`;
  if (state === "open") return undefined;
  return `账户${receivingAccountLifecycle.states[state].label}，请在「收款账户」查看原因`;
}

/** The merchant's account there, as long as it is in the certified name. */
export async function payeeOf(
  { database }: Pick<PayoutsDeps, "database">,
  merchantId: string,
  channel: PayoutChannel,
  holder: Holder | null,
): Promise<BankAccount | undefined> {
  const account = await findInUse(database.db, merchantId, PAYOUT_CHANNELS[channel]);
  return account?.holderName === holder?.name ? account : undefined;
}

export async function requireOpen(deps: PayoutsDeps, channel: PayoutChannel): Promise<void> {
  if (!deps.banks[channel].isOpen) throw new Refusal("payout.channel_closed");
  if (await deps.ledger.payoutsStopped()) throw new Refusal("ledger.payouts_stopped");
}

/** Everything that can be said before money moves; the books and the account are looked at again when it does. */
export async function checkWish(
  deps: PayoutsDeps,
  merchantId: string,
  channel: PayoutChannel,
  { accountId, amount }: Wish,
): Promise<CheckedWish> {
  await requireOpen(deps, channel);
  const [account, holder] = await Promise.all([
    deps.receivingAccounts.of(merchantId, accountId),
    deps.certifiedAs(merchantId),
  ]);
  if (!account) throw new Refusal("not_found");
  if (!holder) throw new Refusal("access.not_certified");
  const problem = accountProblem(channel, account);
  if (problem !== undefined) throw new Refusal("payout.account_unusable", { problem });
  const bankAccount = await payeeOf(deps, merchantId, channel, holder);
  if (!bankAccount) throw new Refusal("payout.no_bank_account");
  if (amount.currency !== account.currency) {
    throw new Refusal(
      "input.invalid",
      {},
      { amount: `这个账户是 ${account.currency}，请填写 ${account.currency} 金额` },
    );
  }
  await checkAmount(deps, { account, bankAccount, holder }, amount);
  return { account, bankAccount, approval: approvalReason(amount) };
}

type Ends = { account: ReceivingAccount; bankAccount: BankAccount; holder: Holder };

async function checkAmount(deps: PayoutsDeps, { account, bankAccount, holder }: Ends, amount: Money): Promise<void> {
  const { merchantId, id, currency } = account;
  const [minimum, maximum, cooling] = [
    minimumWithdrawal(currency),
    payoutLimit(holder.kind, currency),
    coolingLimit(currency),
  ];
  if (amount.minor < minimum.minor) throw refusedAmount("payout.below_minimum", { minimum: moneyText(minimum) });
  if (amount.minor > maximum.minor) throw refusedAmount("payout.above_limit", { maximum: moneyText(maximum) });
  const available = await deps.ledger.balance(merchantId, accountCode("collection", currency, id));
  if (amount.minor > available.minor) {
    throw refusedAmount("ledger.insufficient_funds", { available: formatMoney(available), currency });
  }
  const until = coolingUntil(bankAccount.boundAt);
  if (until > deps.clock.now() && amount.minor > cooling.minor) {
    const values = { until: toShanghaiTime(until).slice(5, 16), limit: moneyText(cooling) };
    throw refusedAmount("payout.cooling", values);
  }
}

/** The page shows it beside the amount. */
function refusedAmount(
  name: "payout.below_minimum" | "payout.above_limit" | "payout.cooling" | "ledger.insufficient_funds",
  values: Record<string, string>,
): Refusal {
  return new Refusal(name, values, { amount: new Refusal(name, values).message });
}
