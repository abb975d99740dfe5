import type { OperatorRole } from "@coralhub/contract";
import type { Database } from "../../platform/db.ts";
import type { Passwords } from "../../platform/passwords.ts";
import { findOperatorByEmail, insertOperator } from "./operators-store.ts";

type Plant = { id: string; email: string; name: string; roles: OperatorRole[]; password: string };

/** Operators a start brings along: the sandbox's demo people. Those already there keep whatever has become of them. */
export async function plantOperators(
  deps: { database: Pick<Database, "db" | "transaction">; passwords: Passwords },
  plants: readonly Plant[],
  createdAt: Date,
): Promise<void> {
  for (const { password, ...plant } of plants) {
    if (await findOperatorByEmail(deps.database.db, plant.email)) continue;
    const passwordHash = await deps.passwords.hash(password);
    await deps.database.transaction((tx) =>
      insertOperator(tx, { ...plant, passwordHash, passwordInitial: false, createdAt }),
    );
  }
}
