import { toCurrency, type Currency } from "../money/currencies.ts";
import type { Money } from "../money/money.ts";

/**
 * Every kind of account in the books. `side` says whose money it is: a merchant's account never goes below zero,
 * a house account may. `owner` names what further distinguishes accounts of one kind and currency.
 * `shownOn` is the side (debit or credit) an accountant expects the kind to stand on.
 */
export const ACCOUNT_KINDS = {
  collection: { label: "收款账户", side: "merchant", shownOn: "credit", owner: "收款账户编号" },
  wallet: { label: "钱包", side: "merchant", shownOn: "credit" },
  card_wallet: { label: "卡钱包", side: "merchant", shownOn: "credit" },
  card: { label: "珊瑚卡", side: "merchant", shownOn: "credit", owner: "卡编号" },
  deposit: { label: "定存本金", side: "merchant", shownOn: "credit", owner: "存单编号" },
  interest: { label: "应付利息", side: "merchant", shownOn: "credit", owner: "存单编号" },
  hold: { label: "冻结金额", side: "merchant", shownOn: "credit", owner: "被冻结的账户" },
  escrow: { label: "担保资金", side: "merchant", shownOn: "credit", owner: "担保交易编号" },
  quota: { label: "订单额度", side: "merchant", shownOn: "credit", owner: "用在哪里" },
  "house.nostro": { label: "存放同业", side: "house", shownOn: "debit", owner: "通道" },
  "house.clearing": { label: "清算往来", side: "house", shownOn: "debit", owner: "通道" },
  "house.fees": { label: "手续费收入", side: "house", shownOn: "credit" },
  "house.fx": { label: "外汇头寸", side: "house", shownOn: "debit" },
  "house.suspense": { label: "暂收暂付", side: "house", shownOn: "credit" },
  "house.interest": { label: "利息支出", side: "house", shownOn: "debit" },
  "house.promotion": { label: "营销支出", side: "house", shownOn: "debit" },
  "house.rounding": { label: "尾差", side: "house", shownOn: "credit" },
  "house.loan": { label: "贷款本金应收", side: "house", shownOn: "debit", owner: "贷款编号" },
  "house.loan_due": { label: "贷款息费应收", side: "house", shownOn: "debit", owner: "贷款编号" },
  "house.lender": { label: "应付资金方", side: "house", shownOn: "credit", owner: "通道" },
  "house.quota": { label: "额度授予", side: "house", shownOn: "debit" },
  "house.quota_debt": { label: "商户欠的额度", side: "house", shownOn: "debit" },
} as const satisfies Record<
  string,
  { label: string; side: "merchant" | "house"; shownOn: "debit" | "credit"; owner?: string }
>;

export type AccountKind = keyof typeof ACCOUNT_KINDS;
export const ACCOUNT_KIND_NAMES = Object.keys(ACCOUNT_KINDS) as [AccountKind, ...AccountKind[]];
type OwnedKind = { [K in AccountKind]: (typeof ACCOUNT_KINDS)[K] extends { owner: string } ? K : never }[AccountKind];

/** The name of an account in a merchant's books: `wallet:USD`, `collection:USD:<receiving account>`. */
export type AccountCode<C extends Currency = Currency> = `${AccountKind}:${C}` | `${AccountKind}:${C}:${string}`;

/** Postings of the house itself (its own costs, moving earned fees) are kept in books of its own. */
export const HOUSE_MERCHANT_ID = "00000000-0000-7000-8000-000000000000";

const OWNER = /^[A-Za-z0-9_.:-]{1,100}$/;

export function accountCode<C extends Currency>(kind: Exclude<AccountKind, OwnedKind>, currency: C): AccountCode<C>;
export function accountCode<C extends Currency>(kind: OwnedKind, currency: C, owner: string): AccountCode<C>;
export function accountCode(kind: AccountKind, currency: Currency, owner?: string): AccountCode {
  if (owner === undefined) return `${kind}:${currency}`;
  if (!OWNER.test(owner)) throw new RangeError(`not an account owner: ${owner}`);
  return `${kind}:${currency}:${owner}`;
}

/** Where an account's held money lies. The code says for whom: hold:USD:collection:7 holds for collection:USD:7. */
export function holdCode<C extends Currency>(code: AccountCode<C>): AccountCode<C> {
  const { kind, currency, owner } = accountParts(code);
  if (ACCOUNT_KINDS[kind].side === "house" || kind === "hold") throw new RangeError(`nothing can be held on ${code}`);
  return `hold:${currency as C}:${owner === undefined ? kind : `${kind}:${owner}`}`;
}

/** The account a hold account holds for; any other account is its own home. */
export function homeCode(code: AccountCode): AccountCode {
  const { kind, currency, owner } = accountParts(code);
  if (kind !== "hold") return code;
  const [held, ...rest] = owner!.split(":");
  return [held, currency, ...rest].join(":") as AccountCode;
}

export function accountParts(code: string): { kind: AccountKind; currency: Currency; owner: string | undefined } {
  const [kind, currency, ...owner] = code.split(":");
  const known = toCurrency(currency ?? "");
  const row = Object.hasOwn(ACCOUNT_KINDS, kind!) ? ACCOUNT_KINDS[kind as AccountKind] : undefined;
  const owned = row !== undefined && "owner" in row;
  if (!row || known !== currency || owned !== owner.length > 0 || (owned && !OWNER.test(owner.join(":")))) {
    throw new RangeError(`not an account: ${code}`);
  }
  return { kind: kind as AccountKind, currency: known!, owner: owned ? owner.join(":") : undefined };
}

/** Moves a positive amount from one account to another of the same currency. */
export type Transfer<C extends Currency = Currency> = Readonly<{
  from: AccountCode<C>;
  to: AccountCode<C>;
  amount: Money<C>;
}>;

/** Accounts of another currency than the amount's do not compile. */
export const transfer = <C extends Currency>(
  from: AccountCode<NoInfer<C>>,
  to: AccountCode<NoInfer<C>>,
  amount: Money<C>,
): Transfer<C> => ({ from, to, amount });
