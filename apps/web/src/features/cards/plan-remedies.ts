import type { CardDecisionView, CardRemedyView } from "@coralhub/contract";
import { CARD_REMEDIES, moneyText } from "@coralhub/domain";

/** What a button says it will do. */
export const remedyText = ({ kind, amount, ofBook, item, limit }: CardRemedyView): string => {
  if (kind === "topUp" && amount) return `充值 ${moneyText(amount)}`;
  if (kind === "raiseLimit" && amount) return `${ofBook ? "卡组" : ""}上限改为 ${moneyText(amount)}`;
  if (kind === "allowShop" && item) return `放行 ${item}`;
  if (kind === "allowCurrency" && limit && amount) return `${amount.currency} 单笔上限改为 ${moneyText(amount)}`;
  if (kind === "allowCurrency" && item) return `放行 ${item}`;
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

type Decided = {
  remedies: readonly CardRemedyView[];
  trace: readonly Pick<CardDecisionView["trace"][number], "rule" | "sentence">[];
};
/** What one press does, what is done elsewhere, each said once, and what may be said after the press: not more than is so. */
export function planRemedies({ remedies, trace }: Decided) {
  const direct = remedies.filter(({ kind, ofBook }) => DIRECT.has(kind) && !ofBook);
  const others = remedies.filter((remedy) => !direct.includes(remedy));
  const elsewhere = [...new Map(others.map((remedy) => [remedyText(remedy), remedy])).values()];
  return { direct, elsewhere, done: wordsAfter(trace, direct) };
}

/** Some of what said no has no button, or one that leads elsewhere: that still stands in the way. */
function wordsAfter(trace: Decided["trace"], direct: readonly CardRemedyView[]): string {
  const against = trace.flatMap(({ rule, sentence }) => (sentence === null ? [] : [{ rule, sentence }]));
  if (against.length <= direct.length) return "已处理，商户再扣一次就会通过";
  const answered = new Set(direct.map(({ rule }) => rule));
  // A decision of before does not say which of them its buttons are for.
  const left = answered.has(undefined) ? [] : against.filter(({ rule }) => !answered.has(rule));
  const why = left.map(({ sentence }) => sentence).join("；");
  return why === "" ? "这一部分已处理，其他原因处理后商户再扣一次才会通过" : `这一部分已处理，还不会通过：${why}`;
}
