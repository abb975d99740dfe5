import type { MerchantContext } from "../../platform/context.ts";
import type { BeneficiariesDeps } from "./deps.ts";
import { draftOfSupplier, type SupplierDraft } from "./draft-payee.ts";
import { addPayee, type Saved } from "./save-payee.ts";

type Adoption = Pick<SupplierDraft, "clearCode" | "bankCode" | "branchCode" | "bankAccountType" | "purpose"> & {
  cardId: string;
  verificationCode: string;
};

/** A seller's card becomes a payee: the same checks, screening and rest as for anybody else. */
export async function adoptSeller(
  deps: BeneficiariesDeps,
  ctx: MerchantContext,
  { cardId, verificationCode, ...codes }: Adoption,
): Promise<Saved> {
  const { card, seller, number } = await deps.sellers.cardOf(ctx.merchantId, cardId);
  const draft = draftOfSupplier("seller", {
    ...codes,
    supplierName: seller.name,
    accountType: seller.form === "sellerPerson" ? "person" : "other",
    bankAccount: number,
    bankAccountHolder: card.cardholderName,
    firstName: card.cardholderName,
    lastName: "",
    bankName: card.bankName,
    bankCurrency: card.currency,
    supplierCountryCode: card.country,
    supplierCity: card.city,
    bankCity: card.city,
    bankAddress: card.bankAddress,
    companyAddress: card.companyAddress,
    swiftCode: card.swiftCode,
    bic: "",
    intermediarySwift: "",
    intermediaryName: "",
    route: undefined,
    contactEmail: "",
  });
  return addPayee(deps, ctx, draft, verificationCode);
}
