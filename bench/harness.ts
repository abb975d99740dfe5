/** Figure names to numbers; a ratio is always measured side by side in one run. */
export type Figures = Record<string, number>;

export type BenchContext = {
  /** How many interleaved rounds; figures are medians. */
  rounds: number;
  /** For a trial: instead of the many rows a figure is promised for. */
  rows?: number;
  log(line: string): void;
};

export type Bench = { name: string; about: string; run(context: BenchContext): Promise<Figures> };

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  if (sorted.length === 0) throw new RangeError("the median of nothing");
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/**
 * Runs the contenders in turn, round after round, changing who goes first: whatever else the machine does meanwhile
 * falls on all of them alike. Answers each contender's measurements in the order they were taken.
 */
export async function interleave<Name extends string>(
  rounds: number,
  contenders: Record<Name, (round: number) => Promise<number>>,
): Promise<Record<Name, number[]>> {
  const names = Object.keys(contenders) as Name[];
  const taken = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>;
  for (let round = 0; round < rounds; round++) {
    const shift = round % names.length;
    const order = [...names.slice(shift), ...names.slice(0, shift)];
    for (const name of order) taken[name].push(await contenders[name](round));
  }
  return taken;
}

/** The ratio of each round taken by itself, then the median: a slow round slows both sides of its own ratio only. */
export const medianRatio = (dividends: readonly number[], divisors: readonly number[]): number =>
  median(dividends.map((value, round) => value / divisors[round]!));

export const rounded = (value: number, digits = 3): number => Number(value.toFixed(digits));
