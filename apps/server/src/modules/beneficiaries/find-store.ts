import { addressOf, payeeLifecycle, type PayeeKind, type PayeeState } from "@coralhub/domain";
import { sql } from "kysely";
import type { Find, Wanted } from "../../platform/capability.ts";
import type { Db } from "../../platform/db.ts";

function pageOf(kind: PayeeKind, id: string) {
  if (kind === "own") return addressOf("cashCards");
  if (kind === "seller") return addressOf("payees", { open: id });
  return addressOf(kind === "service" ? "serviceProviders" : "suppliers", { open: id });
}

/** A merchant's own payees, by any part of their name or by the last four of the account. */
export async function findPayees(db: Db, merchantId: string, { text, limit }: Wanted): Promise<Find[]> {
  const { rows } = await sql<{ id: string; kind: PayeeKind; state: PayeeState; name: string; bank: string }>`
    select id, kind, state, name, bank_name || ' 尾号 ' || last_four as bank from beneficiary
    where merchant_id = ${merchantId} and (last_four = ${text}
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
