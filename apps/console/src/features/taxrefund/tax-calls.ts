import { taxRefundEndpoints, type CallOutput } from "@coralhub/contract";
import { queryOptions } from "@tanstack/react-query";
import { connect } from "../../platform/api.ts";

const { taxRefundDesk, taxRefundCase, taxRefundPaper, reviewTaxRefund, proposeTaxPayment, decideTaxPayment } =
  taxRefundEndpoints;
export const refunds = connect({
  taxRefundDesk,
  taxRefundCase,
  taxRefundPaper,
  reviewTaxRefund,
  proposeTaxPayment,
  decideTaxPayment,
});
export type RefundCase = CallOutput<typeof taxRefundCase.output>;
export type Ref = { merchantId: string; id: string };
export const REFUNDS = ["taxrefunds"] as const;

/** Read once for each opening: every look is recorded. */
export const caseQuery = ({ merchantId, id }: Ref) =>
  queryOptions({
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    queryKey: [...REFUNDS, "case", merchantId, id],
    queryFn: () => refunds.taxRefundCase({ merchantId, id }),
  });
