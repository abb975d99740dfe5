import { accountCode, exchangeTransfers, holdCode, type AccountCode } from "@coralhub/domain";
import type { Tx } from "../../platform/db.ts";
import { holdPosting, resolutionPosting, reversalPosting, type Posting } from "../ledger/index.ts";
import type { AgreedPrice, Payout } from "./payouts-store.ts";

const sourceOf = ({ accountId, amount }: Pick<Payout, "accountId" | "amount">): AccountCode =>
  accountCode("collection", amount.currency, accountId);

/** All of it is set aside, the fee included. */
export const requestPosting = (payout: Payout, id: string): Posting => ({
  ...holdPosting(
    {
      merchantId: payout.merchantId,
      key: `payout:${payout.id}:requested`,
      reason: "payout.requested",
      reference: payout.reference,
    },
    sourceOf(payout),
    payout.amount,
  ),
  id,
});

/** The hold ends: the fee to the house, the rest is exchanged at the agreed rate and has left by the bank. */
export function settlementPosting(payout: Payout, { price, fee }: AgreedPrice, id: string): Posting {
  const { merchantId, rail, reference, holdPostingId } = payout;
  const nostro = accountCode("house.nostro", price.buy.currency, rail);
  return {
    merchantId,
    id,
    key: `payout:${payout.id}:settled`,
    reason: "payout.settled",
    reference,
    resolves: holdPostingId!,
    transfers: exchangeTransfers(price, holdCode(sourceOf(payout)), nostro, fee.total),
  };
}

/** The hold ends: all of it is back where it was. */
export const releasePosting = async (
  tx: Tx,
  payout: Payout,
  reason: "payout.failed" | "payout.cancelled",
  id: string,
): Promise<Posting> => {
  const { merchantId, reference, holdPostingId } = payout;
  const head = { merchantId, key: `payout:${payout.id}:released`, reason, reference };
  return { ...(await resolutionPosting(tx, head, holdPostingId!, [])), id };
};

/** The settlement is taken back whole, at its own rate and with its fee: the service was not rendered. */
export const returnPosting = async (
  tx: Tx,
  { merchantId, id: payoutId }: Payout,
  { settlementId, returnReference }: { settlementId: string; returnReference: string },
  id: string,
): Promise<Posting> => {
  const head = {
    merchantId,
    key: `payout:${payoutId}:returned`,
    reason: "payout.returned" as const,
    reference: returnReference,
  };
  return { ...(await reversalPosting(tx, head, settlementId)), id };
};
