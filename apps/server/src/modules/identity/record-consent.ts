import { Refusal } from "@coralhub/contract";
import { LEGAL_TEXTS, type LegalText } from "@coralhub/domain";
import type { Tx } from "../../platform/db.ts";
import { insertConsent } from "./consents-store.ts";

export type ConsentVersions = { agreementVersion?: string; privacyVersion?: string };

/** Only the versions in force can be agreed to; a page that shows older ones must show the new ones first. */
export async function recordConsent(
  tx: Tx,
  merchantId: string,
  given: ConsentVersions,
  at: { now: Date; address: string },
): Promise<void> {
  const versions: Record<LegalText, string | undefined> = {
    agreement: given.agreementVersion,
    privacy: given.privacyVersion,
  };
  for (const text of Object.keys(LEGAL_TEXTS) as LegalText[]) {
    const { version } = LEGAL_TEXTS[text];
    if (versions[text] !== undefined && versions[text] !== version) throw new Refusal("identity.consent_outdated");
    await insertConsent(tx, merchantId, { text, version, agreedAt: at.now, address: at.address });
  }
}
