import { nameMove, possibleMoves } from "./moves.ts";
import { allCallNames, HOUSE, type RecordedCall } from "./record.ts";
import type { Lived, Options } from "./run.ts";
import { describeLife, type PlannedStep } from "./plan.ts";

export type Exercised = { calls: Map<string, number>; refusals: Map<string, number>; moves: Map<string, number> };

/** What several lives did together. */
export function addUp(lives: readonly Pick<Lived, "calls" | "moves">[]): Exercised {
  const calls = new Map<string, number>();
  const refusals = new Map<string, number>();
  const moves = new Map<string, number>();
  const count = (map: Map<string, number>, key: string, by = 1) => map.set(key, (map.get(key) ?? 0) + by);
  for (const lived of lives) {
    for (const { call, outcome, who } of lived.calls) {
      if (who === HOUSE) continue;
      if (outcome === "done") count(calls, call);
      else count(refusals, `${outcome}  ${call}`);
    }
    for (const move of lived.moves) count(moves, nameMove(move), move.count);
  }
  return { calls, refusals, moves };
}

/** What several processes counted, each for itself. */
export function sumOf(counted: readonly Exercised[]): Exercised {
  const sum = (maps: readonly Map<string, number>[]) => {
    const all = new Map<string, number>();
    for (const map of maps) for (const [key, times] of map) all.set(key, (all.get(key) ?? 0) + times);
    return all;
  };
  return {
    calls: sum(counted.map(({ calls }) => calls)),
    refusals: sum(counted.map(({ refusals }) => refusals)),
    moves: sum(counted.map(({ moves }) => moves)),
  };
}

/** Moves of the lifecycles nobody made. */
export const unreachedMoves = ({ moves }: Exercised): string[] =>
  possibleMoves()
    .map(nameMove)
    .filter((name) => !moves.has(name))
    .toSorted();

export function describeExercise(exercised: Exercised): string {
  const { calls, refusals, moves } = exercised;
  const possible = possibleMoves().map(nameMove);
  const reached = possible.filter((name) => moves.has(name)).length;
  const lines = (map: Map<string, number>) =>
    [...map]
      .toSorted(([, one], [, other]) => other - one)
      .map(([name, times]) => `  ${String(times).padStart(6)}  ${name}`);
  return [
    `calls: ${calls.size} of ${allCallNames().length} answered at least once`,
    ...lines(calls),
    `refusals: ${refusals.size} kinds`,
    ...lines(refusals),
    `moves: ${reached} of ${possible.length} reached`,
    ...lines(moves),
    "never reached:",
    ...unreachedMoves(exercised).map((name) => `          ${name}`),
  ].join("\n");
}

/** The command that lives these steps again, and no day more than they were lived. */
export const describeAgain = (options: Options, steps: readonly PlannedStep[], command: string): string =>
  [
    command,
    describeLife(options),
    ...(options.until === undefined || options.until === options.days ? [] : [`--until ${options.until}`]),
    `--only ${steps.map(({ number }) => number).join(",")}`,
  ].join(" ");

export function describeFailure(options: Options, lived: Lived, steps: readonly PlannedStep[], again: string): string {
  const { law, message, day, step } = lived.failure!;
  const kept = new Set(steps.map(({ number }) => number));
  const told = (call: RecordedCall) => `    ${call.who}  ${call.call} ${call.input} → ${call.answer ?? call.outcome}`;
  return [
    `✗ seed ${options.seed}, day ${day + 1}, step ${step}`,
    `  law: ${law}`,
    `  ${message}`,
    `  the smallest sequence that still breaks it (${steps.length} steps):`,
    ...steps.flatMap((one) => [
      `  #${one.number} day ${one.day + 1} ${one.actor}${one.merchant === null ? "" : ` (merchant ${one.merchant})`}`,
      ...lived.calls.filter((call) => call.step === one.number && kept.has(call.step)).map(told),
    ]),
    `  again: ${again}`,
  ].join("\n");
}
