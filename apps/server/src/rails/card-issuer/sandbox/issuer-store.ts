import { moneyOf, type CardBin, type Currency, type Money, type SandboxIssuerPlan, type Shop } from "@coralhub/domain";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db.ts";

export type SimulatedCard = {
  token: string;
  reference: string;
  bin: CardBin;
  lastFour: string;
  holder: string;
  state: "applying" | "active" | "frozen" | "closed" | "refused" | "expired";
  expiresAt: Date;
};
const CARD = sql`token, reference, bin, last_four as "lastFour", holder, state, expires_at as "expiresAt"`;

/** False where it was asked for before. */
export async function insertCard(tx: Tx, card: SimulatedCard, at: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into sandbox_issuer_card (token, reference, bin, last_four, holder, state, expires_at, at)
    values (${card.token}, ${card.reference}, ${card.bin}, ${card.lastFour}, ${card.holder}, ${card.state},
      ${card.expiresAt}, ${at}) on conflict do nothing`.execute(tx);
  return numAffectedRows === 1n;
}

export async function findCard(db: Db, token: string): Promise<SimulatedCard | undefined> {
  const { rows } = await sql<SimulatedCard>`select ${CARD} from sandbox_issuer_card where token = ${token}`.execute(db);
  return rows[0];
}

export async function listCards(db: Db, limit: number): Promise<SimulatedCard[]> {
  const { rows } = await sql<SimulatedCard>`
    select ${CARD} from sandbox_issuer_card where state in ('active', 'frozen') order by at desc, number desc limit ${limit}`.execute(
    db,
  );
  return rows;
}

export async function listExpiring(db: Db, now: Date, limit: number): Promise<SimulatedCard[]> {
  const { rows } = await sql<SimulatedCard>`
    select ${CARD} from sandbox_issuer_card
    where state in ('active', 'frozen') and expires_at <= ${now} order by expires_at limit ${limit}`.execute(db);
  return rows;
}

export async function setCardState(db: Db, token: string, state: SimulatedCard["state"]): Promise<void> {
  await sql`update sandbox_issuer_card set state = ${state} where token = ${token}`.execute(db);
}

export type SimulatedPayment = {
  networkId: string;
  token: string;
  shop: Shop;
  billed: Money;
  original: Money;
  authorised: bigint;
  settled: bigint;
  refunded: bigint;
  approved: boolean;
  code: string;
  standIn: boolean;
  lastMessage: unknown;
  at: Date;
};
type PaymentRow = Omit<SimulatedPayment, "shop" | "billed" | "original"> & {
  shopId: string;
  shopName: string;
  shopCode: string;
  shopCountry: string;
  currency: Currency;
  billedMinor: bigint;
  originalCurrency: Currency;
  originalMinor: bigint;
};
const PAYMENT = sql`network_id as "networkId", token, shop_id as "shopId", shop_name as "shopName", shop_code as "shopCode",
  shop_country as "shopCountry", currency, billed_minor as "billedMinor", original_currency as "originalCurrency",
  original_minor as "originalMinor", authorised_minor as authorised, settled_minor as settled, refunded_minor as refunded,
  approved, code, stand_in as "standIn", last_message as "lastMessage", at`;
const paymentOf = (row: PaymentRow): SimulatedPayment => {
  const { shopId, shopName, shopCode, shopCountry, currency, billedMinor, originalCurrency, originalMinor, ...rest } =
    row;
  return {
    ...rest,
    shop: { id: shopId, name: shopName, code: shopCode, country: shopCountry },
    billed: moneyOf(currency, billedMinor),
    original: moneyOf(originalCurrency, originalMinor),
  };
};

export async function insertPayment(db: Db, p: SimulatedPayment): Promise<void> {
  await sql`
    insert into sandbox_issuer_payment (network_id, token, shop_id, shop_name, shop_code, shop_country, currency, billed_minor,
      original_currency, original_minor, authorised_minor, settled_minor, approved, code, stand_in, last_message, at)
    values (${p.networkId}, ${p.token}, ${p.shop.id}, ${p.shop.name}, ${p.shop.code}, ${p.shop.country},
      ${p.billed.currency}, ${p.billed.minor}, ${p.original.currency}, ${p.original.minor}, ${p.authorised}, ${p.settled},
      ${p.approved}, ${p.code}, ${p.standIn}, ${JSON.stringify(p.lastMessage)}::jsonb, ${p.at})`.execute(db);
}

export async function findPayment(db: Db, networkId: string): Promise<SimulatedPayment | undefined> {
  const { rows } = await sql<PaymentRow>`
    select ${PAYMENT} from sandbox_issuer_payment where network_id = ${networkId}`.execute(db);
  return rows[0] && paymentOf(rows[0]);
}

export async function listPayments(db: Db, limit: number): Promise<(SimulatedPayment & { lastFour: string })[]> {
  const { rows } = await sql<PaymentRow & { lastFour: string }>`
    select ${PAYMENT}, last_four as "lastFour"
      from (select p.*, c.last_four from sandbox_issuer_payment p join sandbox_issuer_card c using (token)
             order by p.at desc, p.number desc limit ${limit}) recent`.execute(db);
  return rows.map((row) => ({ ...paymentOf(row), lastFour: row.lastFour }));
}

/** The card has paid this shop before: what stand-in goes by. */
export async function hasPaid(db: Db, token: string, shopName: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 as paid from sandbox_issuer_payment
    where token = ${token} and shop_name = ${shopName} and approved limit 1`.execute(db);
  return rows.length > 0;
}

export type PaymentChange = { authorised?: bigint; settled?: bigint; refunded?: bigint; lastMessage: unknown };
export async function changePayment(db: Db, networkId: string, change: PaymentChange): Promise<void> {
  const { authorised = 0n, settled = 0n, refunded = 0n, lastMessage } = change;
  await sql`
    update sandbox_issuer_payment set authorised_minor = greatest(0, authorised_minor + ${authorised}),
      settled_minor = settled_minor + ${settled}, refunded_minor = refunded_minor + ${refunded},
      last_message = ${JSON.stringify(lastMessage)}::jsonb
    where network_id = ${networkId}`.execute(db);
}

export type IssuerPlan = { id: string; what: Record<string, unknown> };
export async function insertPlan(tx: Tx, { id, what }: IssuerPlan, dueAt: Date): Promise<void> {
  await sql`insert into sandbox_issuer_plan (id, what, due_at) values (${id}, ${JSON.stringify(what)}::jsonb, ${dueAt})`.execute(
    tx,
  );
}
export async function listDuePlans(db: Db, now: Date, limit: number): Promise<IssuerPlan[]> {
  const { rows } = await sql<IssuerPlan>`
    select id, what from sandbox_issuer_plan where done_at is null and due_at <= ${now}
    order by due_at, id limit ${limit}`.execute(db);
  return rows;
}
/** Whoever gets there first does it. */
export async function takePlan(db: Db, id: string, at: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update sandbox_issuer_plan set done_at = ${at} where id = ${id} and done_at is null`.execute(db);
  return numAffectedRows === 1n;
}
export async function returnPlan(db: Db, id: string): Promise<void> {
  await sql`update sandbox_issuer_plan set done_at = null where id = ${id}`.execute(db);
}

export type IssuerSettings = { plan: SandboxIssuerPlan; openingSeconds: number; settleAfterSeconds: number | null };
export async function readSettings(db: Db): Promise<IssuerSettings> {
  const { rows } = await sql<IssuerSettings>`
    select plan, opening_seconds as "openingSeconds", settle_after_seconds as "settleAfterSeconds"
      from sandbox_issuer_settings`.execute(db);
  return rows[0] ?? { plan: "normal", openingSeconds: 2, settleAfterSeconds: null };
}
export async function saveSettings(tx: Tx, s: IssuerSettings, at: Date): Promise<void> {
  await sql`
    insert into sandbox_issuer_settings (plan, opening_seconds, settle_after_seconds, changed_at)
    values (${s.plan}, ${s.openingSeconds}, ${s.settleAfterSeconds}, ${at})
    on conflict (only_row) do update set plan = excluded.plan, opening_seconds = excluded.opening_seconds,
      settle_after_seconds = excluded.settle_after_seconds, changed_at = excluded.changed_at`.execute(tx);
}
