import type { Clock } from "../../../platform/clock.ts";
import type { Log } from "../../../platform/log.ts";
import type { PayoutBank, PayoutStanding } from "../index.ts";
import { writePain001, type Debtor } from "./pain001.ts";
import { readAnswers, type Answer } from "./read-answers.ts";

/** How messages go out and what came in. The same reference sent again is the same message. */
export type IsoTransport = {
  send(reference: string, message: string): Promise<void>;
  /** Undefined: never sent. Otherwise every message that may be about it, in any order. */
  received(reference: string): Promise<readonly string[] | undefined>;
};
type IsoBank = { name: string; debtor: Debtor; transport: IsoTransport; clock: Clock; log: Pick<Log, "warn"> };

const FURTHEST = ["taken", "refused", "paid", "returned"] as const satisfies readonly Answer["says"][];

/** The furthest state counts: reports come several times and out of order. */
function standingOf(answers: readonly Answer[]): PayoutStanding {
  const furthest = answers.toSorted((a, b) => FURTHEST.indexOf(b.says) - FURTHEST.indexOf(a.says))[0];
  switch (furthest?.says) {
    case "returned":
      return { standing: "returned", reason: furthest.reason, returnReference: furthest.returnReference };
    case "paid":
      return { standing: "paid" };
    case "refused":
      return { standing: "refused", reason: furthest.reason };
    default:
      return { standing: "taken" };
  }
}

/** A bank that speaks ISO 20022: pain.001 out, pain.002 and camt.053/054 in. */
export function createIsoBank({ name, debtor, transport, clock, log }: IsoBank): PayoutBank {
  /** A damaged message says nothing, and keeps no other from being heard. */
  const read = (message: string): Answer[] => {
    try {
      return readAnswers(message);
    } catch (error) {
      log.warn({ err: error, rail: name }, "a bank's message cannot be read");
      return [];
    }
  };
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
