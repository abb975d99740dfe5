import { EXPORT_FORMAT_NAMES, exportLifecycle, stateNames } from "@coralhub/domain";
import { z } from "zod";
import { incomeSelection } from "../income/records.ts";
import { done, endpoint, fileReply, nothing } from "../endpoint.ts";
import { wireTime } from "../wire-time.ts";

const merchantCall = { family: "portal", access: "merchant" } as const;
const format = z.enum(EXPORT_FORMAT_NAMES).default("csv");

const exportJob = z.object({
  id: z.uuid(),
  fileName: z.string(),
  format: z.enum(EXPORT_FORMAT_NAMES),
  state: z.enum(stateNames(exportLifecycle)),
  rowsDone: z.number().int(),
  /** Counted when it begins. */
  rowsTotal: z.number().int().nullable(),
  sizeBytes: z.number().int(),
  createdAt: wireTime,
  finishedAt: wireTime.nullable(),
  /** Until when it can be downloaded. */
  expiresAt: wireTime.nullable(),
});
export type ExportJob = z.output<typeof exportJob>;

/** Short ones stream at once (`exportIncomes`), long ones are prepared; the list of the page decides by its count. */
export const exportEndpoints = {
  exportIncomes: endpoint({
    ...merchantCall,
    method: "POST",
    path: "/records/income/export",
    title: "导出收款明细",
    reply: "file",
    rateLimit: { per: "caller", limit: 10, windowSeconds: 60 },
    input: incomeSelection.extend({ format }),
    output: fileReply,
  }),
  startExport: endpoint({
    ...merchantCall,
    method: "POST",
    path: "/records/income/export/start",
    title: "后台导出收款明细",
    idempotent: true,
    rateLimit: { per: "caller", limit: 10, windowSeconds: 60 },
    input: incomeSelection.extend({ format }),
    output: z.object({ id: z.uuid() }),
  }),
  exportJobs: endpoint({
    ...merchantCall,
    method: "GET",
    path: "/records/income/export/jobs",
    title: "导出任务与进度",
    input: nothing,
    output: z.array(exportJob),
  }),
  cancelExport: endpoint({
    ...merchantCall,
    method: "POST",
    path: "/records/income/export/cancel",
    title: "取消导出",
    input: z.object({ id: z.uuid() }),
    output: done,
  }),
  downloadExport: endpoint({
    ...merchantCall,
    method: "GET",
    path: "/records/income/export/{id}/download",
    title: "下载导出的文件",
    reply: "file",
    rateLimit: { per: "caller", limit: 20, windowSeconds: 60 },
    input: z.object({ id: z.uuid() }),
    output: fileReply,
  }),
};
