import { auditList, Refusal, type ListInput } from "@coralhub/contract";
import { verifyAudit } from "../../platform/audit-chain.ts";
import type { OperatorContext } from "../../platform/context.ts";
import { readJobOverview } from "../../platform/job-overview.ts";
import type { ListFilters } from "../../platform/list-query.ts";
import { auditSource, countEntries } from "./audit-store.ts";
import { byOperator } from "./by-operator.ts";
import type { OperationsDeps } from "./deps.ts";

const TROUBLED_SHOWN = 100;
const EVERYONE = { scope: "all" } as const;

type Verdict = { intact: boolean; rows: number; problem: string | null; at: Date };

/** What the house remembers about itself: the audit log and how the machinery is doing. */
export function createRecords(deps: OperationsDeps) {
  const { db } = deps.database;
  /** Of this process; a check costs seconds, so its result is shown until someone asks again. */
  let lastVerdict: Verdict | null = null;
  const auditState = async () => ({ rows: await countEntries(db), verified: lastVerdict });
  return {
    auditRows: (_ctx: OperatorContext, input: ListInput) => deps.lists.page(EVERYONE, auditList, auditSource, input),
    async exportAudit(ctx: OperatorContext, { filters }: { filters: ListFilters }) {
      const file = deps.lists.export(EVERYONE, auditList, auditSource, filters);
      const entry = byOperator(ctx, { action: "audit.exported", subject: "audit", detail: { filters } });
      await ctx.once((tx) => deps.audit.record(tx, entry));
      return file;
    },
    auditState,
    async verifyAudit() {
      const verdict = await verifyAudit(db);
      lastVerdict = verdict.intact
        ? { intact: true, rows: verdict.entries, problem: null, at: deps.wallClock.now() }
        : { intact: false, rows: await countEntries(db), problem: verdict.problem, at: deps.wallClock.now() };
      return auditState();
    },
    async system() {
      const [deliveries, jobs] = await Promise.all([deps.outbox.troubled(TROUBLED_SHOWN), readJobOverview(db)]);
      return { deliveries, jobs, live: deps.live.connected() };
    },
    retryDelivery: (ctx: OperatorContext, { topic, reference }: { topic: string; reference: string }) =>
      ctx.once(async (tx) => {
        if (!(await deps.outbox.tryAgain(tx, topic, reference))) throw new Refusal("state.changed");
        const subject = `delivery:${topic}:${reference}`;
        await deps.audit.record(tx, byOperator(ctx, { action: "delivery.retried", subject }));
        return null;
      }),
  };
}
