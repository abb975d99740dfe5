import { accountParts, deskAddress, type Address } from "@coralhub/domain";

/** The form can be opened from an account or a posting, already filled in. */
export const PROPOSE = {
  open: "propose",
  merchant: "merchant",
  from: "transferFrom",
  to: "transferTo",
  corrects: "corrects",
} as const;

export const proposePath = (merchantId: string, from: string, to?: string, corrects?: string): Address =>
  deskAddress("adjustments", {
    [PROPOSE.open]: "1",
    [PROPOSE.merchant]: merchantId,
    [PROPOSE.from]: from,
    [PROPOSE.to]: to,
    [PROPOSE.corrects]: corrects,
  });

/** The same money the other way round; none where a hold is touched, which only its own business lets go. */
export const proposeBackPath = (merchantId: string, { from, to }: { from: string; to: string }): Address | undefined =>
  [from, to].some((code) => accountParts(code).kind === "hold") ? undefined : proposePath(merchantId, to, from);
