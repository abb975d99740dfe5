import type { Column } from "@coralhub/contract";
import { formatMoney, toCurrency, type Currency, type Lifecycle } from "@coralhub/domain";
import type { ReactNode } from "react";
import { Copyable } from "../values/copy.tsx";
import { amountText } from "../values/money-text.ts";
import { Money, Unknown } from "../values/money.tsx";
import { StateDot } from "../values/state.tsx";
import { momentText, tableTime } from "../values/time-text.ts";
import "./list.css";

export type Row = Record<string, unknown>;

/** Words and numbers as they are; a list has no cell for anything else. */
const plain = (value: unknown): string =>
  typeof value === "string" || typeof value === "number" || typeof value === "bigint" ? String(value) : "";

/** An amount is Money, its form on the wire, or a decimal beside the row's own `currency`. */
function moneyOf(value: unknown, row: Row): { amount: string; currency: Currency | undefined } | undefined {
  if (typeof value === "string") return { amount: value, currency: toCurrency(plain(row["currency"])) };
  if (typeof value !== "object" || value === null || !("currency" in value)) return undefined;
  const currency = toCurrency(plain(value.currency));
  if (currency && "minor" in value && typeof value.minor === "bigint") {
    return { amount: formatMoney({ currency, minor: value.minor }), currency };
  }
  return "amount" in value && typeof value.amount === "string" ? { amount: value.amount, currency } : undefined;
}

/** The ordinary look of a value; a page may draw single columns itself. */
export function cellContent(column: Column, key: string, row: Row): ReactNode {
  const value = row[key];
  if (value === undefined || value === null || value === "") return <Unknown />;
  switch (column.as) {
    case "money": {
      const money = moneyOf(value, row);
      if (!money) return plain(value);
      return money.currency ? <Money {...money} currency={money.currency} /> : amountText(money.amount);
    }
    case "time": {
      const text = momentText(value instanceof Date ? value : plain(value));
      return (
        <time dateTime={`${text.replace(" ", "T")}+08:00`} title={`${text}（北京时间）`}>
          {tableTime(text)}
        </time>
      );
    }
    case "code":
      return <Copyable text={plain(value)} />;
    case "state":
      return <StateDot lifecycle={column.lifecycle ?? NONE} state={value as string | number} />;
    default:
      return column.options?.find((option) => option.value === value)?.label ?? plain(value);
  }
}

const NONE: Lifecycle = {
  name: "none",
  initial: "",
  states: {},
  groups: { open: [], moving: [], ended: [] },
  actions: {},
};

/** Money and counts stand right, everything else left. */
export const alignsRight = (column: Column) => column.as === "money";

/** The first column: what the merchant recognises, with a second line where it helps. */
export function NameCell({ tile, name, note }: { tile?: ReactNode; name: ReactNode; note?: ReactNode }) {
  return (
    <span className="name-cell">
      {tile}
      <span className="name-cell-words">
        {name}
        {note && <span className="name-cell-note">{note}</span>}
      </span>
    </span>
  );
}
