import { lenderEndpoints, Refusal } from "@coralhub/contract";
import type { Capability } from "../../../platform/capability.ts";
import type { OperatorContext } from "../../../platform/context.ts";
import type { Tx } from "../../../platform/db.ts";
import type { LenderNoticeHandler } from "../index.ts";
import type { SandboxLender, SandboxLenderDeps } from "./lender.ts";
import { findRequest, listPapers, listRequests, readSettings, saveSettings } from "./lender-store.ts";

const RECENT = 30;
type Deps = Pick<SandboxLenderDeps, "database" | "audit"> & {
  simulators: { lender: SandboxLender };
  /** Who is told what the lender has to say. */
  lending: { hear: LenderNoticeHandler };
};

/** The levers of the sandbox's lender. */
export function createLenderControl({
  database: { db },
  audit,
  simulators: { lender },
  lending,
}: Deps): Capability<typeof lenderEndpoints> {
  lender.listen(lending.hear);
  const note = (tx: Tx, { operator, address }: OperatorContext, detail: Record<string, unknown>) =>
    audit.record(tx, {
      actor: { kind: "operator", id: operator.id },
      action: "sandbox.lender_used",
      subject: "sandbox:lender",
      address,
      detail,
    });
  return {
    endpoints: lenderEndpoints,
    jobs: lender.jobs,
    handlers: {
      lenderSettings: () => readSettings(db),
      lenderRequests: async () => {
        const requests = await listRequests(db, RECENT);
        const references = requests.map(({ reference }) => reference);
        const papers = await listPapers(db, references);
        const papersOf = (one: string) => papers.filter(({ reference }) => reference === one);
        return requests.map((request) => ({ ...request, papers: papersOf(request.reference) }));
      },
      setLenderSettings: (ctx, settings) =>
        ctx.once(async (tx) => {
          await saveSettings(tx, settings, ctx.now);
          await note(tx, ctx, settings);
          return null;
        }),
      async decideLenderRequest(ctx, { reference, decision }) {
        const known = await findRequest(db, reference);
        if (!known) throw new Refusal("not_found");
        await ctx.once(async (tx) => {
          const happened =
            decision === "tellAgain" ? known.state !== "taken" : await lender.decide(tx, reference, decision);
          if (!happened) throw new Refusal("loan.nothing_to_decide");
          await note(tx, ctx, { reference, decision });
        });
        return { outcomes: await lender.tell(reference, 1) };
      },
    },
  };
}
