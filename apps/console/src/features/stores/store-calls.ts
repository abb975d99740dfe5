import { deskAddress, type Address } from "@coralhub/domain";
import { connectionEndpoints, storeEndpoints, type CallOutput } from "@coralhub/contract";
import { queryOptions } from "@tanstack/react-query";
import { connect } from "../../platform/api.ts";

const { accountClaims, accountClaimCase, accountClaimDocument, grantAccountClaim, declineAccountClaim } =
  storeEndpoints;
const { storeReviews, storeCase, storeDocument, approveStore, declineStore, storeReviewStatistics } = storeEndpoints;
const { platformHealth, connections, revokeAuthorisation } = connectionEndpoints;

export const stores = connect({
  storeReviews,
  storeCase,
  storeDocument,
  approveStore,
  declineStore,
  storeReviewStatistics,
});
export const claims = connect({
  accountClaims,
  accountClaimCase,
  accountClaimDocument,
  grantAccountClaim,
  declineAccountClaim,
});
export const ties = connect({ platformHealth, connections, revokeAuthorisation });

export type ClaimCase = CallOutput<typeof accountClaimCase.output>;
export type StoreCase = CallOutput<typeof storeCase.output>;
export type StoreRow = CallOutput<typeof storeReviews.output>["records"][number];
export type Tie = CallOutput<typeof connections.output>["records"][number];
export type StoreRef = { merchantId: string; id: string };

export const CLAIMS = ["accountClaims"] as const;
export const DESK = ["stores"] as const;
export const TIES = ["connections"] as const;

export const statisticsQuery = queryOptions({
  queryKey: [...DESK, "statistics"],
  queryFn: () => stores.storeReviewStatistics({}),
  refetchInterval: 30_000,
});

/** Every look at a claim is recorded. */
export const claimQuery = ({ merchantId, id }: StoreRef) =>
  queryOptions({
    queryKey: [...CLAIMS, "case", merchantId, id],
    queryFn: () => claims.accountClaimCase({ merchantId, id }),
    refetchOnWindowFocus: false,
  });

/** Read once for each opening: every look at a store is recorded. */
export const caseQuery = ({ merchantId, id }: StoreRef) =>
  queryOptions({
    queryKey: [...DESK, "case", merchantId, id],
    queryFn: () => stores.storeCase({ merchantId, id }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });

export const healthQuery = queryOptions({
  queryKey: [...TIES, "health"],
  queryFn: () => ties.platformHealth({}),
  refetchInterval: 30_000,
});

export const storePath = ({ merchantId, id }: StoreRef): Address => deskAddress("storeCase", { merchantId, id });
