import { moneyOf, type Currency, type Money } from "@coralhub/domain";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db.ts";
import type { BankStatements, StatementLine } from "../index.ts";

/** The one bank of the demo world, as its nostro accounts name it. */
export const SANDBOX_BANK = "sandbox-bank";

const LAST_MOMENT = new Date(8.64e15);
/** The sandbox's banks keep books of their own: whatever rail moves money there writes it down here. */
export type SandboxStatements = BankStatements & {
  /** Booked once for each reference, however often it is announced; twice only where one call names it twice. */
  book(tx: Tx | Db, rail: string, ...lines: StatementLine[]): Promise<void>;
  /** What stands under a reference. */
  booked(rail: string, reference: string): Promise<Money | undefined>;
};

type Row = { reference: string; currency: Currency; amount: bigint; booked_at: Date };
const lineOf = ({ reference, currency, amount, booked_at }: Row): StatementLine => ({
  reference,
  amount: moneyOf(currency, amount),
  bookedAt: booked_at,
});

export function createSandboxStatements({ db, rails }: { db: Db; rails: readonly string[] }): SandboxStatements {
  return {
    rails: () => rails,
    // Booked the moment it happens.
    reaches: () => Promise.resolve(LAST_MOMENT),
    async lines(rail, from, until) {
      const { rows } = await sql<Row>`
        select reference, currency, amount, booked_at from sandbox_statement_line
        where rail = ${rail} and booked_at >= ${from} and booked_at < ${until}
        order by booked_at, reference`.execute(db);
      return rows.map(lineOf);
    },
    async linesOf(rail, references) {
      const { rows } = await sql<Row>`
        select reference, currency, amount, booked_at from sandbox_statement_line
        where rail = ${rail} and reference = any(${references}::text[]) order by booked_at, reference`.execute(db);
      return rows.map(lineOf);
    },
    async booked(rail, reference) {
      const { rows } = await sql<{ currency: Currency; amount: bigint }>`
        select currency, amount from sandbox_statement_line where rail = ${rail} and reference = ${reference}`.execute(
        db,
      );
      return rows[0] && moneyOf(rows[0].currency, rows[0].amount);
    },
    async book(tx, rail, ...lines) {
      await sql`
        insert into sandbox_statement_line (rail, reference, line, currency, amount, booked_at)
        select ${rail}, l.reference, row_number() over (partition by l.reference), l.currency, l.amount, l.booked_at
          from unnest(${lines.map((line) => line.reference)}::text[], ${lines.map((line) => line.amount.currency)}::text[],
                      ${lines.map((line) => line.amount.minor.toString())}::int8[],
                      ${lines.map((line) => line.bookedAt)}::timestamptz[]) as l (reference, currency, amount, booked_at)
        on conflict (rail, reference, line) do nothing`.execute(tx);
    },
  };
}
