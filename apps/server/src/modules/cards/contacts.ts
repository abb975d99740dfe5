import { Refusal } from "@coralhub/contract";
import { normaliseEmail, normaliseMobile } from "@coralhub/domain";
import type { MerchantContext } from "../../platform/context.ts";
import type { CardsDeps } from "./deps.ts";
import { listContacts, removeContact, saveContact } from "./recharges-store.ts";

const MOST_CONTACTS = 10;

/** Whoever is told that a card is low, besides the owner. */
export const saveWarnContact = (
  deps: CardsDeps,
  ctx: MerchantContext,
  { id, name, address }: { id: string | null; name: string; address: string },
): Promise<{ id: string }> =>
  ctx.once(async (tx) => {
    const { merchantId } = ctx;
    const kind = address.includes("@") ? ("email" as const) : ("mobile" as const);
    const plain = kind === "email" ? normaliseEmail(address) : normaliseMobile(address);
    if (!plain) throw new Refusal("card.contact_wrong");
    const known = await listContacts(tx, merchantId);
    if (id !== null && !known.some((contact) => contact.id === id)) throw new Refusal("not_found");
    if (id === null && known.length >= MOST_CONTACTS) throw new Refusal("card.contact_limit", { most: MOST_CONTACTS });
    const contact = { id: id ?? deps.ids.next(), name, address: plain, kind };
    await saveContact(tx, merchantId, contact, deps.clock.now());
    return { id: contact.id };
  });

export const removeWarnContact = (deps: CardsDeps, ctx: MerchantContext, id: string): Promise<null> =>
  ctx.once(async (tx) => {
    if (!(await removeContact(tx, ctx.merchantId, id))) throw new Refusal("not_found");
    return null;
  });
