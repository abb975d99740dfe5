import { ledgerEndpoints } from "@coralhub/contract";
import type { AccountCode, AccountKind, Currency, Money } from "@coralhub/domain";
import { createCoalescer } from "../../platform/coalescer.ts";
import type { Db, Tx } from "../../platform/db.ts";
import type { BookAccount, BookedByHand, Capability, TakenBack } from "../../platform/capability.ts";
import { readChart } from "./books-store.ts";
import { readIncomeByDay, type DayIncome } from "./activity-store.ts";
import { decideAdjustment, proposeAdjustment } from "./adjust.ts";
import { countPendingAdjustments, listCorrections, type Correction } from "./adjustments-store.ts";
import { countOpenAlarms, hasOpenAlarm } from "./alarms-store.ts";
import { createBooks } from "./books.ts";
import { readClosingBlockers, readLeftMoney, readMoneyOn } from "./closing.ts";
import type { LedgerDeps, LedgerHouse } from "./deps.ts";
import {
  readBalance,
  readBalanceAt,
  readBalances,
  readEntriesSince,
  readManyBalances,
  readStatement,
  readTurnover,
  type AccountBalance,
  type BalanceRequest,
  type Entry,
  type Statement,
  type StatementRequest,
  type Turnover,
  listOwing,
  type Owing,
} from "./entries-store.ts";
import { readOpenHolds, type OpenHold } from "./holds-store.ts";
import { readCorrected, type Corrected } from "./links-store.ts";
import { createMerchantBooks } from "./merchant-books.ts";
import { clearAgreedAlarm, createOversight } from "./oversight.ts";
import { readEquivalent, readOverview, USABLE, type CurrencyOverview, type Extent } from "./overview.ts";
import type { Prices } from "../prices/index.ts";
import { checkInvariants, compareRails } from "./reconcile.ts";
import { sealDays } from "./seal-days.ts";
import { createWallet } from "./wallet.ts";
import { createWriter, type Writer } from "./writer.ts";
import { searchPostings } from "./search-postings.ts";

export { checkBooks, checkSeals } from "./check-books.ts";
export { checkRails } from "./reconcile.ts";
export { mayPlantHistory, plantHistory, type PastPosting } from "./plant-history.ts";
export { holdPosting, resolutionPosting, resolutionTransfers, reversalPosting, type HoldPart } from "./links.ts";
export type { Posting, PostingExample, Receipt } from "./posting.ts";
export type { Correction } from "./adjustments-store.ts";
export type { Entry, Statement } from "./entries-store.ts";
export type { Writer } from "./writer.ts";

export type Ledger = Capability<typeof ledgerEndpoints> &
  Writer & {
    prices: Prices;
    balance<C extends Currency>(merchantId: string, code: AccountCode<C>, db?: Db): Promise<Money<C>>;
    balanceAt<C extends Currency>(merchantId: string, code: AccountCode<C>, at: Date): Promise<Money<C>>;
    balances(merchantId: string, kinds?: readonly AccountKind[], within?: Db): Promise<AccountBalance[]>;
    /** Merchants whose account with us is closed and who have money all the same. */
    leftMoney(after: string | null, limit: number): Promise<{ merchantId: string; left: string }[]>;
    /** Who owes quota, over all merchants. */
    quotaDebtors(limit: number): Promise<Owing[]>;
    statement(request: StatementRequest, db?: Db): Promise<Statement>;
    /** What was booked on an account since a look, oldest first. */
    entriesSince(account: BookAccount, seenMicros: bigint, within: Db): AsyncGenerator<Entry>;
    /** What a posting takes back. */
    corrected(merchantId: string, postingId: string, within: Db): Promise<Corrected | undefined>;
    /** What was taken back by hand of whatever is booked under this reference. */
    corrections(merchantId: string, reference: string): Promise<Correction[]>;
    turnover(request: StatementRequest): Promise<Turnover>;
    overview(merchantId: string): Promise<CurrencyOverview[]>;
    /** All that can be used, in one currency; null in new books, or where there is no rate. */
    equivalent(
      merchantId: string,
      of: { currency: Currency; extent: Extent },
    ): Promise<{ total: Money; asOf: Date } | null>;
    /** What became usable as income from that day on, for each day in Beijing and currency. */
    incomeByDay(merchantId: string, from: string): Promise<DayIncome[]>;
    /** What is set aside, for what, newest first. */
    openHolds(merchantId: string): Promise<OpenHold[]>;
    /** What the house's own accounts of these kinds hold over all merchants, by kind and currency. */
    houseTotals(kinds: readonly AccountKind[]): Promise<{ kind: AccountKind; total: Money }[]>;
    /** True while an alarm is open: no payout may be submitted. */
    payoutsStopped(db?: Db): Promise<boolean>;
  };

/** What was booked since, and what was taken back of it. */
const lookBack = (db: Db): Pick<Ledger, "entriesSince" | "corrected" | "corrections"> => ({
  entriesSince: (account, seenMicros, within) => readEntriesSince(within, account, seenMicros),
  corrected: (merchantId, postingId, within) => readCorrected(within, merchantId, postingId),
  corrections: (merchantId, reference) => listCorrections(db, merchantId, reference),
});

/** Beside one for each lane: for postings over several merchants and for look-ups. */
const FURTHER_CONNECTIONS = 3;

/** Whoever keeps what is changed by hand hears of it. */
const toldByHand = (house: LedgerHouse) => ({
  opensFor: (tx: Tx, account: BookAccount) => house.together.opensFor(tx, account),
  takenBack: (tx: Tx, back: TakenBack) => house.together.takenBack(tx, back),
  bookedByHand: (tx: Tx, booked: BookedByHand) => house.together.bookedByHand(tx, booked),
});

export function createLedger(house: LedgerHouse): Ledger {
  const deps: LedgerDeps = { ...house, ...house.rails };
  const { database, clock, ids } = deps;
  const { db } = database;
  const lanes = deps.config.ledgerLanes;
  const pool = database.openPipelines("ledger", lanes + FURTHER_CONNECTIONS);
  const writer = createWriter({ pool, named: !database.pooled, clock, ids, lanes });
  const adjusting = { ...deps, writer, ...toldByHand(house) };
  const reconciling = { ...deps, db };
  // The same question from everybody who pays by card: whoever asks at the same moment shares the answer.
  const askAlarm = createCoalescer<null, boolean>({
    name: "alarms",
    async work(asking) {
      const open = await hasOpenAlarm(database.hot);
      return asking.map(() => open);
    },
  });
  // A page shows them in several places: what is asked for at the same moment is one look.
  const askBalances = createCoalescer<BalanceRequest, AccountBalance[]>({
    name: "balances",
    work: (requests) => readManyBalances(database.hot, requests),
  });
  return {
    ...writer,
    endpoints: ledgerEndpoints,
    waiting: { adjustments: () => countPendingAdjustments(db), alarms: () => countOpenAlarms(db) },
    handlers: {
      ...createBooks(deps),
      ...createOversight(deps),
      ...createMerchantBooks(deps),
      ...createWallet(deps),
      proposeAdjustment: (ctx, input) => proposeAdjustment(adjusting, ctx, input),
      decideAdjustment: (ctx, input) => decideAdjustment(adjusting, ctx, input),
    },
    approvals: { "ledger.alarm": clearAgreedAlarm(deps) },
    jobs: {
      "ledger.check-invariants": { cron: "* * * * *", run: async () => void (await checkInvariants(reconciling)) },
      "ledger.check-whole": {
        cron: "23 1 * * *",
        run: async () => void (await checkInvariants(reconciling, "whole")),
      },
      "ledger.compare-rails": { cron: "*/10 * * * *", run: async () => void (await compareRails(reconciling)) },
      "ledger.seal-days": { cron: "7 0 * * *", run: async () => void (await sealDays({ db, clock })) },
    },
    prices: house.prices,
    houseTotals: async (kinds) => (await readChart(db, kinds)).map(({ kind, balance }) => ({ kind, total: balance })),
    balance: (merchantId, code, within = db) => readBalance(within, merchantId, code),
    balanceAt: (merchantId, code, at) => readBalanceAt(db, merchantId, code, at),
    balances: (merchantId, kinds, within) =>
      kinds && !within ? askBalances({ merchantId, kinds }) : readBalances(within ?? db, merchantId, kinds),
    leftMoney: (after, limit) => readLeftMoney(db, after, limit),
    quotaDebtors: (limit) => listOwing(db, "house.quota_debt", limit),
    statement: (request, within = db) => readStatement(within, request),
    ...lookBack(db),
    turnover: (request) => readTurnover(db, request),
    overview: (merchantId) => readOverview(db, askBalances, merchantId),
    equivalent: (merchantId, of) => readEquivalent(askBalances, deps.fxRates, merchantId, of),
    incomeByDay: (merchantId, from) => readIncomeByDay(db, merchantId, USABLE, from),
    closingBlockers: (merchantId, within) => readClosingBlockers(within, merchantId),
    moneyOn: (within, account) => readMoneyOn(within, account),
    search: (text, limit) => searchPostings(db, text, limit),
    openHolds: (merchantId) => readOpenHolds(db, merchantId),
    payoutsStopped: (within) => (within ? hasOpenAlarm(within) : askAlarm(null)),
  };
}
