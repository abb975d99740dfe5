import type { Currency, IncomeState } from "@coralhub/domain";
import { sql } from "kysely";
import type { Db } from "../../platform/db.ts";

export type ReceiptFacts = {
  reference: string;
  state: IncomeState;
  currency: Currency;
  amount: bigint;
  fee: bigint;
  takenBack: bigint;
  payerName: string;
  payerCountry: string | null;
  remittance: string;
  platform: string | null;
  storeName: string | null;
  holderName: string;
  accountNumber: string | null;
  bankName: string | null;
  announcedAt: Date;
  arrivedAt: Date | null;
  creditedAt: Date | null;
  returnedAt: Date | null;
  postingId: string | null;
};

export async function findReceipt(db: Db, merchantId: string, id: string): Promise<ReceiptFacts | undefined> {
  const { rows } = await sql<ReceiptFacts>`
    select i.rail_reference as reference, i.state, i.currency, i.amount_minor as amount, i.fee_minor as fee,
      i.taken_back_minor as "takenBack",
      i.payer_name as "payerName", i.payer_country as "payerCountry", i.remittance, i.platform, s.name as "storeName",
      a.holder_name as "holderName", a.account_number as "accountNumber", a.bank_name as "bankName",
      i.announced_at as "announcedAt", i.arrived_at as "arrivedAt", i.credited_at as "creditedAt",
      i.returned_at as "returnedAt", i.final_posting_id as "postingId"
    from income i
    join receiving_account_brief a on a.merchant_id = i.merchant_id and a.id = i.receiving_account_id
    left join store_brief s on s.merchant_id = i.merchant_id and s.id = i.store_id
    where i.merchant_id = ${merchantId} and i.id = ${id}`.execute(db);
  return rows[0];
}
