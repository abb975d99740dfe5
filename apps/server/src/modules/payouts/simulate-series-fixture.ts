import { payoutBankEndpoints as bank, payoutEndpoints as calls, payoutFamilies } from "@coralhub/contract";
import { moneyOf } from "@coralhub/domain";
import type { Actor, MerchantStep, Step } from "@coralhub/testkit/simulate";
import { drawPaper } from "../income/paper-fixture.ts";

const DAY_MS = 86_400_000;

async function plan({ me, world, chance }: MerchantStep): Promise<void> {
  const overview = await me.call(payoutFamilies.supplier.overview, {});
  const sources = overview.accounts.filter(
    ({ available, minimum, problem }) => problem === null && available.minor >= minimum.minor,
  );
  const payees = overview.payees.filter(({ state, kind }) => state === "approved" && kind === "supplier");
  if (sources.length === 0 || payees.length === 0) return;
  const { accountId, minimum } = chance.pick(sources);
  const { id } = await me.call(calls.planSeries, {
    accountId,
    amount: moneyOf(minimum.currency, minimum.minor + BigInt(chance.below(5_000))),
    beneficiaryId: chance.pick(payees).id,
    way: "local",
    kind: "supplier",
    rhythm: chance.pick(["weekly", "weekly", "monthly"] as const),
    firstOn: new Date(world.clock.now().getTime() + (chance.between(1, 3) * 24 + 8) * 3_600_000)
      .toISOString()
      .slice(0, 10),
    mostRuns: chance.may(0.5) ? chance.between(1, 3) : null,
  });
  if (chance.may(0.15)) return;
  if (chance.may(0.15)) return void (await me.call(calls.cancelSeries, { id }));
  const verifyCode = await me.code(() => me.call(calls.sendSeriesCode, { id }));
  await me.call(calls.confirmSeries, { id, verifyCode });
}
/** Stopped for a while, gone on with, ended: often all of it in one sitting. */
async function tend({ me, chance }: MerchantStep): Promise<void> {
  const { records } = await me.call(calls.seriesList, { filters: { state: ["active", "paused"] } });
  if (records.length === 0) return;
  const { id, state } = chance.pick(records);
  await me.call(calls.series, { id });
  if (chance.may(0.2)) return void (await me.call(calls.endSeries, { id }));
  await me.call(state === "active" ? calls.pauseSeries : calls.resumeSeries, { id });
  if (chance.may(0.4)) return;
  if (state === "active" && chance.may(0.7)) await me.call(calls.resumeSeries, { id });
  else await me.call(calls.endSeries, { id });
}

/** What no bank answers for is decided by two people, with the bank's word in writing. */
async function resolve({ world, chance }: Step): Promise<void> {
  const [one, other] = [world.operator("finance", 1), world.operator("finance", 2)];
  const { records } = await one.call(calls.payoutDesk, { filters: { state: ["processing"] }, pageSize: 20 });
  for (const { merchantId, id, createdAt, reference } of records) {
    if (world.clock.now().getTime() - createdAt.getTime() < DAY_MS / 4) continue;
    const ref = { merchantId, id };
    const asked = await one.attempt(calls.askPayout, ref);
    if (asked?.state !== "processing") continue;
    const paper = await one.attempt(calls.uploadEvidence, { ...ref, file: drawPaper() });
    if (!paper) continue;
    const resolution = chance.pick(["settle", "fail", "resend"] as const);
    // The bank does as it has written, without a word to us.
    const decision = { settle: "pay", fail: "refuse", resend: undefined }[resolution] as "pay" | "refuse" | undefined;
    if (decision) await world.lever.attempt(bank.decidePayment, { reference, decision, tell: false });
    const proposed = await one.attempt(calls.proposeResolution, {
      ...ref,
      resolution,
      note: "银行来函确认",
      evidenceFileId: paper.fileId,
    });
    if (!proposed) continue;
    const decided = { ...ref, resolutionId: proposed.id };
    const alone = await one.attempt(calls.decideResolution, { ...decided, decision: "carryOut" });
    if (alone) world.broken("两个人才动得了的钱", `one person resolved payout ${id}`);
    await other.attempt(calls.decideResolution, { ...decided, decision: chance.may(0.7) ? "carryOut" : "turnDown" });
  }
}

export const payoutSeriesActors: readonly Actor[] = [
  { name: "商户设置定期付款", by: "merchant", weight: 1, act: plan },
  { name: "商户打理定期付款", by: "merchant", weight: 1, act: tend },
  { name: "财务处理没有结果的付款", by: "operator", perDay: 0.5, act: resolve },
];
