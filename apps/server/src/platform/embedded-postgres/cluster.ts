import { execFile } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Account } from "./account.ts";
import type { Binaries } from "./binaries.ts";
import { giveTo, type Location } from "./location.ts";

export const SUPERUSER = "coralhub";

/** Makes the cluster beside its place and renames it: a start that was interrupted leaves nothing half made. */
export async function ensureCluster(options: {
  location: Location;
  binaries: Binaries;
  account: Account | undefined;
  password: string;
  durable: boolean;
}): Promise<void> {
  const { location, binaries, account, password, durable } = options;
  if (existsSync(join(location.cluster, "PG_VERSION"))) {
    const major = readFileSync(join(location.cluster, "PG_VERSION"), "utf8").trim();
    if (major === binaries.major) return;
    throw new Error(
      `${location.cluster} 属于 PostgreSQL ${major}，内置版本是 ${binaries.major}：请先导出数据，或换一个 DATA_DIR`,
    );
  }
  const half = `${location.cluster}.new`;
  const passwordFile = `${location.cluster}.password`;
  rmSync(half, { recursive: true, force: true });
  mkdirSync(half, { mode: 0o700 });
  writeFileSync(passwordFile, password, { mode: 0o600 });
  giveTo(account, half);
  giveTo(account, passwordFile);
  try {
    const identity = account ? { uid: account.uid, gid: account.gid } : {};
    const args = ["-D", half, "-U", SUPERUSER, `--pwfile=${passwordFile}`, "-A", "scram-sha-256", "-E", "UTF8"];
    const locale = ["--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--locale=C"];
    await promisify(execFile)(binaries.initdb, [...args, ...locale, ...(durable ? [] : ["--no-sync"])], {
      ...identity,
      cwd: "/",
      env: { PATH: process.env.PATH, LC_ALL: "C", TZ: "UTC" },
    });
  } finally {
    rmSync(passwordFile, { force: true });
  }
  renameSync(half, location.cluster);
}
