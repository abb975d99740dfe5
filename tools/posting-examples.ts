import {
  accountCode,
  cardCode,
  cardWalletCode,
  conversionPosting,
  disputeCreditPosting,
  disputeEndPosting,
  fundingPosting,
  fundPosting,
  loadPosting,
  moneyOf,
  openingBackPosting,
  openingPosting,
  orderFillPosting,
  orderHoldPosting,
  orderReleasePosting,
  priceExchange,
  receivingPosting,
  recoveryPosting,
  refundPosting,
  rehold,
  sendingPosting,
  settlementPosting,
  splitSettlement,
  transferArrivalPosting,
  transferMatchPosting,
  transferReturnPosting,
  walletOf,
  withdrawalPosting,
} from "@coralhub/domain";

/**
 * What the table of postings shows of cards, wallets and exchange. Their functions stand in the domain, which browsers
 * load, too: the examples do not.
 */
export type Example = {
  event: string;
  posting: {
    reason: string;
    transfers: readonly { from: string; to: string }[];
    resolves?: string;
    reverses?: string;
  };
};

const reference = "ref";
const amount = moneyOf("USD", 1_000_00n);
const fee = moneyOf("USD", 5_00n);
const clearing = accountCode("house.clearing", "USD", "internal");

function cardExamples(): Example[] {
  const transfer = { id: "transfer", rail: "bank", reference, amount };
  const card = cardCode("USD", "card");
  const wallet = cardWalletCode("USD");
  const payment = { paymentId: "payment", cardId: "card", currency: "USD", issuer: "issuer", reference } as const;
  const unheld = { ...payment, messageId: "message", hold: null };
  const held = { ...unheld, hold: { postingId: "hold", minor: 100_00n } };
  const dispute = { disputeId: "dispute", currency: "USD", issuer: "issuer", minor: 100_00n, reference } as const;
  const within = splitSettlement(80_00n, { held: 100_00n, card: 0n, wallet: 0n });
  const beyond = splitSettlement(400_00n, { held: 100_00n, card: 100_00n, wallet: 100_00n });
  const load = (from: typeof card, to: typeof card, reason: "card.loaded" | "card.unloaded") =>
    loadPosting("recharge", { from, to, amount, reason, reference });
  return [
    {
      event: "card wallet funded from the wallet",
      posting: fundPosting("recharge", { from: walletOf("USD"), amount, fee: 5_00n, reference }),
    },
    {
      event: "card wallet funded by a remittance",
      posting: fundPosting("recharge", {
        from: accountCode("house.nostro", "USD", "bank"),
        amount,
        fee: 5_00n,
        reference,
      }),
    },
    { event: "a remittance for cards is nobody's yet", posting: transferArrivalPosting(transfer) },
    { event: "a remittance of nobody sent back", posting: transferReturnPosting(transfer) },
    { event: "a remittance matched by two people: the house", posting: transferMatchPosting(transfer, clearing) },
    {
      event: "a remittance matched by two people: the merchant",
      posting: fundPosting("recharge", { from: clearing, amount, fee: 5_00n, reference }),
    },
    { event: "opening fee of a card", posting: openingPosting("card", fee) },
    { event: "opening fee of a card that the issuer did not open", posting: openingBackPosting("card", fee) },
    { event: "card loaded", posting: load(wallet, card, "card.loaded") },
    { event: "card unloaded", posting: load(card, wallet, "card.unloaded") },
    { event: "card wallet withdrawn", posting: withdrawalPosting("id", { to: walletOf("USD"), amount, reference }) },
    { event: "a purchase is authorised", posting: rehold(unheld, 100_00n)! },
    { event: "a purchase is authorised for more", posting: rehold(held, 150_00n)! },
    { event: "a purchase is taken back", posting: rehold(held, 0n)! },
    {
      event: "a purchase is settled for less, with the fee of a foreign one",
      posting: settlementPosting(held, { parts: within, fee: 1_00n, keep: 0n }),
    },
    {
      event: "a purchase is settled in part, the rest to come",
      posting: settlementPosting(held, { parts: within, fee: 0n, keep: 20_00n }),
    },
    {
      event: "a purchase is settled for more than anybody has",
      posting: settlementPosting(held, { parts: beyond, fee: 0n, keep: 0n }),
    },
    { event: "the shop gives back", posting: refundPosting(unheld, 50_00n, false) },
    { event: "the shop gives back, the card is closed", posting: refundPosting(unheld, 50_00n, true) },
    { event: "what cards owe is made good", posting: recoveryPosting("owed", amount) },
    { event: "dispute: the network's provisional credit", posting: disputeCreditPosting(dispute) },
    { event: "dispute won", posting: disputeEndPosting(dispute, "hold", true) },
    { event: "dispute lost", posting: disputeEndPosting(dispute, "hold", false) },
  ];
}

function exchangeExamples(): Example[] {
  const price = priceExchange({ mid: "7.8123457", markupBasisPoints: "30", sell: amount, buyCurrency: "HKD" });
  const held = moneyOf("USD", 1_010_00n);
  return [
    { event: "currency exchanged, the fee beside", posting: conversionPosting("id", price, fee) },
    { event: "a standing order sets its money aside", posting: orderHoldPosting("id", held) },
    {
      event: "a standing order is filled, what is over goes back",
      posting: { ...orderFillPosting("id", price, fee, held), resolves: "hold" },
    },
    { event: "a standing order ends unfilled", posting: { ...orderReleasePosting("id", held), resolves: "hold" } },
  ];
}

const walletExamples = (): Example[] => [
  {
    event: "from a receiving account into the wallet",
    posting: fundingPosting("id", accountCode("collection", "USD", "account"), amount),
  },
  { event: "to another merchant's wallet: the sender", posting: sendingPosting("id", amount) },
  { event: "to another merchant's wallet: the receiver", posting: receivingPosting("id", amount) },
];

export const domainExamples = (): Example[] => [...cardExamples(), ...exchangeExamples(), ...walletExamples()];
