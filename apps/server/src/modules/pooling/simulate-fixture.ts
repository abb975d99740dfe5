import { poolingEndpoints as calls } from "@coralhub/contract";
import type { MerchantStep, Simulation } from "@coralhub/testkit/simulate";

async function pool({ me, chance }: MerchantStep): Promise<void> {
  const { currencies } = await me.call(calls.poolingAccounts, {});
  const several = currencies.filter(({ accounts }) => accounts.length > 1);
  if (several.length === 0) return;
  const { accounts } = chance.pick(several);
  const target = chance.pick(accounts);
  const sources = accounts
    .filter(({ id, available }) => id !== target.id && available.minor > 0n)
    .map(({ id }) => ({ accountId: id }));
  if (sources.length === 0) return;
  const { id } = await me.call(calls.previewPooling, { targetId: target.id, sources });
  if (chance.may(0.3)) return;
  await me.call(calls.confirmPooling, { id });
  await me.call(calls.poolingDetail, { id });
}

export const poolingSimulation: Simulation = {
  actors: [{ name: "商户归集资金", by: "merchant", weight: 1.5, act: pool }],
};
