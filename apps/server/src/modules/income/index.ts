import { incomeEndpoints } from "@coralhub/contract";
import { accountParts, addressOf, type Currency, type Money, type NoticeOutcome } from "@coralhub/domain";
import type { Capability } from "../../platform/capability.ts";
import type { Db, Tx } from "../../platform/db.ts";
import type { BankNotice } from "../../rails/receiving-bank/index.ts";
import { deliverReturn } from "./deliver-return.ts";
import type { IncomeDeps, IncomeHouse } from "./deps.ts";
import { deskHandlers, incomeHandlers, offlineHandlers } from "./handlers.ts";
import { incomeReceipt } from "./income-receipt.ts";
import { arrivedIn } from "./income-postings.ts";
import { addTakenBack } from "./incomes-store.ts";
import { leaveToHands } from "./leave-to-hands.ts";
import { createFreshArrivals, type TakeFresh } from "./fresh-arrivals.ts";
import { judgeIncome } from "./judge-income.ts";
import { waitingAtDesks } from "./lists-store.ts";
import { countOpenOffline, countWaitingOffline } from "./offline/offline-store.ts";
import { announceIncome, receiveIncome } from "./receive-income.ts";
import { createRecords } from "./records/records.ts";
import { instructReturn, RETURN_TOPIC } from "./settle-income.ts";
import {
  countIncomes,
  countOpen,
  lastIncomes,
  listCredited,
  sumByStore,
  sumCredited,
  listComing,
  sumInTransit,
  type CreditedIncome,
  type OpenCount,
  type StoreIncome,
  type Arrival,
} from "./income-totals-store.ts";
import { countReturning, lockStoreBlockers, storeBlockers } from "./store-blockers.ts";
import { createUnsettled, incomeTodos } from "./todos.ts";
import { recheckMerchant, watchIncomes } from "./watch-incomes.ts";
import { searchIncomes } from "./search-store.ts";

export { arrivalPosting, creditPosting, returnPosting, returnReference, unclaimedPosting } from "./income-postings.ts";
export type { IncomeStep } from "./income-events-store.ts";
export { enterPastIncomes, momentOf, type IncomeHistory } from "./past-incomes.ts";
export { selectIncomes } from "./records/select-incomes.ts";
export { insertUnclaimed } from "./unclaimed-store.ts";

type StoreKey = { merchantId: string; id: string };
type IncomeNotice = Extract<BankNotice, { kind: "income.announced" | "income.arrived" }>;
export type Income = Capability<typeof incomeEndpoints> & {
  /** What the bank tells of money; safe to be told again. */
  take(notice: IncomeNotice): Promise<NoticeOutcome>;
  /** What is held only because of an account or a certification is looked at again. */
  recheck(merchantId: string): Promise<void>;
  /** Why a store cannot be removed yet; empty where it can. */
  storeBlockers(store: StoreKey): Promise<string[]>;
  /** The same for whoever removes it: nothing comes in on its account until that has committed. */
  lockStoreBlockers(tx: Tx, store: StoreKey): Promise<string[]>;
  /** Credited since then, by store and currency. */
  incomeOf(merchantId: string, storeIds: readonly string[], since: Date): Promise<StoreIncome[]>;
  /** Announced and not there yet, one amount for each currency. */
  inTransit(merchantId: string): Promise<Money[]>;
  /** The same one by one, expected by then. */
  coming(merchantId: string, until: Date, limit: number): Promise<Arrival[]>;
  inTransitByAccount(merchantId: string): Promise<{ accountId: string; amount: Money }[]>;
  /** When money last came, by account. */
  lastByAccount(merchantId: string): Promise<ReadonlyMap<string, Date>>;
  creditedOn(account: StoreKey & { currency: Currency }, since: Date): Promise<Money>;
  /** What became usable in a period, one by one. */
  creditedIn(merchantId: string, scope: Parameters<typeof listCredited>[2]): Promise<CreditedIncome[]>;
  /** Payments on their way or held. */
  countOpen(db: Db, merchantId: string, only?: { accountId: string }): Promise<OpenCount>;
  /** Money that came and was never an income goes back by the way it came; its posting is the caller's. */
  sendBack(tx: Tx, payment: { reference: string; amount: Money; reason: string }): Promise<void>;
};

const depsOf = (house: IncomeHouse): IncomeDeps => ({
  ...house,
  bank: house.rails.receivingBank,
  screening: house.rails.screening,
  sendMessage: house.messages.send,
  certifiedAs: async (merchantId) => (await house.certification.certifiedAs(merchantId))?.kind ?? null,
  certifiedKinds: house.certification.certifiedKinds,
  legalNameOf: async (merchantId) => (await house.certification.briefOf(merchantId)).name,
});

export function createIncome(house: IncomeHouse): Income {
  const deps = depsOf(house);
  const { db } = deps.database;
  const takeFresh = createFreshArrivals(deps);
  const unsettled = createUnsettled(deps.database.hot, deps.clock);
  return {
    endpoints: incomeEndpoints,
    handlers: {
      ...incomeHandlers(deps),
      ...createRecords(deps),
      incomeReceipt: ({ merchantId }, wanted) => incomeReceipt(deps, merchantId, wanted),
      ...deskHandlers(deps),
      ...offlineHandlers(deps),
    },
    jobs: { "income.watch": { cron: "* * * * *", run: () => watchIncomes(deps) } },
    outbox: { [RETURN_TOPIC]: deliverReturn(deps) },
    take: (notice) => take(deps, takeFresh, notice),
    recheck: (merchantId) => recheckMerchant(deps, merchantId),
    storeBlockers: (store) => storeBlockers(deps, store),
    lockStoreBlockers: (tx, store) => lockStoreBlockers(deps, tx, store),
    incomeOf: (merchantId, storeIds, since) => sumByStore(db, merchantId, storeIds, since),
    inTransit: async (merchantId) => (await unsettled(merchantId)).coming,
    coming: (merchantId, until, limit) => listComing(db, merchantId, { now: deps.clock.now(), until, limit }),
    inTransitByAccount: (merchantId) => sumInTransit(db, merchantId, deps.clock.now()),
    lastByAccount: (merchantId) => lastIncomes(db, merchantId),
    creditedIn: (merchantId, scope) => listCredited(db, merchantId, scope),
    creditedOn: ({ merchantId, id, currency }, since) => sumCredited(db, merchantId, id, currency, since),
    countOpen: (within, merchantId, only) => countOpen(within, merchantId, deps.clock.now(), only),
    sendBack: (tx, payment) => instructReturn(deps, tx, payment),
    todos: async (merchantId) => incomeTodos(await unsettled(merchantId)),
    async closingBlockers(merchantId, within) {
      const { announced, held } = await countOpen(within, merchantId, deps.clock.now());
      const open = announced + held;
      const returning = await countReturning(deps, within, merchantId);
      const offline = await countOpenOffline(within, merchantId);
      return [
        ...(open === 0 ? [] : [{ reason: `还有 ${open} 笔收款没有处理完`, link: addressOf("income") }]),
        ...(returning === 0 ? [] : [{ reason: returningText(returning), link: addressOf("income") }]),
        ...(offline === 0 ? [] : [{ reason: offlineText(offline), link: addressOf("offlineTransfers") }]),
      ];
    },
    async moneyOn(within, { merchantId, code }) {
      const { kind, owner: accountId } = accountParts(code);
      if (kind !== "collection" || accountId === undefined) return [];
      const returning = await countReturning(deps, within, merchantId, { accountId });
      const offline = await countOpenOffline(within, merchantId, { accountId });
      return [...(returning === 0 ? [] : [returningText(returning)]), ...(offline === 0 ? [] : [offlineText(offline)])];
    },
    async takenBack(tx, { merchantId, key, amount, at }) {
      const id = arrivedIn(key);
      if (id !== undefined) await addTakenBack(tx, { merchantId, id }, amount.minor, at);
    },
    bookedByHand: leaveToHands,
    personalData: async (merchantId) => ({ 收款笔数: await countIncomes(db, merchantId) }),
    waiting: {
      incomes: () => waitingAtDesks.incomes(db),
      unclaimed: () => waitingAtDesks.unclaimed(db),
      offlineTransfers: () => countWaitingOffline(db),
    },
    search: (text, limit) => searchIncomes(db, text, limit),
  };
}

const offlineText = (count: number): string => `有 ${count} 笔线下汇款还在查找，请等结果，待匹配的可以先撤回`;
const returningText = (count: number): string => `有 ${count} 笔退款还没有退到付款方，请等退完`;

/** The rules look right away; if they cannot, the watch makes up for it. */
async function take(deps: IncomeDeps, takeFresh: TakeFresh, notice: IncomeNotice): Promise<NoticeOutcome> {
  if (notice.kind === "income.announced") return (await announceIncome(deps, notice, notice.expectedAt)).outcome;
  const { outcome, judge } = (await takeFresh(notice)) ?? (await receiveIncome(deps, notice));
  if (judge) {
    await judgeIncome(deps, judge).catch((error: unknown) =>
      deps.log.warn({ err: error, incomeId: judge.id }, "an income is looked at later"),
    );
  }
  return outcome;
}
