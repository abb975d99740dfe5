import { incomeRecordEndpoints } from "@coralhub/contract";
import type { Module } from "../../platform/module.ts";
import type { DocumentsDeps } from "./documents/deps.ts";
import { createDocuments } from "./documents/documents.ts";
import type { ExportsDeps } from "./exports/deps.ts";
import { createExports } from "./exports/exports.ts";
import type { PoolingDeps } from "./pooling/deps.ts";
import { createPooling } from "./pooling/pooling.ts";
import type { RecordsDeps } from "./records/deps.ts";
import { createRecords } from "./records/records.ts";

export type IncomeRecordsDeps = RecordsDeps & ExportsDeps & DocumentsDeps & PoolingDeps;

/** What a merchant reads, takes away and brings together of its income; receiving and judging it is the rest of the module. */
export function createIncomeRecords(deps: IncomeRecordsDeps): Module<typeof incomeRecordEndpoints> {
  const { handlers, jobs } = createExports(deps);
  return {
    endpoints: incomeRecordEndpoints,
    handlers: { ...createRecords(deps), ...createDocuments(deps), ...createPooling(deps), ...handlers },
    jobs,
  };
}
