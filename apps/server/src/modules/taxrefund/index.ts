import { taxRefundDeskList, taxRefundEndpoints, taxRefundList } from "@coralhub/contract";
import { addressOf } from "@coralhub/domain";
import type { Capability } from "../../platform/capability.ts";
import { applyForRefund, cancelRefund, checkFlows, correctRefund, foreignReceipts, uploadTaxPaper } from "./apply.ts";
import type { TaxRefundDeps } from "./deps.ts";
import {
  decidePayment,
  describeRefund,
  describeRefundCase,
  proposePayment,
  reviewRefund,
  showTaxPaper,
} from "./desk.ts";
import { countOpen, countReviewing, refundDeskSource, refundSource } from "./taxrefund-store.ts";

export function createTaxRefund(deps: TaxRefundDeps): Capability<typeof taxRefundEndpoints> {
  const { db } = deps.database;
  return {
    endpoints: taxRefundEndpoints,
    handlers: {
      taxReceipts: ({ merchantId, now }, scope) => foreignReceipts(deps, merchantId, now, scope),
      taxRefunds: ({ merchantId }, input) =>
        deps.lists.page({ ownerId: merchantId }, taxRefundList, refundSource, input),
      taxRefund: ({ merchantId, now }, { id }) => describeRefund(deps, { merchantId, id }, now),
      checkTaxFlows: (ctx, flows) => checkFlows(deps, ctx, flows),
      uploadTaxPaper: (ctx, input) => uploadTaxPaper(deps, ctx, input),
      applyForTaxRefund: (ctx, input) => applyForRefund(deps, ctx, input),
      correctTaxRefund: (ctx, input) => correctRefund(deps, ctx, input),
      cancelTaxRefund: (ctx, { id }) => cancelRefund(deps, ctx, id),
      taxRefundDesk: (_ctx, input) => deps.lists.page({ scope: "all" }, taxRefundDeskList, refundDeskSource, input),
      taxRefundCase: (ctx, key) => describeRefundCase(deps, ctx, key),
      taxRefundPaper: (ctx, input) => showTaxPaper(deps, ctx, input),
      reviewTaxRefund: (ctx, input) => reviewRefund(deps, ctx, input),
      proposeTaxPayment: (ctx, input) => proposePayment(deps, ctx, input),
      decideTaxPayment: (ctx, input) => decidePayment(deps, ctx, input),
    },
    waiting: { taxrefunds: () => countReviewing(db) },
    async services(merchantId) {
      const { open } = await countOpen(db, merchantId);
      return open === 0 ? [] : [{ page: "taxRefundService", label: `${open} 笔办理中`, tone: "info" }];
    },
    async closingBlockers(merchantId, within) {
      const { open } = await countOpen(within, merchantId);
      return open === 0 ? [] : [{ reason: `还有 ${open} 笔退税没有结束`, link: addressOf("taxRefunds") }];
    },
    personalData: async (merchantId) => ({ 退税笔数: (await countOpen(db, merchantId)).all }),
  };
}
