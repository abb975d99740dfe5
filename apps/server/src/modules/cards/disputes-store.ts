import { cardDisputeLifecycle, type CardDisputeState, type Currency, type DisputeReason } from "@coralhub/domain";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import type { PaymentKey } from "./payments-store.ts";

export type DisputeKey = { merchantId: string; id: string };
export type Dispute = DisputeKey & {
  paymentId: string;
  state: CardDisputeState;
  reason: DisputeReason;
  statement: string;
  currency: Currency;
  minor: bigint;
  note: string | null;
  holdPostingId: string | null;
  dueAt: Date | null;
  createdAt: Date;
};
const COLUMNS = sql`merchant_id as "merchantId", id, payment_id as "paymentId", state, reason, statement, currency,
  amount_minor as minor, note, hold_posting_id as "holdPostingId", due_at as "dueAt", created_at as "createdAt"`;

export async function insertDispute(tx: Tx, d: Omit<Dispute, "state" | "note" | "holdPostingId">): Promise<void> {
  await sql`
    insert into card_dispute (merchant_id, id, payment_id, state, reason, statement, currency, amount_minor, due_at, created_at,
      changed_at)
    values (${d.merchantId}, ${d.id}, ${d.paymentId}, 'submitted', ${d.reason}, ${d.statement}, ${d.currency}, ${d.minor},
      ${d.dueAt}, ${d.createdAt}, ${d.createdAt})`.execute(tx);
  await sql`insert into card_dispute_reference (dispute_id, owner_id) values (${d.id}, ${d.merchantId})`.execute(tx);
}
export async function findDispute(db: Db, { merchantId, id }: DisputeKey): Promise<Dispute | undefined> {
  const { rows } = await sql<Dispute>`
    select ${COLUMNS} from card_dispute where merchant_id = ${merchantId} and id = ${id}`.execute(db);
  return rows[0];
}
export async function lockDispute(tx: Tx, { merchantId, id }: DisputeKey): Promise<Dispute | undefined> {
  const { rows } = await sql<Dispute>`
    select ${COLUMNS} from card_dispute where merchant_id = ${merchantId} and id = ${id} for update`.execute(tx);
  return rows[0];
}
/** The newest of a purchase: an earlier one may have been withdrawn. */
export async function findDisputeOf(db: Db, { merchantId, id }: PaymentKey): Promise<Dispute | undefined> {
  const { rows } = await sql<Dispute>`
    select ${COLUMNS} from card_dispute where merchant_id = ${merchantId} and payment_id = ${id}
    order by created_at desc, id desc limit 1`.execute(db);
  return rows[0];
}
export async function ownerOfDispute(db: Db, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ ownerId: string }>`
    select owner_id as "ownerId" from card_dispute_reference where dispute_id = ${id}`.execute(db);
  return rows[0]?.ownerId;
}
/** The network's provisional credit, until the end. */
export async function keepHold(tx: Tx, { merchantId, id }: DisputeKey, postingId: string, at: Date): Promise<void> {
  await sql`update card_dispute set hold_posting_id = ${postingId}, credited_at = ${at}
    where merchant_id = ${merchantId} and id = ${id}`.execute(tx);
}
export async function countDisputesWaiting(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (select 1 from card_dispute
      where state in ('submitted', 'representment', 'preArbitration') limit 100) d`.execute(db);
  return rows[0]!.count;
}
/** Their money may still come back. */
export async function countOpenDisputes(db: Db, merchantId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from card_dispute
    where merchant_id = ${merchantId} and state <> all(${cardDisputeLifecycle.groups.ended})`.execute(db);
  return rows[0]!.count;
}

export type CardFile = { id: string; fileName: string; disputeId: string | null };
export async function insertFile(
  tx: Tx,
  { merchantId, id: paymentId }: PaymentKey,
  { id, fileName, disputeId }: CardFile,
  at: Date,
): Promise<void> {
  await sql`insert into card_file (merchant_id, payment_id, file_id, dispute_id, file_name, at)
    values (${merchantId}, ${paymentId}, ${id}, ${disputeId}, ${fileName}, ${at})`.execute(tx);
}
export async function listFiles(db: Db, { merchantId, id }: PaymentKey): Promise<CardFile[]> {
  const { rows } = await sql<CardFile>`
    select file_id as id, file_name as "fileName", dispute_id as "disputeId" from card_file
    where merchant_id = ${merchantId} and payment_id = ${id} order by at, file_id`.execute(db);
  return rows;
}
