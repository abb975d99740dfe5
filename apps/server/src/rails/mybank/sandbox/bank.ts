import { RAIL_MODES, type RailMode } from "@coralhub/domain";
import { setTimeout as sleep } from "node:timers/promises";
import type { Clock } from "../../../platform/clock.ts";
import type { Database } from "../../../platform/db.ts";
import type { Mybank, MybankStanding } from "../index.ts";
import { decideApplication, findApplication, readSettings, takeApplication } from "./bank-store.ts";

type Deps = { database: Pick<Database, "db" | "transaction">; clock: Clock; railMode(): Promise<RailMode> };
export type SandboxMybank = Mybank;

export const MYBANK_REASONS = { refuse: "户名与网商银行账户不符", unbind: "账户在网商银行已停用" } as const;

/** Takes applications and answers after a while; it is late, says no, or ends a binding when the operators want it. */
export function createSandboxMybank({ database, clock, railMode }: Deps): SandboxMybank {
  const { db } = database;
  const standing = async (reference: string): Promise<MybankStanding> => {
    const found = await findApplication(db, reference, clock.now(), MYBANK_REASONS.refuse);
    if (!found) return { standing: "unknown" };
    if (found.state === "refused" || found.state === "unbound")
      return { standing: found.state, reason: found.reason ?? "" };
    return { standing: found.state };
  };
  const reach = async () => {
    const mode = await railMode();
    if (mode === "down") throw new Error("mybank does not answer");
    await sleep(RAIL_MODES[mode].delaySeconds * 1000);
  };
  return {
    isOpen: true,
    async bind({ reference, holder, accountNumber }) {
      await reach();
      const { plan, delaySeconds } = await readSettings(db);
      const at = clock.now();
      const dueAt = plan === "silent" ? null : new Date(at.getTime() + delaySeconds * 1000);
      const accountEnd = accountNumber.slice(-4);
      await takeApplication(db, { reference, holder, accountEnd, at, plan: plan === "silent" ? null : plan, dueAt });
      return standing(reference);
    },
    async ask(reference) {
      await reach();
      return standing(reference);
    },
    async unbind(reference) {
      await reach();
      await database.transaction(async (tx) => {
        for (const from of ["taken", "accepted"] as const)
          await decideApplication(tx, reference, from, "unbound", null);
      });
    },
  };
}
