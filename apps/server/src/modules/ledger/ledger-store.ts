import { putAccount, type AccountBook, type AccountState, type BatchFacts, type Decision, type Move } from "./batch.ts";
import type { AccountCode } from "@coralhub/domain";
import { digestArray, int4Array, int8Array, textArray, uuidArray } from "./binary-arrays.ts";
import type { BulkRow } from "../../platform/bulk-row.ts";
import { postingKey, type Posting, type Request } from "./posting.ts";

type Value = string | Buffer | null;
export type Statement = { text: string; values: Value[] };
/** Runs one statement in the transaction of the posting. */
export type Run = (text: string, values: readonly Value[]) => Promise<Record<string, unknown>[]>;

/** The statements of the hot path. Each is a call of a function that checks its input; see database/0101. */
export const LOCK = `select located::text, balances::text, latest::text,
  seen::text, seen_id::text, seen_fingerprint::text
  from ledger_lock($1::uuid[], $2::text[], $3::uuid[], $4::text[])`;
export const OPEN = "select ledger_open($1::uuid[], $2::text[], $3::timestamptz)";
export const WRITE = `select ledger_write($1::uuid[], $2::text[], $3::int8[], $4::int8[],
  $5::uuid[], $6::uuid[], $7::int4[], $8::text[], $9::bytea[], $10::text[], $11::text[], $12::uuid[], $13::uuid[],
  $14::int4[], $15::int4[], $16::int8[], $17::int4[], $18::int8[], $19::int8)`;
export const HOLDS = `select h.merchant_id, h.posting_id, h.code, h.amount::text as amount, h.resolved_by
  from unnest($1::uuid[], $2::uuid[]) as u (merchant_id, id)
  join ledger_hold h on h.merchant_id = u.merchant_id and h.posting_id = u.id`;
export const REVERSED = `select p.merchant_id, p.reverses
  from unnest($1::uuid[], $2::uuid[]) as u (merchant_id, id)
  join ledger_transfer p on p.merchant_id = u.merchant_id and p.reverses = u.id`;

/** Values of business rows go as text: their columns' types are the module's own. */
const quoted = (items: readonly (string | null | undefined)[]): string =>
  `{${items.map((item) => (item == null ? "NULL" : `"${item.replaceAll(/[\\"]/g, "\\$&")}"`)).join(",")}}`;
const listed = (text: unknown): string[] => (typeof text === "string" ? text.slice(1, -1).split(",") : []);

type AccountName = { merchantId: string; code: AccountCode };

/** The one order everybody locks accounts in. Codes and ids are ASCII, so this is the byte order of PostgreSQL. */
function inLockingOrder(a: AccountName, b: AccountName): number {
  if (a.merchantId !== b.merchantId) return a.merchantId < b.merchantId ? -1 : 1;
  return a.code < b.code ? -1 : a.code > b.code ? 1 : 0;
}

function accountsOf(requests: readonly Request[]): AccountName[] {
  const named = new Map<string, AccountName>();
  for (const { posting } of requests) {
    const { merchantId } = posting;
    for (const { from, to } of posting.transfers) {
      for (const code of [from, to]) named.set(`${merchantId} ${code}`, { merchantId, code });
    }
  }
  return [...named.values()].toSorted(inLockingOrder);
}

/** Locks the accounts of the batch, opening those that are new, and reads what the decision needs. */
export async function lockBatch(run: Run, requests: readonly Request[]): Promise<BatchFacts> {
  const wanted = accountsOf(requests);
  const values = [
    uuidArray(wanted.map((account) => account.merchantId)),
    textArray(wanted.map((account) => account.code)),
    uuidArray(requests.map(({ posting }) => posting.merchantId)),
    textArray(requests.map(({ posting }) => posting.key)),
  ];
  let row = (await run(LOCK, values))[0]!;
  const located = listed(row["located"]);
  if (located.length < wanted.length) {
    const there = new Set(located.map(Number));
    const missing = wanted.filter((_, index) => !there.has(index + 1));
    await run(OPEN, [
      uuidArray(missing.map((account) => account.merchantId)),
      textArray(missing.map((account) => account.code)),
      new Date(Number(requests[0]!.nowMicros / 1000n)).toISOString(),
    ]);
    row = (await run(LOCK, values))[0]!;
  }
  const seenKeys = readKeys(row, requests);
  return { accounts: readAccounts(row, wanted), seenKeys, ...(await readLinks(run, requests, seenKeys)) };
}

function readAccounts(row: Record<string, unknown>, wanted: readonly AccountName[]): AccountBook {
  const balances = listed(row["balances"]);
  const latest = listed(row["latest"]);
  const accounts: AccountBook = new Map();
  for (const [place, index] of listed(row["located"]).entries()) {
    const { merchantId, code } = wanted[Number(index) - 1]!;
    const balance = BigInt(balances[place]!);
    const at = BigInt(latest[place]!);
    putAccount(accounts, { merchantId, code, seenBalance: balance, seenLatest: at, balance, latest: at });
  }
  return accounts;
}

function readKeys(row: Record<string, unknown>, requests: readonly Request[]): BatchFacts["seenKeys"] {
  const ids = listed(row["seen_id"]);
  const fingerprints = listed(row["seen_fingerprint"]);
  return new Map(
    listed(row["seen"]).map((index, place) => {
      const fingerprint = fingerprints[place]!.replaceAll(/[\\"]/g, "").slice(1);
      return [requests[Number(index) - 1]!.uniqueKey, { postingId: ids[place]!, fingerprint }];
    }),
  );
}

async function readLinks(
  run: Run,
  requests: readonly Request[],
  seenKeys: BatchFacts["seenKeys"],
): Promise<Pick<BatchFacts, "holds" | "reversed">> {
  const holds: BatchFacts["holds"] = new Map();
  const reversed: BatchFacts["reversed"] = new Set();
  // What is held and resolved in the same batch is known from the batch; not so a hold that is only asked for again.
  const own = new Set(requests.filter(({ uniqueKey }) => seenKeys.get(uniqueKey) === undefined).map(({ id }) => id));
  const resolving = requests.filter(({ posting }) => posting.resolves !== undefined && !own.has(posting.resolves));
  if (resolving.length > 0) {
    const values = [
      uuidArray(resolving.map(({ posting }) => posting.merchantId)),
      uuidArray(resolving.map(({ posting }) => posting.resolves)),
    ];
    for (const row of await run(HOLDS, values)) {
      holds.set(postingKey(String(row["merchant_id"]), String(row["posting_id"])), {
        code: String(row["code"]),
        amount: BigInt(String(row["amount"])),
        resolved: row["resolved_by"] !== null,
      });
    }
  }
  const reversing = requests.filter(({ posting }) => posting.reverses !== undefined);
  if (reversing.length > 0) {
    const values = [
      uuidArray(reversing.map(({ posting }) => posting.merchantId)),
      uuidArray(reversing.map(({ posting }) => posting.reverses)),
    ];
    for (const row of await run(REVERSED, values)) {
      reversed.add(postingKey(String(row["merchant_id"]), String(row["reverses"])));
    }
  }
  return { holds, reversed };
}

/** Everything that was decided to be posted, in one statement, then the business rows, one statement for each kind. */
export function writeStatements(decisions: readonly Decision[]): Statement[] {
  const posted = decisions.filter((decision) => decision.outcome === "posted");
  if (posted.length === 0) return [];
  const rows = posted.flatMap(rowsOf);
  const places = new Map<AccountState, number>();
  for (const { from, to, also } of rows) {
    places.set(from, 0).set(to, 0);
    if (also) places.set(also.account, 0);
  }
  const accounts = [...places.keys()].toSorted(inLockingOrder);
  for (const [index, account] of accounts.entries()) places.set(account, index + 1);
  const values = [
    uuidArray(accounts.map((account) => account.merchantId)),
    textArray(accounts.map((account) => account.code)),
    int8Array(accounts.map((account) => account.seenBalance)),
    int8Array(accounts.map((account) => account.seenLatest)),
    uuidArray(rows.map(({ from }) => from.merchantId)),
    uuidArray(rows.map(({ request }) => request.id)),
    int4Array(rows.map(({ line }) => line)),
    textArray(rows.map(({ begins }) => begins?.key)),
    digestArray(rows.map(({ request, begins }) => begins && request.fingerprint)),
    textArray(rows.map(({ begins }) => begins?.reason)),
    textArray(rows.map(({ begins }) => begins?.reference)),
    linked(rows, "resolves"),
    linked(rows, "reverses"),
    int4Array(rows.map(({ from }) => places.get(from)!)),
    int4Array(rows.map(({ to }) => places.get(to)!)),
    int8Array(rows.map(({ amount }) => amount)),
    ...secondReceivers(rows, places),
    String(posted[0]!.request.nowMicros),
  ];
  const business = posted.flatMap(({ request }) => request.posting.business ?? []);
  return [{ text: WRITE, values }, ...businessStatements(business)];
}

/** One row of the books, with the posting it begins, if it does. */
type TransferRow = Move & { request: Request; begins: Posting | undefined };

const rowsOf = ({ request, moves }: Extract<Decision, { outcome: "posted" }>): TransferRow[] =>
  moves.map((move) => ({ ...move, request, begins: move.line === 1 ? request.posting : undefined }));

const linked = (rows: readonly TransferRow[], link: "resolves" | "reverses"): Buffer | null =>
  rows.some(({ begins }) => begins?.[link]) ? uuidArray(rows.map(({ begins }) => begins?.[link])) : null;

/** The second receivers and their amounts; nothing where there are none. */
function secondReceivers(rows: readonly TransferRow[], places: ReadonlyMap<AccountState, number>): (Buffer | null)[] {
  if (!rows.some(({ also }) => also)) return [null, null];
  return [
    int4Array(rows.map(({ also }) => also && places.get(also.account))),
    int8Array(rows.map(({ also }) => also?.amount)),
  ];
}

function businessStatements(rows: readonly BulkRow[]): Statement[] {
  const byStatement = Map.groupBy(rows, (row) => row.statement);
  return [...byStatement].map(([text, same]) => ({
    text,
    values: same[0]!.values.map((_, column) => quoted(same.map((row) => row.values[column]))),
  }));
}
