import type { Audit } from "../../platform/audit.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/db.ts";
import type { Ids } from "../../platform/ids.ts";
import type { Outbox } from "../../platform/outbox.ts";
import type { Passwords } from "../../platform/passwords.ts";
import type { Random } from "../../platform/random.ts";
import { newInitialPassword } from "./initial-password.ts";
import { insertChange } from "./operator-changes-store.ts";
import { insertOperator, lockActiveAdmins } from "./operators-store.ts";
import { tellAdmins } from "./tell-operators.ts";

type Deps = {
  database: Pick<Database, "transaction">;
  passwords: Passwords;
  audit: Audit;
  outbox: Pick<Outbox, "enqueue">;
  ids: Ids;
  random: Random;
  clock: Clock;
};

/** With two admins in use the console is the way; with fewer nobody there could confirm anything. */
const ENOUGH_ADMINS = 2;
export type Appointment = { password: string } | { refused: "enoughAdmins" | "emailTaken" };

/**
 * The way in for whoever holds the server: the first admin of an installation, and the way back where fewer than two are
 * left. Audited, told to the admins there are, and resting like every appointment.
 */
export async function appointAdmin(deps: Deps, emailText: string, name: string): Promise<Appointment> {
  const password = newInitialPassword(deps.random);
  const passwordHash = await deps.passwords.hash(password);
  const email = emailText.trim().toLowerCase();
  return deps.database.transaction<Appointment>(async (tx) => {
    if ((await lockActiveAdmins(tx)).length >= ENOUGH_ADMINS) return { refused: "enoughAdmins" };
    const id = deps.ids.next();
    const now = deps.clock.now();
    const admin = { id, email, name, passwordHash, passwordInitial: true, roles: ["admin" as const], createdAt: now };
    if (!(await insertOperator(tx, admin))) return { refused: "emailTaken" };
    await insertChange(tx, {
      id: deps.ids.next(),
      kind: "appoint",
      operatorId: id,
      email,
      name,
      roles: ["admin"],
      reason: "在服务器上任命",
      state: "confirmed",
      proposedBy: null,
      proposedAt: now,
      decidedAt: now,
    });
    await deps.audit.record(tx, {
      actor: { kind: "system", id: "server" },
      action: "operator.admin_appointed",
      subject: `operator:${id}`,
      detail: { email },
    });
    await tellAdmins(deps, tx, `有人在服务器上任命了新的管理员「${name}」（${email}）。如有疑问请立即停用该账号。`);
    return { password };
  });
}
