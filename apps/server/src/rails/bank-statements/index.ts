import type { Money } from "@coralhub/domain";

/** One booking as the bank tells it. Positive: money came in. `reference` is the one both sides know it by. */
export type StatementLine = { reference: string; amount: Money; bookedAt: Date };

/** What a rail says about our account with it. */
export type BankStatements = {
  /** The rails that give statements, by the name their nostro accounts carry. */
  rails(): readonly string[];
  /** Everything booked in this half-open period. */
  lines(rail: string, from: Date, until: Date): Promise<StatementLine[]>;
};

export { createSandboxStatements, SANDBOX_BANK, type SandboxStatements } from "./sandbox/statements.ts";
