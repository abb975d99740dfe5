/** `node bench/ledger/soak.ts [seconds]`: five minutes of transfers while backends, PostgreSQL and the server are killed. */
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { soak } from "./soak-run.ts";

const dataDir = mkdtempSync(join(tmpdir(), "coralhub-soak-"));
chmodSync(dataDir, 0o755);
try {
  const { problems } = await soak(Number(process.argv[2] ?? 300), dataDir, console.log);
  for (const problem of problems) console.error(problem);
  process.exitCode = problems.length > 0 ? 1 : 0;
} finally {
  rmSync(dataDir, { recursive: true, force: true });
}
