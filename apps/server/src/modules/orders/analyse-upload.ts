import { Refusal } from "@coralhub/contract";
import { orderRowLifecycle, orderUploadLifecycle, FILE_PROBLEMS, type FileProblem } from "@coralhub/domain";
import { isDataError } from "../../platform/db-errors.ts";
import { SYSTEM } from "../../platform/lifecycle-engine.ts";
import { listMended, type Mend } from "./corrections-store.ts";
import type { OrdersDeps } from "./deps.ts";
import { dropRows } from "./drop-rows.ts";
import { openSheet, SheetUnreadable, type OpenSheet } from "./open-sheet.ts";
import { forgetRows } from "./packed-rows.ts";
import { reviewRecord } from "./rows-store.ts";
import { compareAgain, settleReplaced, settleUpload, storeRows } from "./store-rows.ts";
import { findUpload, listForsaken, lockUpload, noteProgress, type UploadKey } from "./uploads-store.ts";

export const ANALYSE_JOB = "orders.analyse";
/** Rows of one transaction: short enough that cancelling is felt at once. */
const PIECE = 1_000;
const FORSAKEN_MS = 60_000;
const HOUR_MS = 3_600_000;

/** Reads a file and takes its orders piece by piece. Told again, it goes on behind the last piece that was taken. */
export async function analyseUpload(deps: OrdersDeps, key: UploadKey): Promise<void> {
  const upload = await findUpload(deps.database.db, key);
  if (upload?.state !== "analysing" || upload.fileId === null) return;
  const file = await deps.files.find(key.merchantId, upload.fileId);
  if (!file) return giveUp(deps, key, "damaged");
  const { platform, currency, sheet } = upload;
  const isWorkbook = file.contentType !== "text/csv";
  const bytes = await deps.files.read(file);
  const question = { bytes, isWorkbook, sheet, platform, currency, now: deps.clock.now() };
  const opened = await openSheet(question, { handsOver: true });
  if ("problem" in opened) return endUnread(deps, key, opened.problem);
  let mends: Mend[] = [];
  try {
    const record = await reviewRecord(deps.database.db, key.merchantId);
    for (let from = upload.rowsDone; from < opened.total; from += PIECE) {
      const packed = await opened.take(from, from + PIECE);
      const goesOn = await deps.database.transaction(async (tx) => {
        const now = await lockUpload(tx, key);
        // Cancelled, or somebody else is at it already.
        if (now.state !== "analysing" || now.rowsDone !== from) return false;
        await storeRows(deps, tx, now, packed, record);
        await noteProgress(tx, key, { total: opened.total, done: from + packed.briefs.length }, deps.clock.now());
        return true;
      });
      if (!goesOn) return;
      forgetRows(packed);
    }
    if (upload.corrects !== null) mends = await mendsOf(opened);
  } catch (error) {
    const problem = error instanceof SheetUnreadable ? error.problem : isDataError(error) ? "damaged" : undefined;
    if (problem === undefined) throw error;
    return await endUnread(deps, key, problem);
  } finally {
    opened.close();
  }
  await deps.database.transaction(async (tx) => {
    const { state, corrects } = await lockUpload(tx, key);
    if (state !== "analysing") return;
    await settleUpload(deps, tx, key);
    if (corrects !== null) await settleCorrected(deps, tx, { ...key, corrects }, mends);
  });
}

/** What the lines of a correction say they mend; from its beginning, also where the reading was taken up in the middle. */
async function mendsOf({ total, take }: OpenSheet): Promise<Mend[]> {
  const mends: Mend[] = [];
  for (let from = 0; from < total; from += PIECE)
    for (const { line, mends: old } of (await take(from, from + PIECE)).briefs)
      if (old !== null) mends.push({ line, mends: old });
  return mends;
}

/** The delivery whose rows were mended: these are replaced now that all of its correction is read; without refused rows it has passed. */
export async function settleCorrected(
  deps: OrdersDeps,
  tx: Parameters<typeof settleUpload>[1],
  { merchantId, id, corrects }: UploadKey & { corrects: string },
  mends: readonly Mend[],
): Promise<void> {
  const before = { merchantId, id: corrects };
  // Before its rows, as whoever mends one of them in the page does.
  await lockUpload(tx, before);
  const mended = await listMended(tx, { merchantId, id, corrects }, mends);
  const moves = mended.map((row) => ({ key: { merchantId, id: row } }));
  const doing = { by: SYSTEM, at: deps.clock.now() };
  if (moves.length > 0) await deps.lifecycles.advanceMany(tx, orderRowLifecycle, "replace", doing, moves);
  await settleReplaced(deps, tx, before);
}

/** Where some of its orders are used already they stand, and the delivery ends with what was taken. */
const endUnread = (deps: OrdersDeps, key: UploadKey, problem: FileProblem): Promise<void> =>
  giveUp(deps, key, problem).catch(async (refused: unknown) => {
    if (!(refused instanceof Refusal)) throw refused;
    await deps.database.transaction((tx) => settleUpload(deps, tx, key));
  });

async function giveUp(deps: OrdersDeps, key: UploadKey, problem: FileProblem): Promise<void> {
  await deps.database.transaction(async (tx) => {
    const { fileName, state, rowsDone } = await lockUpload(tx, key);
    if (state !== "analysing") return;
    await deps.lifecycles.advance(tx, orderUploadLifecycle, key, "fail", {
      by: SYSTEM,
      at: deps.clock.now(),
      set: { problem },
      note: FILE_PROBLEMS[problem],
      message: { event: "orders.failed", data: { id: key.id, name: fileName, reason: FILE_PROBLEMS[problem] } },
    });
    // Half a file is none: the mended one brings all of its orders.
    if (rowsDone > 0) await dropRows(deps, tx, key);
    await compareAgain(deps, tx, key.merchantId);
  });
}

/** Files whose reader went away with its process are taken up again. */
export async function resumeUploads(deps: OrdersDeps): Promise<void> {
  const { db, transaction } = deps.database;
  for (const key of await listForsaken(db, "file", new Date(deps.clock.now().getTime() - FORSAKEN_MS))) {
    await transaction(async (tx) => {
      const { rowsTotal: total, rowsDone: done } = await lockUpload(tx, key);
      await noteProgress(tx, key, { total, done }, deps.clock.now());
      // A job that fails comes again by itself: at one place of a file, one an hour is enough.
      const hour = Math.floor(deps.clock.now().getTime() / HOUR_MS);
      await deps.jobs.send(tx, ANALYSE_JOB, key, { key: `${key.id}:${done}:${hour}` });
    });
  }
}
