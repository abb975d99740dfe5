import { moneyOf, type Currency, type Money, type SandboxPayoutPlan } from "@coralhub/domain";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db.ts";
import type { PayoutInstruction } from "../index.ts";

export type Decision = "pay" | "refuse" | "return";
export type BankPayment = {
  reference: string;
  payee: string;
  bankName: string;
  amount: Money;
  state: "taken" | "paid" | "refused" | "returned";
  reason: string | null;
  instructed: number;
  at: Date;
};
type Row = Omit<BankPayment, "amount"> & { currency: Currency; minor: bigint };
const COLUMNS = sql`reference, payee, bank_name as "bankName", currency, amount_minor as minor, state, reason, instructed, at`;
const paymentOf = ({ currency, minor, ...rest }: Row): BankPayment => ({ ...rest, amount: moneyOf(currency, minor) });

/** `isNew` the first time; afterwards only counted. */
export async function takeInstruction(
  tx: Tx,
  { reference, amount, payee }: PayoutInstruction,
  at: Date,
): Promise<{ isNew: boolean }> {
  const { rows } = await sql<{ instructed: number }>`
    insert into sandbox_payout (reference, payee, bank_name, bank_code, currency, amount_minor, state, at)
    values (${reference}, ${payee.name}, ${payee.bankName}, ${payee.bankCode}, ${amount.currency}, ${amount.minor}, 'taken', ${at})
    on conflict (reference) do update set instructed = sandbox_payout.instructed + 1
    returning instructed`.execute(tx);
  return { isNew: rows[0]!.instructed === 1 };
}

export async function findPayment(db: Db, reference: string): Promise<BankPayment | undefined> {
  const { rows } = await sql<Row>`select ${COLUMNS} from sandbox_payout where reference = ${reference}`.execute(db);
  return rows[0] && paymentOf(rows[0]);
}

export async function listPayments(db: Db, limit: number): Promise<BankPayment[]> {
  const { rows } = await sql<Row>`select ${COLUMNS} from sandbox_payout order by at desc limit ${limit}`.execute(db);
  return rows.map(paymentOf);
}

const MOVES = {
  pay: { from: "taken", to: "paid" },
  refuse: { from: "taken", to: "refused" },
  return: { from: "paid", to: "returned" },
} as const satisfies Record<Decision, { from: string; to: string }>;

/** The payment if this changed it; a decision is made once. */
export async function decidePayment(
  tx: Tx,
  reference: string,
  decision: Decision,
  reason: string | null,
): Promise<BankPayment | undefined> {
  const { from, to } = MOVES[decision];
  const { rows } = await sql<Row>`
    update sandbox_payout set state = ${to}, reason = ${reason}
    where reference = ${reference} and state = ${from} returning ${COLUMNS}`.execute(tx);
  return rows[0] && paymentOf(rows[0]);
}

export type Plan = { id: string; reference: string; decision: Decision; times: number };
export async function insertPlan(tx: Tx, { id, reference, decision, times }: Plan, dueAt: Date): Promise<void> {
  await sql`insert into sandbox_payout_plan (id, reference, decision, times, due_at)
    values (${id}, ${reference}, ${decision}, ${times}, ${dueAt})`.execute(tx);
}

export async function listDuePlans(db: Db, now: Date, limit: number): Promise<Plan[]> {
  const { rows } = await sql<Plan>`
    select id, reference, decision, times from sandbox_payout_plan
    where done_at is null and due_at <= ${now} order by due_at, id limit ${limit}`.execute(db);
  return rows;
}

export async function markDone(db: Db, id: string, at: Date): Promise<void> {
  await sql`update sandbox_payout_plan set done_at = ${at} where id = ${id}`.execute(db);
}

export type PayoutBankSettings = { plan: SandboxPayoutPlan; delaySeconds: number };
export async function readSettings(db: Db): Promise<PayoutBankSettings> {
  const { rows } = await sql<PayoutBankSettings>`
    select plan, delay_seconds as "delaySeconds" from sandbox_payout_settings`.execute(db);
  return rows[0] ?? { plan: "pay", delaySeconds: 5 };
}

export async function saveSettings(tx: Tx, { plan, delaySeconds }: PayoutBankSettings, at: Date): Promise<void> {
  await sql`
    insert into sandbox_payout_settings (plan, delay_seconds, changed_at) values (${plan}, ${delaySeconds}, ${at})
    on conflict (only_row) do update set plan = excluded.plan, delay_seconds = excluded.delay_seconds,
      changed_at = excluded.changed_at`.execute(tx);
}
