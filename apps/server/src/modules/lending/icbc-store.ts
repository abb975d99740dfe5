import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";

export type IcbcCustomer = {
  joinedAt: Date | null;
  /** Sealed. */
  cardNo: Uint8Array | null;
  cardOpenedAt: Date | null;
};
const NOBODY: IcbcCustomer = {
  joinedAt: null,
  cardNo: null,
  cardOpenedAt: null,
};

export async function findCustomer(db: Db, merchantId: string): Promise<IcbcCustomer> {
  const { rows } = await sql<IcbcCustomer>`
    select joined_at as "joinedAt", card_no as "cardNo", card_opened_at as "cardOpenedAt"
    from icbc_customer where merchant_id = ${merchantId}`.execute(db);
  return rows[0] ?? NOBODY;
}

/** Whether the merchant has joined; nobody leaves before this transaction ends. */
export async function holdJoined(tx: Tx, merchantId: string): Promise<boolean> {
  const { rows } = await sql<{ joined: boolean }>`
    select joined_at is not null as joined from icbc_customer where merchant_id = ${merchantId} for share`.execute(tx);
  return rows[0]?.joined === true;
}

export async function setJoined(tx: Tx, merchantId: string, joinedAt: Date | null): Promise<void> {
  await sql`insert into icbc_customer (merchant_id, joined_at) values (${merchantId}, ${joinedAt})
    on conflict (merchant_id) do update set joined_at = case when excluded.joined_at is null then null
      else coalesce(icbc_customer.joined_at, excluded.joined_at) end`.execute(tx);
}
/** The first number stays. */
export async function setCard(tx: Tx, merchantId: string, cardNo: Uint8Array, at: Date): Promise<void> {
  await sql`update icbc_customer set card_no = ${cardNo}, card_opened_at = ${at}
    where merchant_id = ${merchantId} and card_no is null`.execute(tx);
}
