import type { Currency } from "@coralhub/domain";
import { amountText, moneyText, THIN_SPACE, type SignStyle } from "./money-text.ts";
import "./values.css";

type MoneyProps = {
  /** The wire's decimal text; nothing when it is not known. */
  amount: string | undefined;
  currency: Currency;
  sign?: SignStyle;
  /** From `figure` on, the code is set at 0.6 of the amount. */
  size?: "inherit" | "figure" | "figure-xl";
  /** Stands before the code: 「约合」. */
  prefix?: string;
  /** Why the amount is not known, on hover and spoken. */
  unknownBecause?: string;
};

/** Code, thin space, amount. The sign says direction; colour never does. */
export function Money({ amount, currency, sign, size = "inherit", prefix, unknownBecause }: MoneyProps) {
  if (amount === undefined) return <Unknown because={unknownBecause} />;
  return (
    <span className={`money ${size === "inherit" ? "" : `money-figure type-${size}`}`}>
      <span className="money-code">
        {prefix && `${prefix} `}
        {currency}
      </span>
      {THIN_SPACE}
      <span className="money-digits">{amountText(amount, currency, sign)}</span>
    </span>
  );
}

/** Digits only, where the currency is said beside them (a column of one currency, a table of rates). */
export function Amount({ amount, currency, sign, unknownBecause }: Omit<MoneyProps, "size" | "prefix">) {
  if (amount === undefined) return <Unknown because={unknownBecause} />;
  return <span title={moneyText(amount, currency, sign)}>{amountText(amount, currency, sign)}</span>;
}

export function Unknown({ because }: { because?: string }) {
  return (
    <span className="unknown" title={because}>
      <span aria-hidden="true">—</span>
      <span className="visually-hidden">{because ?? "暂无"}</span>
    </span>
  );
}
