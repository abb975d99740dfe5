import { moneyOf, type Currency, type Money } from "@coralhub/domain";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db.ts";
import type { AccountRequest, BankNotice, Payment } from "../index.ts";
import type { BankAccount } from "./account-details.ts";

/** False where the number is taken. A repeated application changes nothing. */
export async function insertAccount(
  db: Db,
  { reference, currency, country, holderName }: AccountRequest,
  { accountNumber, bankName, ways }: BankAccount,
  at: Date,
): Promise<boolean> {
  const { rows } = await sql<{ reference: string }>`
    with added as (
      insert into sandbox_bank_account
        (reference, account_number, currency, country, holder_name, state, ways, bank_name, asked_at)
      values (${reference}, ${accountNumber}, ${currency}, ${country}, ${holderName}, 'pending',
        ${JSON.stringify(ways)}::jsonb, ${bankName}, ${at})
      on conflict do nothing returning reference)
    select reference from added
    union all select reference from sandbox_bank_account where reference = ${reference}`.execute(db);
  return rows.length > 0;
}

export async function decideAccount(
  tx: Tx,
  reference: string,
  to: "open" | "refused",
): Promise<BankAccount | undefined> {
  const { rows } = await sql<BankAccount>`
    update sandbox_bank_account set state = ${to} where reference = ${reference} and state = 'pending'
    returning account_number as "accountNumber", bank_name as "bankName", ways`.execute(tx);
  return rows[0];
}

export async function closeAccount(db: Db, reference: string): Promise<void> {
  await sql`update sandbox_bank_account set state = 'closed' where reference = ${reference}`.execute(db);
}

type PaymentRow = Omit<Payment, "amount" | "payer"> & {
  currency: Currency;
  minor: bigint;
  payerName: string;
  payerCountry: string | null;
};
const paymentOf = ({ currency, minor, payerName, payerCountry, ...rest }: PaymentRow): Payment => ({
  ...rest,
  amount: moneyOf(currency, minor),
  payer: { name: payerName, country: payerCountry, account: null },
});
const PAYMENT = sql`reference, account_number as "accountNumber", currency, amount_minor as minor, payer as "payerName",
  payer_country as "payerCountry", remittance`;

/** The payment as the bank knows it, which is the first one of this reference. */
export async function keepPayment(tx: Tx, payment: Payment, at: Date): Promise<Payment> {
  await sql`
    insert into sandbox_bank_payment
      (reference, account_number, payer, payer_country, remittance, currency, amount_minor, at)
    values (${payment.reference}, ${payment.accountNumber}, ${payment.payer.name}, ${payment.payer.country},
      ${payment.remittance}, ${payment.amount.currency}, ${payment.amount.minor}, ${at})
    on conflict (reference) do nothing`.execute(tx);
  return (await findPayment(tx, payment.reference))!;
}

export async function findPayment(db: Db, reference: string): Promise<Payment | undefined> {
  const { rows } = await sql<PaymentRow>`
    select ${PAYMENT} from sandbox_bank_payment where reference = ${reference}`.execute(db);
  return rows[0] && paymentOf(rows[0]);
}

/** True the first time: the money itself comes once. */
export async function markArrived(tx: Tx, reference: string, at: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update sandbox_bank_payment set arrived_at = ${at} where reference = ${reference} and arrived_at is null`.execute(
    tx,
  );
  return numAffectedRows === 1n;
}

export async function hasArrived(db: Db, reference: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from sandbox_bank_payment where reference = ${reference} and arrived_at is not null`.execute(db);
  return rows.length > 0;
}

export type RecentPayment = {
  reference: string;
  accountNumber: string;
  payer: string;
  amount: Money;
  at: Date;
  told: number;
  waiting: number;
};
export async function listPayments(db: Db, limit: number): Promise<RecentPayment[]> {
  const { rows } = await sql<Omit<RecentPayment, "amount"> & { currency: Currency; minor: bigint }>`
    select p.reference, p.account_number as "accountNumber", p.payer, p.currency, p.amount_minor as minor, p.at,
      count(n.id) filter (where n.delivered_at is not null)::int as told,
      count(n.id) filter (where n.delivered_at is null)::int as waiting
    from (select * from sandbox_bank_payment order by at desc, number desc limit ${limit}) p
    left join sandbox_bank_notice n on n.reference = p.reference
    group by p.reference, p.account_number, p.payer, p.currency, p.amount_minor, p.at, p.number order by p.at desc, p.number desc`.execute(
    db,
  );
  return rows.map(({ currency, minor, ...rest }) => ({ ...rest, amount: moneyOf(currency, minor) }));
}

/** Amounts and times as JSON has them. */
const toJson = (notice: BankNotice): string =>
  JSON.stringify(notice, (_key, value: unknown) => (typeof value === "bigint" ? value.toString() : value));
function fromJson(stored: Record<string, unknown>): BankNotice {
  const amount = stored.amount as { currency: Currency; minor: string } | undefined;
  const expectedAt = stored.expectedAt as string | null | undefined;
  return {
    ...stored,
    ...(amount && { amount: moneyOf(amount.currency, BigInt(amount.minor)) }),
    ...(expectedAt && { expectedAt: new Date(expectedAt) }),
  } as BankNotice;
}

export type WaitingNotice = { id: string; notice: BankNotice };
export async function insertNotice(tx: Tx, id: string, notice: BankNotice, dueAt: Date): Promise<void> {
  await sql`insert into sandbox_bank_notice (id, reference, notice, due_at)
    values (${id}, ${notice.reference}, ${toJson(notice)}::jsonb, ${dueAt})`.execute(tx);
}

/** Oldest first; of one reference only, where one is named. */
export async function listDueNotices(
  db: Db,
  { now, limit, reference }: { now: Date; limit: number; reference?: string },
): Promise<WaitingNotice[]> {
  const ofOne = reference === undefined ? sql`` : sql`and reference = ${reference}`;
  const { rows } = await sql<{ id: string; notice: Record<string, unknown> }>`
    select id, notice from sandbox_bank_notice where delivered_at is null and due_at <= ${now} ${ofOne}
    order by due_at, id limit ${limit}`.execute(db);
  return rows.map(({ id, notice }) => ({ id, notice: fromJson(notice) }));
}

export async function markDelivered(db: Db, id: string, at: Date): Promise<void> {
  await sql`update sandbox_bank_notice set delivered_at = ${at} where id = ${id}`.execute(db);
}

export type BankSettings = { openingDelaySeconds: number; refuse: boolean };
export async function readSettings(db: Db): Promise<BankSettings> {
  const { rows } = await sql<BankSettings>`
    select opening_delay_seconds as "openingDelaySeconds", refuse from sandbox_bank_settings`.execute(db);
  return rows[0] ?? { openingDelaySeconds: 2, refuse: false };
}

export async function saveSettings(tx: Tx, { openingDelaySeconds, refuse }: BankSettings, at: Date): Promise<void> {
  await sql`
    insert into sandbox_bank_settings (opening_delay_seconds, refuse, changed_at)
    values (${openingDelaySeconds}, ${refuse}, ${at})
    on conflict (only_row) do update set opening_delay_seconds = excluded.opening_delay_seconds,
      refuse = excluded.refuse, changed_at = excluded.changed_at`.execute(tx);
}
