import type { payoutSeriesList } from "@coralhub/contract";
import {
  moneyOf,
  payoutSeriesLifecycle,
  type AccountCode,
  type Currency,
  type Money,
  type PayoutSeriesState,
  type PayoutState,
  type PayoutWayKey,
  type SERIES_KINDS,
  type SeriesRhythm,
} from "@coralhub/domain";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db.ts";
import type { ListSource } from "../../../platform/list-query.ts";
import { listDue, type DuePage, type DuePlace, type PayoutKey } from "../payouts-store.ts";

export type Series = PayoutKey & {
  kind: (typeof SERIES_KINDS)[number];
  way: PayoutWayKey;
  state: PayoutSeriesState;
  sourceCode: AccountCode;
  beneficiaryId: string;
  payeeVersion: number;
  payeeName: string;
  payeeBank: string;
  payeeLastFour: string;
  amount: Money;
  /** What would have arrived when it was agreed on. */
  agreed: Money;
  toleranceBasisPoints: number;
  rhythm: SeriesRhythm;
  /** Days, `2026-11-20`. */
  firstOn: string;
  nextOn: string | null;
  mostRuns: number | null;
  runs: number;
  missed: number;
  category: number | null;
  purpose: string | null;
  remittance: string;
  relatedId: string | null;
  /** Sealed. */
  adviceEmail: Uint8Array | null;
  papers: string[];
  reason: string | null;
  createdAt: Date;
  expiresAt: Date;
};

type Row = Omit<Series, "amount" | "agreed"> & {
  currency: Currency;
  minor: bigint;
  arrivesCurrency: Currency;
  agreedMinor: bigint;
};
const COLUMNS = sql`merchant_id as "merchantId", id, kind, way, state, source_code as "sourceCode",
  beneficiary_id as "beneficiaryId", payee_version as "payeeVersion", payee_name as "payeeName", payee_bank as "payeeBank",
  payee_last_four as "payeeLastFour", currency, amount_minor as minor, arrives_currency as "arrivesCurrency",
  agreed_minor as "agreedMinor", tolerance_basis_points as "toleranceBasisPoints", rhythm, first_on::text as "firstOn",
  next_on::text as "nextOn", most_runs as "mostRuns", runs, missed, category, purpose, remittance,
  related_id as "relatedId", advice_email as "adviceEmail", papers::text[] as papers, reason, created_at as "createdAt",
  expires_at as "expiresAt"`;
const seriesOf = ({ currency, minor, arrivesCurrency, agreedMinor, ...rest }: Row): Series => ({
  ...rest,
  amount: moneyOf(currency, minor),
  agreed: moneyOf(arrivesCurrency, agreedMinor),
});

export async function findSeries(db: Db, { merchantId, id }: PayoutKey): Promise<Series | undefined> {
  const { rows } = await sql<Row>`
    select ${COLUMNS} from payout_series where merchant_id = ${merchantId} and id = ${id}`.execute(db);
  return rows[0] && seriesOf(rows[0]);
}
export async function lockSeries(tx: Tx, { merchantId, id }: PayoutKey): Promise<Series | undefined> {
  const { rows } = await sql<Row>`
    select ${COLUMNS} from payout_series where merchant_id = ${merchantId} and id = ${id} for update`.execute(tx);
  return rows[0] && seriesOf(rows[0]);
}

export type NewSeries = Omit<Series, "state" | "nextOn" | "runs" | "missed" | "reason">;
export async function insertSeries(tx: Tx, s: NewSeries): Promise<void> {
  await sql`
    insert into payout_series (merchant_id, id, kind, way, state, source_code, beneficiary_id, payee_version, payee_name,
      payee_bank, payee_last_four, currency, amount_minor, arrives_currency, agreed_minor, tolerance_basis_points, rhythm,
      first_on, most_runs, category, purpose, remittance, related_id, advice_email, papers, created_at, expires_at,
      changed_at)
    values (${s.merchantId}, ${s.id}, ${s.kind}, ${s.way}, ${payoutSeriesLifecycle.initial}, ${s.sourceCode},
      ${s.beneficiaryId}, ${s.payeeVersion}, ${s.payeeName}, ${s.payeeBank}, ${s.payeeLastFour}, ${s.amount.currency},
      ${s.amount.minor}, ${s.agreed.currency}, ${s.agreed.minor}, ${s.toleranceBasisPoints}, ${s.rhythm}, ${s.firstOn},
      ${s.mostRuns}, ${s.category}, ${s.purpose}, ${s.remittance}, ${s.relatedId}, ${s.adviceEmail},
      ${s.papers}::uuid[], ${s.createdAt}, ${s.expiresAt}, ${s.createdAt})`.execute(tx);
}

export async function lockActive(tx: Tx, merchantId: string): Promise<Series[]> {
  const { rows } = await sql<Row>`
    select ${COLUMNS} from payout_series where merchant_id = ${merchantId} and state = 'active' order by id for update`.execute(
    tx,
  );
  return rows.map(seriesOf);
}

/** One more has been run, and when the next one is due. */
export async function setNext(
  tx: Tx,
  { merchantId, id }: PayoutKey,
  { runs, nextOn }: { runs: number; nextOn: string },
): Promise<void> {
  await sql`update payout_series set runs = ${runs}, next_on = ${nextOn}
    where merchant_id = ${merchantId} and id = ${id}`.execute(tx);
}
export async function setMissed(tx: Tx, { merchantId, id }: PayoutKey, missed: number): Promise<void> {
  await sql`update payout_series set missed = ${missed} where merchant_id = ${merchantId} and id = ${id}`.execute(tx);
}

export const listDueSeries = (db: Db, page: DuePage): Promise<DuePlace[]> =>
  listDue(db, { table: "payout_series", state: "active", on: "next_on" }, page);

export type Run = {
  id: string;
  state: PayoutState;
  scheduledFor: string | null;
  reason: string | null;
  arrives: Money | null;
};
export async function listRuns(db: Db, { merchantId, id }: PayoutKey): Promise<Run[]> {
  const { rows } = await sql<Omit<Run, "arrives"> & { currency: Currency; minor: bigint | null }>`
    select id, state, scheduled_for::text as "scheduledFor", reason, arrives_currency as currency, arrives_minor as minor
    from payout where merchant_id = ${merchantId} and series_id = ${id} order by created_at desc, id desc limit 60`.execute(
    db,
  );
  return rows.map(({ currency, minor, ...run }) => ({
    ...run,
    arrives: minor === null ? null : moneyOf(currency, minor),
  }));
}

export const seriesSource: ListSource<(typeof payoutSeriesList)["row"]> = {
  from: sql`payout_series s`,
  owner: sql`s.merchant_id`,
  id: sql`s.id`,
  columns: {
    id: sql`s.id`,
    kind: sql`s.kind`,
    state: sql`s.state`,
    payeeName: sql`s.payee_name`,
    payeeBank: sql`s.payee_bank`,
    payeeLastFour: sql`s.payee_last_four`,
    amount: { minor: sql`s.amount_minor`, currency: sql`s.currency` },
    rhythm: sql`s.rhythm`,
    nextOn: sql`s.next_on::text`,
    runs: sql`s.runs`,
    mostRuns: sql`s.most_runs`,
    reason: sql`s.reason`,
    createdAt: sql`s.created_at`,
  },
};
