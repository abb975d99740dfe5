import { countryName } from "../reference/countries.ts";
import { moneyText, parseMoney } from "../money/money.ts";
import { percentText, type FeeRule, type FeeTerms } from "./fees.ts";

const ANY = "*";
export const currencyText = (currency: FeeRule["currency"]) => (currency === ANY ? "全部币种" : currency);

/** A country, a pair of currencies, or everywhere. */
export function corridorText(corridor: string): string {
  return corridor === ANY ? "全部去向" : countryName(corridor);
}

/** 「0.3% + USD 5.00，最低 USD 1.00」, 「每笔 USD 1.00」, 「免费」 */
export function priceText({ basisPoints, flat, min, max }: FeeTerms, currency: FeeRule["currency"]): string {
  const sum = (text: string) => (currency === ANY ? text : moneyText(parseMoney(text, currency)));
  const percent = Number(basisPoints) === 0 ? undefined : percentText(basisPoints);
  const base = flat ? (percent ? `${percent} + ${sum(flat)}` : `每笔 ${sum(flat)}`) : percent;
  const parts = [base, min && `最低 ${sum(min)}`, max && `最高 ${sum(max)}`].filter(Boolean);
  return parts.join("，") || "免费";
}

/** What else changes the price: tiers, the exchange's markup, a waiver. */
export const extraTexts = ({ tiers, markupBasisPoints, waivedUntil }: FeeTerms): string[] => [
  ...(tiers ?? []).map(
    (tier) => `月交易额满 ${tier.fromVolume.toLocaleString("en-US")}：${percentText(tier.basisPoints)}`,
  ),
  ...(markupBasisPoints ? [`汇率加点 ${percentText(markupBasisPoints)}`] : []),
  ...(waivedUntil ? [`${waivedUntil} 前免费`] : []),
];
