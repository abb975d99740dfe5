import { receivingAccountLifecycle, type Currency } from "@coralhub/domain";
import { sql } from "kysely";
import type { Tx } from "../../platform/db.ts";
import { insertEvents, pastEvent } from "../../platform/lifecycle-store.ts";
import type { Opening } from "./accounts-store.ts";

export type AccountPlant = Opening & {
  merchantId: string;
  id: string;
  eventIds: readonly [string, string];
  rail: string;
  platform: string;
  currency: Currency;
  country: string;
  holderName: string;
  appliedAt: Date;
  openedAt: Date;
};

/** An account a start brings along, as if it had been applied for and opened. False where it is there already. */
export async function plantAccount(tx: Tx, a: AccountPlant): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into receiving_account (merchant_id, id, rail, platform, currency, country, holder_name, state,
      account_number, bank_name, ways, applied_at, opened_at, changed_at)
    values (${a.merchantId}, ${a.id}, ${a.rail}, ${a.platform}, ${a.currency}, ${a.country}, ${a.holderName}, 'open',
      ${a.accountNumber}, ${a.bankName}, ${JSON.stringify(a.ways)}::jsonb, ${a.appliedAt}, ${a.openedAt}, ${a.openedAt})
    on conflict do nothing`.execute(tx);
  if (numAffectedRows !== 1n) return false;
  await sql`insert into receiving_account_number (rail, account_number, owner_id, account_id)
    values (${a.rail}, ${a.accountNumber}, ${a.merchantId}, ${a.id})`.execute(tx);
  const [appliedId, openedId] = a.eventIds;
  const applied = { id: appliedId, action: "apply", note: null, at: a.appliedAt, actorKind: "system" } as const;
  const opened = { id: openedId, action: "open", note: a.bankName, at: a.openedAt, actorKind: "rail" } as const;
  await insertEvents(
    tx,
    [applied, opened].map((event) => pastEvent(receivingAccountLifecycle, a, event)),
  );
  return true;
}
