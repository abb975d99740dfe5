import { taxRefundEndpoints as calls, type CallInput } from "@coralhub/contract";
import { moneyOf } from "@coralhub/domain";
import { lawByQuery, type Merchant, type MerchantStep, type Simulation, type Step } from "@coralhub/testkit/simulate";
import { drawPaper } from "../income/paper-fixture.ts";

const DAY_MS = 86_400_000;
type Flows = Omit<CallInput<typeof calls.applyForTaxRefund.input>, "papers">;

/** Declaration and invoice for one receipt, right or with a quantity that differs. */
async function flowsFor({ me, world, chance }: MerchantStep): Promise<Flows | undefined> {
  const receipts = await me.call(calls.taxReceipts, {});
  if (receipts.length === 0) return undefined;
  const { id, amount } = chance.pick(receipts);
  const day = (before: number) => new Date(world.clock.now().getTime() - before * DAY_MS).toISOString().slice(0, 10);
  const number = `5301${String(me.number).padStart(4, "0")}${String(chance.below(1_000_000_000)).padStart(10, "0")}`;
  const goods = { goods: "雨衣", quantity: "500", unit: "件" };
  return {
    declaration: { number, exportedOn: day(5), ...goods, amount, consignor: me.name },
    invoice: {
      number: String(10_000_000 + chance.below(90_000_000)),
      issuedOn: day(9),
      ...goods,
      ...(chance.may(0.3) && { quantity: "480" }),
      net: moneyOf("CNY", amount.minor * 5n),
      vatRate: 13,
      buyer: me.name,
    },
    receipts: [id],
  };
}
async function papers(me: Merchant): Promise<string[]> {
  const ids: string[] = [];
  for (const paper of ["declaration", "invoice"] as const)
    ids.push((await me.call(calls.uploadTaxPaper, { file: drawPaper(), paper })).fileId);
  return ids;
}
async function apply(step: MerchantStep): Promise<void> {
  const { me } = step;
  const flows = await flowsFor(step);
  if (!flows || me.name === "") return;
  await me.call(calls.checkTaxFlows, flows);
  await me.call(calls.applyForTaxRefund, { ...flows, papers: await papers(me) });
}
async function correct({ me, chance }: MerchantStep): Promise<void> {
  const { records } = await me.call(calls.taxRefunds, { filters: { state: ["differing", "reviewing"] } });
  if (records.length === 0) return;
  const { id, state } = chance.pick(records);
  const { flows } = await me.call(calls.taxRefund, { id });
  if (chance.may(0.25)) await me.call(calls.cancelTaxRefund, { id });
  else if (state === "differing")
    await me.call(calls.correctTaxRefund, { id, ...flows, invoice: { ...flows.invoice, quantity: "500" }, papers: [] });
}
async function review({ world, chance }: Step): Promise<void> {
  const reviewer = world.operator("reviewer", 1);
  const { records } = await reviewer.call(calls.taxRefundDesk, { filters: { state: ["reviewing", "filed"] } });
  for (const { merchantId, id, state, refund } of records) {
    const ref = { merchantId, id };
    if (state === "reviewing" || chance.may(0.2))
      await reviewer.attempt(calls.reviewTaxRefund, {
        ...ref,
        decision: state === "filed" ? "decline" : chance.pick(["file", "file", "file", "ask", "decline"] as const),
        note: "按单证处理",
      });
    else {
      const amount = moneyOf("CNY", refund.minor);
      await world.operator("finance", 1).attempt(calls.proposeTaxPayment, { ...ref, amount });
      const alone = await world
        .operator("finance", 1)
        .attempt(calls.decideTaxPayment, { ...ref, amount, decision: "approve" });
      if (alone) world.broken("两个人才动得了的钱", `one person paid tax refund ${id}`);
      const decision = chance.may(0.85) ? ("approve" as const) : ("reject" as const);
      await world.operator("finance", 2).attempt(calls.decideTaxPayment, { ...ref, amount, decision });
    }
  }
}
/** One receipt stands behind one refund. */
const RECEIPTS_ONCE = `
    select 'receipt ' || income_id || ' stands behind ' || count(*) || ' refunds' as problem
      from tax_refund_receipt r join tax_refund t on t.merchant_id = r.merchant_id and t.id = r.refund_id
     where t.state in ('reviewing', 'filed', 'refunded') group by income_id having count(*) > 1`;

export const taxRefundSimulation: Simulation = {
  actors: [
    { name: "商户申请退税", by: "merchant", weight: 1, act: apply },
    { name: "商户更正退税", by: "merchant", weight: 1, act: correct },
    { name: "处理退税", by: "operator", perDay: 0.7, act: review },
  ],
  laws: [lawByQuery("一笔收款只退一次税", "always", RECEIPTS_ONCE)],
};
