import { moneyOf, type AccountCode, type Currency } from "@coralhub/domain";
import { uuidArray } from "./binary-arrays.ts";
import type { Run } from "./ledger-store.ts";
import type { Receipt } from "./posting.ts";

const RECEIPTS = `select t.posting_id, t.from_code, t.to_code, t.currency, t.amount::text as amount,
    t.from_balance::text as from_balance, t.to_balance::text as to_balance, date_trunc('milliseconds', p.posted_at) as posted_at
  from unnest($1::uuid[], $2::uuid[]) as u (merchant_id, id)
  join ledger_posting p on p.merchant_id = u.merchant_id and p.id = u.id
  join ledger_leg t on t.merchant_id = u.merchant_id and t.posting_id = u.id
 order by t.posting_id, t.line`;

type Row = {
  posting_id: string;
  from_code: AccountCode;
  to_code: AccountCode;
  currency: Currency;
  amount: string;
  from_balance: string;
  to_balance: string;
  posted_at: Date;
};

/** The receipts of postings that are in the books, as they were given the first time. */
export async function readReceipts(
  run: Run,
  postings: readonly { merchantId: string; postingId: string }[],
): Promise<Map<string, Receipt>> {
  const receipts = new Map<string, Receipt>();
  if (postings.length === 0) return receipts;
  const rows = await run(RECEIPTS, [
    uuidArray(postings.map((posting) => posting.merchantId)),
    uuidArray(postings.map((posting) => posting.postingId)),
  ]);
  for (const row of rows as Row[]) {
    const receipt = receipts.get(row.posting_id) ?? {
      postingId: row.posting_id,
      postedAt: new Date(row.posted_at),
      replayed: true,
      lines: [],
    };
    receipts.set(row.posting_id, receipt);
    const amount = (minor: string) => moneyOf(row.currency, BigInt(minor));
    receipt.lines.push({
      from: row.from_code,
      to: row.to_code,
      amount: amount(row.amount),
      fromBalance: amount(row.from_balance),
      toBalance: amount(row.to_balance),
    });
  }
  return receipts;
}
