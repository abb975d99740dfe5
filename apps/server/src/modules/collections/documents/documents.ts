import type { MerchantContext } from "../../../platform/context.ts";
import { accountLetter } from "./account-letter.ts";
import type { DocumentsDeps } from "./deps.ts";
import { incomeReceipt } from "./income-receipt.ts";
import { monthlyStatement } from "./monthly-statement.ts";

/** Papers a merchant can hand on. */
export const createDocuments = (deps: DocumentsDeps) => ({
  incomeReceipt: ({ merchantId }: MerchantContext, { id }: { id: string }) => incomeReceipt(deps, merchantId, id),
  monthlyStatementPdf: ({ merchantId }: MerchantContext, wanted: { accountId: string; month: string }) =>
    monthlyStatement(deps, merchantId, wanted),
  accountLetter: ({ merchantId }: MerchantContext, wanted: { accountId: string; storeId?: string | undefined }) =>
    accountLetter(deps, merchantId, wanted),
});
