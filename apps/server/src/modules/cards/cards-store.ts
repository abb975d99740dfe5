import type { CardBin, CardControls, CardFace, CardPurpose, CardState, Currency } from "@coralhub/domain";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import { controlsFromJson, controlsToJson } from "./controls-json.ts";

export type CardKey = { merchantId: string; id: string };
export type Card = CardKey & {
  state: CardState;
  name: string;
  purpose: CardPurpose;
  bin: CardBin;
  currency: Currency;
  face: CardFace;
  label: string | null;
  owner: string | null;
  note: string | null;
  cardholder: string;
  issuer: string;
  token: string | null;
  lastFour: string | null;
  controls: CardControls;
  firstShop: string | null;
  used: boolean;
  bookId: string | null;
  backupCardId: string | null;
  blockedReason: string | null;
  /** Blocked by us: frozen for its owner, too, so that it stays so when we let it go. */
  keepsFrozen: boolean;
  reason: string | null;
  replaces: string | null;
  openingFee: bigint;
  firstLoad: bigint;
  topUpMonth: string | null;
  topUpCount: number;
  warnedAt: Date | null;
  version: number;
  createdAt: Date;
  openedAt: Date | null;
  /** Since when its owner has it out of sight. */
  deletedAt: Date | null;
};
type Row = Omit<Card, "controls"> & { controls: unknown };
export const CARD_COLUMNS = sql`c.merchant_id as "merchantId", c.id, c.state, c.name, c.purpose, c.bin, c.currency, c.face,
  c.label, c.owner, c.note, c.cardholder, c.issuer, c.token, c.last_four as "lastFour", c.controls,
  c.first_shop as "firstShop", c.used, c.book_id as "bookId", c.backup_card_id as "backupCardId",
  c.blocked_reason as "blockedReason", c.keeps_frozen as "keepsFrozen", c.reason, c.replaces, c.opening_fee_minor as "openingFee",
  c.first_load_minor as "firstLoad", c.top_up_month as "topUpMonth", c.top_up_count as "topUpCount",
  c.warned_at as "warnedAt", c.version, c.created_at as "createdAt", c.opened_at as "openedAt",
  c.deleted_at as "deletedAt"`;
export const cardOf = (row: Row): Card => ({ ...row, controls: controlsFromJson(row.controls) });

export async function findCard(db: Db, { merchantId, id }: CardKey): Promise<Card | undefined> {
  const { rows } = await sql<Row>`
    select ${CARD_COLUMNS} from card c
    where c.merchant_id = ${merchantId} and c.id = ${id} and c.deleted_at is null`.execute(db);
  return rows[0] && cardOf(rows[0]);
}

/** Also one that its owner has put out of sight: what shops and the issuer still have to say about it counts. */
export async function findAnyCard(db: Db, { merchantId, id }: CardKey): Promise<Card | undefined> {
  const { rows } = await sql<Row>`
    select ${CARD_COLUMNS} from card c where c.merchant_id = ${merchantId} and c.id = ${id}`.execute(db);
  return rows[0] && cardOf(rows[0]);
}

/** Whoever changes what a decision looks at holds this. */
export async function lockCard(tx: Tx, { merchantId, id }: CardKey): Promise<Card | undefined> {
  const { rows } = await sql<Row>`
    select ${CARD_COLUMNS} from card c
    where c.merchant_id = ${merchantId} and c.id = ${id} and c.deleted_at is null for no key update`.execute(tx);
  return rows[0] && cardOf(rows[0]);
}
export async function lockAnyCard(tx: Tx, { merchantId, id }: CardKey): Promise<Card | undefined> {
  const { rows } = await sql<Row>`
    select ${CARD_COLUMNS} from card c
    where c.merchant_id = ${merchantId} and c.id = ${id} for no key update`.execute(tx);
  return rows[0] && cardOf(rows[0]);
}

export async function lockActiveCards(tx: Tx, merchantId: string): Promise<Card[]> {
  const { rows } = await sql<Row>`
    select ${CARD_COLUMNS} from card c
    where c.merchant_id = ${merchantId} and c.state = 'active' and c.deleted_at is null
    order by c.id for no key update`.execute(tx);
  return rows.map(cardOf);
}

/** Those we have blocked cannot be frozen once more: they stay frozen when we let them go. */
export async function keepBlockedFrozen(tx: Tx, merchantId: string): Promise<void> {
  await sql`update card set keeps_frozen = true, version = version + 1
    where merchant_id = ${merchantId} and state = 'frozen' and blocked_reason is not null`.execute(tx);
}
/** No longer blocked by us, and frozen all the same. */
export async function liftBlock(tx: Tx, { merchantId, id }: CardKey, at: Date): Promise<void> {
  await sql`update card set blocked_reason = null, keeps_frozen = false, version = version + 1, changed_at = ${at}
    where merchant_id = ${merchantId} and id = ${id}`.execute(tx);
}

export async function findCardOfToken(db: Db, issuer: string, token: string): Promise<CardKey | undefined> {
  const { rows } = await sql<CardKey>`
    select owner_id as "merchantId", card_id as id from card_token
    where issuer = ${issuer} and token = ${token}`.execute(db);
  return rows[0];
}

/** What the issuer is asked under: whose card it is can be read back. */
export const cardReference = ({ merchantId, id }: CardKey): string =>
  `CD${merchantId.replaceAll("-", "")}${id.replaceAll("-", "")}`.toUpperCase();
export function cardOfReference(reference: string): CardKey | undefined {
  const [, merchant, card] = /^CD([\dA-F]{32})([\dA-F]{32})$/.exec(reference) ?? [];
  if (merchant === undefined || card === undefined) return undefined;
  const id = (hex: string) => hex.toLowerCase().replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
  return { merchantId: id(merchant), id: id(card) };
}

/** Who counts a merchant's cards to add some counts alone: two applications at once find each other's. */
export async function lockCardCount(tx: Tx, merchantId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`cards:${merchantId}`}, 0))`.execute(tx);
}
export async function countCards(db: Db, merchantId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from card
    where merchant_id = ${merchantId} and state not in ('closed', 'failed')`.execute(db);
  return rows[0]!.count;
}

export type NewCard = Omit<
  Card,
  | "state"
  | "note"
  | "token"
  | "lastFour"
  | "firstShop"
  | "used"
  | "blockedReason"
  | "keepsFrozen"
  | "reason"
  | "topUpMonth"
  | "topUpCount"
  | "warnedAt"
  | "version"
  | "openedAt"
  | "deletedAt"
>;
export async function insertCard(tx: Tx, c: NewCard): Promise<void> {
  await sql`
    insert into card (merchant_id, id, state, name, purpose, bin, currency, face, label, owner, cardholder, issuer, controls,
      book_id, backup_card_id, replaces, opening_fee_minor, first_load_minor, created_at, changed_at)
    values (${c.merchantId}, ${c.id}, 'applying', ${c.name}, ${c.purpose}, ${c.bin}, ${c.currency}, ${c.face}, ${c.label},
      ${c.owner}, ${c.cardholder}, ${c.issuer}, ${controlsToJson(c.controls)}::jsonb, ${c.bookId}, ${c.backupCardId},
      ${c.replaces}, ${c.openingFee}, ${c.firstLoad}, ${c.createdAt}, ${c.createdAt})`.execute(tx);
}

/** False where it is another card's already. */
export async function insertToken(
  tx: Tx,
  issuer: string,
  token: string,
  { merchantId, id }: CardKey,
): Promise<boolean> {
  await sql`insert into card_token (issuer, token, owner_id, card_id) values (${issuer}, ${token}, ${merchantId}, ${id})
    on conflict do nothing`.execute(tx);
  return (await findCardOfToken(tx, issuer, token))?.id === id;
}

export type CardChange = Partial<
  Pick<
    Card,
    | "name"
    | "label"
    | "owner"
    | "note"
    | "backupCardId"
    | "bookId"
    | "firstShop"
    | "used"
    | "topUpMonth"
    | "topUpCount"
    | "warnedAt"
  >
> & { controls?: CardControls };
const COLUMN_OF = {
  name: "name",
  label: "label",
  owner: "owner",
  note: "note",
  backupCardId: "backup_card_id",
  bookId: "book_id",
  firstShop: "first_shop",
  used: "used",
  topUpMonth: "top_up_month",
  topUpCount: "top_up_count",
  warnedAt: "warned_at",
} as const;
/** Decisions under way that looked at the card before are made again: its version changes. */
export async function changeCard(tx: Tx, { merchantId, id }: CardKey, change: CardChange, at: Date): Promise<void> {
  const { controls, ...plain } = change;
  const sets = (Object.keys(plain) as (keyof typeof COLUMN_OF)[]).flatMap((name) =>
    plain[name] === undefined ? [] : [sql`${sql.ref(COLUMN_OF[name])} = ${plain[name]}`],
  );
  if (controls) sets.push(sql`controls = ${controlsToJson(controls)}::jsonb`);
  await sql`
    update card set ${sql.join([...sets, sql`version = version + 1`, sql`changed_at = ${at}`])}
    where merchant_id = ${merchantId} and id = ${id}`.execute(tx);
}

/** Whoever had it for a backup has another one, or none: what is out of sight stands in for nobody. */
export async function passBackupOn(tx: Tx, { merchantId, id }: CardKey, to: string | null, at: Date): Promise<void> {
  await sql`update card set backup_card_id = ${to}, version = version + 1, changed_at = ${at}
    where merchant_id = ${merchantId} and backup_card_id = ${id} and id is distinct from ${to}`.execute(tx);
}

export async function markDeleted(tx: Tx, { merchantId, id }: CardKey, at: Date): Promise<void> {
  await sql`update card set deleted_at = ${at} where merchant_id = ${merchantId} and id = ${id}`.execute(tx);
}

/** The next of what is due, without those that were seen before. */
export type Page = { seen: readonly string[]; limit: number };
/** Cards that wait for their last settlement. */
export async function listCardsClosing(db: Db, before: Date, { seen, limit }: Page): Promise<CardKey[]> {
  const { rows } = await sql<CardKey>`
    select merchant_id as "merchantId", id from card
    where state = 'closing' and changed_at <= ${before} and id <> all(${[...seen]}::uuid[])
    order by changed_at limit ${limit}`.execute(db);
  return rows;
}

export type CardBook = {
  id: string;
  name: string;
  cards: number;
  limits: Record<"day" | "month" | "life", bigint | null>;
};
export async function listBooks(db: Db, merchantId: string): Promise<CardBook[]> {
  const { rows } = await sql<{
    id: string;
    name: string;
    cards: number;
    day: bigint | null;
    month: bigint | null;
    life: bigint | null;
  }>`
    select b.id, b.name, b.day_minor as day, b.month_minor as month, b.life_minor as life,
      (select count(*)::int from card c where c.merchant_id = b.merchant_id and c.book_id = b.id
         and c.state not in ('closed', 'failed')) as cards
      from card_book b where b.merchant_id = ${merchantId} order by b.created_at, b.id`.execute(db);
  return rows.map(({ day, month, life, ...rest }) => ({ ...rest, limits: { day, month, life } }));
}

/** False where the name is taken. */
export async function saveBook(
  tx: Tx,
  { merchantId, id }: CardKey,
  { name, limits }: Pick<CardBook, "name" | "limits">,
  at: Date,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into card_book (merchant_id, id, name, day_minor, month_minor, life_minor, created_at)
    select ${merchantId}, ${id}, ${name}, ${limits.day}::bigint, ${limits.month}::bigint, ${limits.life}::bigint, ${at}
     where not exists (select 1 from card_book where merchant_id = ${merchantId} and name = ${name} and id <> ${id})
    on conflict (merchant_id, id) do update set name = excluded.name, day_minor = excluded.day_minor,
      month_minor = excluded.month_minor, life_minor = excluded.life_minor`.execute(tx);
  if (numAffectedRows !== 1n) return false;
  await sql`update card set version = version + 1 where merchant_id = ${merchantId} and book_id = ${id}`.execute(tx);
  return true;
}

const BOOK_LOCKS = { join: sql`for key share`, change: sql`for no key update`, remove: sql`for update` };
/** Whoever joins a group, or changes it, keeps it from being taken away, and the other way round; false where it is gone. */
export async function lockBook(tx: Tx, { merchantId, id }: CardKey, to: keyof typeof BOOK_LOCKS): Promise<boolean> {
  const { rows } = await sql`
    select 1 from card_book where merchant_id = ${merchantId} and id = ${id}
    ${BOOK_LOCKS[to]}`.execute(tx);
  return rows.length > 0;
}
export async function removeBook(tx: Tx, { merchantId, id }: CardKey): Promise<boolean> {
  // Closed cards let go of it: it is only a name to them.
  await sql`update card set book_id = null
    where merchant_id = ${merchantId} and book_id = ${id} and state in ('closed', 'failed')`.execute(tx);
  const { numAffectedRows } = await sql`
    delete from card_book where merchant_id = ${merchantId} and id = ${id}`.execute(tx);
  return numAffectedRows === 1n;
}
