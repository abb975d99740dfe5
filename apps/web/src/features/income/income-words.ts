import type { IncomeDetail, IncomeRow } from "@coralhub/contract";
import {
  hasArrived,
  INCOME_HOLDS,
  incomeLifecycle,
  moneyText,
  platformByCode,
  type IncomeState,
} from "@coralhub/domain";
import { promiseDay, type TimelineNode } from "@coralhub/ui";
import { asDay, inTable } from "../../platform/show.tsx";

/** What waits for the merchant comes first; then a tab for each state. */
export const INCOME_TABS: readonly { label: string; values: readonly IncomeState[] }[] = [
  { label: "待处理", values: ["needsEvidence", "abnormal"] },
  ...(["announced", "reviewing", "credited", "returned", "lapsed"] as const).map((state) => ({
    label: incomeLifecycle.states[state].label,
    values: [state],
  })),
];

/** The second line under a state: until when, since when, or why. */
export function stateNote({ state, hold, expectedAt, settledAt, amount, takenBack }: IncomeRow): string | undefined {
  if (!hasArrived(state)) {
    const promised = state === "lapsed" ? "原预计" : "预计";
    return expectedAt ? `${promised} ${asDay(expectedAt).slice(5)}` : undefined;
  }
  if (takenBack.minor > 0n && takenBack.minor < amount.minor) return `红冲 ${moneyText(takenBack)}`;
  if (state === "credited" || state === "returned") return settledAt ? inTable(settledAt) : undefined;
  return hold ? INCOME_HOLDS[hold].label : undefined;
}

/** What has yet to happen, in the order in which it will. */
function ahead({ state, expectedAt, returnWish, hold }: IncomeDetail): TimelineNode[] {
  const last: TimelineNode = returnWish
    ? { title: "退回付款方", note: "由两位同事复核", state: "next" }
    : { title: "核验通过，进入可用余额", state: "next", ...(hold === null && { when: "通常几分钟内" }) };
  if (state === "credited" || state === "returned" || state === "lapsed") return [];
  if (state !== "announced") return [last];
  const when = expectedAt && `预计 ${promiseDay(asDay(expectedAt))}`;
  return [{ title: "到达收款银行", state: "next", ...(when && { when }) }, last];
}

/** What happened, where it stands now, what comes: the newest at the bottom. */
export function timelineOf(detail: IncomeDetail): TimelineNode[] {
  const { timeline } = detail;
  const happened = timeline.map(({ label, note, actor, at }, index): TimelineNode => {
    const words = [actor, note].filter(Boolean).join("：");
    return {
      title: label,
      when: inTable(at),
      state: index === timeline.length - 1 ? "current" : "done",
      ...(words && { note: words }),
    };
  });
  return [...happened, ...ahead(detail)];
}

/** An income that is not on this page of the list, as a row of it. */
export const rowOfDetail = (detail: IncomeDetail): IncomeRow => ({
  id: detail.id,
  transactionOrderId: detail.reference,
  createdAt: detail.announcedAt,
  bizType: detail.platform ? (platformByCode(detail.platform)?.category ?? null) : null,
  platform: detail.platform,
  storeId: detail.storeId,
  storeName: detail.storeName,
  payerName: detail.payerName,
  receivingAccountId: detail.accountId,
  toCardNo: detail.accountNumber,
  accountCountry: "",
  currency: detail.currency,
  amount: detail.amount,
  fee: detail.fee,
  takenBack: detail.takenBack,
  state: detail.state,
  hold: detail.hold,
  expectedAt: detail.expectedAt,
  settledAt: detail.creditedAt ?? detail.returnedAt,
  pinned: detail.pinned,
  hidden: detail.hidden,
});
