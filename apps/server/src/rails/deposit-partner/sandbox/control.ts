import { depositPartnerEndpoints, Refusal } from "@coralhub/contract";
import type { OperatorContext } from "../../../platform/context.ts";
import type { Tx } from "../../../platform/db.ts";
import type { Capability } from "../../../platform/capability.ts";
import type { PartnerNoticeHandler } from "../index.ts";
import type { SandboxDepositPartner, SandboxPartnerDeps } from "./partner.ts";
import { findRequest, listPapers, listRequests, readSettings, saveSettings } from "./partner-store.ts";

const RECENT = 30;

type Deps = Omit<SandboxPartnerDeps, "railMode" | "statements"> & {
  simulators: { depositPartner: SandboxDepositPartner };
  /** Who is told what the partner has to say. */
  deposits: { hear: PartnerNoticeHandler };
};

/** The levers of the sandbox's deposit partner. */
export function createDepositPartnerControl(deps: Deps): Capability<typeof depositPartnerEndpoints> {
  const partner = deps.simulators.depositPartner;
  partner.listen(deps.deposits.hear);
  const { db } = deps.database;
  const record = (tx: Tx, { operator, address }: OperatorContext, detail: object) =>
    deps.audit.record(tx, {
      actor: { kind: "operator", id: operator.id },
      action: "sandbox.deposit_partner_used",
      subject: "sandbox:depositPartner",
      address,
      detail: { ...detail },
    });
  return {
    endpoints: depositPartnerEndpoints,
    jobs: partner.jobs,
    handlers: {
      depositPartnerSettings: () => readSettings(db),
      setDepositPartnerSettings: (ctx, settings) =>
        ctx.once(async (tx) => {
          await saveSettings(tx, settings, ctx.now);
          await record(tx, ctx, settings);
          return null;
        }),
      depositPartnerRequests: async () => {
        const requests = await listRequests(db, RECENT);
        const references = requests.map(({ reference }) => reference);
        const papers = await listPapers(db, references);
        const papersOf = (one: string) => papers.filter(({ reference }) => reference === one);
        return requests.map((request) => ({ ...request, papers: papersOf(request.reference) }));
      },
      async decidePartnerRequest(ctx, { reference, decision }) {
        const request = await findRequest(db, reference);
        if (!request) throw new Refusal("not_found");
        await ctx.once(async (tx) => {
          const isNews =
            decision === "tellAgain" ? request.state !== "taken" : await partner.decide(tx, reference, decision);
          if (!isNews) throw new Refusal("deposit.nothing_to_decide");
          await record(tx, ctx, { reference, decision });
        });
        return { outcomes: await partner.tell(reference, 1) };
      },
    },
  };
}
