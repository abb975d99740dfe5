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

export type Instructed = BankKey & { instruction: PayoutInstruction; short: bigint };
/** By `keyText`: those that are new; the others are only counted. */
export async function takeInstructions(tx: Tx, given: readonly Instructed[], at: Date): Promise<ReadonlySet<string>> {
  const all = <T>(of: (one: Instructed) => T): T[] => given.map(of);
  const codeOf = ({ instruction: { payee } }: Instructed): string =>
    payee.details.clearCode ?? payee.details.bankCode ?? payee.details.swiftCode ?? "";
  const { rows } = await sql<BankKey & { instructed: number }>`
    insert into sandbox_payout (bank, reference, payee, bank_name, bank_code, currency, amount_minor, short_minor, state, at)
    select u.*, 'taken', ${at}::timestamptz
    from unnest(${all((one) => one.bank)}::text[], ${all((one) => one.reference)}::text[],
      ${all((one) => one.instruction.payee.name)}::text[], ${all((one) => one.instruction.payee.bankName)}::text[],
      ${all(codeOf)}::text[], ${all((one) => one.instruction.amount.currency)}::text[],
      ${all((one) => one.instruction.amount.minor.toString())}::int8[], ${all((one) => one.short.toString())}::int8[]) as u
    on conflict (bank, reference) do update set instructed = sandbox_payout.instructed + 1
    returning bank, reference, instructed`.execute(tx);
  return new Set(rows.flatMap((row) => (row.instructed === 1 ? [keyText(row)] : [])));
}

export const keyText = ({ bank, reference }: BankKey): string => `${bank} ${reference}`;
const keysOf = (keys: readonly BankKey[]) =>
  sql`(bank, reference) in (select * from unnest(${keys.map(({ bank }) => bank)}::text[],
    ${keys.map(({ reference }) => reference)}::text[]))`;

/** Each in its place. */
export async function findPayments(db: Db, keys: readonly BankKey[]): Promise<(BankPayment | undefined)[]> {
  const { rows } = await sql<Row>`select ${COLUMNS} from sandbox_payout where ${keysOf(keys)}`.execute(db);
  const found = new Map(rows.map((row) => [keyText(row), paymentOf(row)]));
  return keys.map((key) => found.get(keyText(key)));
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

/** The payments that this changed; a decision is made once. */
export async function decidePayments(
  tx: Tx,
  keys: readonly BankKey[],
  decision: Decision,
  { reason, kept }: { reason: string | null; kept: number },
): Promise<BankPayment[]> {
  const { from, to } = MOVES[decision];
  const { rows } = await sql<Row>`
    update sandbox_payout set state = ${to}, reason = ${reason},
      returned_minor = case when ${decision === "returnShort"} and amount_minor > 1 then greatest(amount_minor - ${kept}::int8, 1) end
    where ${keysOf(keys)} and state = ${from} returning ${COLUMNS}`.execute(tx);
  return rows.map(paymentOf);
}

export type Plan = BankKey & { id: string; decision: Decision; times: number };
export async function insertPlans(tx: Tx, plans: readonly (Plan & { dueAt: Date })[]): Promise<void> {
  const all = <T>(of: (plan: Plan & { dueAt: Date }) => T): T[] => plans.map(of);
  await sql`insert into sandbox_payout_plan (id, bank, reference, decision, times, due_at)
    select * from unnest(${all(({ id }) => id)}::uuid[], ${all(({ bank }) => bank)}::text[],
      ${all(({ reference }) => reference)}::text[], ${all(({ decision }) => decision)}::text[],
      ${all(({ times }) => times)}::int[], ${all(({ dueAt }) => dueAt)}::timestamptz[])`.execute(tx);
}

export async function listDuePlans(db: Db, now: Date, limit: number): Promise<Plan[]> {
  const { rows } = await sql<Plan>`
    select id, bank, reference, decision, times from sandbox_payout_plan
    where done_at is null and due_at <= ${now} order by due_at, id limit ${limit}`.execute(db);
  return rows;
}

export async function markDone(db: Db, ids: readonly string[], at: Date): Promise<void> {
  await sql`update sandbox_payout_plan set done_at = ${at} where id = any(${ids}::uuid[])`.execute(db);
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
  return (await readManners(db))[bank];
}
export async function readManners(db: Db): Promise<Record<PayoutBankKey, PayoutBankSettings>> {
  const { rows } = await sql<PayoutBankSettings & { bank: PayoutBankKey }>`
    select bank, plan, delay_seconds as "delaySeconds" from sandbox_payout_settings`.execute(db);
  const set = rows.map(({ bank, plan, delaySeconds }) => [bank, { plan, delaySeconds }] as const);
  return { ...MANNERS, ...Object.fromEntries(set) };
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
