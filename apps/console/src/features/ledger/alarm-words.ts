import { type Address, INVARIANTS, moneyOf, formatMoney, toCurrency, type Invariant } from "@coralhub/domain";
import { moneyText } from "@coralhub/ui";
import { accountPath, accountText, partsOf } from "./account-words.tsx";

type Fact = { label: string; value: string };
export type AlarmWords = { rule: string; about: string; subject: string; to?: Address; facts: Fact[] };

const PROBLEMS: Record<string, string> = {
  missing_in_books: "银行有这笔，账上没有",
  missing_at_bank: "账上有这笔，银行没有",
  amount_differs: "两边金额不同",
  booked_twice: "银行用同一流水号记了两次",
};
const LABELS: Record<string, string> = {
  problem: "问题",
  bank: "银行对账单",
  books: "账上",
  sum: "合计应为零，实际",
  balance: "余额",
  open: "未处理冻结之和",
  at: "分录时间",
  amount: "分录金额",
  before: "前一笔余额",
  final: "账户余额",
};

/** Figures come in smallest units, those of a rail with their currency behind them. */
function figure(text: string, currency: string | undefined): string {
  const match = /^(-?\d+)(?: ([A-Z]{3}))?$/.exec(text);
  const code = toCurrency(match?.[2] ?? currency ?? "");
  return match && code ? moneyText(formatMoney(moneyOf(code, BigInt(match[1]!))), code) : text;
}

/** An alarm as a finance colleague reads it: which rule, about whose account, with which figures. */
export function describeAlarm(alarm: { rule: string; subject: string; detail: string }): AlarmWords {
  const known = INVARIANTS[alarm.rule as Invariant] as (typeof INVARIANTS)[Invariant] | undefined;
  const [owner = "", ...rest] = alarm.subject.split(" ");
  const name = rest.join(" ");
  const parts = partsOf(name);
  const values = JSON.parse(alarm.detail) as Record<string, string | null>;
  return {
    rule: known?.label ?? alarm.rule,
    about: known?.about ?? "",
    subject: parts ? accountText(name) : alarm.rule === "rail" ? `${owner}，${name}` : name || owner,
    ...(parts && { to: accountPath(owner, name) }),
    facts: Object.entries(values).flatMap(([key, value]) =>
      value === null
        ? []
        : [
            {
              label: LABELS[key] ?? key,
              value: key === "problem" ? (PROBLEMS[value] ?? value) : figure(value, parts?.currency ?? name),
            },
          ],
    ),
  };
}
