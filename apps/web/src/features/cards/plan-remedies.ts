import type { CardRemedyView } from "@coralhub/contract";
import { CARD_REMEDIES, moneyText } from "@coralhub/domain";

/** What a button says it will do. */
export const remedyText = ({ kind, amount, ofBook, item }: CardRemedyView): string => {
  if (kind === "topUp" && amount) return `充值 ${moneyText(amount)}`;
  if (kind === "raiseLimit" && amount) return `${ofBook ? "卡组" : ""}上限改为 ${moneyText(amount)}`;
  if (kind === "allowShop" && item) return `放行 ${item}`;
  return CARD_REMEDIES[kind];
};

const DIRECT = new Set<CardRemedyView["kind"]>([
  "topUp",
  "raiseLimit",
  "allowShop",
  "allowCategory",
  "allowCountry",
  "allowCurrency",
  "unlock",
  "unsuspend",
  "extend",
]);

/** What one press does, what is done elsewhere, each said once, and what may be said after the press: not more than is so. */
export function planRemedies(remedies: readonly CardRemedyView[]) {
  const direct = remedies.filter(({ kind, ofBook }) => DIRECT.has(kind) && !ofBook);
  const others = remedies.filter((remedy) => !direct.includes(remedy));
  const elsewhere = [...new Map(others.map((remedy) => [remedyText(remedy), remedy])).values()];
  const done =
    elsewhere.length === 0 ? "已处理，商户再扣一次就会通过" : "这一部分已处理，其他原因处理后商户再扣一次才会通过";
  return { direct, elsewhere, done };
}
