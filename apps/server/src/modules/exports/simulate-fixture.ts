import { exportEndpoints as calls, incomeEndpoints } from "@coralhub/contract";
import type { Merchant, MerchantStep, Simulation } from "@coralhub/testkit/simulate";

async function start({ me, world, chance }: MerchantStep): Promise<void> {
  const { id } = await me.call(calls.startExport, { format: chance.pick(["csv", "xlsx"] as const) });
  if (chance.may(0.35)) return void (await me.call(calls.cancelExport, { id }));
  await world.settle();
  await me.call(calls.exportJobs, {});
  await me.call(calls.downloadExport, { id });
}

/** A file of all incomes has a line for each of them. */
async function fileIsList(_world: unknown, me: Merchant): Promise<string[]> {
  const { total } = await me.call(incomeEndpoints.incomes, {});
  const file = await me.call(calls.exportIncomes, { format: "csv" });
  const lines = (await file.blob.text()).trim().split("\n").length - 1;
  return lines === total ? [] : [`the file has ${lines} lines, the list ${total}`];
}

export const exportsSimulation: Simulation = {
  actors: [{ name: "商户导出收款", by: "merchant", weight: 0.7, act: start }],
  laws: [{ name: "导出的行数就是列表的笔数", when: "daily", violations: fileIsList }],
};
