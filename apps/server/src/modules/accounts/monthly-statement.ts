import { Refusal, type FileReply } from "@coralhub/contract";
import {
  formatMoney,
  moneyText,
  POSTING_REASONS,
  toShanghaiTime,
  wordsOf,
  type PaperLanguage,
  type PostingReason,
} from "@coralhub/domain";
import { readMonth } from "./account-books.ts";
import type { AccountsDeps } from "./deps.ts";
import { openPdf, pdfReply, type Column } from "../../platform/pdf-page.ts";

const MOST_ENTRIES = 20_000;
const ENTRIES_AT_ONCE = 500;

const COLUMNS: readonly (Omit<Column, "title"> & { zh: string; en: string })[] = [
  { zh: "记账时间", en: "Posted", width: 96 },
  { zh: "事由", en: "Reason", width: 72 },
  { zh: "参考号", en: "Reference", width: 116 },
  { zh: "金额", en: "Amount", width: 72, align: "right" },
  { zh: "其中手续费", en: "Fee in it", width: 55, align: "right" },
  { zh: "余额", en: "Balance", width: 72, align: "right" },
];
const WORDS = {
  zh: {
    title: "收款账户月结单",
    unfinished: "（本月未结束，截至出具时间）",
    entries: (count: number) => `账目明细（${count} 笔）`,
    reason: (reason: PostingReason): string => POSTING_REASONS[reason],
  },
  en: {
    title: "Monthly Account Statement",
    unfinished: " (month not over; up to the time of issue)",
    entries: (count: number) => `Entries (${count})`,
    reason: wordsOf,
  },
} as const;

/** A month of one account, every entry with the balance after it; read and written page by page. */
export async function monthlyStatement(
  deps: AccountsDeps,
  merchantId: string,
  { language, ...wanted }: { accountId: string; month: string; language: PaperLanguage },
): Promise<FileReply> {
  const [{ account, period, statement }, name] = await Promise.all([
    readMonth(deps, merchantId, wanted),
    deps.legalNameOf(merchantId),
  ]);
  const { opening, closing, credits, debits, other, entries, open } = statement;
  if (entries > MOST_ENTRIES) throw new Refusal("statement.too_long", { entries, most: MOST_ENTRIES });
  const words = WORDS[language];
  const said = (zh: string, en: string) => (language === "zh" ? zh : en);
  const subtitle = `${wanted.month}${open ? words.unfinished : ""}`;
  // Of a month that is over the paper can be made again, sign by sign.
  const issuedAt = open ? deps.clock.now() : period.until;
  const pdf = openPdf({ title: words.title, subtitle, issuedAt, language });
  pdf.facts([
    [said("商户", "Customer"), name ?? "—"],
    [said("户名", "Account holder"), account.holderName],
    [said("账号", "Account number"), account.accountNumber ?? "—"],
    [said("币种", "Currency"), account.currency],
    [said("期初余额", "Opening balance"), moneyText(opening)],
    [said("本期收入", "Paid in"), moneyText(credits)],
    [said("本期支出", "Paid out"), moneyText(debits)],
    [
      said("处理中、暂扣、融资与内部划转", "Under way, held, financing and moved between own accounts"),
      moneyText(other),
    ],
    [said("期末余额", "Closing balance"), moneyText(closing)],
  ]);
  pdf.heading(words.entries(entries));
  const table = pdf.table(COLUMNS.map(({ zh, en, ...column }) => ({ title: said(zh, en), ...column })));
  for (let after: bigint | undefined, more = entries > 0; more;) {
    const page = await deps.ledger.statement({
      ...period,
      limit: ENTRIES_AT_ONCE,
      ...(after === undefined ? {} : { after }),
    });
    for (const { postedAt, reason, reference, amount, fee, balance } of page.entries) {
      const what = [toShanghaiTime(postedAt), words.reason(reason), reference ?? ""];
      await table.row([...what, formatMoney(amount), fee ? formatMoney(fee) : "", formatMoney(balance)]);
    }
    after = page.next;
    more = after !== undefined;
  }
  pdf.finish();
  return pdfReply(`${said("月结单", "Statement")}-${account.currency}-${wanted.month}`, pdf);
}
