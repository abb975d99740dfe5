import { approvalEndpoints, priceEndpoints as calls } from "@coralhub/contract";
import type { Simulation, Step } from "@coralhub/testkit/simulate";

/** Opening an account costs something for a while. */
const openingFee = ({ pick }: Step["chance"]) =>
  ({
    business: "account_opening",
    currency: "USD",
    corridor: "US",
    terms: { basisPoints: "0", flat: pick(["0.00", "5.00"]), bearer: "merchant" },
  }) as const;
/** A price changes when two people of finance want it to. */
async function reprice({ world, chance }: Step): Promise<void> {
  const [one, other] = [world.operator("finance", 1), world.operator("finance", 2)];
  const rules = await one.call(calls.feeRules, {});
  const { business, currency, corridor, terms } = chance.pick(rules);
  const request = chance.may(0.5) ? { business, currency, corridor, terms } : openingFee(chance);
  const proposed = await one.attempt(calls.proposeFeeRule, { ...request, reason: "按季度调整" });
  if (!proposed) return;
  const { approvalId: id } = proposed;
  const alone = await one.attempt(approvalEndpoints.decideApproval, { id, decision: "approve" });
  if (alone !== undefined) world.broken("两个人才改得了的价格", "one person changed a fee rule");
  if (chance.may(0.2)) await one.attempt(approvalEndpoints.decideApproval, { id, decision: "withdraw" });
  else
    await other.attempt(approvalEndpoints.decideApproval, {
      id,
      decision: chance.may(0.7) ? "approve" : "reject",
      note: "复核",
    });
}

export const pricesSimulation: Simulation = {
  actors: [{ name: "财务调整收费", by: "operator", perDay: 0.2, act: reprice }],
};
