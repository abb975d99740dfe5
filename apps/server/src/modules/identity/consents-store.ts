import type { LegalText } from "@coralhub/domain";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";

export type Consent = { text: LegalText; version: string; agreedAt: Date };

/** Agreeing twice to the same version keeps the first time. */
export async function insertConsent(tx: Tx, merchantId: string, consent: Consent & { address: string }): Promise<void> {
  await sql`insert into merchant_consent (merchant_id, legal_text, version, agreed_at, address)
    values (${merchantId}, ${consent.text}, ${consent.version}, ${consent.agreedAt}, ${consent.address}) on conflict do nothing`.execute(
    tx,
  );
}

export async function listConsents(db: Db, merchantId: string): Promise<Consent[]> {
  const { rows } = await sql<Consent>`
    select legal_text as text, version, agreed_at as "agreedAt" from merchant_consent
    where merchant_id = ${merchantId} order by agreed_at desc, legal_text`.execute(db);
  return rows;
}
