import type { escrowDeskList, escrowList } from "@coralhub/contract";
import { moneyOf, type Currency, type EscrowRole, type EscrowState, type Money } from "@coralhub/domain";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import type { ListSource } from "../../platform/list-query.ts";

/** The buyer owns it. */
export type EscrowKey = { merchantId: string; id: string };
export type Escrow = EscrowKey & {
  sellerId: string;
  proposer: EscrowRole;
  state: EscrowState;
  buyerName: string;
  sellerName: string;
  subject: string;
  conditions: string;
  deliverBy: string;
  amount: Money;
  held: Money;
  released: Money;
  refunded: Money;
  reason: string | null;
  proposedMinor: bigint | null;
  proposedBy: string | null;
  proposedNote: string | null;
  createdAt: Date;
};
type Row = Omit<Escrow, "amount" | "held" | "released" | "refunded"> & {
  currency: Currency;
  amountMinor: bigint;
  heldMinor: bigint;
  releasedMinor: bigint;
  refundedMinor: bigint;
};
const COLUMNS = sql`merchant_id as "merchantId", id, seller_id as "sellerId", proposer, state, buyer_name as "buyerName",
  seller_name as "sellerName", subject, conditions, deliver_by as "deliverBy", currency, amount_minor as "amountMinor",
  held_minor as "heldMinor", released_minor as "releasedMinor", refunded_minor as "refundedMinor", reason,
  proposed_minor as "proposedMinor", proposed_by as "proposedBy", proposed_note as "proposedNote",
  created_at as "createdAt"`;
const escrowOf = ({ currency, amountMinor, heldMinor, releasedMinor, refundedMinor, ...rest }: Row): Escrow => ({
  ...rest,
  amount: moneyOf(currency, amountMinor),
  held: moneyOf(currency, heldMinor),
  released: moneyOf(currency, releasedMinor),
  refunded: moneyOf(currency, refundedMinor),
});

export async function findEscrow(db: Db, { merchantId, id }: EscrowKey): Promise<Escrow | undefined> {
  const { rows } = await sql<Row>`
    select ${COLUMNS} from escrow where merchant_id = ${merchantId} and id = ${id}`.execute(db);
  return rows[0] && escrowOf(rows[0]);
}
export async function lockEscrow(tx: Tx, { merchantId, id }: EscrowKey): Promise<Escrow | undefined> {
  const { rows } = await sql<Row>`
    select ${COLUMNS} from escrow where merchant_id = ${merchantId} and id = ${id} for update`.execute(tx);
  return rows[0] && escrowOf(rows[0]);
}

/** What a merchant is in it; nothing where it is neither side. */
export async function findParty(
  db: Db,
  merchantId: string,
  escrowId: string,
): Promise<{ ownerId: string; role: EscrowRole } | undefined> {
  const { rows } = await sql<{ ownerId: string; role: EscrowRole }>`
    select owner_id as "ownerId", role from escrow_party
    where merchant_id = ${merchantId} and escrow_id = ${escrowId}`.execute(db);
  return rows[0];
}

type NewEscrow = Omit<
  Escrow,
  "held" | "released" | "refunded" | "reason" | "proposedMinor" | "proposedBy" | "proposedNote"
>;
export async function insertEscrow(tx: Tx, e: NewEscrow): Promise<void> {
  await sql`
    insert into escrow (merchant_id, id, seller_id, proposer, state, buyer_name, seller_name, subject, conditions, deliver_by,
      currency, amount_minor, created_at, changed_at)
    values (${e.merchantId}, ${e.id}, ${e.sellerId}, ${e.proposer}, ${e.state}, ${e.buyerName}, ${e.sellerName}, ${e.subject},
      ${e.conditions}, ${e.deliverBy}, ${e.amount.currency}, ${e.amount.minor}, ${e.createdAt}, ${e.createdAt})`.execute(
    tx,
  );
  for (const [party, role] of [
    [e.merchantId, "buyer"],
    [e.sellerId, "seller"],
  ] as const) {
    await sql`insert into escrow_party (merchant_id, escrow_id, owner_id, role, created_at)
      values (${party}, ${e.id}, ${e.merchantId}, ${role}, ${e.createdAt})`.execute(tx);
  }
}

/** What lies with us, went to the seller and went back, after a movement. */
export async function setSums(
  tx: Tx,
  { merchantId, id }: EscrowKey,
  sums: { held: bigint; released: bigint; refunded: bigint },
) {
  await sql`update escrow set held_minor = ${sums.held}, released_minor = ${sums.released}, refunded_minor = ${sums.refunded}
    where merchant_id = ${merchantId} and id = ${id}`.execute(tx);
}
export async function setProposal(
  tx: Tx,
  { merchantId, id }: EscrowKey,
  p: { minor: bigint; by: string; note: string } | null,
) {
  await sql`update escrow set proposed_minor = ${p?.minor ?? null}, proposed_by = ${p?.by ?? null},
    proposed_note = ${p?.note ?? null} where merchant_id = ${merchantId} and id = ${id}`.execute(tx);
}

export type Movement = EscrowKey & {
  escrowId: string;
  kind: "escrowPaid" | "escrowReceived" | "escrowRefunded";
  amount: Money;
  otherName: string;
  reference: string;
  postingId: string;
  at: Date;
};
export async function insertMovement(tx: Tx, m: Movement): Promise<void> {
  await sql`insert into escrow_movement (merchant_id, id, escrow_id, kind, currency, amount_minor, other_name, reference, posting_id, at)
    values (${m.merchantId}, ${m.id}, ${m.escrowId}, ${m.kind}, ${m.amount.currency}, ${m.amount.minor}, ${m.otherName},
      ${m.reference}, ${m.postingId}, ${m.at})`.execute(tx);
}

export type Evidence = { fileId: string; giverId: string; side: EscrowRole; fileName: string; note: string; at: Date };
export async function insertEvidence(tx: Tx, { merchantId, id }: EscrowKey, e: Evidence): Promise<void> {
  await sql`insert into escrow_evidence (merchant_id, escrow_id, file_id, giver_id, side, file_name, note, at)
    values (${merchantId}, ${id}, ${e.fileId}, ${e.giverId}, ${e.side}, ${e.fileName}, ${e.note}, ${e.at})`.execute(tx);
}
export async function listEvidence(db: Db, { merchantId, id }: EscrowKey): Promise<Evidence[]> {
  const { rows } = await sql<Evidence>`
    select file_id as "fileId", giver_id as "giverId", side, file_name as "fileName", note, at from escrow_evidence
    where merchant_id = ${merchantId} and escrow_id = ${id} order by at, file_id limit 200`.execute(db);
  return rows;
}

export async function countDisputed(db: Db): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`select count(*)::int as count from escrow where state = 'disputed'`.execute(db);
  return rows[0]!.count;
}
export async function countOpenOf(db: Db, merchantId: string): Promise<{ open: number; all: number }> {
  const { rows } = await sql<{ open: number; all: number }>`
    select count(*) filter (where e.state in ('proposed', 'agreed', 'funded', 'delivered', 'disputed'))::int as open,
      count(*)::int as all
    from escrow_party p join escrow e on e.merchant_id = p.owner_id and e.id = p.escrow_id
    where p.merchant_id = ${merchantId}`.execute(db);
  return rows[0]!;
}

const shared = {
  id: sql`e.id`,
  state: sql`e.state`,
  subject: sql`e.subject`,
  amount: { currency: sql`e.currency`, minor: sql`e.amount_minor` },
  held: { currency: sql`e.currency`, minor: sql`e.held_minor` },
  createdAt: sql`e.created_at`,
};
export const escrowSource: ListSource<(typeof escrowList)["row"]> = {
  from: sql`escrow_party p join escrow e on e.merchant_id = p.owner_id and e.id = p.escrow_id`,
  owner: sql`p.merchant_id`,
  id: sql`p.escrow_id`,
  columns: {
    ...shared,
    role: sql`p.role`,
    otherName: sql`case p.role when 'buyer' then e.seller_name else e.buyer_name end`,
  },
};
export const escrowDeskSource: ListSource<(typeof escrowDeskList)["row"]> = {
  from: sql`escrow e`,
  owner: sql`e.merchant_id`,
  id: sql`e.id`,
  columns: { ...shared, merchantId: sql`e.merchant_id`, buyerName: sql`e.buyer_name`, sellerName: sql`e.seller_name` },
};
