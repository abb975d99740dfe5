import { Refusal } from "@coralhub/contract";
import { accountBank, batchLifecycle, maySameBank, PAYOUT_KINDS, plainName, type Currency } from "@coralhub/domain";
import type { Tx } from "../../platform/db.ts";
import { merchantActor, SYSTEM } from "../../platform/lifecycle-engine.ts";
import { merchantTopic } from "../../platform/live.ts";
import type { PreparedPayee } from "../beneficiaries/index.ts";
import type { Source } from "../payouts/index.ts";
import { findBatch, setDone, type Batch, type BatchKey } from "./batches-store.ts";
import { atBank, otherAccount, rowContext } from "./check-rows.ts";
import type { BatchesDeps } from "./deps.ts";
import { finishBatch } from "./follow-batches.ts";
import { agreedOf, sourcesOf, type Agreed } from "./price-batch.ts";
import { lockReady, markPaid, nextReady, type Outcome, type Row } from "./rows-store.ts";
import { followSpread } from "./sheet-coupons.ts";

const AT_ONCE = 200;
const SCREENED_AT_ONCE = 20;

/** Behind the page: hands the rows over, two hundred in one transaction. Run again it goes on where it was. */
export async function payBatch(deps: BatchesDeps, key: BatchKey): Promise<void> {
  const batch = await findBatch(deps.database.db, key);
  if (!batch || (batch.state !== "confirmed" && batch.state !== "processing")) return;
  await deps.database.transaction((tx) =>
    deps.lifecycles.tryAdvance(tx, batchLifecycle, { merchantId: key.merchantId, id: key.id }, "begin", {
      at: deps.clock.now(),
      by: SYSTEM,
    }),
  );
  const agreed = agreedOf(batch.agreed);
  let done = batch.rowsDone;
  for (;;) {
    const rows = await nextReady(deps.database.db, key, AT_ONCE);
    if (rows.length === 0) break;
    done += await payChunk(deps, batch, agreed, rows);
    await setDone(deps.database.db, key, done, "processing");
  }
  await finishBatch(deps, key);
}

async function payChunk(deps: BatchesDeps, batch: Batch, agreed: Agreed, rows: readonly Row[]): Promise<number> {
  const { merchantId } = batch;
  const sources = await sourcesOf(deps, merchantId, agreed.accounts);
  const fresh = await preparePayees(deps, batch, rows);
  return deps.database.transaction(async (tx) => {
    const ready = await lockReady(
      tx,
      batch,
      rows.map(({ line }) => line),
    );
    const locked = rows.filter(({ line }) => ready.has(line));
    if (locked.length === 0) return 0;
    const outcomes = await payRows(deps, tx, batch, { agreed, sources, fresh, rows: locked });
    await markPaid(tx, batch, outcomes);
    await followSpread(deps, tx, batch, { spread: agreed.spread, outcomes });
    deps.live.tell(tx, merchantTopic(merchantId), { event: "changed", data: { what: "payment_batch" } });
    return locked.length;
  });
}

/** By the number of the account, with the row that first named it: at another bank, or another's, it is another account. */
type First = { prepared: PreparedPayee | string; row: Row };
type Fresh = Map<string, First>;
const bankOf = ({ payment }: Row): string => accountBank(payment!.route, payment!.details);
const indexKey = ({ numberIndex, currency }: Row): string => `${Buffer.from(numberIndex!).toString("hex")} ${currency}`;
/** Who is paid for the first time is checked and screened before the transaction; a problem is the row's alone. */
async function preparePayees(deps: BatchesDeps, { merchantId, kind }: Batch, rows: readonly Row[]): Promise<Fresh> {
  const named = rows.filter(({ beneficiaryId }) => !beneficiaryId).map((row): [string, Row] => [indexKey(row), row]);
  const unknown = new Map(named.toReversed());
  const prepare = async ([index, row]: [string, Row]): Promise<[string, First]> => {
    const accountNumber = deps.secrets.openText(row.sealedNumber!, rowContext(merchantId));
    const payment = { ...row.payment!, details: { ...row.payment!.details, accountNumber } };
    const prepared = await deps.beneficiaries
      .prepare(merchantId, PAYOUT_KINDS[kind].payee, payment)
      .catch((error: unknown) => {
        if (error instanceof Refusal) return Object.values(error.fields ?? {})[0] ?? error.message;
        throw error;
      });
    return [index, { prepared, row }];
  };
  const fresh: Fresh = new Map();
  // The lists outside are asked about a few at a time: two hundred answers in a row would take their time.
  const waiting = [...unknown];
  while (waiting.length > 0) {
    for (const one of await Promise.all(waiting.splice(0, SCREENED_AT_ONCE).map(prepare))) fresh.set(...one);
  }
  return fresh;
}

const TWO_BANKS = "这个账号在表里写了两家银行，请核对，另一家的账户先单独添加";
const TWO_NAMES = "这个账号在表里写了两个户名，请核对，另一个收款人先单独添加";
/** Why a row is not paid into the account another row of the sheet has just named; by another route no bank can be compared. */
function apartFrom(first: Row, row: Row): string | undefined {
  const [one, other] = [first.payment!, row.payment!];
  if (one.route !== other.route || !maySameBank(bankOf(first), bankOf(row))) return TWO_BANKS;
  return plainName(one.holderName) === plainName(other.holderName) ? undefined : TWO_NAMES;
}
type Paying = { agreed: Agreed; sources: Map<Currency, Source>; fresh: Fresh; rows: readonly Row[] };
async function payRows(
  deps: BatchesDeps,
  tx: Tx,
  batch: Batch,
  { agreed, sources, fresh, rows }: Paying,
): Promise<Outcome[]> {
  const { merchantId, id, kind, confirmedBy } = batch;
  const by = { merchantId, ...confirmedBy! };
  const { known, registered, elsewhere } = await recognise(deps, tx, batch, rows);
  const wanted = new Set(rows.map(indexKey));
  const added = [...fresh].flatMap(([index, { prepared }]) =>
    typeof prepared === "object" && wanted.has(index) && !known.has(index) ? [{ index, prepared }] : [],
  );
  const ids = await deps.beneficiaries.addMany(
    tx,
    by,
    added.map(({ prepared }) => prepared),
  );
  for (const [at, { index }] of added.entries()) known.set(index, ids[at]!);
  const refused: Outcome[] = [];
  const payable: { row: Row; payeeId: string }[] = [];
  for (const row of rows) {
    const first = registered.has(row.line) ? undefined : fresh.get(indexKey(row));
    const apart = first && apartFrom(first.row, row);
    const payeeId = registered.get(row.line) ?? (apart ? undefined : known.get(indexKey(row)));
    const problem = elsewhere.get(row.line) ?? apart ?? first?.prepared;
    if (payeeId && !elsewhere.has(row.line)) payable.push({ row, payeeId });
    else
      refused.push({ line: row.line, payoutId: null, reason: typeof problem === "string" ? problem : "收款人已停用" });
  }
  const outcomes = await deps.payouts.pay(tx, {
    merchantId,
    kind,
    batchId: id,
    by: merchantActor(by),
    book: agreed.book,
    toleranceBasisPoints: agreed.toleranceBasisPoints,
    rows: payable.map(({ row, payeeId }) => ({
      line: row.line,
      payeeId,
      source: sources.get(row.currency!)!,
      arrives: row.payment!.amount,
      category: row.payment!.category,
      remittance: row.payment!.remittance,
      savings: agreed.spread[row.line]?.savings,
    })),
  });
  return [
    ...refused,
    ...outcomes.map((one) => ({
      line: one.line,
      payoutId: "payoutId" in one ? one.payoutId : null,
      reason: "refused" in one ? one.refused : null,
    })),
  ];
}

/** Payees as they are now: one may have been added, renamed or moved to another bank since the sheet was read. */
async function recognise(
  deps: BatchesDeps,
  tx: Tx,
  { merchantId, kind }: Batch,
  rows: readonly Row[],
): Promise<{ known: Map<string, string>; registered: Map<number, string>; elsewhere: Map<number, string> }> {
  const numbers = rows.map(({ numberIndex }) => numberIndex!);
  const payees = await deps.beneficiaries.knownByNumber(tx, merchantId, PAYOUT_KINDS[kind].payee, numbers);
  const byKey = Map.groupBy(payees, (payee) => `${Buffer.from(payee.numberIndex).toString("hex")} ${payee.currency}`);
  const elsewhere = new Map<number, string>();
  const registered = new Map<number, string>();
  for (const row of rows) {
    const payee = atBank(row.payment!, byKey.get(indexKey(row)) ?? []);
    if (!payee) continue;
    const [problem] = Object.values(otherAccount(row.payment!, payee));
    if (problem === undefined) registered.set(row.line, payee.id);
    else elsewhere.set(row.line, problem);
  }
  return { known: new Map([...byKey].map(([key, [payee]]) => [key, payee!.id])), registered, elsewhere };
}
