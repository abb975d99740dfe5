import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";

export type IcbcCustomer = {
  joinedAt: Date | null;
  userSentAt: Date | null;
  ordersSentAt: Date | null;
  ordersCount: number;
  /** Sealed. */
  cardNo: Uint8Array | null;
  cardOpenedAt: Date | null;
};
const NOBODY: IcbcCustomer = {
  joinedAt: null,
  userSentAt: null,
  ordersSentAt: null,
  ordersCount: 0,
  cardNo: null,
  cardOpenedAt: null,
};

export async function findCustomer(db: Db, merchantId: string): Promise<IcbcCustomer> {
  const { rows } = await sql<IcbcCustomer>`
    select joined_at as "joinedAt", user_sent_at as "userSentAt", orders_sent_at as "ordersSentAt",
      orders_count as "ordersCount", card_no as "cardNo", card_opened_at as "cardOpenedAt"
    from icbc_customer where merchant_id = ${merchantId}`.execute(db);
  return rows[0] ?? NOBODY;
}

export async function setJoined(tx: Tx, merchantId: string, joinedAt: Date | null): Promise<void> {
  await sql`insert into icbc_customer (merchant_id, joined_at) values (${merchantId}, ${joinedAt})
    on conflict (merchant_id) do update set joined_at = case when excluded.joined_at is null then null
      else coalesce(icbc_customer.joined_at, excluded.joined_at) end`.execute(tx);
}
export async function setUserSent(tx: Tx, merchantId: string, at: Date): Promise<void> {
  await sql`update icbc_customer set user_sent_at = ${at} where merchant_id = ${merchantId}`.execute(tx);
}
export async function setOrdersSent(tx: Tx, merchantId: string, count: number, at: Date): Promise<void> {
  await sql`update icbc_customer set orders_sent_at = ${at}, orders_count = ${count} where merchant_id = ${merchantId}`.execute(
    tx,
  );
}
/** The first number stays. */
export async function setCard(tx: Tx, merchantId: string, cardNo: Uint8Array, at: Date): Promise<void> {
  await sql`update icbc_customer set card_no = ${cardNo}, card_opened_at = ${at}
    where merchant_id = ${merchantId} and card_no is null`.execute(tx);
}
