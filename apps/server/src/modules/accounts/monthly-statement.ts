import { Refusal, type FileReply } from "@coralhub/contract";
import { formatMoney, moneyText, POSTING_REASONS, toShanghaiTime } from "@coralhub/domain";
import { readMonth } from "./account-books.ts";
import type { AccountsDeps } from "./deps.ts";
import { openPdf, pdfReply, type Column } from "../../platform/pdf-page.ts";

const MOST_ENTRIES = 20_000;
const ENTRIES_AT_ONCE = 500;

const COLUMNS: readonly Column[] = [
  { title: "记账时间", width: 96 },
  { title: "事由", width: 72 },
  { title: "参考号", width: 116 },
  { title: "金额", width: 72, align: "right" },
  { title: "其中手续费", width: 55, align: "right" },
  { title: "余额", width: 72, align: "right" },
];

/** A month of one account, every entry with the balance after it; read and written page by page. */
export async function monthlyStatement(
  deps: AccountsDeps,
  merchantId: string,
  wanted: { accountId: string; month: string },
): Promise<FileReply> {
  const [{ account, period, statement }, name] = await Promise.all([
    readMonth(deps, merchantId, wanted),
    deps.legalNameOf(merchantId),
  ]);
  const { opening, closing, credits, debits, other, entries, open } = statement;
  if (entries > MOST_ENTRIES) throw new Refusal("statement.too_long", { entries, most: MOST_ENTRIES });
  const pdf = openPdf({
    title: "收款账户月结单",
    subtitle: `${wanted.month}${open ? "（本月未结束，截至出具时间）" : ""}`,
    issuedAt: deps.clock.now(),
  });
  pdf.facts([
    ["商户", name ?? "—"],
    ["户名", account.holderName],
    ["账号", account.accountNumber ?? "—"],
    ["币种", account.currency],
    ["期初余额", moneyText(opening)],
    ["本期收入", moneyText(credits)],
    ["本期支出", moneyText(debits)],
    ["处理中、暂扣与内部划转", moneyText(other)],
    ["期末余额", moneyText(closing)],
  ]);
  pdf.heading(`账目明细（${entries} 笔）`);
  const table = pdf.table(COLUMNS);
  for (let after: bigint | undefined, more = entries > 0; more;) {
    const page = await deps.ledger.statement({
      ...period,
      limit: ENTRIES_AT_ONCE,
      ...(after === undefined ? {} : { after }),
    });
    for (const { postedAt, reason, reference, amount, fee, balance } of page.entries) {
      const what = [toShanghaiTime(postedAt), POSTING_REASONS[reason], reference ?? ""];
      table.row([...what, formatMoney(amount), fee ? formatMoney(fee) : "", formatMoney(balance)]);
    }
    after = page.next;
    more = after !== undefined;
  }
  pdf.finish();
  return pdfReply(`月结单-${account.currency}-${wanted.month}`, pdf);
}
