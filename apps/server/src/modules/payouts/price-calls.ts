import { Refusal, type CallOutput, type payoutEndpoints } from "@coralhub/contract";
import {
  minimumWithdrawal,
  moneyOf,
  parseMoney,
  PAYOUT_KIND_NAMES,
  PAYOUT_KINDS,
  PAYOUT_WAY_KEYS,
  payoutLimit,
  payoutWay,
  wireFee,
  type Currency,
  type Money,
  type PayoutKind,
  type PayoutWayKey,
} from "@coralhub/domain";
import type { PayoutsDeps } from "./deps.ts";
import { readTerms } from "./terms-store.ts";

function amountOf(text: string, currency: Currency): Money {
  try {
    const amount = parseMoney(text.replaceAll(/[,\s]/g, ""), currency);
    if (amount.minor > 0n) return amount;
  } catch {
    // Said below, at the field.
  }
  throw new Refusal("input.invalid", {}, { amount: "请填写正确的金额" });
}

type FeeQuestion = { kind: PayoutKind; way: PayoutWayKey; currency: Currency; amount: string; country: string };
export async function transferFee(
  { ledger, coupons, database }: PayoutsDeps,
  merchantId: string,
  { kind, way, currency, amount: text, country }: FeeQuestion,
) {
  const { business } = PAYOUT_KINDS[kind];
  const amount = amountOf(text, currency);
  const request = {
    business,
    amount,
    coupons: await coupons.offers(merchantId, { business, amount, asker: "person" }),
    corridor: country,
    surcharge: wireFee((await readTerms(database.db)).ways, way, currency),
  };
  const { total, lines } = await ledger.prices.fee(request);
  return { fee: total, feeLines: lines };
}

export async function convert(
  { ledger }: PayoutsDeps,
  { from, to, amount }: { from: Currency; to: Currency; amount: string },
) {
  const { sell, buy, rate, mid } = await ledger.prices.exchangeNow(amountOf(amount, from), to);
  return { sell, buy, rate, mid };
}

/** From one currency to another: how much may go, how much there is, and at what rate now. */
export async function describePair(deps: PayoutsDeps, merchantId: string, { a, b }: { a: Currency; b: Currency }) {
  const [holder, balances] = await Promise.all([
    deps.certifiedAs(merchantId),
    deps.ledger.balances(merchantId, ["collection", "wallet"]),
  ]);
  if (!holder) throw new Refusal("access.not_certified");
  const minimum = minimumWithdrawal(a);
  const price = a === b ? null : await deps.ledger.prices.exchangeNow(minimum, b);
  const available = balances.reduce((sum, { balance }) => (balance.currency === a ? sum + balance.minor : sum), 0n);
  return {
    rate: price?.rate ?? null,
    mid: price?.mid ?? null,
    minimum,
    maximum: payoutLimit(holder.kind, a),
    available: moneyOf(a, available),
  };
}

type FeeRows = CallOutput<typeof payoutEndpoints.feeConfig.output>;
/** The price list beside the ways it counts on. */
export const describeFees = async ({ ledger, database }: PayoutsDeps): Promise<FeeRows> => {
  const [rules, { ways }] = await Promise.all([ledger.prices.rules(), readTerms(database.db)]);
  return PAYOUT_KIND_NAMES.flatMap((kind) =>
    PAYOUT_WAY_KEYS.filter((way) => payoutWay(way).kinds.includes(kind)).flatMap((way) => {
      const { cutOff, days, wireDollars } = ways[way];
      return rules
        .filter(({ business }) => business === PAYOUT_KINDS[kind].business)
        .map(({ currency, corridor, terms }) => ({
          kind,
          way,
          wayLabel: payoutWay(way).label,
          currency,
          corridor,
          basisPoints: terms.basisPoints,
          flat: terms.flat ?? null,
          min: terms.min ?? null,
          max: terms.max ?? null,
          wireDollars: wireDollars ?? null,
          cutOff,
          days: days[0] === days[1] ? String(days[0]) : days.join("–"),
        }));
    }),
  );
};
