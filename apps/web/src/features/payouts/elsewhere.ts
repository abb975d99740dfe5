import type { PayoutOverview, WayOffer } from "@coralhub/contract";

/** The same payment from another account. */
export type Elsewhere = WayOffer & { from: PayoutOverview["accounts"][number] };
type Answer = { data: readonly WayOffer[] | undefined; isPlaceholderData: boolean };

/**
 * The same from other accounts this page offers; a choice of one is what stands in the form from then on. None while what is
 * priced is not yet what was typed: a press would bring the old amount back.
 */
export const elsewhereNow = (
  { data = [], isPlaceholderData }: Answer,
  isCurrent: boolean,
  { accounts }: Pick<PayoutOverview, "accounts">,
): Elsewhere[] =>
  (isCurrent && !isPlaceholderData ? data : []).flatMap((offer) => {
    const from = accounts.find(({ accountId }) => accountId === offer.accountId);
    return from ? [{ ...offer, from }] : [];
  });
