import { batchEndpoints as calls, batchFamilies } from "@coralhub/contract";
import { lawByQuery, type Merchant, type MerchantStep, type Simulation, type Step } from "@coralhub/testkit/simulate";
import { american, sheet } from "./batches-fixture.ts";

const { pay } = batchFamilies;

async function paste({ me, world, chance }: MerchantStep): Promise<void> {
  const base = me.number * 1000 + chance.below(20);
  const rows = Array.from({ length: chance.between(1, 4) }, (_, at) =>
    american(base + at, `${chance.between(5, 300)}.00`, chance.may(0.1) ? { 4: "1" } : {}),
  );
  const text = chance.may(0.08) ? "一句话" : sheet(rows);
  const { id } = chance.may(0.5)
    ? await me.call(pay.paste, { kind: "supplier", text, title: `货款 ${chance.below(100)}` })
    : await me.call(pay.upload, { kind: "supplier", file: new File([text], "batch.tsv") });
  if (chance.may(0.05)) return void (await me.call(pay.cancel, { id }));
  await world.settle();
  await goThrough(me, chance.may(0.8), id);
}
async function goThrough(me: Merchant, decided: boolean, id: string): Promise<void> {
  const { state } = await me.call(calls.batch, { id });
  if (state !== "toConfirm" || !decided) return;
  const quote = await me.call(pay.quote, { id });
  const verifyCode = await me.code(() => me.call(pay.sendCode, { id, quoteId: quote.quoteId }));
  // The code took a minute, the price lives half of one.
  const { quoteId } = await me.call(pay.quote, { id });
  await me.call(pay.confirm, { id, quoteId, verifyCode });
}
async function tend({ me, chance }: MerchantStep): Promise<void> {
  const { records } = await me.call(calls.batches, {});
  if (records.length === 0) return;
  const { id, state } = chance.pick(records);
  await me.call(calls.batch, { id });
  const { records: rows } = await me.call(calls.batchRows, { id });
  if (state === "toConfirm" && chance.may(0.3)) return void (await me.call(pay.cancel, { id }));
  if (state === "toConfirm") return goThrough(me, true, id);
  const open = rows.find(({ payout }) => payout?.mayCancel);
  if (open && chance.may(0.5)) await me.call(pay.cancelRow, { id, line: open.line });
}
async function decide({ world, chance }: Step): Promise<void> {
  const finance = world.operator("finance", chance.pick([1, 2] as const));
  const { records } = await finance.call(calls.batchDesk, { filters: { state: ["processing"] } });
  for (const { merchantId, id, waiting } of records)
    if (waiting > 0)
      await finance.attempt(calls.decideBatch, {
        merchantId,
        id,
        decision: chance.may(0.8) ? "approve" : "reject",
        reason: "已核对",
      });
}

/** A batch is over when its payments are, and says of itself what they say. */
const ENDS = `
  select b.state || ' batch ' || b.id || ': ' || p.done || ' paid, ' || p.over || ' not, ' || p.open || ' open' as problem
    from payment_batch b
    join (select merchant_id, batch_id, count(*) filter (where state = 'completed') as done,
                 count(*) filter (where state in ('failed', 'cancelled')) as over,
                 count(*) filter (where state not in ('completed', 'returned', 'failed', 'cancelled')) as open
            from payout where batch_id is not null group by 1, 2) p on p.merchant_id = b.merchant_id and p.batch_id = b.id
   where (b.state in ('completed', 'partly', 'failed') and p.open > 0) or (b.state = 'completed' and p.over > 0)
      or (b.state = 'failed' and p.done > 0)`;

export const batchesSimulation: Simulation = {
  actors: [
    { name: "商户批量付款", by: "merchant", weight: 1.5, act: paste },
    { name: "商户打理批量付款", by: "merchant", weight: 1, act: tend },
    { name: "财务审批批量付款", by: "operator", perDay: 0.5, act: decide },
  ],
  laws: [lawByQuery("一批付款与它的各笔付款一致", "rest", ENDS)],
};
