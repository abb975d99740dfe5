import { moneyOf, type Currency } from "@coralhub/domain";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db.ts";
import type { BankStatements, StatementLine } from "../index.ts";

/** The sandbox's banks keep books of their own: whatever rail moves money there writes it down here. */
export type SandboxStatements = BankStatements & {
  /** Booked once for each reference, however often it is announced. */
  book(tx: Tx | Db, rail: string, line: StatementLine): Promise<void>;
};

export function createSandboxStatements({ db, rails }: { db: Db; rails: readonly string[] }): SandboxStatements {
  return {
    rails: () => rails,
    async lines(rail, from, until) {
      const { rows } = await sql<{ reference: string; currency: Currency; amount: bigint; booked_at: Date }>`
        select reference, currency, amount, booked_at from sandbox_statement_line
        where rail = ${rail} and booked_at >= ${from} and booked_at < ${until}
        order by booked_at, reference`.execute(db);
      return rows.map((row) => ({
        reference: row.reference,
        amount: moneyOf(row.currency, row.amount),
        bookedAt: row.booked_at,
      }));
    },
    async book(tx, rail, { reference, amount, bookedAt }) {
      await sql`
        insert into sandbox_statement_line (rail, reference, currency, amount, booked_at)
        values (${rail}, ${reference}, ${amount.currency}, ${amount.minor}, ${bookedAt})
        on conflict (rail, reference) do nothing`.execute(tx);
    },
  };
}
