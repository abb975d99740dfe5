import { createTestDatabase, startTestServer, testConfig } from "@coralhub/testkit";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ConfigError } from "./platform/config.ts";
import { createLog } from "./platform/log.ts";
import { migrate } from "./platform/migrations.ts";
import { checkRestored } from "./restore-check.ts";

const log = createLog({ level: "silent" });
const troubled = async (config: Parameters<typeof checkRestored>[0]) =>
  (await checkRestored(config)).filter(({ problems }) => problems.length > 0).map(({ what }) => what);

test("a whole copy passes; each thing that is missing has a line of its own", { timeout: 120_000 }, async () => {
  const server = await startTestServer();
  await server.app.loadDemoWorld();
  const config = { ...server.config, workers: false };
  await migrate({ config, log });
  expect(await troubled(config)).toEqual([]);
  // What a bank has booked since the copy was taken.
  await server.database.query(
    `insert into sandbox_statement_line (rail, reference, currency, amount, booked_at)
     select 'sandbox-bank', 'AFTER-THE-COPY', 'USD', 100, now() + ahead_ms * interval '1 millisecond' - interval '3 hours'
       from (select coalesce((select ahead_ms from sandbox_clock), 0) as ahead_ms) c`,
  );
  expect(await checkRestored(config)).toContainEqual({
    what: "银行对账单",
    problems: ["sandbox-bank AFTER-THE-COPY: missing_in_books"],
  });
  rmSync(join(config.dataDir, "files"), { recursive: true });
  await server.database.query("revoke insert on payout from coralhub_app");
  await server.database.query("alter table ledger_transfer disable trigger all");
  await server.database.query(
    "update ledger_transfer set amount = amount + 1 where ctid = (select min(ctid) from ledger_transfer)",
  );
  expect(await troubled(config)).toEqual(expect.arrayContaining(["权限", "上传的文件", "账本"]));
  // The next start says again who may do what.
  await migrate({ config, log });
  expect(await troubled(config)).not.toContain("权限");
  await server.close();
});

test("fault 15: production accepted a wrong key, now the start refuses it and changes nothing", async () => {
  const database = await createTestDatabase();
  await migrate({ config: database.config, log });
  const stranger = testConfig({
    databaseUrl: database.url,
    secretKeys: ["another key that seals nothing here at all"],
  });
  await expect(migrate({ config: stranger, log })).rejects.toThrow(/SECRET_KEY does not open/);
  await expect(migrate({ config: stranger, log })).rejects.toBeInstanceOf(ConfigError);
  // The role's password is as it was: the first one still works.
  await migrate({ config: database.config, log });
  // A new key in front of the old one is fine, and both open from then on.
  const rotated = {
    ...database.config,
    secretKeys: ["a new key that seals from now on", database.config.secretKeys[0]] as const,
  };
  await migrate({ config: rotated, log });
  await migrate({ config: rotated, log });
  // The new key alone opens the word, but not the look-ups, which the oldest one keys.
  const dropped = { ...database.config, secretKeys: [rotated.secretKeys[0]] as const };
  await expect(migrate({ config: dropped, log })).rejects.toThrow(/oldest key stays/);
  await expect(migrate({ config: database.config, log })).rejects.toThrow(/SECRET_KEY does not open/);
  await database.drop();
});

test("a role that exists keeps its password, whoever starts", async () => {
  const database = await createTestDatabase();
  await database.query("delete from key_check");
  const stranger = testConfig({
    databaseUrl: database.url,
    secretKeys: ["another key that seals nothing here at all"],
  });
  await expect(migrate({ config: stranger, log })).rejects.toThrow(/the role coralhub_app exists.*--reset-role/);
  await migrate({ config: database.config, log });
  await database.drop();
});
