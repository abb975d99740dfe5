import { accountCode, type AccountCode } from "../ledger/accounts.ts";
import type { Currency } from "../money/currencies.ts";
import { moneyOf, type Money } from "../money/money.ts";
import { platformByCode } from "../platforms/catalogue.ts";

/** Where quota lies: free to be used, set aside for a payment under way, used up. */
export const QUOTA_PARTS = { open: "可用", reserved: "占用中", used: "已使用" } as const;
export type QuotaPart = keyof typeof QUOTA_PARTS;
export const quotaCode = <C extends Currency>(currency: C, part: QuotaPart): AccountCode<C> =>
  accountCode("quota", currency, part);

export type QuotaStanding = { open: bigint; reserved: bigint; used: bigint; debt: bigint };

/** Must orders be shown before money of this platform leaves in CNY. A platform we do not know is asked like the others. */
export const asksForOrders = (platform: string | null): boolean =>
  platform === null || (platformByCode(platform)?.needsOrderEvidence ?? true);

/** What a grant leaves after what is owed. */
export function splitGrant<C extends Currency>(grant: Money<C>, debt: bigint): { repaid: Money<C>; left: Money<C> } {
  const repaid = debt < grant.minor ? debt : grant.minor;
  return { repaid: moneyOf(grant.currency, repaid), left: moneyOf(grant.currency, grant.minor - repaid) };
}
/** A refund takes what is still open; the rest is owed. */
export function splitWithdrawal<C extends Currency>(
  amount: Money<C>,
  open: bigint,
): { taken: Money<C>; owed: Money<C> } {
  const taken = open < amount.minor ? open : amount.minor;
  return { taken: moneyOf(amount.currency, taken), owed: moneyOf(amount.currency, amount.minor - taken) };
}
