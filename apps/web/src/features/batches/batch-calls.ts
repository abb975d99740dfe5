import {
  batchEndpoints,
  batchFamilies,
  beneficiaryEndpoints,
  type BatchDetail,
  type ListInput,
} from "@coralhub/contract";
import type { BatchRowState, PayoutKind } from "@coralhub/domain";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { connect } from "../../platform/api.ts";
import { queryClient } from "../../platform/query.ts";

const { batches, batch, batchRows, batchFile, batchProgress, exportBatches } = batchEndpoints;
const { bankForms } = beneficiaryEndpoints;
export const calls = connect({ batches, batch, batchRows, batchFile, batchProgress, exportBatches, bankForms });
const PAY = connect(batchFamilies.pay);
const WITHDRAW = connect(batchFamilies.withdrawal);
/** The calls of a sheet, by whom it pays; what they refuse is said in its own place. */
export const sheetCalls = (kind: PayoutKind) => (kind === "withdrawal" ? WITHDRAW : PAY);

const KEY = "batches";
const LOOK_AGAIN_MS = 1_500;
const MOVING: readonly BatchDetail["state"][] = ["uploaded", "parsing", "confirmed", "processing"];

export const batchesQuery = (input: ListInput) =>
  queryOptions({
    queryKey: [KEY, "list", input],
    queryFn: () => calls.batches(input),
    placeholderData: keepPreviousData,
  });
export const batchQuery = (id: string) =>
  queryOptions({
    queryKey: [KEY, "one", id],
    queryFn: () => calls.batch({ id }),
  });
/** While something goes on behind the page it looks again by itself: at how far it is, and at the whole once that has changed. */
export const progressQuery = (seen: BatchDetail) =>
  queryOptions({
    queryKey: [KEY, "progress", seen.id],
    queryFn: async () => {
      const progress = await calls.batchProgress({ id: seen.id });
      const isSame = (one: BatchDetail["progress"]) => JSON.stringify(one) === JSON.stringify(progress);
      if (progress.state !== seen.state || !isSame(seen.progress))
        await queryClient.invalidateQueries({ queryKey: [KEY, "one", seen.id] });
      return progress;
    },
    enabled: MOVING.includes(seen.state),
    refetchInterval: LOOK_AGAIN_MS,
  });
export const ROWS_ON_A_PAGE = 50;
export const rowsQuery = (id: string, state: BatchRowState | undefined, pageNo: number, moving: boolean) =>
  queryOptions({
    queryKey: [KEY, "rows", id, state, pageNo],
    queryFn: () => calls.batchRows({ id, state, pageNo, pageSize: ROWS_ON_A_PAGE }),
    placeholderData: keepPreviousData,
    refetchInterval: moving ? LOOK_AGAIN_MS * 2 : false,
  });
export const refreshBatches = () => queryClient.invalidateQueries({ queryKey: [KEY] });
