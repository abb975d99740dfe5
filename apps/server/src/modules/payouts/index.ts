import {
  PAYOUT_FAMILIES,
  payoutDeskList,
  payoutEndpoints,
  payoutFamilies,
  payoutList,
  payoutSeriesList,
  type PayoutFamilyCalls,
  type PayoutFamilyName,
  type PayoutOrder,
} from "@coralhub/contract";
import type { Currency, Money, PayoutBankKey, PayoutKind, PayoutLimits } from "@coralhub/domain";
import type { Capability } from "../../platform/capability.ts";
import type { MerchantContext } from "../../platform/context.ts";
import type { Db, Tx } from "../../platform/db.ts";
import type { PayoutNoticeHandler } from "../../rails/payout-bank/index.ts";
import { applyForPayout, modifyTransfer, sendPayoutCode, type PayoutAnswer } from "./apply-for-payout.ts";
import { missingQuota } from "./ask-quota.ts";
import { cancelIn, cancelPayout } from "./cancel-payout.ts";
import { requireOpen, type Family } from "./check-order.ts";
import { confirmPayout, createConfirming, type ConfirmDeps } from "./confirm-payout.ts";
import { countOutflow, requireRoom, requireSendable, type Outgoing } from "./count-outflow.ts";
import type { PayoutsDeps, PayoutsHouse } from "./deps.ts";
import { describeFamily, describePayout, describePayoutCase } from "./describe-payout.ts";
import { askPayout, decideMany, decidePayout, seeContradiction } from "./desk/decide-payout.ts";
import { countProposedResolutions } from "./desk/resolutions-store.ts";
import { decideResolution, proposeResolution, uploadEvidence } from "./desk/resolve-payout.ts";
import { describeTerms, proposeLimits, proposeWay, putTermsIntoForce } from "./desk/set-terms.ts";
import {
  countAwaiting,
  countTroubled,
  listPlannedOut,
  familySource,
  payeeSource,
  payoutDeskSource,
  chosenSource,
  payoutSource,
  transferSource,
} from "./lists-store.ts";
import { listPaidTo } from "./many-store.ts";
import { removeEntry } from "./meter-store.ts";
import { payMany } from "./pay-many.ts";
import { countPayouts } from "./payouts-store.ts";
import { openPriceBook, type PriceBook } from "./price-book.ts";
import { convert, describeFees, describePair, transferFee } from "./price-calls.ts";
import { offerSources } from "./offer-sources.ts";
import { offerWays, quotePayout } from "./quote-payout.ts";
import { confirmReceipt, payoutReceipt, payoutReceipts, receiptsOf } from "./receipt.ts";
import type { ZipEntry } from "../../platform/zip.ts";
import { PAY_TOPIC } from "./hold-together.ts";
import { recallPayments } from "./recall-payments.ts";
import { searchPayouts } from "./search-store.ts";
import { ADVICE_TOPIC, deliverAdvice } from "./send-advice.ts";
import { createBeginning, deliverPayout } from "./send-payout.ts";
import { confirmSeries, describeSeries, moveSeries, planSeries, sendSeriesCode } from "./series/plan-series.ts";
import { seriesSource } from "./series/series-store.ts";
import { findSource, listSources, type Source } from "./sources.ts";
import { countUnderWay } from "./sources-store.ts";
import { createEnding, takeNotice, type EndDeps } from "./bank-outcome.ts";
import { readTerms } from "./terms-store.ts";
import { watchPayouts } from "./watch-payouts.ts";

export type Payouts = Capability<typeof payoutEndpoints> & {
  /** The calls of each kind, and of each bank that has its own. */
  families: Record<PayoutFamilyName, Capability<PayoutFamilyCalls>>;
  /** What a bank tells; safe to be told again. */
  take(bank: PayoutBankKey): PayoutNoticeHandler;
  /** Many payments from one sheet. */
  many: ManyPayouts;
  /** Writes a payment down, for calls of other capabilities. */
  apply(ctx: MerchantContext, kind: PayoutKind, order: PayoutOrder): Promise<PayoutAnswer>;
  /** Money leaves for another merchant, in this transaction: under the sums of payments, and counted in them. */
  countOutflow(tx: Tx, outgoing: Outgoing): Promise<void>;
  /** Refuses an amount that could never go that way at once. */
  requireSendable(tx: Tx, outgoing: Pick<Outgoing, "merchantId" | "amount">): Promise<void>;
  /** Refuses what could not go now, beside what has gone lately. */
  requireRoom(tx: Tx, outgoing: Pick<Outgoing, "merchantId" | "amount">): Promise<void>;
  /** It has come back whole. */
  uncountOutflow(tx: Tx, merchantId: string, id: string): Promise<void>;
  /** The merchant's own accounts elsewhere, numbers only by their end. */
  ownAccounts(merchantId: string): ReturnType<PayoutsDeps["beneficiaries"]["list"]>;
  /** The receipts of a period, as files of an archive. */
  receiptsOf(merchantId: string, period: { from: Date; until: Date }): AsyncIterable<ZipEntry>;
  /** Payments that have their day and hold no money yet. */
  scheduledOut(merchantId: string): ReturnType<typeof listPlannedOut>;
  /** How many of the merchant's payments wait for somebody of ours. */
  awaiting(merchantId: string): Promise<number>;
};

type Bound<F> = F extends (deps: PayoutsDeps, ...rest: infer Rest) => infer Answer ? (...rest: Rest) => Answer : never;
/** What whoever pays many at once needs of the core. */
export type ManyPayouts = {
  requireOpen: Bound<typeof requireOpen>;
  sourceOf: Bound<typeof findSource>;
  sources(merchantId: string): ReturnType<typeof listSources>;
  openBook: Bound<typeof openPriceBook>;
  pay: Bound<typeof payMany>;
  paidTo(merchantId: string, payeeIds: readonly string[], since: Date): ReturnType<typeof listPaidTo>;
  decide: Bound<typeof decideMany>;
  cancel: Bound<typeof cancelIn>;
  /** Orders that are missing for what is taken from one account to arrive in that currency. */
  missingQuota(merchantId: string, request: { source: Source; amount: Money; arrives: Currency }): Promise<Money[]>;
  /** Limits as they count now. */
  limits(within?: Db): Promise<PayoutLimits>;
};
const manyOf = (deps: PayoutsDeps): ManyPayouts => ({
  requireOpen: (way) => requireOpen(deps, way),
  sourceOf: (merchantId, accountId) => findSource(deps, merchantId, accountId),
  sources: async (merchantId) => listSources(deps, merchantId, undefined, await deps.certifiedAs(merchantId)),
  openBook: (merchantId, kind, pairs) => openPriceBook(deps, merchantId, kind, pairs),
  pay: (tx, many) => payMany(deps, tx, many),
  paidTo: (merchantId, payeeIds, since) => listPaidTo(deps.database.db, merchantId, payeeIds, since),
  decide: (ctx, merchantId, decision) => decideMany(deps, ctx, merchantId, decision),
  cancel: (tx, key, by) => cancelIn(deps, tx, key, by),
  missingQuota: (merchantId, { source, amount, arrives }) =>
    missingQuota(deps, { merchantId, amount, sources: [{ code: source.code, amount }], arrivesCurrency: arrives }),
  limits: async (within = deps.database.db) => (await readTerms(within)).limits,
});

export function createPayouts(house: PayoutsHouse): Payouts {
  const { rails, identity, accounts, messages, certification, orders } = house;
  const deps: PayoutsDeps = {
    ...house,
    banks: rails.payoutBanks,
    statements: rails.statements,
    notifications: rails.notifications,
    codes: identity.codes,
    receivingAccounts: accounts,
    sendMessage: messages.send,
    quota: orders.quota,
    certifiedAs: certification.holderOf,
    holdersOf: certification.holdersOf,
  };
  const { db } = deps.database;
  const confirming = { ...deps, confirming: createConfirming(deps) };
  const ending: EndDeps = { ...deps, ending: createEnding(deps) };
  const families = Object.fromEntries(
    Object.entries(PAYOUT_FAMILIES).map(([name, row]) => [
      name,
      { endpoints: payoutFamilies[name as PayoutFamilyName], handlers: familyHandlers(confirming, row) },
    ]),
  ) as Payouts["families"];
  return {
    endpoints: payoutEndpoints,
    handlers: {
      ...recordHandlers(confirming),
      ...priceHandlers(deps),
      ...seriesHandlers(deps),
      ...deskHandlers(ending),
    },
    families,
    jobs: { "payouts.watch": { cron: "* * * * *", run: () => watchPayouts(ending) } },
    approvals: putTermsIntoForce(deps),
    waiting: {
      payouts: async () =>
        (await countAwaiting(db)) + (await countProposedResolutions(db)) + (await countTroubled(db, deps.clock.now())),
    },
    outbox: {
      [PAY_TOPIC]: deliverPayout({ ...ending, begin: createBeginning(deps) }),
      [ADVICE_TOPIC]: deliverAdvice(deps),
    },
    search: (text, limit) => searchPayouts(db, text, limit),
    apply: (ctx, kind, order) => applyForPayout(deps, ctx, { kind }, order),
    take: (bank) => (notice) => takeNotice(ending, deps.banks[bank].name, notice),
    personalData: async (merchantId) => ({ 付款笔数: await countPayouts(db, merchantId) }),
    countOutflow: (tx, outgoing) => countOutflow(deps, tx, outgoing),
    requireSendable: (tx, outgoing) => requireSendable(deps, tx, outgoing),
    requireRoom: (tx, outgoing) => requireRoom(deps, tx, outgoing),
    uncountOutflow: removeEntry,
    many: manyOf(deps),
    ownAccounts: (merchantId) => deps.beneficiaries.list(merchantId, "own"),
    receiptsOf: (merchantId, period) => receiptsOf(deps, merchantId, period),
    scheduledOut: (merchantId) => listPlannedOut(db, merchantId),
    awaiting: (merchantId) => countAwaiting(db, merchantId),
    endsAccess: (tx, merchantId, why) => recallPayments(deps, tx, merchantId, why),
    async moneyOn(within, account) {
      const under = await countUnderWay(within, account);
      return under === 0 ? [] : [`有 ${under} 笔付款还没有结束，未付成会退回这个账户`];
    },
  };
}

function familyHandlers(deps: ConfirmDeps, family: Family): Capability<PayoutFamilyCalls>["handlers"] {
  return {
    overview: ({ merchantId }) => describeFamily(deps, merchantId, family),
    ways: ({ merchantId }, input) => offerWays(deps, merchantId, family, input),
    elsewhere: ({ merchantId }, input) => offerSources(deps, merchantId, family, input),
    trial: ({ merchantId }, input) => quotePayout(deps, merchantId, family, input),
    apply: (ctx, input) => applyForPayout(deps, ctx, family, input),
    sendCode: (ctx, input) => sendPayoutCode(deps, ctx, input),
    confirm: (ctx, input) => confirmPayout(deps, ctx, input),
    list: ({ merchantId }, input) => deps.lists.page({ ownerId: merchantId }, payoutList, familySource(family), input),
    detail: ({ merchantId }, { id }) => describePayout(deps, { merchantId, id }, family),
    cancel: (ctx, { id }) => cancelPayout(deps, ctx, id),
    export: async ({ merchantId }, { filters, format }) =>
      deps.lists.export({ ownerId: merchantId }, payoutList, familySource(family), filters, { format }),
    receipt: ({ merchantId }, { id, language }) => payoutReceipt(deps, { merchantId, id }, language),
  };
}

const recordHandlers = (deps: ConfirmDeps) =>
  ({
    payouts: ({ merchantId }, input) => deps.lists.page({ ownerId: merchantId }, payoutList, payoutSource, input),
    payout: ({ merchantId }, { id }) => describePayout(deps, { merchantId, id }),
    payoutReceipts: ({ merchantId }, { ids }) => payoutReceipts(deps, merchantId, ids),
    confirmReceipt: (_ctx, input) => confirmReceipt(deps, input),
    payoutAccounts: ({ merchantId }) => describeFamily(deps, merchantId, { kind: "withdrawal" }),
    currencyPair: ({ merchantId }, pair) => describePair(deps, merchantId, pair),
    sendWithdrawalCode: (ctx, input) => sendPayoutCode(deps, ctx, input),
    sendTransferCode: (ctx, input) => sendPayoutCode(deps, ctx, input),
    confirmPayout: (ctx, input) => confirmPayout(deps, ctx, input),
    addSupplierPayout: (ctx, input) => applyForPayout(deps, ctx, { kind: "supplier" }, input),
    supplierPayouts: ({ merchantId }, { supplierId, ...input }) =>
      deps.lists.page({ ownerId: merchantId }, payoutList, payeeSource(supplierId), input),
    modifyTransfer: (ctx, input) => modifyTransfer(deps, ctx, input),
    exportPayouts: async ({ merchantId }, { filters, format, ids }) =>
      deps.lists.export({ ownerId: merchantId }, payoutList, chosenSource(ids), filters, { format }),
    exportTransfers: async ({ merchantId }, { filters, format }) =>
      deps.lists.export({ ownerId: merchantId }, payoutList, transferSource, filters, { format }),
  }) satisfies Partial<Payouts["handlers"]>;

const priceHandlers = (deps: PayoutsDeps) =>
  ({
    transferFee: ({ merchantId }, input) => transferFee(deps, merchantId, input),
    convert: (_ctx, input) => convert(deps, input),
    feeConfig: () => describeFees(deps),
  }) satisfies Partial<Payouts["handlers"]>;

const seriesHandlers = (deps: PayoutsDeps) =>
  ({
    planSeries: (ctx, input) => planSeries(deps, ctx, input),
    sendSeriesCode: (ctx, input) => sendSeriesCode(deps, ctx, input),
    confirmSeries: (ctx, input) => confirmSeries(deps, ctx, input),
    seriesList: ({ merchantId }, input) =>
      deps.lists.page({ ownerId: merchantId }, payoutSeriesList, seriesSource, input),
    series: ({ merchantId }, { id }) => describeSeries(deps, { merchantId, id }),
    pauseSeries: (ctx, { id }) => moveSeries(deps, ctx, { id, action: "pause" }),
    resumeSeries: (ctx, { id }) => moveSeries(deps, ctx, { id, action: "resume" }),
    endSeries: (ctx, { id }) => moveSeries(deps, ctx, { id, action: "end" }),
    cancelSeries: (ctx, { id }) => moveSeries(deps, ctx, { id, action: "cancel" }),
  }) satisfies Partial<Payouts["handlers"]>;

const deskHandlers = (deps: EndDeps) =>
  ({
    payoutDesk: (_ctx, input) => {
      const { trouble } = (input.filters ?? {}) as { trouble?: string[] };
      const source = payoutDeskSource(deps.clock.now(), trouble);
      return deps.lists.page({ scope: "all" }, payoutDeskList, source, input);
    },
    payoutCase: (ctx, key) => describePayoutCase(deps, ctx, key),
    decidePayout: (ctx, input) => decidePayout(deps, ctx, input),
    seeContradiction: (ctx, input) => seeContradiction(deps, ctx, input),
    askPayout: (ctx, key) => askPayout(deps, ctx, key),
    uploadEvidence: (ctx, input) => uploadEvidence(deps, ctx, input),
    proposeResolution: (ctx, input) => proposeResolution(deps, ctx, input),
    decideResolution: (ctx, input) => decideResolution(deps, ctx, input),
    payoutTerms: () => describeTerms(deps.database.db),
    proposePayoutLimits: (ctx, input) => proposeLimits(deps, ctx, input),
    proposePayoutWay: (ctx, input) => proposeWay(deps, ctx, input),
  }) satisfies Partial<Payouts["handlers"]>;

export { payoutReference, snapshotContext } from "./apply-for-payout.ts";
export { wayFrom } from "./pay-many.ts";
export { pairOf, priceArriving } from "./price-book.ts";
export { couponUse } from "./payout-words.ts";
export type { PriceBook };
export type { Source } from "./sources.ts";
export { settlementTransfers } from "./payouts-postings.ts";
export { priceJson, type AgreedPrice } from "./payouts-store.ts";
export { enterPayouts, type EnteringPayout } from "./enter-payouts.ts";
