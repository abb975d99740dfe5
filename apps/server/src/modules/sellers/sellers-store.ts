import type { SellerBankCard, sellerList } from "@coralhub/contract";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import type { ListSource } from "../../platform/list-query.ts";

export type SellerForm = "sellerPerson" | "sellerEnterprise" | "sellerHongkong";
export type Seller = { id: string; form: SellerForm; applicationId: string; bankCardId: string | null };
export type CardRow = Omit<SellerBankCard, "bankCardNum"> & {
  id: string;
  sellerId: string;
  last4: string;
  createdAt: Date;
};

export const sellerSource: ListSource<(typeof sellerList)["row"]> = {
  from: sql`seller_overview`,
  owner: sql`merchant_id`,
  id: sql`id`,
  columns: {
    id: sql`id`,
    form: sql`form`,
    sellerName: sql`subject_name`,
    number: sql`number`,
    state: sql`state`,
    bankCard: sql`coalesce(bank_name || ' •••• ' || number_last4, '')`,
    submittedAt: sql`submitted_at`,
    dueAt: sql`due_at`,
    createdAt: sql`created_at`,
  },
};

export async function insertSeller(tx: Tx, merchantId: string, seller: Seller, at: Date): Promise<void> {
  await sql`insert into seller (merchant_id, id, form, application_id, created_at)
    values (${merchantId}, ${seller.id}, ${seller.form}, ${seller.applicationId}, ${at})`.execute(tx);
}

export async function findSeller(db: Db, merchantId: string, id: string): Promise<Seller | undefined> {
  const { rows } = await sql<Seller>`
    select id, form, application_id as "applicationId", bank_card_id as "bankCardId" from seller
    where merchant_id = ${merchantId} and id = ${id}`.execute(db);
  return rows[0];
}

export async function findOverview(
  db: Db,
  merchantId: string,
  id: string,
): Promise<{ name: string; form: SellerForm; state: string } | undefined> {
  const { rows } = await sql<{ name: string; form: SellerForm; state: string }>`
    select subject_name as name, form, state from seller_overview
    where merchant_id = ${merchantId} and id = ${id}`.execute(db);
  return rows[0];
}

export async function followCase(tx: Tx, merchantId: string, id: string, applicationId: string): Promise<void> {
  await sql`update seller set application_id = ${applicationId} where merchant_id = ${merchantId} and id = ${id}`.execute(
    tx,
  );
}

const CARD = sql`id, seller_id as "sellerId", cardholder_name as "cardholderName", number_last4 as last4, bank_name as "bankName",
  currency, country, city, swift_code as "swiftCode", company_address as "companyAddress", bank_address as "bankAddress",
  created_at as "createdAt"`;

export async function listCards(db: Db, merchantId: string, sellerId: string): Promise<CardRow[]> {
  const { rows } = await sql<CardRow>`
    select ${CARD} from seller_bank_card where merchant_id = ${merchantId} and seller_id = ${sellerId}
    order by created_at desc, id desc limit 50`.execute(db);
  return rows;
}

export async function findCard(db: Db, merchantId: string, id: string): Promise<CardRow | undefined> {
  const { rows } = await sql<CardRow>`
    select ${CARD} from seller_bank_card where merchant_id = ${merchantId} and id = ${id}`.execute(db);
  return rows[0];
}

export async function findCardNumber(db: Db, merchantId: string, id: string): Promise<Uint8Array | undefined> {
  const { rows } = await sql<{ sealed: Uint8Array }>`
    select number_sealed as sealed from seller_bank_card where merchant_id = ${merchantId} and id = ${id}`.execute(db);
  return rows[0]?.sealed;
}

export async function saveCard(tx: Tx, merchantId: string, card: CardRow, sealedNumber: Uint8Array): Promise<void> {
  await sql`insert into seller_bank_card (merchant_id, id, seller_id, cardholder_name, number_sealed, number_last4, bank_name,
      currency, country, city, swift_code, company_address, bank_address, created_at)
    values (${merchantId}, ${card.id}, ${card.sellerId}, ${card.cardholderName}, ${sealedNumber}, ${card.last4}, ${card.bankName},
      ${card.currency}, ${card.country}, ${card.city}, ${card.swiftCode}, ${card.companyAddress}, ${card.bankAddress}, ${card.createdAt})
    on conflict (merchant_id, id) do update set cardholder_name = excluded.cardholder_name, number_sealed = excluded.number_sealed,
      number_last4 = excluded.number_last4, bank_name = excluded.bank_name, currency = excluded.currency,
      country = excluded.country, city = excluded.city, swift_code = excluded.swift_code,
      company_address = excluded.company_address, bank_address = excluded.bank_address`.execute(tx);
}

export async function chooseCard(tx: Tx, merchantId: string, sellerId: string, cardId: string): Promise<void> {
  await sql`update seller set bank_card_id = ${cardId} where merchant_id = ${merchantId} and id = ${sellerId}`.execute(
    tx,
  );
}
