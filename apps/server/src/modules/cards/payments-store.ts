import type {
  CardMessageKind,
  CardMessageOutcome,
  CardPaymentState,
  CardRemedy,
  CardRule,
  Currency,
  Money,
  RuleVerdict,
  ShopCategory,
} from "@coralhub/domain";
import { moneyOf } from "@coralhub/domain";
import { sql } from "kysely";
import type { BulkRow } from "../../platform/bulk-row.ts";
import type { Db, Tx } from "../../platform/db.ts";
import type { Page } from "./cards-store.ts";

export type PaymentKey = { merchantId: string; id: string };
export type Payment = PaymentKey & {
  cardId: string;
  kind: "purchase" | "refund";
  state: CardPaymentState;
  issuer: string;
  networkId: string;
  /** A refund: the purchase it is for, by the network's name, whether or not it was heard of by then. */
  refundOf: string | null;
  shopId: string;
  shopName: string;
  shopKey: string;
  shopCode: string;
  shopCountry: string;
  category: ShopCategory;
  currency: Currency;
  originalCurrency: Currency;
  originalMinor: bigint;
  asked: bigint;
  authorised: bigint;
  held: bigint;
  settled: bigint;
  refunded: bigint;
  /** Of what is settled, and of what is held. */
  fee: bigint;
  heldFee: bigint;
  early: bigint;
  counted: bigint;
  countedDay: string;
  bookId: string | null;
  holdPostingId: string | null;
  holdUntil: Date | null;
  trace: RuleVerdict[] | null;
  rule: CardRule | null;
  code: string | null;
  sentence: string | null;
  remedies: CardRemedy[] | null;
  standIn: boolean;
  label: string | null;
  owner: string | null;
  createdAt: Date;
  settledAt: Date | null;
};

const COLUMNS = {
  merchantId: ["merchant_id", "uuid"],
  id: ["id", "uuid"],
  cardId: ["card_id", "uuid"],
  kind: ["kind", "text"],
  state: ["state", "text"],
  issuer: ["issuer", "text"],
  networkId: ["network_id", "text"],
  refundOf: ["refund_of", "text"],
  shopId: ["shop_id", "text"],
  shopName: ["shop_name", "text"],
  shopKey: ["shop_key", "text"],
  shopCode: ["shop_code", "text"],
  shopCountry: ["shop_country", "text"],
  category: ["category", "text"],
  currency: ["currency", "text"],
  originalCurrency: ["original_currency", "text"],
  originalMinor: ["original_minor", "bigint"],
  asked: ["asked_minor", "bigint"],
  authorised: ["authorised_minor", "bigint"],
  held: ["held_minor", "bigint"],
  settled: ["settled_minor", "bigint"],
  refunded: ["refunded_minor", "bigint"],
  fee: ["fee_minor", "bigint"],
  heldFee: ["held_fee_minor", "bigint"],
  early: ["early_minor", "bigint"],
  counted: ["counted_minor", "bigint"],
  countedDay: ["counted_day", "text"],
  bookId: ["book_id", "uuid"],
  holdPostingId: ["hold_posting_id", "uuid"],
  holdUntil: ["hold_until", "timestamptz"],
  trace: ["trace", "jsonb"],
  rule: ["rule", "text"],
  code: ["code", "text"],
  sentence: ["sentence", "text"],
  remedies: ["remedies", "jsonb"],
  standIn: ["stand_in", "boolean"],
  label: ["label", "text"],
  owner: ["owner", "text"],
  createdAt: ["created_at", "timestamptz"],
  settledAt: ["settled_at", "timestamptz"],
} as const satisfies Record<keyof Payment, readonly [string, string]>;
const NAMES = Object.keys(COLUMNS) as (keyof Payment)[];

const SELECTED = sql.join(NAMES.map((name) => sql`${sql.ref(`p.${COLUMNS[name][0]}`)} as ${sql.ref(name)}`));
const LISTED = NAMES.map((name) => COLUMNS[name][0]).join(", ");
const INSERT = `insert into card_payment (${LISTED}, changed_at)
  select t.*, t.created_at
    from unnest(${NAMES.map((name, at) => `$${at + 1}::${COLUMNS[name][1]}[]`).join(", ")}) as t (${LISTED})`;

type Amount = { currency: Currency; minor: string };
/** Verdicts are texts; amounts of remedies must survive JSON. */
const json = (value: unknown): string =>
  JSON.stringify(value, (_key, item: unknown) => (typeof item === "bigint" ? item.toString() : item));
export const remediesFrom = (kept: unknown): CardRemedy[] | null =>
  (kept as (Omit<CardRemedy, "amount"> & { amount?: Amount })[] | null)?.map(({ amount, ...rest }) => ({
    ...rest,
    ...(amount && { amount: moneyOf(amount.currency, BigInt(amount.minor)) }),
  })) ?? null;
const paymentOf = (row: Payment): Payment => ({ ...row, remedies: remediesFrom(row.remedies) });

type Storable = Payment[keyof Payment] | undefined;
function asText(value: Storable): string | null {
  if (value === null || value === undefined) return null;
  if (value instanceof Date) return value.toISOString();
  return typeof value === "object" ? json(value) : String(value);
}
/** A new purchase as a row of the coalesced transaction that holds its money. */
export const paymentRow = (payment: Payment): BulkRow => ({
  statement: INSERT,
  values: NAMES.map((name) => asText(payment[name])),
});

/** What moves with a state, by the names of its columns. */
export const paymentColumns = (part: Partial<Payment>): Record<string, unknown> =>
  Object.fromEntries((Object.keys(part) as (keyof Payment)[]).map((name) => [COLUMNS[name][0], part[name]]));

/** The state is moved by its lifecycle. */
export type PaymentChange = Partial<
  Omit<Payment, "merchantId" | "id" | "cardId" | "kind" | "issuer" | "networkId" | "createdAt" | "state">
>;
export async function changePayment(
  tx: Tx,
  { merchantId, id }: PaymentKey,
  change: PaymentChange,
  at: Date,
): Promise<void> {
  const sets = (Object.keys(change) as (keyof PaymentChange)[]).map((name) => {
    const [column, type] = COLUMNS[name];
    return sql`${sql.ref(column)} = ${asText(change[name])}::${sql.raw(type)}`;
  });
  await sql`update card_payment set ${sql.join([...sets, sql`changed_at = ${at}`])}
    where merchant_id = ${merchantId} and id = ${id}`.execute(tx);
}

export async function findPayment(db: Db, { merchantId, id }: PaymentKey): Promise<Payment | undefined> {
  const { rows } = await sql<Payment>`
    select ${SELECTED} from card_payment p where p.merchant_id = ${merchantId} and p.id = ${id}`.execute(db);
  return rows[0] && paymentOf(rows[0]);
}

/** What the network calls it; some call a refund by its purchase's name. */
type PaymentName = Pick<Payment, "merchantId" | "issuer" | "networkId" | "kind">;
export async function lockPayment(
  tx: Tx,
  { merchantId, issuer, networkId, kind }: PaymentName,
): Promise<Payment | undefined> {
  const { rows } = await sql<Payment>`
    select ${SELECTED} from card_payment p
    where p.merchant_id = ${merchantId} and p.issuer = ${issuer} and p.network_id = ${networkId}
      and p.kind = ${kind} for update`.execute(tx);
  return rows[0] && paymentOf(rows[0]);
}

/** What a shop has given back of a purchase, told before or after it. */
export async function sumRefunds(
  tx: Tx,
  { merchantId, issuer, networkId }: Omit<PaymentName, "kind">,
): Promise<bigint> {
  const { rows } = await sql<{ minor: bigint }>`
    select coalesce(sum(p.refunded_minor), 0)::bigint as minor from card_payment p
    where p.merchant_id = ${merchantId} and p.issuer = ${issuer} and p.kind = 'refund'
      and (p.refund_of = ${networkId} or p.network_id = ${networkId})`.execute(tx);
  return rows[0]!.minor;
}

export async function listExpiredHolds(db: Db, now: Date, { seen, limit }: Page): Promise<Payment[]> {
  const { rows } = await sql<Payment>`
    select ${SELECTED} from card_payment p
    where p.hold_posting_id is not null and p.hold_until <= ${now} and p.id <> all(${[...seen]}::uuid[])
    order by p.hold_until limit ${limit}`.execute(db);
  return rows.map(paymentOf);
}

export async function countHeld(db: Db, merchantId: string, cardId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from card_payment
    where merchant_id = ${merchantId} and card_id = ${cardId} and hold_posting_id is not null`.execute(db);
  return rows[0]!.count;
}

/** What a message was answered, and by which rules. */
export type Decided = {
  approved: boolean;
  code: string;
  sentence: string | null;
  remedies: CardRemedy[];
  trace: RuleVerdict[];
  /** More of a purchase that was refused: what was asked for, the fee included, and as the shop charged it. */
  asked?: { charged: Money; original: Money };
};
export type MessageRecord = {
  issuer: string;
  messageId: string;
  merchantId: string;
  paymentId: string | null;
  kind: CardMessageKind;
  outcome: CardMessageOutcome;
  code: string;
  amount: bigint;
  note: string | null;
  at: Date;
};
const MESSAGE = `insert into card_message (issuer, message_id, owner_id, payment_id, kind, outcome, code, amount_minor, note, at)
  select * from unnest($1::text[], $2::text[], $3::uuid[], $4::uuid[], $5::text[], $6::text[], $7::text[], $8::bigint[],
    $9::text[], $10::timestamptz[])`;
const messageValues = (m: MessageRecord) => [
  m.issuer,
  m.messageId,
  m.merchantId,
  m.paymentId,
  m.kind,
  m.outcome,
  m.code,
  m.amount.toString(),
  m.note,
  m.at.toISOString(),
];
export const messageRow = (message: MessageRecord): BulkRow => ({ statement: MESSAGE, values: messageValues(message) });
export async function insertMessage(tx: Tx, m: MessageRecord, decision?: Decided): Promise<void> {
  await sql`
    insert into card_message (issuer, message_id, owner_id, payment_id, kind, outcome, code, amount_minor, note, at, decision)
    values (${m.issuer}, ${m.messageId}, ${m.merchantId}, ${m.paymentId}, ${m.kind}, ${m.outcome}, ${m.code}, ${m.amount},
      ${m.note}, ${m.at}, ${decision ? json(decision) : null}::jsonb)`.execute(tx);
}

/**
 * How the answer to a question is kept that the issuer gave in our place before we heard it. It has a name of its own: what
 * comes under the question's may be something else, and then takes effect.
 */
export const answerTo = (messageId: string): string => `answer to ${messageId}`;

export async function findMessage(db: Db, issuer: string, messageId: string): Promise<MessageRecord | undefined> {
  const { rows } = await sql<MessageRecord>`
    select issuer, message_id as "messageId", owner_id as "merchantId", payment_id as "paymentId", kind, outcome, code,
      amount_minor as amount, note, at
      from card_message where issuer = ${issuer} and message_id = ${messageId}`.execute(db);
  return rows[0];
}

/** Amounts are kept as texts. */
const moneyFrom = ({ currency, minor }: Money | Amount): Money => moneyOf(currency, BigInt(minor));
const decidedFrom = ({ asked, ...decided }: Decided): Decided => ({
  ...decided,
  remedies: remediesFrom(decided.remedies) ?? [],
  ...(asked && { asked: { charged: moneyFrom(asked.charged), original: moneyFrom(asked.original) } }),
});
type TimelineMessage = MessageRecord & { decision: Decided | null };
export async function listMessages(db: Db, { merchantId, id }: PaymentKey): Promise<TimelineMessage[]> {
  const { rows } = await sql<TimelineMessage>`
    select issuer, message_id as "messageId", owner_id as "merchantId", payment_id as "paymentId", kind, outcome, code,
      amount_minor as amount, note, at, decision
      from card_message where owner_id = ${merchantId} and payment_id = ${id} order by at, message_id`.execute(db);
  return rows.map(({ decision, ...row }) => ({
    ...row,
    decision: decision && decidedFrom(decision),
  }));
}
