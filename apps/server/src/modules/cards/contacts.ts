import { Refusal } from "@coralhub/contract";
import { normaliseEmail, normaliseMobile } from "@coralhub/domain";
import type { MerchantContext } from "../../platform/context.ts";
import type { Db } from "../../platform/db.ts";
import { openCell, sealCell } from "../../platform/sealed-cells.ts";
import type { CardsDeps } from "./deps.ts";
import { listContacts, removeContact, saveContact } from "./recharges-store.ts";

const MOST_CONTACTS = 10;

const CELL = "card_contact.address";

export async function warnContacts({ secrets }: Pick<CardsDeps, "secrets">, db: Db, merchantId: string) {
  const contacts = await listContacts(db, merchantId);
  return contacts.map((contact) => ({
    ...contact,
    address: openCell(secrets, CELL, [merchantId, contact.id], contact.address),
  }));
}

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
    const contactId = id ?? deps.ids.next();
    const sealed = sealCell(deps.secrets, CELL, [merchantId, contactId], plain);
    await saveContact(tx, merchantId, { id: contactId, name, address: sealed, kind }, deps.clock.now());
    return { id: contactId };
  });

export const removeWarnContact = (deps: CardsDeps, ctx: MerchantContext, id: string): Promise<null> =>
  ctx.once(async (tx) => {
    if (!(await removeContact(tx, ctx.merchantId, id))) throw new Refusal("not_found");
    return null;
  });
