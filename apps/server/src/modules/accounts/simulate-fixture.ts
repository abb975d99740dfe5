import { accountEndpoints as calls, storeEndpoints } from "@coralhub/contract";
import { lawByQuery, unlessRefused, type MerchantStep, type Simulation, type Step } from "@coralhub/testkit/simulate";
import { sell } from "../income/simulate-fixture.ts";
import { openStore } from "../stores/simulate-fixture.ts";
import { payALittle, sendBack } from "../payouts/simulate-fixture.ts";
import { putInWallet } from "../wallets/simulate-fixture.ts";

async function look({ me, chance }: MerchantStep): Promise<void> {
  const accounts = await me.call(calls.receivingAccounts, {});
  if (accounts.length === 0) return;
  const { id, state } = chance.pick(accounts);
  await me.call(calls.receivingAccount, { id });
  if (state === "refused") await me.call(calls.reapplyReceivingAccount, { id });
  else await me.attempt(calls.accountEntries, { accountId: id });
  const due = (await me.call(calls.accountCharges, {})).find((charge) => charge.state === "due");
  if (due) await me.attempt(calls.payAccountCharge, { chargeId: due.id });
}

async function oversee({ world, chance }: Step): Promise<void> {
  const reviewer = world.operator("reviewer", 1);
  const { records } = await reviewer.call(calls.receivingAccountDesk, { pageSize: 100 });
  if (records.length === 0) return;
  const { merchantId, id, state } = chance.pick(records);
  const ref = { merchantId, id, reason: "例行核查" };
  if (/frozen$/i.test(state) && chance.may(0.7)) await reviewer.attempt(calls.unfreezeReceivingAccount, ref);
  else if (chance.may(0.5)) await reviewer.attempt(calls.closeReceivingAccount, ref);
  else await reviewer.attempt(calls.freezeReceivingAccount, ref);
}
/** Frozen ones do not stay frozen for ever. */
async function thaw({ world }: Step): Promise<void> {
  const reviewer = world.operator("reviewer", 2);
  const { records } = await reviewer.call(calls.receivingAccountDesk, {
    filters: { state: ["frozen", "payingOutFrozen", "closedFrozen"] },
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

/** Another store, and what it sells. */
async function beginAnew(step: MerchantStep): Promise<void> {
  await openStore(step);
  await step.world.settle();
  await sell(step);
}
/**
 * One account is given up: its stores go, its money goes, and the house closes it at every moment it may and may not. What comes
 * back afterwards opens it again, for paying out alone.
 */
async function giveUp(step: MerchantStep): Promise<void> {
  const { me, world, chance } = step;
  const accounts = await me.call(calls.receivingAccounts, {});
  const inUse = accounts.filter(({ state }) => state === "open" || state === "payingOut");
  if (inUse.length === 0) return beginAnew(step);
  const { id, stores } = chance.pick(inUse);
  const ref = { merchantId: me.userId, id, reason: "商户不再使用" };
  const reviewer = world.operator("reviewer", 1);
  await sell(step);
  const payoutId = await payALittle(step, id);
  await reviewer.attempt(calls.closeReceivingAccount, ref);
  const { available } = await me.call(calls.receivingAccount, { id });
  if (available.minor > 0n) await unlessRefused(putInWallet(me, { accountId: id, amount: available }));
  for (const store of stores) await me.attempt(storeEndpoints.removeStore, { id: store.id });
  await world.settle();
  for (const store of stores) await me.attempt(storeEndpoints.removeStore, { id: store.id });
  if (chance.may(0.3)) await reviewer.attempt(calls.freezeReceivingAccount, ref);
  await reviewer.attempt(calls.closeReceivingAccount, ref);
  if (payoutId !== undefined) await sendBack(world, payoutId);
  await reviewer.attempt(calls.closeReceivingAccount, ref);
}
export const accountsSimulation: Simulation = {
  actors: [
    { name: "商户看收款账户", by: "merchant", weight: 2, act: look },
    { name: "商户停用收款账户", by: "merchant", weight: 1.5, act: giveUp },
    { name: "审核员核查收款账户", by: "operator", perDay: 0.25, act: oversee },
    { name: "审核员解冻收款账户", by: "operator", perDay: 0.3, act: thaw },
    { name: "审核员关闭空账户", by: "operator", perDay: 0.25, act: closeEmpty },
  ],
  laws: [
    lawByQuery(
      "关闭的账户里没有钱",
      "always",
      `
            select r.state || ' account ' || r.id || ' keeps ' || l.balance || ' on ' || l.code as problem
              from receiving_account r join ledger_account l on l.merchant_id = r.merchant_id
               and l.code in ('collection:' || r.currency || ':' || r.id, 'hold:' || r.currency || ':collection:' || r.id)
             where r.state in ('closed', 'closedFrozen', 'refused', 'applying') and l.balance > 0`,
    ),
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
