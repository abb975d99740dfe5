import { incomeEndpoints } from "@coralhub/contract";
import type { TestMerchant } from "@coralhub/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  bookProblems,
  certified,
  incomeOf,
  minor,
  moneyOn,
  openAccount,
  payIn,
  startDesk,
  type Desk,
} from "../income-fixture.ts";
import { drawPaper } from "../paper-fixture.ts";

const calls = incomeEndpoints;
const refused = (reason: string): unknown => expect.objectContaining({ reason });
const HOUSE_ACCOUNT = "9908800020260230";

let server: Desk;
let merchant: TestMerchant;
let other: TestMerchant;
let account: { id: string; number: string };
beforeAll(async () => {
  server = await startDesk();
  merchant = await certified(server);
  other = await certified(server);
  account = await openAccount(server, merchant);
});
afterAll(() => server.close());

const upload = async (who: TestMerchant = merchant): Promise<string> =>
  (await server.call(calls.uploadOfflineProof, { file: drawPaper() }, who)).fileId;
const today = (daysAgo = 0) =>
  new Date(server.app.platform.clock.now().getTime() + 8 * 3_600_000 - daysAgo * 86_400_000).toISOString().slice(0, 10);
const announce = async (amount: string, more: Record<string, unknown> = {}) =>
  server.call(
    calls.submitOffline,
    {
      accountId: account.id,
      amount: { currency: "USD", minor: minor(amount) },
      payerName: "Shenzhen Lanwan Trading",
      sentOn: today(1),
      proofs: [await upload()],
      ...more,
    },
    merchant,
  );
const ref = ({ id }: { id: string }) => ({ merchantId: merchant.userId, id });
const caseOf = (transfer: { id: string }) => server.call(calls.offlineCase, ref(transfer), server.reviewer);
const stateOf = async ({ id }: { id: string }) => (await server.call(calls.offlineTransfer, { id }, merchant)).state;

test("a transfer announced with its proof is found among unclaimed money and credited by two people", async () => {
  const proof = await upload();
  const transfer = await announce("730.00", { proofs: [proof] });
  expect(transfer).toMatchObject({ state: "waiting", serial: expect.stringMatching(/^OF[0-9A-F]{10}$/) as string });
  expect(await caseOf(transfer)).toMatchObject({ candidates: [], proofs: [{ fileId: proof, fileName: "合同.png" }] });
  // One names the number, one has amount and name, one only the amount, one nothing of it.
  const pay = (amount: string, payer: string, remittance: string) =>
    payIn(server, HOUSE_ACCOUNT, amount, { payer, remittance });
  const named = await pay("729.00", "BANK OF SOMEWHERE", `REF ${transfer.serial.toLowerCase()} GOODS`);
  await pay("730.00", "SHENZHEN LANWAN TRADING", "");
  await pay("730.00", "SOMEBODY ELSE", "");
  await pay("731.00", "SHENZHEN LANWAN TRADING", "");
  const { candidates, timeline } = await caseOf(transfer);
  expect(candidates.map(({ fit }) => fit)).toEqual(["serial", "payer", "amount"]);
  expect(timeline.map(({ action }) => action)).toEqual(["submit"]);
  const proposal = { ...ref(transfer), unclaimedId: candidates[0]!.id, reason: "附言写着登记号" };
  await server.call(calls.proposeOffline, proposal, server.reviewer);
  await expect(server.call(calls.proposeOffline, proposal, server.admin)).rejects.toEqual(refused("state.changed"));
  await expect(server.call(calls.cancelOffline, { id: transfer.id }, merchant)).rejects.toEqual(
    refused("state.changed"),
  );
  // Turned down it waits again, proposed again and agreed to it is the merchant's payment.
  const decide = (decision: "approve" | "reject") =>
    server.call(calls.decideUnclaimed, { id: candidates[0]!.id, decision, note: "再核对" }, server.finance);
  await decide("reject");
  expect(await stateOf(transfer)).toBe("waiting");
  await server.call(calls.proposeOffline, proposal, server.reviewer);
  const twice = await Promise.allSettled([decide("approve"), decide("approve")]);
  expect(twice.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  const found = await server.call(calls.offlineTransfer, { id: transfer.id }, merchant);
  const income = await incomeOf(server, merchant, named.reference);
  expect(found).toMatchObject({ state: "matched", incomeId: income.id });
  const { available, held } = await moneyOn(server, merchant, account.id);
  expect(available + held).toBe(minor("729.00"));
  expect(await bookProblems(server)).toEqual([]);
});

test("what is wrong with an announcement is said, and a merchant reaches only its own", async () => {
  const wrong = (reason: string, amount: string, more: Record<string, unknown>) =>
    expect(announce(amount, more)).rejects.toEqual(refused(reason));
  await wrong("offline.too_old", "10.00", { sentOn: today(91) });
  await wrong("offline.too_old", "10.00", { sentOn: today(-1) });
  await wrong("account.other_currency", "10.00", { amount: { currency: "EUR", minor: 1000n } });
  const contract = await server.call(calls.contractUpload, { file: drawPaper() }, merchant);
  for (const fileId of [contract.fileId, await upload(other)]) {
    await wrong("offline.no_proof", "10.00", { proofs: [fileId] });
  }
  const transfer = await announce("88.00");
  await expect(server.call(calls.offlineTransfer, { id: transfer.id }, other)).rejects.toEqual(refused("not_found"));
  await server.call(calls.declineOffline, { ...ref(transfer), reason: "三个月内没有这笔款" }, server.reviewer);
  expect(await stateOf(transfer)).toBe("declined");
  const withdrawn = await announce("89.00");
  await server.call(calls.cancelOffline, { id: withdrawn.id }, merchant);
  expect(await stateOf(withdrawn)).toBe("cancelled");
});
