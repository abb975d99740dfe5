import { moneyOf, type Currency, type Money, type PayoutBankKey, type SandboxPayoutPlan } from "@coralhub/domain";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db.ts";
import type { PayoutInstruction } from "../index.ts";

/** `returnShort`: banks keep their charges of what comes back. */
export type Decision = "pay" | "refuse" | "return" | "returnShort";
export type BankPayment = {
  bank: PayoutBankKey;
  reference: string;
  payee: string;
  bankName: string;
  amount: Money;
  short: Money;
  /** What came back of it; null where nothing or all of it did. */
  returned: Money | null;
  state: "taken" | "paid" | "refused" | "returned";
  reason: string | null;
  instructed: number;
  at: Date;
};
type Row = Omit<BankPayment, "amount" | "short" | "returned"> & {
  currency: Currency;
  minor: bigint;
  short: bigint;
  returned: bigint | null;
};
const COLUMNS = sql`bank, reference, payee, bank_name as "bankName", currency, amount_minor as minor, short_minor as short,
  returned_minor as returned, state, reason, instructed, at`;
const paymentOf = ({ currency, minor, short, returned, ...rest }: Row): BankPayment => ({
  ...rest,
  amount: moneyOf(currency, minor),
  short: moneyOf(currency, short),
  returned: returned === null ? null : moneyOf(currency, returned),
});
export type BankKey = { bank: PayoutBankKey; reference: string };

/** `isNew` the first time; afterwards only counted. */
export async function takeInstruction(
  tx: Tx,
  bank: PayoutBankKey,
  { reference, amount, payee }: PayoutInstruction,
  short: bigint,
  at: Date,
): Promise<{ isNew: boolean }> {
  const { details } = payee;
  const code = details.clearCode ?? details.bankCode ?? details.swiftCode ?? "";
  const { rows } = await sql<{ instructed: number }>`
    insert into sandbox_payout (bank, reference, payee, bank_name, bank_code, currency, amount_minor, short_minor, state, at)
    values (${bank}, ${reference}, ${payee.name}, ${payee.bankName}, ${code}, ${amount.currency}, ${amount.minor}, ${short},
      'taken', ${at})
    on conflict (bank, reference) do update set instructed = sandbox_payout.instructed + 1
    returning instructed`.execute(tx);
  return { isNew: rows[0]!.instructed === 1 };
}

export async function findPayment(db: Db, { bank, reference }: BankKey): Promise<BankPayment | undefined> {
  const { rows } = await sql<Row>`
    select ${COLUMNS} from sandbox_payout where bank = ${bank} and reference = ${reference}`.execute(db);
  return rows[0] && paymentOf(rows[0]);
}

/** Whichever bank has it: references are ours and differ. */
export async function findAnywhere(db: Db, reference: string): Promise<BankPayment | undefined> {
  const { rows } = await sql<Row>`select ${COLUMNS} from sandbox_payout where reference = ${reference}`.execute(db);
  return rows[0] && paymentOf(rows[0]);
}

export async function listPayments(db: Db, limit: number): Promise<BankPayment[]> {
  const { rows } =
    await sql<Row>`select ${COLUMNS} from sandbox_payout order by at desc, number desc limit ${limit}`.execute(db);
  return rows.map(paymentOf);
}

const MOVES = {
  pay: { from: "taken", to: "paid" },
  refuse: { from: "taken", to: "refused" },
  return: { from: "paid", to: "returned" },
  returnShort: { from: "paid", to: "returned" },
} as const satisfies Record<Decision, { from: string; to: string }>;

/** The payment if this changed it; a decision is made once. */
export async function decidePayment(
  tx: Tx,
  { bank, reference }: BankKey,
  decision: Decision,
  { reason, kept }: { reason: string | null; kept: number },
): Promise<BankPayment | undefined> {
  const { from, to } = MOVES[decision];
  const { rows } = await sql<Row>`
    update sandbox_payout set state = ${to}, reason = ${reason},
      returned_minor = case when ${decision === "returnShort"} and amount_minor > 1 then greatest(amount_minor - ${kept}::int8, 1) end
    where bank = ${bank} and reference = ${reference} and state = ${from} returning ${COLUMNS}`.execute(tx);
  return rows[0] && paymentOf(rows[0]);
}

export type Plan = BankKey & { id: string; decision: Decision; times: number };
export async function insertPlan(tx: Tx, { id, bank, reference, decision, times }: Plan, dueAt: Date): Promise<void> {
  await sql`insert into sandbox_payout_plan (id, bank, reference, decision, times, due_at)
    values (${id}, ${bank}, ${reference}, ${decision}, ${times}, ${dueAt})`.execute(tx);
}

export async function listDuePlans(db: Db, now: Date, limit: number): Promise<Plan[]> {
  const { rows } = await sql<Plan>`
    select id, bank, reference, decision, times from sandbox_payout_plan
    where done_at is null and due_at <= ${now} order by due_at, id limit ${limit}`.execute(db);
  return rows;
}

export async function markDone(db: Db, id: string, at: Date): Promise<void> {
  await sql`update sandbox_payout_plan set done_at = ${at} where id = ${id}`.execute(db);
}

export type PayoutBankSettings = { plan: SandboxPayoutPlan; delaySeconds: number };
/** Each bank has its own manners: one answers within seconds, another after minutes. */
const MANNERS: Record<PayoutBankKey, PayoutBankSettings> = {
  citic: { plan: "pay", delaySeconds: 5 },
  clearing: { plan: "pay", delaySeconds: 3 },
  swift: { plan: "pay", delaySeconds: 90 },
  mybank: { plan: "pay", delaySeconds: 30 },
};
export async function readSettings(db: Db, bank: PayoutBankKey): Promise<PayoutBankSettings> {
  const { rows } = await sql<PayoutBankSettings>`
    select plan, delay_seconds as "delaySeconds" from sandbox_payout_settings where bank = ${bank}`.execute(db);
  return rows[0] ?? MANNERS[bank];
}

export async function saveSettings(
  tx: Tx,
  bank: PayoutBankKey,
  { plan, delaySeconds }: PayoutBankSettings,
  at: Date,
): Promise<void> {
  await sql`
    insert into sandbox_payout_settings (bank, plan, delay_seconds, changed_at)
    values (${bank}, ${plan}, ${delaySeconds}, ${at})
    on conflict (bank) do update set plan = excluded.plan, delay_seconds = excluded.delay_seconds,
      changed_at = excluded.changed_at`.execute(tx);
}
