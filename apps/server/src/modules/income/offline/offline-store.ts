import type { offlineDeskList, offlineTransferList } from "@coralhub/contract";
import {
  moneyOf,
  offlineTransferLifecycle,
  type Currency,
  type Money,
  type OfflineTransferState,
} from "@coralhub/domain";
import { sql } from "kysely";
import { countUpTo } from "../../../platform/count-up-to.ts";
import type { Db, Tx } from "../../../platform/db.ts";
import type { ListSource } from "../../../platform/list-query.ts";
import { likeText, sqlWords } from "../../../platform/sql-words.ts";

export type OfflineKey = { merchantId: string; id: string };
export type Proof = { fileId: string; fileName: string };
export type OfflineTransfer = OfflineKey & {
  state: OfflineTransferState;
  serial: string;
  accountId: string;
  amount: Money;
  payerName: string;
  /** A day, `2026-11-20`. */
  sentOn: string;
  bankReference: string;
  note: string;
  unclaimedId: string | null;
  incomeId: string | null;
  reason: string | null;
  createdAt: Date;
};

type Row = Omit<OfflineTransfer, "amount"> & { currency: Currency; minor: bigint };
const COLUMNS = sql`merchant_id as "merchantId", id, state, serial, receiving_account_id as "accountId", currency,
  amount_minor as minor, payer_name as "payerName", sent_on::text as "sentOn", bank_reference as "bankReference", note,
  unclaimed_id as "unclaimedId", income_id as "incomeId", reason, created_at as "createdAt"`;
const transferOf = ({ currency, minor, ...rest }: Row): OfflineTransfer => ({
  ...rest,
  amount: moneyOf(currency, minor),
});

export async function insertTransfer(
  tx: Tx,
  t: Omit<OfflineTransfer, "state" | "unclaimedId" | "incomeId" | "reason">,
  proofs: readonly Proof[],
): Promise<void> {
  await sql`
    insert into offline_transfer (merchant_id, id, state, serial, receiving_account_id, currency, amount_minor, payer_name,
      sent_on, bank_reference, note, created_at, changed_at)
    values (${t.merchantId}, ${t.id}, ${offlineTransferLifecycle.initial}, ${t.serial}, ${t.accountId},
      ${t.amount.currency}, ${t.amount.minor}, ${t.payerName}, ${t.sentOn}, ${t.bankReference}, ${t.note}, ${t.createdAt},
      ${t.createdAt})`.execute(tx);
  for (const { fileId, fileName } of proofs) {
    await sql`insert into offline_transfer_proof (merchant_id, transfer_id, file_id, file_name)
      values (${t.merchantId}, ${t.id}, ${fileId}, ${fileName})`.execute(tx);
  }
}

export async function findTransfer(db: Db, { merchantId, id }: OfflineKey): Promise<OfflineTransfer | undefined> {
  const { rows } = await sql<Row>`
    select ${COLUMNS} from offline_transfer where merchant_id = ${merchantId} and id = ${id}`.execute(db);
  return rows[0] && transferOf(rows[0]);
}
export async function lockTransfer(tx: Tx, { merchantId, id }: OfflineKey): Promise<OfflineTransfer | undefined> {
  const { rows } = await sql<Row>`
    select ${COLUMNS} from offline_transfer where merchant_id = ${merchantId} and id = ${id} for update`.execute(tx);
  return rows[0] && transferOf(rows[0]);
}
/** What somebody proposed this unclaimed money for. */
export async function lockByUnclaimed(tx: Tx, unclaimedId: string): Promise<OfflineTransfer | undefined> {
  const { rows } = await sql<Row>`
    select ${COLUMNS} from offline_transfer where unclaimed_id = ${unclaimedId} and state = 'matching'
    for update`.execute(tx);
  return rows[0] && transferOf(rows[0]);
}

export async function listProofs(db: Db, { merchantId, id }: OfflineKey): Promise<Proof[]> {
  const { rows } = await sql<Proof>`
    select file_id as "fileId", file_name as "fileName" from offline_transfer_proof
    where merchant_id = ${merchantId} and transfer_id = ${id} order by file_id`.execute(db);
  return rows;
}

export type Candidate = {
  id: string;
  currency: Currency;
  minor: bigint;
  payerName: string;
  remittance: string;
  reference: string;
  arrivedAt: Date;
};
/** Unclaimed money of that currency nobody has proposed anything for, which came with the amount or the number. */
export async function listCandidates(db: Db, { amount, serial }: OfflineTransfer): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`
    select id, currency, amount_minor as minor, payer_name as "payerName", remittance, rail_reference as reference,
      arrived_at as "arrivedAt"
    from unclaimed_income where state = 'waiting' and currency = ${amount.currency}
      and (amount_minor = ${amount.minor} or upper(remittance) like ${`%${likeText(serial)}%`})
    order by arrived_at desc, id desc limit 50`.execute(db);
  return rows;
}

/** Announced and neither found nor given up: money that is on its way to an account. */
export async function countOpenOffline(
  db: Db,
  merchantId: string,
  { accountId = null }: { accountId?: string | null } = {},
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from offline_transfer
    where merchant_id = ${merchantId} and state in (${sqlWords(offlineTransferLifecycle.groups.open)})
      and (${accountId}::uuid is null or receiving_account_id = ${accountId}::uuid)`.execute(db);
  return rows[0]!.count;
}

export const countWaitingOffline = (db: Db): Promise<number> =>
  countUpTo(db, sql`select 1 from offline_transfer where state = 'waiting'`);

const columns = {
  id: sql`o.id`,
  state: sql`o.state`,
  serial: sql`o.serial`,
  amount: { minor: sql`o.amount_minor`, currency: sql`o.currency` },
  accountId: sql`o.receiving_account_id`,
  payerName: sql`o.payer_name`,
  sentOn: sql`o.sent_on::text`,
  reason: sql`o.reason`,
  createdAt: sql`o.created_at`,
};
export const offlineSource: ListSource<(typeof offlineTransferList)["row"]> = {
  from: sql`offline_transfer o`,
  owner: sql`o.merchant_id`,
  id: sql`o.id`,
  columns,
};
export const offlineDeskSource: ListSource<(typeof offlineDeskList)["row"]> = {
  ...offlineSource,
  columns: { ...columns, merchantId: sql`o.merchant_id` },
};
