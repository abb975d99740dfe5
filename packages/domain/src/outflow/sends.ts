/**
 * Every way in which money leaves for the outside world on its own, by the topic it is sent under. `release`: the merchant gains
 * nothing by it (it goes back to a payer, or to a lender it is owed to), so two people of finance may let it go in spite of a freeze.
 */
export const MONEY_SENDS = {
  "payout-bank.pay": { label: "付款", release: false },
  "receiving-bank.return": { label: "来款退回付款方", release: true },
  "deposit-partner.place": { label: "定期存款存入", release: false },
  "lender.pay-out": { label: "贷款放款", release: false },
  "lender.remit": { label: "还款划给贷款方", release: true },
} as const satisfies Record<string, { label: string; release: boolean }>;
export type MoneySend = keyof typeof MONEY_SENDS;
export const MONEY_SEND_NAMES = Object.keys(MONEY_SENDS) as [MoneySend, ...MoneySend[]];
