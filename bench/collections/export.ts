import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { interleave, median, medianRatio, rounded, type BenchContext, type Figures } from "../harness.ts";
import type { BenchWorld } from "../ledger/world.ts";
import { SECONDS_APART, START, type BenchMerchant } from "./income-world.ts";

const RUN = fileURLToPath(new URL("./export-run.ts", import.meta.url));
const ROWS = 1_000_000;

export type ExportRun = { millis: number; rows: number; sizeBytes: number; grownMiB: number };

/** Each in a process of its own, so that what it needs at most is its own. */
export async function measureExport(
  { config }: BenchWorld,
  { merchantId, incomes }: BenchMerchant,
  { rounds, log }: BenchContext,
): Promise<Figures> {
  const rows = Math.min(ROWS, incomes);
  // The newest ones, from this moment on.
  const since = new Date(Date.parse(START) + (incomes - rows + 1) * SECONDS_APART * 1000);
  const peaks: number[] = [];
  const run = (what: "export" | "copy") => async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [RUN, what, merchantId, since.toISOString()], {
      env: { ...process.env, DATABASE_URL: config.databaseUrl, DATA_DIR: config.dataDir },
    });
    const result = JSON.parse(stdout) as ExportRun;
    if (result.rows !== rows) throw new Error(`${what} gave ${result.rows} rows instead of ${rows}`);
    if (what === "export") peaks.push(result.grownMiB);
    return result.millis;
  };
  const contenders = { export: run("export"), copy: run("copy") };
  await contenders.copy();
  const millis = await interleave(Math.min(rounds, 3), contenders);
  log(`${rows} rows: export ${rounded(median(millis.export), 0)} ms, bare COPY ${rounded(median(millis.copy), 0)} ms`);
  return {
    "income.export.ratio": rounded(medianRatio(millis.copy, millis.export), 2),
    "income.export.grownMiB": rounded(Math.max(...peaks), 0),
  };
}
