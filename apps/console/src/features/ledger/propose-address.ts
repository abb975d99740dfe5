/** The form can be opened from an account or a posting, already filled in. */
export const PROPOSE = { open: "propose", merchant: "merchant", from: "transferFrom", to: "transferTo" } as const;

export function proposePath(merchantId: string, from: string, to?: string): string {
  const params = new URLSearchParams({ [PROPOSE.open]: "1", [PROPOSE.merchant]: merchantId, [PROPOSE.from]: from });
  if (to) params.set(PROPOSE.to, to);
  return `/ledger/adjustments?${params.toString()}`;
}
