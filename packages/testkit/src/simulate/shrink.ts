import type { Failure, Lived, Options } from "./run.ts";
import { ARRIVES, type PlannedStep } from "./plan.ts";

/** What was left out of the life may have been days at its end. */
export type Shrunk = { steps: PlannedStep[]; lived: Lived; until?: number | undefined };

/**
 * The smallest part of a life that still breaks the same law: steps are left out in halves, quarters, eighths … and whatever
 * is not missed stays out. Each try is a life of its own, so their number is limited.
 */
export async function shrink(
  options: Options,
  failed: Lived,
  live: (options: Options) => Promise<Lived>,
  { tries, say }: { tries: number; say(line: string): void },
): Promise<Shrunk> {
  const failure = failed.failure!;
  let best: Shrunk = { steps: failed.steps.filter(({ number }) => number <= lastOf(failure, failed)), lived: failed };
  let left = tries;
  const attempt = async (steps: PlannedStep[]): Promise<boolean> => {
    if (left-- <= 0) return false;
    // Days after the one on which it broke need not be lived; what breaks only at rest needs them all.
    const days = Math.min(options.days, failure.day + 1);
    const lived = await live({ ...options, until: days, only: new Set(steps.map(({ number }) => number)) });
    if (lived.failure?.law !== failure.law) return false;
    best = { steps, lived, until: days };
    say(`${steps.length} steps still break it (of ${failed.steps.length})`);
    return true;
  };
  // The step itself, then with what its own merchant did: often that is all there is to it.
  const last = best.steps.at(-1);
  const near = [
    best.steps.filter((step) => step === last),
    best.steps.filter((step) => step === last || step.actor === ARRIVES),
    best.steps.filter((step) => step === last || step.actor === ARRIVES || step.merchant === last?.merchant),
  ];
  for (const steps of near) if (await attempt(steps)) break;
  // Then whole people: most of them have nothing to do with it.
  for (const merchant of new Set(best.steps.map((step) => step.merchant)))
    if (merchant !== null) await attempt(best.steps.filter((step) => step.merchant !== merchant));
  for (const actor of new Set(best.steps.map((step) => step.actor)))
    await attempt(best.steps.filter((step) => step.actor !== actor));
  for (let parts = 2; left > 0 && parts <= best.steps.length * 2; parts *= 2) {
    const size = Math.max(1, Math.ceil(best.steps.length / parts));
    for (let from = 0; from < best.steps.length && left > 0;) {
      const without = [...best.steps.slice(0, from), ...best.steps.slice(from + size)];
      if (without.length === 0 || !(await attempt(without))) from += size;
    }
  }
  return best;
}

/** A law that is looked at when everything rests may be broken by any step. */
const lastOf = ({ step }: Failure, { steps }: Lived): number => (step > 0 ? step : (steps.at(-1)?.number ?? 0));
