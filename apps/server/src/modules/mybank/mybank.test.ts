import {
  messageEndpoints,
  beneficiaryEndpoints,
  mybankControlEndpoints as bank,
  mybankEndpoints as calls,
  payoutFamilies,
} from "@coralhub/contract";
import { parseMoney, type MybankState } from "@coralhub/domain";
import type { TestMerchant } from "@coralhub/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { until, type Desk } from "../income/income-fixture.ts";
import {
  bankWill,
  bindAccount,
  certifiedMerchant,
  fundedAccount,
  reaches,
  rested,
  startPayouts,
} from "../payouts/payouts-fixture.ts";

let desk: Desk;
beforeAll(async () => {
  desk = await startPayouts();
  await bankWill(desk, "pay", 0, "mybank");
});
afterAll(() => desk.close());

const { mybank } = payoutFamilies;
const refused = (reason: string): unknown => expect.objectContaining({ reason });
const plan = (how: "accept" | "refuse" | "silent", delaySeconds = 0) =>
  desk.call(bank.setMybankSettings, { plan: how, delaySeconds }, desk.admin);
async function bind(merchant: TestMerchant, bankNo = "8888 8881 2345 6789") {
  await desk.call(beneficiaryEndpoints.sendAccountCode, {}, merchant);
  const verificationCode = await desk.codeSentTo(merchant.mobile);
  return desk.call(calls.bindMybank, { bankNo, verificationCode, agreed: true }, merchant);
}
const stands = (merchant: TestMerchant, state: MybankState) =>
  until(async () => {
    await desk.app.platform.outbox.deliverDue();
    const [binding] = (await desk.call(calls.mybankStatus, {}, merchant)).bindings;
    return binding?.state === state ? binding : undefined;
  });

test("bound by the bank, a withdrawal goes through it; unbound by the bank, nothing more does", async () => {
  await plan("accept");
  const merchant = await certifiedMerchant(desk);
  const source = await fundedAccount(desk, merchant, "5000.00");
  const request = { accountId: source.id, amount: parseMoney("500.00", "USD") };
  await expect(desk.call(mybank.trial, request, merchant)).rejects.toEqual(refused("mybank.not_bound"));
  await bind(merchant);
  const binding = await stands(merchant, "bound");
  expect(binding).toMatchObject({ lastFour: "6789", isDefault: true, bankName: "浙江网商银行" });
  // The account can be paid to from now on, whatever the bank answers: the owner hears of it at once.
  const told = await desk.call(messageEndpoints.messages, { pageSize: 20 }, merchant);
  expect(told.records.some(({ title }) => /^添加了本人账户 .* 尾号 6789$/.test(title))).toBe(true);
  // Another account is the default until MYbank's is chosen again, by its own merchant.
  desk.clock.advance({ seconds: 61 });
  const other = await bindAccount(desk, merchant);
  const defaults = async () =>
    (await desk.call(beneficiaryEndpoints.ownAccounts, {}, merchant)).flatMap((one) => (one.isDefault ? [one.id] : []));
  await desk.call(beneficiaryEndpoints.chooseDefault, { id: other.id }, merchant);
  expect(await defaults()).toEqual([other.id]);
  const chosen = { id: binding.id };
  await expect(desk.call(calls.chooseMybank, chosen, await certifiedMerchant(desk))).rejects.toEqual(
    refused("not_found"),
  );
  await desk.call(calls.chooseMybank, chosen, merchant);
  expect(await defaults()).not.toContain(other.id);
  expect(await stands(merchant, "bound")).toMatchObject({ id: binding.id, isDefault: true });
  await rested(desk, merchant);
  const { id } = await desk.call(mybank.apply, request, merchant);
  await desk.call(mybank.sendCode, { id }, merchant);
  const verifyCode = await desk.codeSentTo(merchant.mobile);
  const { quoteId, way } = await desk.call(mybank.trial, request, merchant);
  expect(way).toBe("mybank");
  await desk.call(mybank.confirm, { id, quoteId, verifyCode }, merchant);
  await reaches(desk, merchant, id, "completed").catch(() => undefined);
  expect((await desk.call(mybank.detail, { id }, merchant)).state).toBe("completed");
  const [application] = await desk.call(bank.mybankApplications, {}, desk.admin);
  const written = await desk.call(mybank.apply, request, merchant);
  await desk.call(bank.decideMybank, { reference: application!.reference, decision: "unbind" }, desk.admin);
  await stands(merchant, "unbound");
  await desk.call(mybank.sendCode, { id: written.id }, merchant).catch(() => undefined);
  await expect(desk.call(mybank.trial, request, merchant)).rejects.toEqual(refused("mybank.not_bound"));
});

test("the bank answers late, refuses, and is asked again; the same account is not bound twice", async () => {
  await plan("silent");
  const merchant = await certifiedMerchant(desk);
  const { id } = await bind(merchant);
  await stands(merchant, "applied");
  expect(await desk.call(calls.checkMybank, { id }, merchant)).toEqual({ id, state: "applied" });
  desk.clock.advance({ seconds: 61 });
  await expect(bind(merchant)).rejects.toEqual(refused("mybank.already_bound"));
  const applications = await desk.call(bank.mybankApplications, {}, desk.admin);
  await desk.call(bank.decideMybank, { reference: applications[0]!.reference, decision: "refuse" }, desk.admin);
  expect(await stands(merchant, "refused")).toMatchObject({ reason: "户名与网商银行账户不符" });
  await expect(desk.call(calls.unbindMybank, { id }, merchant)).rejects.toEqual(refused("state.changed"));
  await expect(desk.call(calls.chooseMybank, { id }, merchant)).rejects.toEqual(refused("mybank.not_bound"));
  const info = await desk.call(calls.mybankCompany, {}, merchant);
  expect(info).toMatchObject({ fits: true, holderName: "深圳南屿科技有限公司" });
  expect((await desk.call(calls.mybankPerson, {}, merchant)).fits).toBe(false);
  const harbour = await certifiedMerchant(desk, "hongkong", "海澜国际有限公司");
  const abroad = await desk.call(calls.mybankHongkong, {}, harbour);
  expect(abroad).toMatchObject({ kind: "hongkong", fits: true, holderName: "海澜国际有限公司" });
  expect(abroad.needs.length).toBeGreaterThan(0);
  expect(await desk.call(calls.mybankHongkong, {}, merchant)).toMatchObject({ fits: false, holderName: null });
});
