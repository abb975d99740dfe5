import { incomeRecordEndpoints } from "@coralhub/contract";
import type { Capability } from "../../platform/capability.ts";
import type { CertificationModule } from "../certification/index.ts";
import type { Messages } from "../messages/index.ts";
import type { DocumentsDeps } from "./documents/deps.ts";
import { createDocuments } from "./documents/documents.ts";
import type { ExportsDeps } from "./exports/deps.ts";
import { createExports } from "./exports/exports.ts";
import type { PoolingDeps } from "./pooling/deps.ts";
import { createPooling } from "./pooling/pooling.ts";
import type { RecordsDeps } from "./records/deps.ts";
import { createRecords } from "./records/records.ts";

type IncomeRecordsDeps = RecordsDeps & ExportsDeps & DocumentsDeps & PoolingDeps;
type IncomeRecordsHouse = Omit<IncomeRecordsDeps, "sendMessage" | "isBigCustomer" | "legalNameOf"> & {
  messages: Pick<Messages, "send">;
  certification: Pick<CertificationModule, "isBigCustomer" | "briefOf">;
};

/** What a merchant reads, takes away and brings together of its income; receiving and judging it is the rest of the module. */
export function createIncomeRecords(house: IncomeRecordsHouse): Capability<typeof incomeRecordEndpoints> {
  const { certification, messages } = house;
  const deps: IncomeRecordsDeps = {
    ...house,
    sendMessage: messages.send,
    isBigCustomer: certification.isBigCustomer,
    legalNameOf: async (merchantId) => (await certification.briefOf(merchantId)).name,
  };
  const { handlers, jobs } = createExports(deps);
  return {
    endpoints: incomeRecordEndpoints,
    handlers: { ...createRecords(deps), ...createDocuments(deps), ...createPooling(deps), ...handlers },
    jobs,
  };
}
