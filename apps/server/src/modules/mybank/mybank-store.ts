import { mybankLifecycle, type CertificationKind, type MybankState } from "@coralhub/domain";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";

export type BindingKey = { merchantId: string; id: string };
export type Binding = BindingKey & {
  state: MybankState;
  holderKind: CertificationKind;
  holderName: string;
  beneficiaryId: string;
  lastFour: string;
  reference: string;
  reason: string | null;
  createdAt: Date;
  boundAt: Date | null;
};
const COLUMNS = sql`merchant_id as "merchantId", id, state, holder_kind as "holderKind", holder_name as "holderName",
  beneficiary_id as "beneficiaryId", last_four as "lastFour", reference, reason, created_at as "createdAt",
  bound_at as "boundAt"`;

export async function listBindings(db: Db, merchantId: string): Promise<Binding[]> {
  const { rows } = await sql<Binding>`
    select ${COLUMNS} from mybank_binding where merchant_id = ${merchantId}
    order by created_at desc, id desc limit 20`.execute(db);
  return rows;
}
export async function findBinding(db: Db, { merchantId, id }: BindingKey): Promise<Binding | undefined> {
  const { rows } = await sql<Binding>`
    select ${COLUMNS} from mybank_binding where merchant_id = ${merchantId} and id = ${id}`.execute(db);
  return rows[0];
}
export async function findByReference(db: Db, reference: string): Promise<Binding | undefined> {
  const { rows } = await sql<Binding>`select ${COLUMNS} from mybank_binding where reference = ${reference}`.execute(db);
  return rows[0];
}

export type NewBinding = Omit<Binding, "state" | "reason" | "boundAt">;
/** False where this account is bound or being bound already. */
export async function insertBinding(tx: Tx, b: NewBinding): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into mybank_binding (merchant_id, id, state, holder_kind, holder_name, beneficiary_id, last_four, reference,
      created_at, changed_at, asked_at)
    values (${b.merchantId}, ${b.id}, ${mybankLifecycle.initial}, ${b.holderKind}, ${b.holderName}, ${b.beneficiaryId},
      ${b.lastFour}, ${b.reference}, ${b.createdAt}, ${b.createdAt}, ${b.createdAt})
    on conflict (merchant_id, beneficiary_id) where state in ('applied', 'bound') do nothing`.execute(tx);
  return numAffectedRows === 1n;
}
export async function markAsked(db: Db, { merchantId, id }: BindingKey, at: Date): Promise<void> {
  await sql`update mybank_binding set asked_at = ${at} where merchant_id = ${merchantId} and id = ${id}`.execute(db);
}
export async function listToAsk(db: Db, state: "applied" | "bound", before: Date, limit: number): Promise<Binding[]> {
  const { rows } = await sql<Binding>`
    select ${COLUMNS} from mybank_binding where state = ${state} and asked_at <= ${before}
    order by asked_at limit ${limit}`.execute(db);
  return rows;
}
