import { payoutDeskList, payoutEndpoints, payoutList } from "@coralhub/contract";
import type { PayoutChannel } from "@coralhub/domain";
import type { Capability } from "../../platform/capability.ts";
import type { PayoutNoticeHandler } from "../../rails/payout-bank/index.ts";
import { applyForPayout, sendPayoutCode } from "./apply-for-payout.ts";
import { listBankAccounts } from "./bank-accounts-store.ts";
import { bindBankAccount } from "./bind-bank-account.ts";
import { cancelPayout } from "./cancel-payout.ts";
import { confirmPayout, PAY_TOPIC } from "./confirm-payout.ts";
import type { PayoutsDeps, PayoutsHouse } from "./deps.ts";
import { describeChannel, describePayout, describePayoutCase } from "./describe-payout.ts";
import { askPayout, decidePayout } from "./desk/decide-payout.ts";
import { countAwaiting, payoutDeskSource, payoutSource } from "./lists-store.ts";
import { countPayouts } from "./payouts-store.ts";
import { quotePayout } from "./quote-payout.ts";
import { recognisePayouts } from "./recognise-activity.ts";
import { deliverPayout } from "./send-payout.ts";
import { takeNotice } from "./take-standing.ts";
import { watchPayouts } from "./watch-payouts.ts";
import { searchPayouts } from "./search-store.ts";

export type Payouts = Capability<typeof payoutEndpoints> & {
  /** What a channel's bank tells; safe to be told again. */
  take(channel: PayoutChannel): PayoutNoticeHandler;
  /** The merchant's own accounts elsewhere, numbers only by their end. */
  ownAccounts(merchantId: string): ReturnType<typeof listBankAccounts>;
};

export function createPayouts(house: PayoutsHouse): Payouts {
  const { rails, identity, accounts, messages, certification } = house;
  const deps: PayoutsDeps = {
    ...house,
    banks: rails.payoutBanks,
    codes: identity.codes,
    receivingAccounts: accounts,
    sendMessage: messages.send,
    async certifiedAs(merchantId) {
      const certified = await certification.certifiedAs(merchantId);
      return certified && certified.name !== null ? { kind: certified.kind, name: certified.name } : null;
    },
  };
  return {
    endpoints: payoutEndpoints,
    handlers: { ...channelHandlers(deps, "citic"), ...deskHandlers(deps) },
    jobs: { "payouts.watch": { cron: "* * * * *", run: () => watchPayouts(deps) } },
    outbox: { [PAY_TOPIC]: deliverPayout(deps) },
    recognise: (merchantId, matters) => recognisePayouts(deps.database.db, merchantId, matters),
    waiting: { payouts: () => countAwaiting(deps.database.db) },
    search: (text, limit) => searchPayouts(deps.database.db, text, limit),
    personalData: (merchantId) => personalPayouts(deps, merchantId),
    ownAccounts: (merchantId) => listBankAccounts(deps.database.db, merchantId),
    take: (channel) => (notice) => takeNotice(deps, deps.banks[channel].name, notice),
  };
}

function channelHandlers(deps: PayoutsDeps, channel: PayoutChannel) {
  return {
    citicOverview: ({ merchantId }) => describeChannel(deps, merchantId, channel),
    bindCiticAccount: (ctx, input) => bindBankAccount(deps, ctx, channel, input),
    citicTrial: ({ merchantId }, input) => quotePayout(deps, merchantId, channel, input),
    applyCitic: (ctx, input) => applyForPayout(deps, ctx, channel, input),
    sendCiticCode: (ctx, input) => sendPayoutCode(deps, ctx, input),
    confirmCitic: (ctx, input) => confirmPayout(deps, ctx, input),
    citicPayouts: ({ merchantId }, input) =>
      deps.lists.page({ ownerId: merchantId }, payoutList, payoutSource(channel), input),
    citicPayout: ({ merchantId }, { id }) => describePayout(deps, { merchantId, id }),
    cancelCitic: (ctx, { id }) => cancelPayout(deps, ctx, id),
  } satisfies Partial<Payouts["handlers"]>;
}

function deskHandlers(deps: PayoutsDeps) {
  return {
    payoutDesk: (_ctx, input) => deps.lists.page({ scope: "all" }, payoutDeskList, payoutDeskSource, input),
    payoutCase: (ctx, key) => describePayoutCase(deps, ctx, key),
    decidePayout: (ctx, input) => decidePayout(deps, ctx, input),
    askPayout: (ctx, key) => askPayout(deps, ctx, key),
  } satisfies Partial<Payouts["handlers"]>;
}

export { payoutReference } from "./apply-for-payout.ts";
export type { AgreedPrice } from "./payouts-store.ts";
export { plantBankAccount, plantPayouts, type BankAccountPlant, type PayoutPlant } from "./plants-store.ts";

/** What the merchant may take along; numbers of bank accounts only by their end, as everywhere. */
async function personalPayouts(deps: PayoutsDeps, merchantId: string): Promise<Record<string, unknown>> {
  const { db } = deps.database;
  const [accounts, payouts] = await Promise.all([listBankAccounts(db, merchantId), countPayouts(db, merchantId)]);
  return {
    提现银行账户: accounts.map(({ holderName, bankName, lastFour, boundAt }) => ({
      户名: holderName,
      开户银行: bankName,
      账号末四位: lastFour,
      绑定时间: boundAt,
    })),
    提现笔数: payouts,
  };
}
