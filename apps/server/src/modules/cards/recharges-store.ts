import type {
  CardTransferState,
  CardWithdrawalState,
  CardWithdrawalTarget,
  Currency,
  RechargeKind,
  RechargeState,
} from "@coralhub/domain";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import type { Page } from "./cards-store.ts";

export type RechargeKey = { merchantId: string; id: string };
export type Recharge = RechargeKey & {
  kind: RechargeKind;
  state: RechargeState;
  currency: Currency;
  minor: bigint;
  fee: bigint;
  serial: string;
  cardId: string | null;
  accountId: string | null;
  /** The card that stood in with its money. */
  fromCardId: string | null;
  /** The purchase it stood in for. */
  paymentId: string | null;
  payer: string | null;
  reason: string | null;
  createdAt: Date;
  finishedAt: Date | null;
};
const COLUMNS = sql`merchant_id as "merchantId", id, kind, state, currency, amount_minor as minor, fee_minor as fee, serial,
  card_id as "cardId", account_id as "accountId", from_card_id as "fromCardId",
  payment_id as "paymentId", payer, reason, created_at as "createdAt", finished_at as "finishedAt"`;

type NewRecharge = Omit<Recharge, "state" | "reason" | "finishedAt" | "fromCardId" | "paymentId"> & {
  postingId: string | null;
  fromCardId?: string | null;
  paymentId?: string | null;
};
/** With a posting it has succeeded already; without one it waits. */
export async function insertRecharge(tx: Tx, r: NewRecharge): Promise<void> {
  const done = r.postingId !== null;
  await sql`
    insert into card_recharge (merchant_id, id, kind, state, currency, amount_minor, fee_minor, serial, card_id, account_id,
      from_card_id, payment_id, payer, posting_id, created_at, finished_at, changed_at)
    values (${r.merchantId}, ${r.id}, ${r.kind}, ${done ? "succeeded" : "pending"}, ${r.currency}, ${r.minor}, ${r.fee},
      ${r.serial}, ${r.cardId}, ${r.accountId}, ${r.fromCardId ?? null}, ${r.paymentId ?? null}, ${r.payer}, ${r.postingId},
      ${r.createdAt}, ${done ? r.createdAt : null}, ${r.createdAt})`.execute(tx);
}

export async function findRecharge(db: Db, { merchantId, id }: RechargeKey): Promise<Recharge | undefined> {
  const { rows } = await sql<Recharge>`
    select ${COLUMNS} from card_recharge where merchant_id = ${merchantId} and id = ${id}`.execute(db);
  return rows[0];
}
export async function lockRechargeOfSerial(tx: Tx, merchantId: string, serial: string): Promise<Recharge | undefined> {
  const { rows } = await sql<Recharge>`
    select ${COLUMNS} from card_recharge where merchant_id = ${merchantId} and serial = ${serial} for update`.execute(
    tx,
  );
  return rows[0];
}
/** Money on its way to or from the card wallet that the books do not show yet. */
export async function countUnderWay(db: Db, merchantId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select (select count(*) from card_recharge where merchant_id = ${merchantId} and state in ('pending', 'processing'))::int
      + (select count(*) from card_withdrawal where merchant_id = ${merchantId} and state = 'unverified')::int as count`.execute(
    db,
  );
  return rows[0]!.count;
}
/** What has gone from a card back to the card wallet. */
export async function sumUnloads(
  db: Db,
  { merchantId, cardId, since }: { merchantId: string; cardId: string; since: Date },
): Promise<bigint> {
  const { rows } = await sql<{ minor: bigint }>`
    select coalesce(sum(amount_minor), 0)::bigint as minor from card_recharge
    where merchant_id = ${merchantId} and card_id = ${cardId} and kind = 'unload' and created_at >= ${since}`.execute(
    db,
  );
  return rows[0]!.minor;
}
export async function listStaleRecharges(db: Db, before: Date, { seen, limit }: Page): Promise<RechargeKey[]> {
  const { rows } = await sql<RechargeKey>`
    select merchant_id as "merchantId", id from card_recharge
    where state = 'pending' and created_at <= ${before} and id <> all(${[...seen]}::uuid[])
    order by created_at limit ${limit}`.execute(db);
  return rows;
}

export type CardTransfer = {
  id: string;
  rail: string;
  reference: string;
  currency: Currency;
  minor: bigint;
  payer: string;
  remittance: string;
  state: CardTransferState;
  arrivedAt: Date;
};
/** False where the bank has told of it before. */
export async function insertTransfer(tx: Tx, t: CardTransfer): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into card_transfer (id, rail, reference, currency, amount_minor, payer, remittance, state, arrived_at,
      changed_at)
    values (${t.id}, ${t.rail}, ${t.reference}, ${t.currency}, ${t.minor}, ${t.payer}, ${t.remittance}, ${t.state},
      ${t.arrivedAt}, ${t.arrivedAt})
    on conflict (reference) do nothing`.execute(tx);
  return numAffectedRows === 1n;
}
const TRANSFER = sql`id, rail, reference, currency, amount_minor as minor, payer, remittance, state, arrived_at as "arrivedAt"`;
export async function findTransfer(db: Db, id: string): Promise<CardTransfer | undefined> {
  const { rows } = await sql<CardTransfer>`select ${TRANSFER} from card_transfer where id = ${id}`.execute(db);
  return rows[0];
}
export async function lockTransfer(tx: Tx, id: string): Promise<CardTransfer | undefined> {
  const { rows } = await sql<CardTransfer>`select ${TRANSFER} from card_transfer where id = ${id} for update`.execute(
    tx,
  );
  return rows[0];
}
/** What waits and may name this serial number: the number stands somewhere in its words. */
export async function listWaitingWith(db: Db, serial: string): Promise<CardTransfer[]> {
  const { rows } = await sql<CardTransfer>`
    select ${TRANSFER} from card_transfer
    where state = 'waiting' and strpos(upper(remittance), ${serial}) > 0 order by arrived_at, id`.execute(db);
  return rows;
}
export async function countUnmatched(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (select 1 from card_transfer where state = 'waiting' limit 1000) t`.execute(db);
  return rows[0]!.count;
}

export type Withdrawal = RechargeKey & {
  state: CardWithdrawalState;
  target: CardWithdrawalTarget;
  targetId: string | null;
  targetName: string;
  currency: Currency;
  minor: bigint;
  serial: string;
  createdAt: Date;
  expiresAt: Date;
};
const WITHDRAWAL = sql`merchant_id as "merchantId", id, state, target, target_id as "targetId", target_name as "targetName",
  currency, amount_minor as minor, serial, created_at as "createdAt", expires_at as "expiresAt"`;
export async function insertWithdrawal(tx: Tx, w: Omit<Withdrawal, "state">): Promise<void> {
  await sql`
    insert into card_withdrawal (merchant_id, id, state, target, target_id, target_name, currency, amount_minor, serial,
      created_at, expires_at, changed_at)
    values (${w.merchantId}, ${w.id}, 'unverified', ${w.target}, ${w.targetId}, ${w.targetName}, ${w.currency}, ${w.minor},
      ${w.serial}, ${w.createdAt}, ${w.expiresAt}, ${w.createdAt})`.execute(tx);
}
export async function findWithdrawal(db: Db, { merchantId, id }: RechargeKey): Promise<Withdrawal | undefined> {
  const { rows } = await sql<Withdrawal>`
    select ${WITHDRAWAL} from card_withdrawal where merchant_id = ${merchantId} and id = ${id}`.execute(db);
  return rows[0];
}
export async function listLapsedWithdrawals(db: Db, now: Date, { seen, limit }: Page): Promise<RechargeKey[]> {
  const { rows } = await sql<RechargeKey>`
    select merchant_id as "merchantId", id from card_withdrawal
    where state = 'unverified' and expires_at <= ${now} and id <> all(${[...seen]}::uuid[])
    order by created_at limit ${limit}`.execute(db);
  return rows;
}

export type Contact = { id: string; name: string; address: Uint8Array; kind: "mobile" | "email" };
export async function listContacts(db: Db, merchantId: string): Promise<Contact[]> {
  const { rows } = await sql<Contact>`
    select id, name, address, kind from card_contact where merchant_id = ${merchantId} order by created_at, id`.execute(
    db,
  );
  return rows;
}
export async function saveContact(tx: Tx, merchantId: string, c: Contact, at: Date): Promise<void> {
  await sql`
    insert into card_contact (merchant_id, id, name, address, kind, created_at)
    values (${merchantId}, ${c.id}, ${c.name}, ${c.address}, ${c.kind}, ${at})
    on conflict (merchant_id, id) do update set name = excluded.name, address = excluded.address, kind = excluded.kind`.execute(
    tx,
  );
}
export async function removeContact(tx: Tx, merchantId: string, id: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from card_contact where merchant_id = ${merchantId} and id = ${id}`.execute(tx);
  return numAffectedRows === 1n;
}
