import { incomeList, incomeSelection } from "@coralhub/contract";
import { EXPORT_KEPT_DAYS, exportLifecycle, momentText, type ExportFormat } from "@coralhub/domain";
import { SYSTEM } from "../../platform/lifecycle-engine.ts";
import { selectIncomes } from "../income/index.ts";
import type { ExportsDeps } from "./deps.ts";
import {
  findDue,
  forgetParts,
  readJob,
  recordProgress,
  setTotal,
  type BegunJob,
  type ExportKey,
} from "./export-jobs-store.ts";

const DAY_MS = 86_400_000;
const EMPTIED_AT_ONCE = 100;

/** Prepares one file and says so. Whatever else ends it, cancelled or failed, leaves nothing in the file store. */
export async function runExport(deps: ExportsDeps, key: ExportKey): Promise<void> {
  const { db } = deps.database;
  const job = await begin(deps, key);
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
    await fail(deps, key, job.fileName);
    deps.log.error({ err: error, exportId: key.id }, "export failed");
  }
}

/** Also one whose worker died on the way: its parts are told, to be removed. Undefined if it was cancelled. */
const begin = (deps: ExportsDeps, key: ExportKey): Promise<BegunJob | undefined> =>
  deps.database.transaction(async (tx) => {
    const change = { by: SYSTEM, at: deps.clock.now(), set: { rowsDone: 0, sizeBytes: 0 } };
    const begun = await deps.lifecycles.tryAdvance(tx, exportLifecycle, key, "begin", change);
    return begun ? readJob(tx, key) : undefined;
  });

async function write(
  deps: ExportsDeps,
  key: ExportKey,
  { format, fileName, selection: stored }: { format: ExportFormat; fileName: string; selection: unknown },
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
  return { ready: written !== undefined && (await finish(deps, key, fileName, rows)), stored: parts };
}

/** Who left the page hears of it where every message is read. */
function finish(deps: ExportsDeps, key: ExportKey, file: string, rows: number): Promise<boolean> {
  const at = deps.clock.now();
  const expiresAt = new Date(at.getTime() + EXPORT_KEPT_DAYS * DAY_MS);
  const data = { file, count: rows.toLocaleString("en-US"), until: momentText(expiresAt) };
  return deps.database.transaction((tx) =>
    deps.lifecycles.tryAdvance(tx, exportLifecycle, key, "finish", {
      by: SYSTEM,
      at,
      set: { rowsDone: rows, rowsTotal: rows, expiresAt },
      message: { event: "export.ready", data },
    }),
  );
}

const fail = (deps: ExportsDeps, key: ExportKey, file: string): Promise<boolean> =>
  deps.database.transaction((tx) =>
    deps.lifecycles.tryAdvance(tx, exportLifecycle, key, "fail", {
      by: SYSTEM,
      at: deps.clock.now(),
      message: { event: "export.failed", data: { file } },
    }),
  );

export async function emptyExports(deps: ExportsDeps): Promise<void> {
  const { db } = deps.database;
  for (;;) {
    const due = await findDue(db, deps.clock.now(), EMPTIED_AT_ONCE);
    for (const { parts, ...key } of due) {
      await deps.spool.remove({ ownerId: key.merchantId, id: key.id }, parts);
      const change = { by: SYSTEM, at: deps.clock.now() };
      await deps.database.transaction((tx) => deps.lifecycles.tryAdvance(tx, exportLifecycle, key, "expire", change));
      await forgetParts(db, key);
    }
    if (due.length < EMPTIED_AT_ONCE) return;
  }
}
