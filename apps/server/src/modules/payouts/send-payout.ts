import { Refusal } from "@coralhub/contract";
import { BRAND } from "@coralhub/domain";
import type { OutboxHandler } from "../../platform/outbox.ts";
import type { PayoutInstruction, PayoutStanding } from "../../rails/payout-bank/index.ts";
import { findBankAccount } from "./bank-accounts-store.ts";
import { sealContext } from "./bind-bank-account.ts";
import type { PayoutsDeps } from "./deps.ts";
import { insertPayoutEvent } from "./payout-events-store.ts";
import { findPayout, markAsked, movePayout, type Payout, type PayoutKey } from "./payouts-store.ts";
import { takeEnd } from "./take-standing.ts";

const STOPPED_RETRY_SECONDS = 60;

/**
 * The worker's side. It is 处理中 before the bank hears of it; from then on an answer that does not come changes nothing. Tried
 * again, it asks first and sends only what the bank has never heard of.
 */
export const deliverPayout =
  (deps: PayoutsDeps): OutboxHandler =>
  async ({ merchantId, payload }) => {
    const key = { merchantId: merchantId!, id: (payload as { id: string }).id };
    const payout = (await findPayout(deps.database.db, key))!;
    const bank = deps.banks[payout.channel];
    if (payout.state === "submitted") {
      if (await deps.ledger.payoutsStopped()) {
        return { result: "retry", reason: "payouts are stopped", afterSeconds: STOPPED_RETRY_SECONDS };
      }
      await begin(deps, payout);
      await take(deps, key, await bank.pay(await instructionOf(deps, payout)));
    } else if (payout.state === "processing") {
      const known = await bank.ask(payout.reference);
      await take(deps, key, known.standing === "unknown" ? await bank.pay(await instructionOf(deps, payout)) : known);
    }
    return { result: "delivered" };
  };

async function begin(deps: PayoutsDeps, payout: Payout): Promise<void> {
  await deps.database.transaction(async (tx) => {
    const at = deps.clock.now();
    if (!(await movePayout(tx, payout, "send", { at }))) throw new Error("a payment is being sent by two workers");
    await markAsked(tx, payout, at);
    await insertPayoutEvent(tx, payout, deps.ids.next(), { action: "send", note: null, at });
  });
}

async function instructionOf(deps: PayoutsDeps, payout: Payout): Promise<PayoutInstruction> {
  const account = (await findBankAccount(deps.database.db, payout.merchantId, payout.bankAccountId))!;
  return {
    reference: payout.reference,
    amount: payout.price!.price.buy,
    payee: {
      name: account.holderName,
      bankName: account.bankName,
      bankCode: account.bankCode,
      accountNumber: deps.secrets.openText(account.sealedNumber, sealContext(account)),
    },
    remittance: `${BRAND.name}提现`,
  };
}

/** An end takes effect; anything else is still on its way. */
async function take(deps: PayoutsDeps, key: PayoutKey, answer: PayoutStanding): Promise<void> {
  if (answer.standing !== "unknown" && answer.standing !== "taken") await takeEnd(deps, key, answer);
}

/** Asks the bank where a payment stands. What it does not know it may not have got yet: the outbox sees to that. */
export async function askBank(deps: PayoutsDeps, key: PayoutKey): Promise<void> {
  const payout = await findPayout(deps.database.db, key);
  if (!payout) throw new Refusal("not_found");
  if (payout.state !== "processing") throw new Refusal("payout.not_processing");
  await markAsked(deps.database.db, key, deps.clock.now());
  await take(deps, key, await deps.banks[payout.channel].ask(payout.reference));
}
