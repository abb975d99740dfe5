import type { Money } from "@coralhub/domain";
import type { Clock } from "../../platform/clock.ts";
import type { Db } from "../../platform/db.ts";
import type { Ids } from "../../platform/ids.ts";
import type { Log } from "../../platform/log.ts";
import type { Outbox } from "../../platform/outbox.ts";
import type { Precedence } from "../../platform/precedence.ts";
import type { BankStatements, StatementLine } from "../../rails/bank-statements/index.ts";
import { raiseAlarms, readChecks, saveCheck } from "./alarms-store.ts";
import { cutBooks, inPieces, type BookPiece } from "./book-pieces.ts";
import {
  BREACHES_AT_MOST,
  findBrokenChains,
  findNostroMovements,
  findOverdrawnAccounts,
  findUnbalancedBooks,
  findWrongHolds,
  readNostroMovements,
  type Breach,
} from "./reconcile-store.ts";

export type ReconcileDeps = {
  db: Db;
  clock: Clock;
  ids: Ids;
  log: Log;
  statements: BankStatements;
  outbox: Pick<Outbox, "unheardReferences">;
  precedence: Pick<Precedence, "giveWay">;
};

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** Looked at again each time, for batches that were still on their way at the last one. */
const OVERLAP_MS = MINUTE_MS;
/** How far back rails are compared, and how long either side may lag behind the other: longer than a silent bank goes unasked. */
const RAIL_WINDOW_MS = 3 * DAY_MS;
const RAIL_GRACE_MS = 90 * MINUTE_MS;
/** Who was told late booked late: the other side's line lies so far back at most, and is looked for there before it is missed. */
const RAIL_LATE_MS = 7 * DAY_MS;
const EPOCH = new Date(0);

/**
 * Proves the invariants; whatever is wrong becomes an alarm. Each check reads one moment of the books: of the merchants whose
 * books were written since the last time, some at a time, or of all of them.
 */
export async function checkInvariants(deps: ReconcileDeps, scope: "touched" | "whole" = "touched"): Promise<Breach[]> {
  const { db, clock } = deps;
  const chain = (await readChecks(db)).find(({ name }) => name === "chain");
  const since = chain?.checkedUntil ? new Date(chain.checkedUntil.getTime() - OVERLAP_MS) : EPOCH;
  const until = clock.now();
  const pieces: readonly BookPiece[] =
    scope === "whole" || since === EPOCH
      ? [{ merchants: undefined, since, until: undefined }]
      : await cutBooks(deps, since, until);
  const each = (find: (piece: BookPiece) => Promise<Breach[]>) => () => inPieces(deps, pieces, find);
  // A merchant that wrote much comes once for each stretch of time, and its accounts as they stand once.
  const once = pieces.filter((piece) => piece.until === undefined);
  const state = (find: typeof findUnbalancedBooks) => () =>
    inPieces(deps, once, ({ merchants }) => find(db, merchants));
  const states = [
    await runCheck(deps, "sum", state(findUnbalancedBooks)),
    await runCheck(deps, "overdrawn", state(findOverdrawnAccounts)),
    await runCheck(deps, "holds", state(findWrongHolds)),
  ];
  const links = await runCheck(
    deps,
    "chain",
    each((piece) => findBrokenChains(db, piece.since, piece)),
    // Whoever stopped looking begins at the same place again: the rest of the books was not seen.
    (found) => ([...states, found].some(isCut) ? (chain?.checkedUntil ?? null) : until),
  );
  return [...states.flat(), ...links];
}
const isCut = (found: readonly Breach[]): boolean => found.length >= BREACHES_AT_MOST;

/** Compares every rail's own statement with our books, by reference. */
export async function compareRails(deps: ReconcileDeps): Promise<Breach[]> {
  const breaches: Breach[] = [];
  for (const rail of deps.statements.rails()) {
    breaches.push(...(await runCheck(deps, `rail:${rail}`, () => compareRail(deps, rail))));
  }
  return breaches;
}

/** The same without a word to anybody, in the words a person reads: for a restored copy. */
export async function checkRails(deps: ComparedRails): Promise<string[]> {
  const breaches: Breach[] = [];
  for (const rail of deps.statements.rails()) breaches.push(...(await compareRail(deps, rail)));
  return breaches.map(({ subject, detail }) => `${subject}: ${String(detail["problem"])}`);
}
type ComparedRails = Pick<ReconcileDeps, "db" | "clock" | "statements" | "outbox">;

async function compareRail({ db, clock, statements, outbox }: ComparedRails, rail: string): Promise<Breach[]> {
  const reaches = await statements.reaches(rail);
  if (reaches === null) return [];
  const until = new Date(Math.min(clock.now().getTime() - RAIL_GRACE_MS, reaches.getTime()));
  const from = new Date(until.getTime() - RAIL_WINDOW_MS);
  // The other side is read beyond both ends: neither books at the very same moment.
  const [wideFrom, wideUntil] = [new Date(from.getTime() - RAIL_LATE_MS), clock.now()];
  const [unheard, theirs, theirsWide, ours, oursWide] = await Promise.all([
    outbox.unheardReferences(until),
    statements.lines(rail, from, until),
    statements.lines(rail, wideFrom, wideUntil),
    readNostroMovements(db, rail, from, until),
    readNostroMovements(db, rail, wideFrom, wideUntil),
  ]);
  // Held back at our own desk, or kept here by a bank that is not there: no bank can know it yet, and an alarm about it would hold
  // back everybody else's as well.
  const sent = new Map([...ours].filter(([reference]) => !unheard.has(reference)));
  const booked = byReference(theirs);
  // What waited at our desk for weeks is in the books since it began to: it is looked for by its name before it is missed.
  const unknown = [...booked.keys()].filter((reference) => !oursWide.has(reference));
  const older = [...(await findNostroMovements(db, rail, unknown))].filter(([, { minor }]) => minor !== 0n);
  const apart = compareStatement(rail, booked, byReference(theirsWide), sent, new Map([...oursWide, ...older]));
  return stillApart({ db, statements }, rail, apart);
}

/**
 * What seems to be apart is looked at once more with all that either side ever booked under its name: what was put right by
 * hand was booked long after the line it puts right.
 */
async function stillApart(
  { db, statements }: Pick<ComparedRails, "db" | "statements">,
  rail: string,
  apart: readonly Apart[],
): Promise<Breach[]> {
  if (apart.length === 0) return [];
  const references = [...new Set(apart.map(({ reference }) => reference))];
  const [lines, ours] = await Promise.all([
    statements.linesOf(rail, references),
    findNostroMovements(db, rail, references),
  ]);
  const theirs = byReference(lines);
  const agree = ({ reference }: Apart): boolean => {
    const [bank, books] = [theirs.get(reference), ours.get(reference)];
    if (!books) return false;
    if (!bank) return books.minor === 0n;
    const isSame = bank.currency === books.currency && bank.minor === books.minor;
    return isSame && (bank.lines === 1 || books.byHand);
  };
  return apart.filter((one) => !agree(one)).map(({ breach }) => breach);
}

/** What a bank booked under a reference: all of its lines together, and how many they are. */
type Booked = Money & { lines: number };
function byReference(lines: readonly StatementLine[]): Map<string, Booked> {
  const sums = new Map<string, Booked>();
  for (const { reference, amount } of lines) {
    const before = sums.get(reference);
    sums.set(reference, { ...amount, minor: amount.minor + (before?.minor ?? 0n), lines: (before?.lines ?? 0) + 1 });
  }
  return sums;
}

/** What only one side knows, or both know differently, by its reference. */
type Apart = { reference: string; breach: Breach };
type Movements = ReadonlyMap<string, Money>;

function compareStatement(
  rail: string,
  theirs: ReadonlyMap<string, Booked>,
  theirsWide: ReadonlyMap<string, Booked>,
  ours: Movements,
  oursWide: Movements,
): Apart[] {
  const apart: Apart[] = [];
  const report = (reference: string, problem: string, bank?: Money, books?: Money) => {
    const detail = { problem, bank: textOf(bank), books: textOf(books) };
    apart.push({ reference, breach: { rule: "rail", subject: `${rail} ${reference}`, detail } });
  };
  for (const [reference, inWindow] of theirs) {
    // The first of two lines may be older than what is compared today.
    const amount = theirsWide.get(reference) ?? inWindow;
    const booked = oursWide.get(reference);
    if (!booked) report(reference, "missing_in_books", amount);
    else if (amount.lines > 1) report(reference, "booked_twice", amount, booked);
    else if (booked.minor !== amount.minor || booked.currency !== amount.currency)
      report(reference, "amount_differs", amount, booked);
  }
  for (const [reference, amount] of ours) {
    if (!theirsWide.has(reference)) report(reference, "missing_at_bank", undefined, amount);
  }
  return apart;
}

const textOf = (amount?: Money): string | null => (amount ? `${amount.minor} ${amount.currency}` : null);

async function runCheck(
  deps: ReconcileDeps,
  name: string,
  find: () => Promise<Breach[]>,
  checkedUntil: (found: readonly Breach[]) => Date | null = () => null,
): Promise<Breach[]> {
  const { db, clock, ids, log } = deps;
  const started = performance.now();
  const breaches = await find();
  const now = clock.now();
  const raised = await raiseAlarms(db, breaches, () => ids.next(), now);
  if (raised > 0) log.error({ check: name, breaches }, "the books do not agree");
  const tookMs = Math.round(performance.now() - started);
  await saveCheck(db, { name, checkedUntil: checkedUntil(breaches), ranAt: now, tookMs, breaches: breaches.length });
  return breaches;
}
