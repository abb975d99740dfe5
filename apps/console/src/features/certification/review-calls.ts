import { certificationEndpoints, type CallOutput } from "@coralhub/contract";
import { deskAddress, type Address, QUEUED } from "@coralhub/domain";
import { queryOptions } from "@tanstack/react-query";
import { connect } from "../../platform/api.ts";

export const review = connect(certificationEndpoints);

export type Case = CallOutput<(typeof certificationEndpoints)["reviewCase"]["output"]>;
export type CaseField = Case["fields"][number];
export type QueueRow = CallOutput<(typeof certificationEndpoints)["reviewQueue"]["output"]>["records"][number];
export type CaseRef = { merchantId: string; id: string };

const QUEUE_KEY = ["review", "queue"];
export const queueKey = (...rest: unknown[]) => [...QUEUE_KEY, ...rest];

/** What waits for us, soonest due first: the rail beside a case. */
export const waitingQuery = queryOptions({
  queryKey: queueKey("waiting"),
  queryFn: () => review.reviewQueue({ pageSize: 50, sort: "dueAt", order: "asc", filters: { state: [...QUEUED] } }),
  refetchInterval: 30_000,
});

/** Read once for each opening: every look at a case is recorded. */
export const caseQuery = ({ merchantId, id }: CaseRef) =>
  queryOptions({
    queryKey: ["review", "case", merchantId, id],
    queryFn: () => review.reviewCase({ merchantId, id }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });

export const statisticsQuery = queryOptions({
  queryKey: ["review", "statistics"],
  queryFn: () => review.reviewStatistics({}),
  refetchInterval: 30_000,
});

/** Who can be given a case; asked anew each time, because it says how busy each is. */
export const reviewersQuery = queryOptions({
  queryKey: ["review", "reviewers"],
  queryFn: () => review.reviewers({}),
  staleTime: 0,
});

export const casePath = ({ merchantId, id }: CaseRef): Address => deskAddress("certificationCase", { merchantId, id });
