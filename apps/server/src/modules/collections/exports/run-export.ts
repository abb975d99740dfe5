import { incomeList, incomeSelection } from "@coralhub/contract";
import { EXPORT_KEPT_DAYS } from "@coralhub/domain";
import { selectIncomes } from "../records/select-incomes.ts";
import type { ExportsDeps } from "./deps.ts";
import {
  beginJob,
  expireJobs,
  failJob,
  finishJob,
  forgetParts,
  markExpired,
  recordProgress,
  setTotal,
  type ExportKey,
} from "./export-jobs-store.ts";

const DAY_MS = 86_400_000;
const EMPTIED_AT_ONCE = 100;

/** Prepares one file. Whatever ends it, cancelled or failed, leaves nothing in the file store. */
export async function runExport(deps: ExportsDeps, key: ExportKey): Promise<void> {
  const { db } = deps.database;
  const job = await beginJob(db, key);
  if (!job) return;
  const spoolKey = { ownerId: key.merchantId, id: key.id };
  // What a worker left that died on the way.
  await deps.spool.remove(spoolKey, job.parts);
  let parts = 0;
  try {
    const { ready, stored } = await write(deps, key, job, (count) => (parts = count));
    if (ready) return;
    await deps.spool.remove(spoolKey, stored);
    await forgetParts(db, key);
  } catch (error) {
    await deps.spool.remove(spoolKey, parts);
    await forgetParts(db, key);
    await failJob(db, key, deps.clock.now());
    deps.log.error({ err: error, exportId: key.id }, "export failed");
  }
}

async function write(
  deps: ExportsDeps,
  key: ExportKey,
  { format, selection: stored }: { format: "csv" | "xlsx"; selection: unknown },
  onPart: (parts: number) => void,
): Promise<{ ready: boolean; stored: number }> {
  const { db } = deps.database;
  const scope = { ownerId: key.merchantId };
  const selection = incomeSelection.parse(stored);
  const source = await selectIncomes(deps.database, key.merchantId, selection);
  await setTotal(db, key, await deps.lists.count(scope, incomeList, source, selection.filters));
  let rows = 0;
  let parts = 0;
  const onRows = (count: number) => void (rows = count);
  const options = { format, onRows, unattended: true };
  const { body } = deps.lists.export(scope, incomeList, source, selection.filters, options);
  const written = await deps.spool.write(
    { ownerId: key.merchantId, id: key.id },
    body as AsyncIterable<Uint8Array>,
    (progress) => {
      onPart((parts = progress.parts));
      return recordProgress(db, key, { rows, ...progress });
    },
  );
  const at = deps.clock.now();
  const expiresAt = new Date(at.getTime() + EXPORT_KEPT_DAYS * DAY_MS);
  return { ready: written !== undefined && (await finishJob(db, key, { rows, at, expiresAt })), stored: parts };
}

export async function emptyExports(deps: ExportsDeps): Promise<void> {
  const { db } = deps.database;
  for (const { parts, ...key } of await expireJobs(db, deps.clock.now(), EMPTIED_AT_ONCE)) {
    await deps.spool.remove({ ownerId: key.merchantId, id: key.id }, parts);
    await markExpired(db, key);
  }
}
