import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { failover } from "./failover-run.ts";

test(
  "server killed, database killed, primary replaced by its standby, all under load: what was acknowledged is booked, once, and nobody hears worse than 503 with Retry-After",
  { timeout: 240_000 },
  async () => {
    const dataDir = mkdtempSync(join(tmpdir(), "coralhub-failover-"));
    chmodSync(dataDir, 0o755);
    try {
      const report = await failover({ dataDir, rounds: 1, everyMs: 1_000, log: () => undefined });
      expect(report.problems).toEqual([]);
      // Three of each between any two deaths.
      for (const answered of [report.incomes, report.payouts, report.homes])
        expect(answered).toBeGreaterThanOrEqual(12);
      expect(report.busy).toBeGreaterThan(0);
      expect(report.cutOff).toBeGreaterThan(0);
    } finally {
      rmSync(dataDir, { recursive: true, force: true });
    }
  },
);
