import type { taxRefundDeskList, taxRefundList } from "@coralhub/contract";
import {
  moneyOf,
  type Currency,
  type Declaration,
  type Difference,
  type Money,
  type TaxPaper,
  type TaxRefundState,
  type VatInvoice,
} from "@coralhub/domain";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import type { ListSource } from "../../platform/list-query.ts";

export type RefundKey = { merchantId: string; id: string };
export type Flows = { declaration: Declaration; invoice: VatInvoice; receipts: readonly string[] };
export type TaxRefund = RefundKey & {
  state: TaxRefundState;
  number: string;
  goods: string;
  declared: Money;
  refund: Money<"CNY">;
  flows: Flows;
  differences: Difference[];
  reason: string | null;
  proposedMinor: bigint | null;
  proposedBy: string | null;
  paidMinor: bigint | null;
  createdAt: Date;
};

/** Money is kept as text within the copied papers. */
type StoredMoney = { currency: Currency; minor: string };
type StoredFlows = {
  declaration: Omit<Declaration, "amount"> & { amount: StoredMoney };
  invoice: Omit<VatInvoice, "net"> & { net: StoredMoney };
  receipts: string[];
};
const stored = ({ currency, minor }: Money): StoredMoney => ({ currency, minor: minor.toString() });
const storeFlows = ({ declaration, invoice, receipts }: Flows): StoredFlows => ({
  declaration: { ...declaration, amount: stored(declaration.amount) },
  invoice: { ...invoice, net: stored(invoice.net) },
  receipts: [...receipts],
});
const readFlows = ({ declaration, invoice, receipts }: StoredFlows): Flows => ({
  declaration: { ...declaration, amount: moneyOf(declaration.amount.currency, BigInt(declaration.amount.minor)) },
  invoice: { ...invoice, net: moneyOf("CNY", BigInt(invoice.net.minor)) },
  receipts,
});

type Row = Omit<TaxRefund, "declared" | "refund" | "flows"> & {
  currency: Currency;
  declaredMinor: bigint;
  refundMinor: bigint;
  flows: StoredFlows;
};
const COLUMNS = sql`merchant_id as "merchantId", id, state, declaration_number as number, goods, declared_currency as currency,
  declared_minor as "declaredMinor", refund_minor as "refundMinor", flows, differences, reason,
  proposed_minor as "proposedMinor", proposed_by as "proposedBy", paid_minor as "paidMinor", created_at as "createdAt"`;
const refundOf = ({ currency, declaredMinor, refundMinor, flows, ...rest }: Row): TaxRefund => ({
  ...rest,
  declared: moneyOf(currency, declaredMinor),
  refund: moneyOf("CNY", refundMinor),
  flows: readFlows(flows),
});

export async function findRefund(db: Db, { merchantId, id }: RefundKey): Promise<TaxRefund | undefined> {
  const { rows } =
    await sql<Row>`select ${COLUMNS} from tax_refund where merchant_id = ${merchantId} and id = ${id}`.execute(db);
  return rows[0] && refundOf(rows[0]);
}
export async function lockRefund(tx: Tx, { merchantId, id }: RefundKey): Promise<TaxRefund | undefined> {
  const { rows } = await sql<Row>`
    select ${COLUMNS} from tax_refund where merchant_id = ${merchantId} and id = ${id} for update`.execute(tx);
  return rows[0] && refundOf(rows[0]);
}

/** Applications of one merchant come one after the other: an income proves one export. */
export async function holdRefunds(tx: Tx, merchantId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`taxrefund:${merchantId}`}, 0))`.execute(tx);
}
export async function isDeclared(db: Db, merchantId: string, number: string, except: string | null): Promise<boolean> {
  const { rows } = await sql`
    select 1 from tax_refund where merchant_id = ${merchantId} and declaration_number = ${number}
      and state not in ('declined', 'cancelled') and id is distinct from ${except}::uuid limit 1`.execute(db);
  return rows.length > 0;
}
/** The invoice stands behind another application that is open or was refunded. */
export async function isInvoiced(db: Db, merchantId: string, number: string, except: string | null): Promise<boolean> {
  const { rows } = await sql`
    select 1 from tax_refund where merchant_id = ${merchantId} and flows -> 'invoice' ->> 'number' = ${number}
      and state not in ('declined', 'cancelled') and id is distinct from ${except}::uuid limit 1`.execute(db);
  return rows.length > 0;
}

type Written = RefundKey & { flows: Flows; differences: readonly Difference[]; refund: Money; at: Date };
export async function insertRefund(tx: Tx, { merchantId, id, flows, differences, refund, at }: Written): Promise<void> {
  const { declaration } = flows;
  await sql`
    insert into tax_refund (merchant_id, id, state, declaration_number, goods, declared_currency, declared_minor, refund_minor,
      flows, differences, created_at, changed_at)
    values (${merchantId}, ${id}, 'differing', ${declaration.number}, ${declaration.goods}, ${declaration.amount.currency},
      ${declaration.amount.minor}, ${refund.minor}, ${JSON.stringify(storeFlows(flows))}::jsonb,
      ${JSON.stringify(differences)}::jsonb, ${at}, ${at})`.execute(tx);
  await writeReceipts(tx, { merchantId, id }, flows.receipts);
}
export async function updateRefund(
  tx: Tx,
  { merchantId, id, flows, differences, refund }: Omit<Written, "at">,
): Promise<void> {
  const { declaration } = flows;
  await sql`
    update tax_refund set declaration_number = ${declaration.number}, goods = ${declaration.goods},
      declared_currency = ${declaration.amount.currency}, declared_minor = ${declaration.amount.minor},
      refund_minor = ${refund.minor}, flows = ${JSON.stringify(storeFlows(flows))}::jsonb,
      differences = ${JSON.stringify(differences)}::jsonb, reason = null
    where merchant_id = ${merchantId} and id = ${id}`.execute(tx);
  await writeReceipts(tx, { merchantId, id }, flows.receipts);
}
async function writeReceipts(tx: Tx, { merchantId, id }: RefundKey, incomeIds: readonly string[]): Promise<void> {
  await sql`delete from tax_refund_receipt where merchant_id = ${merchantId} and refund_id = ${id}`.execute(tx);
  await sql`insert into tax_refund_receipt (merchant_id, refund_id, income_id)
    select distinct ${merchantId}::uuid, ${id}::uuid, income from unnest(${[...incomeIds]}::uuid[]) as income`.execute(
    tx,
  );
}
/** Incomes that already prove another export. */
export async function usedIncomes(db: Db, merchantId: string, except: string | null): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select r.income_id as id from tax_refund_receipt r
    join tax_refund t on t.merchant_id = r.merchant_id and t.id = r.refund_id
    where r.merchant_id = ${merchantId} and t.state not in ('declined', 'cancelled')
      and t.id is distinct from ${except}::uuid`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

export async function setPayment(tx: Tx, { merchantId, id }: RefundKey, payment: { minor: bigint; by: string } | null) {
  await sql`update tax_refund set proposed_minor = ${payment?.minor ?? null}, proposed_by = ${payment?.by ?? null}
    where merchant_id = ${merchantId} and id = ${id}`.execute(tx);
}

export type KeptPaper = { fileId: string; paper: TaxPaper; fileName: string };
export async function insertPapers(tx: Tx, { merchantId, id }: RefundKey, papers: readonly KeptPaper[], at: Date) {
  for (const { fileId, paper, fileName } of papers) {
    await sql`insert into tax_refund_paper (merchant_id, refund_id, file_id, paper, file_name, added_at)
      values (${merchantId}, ${id}, ${fileId}, ${paper}, ${fileName}, ${at}) on conflict do nothing`.execute(tx);
  }
}
export async function listPapers(db: Db, { merchantId, id }: RefundKey): Promise<KeptPaper[]> {
  const { rows } = await sql<KeptPaper>`
    select file_id as "fileId", paper, file_name as "fileName" from tax_refund_paper
    where merchant_id = ${merchantId} and refund_id = ${id} order by added_at, file_id`.execute(db);
  return rows;
}
/** For a reviewer, or for the second person a payment waits for. */
export async function countReviewing(db: Db): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`select count(*)::int as count from tax_refund
     where state = 'reviewing' or (state = 'filed' and proposed_by is not null)`.execute(db);
  return rows[0]!.count;
}
export async function countOpen(db: Db, merchantId: string): Promise<{ open: number; all: number }> {
  const { rows } = await sql<{ open: number; all: number }>`
    select count(*) filter (where state in ('differing', 'reviewing', 'filed'))::int as open, count(*)::int as all
    from tax_refund where merchant_id = ${merchantId}`.execute(db);
  return rows[0]!;
}

const listColumns = {
  id: sql`t.id`,
  state: sql`t.state`,
  number: sql`t.declaration_number`,
  goods: sql`t.goods`,
  declared: { currency: sql`t.declared_currency`, minor: sql`t.declared_minor` },
  refund: { currency: sql`'CNY'`, minor: sql`t.refund_minor` },
  createdAt: sql`t.created_at`,
};
export const refundSource: ListSource<(typeof taxRefundList)["row"]> = {
  from: sql`tax_refund t`,
  owner: sql`t.merchant_id`,
  id: sql`t.id`,
  columns: listColumns,
};
export const refundDeskSource: ListSource<(typeof taxRefundDeskList)["row"]> = {
  ...refundSource,
  columns: { ...listColumns, merchantId: sql`t.merchant_id` },
};
