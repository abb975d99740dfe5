import { Refusal } from "@coralhub/contract";
import {
  mayEnter,
  platformByCode,
  receivingAccountLifecycle,
  type Currency,
  type ReceivingAccountState,
} from "@coralhub/domain";
import type { MerchantContext } from "../../platform/context.ts";
import type { Tx } from "../../platform/db.ts";
import { merchantActor, SYSTEM } from "../../platform/lifecycle-engine.ts";
import type { OutboxHandler } from "../../platform/outbox.ts";
import {
  findAccount,
  hasDisputedStore,
  insertAccount,
  lockAccount,
  type AccountKey,
  type ReceivingAccount,
} from "./accounts-store.ts";
import type { AccountsDeps } from "./deps.ts";

export const OPEN_TOPIC = "receiving-bank.open";
export type Application = {
  merchantId: string;
  storeId: string;
  platform: string;
  currency: Currency;
  country: string;
  holderName: string;
};

/** The bank's answers name this; it says whose account is meant and which application. */
export const applicationReference = ({ merchantId, id, attempt }: AccountKey & { attempt: number }): string =>
  `${merchantId}/${id}/${attempt}`;
const UUID = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";
const REFERENCE = new RegExp(`^(${UUID})/(${UUID})/(\\d{1,6})$`);
export function parseApplicationReference(reference: string): (AccountKey & { attempt: number }) | undefined {
  const match = REFERENCE.exec(reference);
  return match ? { merchantId: match[1]!, id: match[2]!, attempt: Number(match[3]) } : undefined;
}

const askBank = ({ outbox }: AccountsDeps, tx: Tx, key: AccountKey & { attempt: number }) =>
  outbox.enqueue(tx, {
    topic: OPEN_TOPIC,
    reference: applicationReference(key),
    merchantId: key.merchantId,
    payload: key,
  });

/** With the store, in its transaction: the bank is asked as soon as that has committed. */
export async function applyForAccount(deps: AccountsDeps, tx: Tx, application: Application): Promise<{ id: string }> {
  const { merchantId, platform, currency, country, holderName } = application;
  const key = { merchantId, id: deps.ids.next() };
  const at = deps.clock.now();
  await insertAccount(tx, { ...key, rail: deps.bank.name, platform, currency, country, holderName, appliedAt: at });
  await deps.lifecycles.record(tx, receivingAccountLifecycle, key, { action: "apply", by: SYSTEM, at });
  await askBank(deps, tx, { ...key, attempt: 1 });
  return { id: key.id };
}

/** A refused application once more, with the holder's name as it should have been. */
export function reapplyForAccount(
  deps: AccountsDeps,
  ctx: MerchantContext,
  { id, holderName }: { id: string; holderName?: string | undefined },
): Promise<{ state: ReceivingAccountState }> {
  const key = { merchantId: ctx.merchantId, id };
  return ctx.once(async (tx) => {
    const account = await lockAccount(tx, key, "update");
    if (!account) throw new Refusal("not_found");
    // A new application to the bank, under the same name or a corrected one.
    const attempt = account.attempt + 1;
    const state = await deps.lifecycles.advance(tx, receivingAccountLifecycle, key, "reapply", {
      by: merchantActor(ctx),
      at: ctx.now,
      set: { attempt, holderName: holderName ?? account.holderName, reason: null },
      note: holderName && holderName !== account.holderName ? `户名改为 ${holderName}` : null,
    });
    await askBank(deps, tx, { ...key, attempt });
    return { state };
  });
}

const USABLE: readonly ReceivingAccountState[] = ["applying", "open"];
/** A further store on an account the merchant has already. */
export async function attachStore(
  deps: AccountsDeps,
  tx: Tx,
  link: { merchantId: string; accountId: string; storeId: string; platform: string },
): Promise<ReceivingAccount> {
  const { merchantId, accountId, storeId, platform } = link;
  const key = { merchantId, id: accountId };
  const account = await lockAccount(tx, key, "share");
  if (!account) throw new Refusal("not_found");
  if (!USABLE.includes(account.state)) throw new Refusal("account.not_open");
  // Its money would rest with the disputed store's.
  if (await hasDisputedStore(tx, key)) throw new Refusal("store.account_disputed");
  // Whatever the form let pass: here every store comes by.
  if (!mayEnter(account.platform, platform)) {
    throw new Refusal("store.account_reserved", {
      platform: platformByCode(account.platform)?.name ?? account.platform,
    });
  }
  const at = deps.clock.now();
  const step = { action: "attach", by: SYSTEM, at, note: storeId };
  await deps.lifecycles.record(tx, receivingAccountLifecycle, key, step);
  return account;
}

/** The worker's side: what is no longer wanted is not asked for. */
export const deliverApplication =
  (deps: AccountsDeps): OutboxHandler =>
  async ({ payload, reference }) => {
    const { attempt, ...key } = payload as AccountKey & { attempt: number };
    const account = await findAccount(deps.database.db, key);
    if (account?.state !== "applying" || account.attempt !== attempt) return { result: "delivered" };
    const { currency, country, holderName } = account;
    await deps.bank.requestAccount({ reference, currency, country, holderName });
    return { result: "delivered" };
  };
