import { accountEndpoints, incomeEndpoints as calls, receivingBankEndpoints as bank } from "@coralhub/contract";
import { moneyOf } from "@coralhub/domain";
import type { Actor, MerchantStep, Step } from "@coralhub/testkit/simulate";
import { drawPaper } from "./paper-fixture.ts";

const PAYER = "NANYU IMPORT LLC";

/** Money remitted by hand: the merchant tells of it, and it arrives at a number nobody has, or not at all. */
async function submit({ me, world, chance }: MerchantStep): Promise<void> {
  const accounts = await me.call(accountEndpoints.receivingAccounts, {});
  const open = accounts.filter(({ state }) => state === "open");
  if (open.length === 0) return;
  const { id: accountId, currency } = chance.pick(open);
  const amount = moneyOf(currency, BigInt(chance.between(20_000, 200_000)));
  const { fileId } = await me.call(calls.uploadOfflineProof, { file: drawPaper() });
  const sentOn = new Date(world.clock.now().getTime() + 8 * 3_600_000 - 86_400_000).toISOString().slice(0, 10);
  const { id, serial } = await me.call(calls.submitOffline, {
    accountId,
    amount,
    payerName: PAYER,
    sentOn,
    proofs: [fileId],
  });
  if (chance.may(0.15)) return void (await me.call(calls.cancelOffline, { id }));
  if (chance.may(0.8))
    await world.lever.attempt(bank.payIn, {
      accountNumber: `77${String(me.number * 1000 + chance.below(1000)).padStart(8, "0")}`,
      amount,
      payer: PAYER,
      remittance: chance.may(0.5) ? serial : "INVOICE",
    });
}
async function find({ world, chance }: Step): Promise<void> {
  const reviewer = world.operator("reviewer", 2);
  const { records } = await reviewer.call(calls.offlineDesk, { filters: { state: ["waiting"] } });
  for (const { merchantId, id } of records) {
    const ref = { merchantId, id };
    const { candidates } = await reviewer.call(calls.offlineCase, ref);
    if (candidates.length > 0)
      await reviewer.attempt(calls.proposeOffline, {
        ...ref,
        unclaimedId: candidates[0]!.id,
        reason: "金额和付款方相符",
      });
    else if (chance.may(0.4)) await reviewer.attempt(calls.declineOffline, { ...ref, reason: "没有找到这笔来款" });
  }
}

export const offlineActors: readonly Actor[] = [
  { name: "商户登记线下汇款", by: "merchant", weight: 1, act: submit },
  { name: "审核员查找线下汇款", by: "operator", perDay: 0.7, act: find },
];
