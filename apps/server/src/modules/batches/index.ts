import {
  batchDeskList,
  batchEndpoints,
  batchFamilies,
  batchList,
  type BatchFamilyCalls,
  type BatchFamilyName,
} from "@coralhub/contract";
import { ACCESS_ENDS, type AccessEnd } from "../../platform/access-end.ts";
import type { Capability } from "../../platform/capability.ts";
import type { Tx } from "../../platform/db.ts";
import { batchFile, templateFile } from "./batch-files.ts";
import { batchDeskSource, batchSource, type BatchKey } from "./batches-store.ts";
import { cancelBatch, cancelRow, confirmBatch, sendBatchCode } from "./confirm-batch.ts";
import { decideBatch, lookAtBatch } from "./decide-batch.ts";
import type { BatchesDeps, BatchesHouse } from "./deps.ts";
import { describeBatch, describeProgress, describeRows } from "./describe-batch.ts";
import { followBatches } from "./follow-batches.ts";
import { pasteBatch, uploadBatch } from "./open-batch.ts";
import { parseBatch } from "./parse-batch.ts";
import { payBatch } from "./pay-batch.ts";
import { quoteBatch } from "./price-batch.ts";
import { chooseAccount, repairRow, settleRows } from "./repair-rows.ts";
import { refuseReady } from "./rows-store.ts";
import { giveRowsBack } from "./sheet-coupons.ts";

export type Batches = Capability<typeof batchEndpoints> & {
  /** The same calls for payments to others and for withdrawals. */
  families: Record<BatchFamilyName, Capability<BatchFamilyCalls>>;
};

export function createBatches(house: BatchesHouse): Batches {
  const deps: BatchesDeps = {
    ...house,
    codes: house.identity.codes,
    payouts: house.payouts.many,
    certifiedAs: house.certification.holderOf,
  };
  return {
    endpoints: batchEndpoints,
    handlers: { ...recordHandlers(deps), ...deskHandlers(deps) },
    families: {
      pay: { endpoints: batchFamilies.pay, handlers: familyHandlers(deps) },
      withdrawal: { endpoints: batchFamilies.withdrawal, handlers: familyHandlers(deps) },
    },
    endsAccess: (tx, merchantId, why) => refuseRows(deps, tx, merchantId, why),
    jobs: {
      "batches.parse": { run: (data) => parseBatch(deps, data as BatchKey) },
      "batches.pay": { run: (data) => payBatch(deps, data as BatchKey) },
      "batches.follow": { cron: "* * * * *", run: () => followBatches(deps) },
    },
  };
}

async function refuseRows(deps: BatchesDeps, tx: Tx, merchantId: string, why: AccessEnd): Promise<string[]> {
  const { words, actor } = ACCESS_ENDS[why];
  const refused = await refuseReady(tx, merchantId, `${words}时取消，没有付款`);
  const rows = refused.length;
  if (rows === 0) return [];
  await giveRowsBack(deps, tx, merchantId, refused);
  const subject = `merchant:${merchantId}`;
  await deps.audit.record(tx, { actor, action: "batch.rows_refused", subject, detail: { rows } });
  return [`批量付款里 ${rows} 笔还没付出的款已取消`];
}

const familyHandlers = (deps: BatchesDeps): Capability<BatchFamilyCalls>["handlers"] => ({
  template: (_ctx, input) => templateFile(input),
  upload: (ctx, input) => uploadBatch(deps, ctx, input),
  paste: (ctx, input) => pasteBatch(deps, ctx, input),
  repair: (ctx, input) => repairRow(deps, ctx, input),
  settle: (ctx, input) => settleRows(deps, ctx, input),
  chooseAccounts: (ctx, input) => chooseAccount(deps, ctx, input),
  quote: ({ merchantId }, { id }) => quoteBatch(deps, { merchantId, id }),
  sendCode: (ctx, input) => sendBatchCode(deps, ctx, input),
  confirm: (ctx, input) => confirmBatch(deps, ctx, input),
  cancel: (ctx, { id }) => cancelBatch(deps, ctx, id),
  cancelRow: (ctx, input) => cancelRow(deps, ctx, input),
});

const recordHandlers = (deps: BatchesDeps) =>
  ({
    batches: ({ merchantId }, input) => deps.lists.page({ ownerId: merchantId }, batchList, batchSource, input),
    batch: ({ merchantId }, { id }) => describeBatch(deps, { merchantId, id }),
    batchRows: ({ merchantId }, input) => describeRows(deps, merchantId, input),
    exportBatches: async ({ merchantId }, { filters, format }) =>
      deps.lists.export({ ownerId: merchantId }, batchList, batchSource, filters, { format }),
    batchFile: ({ merchantId }, { id, ...wanted }) => batchFile(deps, { merchantId, id }, wanted),
    batchProgress: ({ merchantId }, { id }) => describeProgress(deps, { merchantId, id }),
  }) satisfies Partial<Batches["handlers"]>;

const deskHandlers = (deps: BatchesDeps) =>
  ({
    batchDesk: (_ctx, input) => deps.lists.page({ scope: "all" }, batchDeskList, batchDeskSource, input),
    batchCase: (ctx, key) => lookAtBatch(deps, ctx, key),
    batchCaseRows: (_ctx, { merchantId, ...input }) => describeRows(deps, merchantId, input, "operator"),
    decideBatch: (ctx, input) => decideBatch(deps, ctx, input),
  }) satisfies Partial<Batches["handlers"]>;
