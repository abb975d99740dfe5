import type { PayoutState } from "@coralhub/domain";
import { sql } from "kysely";
import type { Tx } from "../../platform/db.ts";
import type { Secrets } from "../../platform/secrets.ts";
import { quoteToJson } from "../prices/index.ts";
import { insertInUse, type BankAccount } from "./bank-accounts-store.ts";
import { sealContext } from "./bind-bank-account.ts";
import type { PayoutEvent } from "./payout-events-store.ts";
import type { NewPayout, Payout } from "./payouts-store.ts";

export type BankAccountPlant = Omit<BankAccount, "sealedNumber" | "lastFour"> & { accountNumber: string };

/** As if it had been bound; used from then on. */
export const plantBankAccount = (
  { secrets }: { secrets: Secrets },
  tx: Tx,
  { accountNumber, ...account }: BankAccountPlant,
): Promise<void> =>
  insertInUse(tx, {
    ...account,
    sealedNumber: secrets.seal(accountNumber, sealContext(account)),
    lastFour: accountNumber.slice(-4),
  });

export type PayoutPlant = NewPayout &
  Pick<Payout, "price" | "reason" | "finishedAt" | "askedAt" | "holdPostingId" | "finalPostingId"> & {
    state: PayoutState;
    quoteId: string | null;
    confirmedAt: Date | null;
    decidedBy: string | null;
    returnPostingId: string | null;
    events: readonly (PayoutEvent & { id: string })[];
  };

const rowOf = ({ amount, price, events, ...plant }: PayoutPlant) => ({
  ...plant,
  currency: amount.currency,
  minor: amount.minor.toString(),
  price: price && quoteToJson(price),
  arrivesMinor: price && price.price.buy.minor.toString(),
  changedAt: events.at(-1)!.at,
});

/** Payouts of the past. Their postings are planted with them, by whoever plants the books. */
export async function plantPayouts(tx: Tx, plants: readonly PayoutPlant[]): Promise<void> {
  const rows = JSON.stringify(plants.map(rowOf));
  await sql`
    insert into payout (merchant_id, id, kind, channel, state, receiving_account_id, bank_account_id, payee_name,
      payee_bank, payee_last_four, currency, amount_minor, quote_id, price, arrives_currency, arrives_minor, rail,
      rail_reference, reason, decided_by, created_at, expires_at, confirmed_at, finished_at, changed_at, asked_at,
      hold_posting_id, final_posting_id, return_posting_id)
    select "merchantId", id, kind, channel, state, "accountId", "bankAccountId", "payeeName", "payeeBank",
      "payeeLastFour", currency, minor, "quoteId", price, "arrivesCurrency", "arrivesMinor", rail, reference, reason,
      "decidedBy", "createdAt", "expiresAt", "confirmedAt", "finishedAt", "changedAt", "askedAt", "holdPostingId",
      "finalPostingId", "returnPostingId"
    from jsonb_to_recordset(${rows}::jsonb) as r ("merchantId" uuid, id uuid, kind text, channel text, state text,
      "accountId" uuid, "bankAccountId" uuid, "payeeName" text, "payeeBank" text, "payeeLastFour" text, currency text,
      minor bigint, "quoteId" uuid, price jsonb, "arrivesCurrency" text, "arrivesMinor" bigint, rail text,
      reference text, reason text, "decidedBy" uuid, "createdAt" timestamptz, "expiresAt" timestamptz,
      "confirmedAt" timestamptz, "finishedAt" timestamptz, "changedAt" timestamptz, "askedAt" timestamptz,
      "holdPostingId" uuid, "finalPostingId" uuid, "returnPostingId" uuid)`.execute(tx);
  await sql`
    insert into payout_reference (rail, reference, owner_id, payout_id)
    select rail, reference, "merchantId", id from jsonb_to_recordset(${rows}::jsonb)
      as r (rail text, reference text, "merchantId" uuid, id uuid)`.execute(tx);
  const events = plants.flatMap(({ merchantId, id: payoutId, events: own }) =>
    own.map((event) => ({ merchantId, payoutId, ...event })),
  );
  await sql`
    insert into payout_event (merchant_id, payout_id, id, action, note, at)
    select "merchantId", "payoutId", id, action, note, at from jsonb_to_recordset(${JSON.stringify(events)}::jsonb)
      as r ("merchantId" uuid, "payoutId" uuid, id uuid, action text, note text, at timestamptz)`.execute(tx);
}
