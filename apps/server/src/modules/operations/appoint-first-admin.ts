import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/db.ts";
import type { Ids } from "../../platform/ids.ts";
import type { Passwords } from "../../platform/passwords.ts";
import type { Random } from "../../platform/random.ts";
import { newInitialPassword } from "./initial-password.ts";
import { insertOperator, listOperators } from "./operators-store.ts";

type Deps = {
  database: Pick<Database, "db" | "transaction">;
  passwords: Passwords;
  ids: Ids;
  random: Random;
  wallClock: Clock;
};

/**
 * The one operator nobody signed in can make. Undefined when there is an operator already: from then on admins make
 * each other, and every step is audited.
 */
export async function appointFirstAdmin(deps: Deps, email: string, name: string): Promise<string | undefined> {
  if ((await listOperators(deps.database.db)).length > 0) return undefined;
  const password = newInitialPassword(deps.random);
  const passwordHash = await deps.passwords.hash(password);
  const admin = { id: deps.ids.next(), email: email.trim().toLowerCase(), name, passwordHash, passwordInitial: true };
  const added = await deps.database.transaction((tx) =>
    insertOperator(tx, { ...admin, roles: ["admin"], createdAt: deps.wallClock.now() }),
  );
  return added ? password : undefined;
}
