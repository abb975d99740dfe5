/** `npm run soak:failover [-- rounds]`: under load the server is killed, the database is killed, the primary is replaced by its standby. */
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { failover } from "./failover-run.ts";

const dataDir = mkdtempSync(join(tmpdir(), "coralhub-failover-"));
chmodSync(dataDir, 0o755);
try {
  const rounds = Number(process.argv[2] ?? 5);
  const { problems, ...report } = await failover({ dataDir, rounds, everyMs: 8_000, log: console.log });
  console.log(JSON.stringify(report));
  for (const problem of problems) console.error(problem);
  process.exitCode = problems.length > 0 ? 1 : 0;
} finally {
  rmSync(dataDir, { recursive: true, force: true });
}
