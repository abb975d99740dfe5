import { accountEndpoints as calls } from "@coralhub/contract";
import type { MerchantStep, Simulation, Step } from "@coralhub/testkit/simulate";

async function look({ me, chance }: MerchantStep): Promise<void> {
  const accounts = await me.call(calls.receivingAccounts, {});
  if (accounts.length === 0) return;
  const { id, state } = chance.pick(accounts);
  await me.call(calls.receivingAccount, { id });
  if (state === "refused") await me.call(calls.reapplyReceivingAccount, { id });
  else await me.attempt(calls.accountEntries, { accountId: id });
}

async function oversee({ world, chance }: Step): Promise<void> {
  const reviewer = world.operator("reviewer", 1);
  const { records } = await reviewer.call(calls.receivingAccountDesk, { pageSize: 100 });
  if (records.length === 0) return;
  const { merchantId, id, state } = chance.pick(records);
  const ref = { merchantId, id, reason: "例行核查" };
  if (/frozen$/i.test(state)) await reviewer.attempt(calls.unfreezeReceivingAccount, ref);
  else if (chance.may(0.5)) await reviewer.attempt(calls.closeReceivingAccount, ref);
  else await reviewer.attempt(calls.freezeReceivingAccount, ref);
}
/** Frozen ones do not stay frozen for ever. */
async function thaw({ world }: Step): Promise<void> {
  const reviewer = world.operator("reviewer", 2);
  const { records } = await reviewer.call(calls.receivingAccountDesk, {
    filters: { state: ["frozen", "payingOutFrozen"] },
    pageSize: 100,
  });
  for (const { merchantId, id } of records)
    await reviewer.attempt(calls.unfreezeReceivingAccount, { merchantId, id, reason: "核查完毕" });
}
async function closeEmpty({ world, chance }: Step): Promise<void> {
  const reviewer = world.operator("reviewer", 2);
  const { records } = await reviewer.call(calls.receivingAccountDesk, {
    filters: { state: ["open", "payingOut", "refused"] },
    pageSize: 100,
  });
  for (const { merchantId, id } of records)
    if (chance.may(0.3)) await reviewer.attempt(calls.closeReceivingAccount, { merchantId, id, reason: "长期不用" });
}

export const accountsSimulation: Simulation = {
  actors: [
    { name: "商户看收款账户", by: "merchant", weight: 2, act: look },
    { name: "审核员核查收款账户", by: "operator", perDay: 0.25, act: oversee },
    { name: "审核员解冻收款账户", by: "operator", perDay: 0.3, act: thaw },
    { name: "审核员关闭空账户", by: "operator", perDay: 0.25, act: closeEmpty },
  ],
  laws: [
    {
      name: "关闭的账户里没有钱",
      when: "always",
      ofHouse: true,
      violations: async ({ database }) =>
        (
          await database.query<{ problem: string }>(`
            select r.state || ' account ' || r.id || ' keeps ' || l.balance || ' on ' || l.code as problem
              from receiving_account r join ledger_account l on l.merchant_id = r.merchant_id
               and l.code in ('collection:' || r.currency || ':' || r.id, 'hold:' || r.currency || ':collection:' || r.id)
             where r.state in ('closed', 'closedFrozen', 'refused', 'applying') and l.balance > 0`)
        ).map(({ problem }) => problem),
    },
    {
      name: "收款账户的余额就是账上的余额",
      when: "daily",
      async violations({ database }, me) {
        const rows = await database.query<{ code: string; balance: string }>(
          "select code, balance::text from ledger_account where merchant_id = $1 and code like 'collection:%'",
          [me.userId],
        );
        const accounts = await me.call(calls.receivingAccounts, {});
        return accounts.flatMap(({ id, available }) => {
          const booked = BigInt(rows.find(({ code }) => code.endsWith(id))?.balance ?? 0);
          return available.minor === booked ? [] : [`${id}: page ${available.minor}, books ${booked}`];
        });
      },
    },
  ],
};
