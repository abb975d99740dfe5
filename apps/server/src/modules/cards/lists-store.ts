import type {
  cardDeskList,
  cardDisputeDeskList,
  cardList,
  cardPaymentList,
  cardTransferDeskList,
  cardWithdrawalList,
  fundChangeList,
  rechargeList,
} from "@coralhub/contract";
import { CARD_BINS, CARD_GROUPS, periodBucket, type CardGroup } from "@coralhub/domain";
import { sql } from "kysely";
import type { ListSource, Sql } from "../../platform/list-query.ts";
import { likeText } from "../../platform/sql-words.ts";

type Row<L extends { row: unknown }> = L["row"];

const organisation = sql`case c.bin ${sql.join(
  Object.entries(CARD_BINS).map(([bin, row]) => sql`when ${bin} then ${row.organisation}`),
  sql` `,
)} end`;
/** A card's money is the ledger's; its view by account is what everybody may read. */
const balanceOf = (code: Sql) =>
  sql`coalesce((select a.balance from ledger_balance a where a.merchant_id = c.merchant_id and a.code = ${code}), 0)`;
const money = (minor: Sql) => ({ minor, currency: sql`c.currency` });

export function cardSource(
  day: string,
  { group, bookId }: { group?: CardGroup | undefined; bookId?: string | undefined },
): ListSource<Row<typeof cardList>> {
  const balance = balanceOf(sql`'card:' || c.currency || ':' || c.id`);
  const where = [
    sql`c.deleted_at is null`,
    ...(group ? [sql`c.state = any(${[...CARD_GROUPS[group].states]}::text[])`] : []),
    ...(bookId ? [sql`c.book_id = ${bookId}`] : []),
  ];
  return {
    from: sql`card c left join card_book b on b.merchant_id = c.merchant_id and b.id = c.book_id`,
    owner: sql`c.merchant_id`,
    id: sql`c.id`,
    where: sql.join(where, sql` and `),
    columns: {
      id: sql`c.id`,
      cardName: sql`c.name`,
      cardStatus: sql`c.state`,
      cardOrganization: organisation,
      bin: sql`c.bin`,
      lastFour: sql`c.last_four`,
      face: sql`c.face`,
      purpose: sql`c.purpose`,
      label: sql`c.label`,
      owner: sql`c.owner`,
      cardholder: sql`c.cardholder`,
      currency: sql`c.currency`,
      balance: money(balance),
      held: money(balanceOf(sql`'hold:' || c.currency || ':card:' || c.id`)),
      monthSpent: money(sql`coalesce((select s.used_minor from card_spend s where s.merchant_id = c.merchant_id
        and s.subject_id = c.id and s.period = 'month' and s.bucket = ${periodBucket("month", day)}), 0)`),
      monthLimit: {
        minor: sql`(c.controls -> 'limits' ->> 'month')::bigint`,
        currency: sql`case when c.controls -> 'limits' ->> 'month' is not null then c.currency end`,
      },
      low: sql`c.state = 'active' and ${balance} < coalesce((c.controls ->> 'warnBelow')::bigint, 0)`,
      bookId: sql`c.book_id`,
      bookName: sql`b.name`,
      blockedByUs: sql`c.blocked_reason`,
      createdAt: sql`c.created_at`,
    },
    conditions: {
      cardName: (value) => [sql`(c.name ilike ${`%${likeText(String(value))}%`} or c.last_four = ${String(value)})`],
    },
  };
}

/** As it stands: what is settled, else what is held, else what was asked for; refunds come back. */
const PAID = sql`case when p.kind = 'refund' then p.refunded_minor
  when p.settled_minor > 0 then -(p.settled_minor + p.held_minor) when p.held_minor > 0 then -p.held_minor
  else -greatest(p.asked_minor, p.authorised_minor) end`;
export function paymentSource({ cardId, open }: { cardId?: string | undefined; open?: boolean } = {}): ListSource<
  Row<typeof cardPaymentList>
> {
  const where = [
    ...(cardId ? [sql`p.card_id = ${cardId}`] : []),
    ...(open ? [sql`p.state in ('authorised', 'verified', 'declined', 'reversed', 'expired')`] : []),
  ];
  const own = (minor: Sql) => ({ minor, currency: sql`p.currency` });
  return {
    from: sql`card_payment p join card c on c.merchant_id = p.merchant_id and c.id = p.card_id`,
    owner: sql`p.merchant_id`,
    id: sql`p.id`,
    ...(where.length > 0 && { where: sql.join(where, sql` and `) }),
    columns: {
      id: sql`p.id`,
      cardId: sql`p.card_id`,
      cardName: sql`c.name`,
      cardLastFour: sql`c.last_four`,
      state: sql`p.state`,
      kind: sql`p.kind`,
      shopName: sql`p.shop_name`,
      shopCountry: sql`p.shop_country`,
      category: sql`p.category`,
      amount: own(PAID),
      original: { minor: sql`p.original_minor`, currency: sql`p.original_currency` },
      fee: own(sql`p.fee_minor + p.held_fee_minor`),
      label: sql`p.label`,
      owner: sql`p.owner`,
      sentence: sql`p.sentence`,
      createdAt: sql`p.created_at`,
      settledAt: sql`p.settled_at`,
      receipts: sql`(select count(*)::int from card_file f where f.merchant_id = p.merchant_id and f.payment_id = p.id
        and f.dispute_id is null)`,
    },
    conditions: {
      original: (value) => [sql`p.original_currency = any(${value}::text[])`],
      // By the network's number or our own; a refund also by that of its purchase.
      id: (value) => [sql`${String(value)} in (p.network_id, p.id::text, p.refund_of)`],
    },
  };
}

/** `fromCardId`: only what that card gave for others' purchases. */
export const rechargeSource = (
  kinds: readonly string[],
  fromCardId?: string,
): ListSource<Row<typeof rechargeList>> => ({
  from: sql`card_recharge r left join card c on c.merchant_id = r.merchant_id and c.id = r.card_id
    left join card f on f.merchant_id = r.merchant_id and f.id = r.from_card_id
    left join card_payment p on p.merchant_id = r.merchant_id and p.id = r.payment_id`,
  owner: sql`r.merchant_id`,
  id: sql`r.id`,
  where: fromCardId === undefined ? sql`r.kind = any(${[...kinds]}::text[])` : sql`r.from_card_id = ${fromCardId}`,
  columns: {
    id: sql`r.id`,
    kind: sql`r.kind`,
    rechargeProgress: sql`r.state`,
    rechargeAmount: { minor: sql`r.amount_minor`, currency: sql`r.currency` },
    fee: { minor: sql`r.fee_minor`, currency: sql`r.currency` },
    serialNumber: sql`r.serial`,
    cardId: sql`r.card_id`,
    cardName: sql`c.name`,
    cardLastFour: sql`c.last_four`,
    fromCardId: sql`r.from_card_id`,
    fromCardName: sql`f.name`,
    paymentId: sql`r.payment_id`,
    shopName: sql`p.shop_name`,
    reason: sql`r.reason`,
    createdAt: sql`r.created_at`,
    finishedAt: sql`r.finished_at`,
  },
});

export const withdrawalSource: ListSource<Row<typeof cardWithdrawalList>> = {
  from: sql`card_withdrawal w`,
  owner: sql`w.merchant_id`,
  id: sql`w.id`,
  columns: {
    id: sql`w.id`,
    state: sql`w.state`,
    target: sql`w.target`,
    targetName: sql`w.target_name`,
    money: { minor: sql`w.amount_minor`, currency: sql`w.currency` },
    serialNumber: sql`w.serial`,
    createdAt: sql`w.created_at`,
    finishedAt: sql`w.finished_at`,
  },
};

/** The wallet's entries, as the books have them. */
export const fundChangeSource = (code: string): ListSource<Row<typeof fundChangeList>> => ({
  from: sql`ledger_entry e join ledger_posting p on p.merchant_id = e.merchant_id and p.id = e.posting_id`,
  owner: sql`e.merchant_id`,
  id: sql`e.posted_at`,
  where: sql`e.code = ${code}`,
  columns: {
    id: sql`e.posting_id::text || ':' || e.line`,
    at: sql`e.posted_at`,
    reason: sql`p.reason`,
    // Openings and recoveries of the first months stand in the books by their row's key.
    reference: sql`case when p.reference like 'card-owed-%' then 'CD' || upper(right(p.reference, 12))
                        when p.reference like 'card-%' then 'CK' || upper(right(p.reference, 12)) else p.reference end`,
    change: { minor: sql`e.amount`, currency: sql`e.currency` },
    balance: { minor: sql`e.balance`, currency: sql`e.currency` },
  },
});

export const cardDeskSource: ListSource<Row<typeof cardDeskList>> = {
  from: sql`card c`,
  owner: sql`c.merchant_id`,
  id: sql`c.id`,
  columns: {
    id: sql`c.id`,
    merchantId: sql`c.merchant_id`,
    cardName: sql`c.name`,
    lastFour: sql`c.last_four`,
    token: sql`c.token`,
    bin: sql`c.bin`,
    cardStatus: sql`c.state`,
    currency: sql`c.currency`,
    blockedByUs: sql`c.blocked_reason`,
    removedAt: sql`c.deleted_at`,
    createdAt: sql`c.created_at`,
  },
};

export const disputeDeskSource: ListSource<Row<typeof cardDisputeDeskList>> = {
  from: sql`card_dispute d join card_payment p on p.merchant_id = d.merchant_id and p.id = d.payment_id`,
  owner: sql`d.merchant_id`,
  id: sql`d.id`,
  columns: {
    id: sql`d.id`,
    merchantId: sql`d.merchant_id`,
    paymentId: sql`d.payment_id`,
    shopName: sql`p.shop_name`,
    amount: { minor: sql`d.amount_minor`, currency: sql`d.currency` },
    reason: sql`d.reason`,
    state: sql`d.state`,
    dueAt: sql`d.due_at`,
    createdAt: sql`d.created_at`,
  },
};

export const transferDeskSource: ListSource<Row<typeof cardTransferDeskList>> = {
  from: sql`card_transfer t`,
  owner: sql`t.owner_id`,
  id: sql`t.id`,
  columns: {
    id: sql`t.id`,
    reference: sql`t.reference`,
    payer: sql`t.payer`,
    remittance: sql`t.remittance`,
    amount: { minor: sql`t.amount_minor`, currency: sql`t.currency` },
    state: sql`t.state`,
    matchedMerchantId: sql`t.owner_id`,
    arrivedAt: sql`t.arrived_at`,
  },
};
