import { startMoneyWorld, type MoneyWorld } from "../money/money-world.ts";

const [MERCHANT, STORE] = ["md5('merchant 1')::uuid", "md5('store 1')::uuid"];
const FIRST = "timestamptz '2026-10-01 00:00:00+00'";

/** A month of one shop in the tables: a payout every eighteen hours, half of them with the number of their settlement. */
export async function startMonth(orders: number, incomes: number): Promise<MoneyWorld> {
  const world = await startMoneyWorld(1);
  const each = Math.floor(orders / incomes);
  const payoutOf = `least(n / ${each}, ${incomes - 1})`;
  await world.owner.query(`
    set session_replication_role = replica;
    insert into trade_order (merchant_id, id, upload_id, line, platform, store_id, order_number, ordered_at, currency, amount_minor,
        given, findings, state, granted_minor, serial, created_at, changed_at)
      select ${MERCHANT}, md5('order ' || n)::uuid, md5('upload')::uuid, n, 'AMAZON', ${STORE}, '114-' || n,
        ${FIRST} + ${payoutOf} * interval '18 hours' + (n % ${each}) * interval '18 hours' / ${each} * 0.9, 'USD', 900 + n * 7919::bigint % 9000,
        '{}', '{}', 'passed', 900 + n * 7919::bigint % 9000, case when ${payoutOf} % 2 = 0 then 'SETTLE-' || ${payoutOf} end, now(), now()
      from generate_series(0, ${orders - 1}) n;
    insert into income (merchant_id, id, receiving_account_id, store_id, platform, payer_name, currency, amount_minor, fee_minor, rail,
        rail_reference, remittance, state, announced_at, arrived_at, credited_at, changed_at, hold_posting_id, final_posting_id)
      select ${MERCHANT}, md5('income ' || p)::uuid, md5('account 1')::uuid, ${STORE}, 'AMAZON', 'AMAZON', 'USD', sold * 88 / 100, 0, 'bank',
        'FH' || p, case when p % 2 = 0 then 'PAYOUT SETTLE-' || p else 'PAYOUT' end, 'credited', at, at, at, at, md5('hold ' || p)::uuid, md5('final ' || p)::uuid
      from (select ${payoutOf} as p, sum(900 + n * 7919::bigint % 9000)::bigint as sold, ${FIRST} + (${payoutOf} + 1) * interval '18 hours' as at
            from generate_series(0, ${orders - 1}) n group by 1, 3) payout;
    set session_replication_role = origin;
    analyze;`);
  return world;
}
