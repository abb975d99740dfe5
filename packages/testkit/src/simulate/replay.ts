import type { TestClock } from "../clock.ts";
import type { Blow, RecordedCall } from "./record.ts";
import { LawBroken } from "./simulation.ts";

/** What chance outside the seed decided once: whose call came first, when the machines died and what had come of it. */
export type Recording = readonly RecordedCall[];
export type Replay = {
  /** Somebody's step begins: until it ends its turn may come. */
  begin(step: number): void;
  end(step: number): void;
  /** Waits until it is this step's turn. */
  turn(step: number, call: string): Promise<void>;
  /** How the machines died around the call whose turn it is. */
  blow(): Exclude<Blow, "during"> | undefined;
  /** The call was made and noted: the next one's turn. */
  done(made: RecordedCall): void;
};

export const REPLAYED = "录下来的经过重演一遍";

/**
 * Lives what was recorded: everybody acts as the plan says, but their calls are made one at a time in the recorded order, at
 * the recorded moments. A call that is not the recorded one ends the replay and says where the two part.
 */
export function createReplay(recording: Recording, clock: TestClock): Replay {
  const waiting = new Map<number, { resume(): void; fail(error: Error): void }>();
  const acting = new Set<number>();
  let at = 0;
  let parted: LawBroken | undefined;
  const wake = () => {
    const next = recording[at];
    const one = next && waiting.get(next.step);
    if (!one) return;
    waiting.delete(next.step);
    one.resume();
  };
  const part = (what: string): LawBroken => {
    parted ??= new LawBroken(REPLAYED, `call ${at + 1} of ${recording.length}: ${what}`);
    for (const { fail } of waiting.values()) fail(parted);
    waiting.clear();
    return parted;
  };
  return {
    begin: (step) => void acting.add(step),
    end(step) {
      acting.delete(step);
      const missed = recording[at];
      if (missed?.step === step) part(`${missed.call} was recorded, step ${step} is over without it`);
    },
    async turn(step, call) {
      // Whoever begins at the same time has begun before anybody's turn is looked for.
      await Promise.resolve();
      if (parted) throw parted;
      const next = recording[at];
      if (next && next.step !== step && acting.has(next.step))
        await new Promise<void>((resume, fail) => {
          waiting.set(step, { resume, fail });
        });
      const expected = recording[at];
      if (expected && expected.step !== step)
        throw part(`step ${step} makes ${call}, step ${expected.step} was recorded`);
      if (expected?.call !== call) throw part(`${call} is made, ${expected?.call ?? "nothing"} was recorded`);
      if (clock.now().getTime() < expected.at) clock.set(new Date(expected.at));
    },
    blow: () => recording[at]?.blow,
    done(made) {
      const { outcome } = recording[at]!;
      if (made.outcome !== outcome)
        throw part(`${made.call} of ${made.who} ended with ${made.outcome}, not ${outcome}`);
      at++;
      wake();
    },
  };
}
