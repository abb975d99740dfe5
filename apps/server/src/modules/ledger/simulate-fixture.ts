import { homeEndpoints, ledgerEndpoints as calls } from "@coralhub/contract";
import { accountCode, moneyOf } from "@coralhub/domain";
import { lawByQuery, type Merchant, type Simulation, type Step, type World } from "@coralhub/testkit/simulate";

const BOOKS = `
  select 'sum ' || merchant_id || ' ' || currency as problem from ledger_account
   group by merchant_id, currency having sum(balance) <> 0
  union all select 'overdrawn ' || code from ledger_account where balance < 0 and code not like 'house.%'
  union all select 'held ' || a.code || ' ' || a.balance from ledger_account a where a.kind = 'hold' and a.balance <> coalesce((
    select sum(h.amount) from ledger_hold h where h.merchant_id = a.merchant_id and h.code = a.code and h.resolved_by is null), 0)`;

/** What each rail's statement says against the books, reference by reference. */
const RAILS = `
  select coalesce(o.rail, b.rail) || ' ' || coalesce(o.reference, b.reference) || ': books ' || coalesce(o.amount::text, '-')
      || ', statement ' || coalesce(b.amount::text, '-') as problem
    from (select substring(case when t.from_code like 'house.nostro:%' then t.from_code else t.to_code end from 'house.nostro:[A-Z]+:(.*)') as rail,
                 coalesce(c.reference, p.reference) as reference, sum(case when t.from_code like 'house.nostro:%' then t.amount else -t.amount end) as amount
            from ledger_leg t join ledger_posting p on p.merchant_id = t.merchant_id and p.id = t.posting_id
            left join ledger_posting c on p.reason = 'reversal' and c.merchant_id = p.merchant_id and c.id = p.reverses
           where t.from_code like 'house.nostro:%' or t.to_code like 'house.nostro:%'
           group by 1, 2
          having sum(case when t.from_code like 'house.nostro:%' then t.amount else -t.amount end) <> 0) o
    full join (select rail, reference, sum(amount) as amount from sandbox_statement_line group by 1, 2) b using (rail, reference)
   where o.amount is distinct from b.amount`;

/** Home, the balances' page and the books. */
async function oneBalance({ database }: World, me: Merchant): Promise<string[]> {
  const rows = await database.query<{ currency: string; own: string; held: string }>(
    `select currency, coalesce(sum(balance) filter (where kind in ('collection', 'wallet')), 0)::text as own,
            coalesce(sum(balance) filter (where kind = 'hold'), 0)::text as held
       from ledger_account where merchant_id = $1 group by 1`,
    [me.userId],
  );
  const page = await me.call(calls.walletBalances, {});
  const { balances } = await me.call(homeEndpoints.home, {});
  return rows.flatMap(({ currency, own, held }) => {
    const shown = page.find((one) => one.currency === currency)?.available.minor ?? 0n;
    const home = balances.find(({ available }) => available.currency === currency);
    const kept = home ? home.processing.minor + home.held.minor : 0n;
    return [
      ...(shown === BigInt(own) ? [] : [`${currency}: page ${shown}, books ${own}`]),
      ...(!home || home.available.minor === BigInt(own)
        ? []
        : [`${currency}: home ${home.available.minor}, books ${own}`]),
      ...(!home || kept === BigInt(held) ? [] : [`${currency}: home keeps ${kept}, books ${held}`]),
    ];
  });
}

/** By hand, from the house to a merchant: one proposes, another decides, never the same one. */
async function adjust({ world, chance }: Step): Promise<void> {
  const present = world.merchants.filter(Boolean);
  if (present.length === 0) return;
  const { userId: merchantId } = chance.pick(present);
  const proposed = await world.operator("finance", 1).attempt(calls.proposeAdjustment, {
    merchantId,
    from: accountCode("house.fees", "USD"),
    to: accountCode("wallet", "USD"),
    amount: moneyOf("USD", BigInt(chance.between(10_000, 800_000))),
    memo: "银行手续费补退",
  });
  if (!proposed || chance.may(0.1)) return;
  const ref = { merchantId, id: proposed.id };
  const alone = await world.operator("finance", 1).attempt(calls.decideAdjustment, { ...ref, decision: "approve" });
  if (alone !== undefined) world.broken("两个人才动得了的钱", `one person posted adjustment ${proposed.id}`);
  const decision = chance.may(0.8) ? ("approve" as const) : ("reject" as const);
  await world.operator("finance", 2).attempt(calls.decideAdjustment, { ...ref, decision, note: "复核" });
}

export const ledgerSimulation: Simulation = {
  actors: [{ name: "财务人工调账", by: "operator", perDay: 1, act: adjust }],
  laws: [
    lawByQuery("账是平的，没有透支，暂扣对得上", "always", BOOKS),
    lawByQuery("账与通道的对账单相同", "rest", RAILS),
    lawByQuery(
      "账务没有告警",
      "always",
      "select rule || ' ' || subject || ' ' || detail::text as problem from ledger_alarm where cleared_at is null",
    ),
    { name: "首页、余额页和账相同", when: "daily", violations: oneBalance },
  ],
};
