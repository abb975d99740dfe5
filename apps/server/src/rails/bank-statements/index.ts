import type { Money } from "@coralhub/domain";

/** One booking as the bank tells it. Positive: money came in. `reference` is the one both sides know it by. */
export type StatementLine = { reference: string; amount: Money; bookedAt: Date };

/** What a rail says about our account with it. */
export type BankStatements = {
  /** The rails that give statements, by the name their nostro accounts carry. */
  rails(): readonly string[];
  /** Everything booked in this half-open period. */
  lines(rail: string, from: Date, until: Date): Promise<StatementLine[]>;
  /** Everything booked under these references, however long ago. */
  linesOf(rail: string, references: readonly string[]): Promise<StatementLine[]>;
  /** Until when everything is on them: a bank that closes its day says nothing of today. Null: not one has come. */
  reaches(rail: string): Promise<Date | null>;
};

/** Several who give statements, each for its own rails. */
export const joinStatements = (all: readonly BankStatements[]): BankStatements => {
  const of = (rail: string) => all.find((one) => one.rails().includes(rail))!;
  return {
    rails: () => all.flatMap((one) => one.rails()),
    lines: (rail, from, until) => of(rail).lines(rail, from, until),
    linesOf: (rail, references) => of(rail).linesOf(rail, references),
    reaches: (rail) => of(rail).reaches(rail),
  };
};

export { createSandboxStatements, SANDBOX_BANK, type SandboxStatements } from "./sandbox/statements.ts";
