import {
  activityEndpoints,
  moneyEventList,
  Refusal,
  type Activity as FeedLine,
  type CallInput,
  type ListInput,
} from "@coralhub/contract";
import { moneyOf, toShanghaiDay, type AccountCode, type Money, type VoucherEvent } from "@coralhub/domain";
import type { Capability } from "../../platform/capability.ts";
import type { Database, Db } from "../../platform/db.ts";
import { listConditions } from "../../platform/list-conditions.ts";
import type { Lists } from "../../platform/list-query.ts";
import { listCorrectedBy, readCorrects } from "./corrections-store.ts";
import { readFeed } from "./feed.ts";
import { findMoney } from "./find-store.ts";
import { listBooked, readAccountTurnover, readTotalsThen, type Period } from "./known-then-store.ts";
import {
  chosenEventSource,
  countEvents,
  doneAmong,
  listRecent,
  moneyEventSource,
  oneEventSource,
  readIncomeByDay,
  readMonths,
  readTotals,
  readTurnover,
  sumFees,
  transactionSource,
  type DayIncome,
  type MonthTurnover,
  type RecentEvent,
  type Totals,
  type Turnover,
  type TurnoverScope,
} from "./money-events-store.ts";

export type { Turnover } from "./money-events-store.ts";

export type ActivityDeps = { database: Pick<Database, "db" | "hot">; lists: Lists };
export type Activity = Capability<typeof activityEndpoints> & {
  /** What came and what went in a period, by currency: payments, not entries. */
  turnover(merchantId: string, scope: TurnoverScope): Promise<Turnover[]>;
  /** The same of one account, as it was known when the period ended. */
  accountTurnover(merchantId: string, account: AccountCode, period: Period): Promise<Turnover[]>;
  /** What the list's own totals said of what was booked in a period when that ended. */
  totals(merchantId: string, period: Period): Promise<Totals[]>;
  /** What became part of the balance in a period, as it was known when that ended. */
  booked(merchantId: string, period: Period, limit: number): Promise<VoucherEvent[]>;
  /** The newest of the list, for the merchant's home page. */
  feed(merchantId: string, limit: number): Promise<FeedLine[]>;
  recent(merchantId: string, request: { held: boolean; limit: number }): Promise<RecentEvent[]>;
  feesSince(merchantId: string, since: Date): Promise<Money[]>;
  /** Income day by day, as the list has it. */
  incomeByDay(merchantId: string, from: string): Promise<DayIncome[]>;
};

const ONE: ListInput = { pageNo: 1, pageSize: 10, order: "desc", filters: {} };

export function createActivity({ database: { db, hot }, lists }: ActivityDeps): Activity {
  const page = (merchantId: string, source: typeof moneyEventSource, input: ListInput) =>
    lists.page({ ownerId: merchantId }, moneyEventList, source, input);
  const one = async (merchantId: string, id: string) => {
    const [event] = (await page(merchantId, oneEventSource(id), ONE)).records;
    if (!event) throw new Refusal("not_found");
    return event;
  };
  return {
    endpoints: activityEndpoints,
    handlers: {
      moneyEvents: ({ merchantId }, input) => page(merchantId, moneyEventSource, input),
      moneyTotals: ({ merchantId }, { begin, end, filters }) => {
        // One choice of days: the period's, or the list's own.
        const days = begin || end ? { countedAt: { begin, end } } : {};
        const asked = { ...filters, ...days };
        const where = listConditions({ ownerId: merchantId }, moneyEventList, moneyEventSource, asked);
        return readTotals(db, doneAmong(where));
      },
      moneyTrend: ({ merchantId, now }, { months }) => moneyTrend(db, merchantId, months, toShanghaiDay(now)),
      exportMoneyEvents: async ({ merchantId }, { filters, format, ids }) =>
        lists.export({ ownerId: merchantId }, moneyEventList, chosenEventSource(ids), filters, { format }),
      transactions: ({ merchantId }, input) =>
        page(
          merchantId,
          transactionSource({ cardEnd: input.toCardNo, platforms: input.platformCodeList, wallet: input.wallet }),
          transactionInput(input),
        ),
      moneyEvent: async ({ merchantId }, { id }) => {
        const [event, corrects, correctedBy] = await Promise.all([
          one(merchantId, id),
          readCorrects(db, merchantId, id),
          listCorrectedBy(db, merchantId, id),
        ]);
        return { ...event, corrects, correctedBy };
      },
      transaction: ({ merchantId }, { id }) => one(merchantId, id),
    },
    find: (merchantId, wanted) => findMoney(db, merchantId, wanted),
    personalData: async (merchantId) => ({ 收支笔数: await countEvents(db, merchantId) }),
    turnover: (merchantId, scope) => readTurnover(db, merchantId, scope),
    accountTurnover: (merchantId, account, period) => readAccountTurnover(db, merchantId, account, period),
    totals: (merchantId, period) => readTotalsThen(db, merchantId, period),
    booked: (merchantId, period, limit) => listBooked(db, merchantId, period, limit),
    feed: (merchantId, limit) => readFeed(hot, merchantId, limit),
    recent: (merchantId, request) => listRecent(db, merchantId, request),
    incomeByDay: (merchantId, from) => readIncomeByDay(hot, merchantId, from),
    feesSince: (merchantId, since) => sumFees(db, merchantId, since),
  };
}

/** The last months, this one included; a month without money stands there with nothing. */
async function moneyTrend(db: Db, merchantId: string, months: number, today: string): Promise<MonthTurnover[]> {
  const last = Number(today.slice(0, 4)) * 12 + Number(today.slice(5, 7)) - 1;
  const names = Array.from({ length: months }, (_, n) => {
    const month = last - months + 1 + n;
    return `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, "0")}`;
  });
  const known = await readMonths(db, merchantId, `${names[0]!}-01`);
  const none = moneyOf("CNY", 0n);
  return names.map((month) => known.find((one) => one.month === month) ?? { month, income: none, expense: none });
}

type TransactionRequest = CallInput<typeof activityEndpoints.transactions.input>;

/** The specification's names for what the list filters by. */
const transactionInput = (request: TransactionRequest): ListInput => ({
  pageNo: Number(request.pageNo ?? 1),
  pageSize: request.pageSize ?? 10,
  order: "desc",
  ...(request.cursor !== undefined && { cursor: request.cursor }),
  filters: {
    ...(request.userBizTypeList?.length && { kind: request.userBizTypeList }),
    ...(request.userBizStatusList?.length && { state: request.userBizStatusList }),
    ...(request.fromCurrencyList?.length && { currency: request.fromCurrencyList }),
    ...(request.transactionOrderId && { reference: request.transactionOrderId }),
    ...((request.beginTime || request.endTime) && { effectiveAt: { begin: request.beginTime, end: request.endTime } }),
  },
});
