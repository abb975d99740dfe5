import { bankCardProblems, Refusal, type SellerBankCard } from "@coralhub/contract";
import type { MerchantContext } from "../../platform/context.ts";
import type { SellersDeps } from "./deps.ts";
import {
  chooseCard,
  findCard,
  findCardNumber,
  findOverview,
  findSeller,
  saveCard,
  type CardRow,
  type Seller,
} from "./sellers-store.ts";

const SHOWN_DIGITS = 4;

export const showCard = ({ last4, ...card }: CardRow, chosenId: string | null) => ({
  ...card,
  bankCardNum: `•••• ${last4}`,
  chosen: card.id === chosenId,
});

const sealedFor = (merchantId: string, cardId: string): string => `seller card:${merchantId}:${cardId}`;

/** Checks and seals; a seller's first card is the one it is paid to. */
async function keep(
  deps: SellersDeps,
  ctx: MerchantContext,
  input: SellerBankCard,
  place: (tx: Parameters<typeof saveCard>[0]) => Promise<{ seller: Seller; id: string; createdAt: Date }>,
) {
  const problems = bankCardProblems(input);
  if (Object.keys(problems).length > 0) throw new Refusal("input.invalid", {}, problems);
  const { merchantId } = ctx;
  return ctx.once(async (tx) => {
    const { seller, id, createdAt } = await place(tx);
    const { bankCardNum, ...given } = input;
    const number = bankCardNum.replaceAll(/\s/g, "");
    const card: CardRow = { ...given, id, sellerId: seller.id, last4: number.slice(-SHOWN_DIGITS), createdAt };
    await saveCard(tx, merchantId, card, deps.secrets.seal(number, sealedFor(merchantId, id)));
    const chosenId = seller.bankCardId ?? id;
    if (!seller.bankCardId) await chooseCard(tx, merchantId, seller.id, id);
    return showCard(card, chosenId);
  });
}

export const addBankCard = (
  deps: SellersDeps,
  ctx: MerchantContext,
  { sellerId, ...input }: SellerBankCard & { sellerId: string },
) =>
  keep(deps, ctx, input, async (tx) => {
    const seller = await findSeller(tx, ctx.merchantId, sellerId);
    if (!seller) throw new Refusal("not_found");
    return { seller, id: deps.ids.next(), createdAt: ctx.now };
  });

export async function modifyBankCard(
  deps: SellersDeps,
  ctx: MerchantContext,
  { id, ...input }: SellerBankCard & { id: string },
) {
  const bankCardNum = input.bankCardNum.trim() || (await storedNumber(deps, ctx.merchantId, id));
  return keep(deps, ctx, { ...input, bankCardNum }, async (tx) => {
    const card = await findCard(tx, ctx.merchantId, id);
    const seller = card && (await findSeller(tx, ctx.merchantId, card.sellerId));
    if (!card || !seller) throw new Refusal("not_found");
    return { seller, id, createdAt: card.createdAt };
  });
}

async function storedNumber({ database, secrets }: SellersDeps, merchantId: string, id: string): Promise<string> {
  const sealed = await findCardNumber(database.db, merchantId, id);
  if (!sealed) throw new Refusal("not_found");
  return secrets.openText(sealed, sealedFor(merchantId, id));
}

export function chooseBankCard(
  ctx: MerchantContext,
  { sellerId, bankCardId }: { sellerId: string; bankCardId: string },
): Promise<null> {
  return ctx.once(async (tx) => {
    const card = await findCard(tx, ctx.merchantId, bankCardId);
    if (!card || card.sellerId !== sellerId) throw new Refusal("not_found");
    await chooseCard(tx, ctx.merchantId, sellerId, bankCardId);
    return null;
  });
}

export async function openCard(deps: SellersDeps, merchantId: string, cardId: string) {
  const { db } = deps.database;
  const card = await findCard(db, merchantId, cardId);
  const seller = card && (await findOverview(db, merchantId, card.sellerId));
  if (!card || !seller) throw new Refusal("not_found");
  if (seller.state !== "approved") throw new Refusal("seller.not_passed", { name: seller.name });
  return { card, seller, number: await storedNumber(deps, merchantId, cardId) };
}
