import type { walletDeskList, walletTransferList } from "@coralhub/contract";
import {
  moneyOf,
  TRANSFER_MINUTES,
  type AccountCode,
  type Currency,
  type Money,
  type SweepRhythm,
  type WalletTransferKind,
  type WalletTransferState,
} from "@coralhub/domain";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import type { ListSource } from "../../platform/list-query.ts";

export async function findNumber(db: Db, ownerId: string): Promise<string | undefined> {
  const { rows } = await sql<{ number: string }>`
    select number from wallet_number where owner_id = ${ownerId}`.execute(db);
  return rows[0]?.number;
}

/** Whoever was first keeps it; false where the number or the owner has one already. */
export async function insertNumber(db: Db, number: string, ownerId: string, at: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into wallet_number (number, owner_id, created_at) values (${number}, ${ownerId}, ${at})
    on conflict do nothing`.execute(db);
  return numAffectedRows === 1n;
}

export async function findOwner(db: Db, number: string): Promise<string | undefined> {
  const { rows } = await sql<{ ownerId: string }>`
    select owner_id as "ownerId" from wallet_number where number = ${number}`.execute(db);
  return rows[0]?.ownerId;
}

export type CurrencySetting = { currency: Currency; name: string | null; position: number; hidden: boolean };

export async function listCurrencies(db: Db, merchantId: string): Promise<CurrencySetting[]> {
  const { rows } = await sql<CurrencySetting>`
    select currency, name, position, hidden from wallet_currency where merchant_id = ${merchantId}
    order by position, currency`.execute(db);
  return rows;
}

export async function keepCurrency(tx: Tx, merchantId: string, setting: CurrencySetting, at: Date): Promise<void> {
  const { currency, name, position, hidden } = setting;
  await sql`
    insert into wallet_currency (merchant_id, currency, name, position, hidden, opened_at)
    values (${merchantId}, ${currency}, ${name}, ${position}, ${hidden}, ${at})
    on conflict (merchant_id, currency) do update
      set name = excluded.name, position = excluded.position, hidden = excluded.hidden`.execute(tx);
}

export type TransferKey = { merchantId: string; id: string };
export type WalletTransferRecord = TransferKey & {
  kind: WalletTransferKind;
  state: WalletTransferState;
  amount: Money;
  fromCode: AccountCode | null;
  otherNumber: string | null;
  otherName: string | null;
  otherId: string | null;
  note: string;
  sweepId: string | null;
  postingId: string | null;
  createdAt: Date;
  expiresAt: Date | null;
  completedAt: Date | null;
};
type Row = Omit<WalletTransferRecord, "amount"> & { currency: Currency; minor: bigint };
const COLUMNS = sql`merchant_id as "merchantId", id, kind, state, currency, amount_minor as minor, from_code as "fromCode",
  other_number as "otherNumber", other_name as "otherName", other_id as "otherId", note, sweep_id as "sweepId",
  posting_id as "postingId", created_at as "createdAt", expires_at as "expiresAt", completed_at as "completedAt"`;
const recordOf = ({ currency, minor, ...row }: Row): WalletTransferRecord => ({
  ...row,
  amount: moneyOf(currency, minor),
});

export async function insertTransfer(tx: Tx, t: WalletTransferRecord): Promise<void> {
  await sql`
    insert into wallet_transfer (merchant_id, id, kind, state, currency, amount_minor, from_code, other_number, other_name,
      other_id, note, sweep_id, posting_id, created_at, expires_at, completed_at, changed_at)
    values (${t.merchantId}, ${t.id}, ${t.kind}, ${t.state}, ${t.amount.currency}, ${t.amount.minor}, ${t.fromCode},
      ${t.otherNumber}, ${t.otherName}, ${t.otherId}, ${t.note}, ${t.sweepId}, ${t.postingId}, ${t.createdAt},
      ${t.expiresAt}, ${t.completedAt}, ${t.createdAt})`.execute(tx);
}

export async function findTransfer(db: Db, { merchantId, id }: TransferKey): Promise<WalletTransferRecord | undefined> {
  const { rows } = await sql<Row>`
    select ${COLUMNS} from wallet_transfer where merchant_id = ${merchantId} and id = ${id}`.execute(db);
  return rows[0] && recordOf(rows[0]);
}

export async function lockTransfer(tx: Tx, { merchantId, id }: TransferKey): Promise<WalletTransferRecord | undefined> {
  const { rows } = await sql<Row>`
    select ${COLUMNS} from wallet_transfer where merchant_id = ${merchantId} and id = ${id} for update`.execute(tx);
  return rows[0] && recordOf(rows[0]);
}

export async function listLapsed(db: Db, now: Date, limit: number): Promise<TransferKey[]> {
  const { rows } = await sql<TransferKey>`
    select merchant_id as "merchantId", id from wallet_transfer
     where state = 'unverified' and expires_at <= ${now} order by expires_at limit ${limit}`.execute(db);
  return rows;
}

export type SweepRule = TransferKey & {
  accountId: string;
  keep: Money;
  rhythm: SweepRhythm;
  lastDay: string | null;
  createdAt: Date;
  /** What finance has put back by hand and still lies there, as far as the account's entries were looked at. */
  putBackMinor: bigint;
  seenMicros: bigint;
};
type SweepRow = Omit<SweepRule, "keep"> & { currency: Currency; keepMinor: bigint };
const SWEEP = sql`merchant_id as "merchantId", id, account_id as "accountId", currency, keep_minor as "keepMinor", rhythm,
  to_char(last_day, 'YYYY-MM-DD') as "lastDay", created_at as "createdAt",
  put_back_minor as "putBackMinor", seen_micros as "seenMicros"`;
const ruleOf = ({ currency, keepMinor, ...row }: SweepRow): SweepRule => ({
  ...row,
  keep: moneyOf(currency, keepMinor),
});

export async function listSweeps(db: Db, merchantId: string): Promise<SweepRule[]> {
  const { rows } = await sql<SweepRow>`
    select ${SWEEP} from wallet_sweep where merchant_id = ${merchantId} and is_active`.execute(db);
  return rows.map(ruleOf);
}

export async function listActiveSweeps(db: Db, after: SweepRule | undefined, limit: number): Promise<SweepRule[]> {
  const { rows } = await sql<SweepRow>`
    select ${SWEEP} from wallet_sweep where is_active
      ${after ? sql`and (created_at, id) > (${after.createdAt}, ${after.id})` : sql``}
    order by created_at, id limit ${limit}`.execute(db);
  return rows.map(ruleOf);
}

/** Undefined where it is no longer active; waits for whoever has it. */
export async function lockSweep(tx: Tx, { merchantId, id }: TransferKey): Promise<SweepRule | undefined> {
  const { rows } = await sql<SweepRow>`
    select ${SWEEP} from wallet_sweep where merchant_id = ${merchantId} and id = ${id} and is_active for update`.execute(
    tx,
  );
  return rows[0] && ruleOf(rows[0]);
}

type NewSweep = Omit<SweepRule, "lastDay" | "putBackMinor">;
export async function insertSweep(tx: Tx, rule: NewSweep): Promise<void> {
  await sql`
    insert into wallet_sweep (merchant_id, id, account_id, currency, keep_minor, rhythm, seen_micros, created_at, changed_at)
    values (${rule.merchantId}, ${rule.id}, ${rule.accountId}, ${rule.keep.currency}, ${rule.keep.minor}, ${rule.rhythm},
      ${rule.seenMicros}, ${rule.createdAt}, ${rule.createdAt})`.execute(tx);
}

export async function markPutBack(
  tx: Tx,
  { merchantId, id }: TransferKey,
  { putBackMinor, seenMicros }: Pick<SweepRule, "putBackMinor" | "seenMicros">,
): Promise<void> {
  await sql`update wallet_sweep set put_back_minor = ${putBackMinor}, seen_micros = ${seenMicros}
    where merchant_id = ${merchantId} and id = ${id}`.execute(tx);
}

export async function endSweep(tx: Tx, { merchantId, id }: TransferKey, at: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update wallet_sweep set is_active = false, changed_at = ${at}
     where merchant_id = ${merchantId} and id = ${id} and is_active`.execute(tx);
  return numAffectedRows === 1n;
}

export async function markSwept(tx: Tx, { merchantId, id }: TransferKey, day: string, at: Date): Promise<void> {
  await sql`update wallet_sweep set last_day = ${day}::date, changed_at = ${at}
    where merchant_id = ${merchantId} and id = ${id}`.execute(tx);
}

export const transferSource: ListSource<(typeof walletTransferList)["row"]> = {
  from: sql`wallet_transfer t`,
  owner: sql`t.merchant_id`,
  id: sql`t.id`,
  columns: {
    id: sql`t.id`,
    kind: sql`t.kind`,
    state: sql`t.state`,
    currency: sql`t.currency`,
    amount: { minor: sql`t.amount_minor`, currency: sql`t.currency` },
    other: sql`coalesce(t.other_name, '')`,
    note: sql`t.note`,
    createdAt: sql`t.created_at`,
    completedAt: sql`t.completed_at`,
  },
};

/** Who is paid has a row of the same transfer: the desk counts it with who pays. */
export const walletDeskSource: ListSource<(typeof walletDeskList)["row"]> = {
  ...transferSource,
  where: sql`t.kind <> 'received'`,
  columns: { ...transferSource.columns, merchantId: sql`t.merchant_id`, otherNumber: sql`t.other_number` },
};

/** What all merchants moved since then, by currency and kind. */
export async function sumMoved(
  db: Db,
  since: Date,
): Promise<{ kind: Exclude<WalletTransferKind, "received">; amount: Money }[]> {
  const { rows } = await sql<{ kind: Exclude<WalletTransferKind, "received">; currency: Currency; minor: bigint }>`
    select kind, currency, sum(amount_minor)::int8 as minor from wallet_transfer
     where created_at >= ${new Date(since.getTime() - TRANSFER_MINUTES * 60_000)} and completed_at >= ${since}
       and state = 'completed' and kind <> 'received' group by kind, currency`.execute(db);
  return rows.map(({ kind, currency, minor }) => ({ kind, amount: moneyOf(currency, minor) }));
}

export async function countTransfers(db: Db, merchantId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from wallet_transfer where merchant_id = ${merchantId}`.execute(db);
  return rows[0]!.count;
}
