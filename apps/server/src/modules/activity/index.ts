import { activityEndpoints, moneyEventList, Refusal, type CallInput, type ListInput } from "@coralhub/contract";
import { parseShanghaiTime, startOfShanghaiDay } from "@coralhub/domain";
import type { Capability } from "../../platform/capability.ts";
import type { Database } from "../../platform/db.ts";
import type { Lists } from "../../platform/list-query.ts";
import {
  countEvents,
  moneyEventSource,
  oneEventSource,
  readTurnover,
  transactionSource,
  type Turnover,
  type TurnoverScope,
} from "./money-events-store.ts";

export type { Turnover } from "./money-events-store.ts";

export type ActivityDeps = { database: Pick<Database, "db">; lists: Lists };
export type Activity = Capability<typeof activityEndpoints> & {
  /** What came and what went in a period, by currency: payments, not entries. */
  turnover(merchantId: string, scope: TurnoverScope): Promise<Turnover[]>;
};

const DAY_MS = 86_400_000;
/** A day is meant whole; half-open. */
const startOf = (text: string | undefined): Date | undefined =>
  text === undefined ? undefined : (parseShanghaiTime(text) ?? startOfShanghaiDay(text));
const endOf = (text: string | undefined): Date | undefined => {
  if (text === undefined) return undefined;
  const time = parseShanghaiTime(text);
  return time ? new Date(time.getTime() + 1_000) : new Date(startOfShanghaiDay(text).getTime() + DAY_MS);
};

export function createActivity({ database: { db }, lists }: ActivityDeps): Activity {
  const page = (merchantId: string, source: typeof moneyEventSource, input: ListInput) =>
    lists.page({ ownerId: merchantId }, moneyEventList, source, input);
  return {
    endpoints: activityEndpoints,
    handlers: {
      moneyEvents: ({ merchantId }, input) => page(merchantId, moneyEventSource, input),
      moneyTotals: ({ merchantId }, { begin, end }) =>
        readTurnover(db, merchantId, { from: startOf(begin), until: endOf(end) }),
      exportMoneyEvents: async ({ merchantId }, { filters, format }) =>
        lists.export({ ownerId: merchantId }, moneyEventList, moneyEventSource, filters, { format }),
      transactions: ({ merchantId }, input) =>
        page(
          merchantId,
          transactionSource({ cardEnd: input.toCardNo, platforms: input.platformCodeList }),
          transactionInput(input),
        ),
      transaction: async ({ merchantId }, { id }) => {
        const source = oneEventSource(id);
        const { records } = await page(merchantId, source, { pageNo: 1, pageSize: 10, order: "desc", filters: {} });
        if (!records[0]) throw new Refusal("not_found");
        return records[0];
      },
    },
    personalData: async (merchantId) => ({ 收支笔数: await countEvents(db, merchantId) }),
    turnover: (merchantId, scope) => readTurnover(db, merchantId, scope),
  };
}

type TransactionWish = CallInput<typeof activityEndpoints.transactions.input>;

/** The specification's names for what the list filters by. */
const transactionInput = (wish: TransactionWish): ListInput => ({
  pageNo: Number(wish.pageNo ?? 1),
  pageSize: wish.pageSize ?? 10,
  order: "desc",
  ...(wish.cursor !== undefined && { cursor: wish.cursor }),
  filters: {
    ...(wish.userBizTypeList?.length && { kind: wish.userBizTypeList }),
    ...(wish.userBizStatusList?.length && { state: wish.userBizStatusList }),
    ...(wish.fromCurrencyList?.length && { currency: wish.fromCurrencyList }),
    ...(wish.transactionOrderId && { reference: wish.transactionOrderId }),
    ...((wish.beginTime || wish.endTime) && { effectiveAt: { begin: wish.beginTime, end: wish.endTime } }),
  },
});
