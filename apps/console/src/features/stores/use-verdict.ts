import { toast } from "@coralhub/ui";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { CallRefused } from "@coralhub/contract";
import { problemText } from "../../platform/refusal-fields.ts";
import { DESK, stores, type StoreCase } from "./store-calls.ts";

/** Approved, or back to the merchant with the reason. A colleague who was quicker is said so, and their decision shown. */
export function useVerdict({ merchantId, merchantsId: id, version }: StoreCase) {
  const queries = useQueryClient();
  const again = () => queries.invalidateQueries({ queryKey: DESK });
  return useMutation({
    mutationFn: (reason: string | undefined) =>
      reason === undefined
        ? stores.approveStore({ merchantId, id, version })
        : stores.declineStore({ merchantId, id, version, reason }),
    onSuccess: async (_done, reason) => {
      toast.done(reason === undefined ? "已通过，商户会收到通知" : "已退回，商户会收到原因");
      await again();
    },
    onError: (error) => {
      const overtaken = error instanceof CallRefused && error.reason === "state.changed";
      toast.failed(overtaken ? "这家店铺刚被别人处理过，或商户改了资料，下面是最新的内容" : problemText(error));
      void again();
    },
  });
}
