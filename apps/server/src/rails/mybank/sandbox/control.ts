import { mybankControlEndpoints, Refusal } from "@coralhub/contract";
import type { Audit } from "../../../platform/audit.ts";
import type { Capability } from "../../../platform/capability.ts";
import type { OperatorContext } from "../../../platform/context.ts";
import type { Database, Tx } from "../../../platform/db.ts";
import type { MybankNotice } from "../index.ts";
import { MYBANK_REASONS } from "./bank.ts";
import { decideApplication, listApplications, readSettings, saveSettings } from "./bank-store.ts";

type Deps = {
  database: Pick<Database, "db">;
  audit: Audit;
  /** Who is told what the bank has to say. */
  mybank: { hear(notice: MybankNotice): Promise<void> };
};
const MOVES = {
  accept: { from: "taken", to: "accepted", reason: null },
  refuse: { from: "taken", to: "refused", reason: MYBANK_REASONS.refuse },
  unbind: { from: "accepted", to: "unbound", reason: MYBANK_REASONS.unbind },
} as const;

/** The levers of the sandbox's 网商银行. */
export function createMybankControl({ database, audit, mybank }: Deps): Capability<typeof mybankControlEndpoints> {
  const { db } = database;
  const record = (tx: Tx, { operator, address }: OperatorContext, detail: object) =>
    audit.record(tx, {
      actor: { kind: "operator", id: operator.id },
      action: "sandbox.mybank_used",
      subject: "sandbox:mybank",
      address,
      detail: { ...detail },
    });
  return {
    endpoints: mybankControlEndpoints,
    handlers: {
      mybankSettings: () => readSettings(db),
      setMybankSettings: (ctx, settings) =>
        ctx.once(async (tx) => {
          await saveSettings(tx, settings);
          await record(tx, ctx, settings);
          return null;
        }),
      mybankApplications: () => listApplications(db),
      async decideMybank(ctx, { reference, decision }) {
        const { from, to, reason } = MOVES[decision];
        await ctx.once(async (tx) => {
          if (!(await decideApplication(tx, reference, from, to, reason))) throw new Refusal("state.changed");
          await record(tx, ctx, { reference, decision });
        });
        await mybank.hear(
          to === "accepted" ? { reference, standing: to } : { reference, standing: to, reason: reason ?? "" },
        );
        return null;
      },
    },
  };
}
