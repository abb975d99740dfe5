import pg from "pg";

const KINDS = { actors: "people", calls: "calls", jobs: "jobs", laws: "laws", statements: "statements" } as const;
type Kind = keyof typeof KINDS;
type Cost = { times: number; ms: number; mostMs: number };

/** What a life paid for what. */
export type Costs = {
  spend<T>(kind: Kind, name: string, work: () => Promise<T>): Promise<T>;
  add(kind: Kind, name: string, ms: number): void;
  /** The dearest of each kind. */
  describe(most: number): string;
};

export function createCosts(): Costs {
  const kept = new Map<Kind, Map<string, Cost>>();
  const add: Costs["add"] = (kind, name, ms) => {
    const costs = kept.get(kind) ?? new Map<string, Cost>();
    kept.set(kind, costs);
    const { times, ms: before, mostMs } = costs.get(name) ?? { times: 0, ms: 0, mostMs: 0 };
    costs.set(name, { times: times + 1, ms: before + ms, mostMs: Math.max(mostMs, ms) });
  };
  return {
    add,
    async spend(kind, name, work) {
      const begin = performance.now();
      return work().finally(() => add(kind, name, performance.now() - begin));
    },
    describe: (most) =>
      [...kept]
        .flatMap(([kind, costs]) => [
          `dearest ${KINDS[kind]}: ${seconds([...costs.values()].reduce((sum, { ms }) => sum + ms, 0))} s in all`,
          ...[...costs]
            .toSorted(([, one], [, other]) => other.ms - one.ms)
            .slice(0, most)
            .map(([name, cost]) => `  ${describeCost(cost)}  ${name}`),
        ])
        .join("\n"),
  };
}
const seconds = (ms: number): string => (ms / 1000).toFixed(1);
const describeCost = ({ times, ms, mostMs }: Cost): string =>
  `${seconds(ms).padStart(8)} s ${String(times).padStart(7)} times, ${(ms / times).toFixed(1).padStart(7)} ms each, ${mostMs.toFixed(0).padStart(6)} at most`;

/** So much of a statement tells it from the others. */
const SHOWN = 160;
const OF_ITS_OWN_KIND = "a statement of its own kind";
const shortened = new Map<string, string>();
const textOf = (given: unknown): string => {
  const text = (typeof given === "string" ? given : (given as { text?: string } | null)?.text) ?? OF_ITS_OWN_KIND;
  const known = shortened.get(text) ?? text.replaceAll(/\s+/g, " ").trim().slice(0, SHOWN);
  shortened.set(text, known);
  return known;
};

/** Every statement of this process counts, whoever makes it, until the answer is called. */
export function watchStatements(costs: Costs): () => void {
  type Query = (this: pg.Client, ...given: unknown[]) => unknown;
  const prototype = pg.Client.prototype as unknown as { query: Query };
  const real = prototype.query;
  prototype.query = function (this: pg.Client, ...given: unknown[]) {
    const begin = performance.now();
    const note = () => costs.add("statements", textOf(given[0]), performance.now() - begin);
    const last = given.at(-1);
    if (typeof last === "function") {
      const heard = (...answer: unknown[]) => {
        note();
        (last as (...answer: unknown[]) => void)(...answer);
      };
      return real.call(this, ...given.slice(0, -1), heard);
    }
    const asked = real.call(this, ...given);
    if (asked instanceof Promise) void asked.then(note, note);
    return asked;
  };
  return () => void (prototype.query = real);
}
