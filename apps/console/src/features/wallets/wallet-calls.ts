import { walletDeskEndpoints, type CallOutput } from "@coralhub/contract";
import { queryOptions } from "@tanstack/react-query";
import { connect } from "../../platform/api.ts";

export const wallets = connect(walletDeskEndpoints);
export type Ref = { merchantId: string; id: string };
export type WalletTotal = CallOutput<typeof walletDeskEndpoints.walletTotals.output>["currencies"][number];
export type WalletCase = CallOutput<typeof walletDeskEndpoints.walletByNumber.output>;
export type TransferCase = CallOutput<typeof walletDeskEndpoints.walletTransferCase.output>;
export const WALLETS = ["wallets"] as const;

/** Read once for each opening: every look at a merchant's money is recorded. */
const lookedAt = { staleTime: Number.POSITIVE_INFINITY, gcTime: 0, refetchOnWindowFocus: false } as const;
export const transferQuery = (ref: Ref) =>
  queryOptions({
    queryKey: [...WALLETS, "transfer", ref],
    queryFn: () => wallets.walletTransferCase(ref),
    ...lookedAt,
  });
export const walletQuery = (number: string) =>
  queryOptions({
    queryKey: [...WALLETS, "wallet", number],
    queryFn: () => wallets.walletByNumber({ number }),
    enabled: number !== "",
    retry: false,
    ...lookedAt,
  });
