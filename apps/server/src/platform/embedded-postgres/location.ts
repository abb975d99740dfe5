import { randomUUID } from "node:crypto";
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { canReach, type Account } from "./account.ts";

/** Where root keeps what the database's user cannot reach under DATA_DIR (for example below /root). */
const SHARED_HOME = "/var/lib/coralhub";

export type Location = {
  /** State, log and cluster; kept between starts. */
  base: string;
  cluster: string;
  log: string;
  /** Where a copy of the binaries may go. */
  binaries: string;
};

export function locate(dataDir: string, account: Account | undefined): Location {
  const home = resolve(dataDir);
  mkdirSync(home, { recursive: true, mode: 0o755 });
  const wanted = canReach(home, account) ? join(home, "postgres") : join(SHARED_HOME, nameOf(home));
  mkdirSync(wanted, { recursive: true });
  // As the kernel names it: a running server is recognised by the folder it works in.
  const base = realpathSync(wanted);
  // The database's user must pass through; what lies inside is protected by itself.
  chmodSync(base, account ? 0o711 : 0o700);
  return {
    base,
    cluster: join(base, "cluster"),
    log: join(base, "server.log"),
    binaries: account ? SHARED_HOME : base,
  };
}

/** The name lives in DATA_DIR, so removing that folder means starting afresh. */
function nameOf(home: string): string {
  const file = join(home, "postgres.location");
  if (!existsSync(file)) writeFileSync(file, randomUUID(), { mode: 0o600 });
  return readFileSync(file, "utf8");
}

export function giveTo(account: Account | undefined, path: string): void {
  if (account) chownSync(path, account.uid, account.gid);
}
