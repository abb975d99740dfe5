import { statementEndpoints as calls } from "@coralhub/contract";
import type { Merchant, MerchantStep, Simulation, World } from "@coralhub/testkit/simulate";

const shanghaiDay = ({ clock }: World): string =>
  new Date(clock.now().getTime() + 8 * 3_600_000).toISOString().slice(0, 10);

async function download({ me, world, chance }: MerchantStep): Promise<void> {
  const month = { grain: "month", period: shanghaiDay(world).slice(0, 7) } as const;
  await me.call(calls.statement, month);
  await me.call(calls.statementFile, {
    ...month,
    format: chance.pick(["csv", "mt940", "camt053"] as const),
    language: "zh",
  });
}

/** What the statement of this month ends with is the merchant's own money in the books, held or not. */
async function closingIsBalance(world: World, me: Merchant): Promise<string[]> {
  const statement = await me.call(calls.statement, { grain: "month", period: shanghaiDay(world).slice(0, 7) });
  const rows = await world.database.query<{ currency: string; own: string }>(
    `select currency, sum(balance)::text as own from ledger_account where merchant_id = $1
      and kind in ('collection', 'wallet', 'card_wallet', 'card', 'deposit', 'hold') group by 1`,
    [me.userId],
  );
  return [
    ...rows.flatMap(({ currency, own }) => {
      const closing = statement.sections.find((section) => section.currency === currency)?.closing.minor ?? 0n;
      return closing === BigInt(own) ? [] : [`${currency}: statement ends with ${closing}, books ${own}`];
    }),
    ...statement.sections
      .filter(({ opening, credits, debits, closing }) => opening.minor + credits.minor - debits.minor !== closing.minor)
      .map(({ currency }) => `${currency}: opening, credits and debits do not make the closing balance`),
    ...statement.sections
      .filter(({ opening, closing, business: { income, expense, exchanged, financing, moved, other } }) => {
        const signed = [income, exchanged, financing, moved, other].reduce(
          (sum, { minor }) => sum + minor,
          -expense.minor,
        );
        return opening.minor + signed !== closing.minor;
      })
      .map(({ currency }) => `${currency}: income, expense and the rest do not make the closing balance`),
  ];
}

/** What comes and goes is what each posting made the merchant's money more or less by: a hold moves nothing. */
const TURNOVER = `
  select currency, coalesce(sum(change) filter (where change > 0), 0)::text as credits,
         coalesce(-sum(change) filter (where change < 0), 0)::text as debits
    from (select e.currency, e.posting_id, sum(e.amount) as change
            from ledger_entry e join ledger_account a on a.merchant_id = e.merchant_id and a.code = e.code
           where e.merchant_id = $1 and a.kind in ('collection', 'wallet', 'card_wallet', 'card', 'deposit', 'hold')
             and e.posted_at >= date_trunc('month', $2::timestamptz at time zone 'Asia/Shanghai') at time zone 'Asia/Shanghai'
           group by 1, 2) p group by 1`;
async function turnoverIsBusiness(world: World, me: Merchant): Promise<string[]> {
  const { sections } = await me.call(calls.statement, { grain: "month", period: shanghaiDay(world).slice(0, 7) });
  const rows = await world.database.query<{ currency: string; credits: string; debits: string }>(TURNOVER, [
    me.userId,
    world.clock.now(),
  ]);
  return rows.flatMap(({ currency, credits, debits }) => {
    const told = sections.find((section) => section.currency === currency);
    return told?.credits.minor === BigInt(credits) && told.debits.minor === BigInt(debits)
      ? []
      : [
          `${currency}: statement ${told?.credits.minor} in, ${told?.debits.minor} out; books ${credits} in, ${debits} out`,
        ];
  });
}

/** Statements of finished months as they were first told, by world, merchant and month. */
const told = new WeakMap<World, Map<string, string>>();
const inWords = (statement: unknown): string =>
  JSON.stringify(statement, (_, value: unknown) => (typeof value === "bigint" ? String(value) : value));
/** Whatever comes back, is paid on or corrected later belongs to the month in which it happens. */
async function finishedStays(world: World, me: Merchant): Promise<string[]> {
  const [year, number] = shanghaiDay(world).split("-").map(Number) as [number, number];
  const period = number === 1 ? `${year - 1}-12` : `${year}-${String(number - 1).padStart(2, "0")}`;
  const statement = await me.call(calls.statement, { grain: "month", period });
  if (statement.provisional) return [];
  const known = told.get(world) ?? new Map<string, string>();
  told.set(world, known);
  const [key, now] = [`${me.userId} ${period}`, inWords(statement)];
  const first = known.get(key) ?? now;
  known.set(key, first);
  return first === now ? [] : [`${period} was told as ${first}, and is now ${now}`];
}

export const statementsSimulation: Simulation = {
  actors: [{ name: "商户下载对账单", by: "merchant", weight: 0.7, act: download }],
  laws: [
    { name: "对账单的余额就是账上的余额", when: "daily", violations: closingIsBalance },
    { name: "对账单的收支不算暂扣", when: "daily", violations: turnoverIsBusiness },
    { name: "已结束月份的对账单不再变化", when: "daily", violations: finishedStays },
  ],
};
