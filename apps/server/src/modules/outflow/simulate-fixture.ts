import { approvalEndpoints, outflowEndpoints as calls } from "@coralhub/contract";
import type { Simulation, Step } from "@coralhub/testkit/simulate";

/** What was held back on its way out: looked at again, or let go by two; what only a thaw may send is refused. */
async function handle({ world, chance }: Step): Promise<void> {
  const [one, other] = [world.operator("finance", 1), world.operator("finance", 2)];
  for (const { topic, reference } of (await one.call(calls.heldSends, {})).slice(0, 10)) {
    const key = { topic, reference };
    if (chance.may(0.3)) await one.attempt(calls.recheckSend, key);
    const proposed = await one.attempt(calls.proposeRelease, { ...key, reason: "监管要求原路退回" });
    if (!proposed) continue;
    const decided = { id: proposed.approvalId, decision: "approve" } as const;
    const alone = await one.attempt(approvalEndpoints.decideApproval, decided);
    if (alone !== undefined) world.broken("两个人才动得了的钱", `one person let ${topic} ${reference} go`);
    const decision = chance.may(0.8) ? ("approve" as const) : ("reject" as const);
    await other.attempt(approvalEndpoints.decideApproval, { ...decided, decision, note: "复核" });
  }
}

export const outflowSimulation: Simulation = {
  actors: [{ name: "财务处理被拦下的出款", by: "operator", perDay: 0.3, act: handle }],
};
