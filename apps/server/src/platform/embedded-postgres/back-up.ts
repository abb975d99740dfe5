import { chmodSync, copyFileSync, mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { chooseAccount } from "./account.ts";
import { giveTo, locate } from "./location.ts";
import { readState, writeState } from "./state.ts";

/** What a server makes again by itself, or must not find: it would take the copy for a server that runs. */
const NOT_COPIED = /^(?:postmaster\.(?:pid|opts)|pgsql_tmp.*|pg_internal\.init.*)$/;
/** Folders that must be there and may be empty; the log is copied last. */
const LEFT_EMPTY = new Set(["pg_wal", "pg_replslot", "pg_dynshmem", "pg_notify", "pg_serial", "pg_snapshots"]);
const isGone = (error: unknown): boolean => (error as { code?: string }).code === "ENOENT";

/**
 * Copies the running cluster into `to`, which is then a DATA_DIR of its own. PostgreSQL is told when the copy begins and ends
 * (`pg_backup_start`), and keeps its log for as long: whatever was written meanwhile is played back at the copy's first start.
 */
export async function backUpCluster({ dataDir, to, url }: { dataDir: string; to: string; url: string }): Promise<void> {
  const account = chooseAccount();
  const source = locate(dataDir, account);
  const target = locate(to, account);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    // One session from the first to the last: if it ends on the way, so does the backup.
    await client.query("select pg_create_physical_replication_slot('coralhub_backup', true, true)");
    await client.query("select pg_backup_start('coralhub', true)");
    copyFolder(source.cluster, target.cluster, ["pg_stat_tmp", ...LEFT_EMPTY]);
    const { rows } = await client.query<{ label: string; spaces: string }>(
      "select labelfile as label, spcmapfile as spaces from pg_backup_stop(false)",
    );
    writeFileSync(join(target.cluster, "backup_label"), rows[0]!.label, { mode: 0o600 });
    giveTo(account, join(target.cluster, "backup_label"));
    copyFolder(join(source.cluster, "pg_wal"), join(target.cluster, "pg_wal"), []);
  } finally {
    await client.end();
  }
  writeState(target.base, { ...readState(source.base), users: [] });

  function copyFolder(from: string, into: string, empty: readonly string[]): void {
    mkdirSync(into, { recursive: true });
    chmodSync(into, 0o700);
    giveTo(account, into);
    for (const { name, isFolder } of contentOf(from)) {
      const [one, other] = [join(from, name), join(into, name)];
      if (isFolder && empty.includes(name)) copyFolder(EMPTY, other, []);
      else if (isFolder) copyFolder(one, other, empty);
      else copyFile(one, other);
    }
  }
  function copyFile(from: string, into: string): void {
    try {
      copyFileSync(from, into);
    } catch (error) {
      // Dropped meanwhile; the log says so, too.
      if (isGone(error)) return;
      throw error;
    }
    chmodSync(into, 0o600);
    giveTo(account, into);
  }
}

const EMPTY = "";
function contentOf(folder: string): { name: string; isFolder: boolean }[] {
  if (folder === EMPTY) return [];
  return readdirSync(folder)
    .filter((name) => !NOT_COPIED.test(name))
    .flatMap((name) => {
      const found = statSync(join(folder, name), { throwIfNoEntry: false });
      return found ? [{ name, isFolder: found.isDirectory() }] : [];
    });
}
