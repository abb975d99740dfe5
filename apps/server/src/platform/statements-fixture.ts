import pg from "pg";
import { vi } from "vitest";

const ROUNDS = 8;

/** Statements of the work itself: what runs by the clock, and telling open pages, is left out. */
async function counted(work: () => Promise<unknown>): Promise<string[]> {
  const heard: string[] = [];
  const real = Reflect.get(pg.Client.prototype, "query") as (...given: unknown[]) => unknown;
  const spy = vi.spyOn(pg.Client.prototype, "query").mockImplementation(function (
    this: pg.Client,
    ...given: unknown[]
  ) {
    const [query] = given as [string | { text: string }];
    const text = typeof query === "string" ? query : query.text;
    if (!/pgboss|pg_notify|outbox|open_event/.test(text)) heard.push(text.trim().replaceAll(/\s+/g, " "));
    return real.apply(this, given);
  });
  await work();
  spy.mockRestore();
  return heard;
}

/**
 * What a piece of work costs the database. A busy machine brings callers one by one, reads a session again, and does the
 * clock's own work in between: the best of a few rounds counts.
 */
export async function fewestStatements<T = void>(
  most: number,
  work: (round: number, prepared: T) => Promise<unknown>,
  /** What each round needs and is not counted. */
  prepare?: (round: number) => Promise<T>,
): Promise<string[]> {
  let least: string[] | undefined;
  for (let round = 0; round < ROUNDS && (least?.length ?? Infinity) > most; round++) {
    const prepared = (await prepare?.(round)) as T;
    const heard = await counted(() => work(round, prepared));
    if (!least || heard.length < least.length) least = heard;
  }
  return least!;
}
