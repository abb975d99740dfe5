import type { Clock } from "../../../platform/clock.ts";
import type { Log } from "../../../platform/log.ts";
import type { BankStatements } from "../../bank-statements/index.ts";
import type { PayoutBank, PayoutStanding } from "../index.ts";
import { writePain001, type Debtor } from "./pain001.ts";
import { readAnswers, type Answer } from "./read-answers.ts";
import { readStatements, type Statement } from "./read-statements.ts";

/** How messages go out and what came in. The same reference sent again is the same message. */
export type IsoTransport = {
  send(reference: string, message: string): Promise<void>;
  /** Undefined: never sent. Otherwise every message that may be about it, in any order. */
  received(reference: string): Promise<readonly string[] | undefined>;
  /** The statements of late, and at least those of that time on. */
  statements(since: Date): Promise<readonly string[]>;
};
type IsoBank = { name: string; debtor: Debtor; transport: IsoTransport; clock: Clock; log: Pick<Log, "warn"> };

const FURTHEST = ["taken", "refused", "paid", "returned"] as const satisfies readonly Answer["says"][];

/** The furthest state counts: reports come several times and out of order. */
function standingOf(answers: readonly Answer[]): PayoutStanding {
  const furthest = answers.toSorted((a, b) => FURTHEST.indexOf(b.says) - FURTHEST.indexOf(a.says))[0];
  switch (furthest?.says) {
    case "returned":
      return {
        standing: "returned",
        reason: furthest.reason,
        returnReference: furthest.returnReference,
        ...(furthest.amount && { amount: furthest.amount }),
      };
    case "paid":
      return { standing: "paid" };
    case "refused":
      return { standing: "refused", reason: furthest.reason };
    default:
      return { standing: "taken" };
  }
}

/** A damaged message says nothing, and keeps no other from being heard. */
const tolerantly =
  <T>({ name, log }: Pick<IsoBank, "name" | "log">, reader: (message: string) => T[]) =>
  (message: string): T[] => {
    try {
      return reader(message);
    } catch (error) {
      log.warn({ err: error, rail: name }, "a bank's message cannot be read");
      return [];
    }
  };

/** A bank that speaks ISO 20022: pain.001 out, pain.002 and camt.053/054 in. */
export function createIsoBank({ name, debtor, transport, clock, log }: IsoBank): PayoutBank {
  const read = tolerantly({ name, log }, readAnswers);
  const ask = async (reference: string): Promise<PayoutStanding> => {
    const messages = await transport.received(reference);
    if (!messages) return { standing: "unknown" };
    return standingOf(messages.flatMap(read).filter(({ about }) => about === reference));
  };
  return {
    name,
    isOpen: true,
    isSilent: true,
    async pay(instruction) {
      await transport.send(instruction.reference, writePain001(instruction, debtor, clock.now()));
      return ask(instruction.reference);
    },
    ask,
  };
}

/** A bank closes its day late in the evening of it, and what it told before that may be booked on the next one. */
const CLOSING_MS = 86_400_000;
/** Until when a statement is looked for that may have been written earlier and come late. */
const LATE_MS = 14 * CLOSING_MS;
/** How far back a booking is looked for by its name. */
const KEPT_MS = 400 * CLOSING_MS;

/** The same bank's camt.053: what it booked on our account, day by day. Other accounts' statements may lie beside them. */
export function createIsoStatements({ name, debtor, transport, clock, log }: IsoBank): BankStatements {
  const read = tolerantly({ name, log }, readStatements);
  const own = async (since: Date): Promise<Statement[]> => {
    const found = (await transport.statements(since)).flatMap(read).filter(({ account }) => account === debtor.account);
    // The same statement sent again is the same.
    return [...new Map(found.map((one) => [`${one.currency} ${one.id}`, one])).values()];
  };
  return {
    rails: () => [name],
    async lines(_rail, from, until) {
      const lines = (await own(from)).flatMap((statement) => statement.lines);
      return lines.filter(({ bookedAt }) => bookedAt >= from && bookedAt < until);
    },
    async linesOf(_rail, references) {
      const lines = (await own(new Date(clock.now().getTime() - KEPT_MS))).flatMap((statement) => statement.lines);
      return lines.filter(({ reference }) => references.includes(reference));
    },
    async reaches() {
      const found = await own(new Date(clock.now().getTime() - LATE_MS));
      const latest = new Map<string, number>();
      for (const { currency, until } of found)
        latest.set(currency, Math.max(latest.get(currency) ?? 0, until.getTime() - CLOSING_MS));
      return latest.size === 0 ? null : new Date(Math.min(...latest.values()));
    },
  };
}
