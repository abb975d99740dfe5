import type { Address } from "../addresses/address.ts";
import { addressOf } from "../addresses/portal-addresses.ts";

type Page = { label: string; open(id: string): Address };

/** The portal's page of what an operation is about, by the beginning of its address. */
const PAGES: Readonly<Record<string, Page>> = {
  stores: { label: "这个店铺", open: (id) => addressOf("store", { id }) },
  accounts: { label: "这个收款账户", open: (id) => addressOf("account", { id }) },
  incomes: { label: "这笔收款", open: (id) => addressOf("income", { open: id }) },
  orders: { label: "这笔订单", open: (id) => addressOf("orderList", { open: id }) },
  "order-uploads": { label: "这份订单材料", open: (id) => addressOf("orderUpload", { id }) },
  payees: { label: "这个收款人", open: (id) => addressOf("payees", { open: id }) },
  payouts: { label: "这笔付款", open: (id) => addressOf("payouts", { open: id }) },
  batches: { label: "这个批次", open: (id) => addressOf("batch", { id }) },
  "wallet/transfers": { label: "这笔转账", open: (id) => addressOf("walletTransfer", { id }) },
  "exchange/conversions": { label: "这笔换汇", open: (id) => addressOf("conversions", { open: id }) },
  "exchange/orders": { label: "换汇委托", open: () => addressOf("exchange") },
  exports: { label: "导出记录", open: () => addressOf("exports") },
  cards: { label: "这张卡", open: (id) => addressOf("cards", { card: id }) },
  "card-payments": { label: "这笔消费", open: (id) => addressOf("cardRecords", { open: id }) },
  deposits: { label: "这笔存款", open: (id) => addressOf("deposit", { id }) },
};
/** Addresses that name in their query, or in what they are about, whose page it is. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  "account-entries": "accounts",
  statements: "accounts",
  "store-authorisation": "stores",
  "batch-rows": "batches",
  "metadata/payout": "payouts",
  "metadata/payee": "payees",
  "metadata/batch": "batches",
  "metadata/conversion": "exchange/conversions",
  "metadata/transfer": "wallet/transfers",
  "metadata/income": "incomes",
  "metadata/order": "orders",
  "metadata/account": "accounts",
  "metadata/store": "stores",
  "metadata/card": "cards",
  "metadata/cardPayment": "card-payments",
  "metadata/deposit": "deposits",
};
/** What an event tells of, by the table it is kept in. */
const SUBJECTS: Readonly<Record<string, string>> = {
  payout: "payouts",
  income: "incomes",
  order_match: "incomes",
  receiving_account: "accounts",
  beneficiary: "payees",
  conversion: "exchange/conversions",
  card: "cards",
  card_payment: "card-payments",
  deposit_placement: "deposits",
  store: "stores",
  wallet_transfer: "wallet/transfers",
  order_upload: "order-uploads",
  standing_order: "exchange/orders",
  export_job: "exports",
};
export type ObjectPage = { label: string; path: Address };
const pageFor = (name: string, id: string): ObjectPage | null => {
  const page = PAGES[name];
  return page ? { label: page.label, path: page.open(id) } : null;
};
/** The page of what has happened; a test is about nothing. */
export const subjectPage = (subject: string, id: string): ObjectPage | null => pageFor(SUBJECTS[subject] ?? "", id);

const ID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/;
/** What these make is looked at in a list; the id they answer is of something else. */
const NOT_OF_IT = /\/(?:files|quotes?|ways|options)(?:\/|$)|^\/receipt/;

/** From what was asked, or, where something new was made, from what was answered. */
export function objectOf(path: string, answer: string | null): ObjectPage | null {
  const [, asked = ""] = /^\/open\/v1\/(.*)$/.exec(path) ?? [];
  const [first = "", second = ""] = asked.split(/[/?]/);
  const name = [`${first}/${second}`, first].find((one) => one in PAGES || one in ELSEWHERE);
  if (name === undefined) return null;
  const rest = asked.slice(name.length);
  const made = NOT_OF_IT.test(rest.split("?")[0]!)
    ? undefined
    : /"data":\s*\{\s*"id":\s*"([\da-f-]{36})"/.exec(answer ?? "")?.[1];
  const id = ID.exec(rest)?.[0] ?? made;
  return id === undefined ? null : pageFor(ELSEWHERE[name] ?? name, id);
}
