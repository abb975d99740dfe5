import { COUNT_CAP, incomeList, Refusal, type IncomeSelection } from "@coralhub/contract";
import {
  incomeLifecycle,
  moneyOf,
  PLATFORMS,
  stateNames,
  type Currency,
  type IncomeState,
  type Money,
  type PlatformCategory,
} from "@coralhub/domain";
import { sql } from "kysely";
import { listConditions } from "../../../platform/list-conditions.ts";
import type { Db } from "../../../platform/db.ts";
import type { Condition, ListSource, Sql } from "../../../platform/list-query.ts";
import { timeRange } from "../../../platform/time.ts";
import { containing, type FoundWords } from "./search-store.ts";

export type IncomeSource = ListSource<(typeof incomeList)["row"]>;
/** What had to be looked up before rows can be compared: what a search means, and whose number that is. */
export type Resolved = {
  words?: FoundWords | undefined;
  accountIds?: readonly string[] | undefined;
  platforms?: readonly string[] | undefined;
};

/** Outer joins: what a count does not need is then not read. */
const FROM = sql`income i
  left join receiving_account_brief a on a.merchant_id = i.merchant_id and a.id = i.receiving_account_id
  left join store_brief s on s.merchant_id = i.merchant_id and s.id = i.store_id`;

const CATEGORY_OF = JSON.stringify(Object.fromEntries(PLATFORMS.map(({ code, category }) => [code, category])));
const codesOf = (categories: readonly PlatformCategory[]): string[] =>
  PLATFORMS.filter(({ category }) => categories.includes(category)).map(({ code }) => code);

/** One value keeps an index on the column in the list's order. */
const among = (column: Sql, values: readonly string[], type: "text" | "uuid"): Sql =>
  values.length === 1
    ? sql`${column} = ${values[0]}::${sql.raw(type)}`
    : sql`${column} = any(${values}::${sql.raw(type)}[])`;

export function incomeSource(selection: IncomeSelection, resolved: Resolved): IncomeSource {
  const { words } = resolved;
  return {
    from: FROM,
    counted: sql`income i`,
    owner: sql`i.merchant_id`,
    id: sql`i.id`,
    where: sql.join(narrowing(selection, resolved), sql` and `),
    columns: {
      id: sql`i.id`,
      transactionOrderId: sql`i.rail_reference`,
      createdAt: sql`i.announced_at`,
      bizType: sql`${CATEGORY_OF}::jsonb ->> i.platform`,
      platform: sql`i.platform`,
      storeId: sql`i.store_id`,
      storeName: sql`s.name`,
      payerName: sql`i.payer_name`,
      receivingAccountId: sql`i.receiving_account_id`,
      toCardNo: sql`a.account_number`,
      accountCountry: sql`a.country`,
      currency: sql`i.currency`,
      amount: { minor: sql`i.amount_minor`, currency: sql`i.currency` },
      fee: { minor: sql`i.fee_minor`, currency: sql`i.currency` },
      takenBack: { minor: sql`i.taken_back_minor`, currency: sql`i.currency` },
      state: sql`i.state`,
      hold: sql`i.hold`,
      expectedAt: sql`i.expected_at`,
      settledAt: sql`coalesce(i.credited_at, i.returned_at)`,
      pinned: sql`i.pinned_at is not null`,
      hidden: sql`i.hidden`,
    },
    conditions: {
      payerName: () => (words ? [matching(words)] : []),
      bizType: (categories) => chosen(codesOf(categories as PlatformCategory[]), categories as string[]),
    },
  };
}

/** A category nobody belongs to matches nothing; no category chosen matches everything. */
const chosen = (codes: readonly string[], asked: readonly string[]): Sql[] =>
  asked.length > 0 ? [among(sql`i.platform`, codes, "text")] : [];

function matching({ text, payers, storeIds }: FoundWords): Condition {
  if (!payers)
    return sql`(i.rail_reference = ${text} or i.payer_name ilike ${containing(text)} or i.store_id = any(${storeIds}::uuid[]))`;
  const otherwise = sql`i.payer_name <> all(${payers}::text[])`;
  return {
    whole: sql`(i.rail_reference = ${text} or i.payer_name = any(${payers}::text[]) or i.store_id = any(${storeIds}::uuid[]))`,
    parts: [
      ...payers.map((payer) => sql`i.payer_name = ${payer}`),
      ...storeIds.map((storeId) => sql`i.store_id = ${storeId}::uuid and ${otherwise}`),
      sql`i.rail_reference = ${text} and ${otherwise} and (i.store_id is null or i.store_id <> all(${storeIds}::uuid[]))`,
    ],
  };
}

/** The specification's names for filters, and what the list leaves out by itself. */
function narrowing(selection: IncomeSelection, { accountIds, platforms }: Resolved): Sql[] {
  const conditions = [selection.hidden ? sql`i.hidden` : sql`not i.hidden`];
  const lists = [
    [sql`i.state`, selection.userBizStatusList],
    [sql`i.currency`, selection.fromCurrencyList],
    [sql`i.platform`, selection.platformCodeList],
    [sql`i.platform`, selection.userBizTypeList?.length ? codesOf(selection.userBizTypeList) : undefined],
    [sql`i.rail_reference`, selection.transactionOrderId ? [selection.transactionOrderId] : undefined],
  ] as const;
  for (const [column, values] of lists) if (values?.length) conditions.push(among(column, values, "text"));
  if (platforms) conditions.push(among(sql`i.platform`, platforms, "text"));
  if (accountIds) conditions.push(among(sql`i.receiving_account_id`, accountIds, "uuid"));
  if (selection.receivingAccountId)
    conditions.push(among(sql`i.receiving_account_id`, [selection.receivingAccountId], "uuid"));
  if (selection.storeId) conditions.push(among(sql`i.store_id`, [selection.storeId], "uuid"));
  if (selection.ids) conditions.push(among(sql`i.id`, selection.ids, "uuid"));
  if (selection.pinned) conditions.push(sql`i.pinned_at is not null`);
  return [...conditions, ...timeConditions(selection)];
}

function timeConditions({ beginTime, endTime }: IncomeSelection): Sql[] {
  const range = timeRange({
    ...(beginTime === undefined ? {} : { begin: beginTime }),
    ...(endTime === undefined ? {} : { end: endTime }),
  });
  if (!range) {
    const words = "日期格式应为 2026-11-15";
    throw new Refusal(
      "input.invalid",
      {},
      { ...(beginTime && { beginTime: words }), ...(endTime && { endTime: words }) },
    );
  }
  return [
    ...(range.from ? [sql`i.announced_at >= ${range.from}`] : []),
    ...(range.before ? [sql`i.announced_at < ${range.before}`] : []),
  ];
}

export type StateCounts = Record<IncomeState, number>;

/** How many stand in each state, whatever states are asked for: what the tabs say. */
export async function countStates(
  db: Db,
  merchantId: string,
  source: IncomeSource,
  filters: IncomeSelection["filters"],
): Promise<StateCounts> {
  const where = listConditions({ ownerId: merchantId }, incomeList, source, { ...filters, state: undefined });
  const states = stateNames(incomeLifecycle);
  const counts = states.map(
    (state) => sql`
      (select count(*)::int from (
        select 1 from ${source.counted} where ${where} and i.state = ${state}
        order by i.announced_at desc, i.id desc limit ${COUNT_CAP}) n)
      as ${sql.id(state)}`,
  );
  const { rows } = await sql<StateCounts>`select ${sql.join(counts)}`.execute(db);
  return rows[0]!;
}

export type CurrencySum = { amount: Money; credited: Money };

/** Per currency; only for as many rows as are counted. */
export async function sumIncomes(
  db: Db,
  merchantId: string,
  source: IncomeSource,
  filters: IncomeSelection["filters"],
): Promise<CurrencySum[]> {
  const where = listConditions({ ownerId: merchantId }, incomeList, source, filters);
  const { rows } = await sql<{ currency: Currency; amount: bigint; credited: bigint }>`
    select i.currency, sum(i.amount_minor)::int8 as amount,
      coalesce(sum(i.amount_minor - i.taken_back_minor) filter (where i.state = 'credited'), 0)::int8 as credited
    from ${source.counted} where ${where} group by i.currency order by count(*) desc, i.currency`.execute(db);
  return rows.map(({ currency, amount, credited }) => ({
    amount: moneyOf(currency, amount),
    credited: moneyOf(currency, credited),
  }));
}
