import { sellerEndpoints, type CallOutput } from "@coralhub/contract";
import { addressOf, type Address, type CertificationForm, type PortalKey } from "@coralhub/domain";
import { queryOptions } from "@tanstack/react-query";
import { connect } from "../../../platform/api.ts";
import { queryClient } from "../../../platform/query.ts";
import type { FormPage, Hand } from "../form-pages.ts";

export const sellers = connect(sellerEndpoints);
export type Seller = CallOutput<(typeof sellerEndpoints)["seller"]["output"]>;
export type BankCard = Seller["bankCards"][number];
export type SellerRow = CallOutput<(typeof sellerEndpoints)["sellers"]["output"]>["records"][number];

const KEY = "sellers";
export const sellersKey = (input: unknown) => [KEY, "list", input];
export const sellerQuery = (id: string) =>
  queryOptions({
    queryKey: [KEY, "one", id],
    queryFn: () => sellers.seller({ id }),
    refetchOnWindowFocus: false,
  });
/** Mainland banks, and the one these first digits of a card belong to. */
export const unionBanksQuery = (firstDigits: string) =>
  queryOptions({
    queryKey: ["unionBanks", firstDigits],
    queryFn: () => sellers.unionBanks(firstDigits ? { bankCardNum: firstDigits } : {}),
    staleTime: Number.POSITIVE_INFINITY,
  });
export const refreshSellers = () => queryClient.invalidateQueries({ queryKey: [KEY] });

type Call = (input: never) => Promise<{ id: string }>;
const hand =
  (call: Call, id?: string): Hand =>
  async (values) => {
    const answer = await call({ ...values, ...(id && { id }) } as never);
    await refreshSellers();
    return addressOf("sellerDone", { id: answer.id });
  };

const CALLS = {
  sellerPerson: {
    page: "sellerPerson",
    add: sellers.addPersonSeller,
    modify: sellers.modifyPersonSeller,
  },
  sellerEnterprise: {
    page: "sellerMainland",
    add: sellers.addEnterpriseSeller,
    modify: sellers.modifyEnterpriseSeller,
  },
  sellerHongkong: {
    page: "sellerHongkong",
    add: sellers.addHongkongSeller,
    modify: sellers.modifyHongkongSeller,
  },
} as const satisfies Partial<Record<CertificationForm, { page: PortalKey; add: Call; modify: Call }>>;
export type SellerForm = keyof typeof CALLS;
export const SELLER_FORM_NAMES = Object.keys(CALLS) as SellerForm[];

export const sellerPath = (form: SellerForm, id?: string): Address => addressOf(CALLS[form].page, { id });

/** A seller's form: a new one, or one that is there already. */
export const sellerFormPage = (form: SellerForm, id?: string): FormPage => ({
  path: sellerPath(form),
  title: id ? "修改卖家" : "添加卖家",
  back: { label: "卖家", to: addressOf("sellers") },
  minutes: 8,
  submit: hand(CALLS[form].add),
  update: hand(CALLS[form].modify, id),
});
