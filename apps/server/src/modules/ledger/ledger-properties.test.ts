import { Refusal } from "@coralhub/contract";
import type { AccountCode } from "@coralhub/domain";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readBalances } from "./entries-store.ts";
import { createLedgerFixture, type LedgerFixture } from "./ledger-fixture.ts";
import {
  emptyModel,
  KINDS,
  operation,
  planStep,
  recordPosted,
  sumsOf,
  type Model,
  type Operation,
  type Step,
} from "./ledger-model.ts";
import type { Receipt } from "./posting.ts";
import { findBrokenChains, findOverdrawnAccounts, findUnbalancedBooks, findWrongHolds } from "./reconcile-store.ts";

let ledger: LedgerFixture;
beforeAll(async () => void (ledger = await createLedgerFixture()));
afterAll(() => ledger.close());

/** Sequences run side by side, each in the books of its own merchant, so that they meet in the same batches. */
const GROUP = 50;
const GROUPS = 10;
const outcomes = new Set<string>();

type Sequence = { operations: Operation[]; burst: number };
const sequence: fc.Arbitrary<Sequence> = fc.record({
  operations: fc.array(operation, { maxLength: 200, size: "max" }),
  burst: fc.integer({ min: 1, max: 12 }),
});

/** Of one merchant's operations some come at once: they are decided in the order they came. */
async function runSequence({ operations, burst }: Sequence): Promise<void> {
  const merchantId = ledger.ids.next();
  const model = emptyModel();
  let running: Promise<void>[] = [];
  for (const [n, op] of operations.entries()) {
    const id = ledger.ids.next();
    const step = planStep(model, op, { merchantId, id, key: `step:${n}` });
    if (!step) continue;
    if (step.expected === "posted") recordPosted(model, id, step.posting);
    for (const sum of sumsOf(model).values()) expect(sum).toBe(0n);
    running.push(runStep(step, `step ${n} ${op.kind}`, new Map(model.balances)));
    if (running.length < burst) continue;
    await Promise.all(running);
    running = [];
  }
  await Promise.all(running);
  await expectBooks(merchantId, model);
}

async function runStep({ posting, expected }: Step, name: string, balances: Model["balances"]): Promise<void> {
  const outcome = await ledger.writer.post(posting).catch((error: unknown) => {
    if (error instanceof Refusal) return error;
    throw error;
  });
  const what = outcome instanceof Refusal ? outcome.reason : outcome.replayed ? "replayed" : "posted";
  expect(what, name).toBe(expected);
  outcomes.add(`${name.split(" ")[2]} ${what}`);
  if (outcome instanceof Refusal || outcome.replayed) return;
  for (const [code, balance] of finalBalances(outcome)) expect(balance, `${name} ${code}`).toBe(balances.get(code));
}

const finalBalances = ({ lines }: Receipt): Map<AccountCode, bigint> =>
  new Map(
    lines.flatMap(
      (line) =>
        [
          [line.from, line.fromBalance.minor],
          [line.to, line.toBalance.minor],
        ] as const,
    ),
  );

async function expectBooks(merchantId: string, model: Model): Promise<void> {
  const books = new Map((await readBalances(ledger.db, merchantId)).map(({ code, balance }) => [code, balance.minor]));
  for (const [code, balance] of model.balances) expect(books.get(code) ?? 0n, code).toBe(balance);
  const held = new Map<string, bigint>();
  for (const { code, amount, resolved } of model.holds) if (!resolved) held.set(code, (held.get(code) ?? 0n) + amount);
  for (const [code, balance] of books) if (code.startsWith("hold:")) expect(balance, code).toBe(held.get(code) ?? 0n);
}

test("500 sequences of up to 200 operations agree with the model after every step", { timeout: 300_000 }, async () => {
  const group = fc.array(sequence, { minLength: GROUP, maxLength: GROUP });
  await fc.assert(
    fc.asyncProperty(group, async (sequences) => {
      await Promise.all(sequences.map(runSequence));
    }),
    // A failing run prints its seed and path; put them here to repeat it.
    { numRuns: GROUPS, endOnFailure: true },
  );
  for (const find of [findUnbalancedBooks, findOverdrawnAccounts, findWrongHolds])
    expect(await find(ledger.db)).toEqual([]);
  expect(await findBrokenChains(ledger.db, new Date(0))).toEqual([]);
  // Nothing was proven about an operation that never succeeded and never was refused.
  for (const kind of new Set(KINDS))
    expect(
      [...outcomes.keys()].some((name) => name.startsWith(`${kind} `)),
      kind,
    ).toBe(true);
});
