import { exportEndpoints, incomeList, Refusal } from "@coralhub/contract";
import { EXPORT_FORMATS, exportLifecycle, toShanghaiDay } from "@coralhub/domain";
import type { Capability } from "../../platform/capability.ts";
import { merchantActor } from "../../platform/lifecycle-engine.ts";
import { selectIncomes } from "../income/index.ts";
import type { ExportsDeps } from "./deps.ts";
import { findJob, insertJob, listJobs } from "./export-jobs-store.ts";
import { emptyExports, runExport } from "./run-export.ts";

const EXPORT_JOB = "exports.export-incomes";
const UNDER_WAY_AT_MOST = 3;

/** The income list as a file: at once, or prepared behind the pages with progress and a way to stop. */
export function createExports(deps: ExportsDeps): Capability<typeof exportEndpoints> {
  const { db } = deps.database;
  return {
    endpoints: exportEndpoints,
    handlers: {
      async exportIncomes({ merchantId }, { format, ...selection }) {
        const source = await selectIncomes(deps.database, merchantId, selection);
        return deps.lists.export({ ownerId: merchantId }, incomeList, source, selection.filters, { format });
      },
      async startExport(ctx, { format, ...selection }) {
        // What is wrong with the filters is said now, not by a job that fails.
        await selectIncomes(deps.database, ctx.merchantId, selection);
        return ctx.once(async (tx) => {
          const key = { merchantId: ctx.merchantId, id: deps.ids.next() };
          const fileName = `${incomeList.title}-${toShanghaiDay(ctx.now)}.${format}`;
          const job = { format, fileName, selection, at: ctx.now, most: UNDER_WAY_AT_MOST };
          if (!(await insertJob(tx, key, job))) throw new Refusal("export.too_many", { most: UNDER_WAY_AT_MOST });
          await deps.jobs.send(tx, EXPORT_JOB, key, { key: key.id });
          return { id: key.id };
        });
      },
      exportJobs: ({ merchantId }) => listJobs(db, merchantId),
      cancelExport: (ctx, { id }) =>
        ctx.once(async (tx) => {
          const key = { merchantId: ctx.merchantId, id };
          const change = { by: merchantActor(ctx), at: ctx.now };
          if (await deps.lifecycles.tryAdvance(tx, exportLifecycle, key, "cancel", change)) return null;
          const job = await findJob(tx, key);
          if (!job) throw new Refusal("not_found");
          if (job.state !== "cancelled") throw new Refusal("export.ended");
          return null;
        }),
      async downloadExport({ merchantId }, { id }) {
        const job = await findJob(db, { merchantId, id });
        if (!job) throw new Refusal("not_found");
        if (exportLifecycle.groups.moving.includes(job.state)) throw new Refusal("export.not_ready");
        if (job.state !== "ready" || job.expiresAt! < deps.clock.now()) throw new Refusal("export.gone");
        const { contentType } = EXPORT_FORMATS[job.format];
        return { fileName: job.fileName, contentType, body: deps.spool.read({ ownerId: merchantId, id }, job.parts) };
      },
    },
    jobs: {
      [EXPORT_JOB]: { run: (data) => runExport(deps, data as { merchantId: string; id: string }) },
      "exports.empty-exports": { cron: "40 3 * * *", run: () => emptyExports(deps) },
    },
  };
}
