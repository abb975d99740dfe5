import { readFileSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";

/** The system user PostgreSQL runs as. Undefined means: as ourselves. */
export type Account = { uid: number; gid: number; name: string };

/** PostgreSQL refuses to run as root, so root hands it to a user without rights. */
export function chooseAccount(): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const users = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .map((line) => line.split(":"));
  for (const wanted of ["postgres", "nobody"]) {
    const found = users.find(([name]) => name === wanted);
    if (found) return { name: wanted, uid: Number(found[2]), gid: Number(found[3]) };
  }
  throw new Error(
    "PostgreSQL 不能以 root 运行，而系统里没有 postgres 或 nobody 用户：请换普通用户启动，或设置 DATABASE_URL",
  );
}

/** Whether the account may pass every folder from the root of the file system down to `path`. */
export function canReach(path: string, account: Account | undefined): boolean {
  if (!account) return true;
  for (let folder = resolve(path); ; folder = dirname(folder)) {
    const { uid, gid, mode } = statSync(folder);
    const shift = uid === account.uid ? 6 : gid === account.gid ? 3 : 0;
    if (((mode >> shift) & 0o1) === 0) return false;
    if (folder === dirname(folder)) return true;
  }
}
