import { beneficiaryEndpoints, mybankEndpoints as calls, mybankControlEndpoints as bank } from "@coralhub/contract";
import type { MerchantStep, Simulation, Step, World } from "@coralhub/testkit/simulate";

async function bind({ me, chance }: MerchantStep): Promise<void> {
  const { bindings } = await me.call(calls.mybankStatus, {});
  const known = bindings.find(({ state }) => state === "applied" || state === "bound");
  if (known) {
    if (known.state === "applied") await me.call(calls.checkMybank, { id: known.id });
    if (chance.may(0.4)) await me.call(calls.unbindMybank, { id: known.id });
    return;
  }
  const verificationCode = await me.code(() => me.call(beneficiaryEndpoints.sendAccountCode, {}));
  await me.call(calls.bindMybank, {
    bankNo: `888888${String(1_000_000_000 + me.number * 100_000 + chance.below(100_000))}`,
    verificationCode,
    agreed: true,
  });
}
async function mood({ world, chance }: Step): Promise<void> {
  await world.lever.call(bank.setMybankSettings, {
    plan: chance.pick(["accept", "accept", "refuse", "silent"] as const),
    delaySeconds: chance.pick([0, 600]),
  });
}
async function decide({ world, chance }: Step): Promise<void> {
  const applications = await world.lever.call(bank.mybankApplications, {});
  if (applications.length === 0) return;
  const { reference, state } = chance.pick(applications);
  const decision = state === "accepted" ? ("unbind" as const) : chance.pick(["accept", "refuse"] as const);
  await world.lever.attempt(bank.decideMybank, { reference, decision });
}
async function calm({ lever }: World): Promise<void> {
  await lever.call(bank.setMybankSettings, { plan: "accept", delaySeconds: 0 });
  for (const { reference, state } of await lever.call(bank.mybankApplications, {}))
    if (state === "taken") await lever.attempt(bank.decideMybank, { reference, decision: "accept" });
}

export const mybankSimulation: Simulation = {
  prepare: calm,
  calm,
  actors: [
    { name: "商户绑定网商银行", by: "merchant", weight: 1, act: bind },
    { name: "网商银行换脾气", by: "rail", perDay: 0.2, act: mood },
    { name: "网商银行改主意", by: "rail", perDay: 0.4, act: decide },
  ],
};
