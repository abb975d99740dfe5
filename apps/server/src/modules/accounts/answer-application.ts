import {
  accountName,
  platformName,
  receivingAccountLifecycle,
  withoutFullStop,
  type NoticeOutcome,
} from "@coralhub/domain";
import type { BankNotice } from "../../rails/receiving-bank/index.ts";
import { RAIL } from "../../platform/lifecycle-engine.ts";
import { findAccount, insertNumber, lockAccount } from "./accounts-store.ts";
import { parseApplicationReference } from "./apply-for-account.ts";
import { insertCharge } from "./charges-store.ts";
import type { AccountsDeps } from "./deps.ts";
import { settleDispute } from "./move-account.ts";

type Opened = Extract<BankNotice, { kind: "account.opened" }>;
type Refused = Extract<BankNotice, { kind: "account.refused" }>;

/** The account is there. Told twice, or about an application that was given up, it changes nothing. */
export async function openAccount(deps: AccountsDeps, notice: Opened): Promise<NoticeOutcome> {
  const key = parseApplicationReference(notice.reference);
  const applied = key && (await findAccount(deps.database.db, key));
  if (!key || !applied) return "repeated";
  const { currency, country } = applied;
  // Nothing is charged for what an operator has not priced.
  const { total: price } = await deps.ledger.prices.fee({
    business: "account_opening",
    amount: { currency, minor: 0n },
    corridor: country,
  });
  const at = deps.clock.now();
  return deps.database.transaction(async (tx) => {
    const { merchantId, id } = key;
    const { accountNumber, bankName, ways } = notice;
    const data = {
      account: accountName(applied),
      number: `•••• ${accountNumber.slice(-4)}`,
      platform: platformName(applied.platform),
    };
    // Open already, or the answer belongs to an earlier application.
    const opened = await deps.lifecycles.tryAdvance(tx, receivingAccountLifecycle, { merchantId, id }, "open", {
      by: RAIL,
      at,
      set: { accountNumber, bankName, ways, reason: null, openedAt: at },
      expects: { attempt: key.attempt },
      note: bankName,
      message: { event: "account.opened", data },
    });
    if (!opened) return "repeated";
    await insertNumber(tx, applied.rail, accountNumber, key);
    if (price.minor > 0n) {
      await insertCharge(tx, { merchantId, id: deps.ids.next(), accountId: id, amount: price, at });
    }
    // Found to be another merchant's while the bank was at it: opened, and at rest.
    await settleDispute(deps, tx, key);
    return "opened";
  });
}

export async function refuseAccount(deps: AccountsDeps, { reference, reason }: Refused): Promise<NoticeOutcome> {
  const key = parseApplicationReference(reference);
  if (!key) return "repeated";
  const at = deps.clock.now();
  return deps.database.transaction(async (tx) => {
    const account = await lockAccount(tx, key, "update");
    if (!account) return "repeated";
    const data = { account: accountName(account), reason: withoutFullStop(reason) };
    const { merchantId, id, attempt } = key;
    const refused = await deps.lifecycles.tryAdvance(tx, receivingAccountLifecycle, { merchantId, id }, "refuse", {
      by: RAIL,
      at,
      set: { reason },
      expects: { attempt },
      note: reason,
      message: { event: "account.refused", data },
    });
    return refused ? "refused" : "repeated";
  });
}
