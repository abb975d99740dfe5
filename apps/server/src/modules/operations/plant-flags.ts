import type { FlagName } from "@coralhub/domain";
import type { Database } from "../../platform/db.ts";
import { readFlagHistory, writeFlag } from "./flags-store.ts";

/** Whom a start opens a flag for: the sandbox's demo people. One that somebody has set stays as it is. */
export async function plantFlag(
  deps: { database: Pick<Database, "db" | "transaction"> },
  flag: FlagName,
  merchantIds: readonly string[],
  now: Date,
): Promise<void> {
  if ((await readFlagHistory(deps.database.db)).has(flag)) return;
  const change = { flag, mode: "list", percentage: 0, merchantIds, reason: "演示商户" } as const;
  await deps.database.transaction((tx) => writeFlag(tx, change, null, now));
}
