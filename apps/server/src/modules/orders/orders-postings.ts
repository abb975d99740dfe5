import {
  accountCode,
  quotaCode,
  splitGrant,
  splitWithdrawal,
  transfer,
  type AccountCode,
  type Currency,
  type Money,
  type Transfer,
} from "@coralhub/domain";
import type { Posting, PostingExample } from "../ledger/index.ts";

const house = <C extends Currency>(currency: C): AccountCode<C> => accountCode("house.quota", currency);
const debtOf = <C extends Currency>(currency: C): AccountCode<C> => accountCode("house.quota_debt", currency);
const some = (transfers: readonly Transfer[]): Transfer[] => transfers.filter(({ amount }) => amount.minor > 0n);

type Granted = { merchantId: string; key: string; reference: string; amount: Money; debt: bigint };
/** Orders have passed: what they are worth may be used, what is owed is made good first. */
export function grantedPosting({ merchantId, key, reference, amount, debt }: Granted): Posting {
  const { currency } = amount;
  return {
    merchantId,
    key: `order:${key}:granted`,
    reason: "quota.granted",
    reference,
    transfers: some([
      transfer(house(currency), quotaCode(currency, "open"), amount),
      transfer(quotaCode(currency, "open"), debtOf(currency), splitGrant(amount, debt).repaid),
    ]),
  };
}

type Use = { merchantId: string; id: string; attempt: number; reference: string; amount: Money };
/** A move into CNY is confirmed: nobody else uses the same quota. */
export const reservedPosting = ({ merchantId, id, attempt, reference, amount }: Use): Posting => ({
  merchantId,
  key: `quota:${id}:${attempt}:reserved`,
  reason: "quota.reserved",
  reference,
  transfers: [transfer(quotaCode(amount.currency, "open"), quotaCode(amount.currency, "reserved"), amount)],
});
/** It has settled. */
export const consumedPosting = ({ merchantId, id, attempt, reference, amount }: Use): Posting => ({
  merchantId,
  key: `quota:${id}:${attempt}:consumed`,
  reason: "quota.consumed",
  reference,
  transfers: [transfer(quotaCode(amount.currency, "reserved"), quotaCode(amount.currency, "used"), amount)],
});
/** It has failed, or came back after it had settled; what is owed is made good first. */
export const releasedPosting = ({
  merchantId,
  id,
  attempt,
  reference,
  amount,
  from,
  debt,
}: Use & { from: "reserved" | "used"; debt: bigint }): Posting => ({
  merchantId,
  key: `quota:${id}:${attempt}:released`,
  reason: "quota.released",
  reference,
  transfers: some([
    transfer(quotaCode(amount.currency, from), quotaCode(amount.currency, "open"), amount),
    transfer(quotaCode(amount.currency, "open"), debtOf(amount.currency), splitGrant(amount, debt).repaid),
  ]),
});
/** An order was refunded: its worth goes back to the house, and what is not there any more is owed. */
export function withdrawnPosting({
  merchantId,
  key,
  reference,
  amount,
  open,
}: Omit<Granted, "debt"> & { open: bigint }): Posting {
  const { taken, owed } = splitWithdrawal(amount, open);
  return {
    merchantId,
    key: `order:${key}:withdrawn`,
    reason: "quota.withdrawn",
    reference,
    transfers: some([
      transfer(quotaCode(amount.currency, "open"), house(amount.currency), taken),
      transfer(debtOf(amount.currency), house(amount.currency), owed),
    ]),
  };
}

/** What the table of postings shows. @public */
export const POSTING_EXAMPLES: readonly PostingExample[] = (() => {
  const amount = { currency: "USD", minor: 100_00n } as const;
  const order = { merchantId: "merchant", key: "order", reference: "ref", amount };
  const use = { merchantId: "merchant", id: "payout", attempt: 1, reference: "ref", amount };
  return [
    { event: "orders have passed", posting: grantedPosting({ ...order, debt: 0n }) },
    { event: "orders have passed while quota is owed", posting: grantedPosting({ ...order, debt: 10_00n }) },
    { event: "a move into CNY is confirmed", posting: reservedPosting(use) },
    { event: "a move into CNY settles", posting: consumedPosting(use) },
    { event: "a move into CNY fails", posting: releasedPosting({ ...use, from: "reserved", debt: 0n }) },
    { event: "a settled move into CNY comes back", posting: releasedPosting({ ...use, from: "used", debt: 0n }) },
    { event: "an order is refunded after its quota was used", posting: withdrawnPosting({ ...order, open: 40_00n }) },
  ];
})();
