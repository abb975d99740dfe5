import { LEGAL_TEXTS, startOfShanghaiDay, type LegalText, type UserSource } from "@coralhub/domain";
import type { Tx } from "../../platform/db.ts";
import { insertConsent } from "./consents-store.ts";
import type { Secrets } from "../../platform/secrets.ts";
import { claimName, insertMerchant, updateContact } from "./merchants-store.ts";
import { saveAddress, type Address } from "./own-address.ts";

export type MerchantPlant = {
  merchantId: string;
  /** Of its owner. */
  personId: string;
  userNo: string;
  invitationCode: string;
  source: UserSource;
  mobile: string;
  email: string | null;
  registeredAt: Date;
  contact?: { name: string; title: string; address: Address };
};

/** A merchant a start brings along: the sandbox's demo people. False when one with this number is there already. */
export async function plantMerchant(
  secrets: Secrets,
  tx: Tx,
  plant: MerchantPlant,
  hashPassword: () => Promise<string>,
): Promise<boolean> {
  const { merchantId, contact, registeredAt } = plant;
  if (!(await claimName(tx, "mobile", plant.mobile, plant))) return false;
  if (plant.email) await claimName(tx, "email", plant.email, plant);
  await claimName(tx, "userNo", plant.userNo, plant);
  await claimName(tx, "invitation", plant.invitationCode, plant);
  await insertMerchant(tx, { ...plant, passwordHash: await hashPassword() });
  if (contact) {
    await updateContact(tx, merchantId, contact.name, contact.title);
    await saveAddress(secrets, tx, merchantId, contact.address);
  }
  for (const text of Object.keys(LEGAL_TEXTS) as LegalText[]) {
    const { version, effectiveFrom } = LEGAL_TEXTS[text];
    // Whoever came before a version agreed to it when it appeared.
    const agreedAt = new Date(Math.max(registeredAt.getTime(), startOfShanghaiDay(effectiveFrom).getTime()));
    const consent = { text, version, agreedAt, address: "127.0.0.1" };
    await insertConsent(tx, merchantId, consent);
  }
  return true;
}
