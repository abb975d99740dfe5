import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { soak } from "./soak-run.ts";

test(
  "a minute of killed backends, databases and servers loses nothing and doubles nothing",
  { timeout: 240_000 },
  async () => {
    const dataDir = mkdtempSync(join(tmpdir(), "coralhub-soak-"));
    chmodSync(dataDir, 0o755);
    try {
      const report = await soak(60, dataDir, () => {});
      expect(report.problems).toEqual([]);
      expect(report.posted).toBeGreaterThan(1_000);
      expect(report.reads).toBeGreaterThan(50);
      expect(report.databaseKills).toBeGreaterThanOrEqual(4);
      expect(report.serverKills).toBeGreaterThanOrEqual(4);
      expect(report.backendsKilled).toBeGreaterThan(10);
    } finally {
      rmSync(dataDir, { recursive: true, force: true });
    }
  },
);
