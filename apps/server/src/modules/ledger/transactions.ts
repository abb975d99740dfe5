import type { Refusal } from "@coralhub/contract";
import { CompiledQuery } from "kysely";
import type pg from "pg";
import { isConflict, isConnectionError, isTimeout } from "../../platform/db-errors.ts";
import type { Tx } from "../../platform/db.ts";
import { decideBatch, type BatchFacts, type Decision } from "./batch.ts";
import { lockBatch, writeStatements, type Run, type Statement } from "./ledger-store.ts";
import type { Receipt, Request } from "./posting.ts";
import { readReceipts } from "./receipts-store.ts";

/** The books are not what they were thought to be: accounts have moved, or somebody else has just posted the key. */
export function isStale(error: unknown): boolean {
  const { code, constraint } = (error ?? {}) as { code?: string; constraint?: string };
  return code === "CL001" || (code === "23505" && /^ledger_transfer\w*_key(_merchant_id_idx)?$/.test(constraint ?? ""));
}

/** The books moved, a neighbour got in the way, or the database is away: the same attempt may pass next time. */
export const isPassing = (error: unknown): boolean =>
  isStale(error) || isConnectionError(error) || isConflict(error) || isTimeout(error);

/** Where batches are written. `named` statements are parsed once for each connection; a pooler does not allow them. */
export type Connections = { pool: pg.Pool; named: boolean };

export const runOn =
  (client: pg.Pool | pg.PoolClient, named: boolean): Run =>
  async (text, values) =>
    (await client.query(queryOf(named, text, values as unknown[]))).rows as Record<string, unknown>[];
export const runIn =
  (tx: Tx): Run =>
  async (text, values) =>
    (await tx.executeQuery(CompiledQuery.raw(text, [...values]))).rows as Record<string, unknown>[];

/** There are few different texts: the hot path's and the modules' own. */
const names = new Map<string, string>();
function queryOf(named: boolean, text: string, values: unknown[]): pg.QueryConfig {
  if (!named) return { text, values };
  let name = names.get(text);
  if (name === undefined) names.set(text, (name = `ledger_${names.size}`));
  return { name, text, values };
}

/** `sent` is told when the outcome is in the database's hands, and when it no longer is. */
export type Sent = (inDoubt: boolean) => void;

/** Two round trips: begin and lock, then write and commit. */
export async function writeLocked<R extends Request>(
  { pool, named }: Connections,
  batch: R[],
  sent: Sent,
): Promise<{ facts: BatchFacts; decisions: Decision<R>[] }> {
  const client = await pool.connect();
  let lost = true;
  try {
    const begun = client.query("begin");
    const [facts] = await Promise.all([lockBatch(runOn(client, named), batch), begun]);
    const decisions = decideBatch(batch, facts);
    const statements = writeStatements(decisions);
    if (statements.length > 0) sent(true);
    const failure = await sendAll(client, named, [...statements, statements.length > 0 ? COMMIT : ROLLBACK]);
    lost = failure !== undefined && isConnectionError(failure.reason);
    if (!lost) sent(false);
    if (failure) throw failure.reason;
    return { facts, decisions };
  } finally {
    // A connection whose transaction did not come to its end is thrown away with whatever it was doing.
    client.release(lost);
  }
}

/** One round trip, for what was decided from memory: fails if the accounts are not what they were thought to be. */
export async function sendTransaction(
  client: pg.PoolClient,
  named: boolean,
  statements: readonly Statement[],
  sent: Sent,
): Promise<void> {
  sent(true);
  const failure = await sendAll(client, named, statements.length > 1 ? [BEGIN, ...statements, COMMIT] : statements);
  if (!failure || !isConnectionError(failure.reason)) sent(false);
  if (failure) throw failure.reason;
}

const BEGIN: Statement = { text: "begin", values: [] };
const COMMIT: Statement = { text: "commit", values: [] };
const ROLLBACK: Statement = { text: "rollback", values: [] };

/** Sends everything without waiting in between; what follows a failure fails too, and a commit then undoes. */
async function sendAll(
  client: pg.PoolClient,
  named: boolean,
  statements: readonly Statement[],
): Promise<PromiseRejectedResult | undefined> {
  const results = await Promise.allSettled(
    statements.map(({ text, values }) => client.query(values.length > 0 ? queryOf(named, text, values) : text)),
  );
  return results.find((result) => result.status === "rejected");
}

export async function inOwnTransaction<T>({ pool, named }: Connections, work: (run: Run) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken = true;
  try {
    await client.query("begin");
    try {
      const result = await work(runOn(client, named));
      await client.query("commit");
      broken = false;
      return result;
    } catch (error) {
      if (!isConnectionError(error)) {
        await client.query("rollback");
        broken = false;
      }
      throw error;
    }
  } finally {
    client.release(broken);
  }
}

/** In a transaction that is already open: the first refusal refuses all of them. */
export async function postAll(run: Run, requests: Request[]): Promise<Receipt[]> {
  return postThose(run, requests, (refusal) => {
    throw refusal;
  });
}

/** The same where each is answered by itself: those that are refused leave nothing behind. */
export const postEach = (run: Run, requests: Request[]): Promise<(Receipt | Refusal)[]> =>
  postThose(run, requests, (refusal) => refusal);

async function postThose<R>(run: Run, requests: Request[], refuse: (refusal: Refusal) => R): Promise<(Receipt | R)[]> {
  if (requests.length === 0) return [];
  const facts = await lockBatch(run, requests);
  const decisions = decideBatch(requests, facts);
  const refused = new Map(
    decisions.flatMap((decision) =>
      decision.outcome === "refused" ? [[decision.request, refuse(decision.refusal)] as const] : [],
    ),
  );
  for (const { text, values } of writeStatements(decisions)) await run(text, values);
  const replays = decisions.filter((decision) => decision.outcome === "replayed");
  const receipts = await receiptsOf(run, replays);
  return decisions.map((decision): Receipt | R => {
    if (decision.outcome === "posted") return decision.receipt;
    return decision.outcome === "refused" ? refused.get(decision.request)! : receipts.get(decision.request)!;
  });
}

export async function receiptsOf<R extends Request>(
  run: Run,
  replays: readonly { request: R; postingId: string }[],
): Promise<Map<R, Receipt>> {
  const wanted = replays.map(({ request, postingId }) => ({ merchantId: request.posting.merchantId, postingId }));
  const receipts = await readReceipts(run, wanted);
  return new Map(
    replays.map(({ request, postingId }) => [
      request,
      { ...receipts.get(postingId)!, replayed: !(request.answerLost && postingId === request.id) },
    ]),
  );
}
