import type { CardRemedyView, CardTrialView } from "@coralhub/contract";
import { CARD_REMEDIES, moneyOf, moneyText, type CardState, type Money } from "@coralhub/domain";

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

/** What one press does, and what is done elsewhere, each said once. */
export function planRemedies(remedies: readonly CardRemedyView[]) {
  const direct = remedies.filter(({ kind, ofBook }) => DIRECT.has(kind) && !ofBook);
  const others = remedies.filter((remedy) => !direct.includes(remedy));
  const elsewhere = [...new Map(others.map((remedy) => [remedyText(remedy), remedy])).values()];
  return { direct, elsewhere };
}

/** A card that pays no more is helped by nothing on it: neither money nor rules. */
export const canBeHelped = (state: CardState): boolean => state === "active" || state === "frozen";

type Now = {
  state: CardState;
  balance: Money;
  /** What the purchase takes from the card; undefined where nobody knows. */
  charged: Money | undefined;
};
/** What of it is still to do, as the card is now: the same press twice lets go once and moves money once. */
export function stillToDo(chosen: readonly CardRemedyView[], { state, balance, charged }: Now): CardRemedyView[] {
  if (!canBeHelped(state)) return [];
  return chosen.flatMap((remedy) => {
    if (remedy.kind === "unsuspend" && state !== "frozen") return [];
    if (remedy.kind !== "topUp" || !remedy.amount || !charged) return [remedy];
    const missing = charged.minor - balance.minor;
    if (missing <= 0n) return [];
    // Never more than the button says.
    return missing < remedy.amount.minor ? [{ ...remedy, amount: moneyOf(charged.currency, missing) }] : [remedy];
  });
}

type Trial = Pick<CardTrialView, "approved"> & { trace: readonly Pick<CardTrialView["trace"][number], "sentence">[] };
/** What may be said after the press: what the same purchase meets now. Where nobody could try it, no promise. */
export function wordsAfter(trial: Trial | undefined, helped: boolean): string {
  if (!trial) return helped ? "已处理，商户可以再扣一次" : "这里没有要处理的了";
  if (trial.approved) return "已处理，商户再扣一次就会通过";
  return `${helped ? "这一部分已处理，" : ""}还不会通过：${trial.trace.flatMap(({ sentence }) => sentence ?? []).join("；")}`;
}
