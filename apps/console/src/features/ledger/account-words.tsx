import {
  deskAddress,
  ACCOUNT_KINDS,
  accountParts,
  formatMoney,
  moneyOf,
  type AccountKind,
  type Money as Amount,
} from "@coralhub/domain";
import { Link, Money, type SignStyle } from "@coralhub/ui";
import "../../platform/page.css";
import "./ledger.css";

export const accountPath = (merchantId: string, code: string) =>
  deskAddress("ledgerAccount", { merchantId, account: code });
export const postingPath = (merchantId: string, postingId: string) => deskAddress("posting", { merchantId, postingId });

/** Undefined for what is not an account's name: addresses are typed by hand, too. */
export function partsOf(code: string): ReturnType<typeof accountParts> | undefined {
  try {
    return accountParts(code);
  } catch {
    return undefined;
  }
}

/** 「钱包 USD」, 「存放同业 USD，fhb」 */
export function accountText(code: string): string {
  const parts = partsOf(code);
  if (!parts) return code;
  const { kind, currency, owner } = parts;
  return `${ACCOUNT_KINDS[kind].label} ${currency}${owner === undefined ? "" : `，${owner}`}`;
}

/** The account in words over its name in the books, leading to its entries. */
export function AccountLink({ merchantId, code }: { merchantId: string; code: string }) {
  return (
    <span className="account-link">
      <Link to={accountPath(merchantId, code)}>{ACCOUNT_KINDS[partsOf(code)?.kind ?? "wallet"].label}</Link>
      <span className="second-line mono">{code}</span>
    </span>
  );
}

export const Sum = ({ of, sign, figure }: { of: Amount; sign?: SignStyle; figure?: boolean }) => (
  <Money amount={formatMoney(of)} currency={of.currency} sign={sign} size={figure ? "figure" : "inherit"} />
);

type Side = "借" | "贷";
/** In the books money in is positive, so a positive balance stands on the credit side; zero where one expects the kind. */
export function standing(balance: Amount, kind: AccountKind): { side: Side; amount: Amount } {
  const debit = balance.minor < 0n || (balance.minor === 0n && ACCOUNT_KINDS[kind].shownOn === "debit");
  return {
    side: debit ? "借" : "贷",
    amount: moneyOf(balance.currency, balance.minor < 0n ? -balance.minor : balance.minor),
  };
}
