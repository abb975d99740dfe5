import { accountName, platformName, withoutFullStop, type NoticeOutcome } from "@coralhub/domain";
import type { BankNotice } from "../../rails/receiving-bank/index.ts";
import { findAccount, insertAccountEvent, lockAccount, moveAccount, recordOpened } from "./accounts-store.ts";
import { parseApplicationReference } from "./apply-for-account.ts";
import { insertCharge } from "./charges-store.ts";
import type { AccountsDeps } from "./deps.ts";

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
    if (!(await recordOpened(tx, key, key.attempt, notice, at))) return "repeated";
    await insertAccountEvent(tx, key, deps.ids.next(), { action: "open", note: notice.bankName, actor: null, at });
    const { merchantId, id } = key;
    if (price.minor > 0n) {
      await insertCharge(tx, { merchantId, id: deps.ids.next(), accountId: id, amount: price, at });
    }
    await deps.sendMessage(tx, {
      event: "account.opened",
      merchantId,
      data: {
        account: accountName(applied),
        number: `•••• ${notice.accountNumber.slice(-4)}`,
        platform: platformName(applied.platform),
      },
    });
    return "opened";
  });
}

export async function refuseAccount(deps: AccountsDeps, { reference, reason }: Refused): Promise<NoticeOutcome> {
  const key = parseApplicationReference(reference);
  if (!key) return "repeated";
  const at = deps.clock.now();
  return deps.database.transaction(async (tx) => {
    const account = await lockAccount(tx, key, "update");
    if (account?.attempt !== key.attempt || !(await moveAccount(tx, key, "refuse", { at, reason }))) return "repeated";
    await insertAccountEvent(tx, key, deps.ids.next(), { action: "refuse", note: reason, actor: null, at });
    await deps.sendMessage(tx, {
      event: "account.refused",
      merchantId: key.merchantId,
      data: { account: accountName(account), reason: withoutFullStop(reason) },
    });
    return "refused";
  });
}
