import { Refusal, sellerEndpoints, sellerList } from "@coralhub/contract";
import { bankOfCard, GOODS_CATEGORIES, MAIN_BUSINESS_TYPES, UNION_BANKS } from "@coralhub/domain";
import type { MerchantContext } from "../../platform/context.ts";
import type { Capability } from "../../platform/capability.ts";
import type { SellersDeps } from "./deps.ts";
import { addSeller, modifySeller } from "./hand-in-seller.ts";
import { addBankCard, chooseBankCard, modifyBankCard, openCard, showCard } from "./save-bank-card.ts";
import { findSeller, listCards, sellerSource, type SellerForm } from "./sellers-store.ts";

type Given = Parameters<typeof addSeller>[3];
type AllHandlers = Capability<typeof sellerEndpoints>["handlers"];
const named = ({ code, name }: { code: string; name: string }) => ({ bankCode: code, bankName: name });

export type Sellers = Capability<typeof sellerEndpoints> & {
  /** A card of a seller that has passed, its number open: for whoever makes a payee of it. */
  cardOf(merchantId: string, cardId: string): ReturnType<typeof openCard>;
};

export function createSellers(deps: SellersDeps): Sellers {
  return {
    endpoints: sellerEndpoints,
    handlers: { ...reading(deps), ...writing(deps) },
    cardOf: (merchantId, cardId) => openCard(deps, merchantId, cardId),
  };
}

function reading(deps: SellersDeps) {
  const { db } = deps.database;
  const cardsOf = async (merchantId: string, sellerId: string) => {
    const seller = await findSeller(db, merchantId, sellerId);
    if (!seller) throw new Refusal("not_found");
    const cards = await listCards(db, merchantId, sellerId);
    return { seller, bankCards: cards.map((card) => showCard(card, seller.bankCardId)) };
  };
  return {
    sellers: (ctx, input) => deps.lists.page({ ownerId: ctx.merchantId }, sellerList, sellerSource, input),
    async seller({ merchantId }, { id }) {
      const { seller, bankCards } = await cardsOf(merchantId, id);
      const application = await deps.certification.applications.view(merchantId, seller.applicationId);
      return { id, form: seller.form, application, bankCards };
    },
    sellerBankCards: async ({ merchantId }, { sellerId }) => (await cardsOf(merchantId, sellerId)).bankCards,
    sellerConstants: async () => ({ productTypes: [...GOODS_CATEGORIES], mainBizTypes: [...MAIN_BUSINESS_TYPES] }),
    async unionBanks(_ctx, { bankCardNum = "" }) {
      const recognised = bankOfCard(bankCardNum.replaceAll(/\s/g, ""));
      return { recognised: recognised ? named(recognised) : null, banks: UNION_BANKS.map(named) };
    },
  } satisfies Partial<AllHandlers>;
}

function writing(deps: SellersDeps) {
  const add = (form: SellerForm) => (ctx: MerchantContext, given: Given) => addSeller(deps, ctx, form, given);
  const modify =
    (form: SellerForm) =>
    (ctx: MerchantContext, { id, ...given }: Given & { id: string }) =>
      modifySeller(deps, ctx, form, { id, given });
  return {
    addPersonSeller: add("sellerPerson"),
    modifyPersonSeller: modify("sellerPerson"),
    addEnterpriseSeller: add("sellerEnterprise"),
    modifyEnterpriseSeller: modify("sellerEnterprise"),
    addHongkongSeller: add("sellerHongkong"),
    modifyHongkongSeller: modify("sellerHongkong"),
    addSellerBankCard: (ctx, input) => addBankCard(deps, ctx, input),
    modifySellerBankCard: (ctx, input) => modifyBankCard(deps, ctx, input),
    chooseSellerBankCard: chooseBankCard,
  } satisfies Partial<AllHandlers>;
}
