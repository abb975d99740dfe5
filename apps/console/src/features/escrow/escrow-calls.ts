import { escrowDeskEndpoints, type CallOutput } from "@coralhub/contract";
import { queryOptions } from "@tanstack/react-query";
import { connect } from "../../platform/api.ts";

export const escrows = connect(escrowDeskEndpoints);
export type EscrowCase = CallOutput<typeof escrowDeskEndpoints.escrowCase.output>;
export type Ref = { merchantId: string; id: string };
export const ESCROWS = ["escrows"] as const;

/** Read once for each opening: every look is recorded. */
export const caseQuery = ({ merchantId, id }: Ref) =>
  queryOptions({
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    queryKey: [...ESCROWS, "case", merchantId, id],
    queryFn: () => escrows.escrowCase({ merchantId, id }),
  });
