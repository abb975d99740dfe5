import { addressOf, payeeLifecycle, type PayeeKind, type PayeeState } from "@coralhub/domain";
import { sql } from "kysely";
import type { Find, Wanted } from "../../platform/capability.ts";
import type { Db } from "../../platform/db.ts";

function pageOf(kind: PayeeKind, id: string) {
  if (kind === "own") return addressOf("cashCards");
  if (kind === "seller") return addressOf("payees", { open: id });
  return addressOf(kind === "service" ? "serviceProviders" : "suppliers", { open: id });
}

/** How a whole account number of a country is kept; the numbers themselves are sealed. */
type IndexOf = (country: string, number: string) => Uint8Array;

async function indexesOf(db: Db, merchantId: string, number: string, indexOf: IndexOf): Promise<Uint8Array[]> {
  const { rows } = await sql<{ country: string }>`
    select distinct country from beneficiary where merchant_id = ${merchantId}`.execute(db);
  return rows.map(({ country }) => indexOf(country, number));
}

/** A merchant's own payees, by any part of their name, by the whole account number or by its last four. */
export async function findPayees(
  db: Db,
  merchantId: string,
  { text, number, limit }: Wanted,
  indexOf: IndexOf,
): Promise<Find[]> {
  const indexes = await indexesOf(db, merchantId, number, indexOf);
  const { rows } = await sql<{ id: string; kind: PayeeKind; state: PayeeState; name: string; bank: string }>`
    select id, kind, state, name, bank_name || ' 尾号 ' || last_four as bank from beneficiary
    where merchant_id = ${merchantId} and (last_four = ${number} or number_index = any(${indexes}::bytea[])
      or position(lower(${text}) in lower(concat_ws(' ', name, holder_name))) > 0)
    order by created_at desc, id desc limit ${limit}`.execute(db);
  return rows.map(({ id, kind, state, name, bank }) => ({
    kind: "payee",
    title: name,
    detail: state === "approved" ? bank : `${bank} ${payeeLifecycle.states[state].label}`,
    amount: null,
    path: pageOf(kind, id),
  }));
}
