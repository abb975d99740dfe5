import type { CardRemedyView, CardTrialView } from "@coralhub/contract";
import { CARD_REMEDIES, cardTakes, moneyOf, moneyText, type CardState, type Money } from "@coralhub/domain";

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

/** The card as it is now. */
type Standing = { state: CardState; blockedByUs: string | null };

/**
 * What one press does, and what is done elsewhere, each said once. Nothing its owner does helps a card that we have stopped, and
 * one that pays no more is followed by another.
 */
export function planRemedies(remedies: readonly CardRemedyView[], card?: Standing) {
  if (card && card.blockedByUs !== null && card.state === "frozen") return only("contact");
  if (card && !canBeHelped(card)) return only("newCard");
  const direct = remedies.filter(({ kind, ofBook }) => DIRECT.has(kind) && !ofBook);
  const others = remedies.filter((remedy) => !direct.includes(remedy));
  const elsewhere = [...new Map(others.map((remedy) => [remedyText(remedy), remedy])).values()];
  return { direct, elsewhere };
}

const only = (kind: CardRemedyView["kind"]): Record<"direct" | "elsewhere", CardRemedyView[]> => ({
  direct: [],
  elsewhere: [{ kind }],
});

/** A card that pays no more, or that we have stopped, is helped by nothing on it: neither money nor rules. */
const canBeHelped = ({ state, blockedByUs }: Standing): boolean =>
  cardTakes("load", state) && (state !== "frozen" || blockedByUs === null);

type Now = Standing & {
  balance: Money;
  /** What the purchase takes from the card; undefined where nobody knows. */
  charged: Money | undefined;
};
/** What of it is still to do, as the card is now: the same press twice lets go once and moves money once. */
export function stillToDo(chosen: readonly CardRemedyView[], now: Now): CardRemedyView[] {
  const { state, balance, charged } = now;
  if (!canBeHelped(now)) return [];
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
