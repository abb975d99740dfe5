import {
  escrowDeskEndpoints as desk,
  escrowEndpoints as calls,
  walletEndpointTable as walletCalls,
} from "@coralhub/contract";
import { moneyOf } from "@coralhub/domain";
import {
  lawByQuery,
  type Merchant,
  type MerchantStep,
  type Simulation,
  type Step,
  type World,
} from "@coralhub/testkit/simulate";

const DAY_MS = 86_400_000;

async function propose({ me, world, chance }: MerchantStep): Promise<void> {
  const others = world.merchants.filter((other) => other && other !== me && other.name !== "");
  if (others.length === 0) return;
  const other = chance.pick(others);
  const { id } = await me.call(calls.proposeEscrow, {
    role: chance.pick(["buyer", "seller"] as const),
    otherMobile: other.mobile,
    otherName: other.name,
    subject: `雨衣 ${chance.between(100, 900)} 件`,
    conditions: "到货验收后放款",
    amount: moneyOf("USD", BigInt(chance.between(5_000, 60_000))),
    deliverBy: new Date(world.clock.now().getTime() + 30 * DAY_MS).toISOString().slice(0, 10),
  });
  // Often the two are talking to each other just then.
  for (let more = chance.below(7); more > 0; more--) await takeStep(chance.may(0.5) ? me : other, id, chance);
}

/** One of the next steps the page offers. */
async function goOn({ me, chance }: MerchantStep): Promise<void> {
  const { records } = await me.call(calls.escrows, { pageSize: 100 });
  const open = records.filter(({ state }) => ["proposed", "agreed", "funded", "delivered"].includes(state));
  if (open.length === 0) return;
  await takeStep(me, chance.pick(open).id, chance);
}
async function takeStep(me: Merchant, id: string, chance: Step["chance"]): Promise<void> {
  const { may, held } = await me.call(calls.escrow, { id });
  const steps = may.filter((step) => !UNUSUAL.includes(step) || chance.may(0.4));
  if (steps.length === 0) return;
  switch (chance.pick(steps)) {
    case "accept":
      return void (await me.call(calls.acceptEscrow, { id }));
    case "decline":
      return void (await me.call(calls.declineEscrow, { id, note: "价格不合适" }));
    case "cancel":
      return void (await me.call(calls.cancelEscrow, { id, note: "不做了" }));
    case "fund":
      return payIn(me, id);
    case "deliver":
      return void (await me.call(calls.deliverEscrow, { id, note: "已发货" }));
    case "release":
      return void (await me.call(calls.releaseEscrow, {
        id,
        ...(chance.may(0.3) && held.minor > 1n && { amount: moneyOf(held.currency, held.minor / 2n) }),
      }));
    case "refund":
      return void (await me.call(calls.refundEscrow, { id, note: "同意退款" }));
    case "dispute":
      return void (await me.call(calls.disputeEscrow, { id, note: "数量不足" }));
    default:
  }
}
const UNUSUAL: readonly string[] = ["decline", "cancel", "refund", "dispute"];
async function payIn(me: Merchant, id: string): Promise<void> {
  await me.call(walletCalls.walletOverview, {});
  const verifyCode = await me.code(() => me.call(calls.sendEscrowCode, { id }));
  await me.call(calls.fundEscrow, { id, verifyCode });
}

async function settle({ world, chance }: Step): Promise<void> {
  const { records } = await world.operator("finance", 1).call(desk.escrowDesk, { filters: { state: ["disputed"] } });
  for (const { merchantId, id, held } of records) {
    const ref = { merchantId, id };
    const toSeller = moneyOf(held.currency, held.minor / BigInt(chance.pick([1, 2, 3])));
    await world.operator("finance", 1).attempt(desk.proposeSettlement, { ...ref, toSeller, note: "按实收结算" });
    const alone = await world
      .operator("finance", 1)
      .attempt(desk.decideSettlement, { ...ref, toSeller, decision: "approve" });
    if (alone) world.broken("两个人才动得了的钱", `one person settled escrow ${id}`);
    const decision = chance.may(0.8) ? ("approve" as const) : ("reject" as const);
    await world.operator("finance", 2).attempt(desk.decideSettlement, { ...ref, toSeller, decision });
  }
}

/** Held, released and refunded make the whole; what is held lies in the books of the buyer, and both read the same. */
const SUMS = `
  select e.state || ' escrow ' || e.id || ': books hold ' || coalesce(l.balance, 0) as problem
    from escrow e left join ledger_account l on l.merchant_id = e.merchant_id and l.code = 'escrow:' || e.currency || ':' || e.id
   where coalesce(l.balance, 0) <> case when e.state in ('funded', 'delivered', 'disputed')
           then e.amount_minor - e.released_minor - e.refunded_minor else 0 end
      or (e.state in ('released', 'refunded', 'settled') and e.released_minor + e.refunded_minor <> e.amount_minor)`;

/** Money that lies between two merchants can go on: one of them has a next step, or it lies at the house's desk. */
async function goesOn({ database, merchants }: World, me: Merchant): Promise<string[]> {
  const rows = await database.query<{ id: string; state: string; seller: string | null }>(
    `select e.id, e.state, (select p.merchant_id::text from escrow_party p where p.owner_id = e.merchant_id
        and p.escrow_id = e.id and p.merchant_id <> e.merchant_id limit 1) as seller
       from escrow e where e.merchant_id = $1 and e.state in ('funded', 'delivered')`,
    [me.userId],
  );
  const problems: string[] = [];
  for (const { id, state, seller } of rows) {
    const other = merchants.find((one) => one?.userId === seller);
    const [buyers, sellers] = [await me.attempt(calls.escrow, { id }), await other?.attempt(calls.escrow, { id })];
    if ([...(buyers?.may ?? []), ...(sellers?.may ?? [])].length === 0)
      problems.push(`${state} escrow ${id} holds money, and nobody has a next step`);
  }
  return problems;
}

export const escrowSimulation: Simulation = {
  actors: [
    { name: "商户提出担保交易", by: "merchant", weight: 1.5, act: propose },
    { name: "商户办理担保交易", by: "merchant", weight: 5, act: goOn },
    { name: "财务裁定担保争议", by: "operator", perDay: 0.5, act: settle },
  ],
  laws: [
    { name: "担保的钱有人能让它走下去", when: "daily", violations: goesOn },
    lawByQuery("担保的钱在账上，放款和退款加起来是全部", "always", SUMS),
  ],
};
