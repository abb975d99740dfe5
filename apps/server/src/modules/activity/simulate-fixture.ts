import { activityEndpoints as calls } from "@coralhub/contract";
import { MONEY_STATES } from "@coralhub/domain";
import type { Merchant, MerchantStep, Simulation, World } from "@coralhub/testkit/simulate";

async function read({ me, chance }: MerchantStep): Promise<void> {
  await me.call(calls.moneyEvents, { ...(chance.may(0.3) && { filters: { state: ["moving"] } }) });
  await me.call(calls.moneyTotals, {});
}

/** What the list says of an income or a payment is what that thing says of itself. */
const EXPECTED = `
  select e.kind || ' ' || e.id || ' reads ' || e.state || ', it is ' || x.state as problem
    from money_event e
    join (select merchant_id, id, state, case state when 'credited' then '{done}' when 'announced' then '{coming}'
                   when 'lapsed' then '{failed}' when 'returned' then '{returned}' else '{held}' end::text[] as good from income
          union all
          select merchant_id, id, state, case state when 'completed' then '{done}' when 'returned' then '{returned}'
                   when 'failed' then '{failed}' when 'cancelled' then '{failed}' else '{moving}' end::text[] from payout) x
      on x.merchant_id = e.merchant_id and x.id = e.id
   where e.merchant_id = $1 and not e.state = any (x.good)`;

async function eventsAgree({ database }: World, me: Merchant): Promise<string[]> {
  const wrong = await database.query<{ problem: string }>(EXPECTED, [me.userId]);
  const list = await me.call(calls.moneyEvents, { pageSize: 100 });
  const [{ count } = { count: 0 }] = await database.query<{ count: number }>(
    "select count(*)::int as count from money_event where merchant_id = $1",
    [me.userId],
  );
  const rows = await database.query<{ id: string; state: string }>(
    "select id, state from money_event where merchant_id = $1",
    [me.userId],
  );
  const kept = new Map(rows.map(({ id, state }) => [id, state]));
  const shown = list.records
    .filter(({ id, state }) => kept.get(id) !== state)
    .map(({ id, state }) => `${id} is shown as ${state}, it is ${kept.get(id)}`);
  const unknown = list.records
    .filter(({ state }) => !(state in MONEY_STATES))
    .map(({ id }) => `${id} has no state anybody knows`);
  return [
    ...wrong.map(({ problem }) => problem),
    ...unknown,
    ...shown,
    ...(list.total === count ? [] : [`list says ${list.total}, the table ${count}`]),
  ];
}

export const activitySimulation: Simulation = {
  actors: [{ name: "商户看收支明细", by: "merchant", weight: 1, act: read }],
  laws: [{ name: "收支明细与业务的状态相同", when: "daily", violations: eventsAgree }],
};
