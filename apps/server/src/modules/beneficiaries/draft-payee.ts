import {
  OWN_FIELD_NAMES,
  Refusal,
  SUPPLIER_FIELD_NAMES,
  type OwnAccountInput,
  type SupplierInput,
} from "@coralhub/contract";
import {
  bankCodeOf,
  branchCodeOf,
  bankRoute,
  checkBankDetails,
  COUNTRIES,
  normaliseBankDetails,
  routesTo,
  seedBankName,
  type BankDetails,
  type BankFieldName,
  type BankRouteKey,
  type BatchPayment,
  type CountryCode,
  type Currency,
  type Money,
  type PayeeKind,
} from "@coralhub/domain";
import type { Db } from "../../platform/db.ts";
import type { Profile } from "./beneficiaries-store.ts";
import { findListedBank } from "./papers-store.ts";

/** What a payee should be, whichever call said so. */
export type Draft = {
  kind: PayeeKind;
  name: string;
  holderType: "person" | "company";
  holderName: string;
  route: BankRouteKey;
  country: string;
  currency: Currency;
  details: BankDetails;
  profile: Profile;
  maximum: Money | null;
  papers: readonly string[];
  /** What our fields are called in the call, for its refusals. */
  names: Readonly<Partial<Record<BankFieldName | "holderName", string>>>;
};

/** Only what the account's route asks for: a form may send the rest empty or not at all. */
function detailsOf(route: BankRouteKey, given: BankDetails): BankDetails {
  const plain = normaliseBankDetails(given);
  const { fields } = bankRoute(route);
  return Object.fromEntries(Object.entries(plain).filter(([name]) => Object.hasOwn(fields, name)));
}

function routeOf(country: string, currency: Currency, wanted: BankRouteKey | undefined): BankRouteKey {
  const routes = routesTo(country, currency);
  const route = wanted ? routes.find((key) => key === wanted) : routes[0];
  if (!route) throw new Refusal("payee.unreachable", { country: COUNTRIES[country as CountryCode], currency });
  return route;
}

export function draftOfOwn(input: OwnAccountInput): Draft {
  const route = routeOf(input.bankCountryCode, input.currency, input.route);
  return {
    kind: "own",
    name: input.nameOfAccountHolder,
    holderType: input.companyAccount ? "company" : "person",
    holderName: input.nameOfAccountHolder,
    route,
    country: input.bankCountryCode,
    currency: input.currency,
    details: detailsOf(route, { ...input, accountNumber: input.bankNo, bankName: input.bank }),
    profile: { companyAddress: "", city: input.bankCity, category: null, contactEmail: "", remark: input.mark },
    maximum: null,
    papers: input.certificateFile ? [input.certificateFile] : [],
    names: { ...OWN_FIELD_NAMES, holderName: "nameOfAccountHolder" },
  };
}

export type SupplierDraft = Omit<
  SupplierInput,
  "verificationCode" | "papers" | "maximumAmount" | "remark" | "category"
> &
  Partial<Pick<SupplierInput, "papers" | "maximumAmount" | "remark" | "category">>;
/** Of anybody but a person the holder is sent as the first name, and a blank as the last. */
export function draftOfSupplier(kind: PayeeKind, input: SupplierDraft): Draft {
  const isPerson = input.accountType === "person";
  const country = input.supplierCountryCode;
  const route = routeOf(country, input.bankCurrency, input.route);
  const spelled = isPerson ? `${input.firstName} ${input.lastName}`.trim() : input.firstName;
  return {
    kind,
    name: input.supplierName,
    holderType: isPerson ? "person" : "company",
    holderName: input.bankAccountHolder || spelled || input.supplierName,
    route,
    country,
    currency: input.bankCurrency,
    details: detailsOf(route, {
      ...input,
      accountNumber: input.bankAccount,
      swiftCode: input.swiftCode || input.bic,
      holderAddress: input.companyAddress,
    }),
    profile: {
      companyAddress: input.companyAddress,
      city: input.supplierCity,
      category: input.category ?? null,
      contactEmail: input.contactEmail,
      remark: input.remark ?? "",
    },
    maximum: input.maximumAmount ?? null,
    papers: input.papers ?? [],
    names: { ...SUPPLIER_FIELD_NAMES, holderName: isPerson ? "firstName" : "bankAccountHolder" },
  };
}

export type NewPayee = Omit<BatchPayment, "amount" | "remittance">;
/** Somebody who is named for the first time while something else is done. */
export const draftOfPayment = (kind: PayeeKind, payment: NewPayee): Draft => ({
  kind,
  name: payment.holderName,
  holderType: payment.holderType,
  holderName: payment.holderName,
  route: payment.route,
  country: payment.country,
  currency: payment.currency,
  details: detailsOf(payment.route, payment.details),
  profile: { companyAddress: "", city: "", category: payment.category, contactEmail: "", remark: "" },
  maximum: null,
  papers: [],
  names: {},
});

/** Fills in the bank's name where its code tells it, and refuses at the field what the route's rules refuse. */
export async function checkDraft(db: Db, draft: Draft): Promise<Draft & { bankListed: boolean }> {
  const code = bankCodeOf(draft.route, draft.details);
  const branch = branchCodeOf(draft.route, draft.details);
  // A branch that is listed is told by its own name; one that is not, by its bank's.
  const listed =
    (branch && (await findListedBank(db, branch.scheme, branch.code))) ??
    (code && (seedBankName(code) ?? (await findListedBank(db, code.scheme, code.code))));
  const bankName = draft.details.bankName ?? listed;
  const details = { ...draft.details, ...(bankName && { bankName }) };
  const where = { country: draft.country, holder: { type: draft.holderType, name: draft.holderName } };
  const problems = checkBankDetails(draft.route, details, where);
  const named = Object.entries(problems).map(([name, problem]) => [
    draft.names[name as BankFieldName] ?? name,
    problem,
  ]);
  if (named.length > 0) throw new Refusal("input.invalid", {}, Object.fromEntries(named) as Record<string, string>);
  if (draft.maximum && (draft.maximum.currency !== draft.currency || draft.maximum.minor < 1n)) {
    throw new Refusal("input.invalid", {}, { maximumAmount: `付款上限用账户的币种 ${draft.currency} 填写，大于零` });
  }
  return { ...draft, details, bankListed: listed !== undefined };
}
