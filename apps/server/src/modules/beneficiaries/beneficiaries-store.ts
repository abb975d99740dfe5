import {
  maySameBank,
  moneyOf,
  OWN_LIMITS,
  payeeLifecycle,
  type AccountCode,
  type BankDetails,
  type BankRouteKey,
  type Currency,
  type Money,
  type PayeeKind,
  type PayeeState,
} from "@coralhub/domain";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import { sqlWords } from "../../platform/sql-words.ts";

export type BeneficiaryKey = { merchantId: string; id: string };
export type Profile = {
  companyAddress: string;
  city: string;
  category: number | null;
  contactEmail: string;
  remark: string;
};
export type Beneficiary = BeneficiaryKey & {
  kind: PayeeKind;
  state: PayeeState;
  name: string;
  holderType: "person" | "company";
  holderName: string;
  route: BankRouteKey;
  country: string;
  currency: Currency;
  bankName: string;
  /** All but the number. */
  details: BankDetails;
  sealedNumber: Uint8Array;
  numberIndex: Uint8Array;
  /** Numbers repeat from bank to bank. */
  accountBank: string;
  lastFour: string;
  bankListed: boolean;
  profile: Profile;
  maximum: Money | null;
  maximumFrom: Date | null;
  isDefault: boolean;
  restsFrom: Date;
  version: number;
  reason: string | null;
  /** Who of ours looked at it last. */
  reviewedBy: string | null;
  createdAt: Date;
};
type Row = Omit<Beneficiary, "maximum"> & { maximumMinor: bigint | null };
const COLUMNS = sql`merchant_id as "merchantId", id, kind, state, name, holder_type as "holderType", holder_name as "holderName",
  route, country, currency, bank_name as "bankName", details, sealed_number as "sealedNumber", number_index as "numberIndex",
  account_bank as "accountBank", last_four as "lastFour", bank_listed as "bankListed", profile, maximum_minor as "maximumMinor",
  maximum_from as "maximumFrom", is_default as "isDefault", rests_from as "restsFrom", version, reason,
  reviewed_by as "reviewedBy", created_at as "createdAt"`;
const payeeOf = ({ maximumMinor, ...rest }: Row): Beneficiary => ({
  ...rest,
  maximum: maximumMinor === null ? null : moneyOf(rest.currency, maximumMinor),
});

export async function findBeneficiary(db: Db, { merchantId, id }: BeneficiaryKey): Promise<Beneficiary | undefined> {
  const { rows } = await sql<Row>`
    select ${COLUMNS} from beneficiary where merchant_id = ${merchantId} and id = ${id}`.execute(db);
  return rows[0] && payeeOf(rows[0]);
}

/** Stays as it is until the transaction ends. */
export async function lockBeneficiary(
  tx: Tx,
  { merchantId, id }: BeneficiaryKey,
  how: "share" | "update",
): Promise<Beneficiary | undefined> {
  const { rows } = await sql<Row>`
    select ${COLUMNS} from beneficiary where merchant_id = ${merchantId} and id = ${id}
    ${how === "share" ? sql`for share` : sql`for update`}`.execute(tx);
  return rows[0] && payeeOf(rows[0]);
}

export async function findMany(db: Db, merchantId: string, ids: readonly string[]): Promise<Beneficiary[]> {
  const { rows } = await sql<Row>`
    select ${COLUMNS} from beneficiary where merchant_id = ${merchantId} and id = any(${ids}::uuid[])`.execute(db);
  return rows.map(payeeOf);
}

export async function listBeneficiaries(db: Db, merchantId: string, kind: PayeeKind): Promise<Beneficiary[]> {
  const { rows } = await sql<Row>`
    select ${COLUMNS} from beneficiary
    where merchant_id = ${merchantId} and kind = ${kind} and state <> 'disabled'
    order by is_default desc, created_at, id limit 1000`.execute(db);
  return rows.map(payeeOf);
}

/** They all stay as they are until the transaction ends; locked in one order. */
export async function lockMany(tx: Tx, keys: readonly BeneficiaryKey[]): Promise<Beneficiary[]> {
  const { rows } = await sql<Row>`
    select ${COLUMNS} from beneficiary
    where (merchant_id, id) in (select * from unnest(${keys.map(({ merchantId }) => merchantId)}::uuid[],
      ${keys.map(({ id }) => id)}::uuid[]))
    order by merchant_id, id for share`.execute(tx);
  return rows.map(payeeOf);
}

/** Those that may be paid, or are about to, whose account was written since then. */
export async function lockWrittenSince(tx: Tx, merchantId: string, since: Date): Promise<Beneficiary[]> {
  const { rows } = await sql<Row>`
    select ${COLUMNS} from beneficiary
    where merchant_id = ${merchantId} and state in (${sqlWords(payeeLifecycle.actions.doubt.from)}) and rests_from >= ${since}
    order by id for update`.execute(tx);
  return rows.map(payeeOf);
}

/** As much as a sheet of payments has to know to recognise them. */
export type KnownPayee = Pick<
  Beneficiary,
  | "id"
  | "state"
  | "holderName"
  | "currency"
  | "lastFour"
  | "numberIndex"
  | "accountBank"
  | "route"
  | "country"
  | "details"
  | "restsFrom"
>;
export async function listKnown(
  db: Db,
  merchantId: string,
  kind: PayeeKind,
  numbers?: readonly Uint8Array[],
): Promise<KnownPayee[]> {
  const { rows } = await sql<KnownPayee>`
    select id, state, holder_name as "holderName", currency, last_four as "lastFour", number_index as "numberIndex",
      account_bank as "accountBank", route, country, details, rests_from as "restsFrom"
    from beneficiary where merchant_id = ${merchantId} and kind = ${kind} and state <> 'disabled'
    ${numbers ? sql`and number_index = any(${numbers}::bytea[])` : sql``}
    order by changed_at, id`.execute(db);
  return rows;
}

/** Another payee of that kind with the same account. */
export async function findSameNumber(
  db: Db,
  {
    merchantId,
    id,
    kind,
    currency,
    numberIndex,
    accountBank,
  }: Pick<Beneficiary, "merchantId" | "id" | "kind" | "currency" | "numberIndex" | "accountBank">,
): Promise<Beneficiary | undefined> {
  const { rows } = await sql<Row>`
    select ${COLUMNS} from beneficiary
    where merchant_id = ${merchantId} and kind = ${kind} and currency = ${currency} and number_index = ${numberIndex}
      and state <> 'disabled' and id <> ${id} order by created_at, id`.execute(db);
  const same = rows.find((row) => maySameBank(row.accountBank, accountBank));
  return same && payeeOf(same);
}

/** Of these numbers, those of another payee one of ours has looked at and who is not approved: turned down, or stopped since. */
export async function listTurnedDown(
  db: Db,
  merchantId: string,
  written: readonly Pick<Beneficiary, "id" | "numberIndex">[],
): Promise<ReadonlySet<string>> {
  if (written.length === 0) return new Set();
  const { rows } = await sql<{ number: string }>`
    select distinct encode(number_index, 'hex') as number from beneficiary
    where merchant_id = ${merchantId} and number_index = any(${written.map(({ numberIndex }) => numberIndex)}::bytea[])
      and state <> 'approved' and reviewed_by is not null and id <> all(${written.map(({ id }) => id)}::uuid[])`.execute(
    db,
  );
  return new Set(rows.map(({ number }) => number));
}

export type Written = Omit<Beneficiary, "state" | "reason" | "reviewedBy" | "createdAt" | "isDefault"> & { at: Date };
export async function insertBeneficiary(tx: Tx, b: Written & { isDefault: boolean }): Promise<void> {
  await sql`
    insert into beneficiary (merchant_id, id, kind, state, name, holder_type, holder_name, route, country, currency, bank_name,
      details, sealed_number, number_index, account_bank, last_four, bank_listed, profile, maximum_minor, maximum_from, is_default,
      rests_from, version, created_at, changed_at)
    values (${b.merchantId}, ${b.id}, ${b.kind}, ${payeeLifecycle.initial}, ${b.name}, ${b.holderType}, ${b.holderName},
      ${b.route}, ${b.country}, ${b.currency}, ${b.bankName}, ${JSON.stringify(b.details)}::jsonb, ${b.sealedNumber},
      ${b.numberIndex}, ${b.accountBank}, ${b.lastFour}, ${b.bankListed}, ${JSON.stringify(b.profile)}::jsonb, ${b.maximum?.minor ?? null},
      ${b.maximumFrom}, ${b.isDefault}, ${b.restsFrom}, ${b.version}, ${b.at}, ${b.at})`.execute(tx);
}

export async function updateBeneficiary(tx: Tx, b: Written): Promise<void> {
  await sql`
    update beneficiary set name = ${b.name}, holder_type = ${b.holderType}, holder_name = ${b.holderName}, route = ${b.route},
      country = ${b.country}, currency = ${b.currency}, bank_name = ${b.bankName},
      details = ${JSON.stringify(b.details)}::jsonb, sealed_number = ${b.sealedNumber}, number_index = ${b.numberIndex},
      account_bank = ${b.accountBank}, last_four = ${b.lastFour}, bank_listed = ${b.bankListed}, profile = ${JSON.stringify(b.profile)}::jsonb,
      maximum_minor = ${b.maximum?.minor ?? null}, maximum_from = ${b.maximumFrom}, rests_from = ${b.restsFrom},
      version = ${b.version}, changed_at = ${b.at}
    where merchant_id = ${b.merchantId} and id = ${b.id}`.execute(tx);
}

/** Of those who choose a default, or give one up, one after the other. Before any payee is locked. */
export async function lockDefaults(tx: Tx, merchantId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`payee default:${merchantId}`}, 0))`.execute(tx);
}
/** One for each currency; the one before gives it up. */
export async function makeDefault(tx: Tx, { merchantId, id }: BeneficiaryKey, of: Currency): Promise<void> {
  await sql`update beneficiary set is_default = false
    where merchant_id = ${merchantId} and currency = ${of} and is_default and id <> ${id}`.execute(tx);
  await sql`update beneficiary set is_default = true where merchant_id = ${merchantId} and id = ${id}`.execute(tx);
}
export async function dropDefault(tx: Tx, { merchantId, id }: BeneficiaryKey): Promise<void> {
  await sql`update beneficiary set is_default = false where merchant_id = ${merchantId} and id = ${id}`.execute(tx);
}
export async function hasDefault(tx: Tx, merchantId: string, of: Currency): Promise<boolean> {
  const { rows } = await sql`
    select 1 as one from beneficiary where merchant_id = ${merchantId} and currency = ${of} and is_default`.execute(tx);
  return rows.length > 0;
}

export type Difference = Record<string, readonly [string, string]>;
export type Version = { version: number; difference: Difference; signature: Uint8Array; at: Date };
export async function insertVersion(tx: Tx, { merchantId, id }: BeneficiaryKey, v: Version): Promise<void> {
  await sql`
    insert into beneficiary_version (merchant_id, beneficiary_id, version, difference, signature, at)
    values (${merchantId}, ${id}, ${v.version}, ${JSON.stringify(v.difference)}::jsonb, ${v.signature}, ${v.at})`.execute(
    tx,
  );
}
export async function listVersions(db: Db, { merchantId, id }: BeneficiaryKey): Promise<Version[]> {
  const { rows } = await sql<Version>`
    select version, difference, signature, at from beneficiary_version
    where merchant_id = ${merchantId} and beneficiary_id = ${id} order by version desc limit 20`.execute(db);
  return rows;
}

/** What has been paid or is on its way to a payee since then, in its own currency; by the view payments keep for it. */
export async function sumPaid(db: Db, { merchantId, id, currency }: Beneficiary, since: Date): Promise<Money> {
  const { rows } = await sql<{ minor: bigint }>`
    select coalesce(sum(arrives_minor), 0)::int8 as minor from payee_payment
    where merchant_id = ${merchantId} and beneficiary_id = ${id} and arrives_currency = ${currency}
      and confirmed_at >= ${since}`.execute(db);
  return moneyOf(currency, rows[0]!.minor);
}

/** Who was paid, at least in part, out of one account of the books; by the same view. */
export async function listPaidFrom(db: Db, merchantId: string, code: AccountCode): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    select distinct beneficiary_id as id from payee_payment
    where merchant_id = ${merchantId} and sources @> ${JSON.stringify([{ code }])}::jsonb`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** What may go to a payee while it rests, as the payments count it at this moment. */
export async function coolingDollars(db: Db): Promise<number> {
  const { rows } = await sql<{ dollars: number }>`
    select (content ->> 'cooling')::int as dollars from payout_terms_now where subject = 'limits'`.execute(db);
  return rows[0]?.dollars ?? OWN_LIMITS.cooling;
}
