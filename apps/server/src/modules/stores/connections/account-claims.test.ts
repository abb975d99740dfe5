import {
  accountEndpoints,
  connectionEndpoints as calls,
  incomeRecordEndpoints,
  messageEndpoints,
  receivingBankEndpoints,
  storeEndpoints,
} from "@coralhub/contract";
import { moneyOf, usualPayer } from "@coralhub/domain";
import type { TestMerchant } from "@coralhub/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  accountNumberOf,
  approve,
  bind,
  certifiedMerchant,
  decline,
  detail,
  startDesk,
  until,
  uploadPicture,
  type Desk,
} from "../stores-fixture.ts";
import { broughtBack, openConsent } from "./consent-fixture.ts";

let desk: Desk;
beforeAll(async () => {
  desk = await startDesk();
});
afterAll(() => desk.server.close());
const call: Desk["server"]["call"] = (...given) => desk.server.call(...given);
const ELSEWHERE = { reason: "connection.account_elsewhere" };

/** Agrees on the platform's page with this very account. */
async function agreeAs(merchant: TestMerchant, merchantsId: string, account: string) {
  const { url } = await call(calls.startAuthorisation, { merchantsId }, merchant);
  const page = await openConsent(desk.server.url, url.replace(/account=[^&]+/, `account=${account}`));
  return call(calls.finishAuthorisation, broughtBack(await page.follow("同意授权")), merchant);
}
const claimOf = (merchant: TestMerchant, merchantsId: string) =>
  call(storeEndpoints.accountClaim, { merchantsId }, merchant);
const notesOn = async ({ userId }: TestMerchant, id: string) =>
  (await call(storeEndpoints.storeCase, { merchantId: userId, id }, desk.reviewer)).notes.join();
const titles = async (merchant: TestMerchant) =>
  (await call(messageEndpoints.messages, {}, merchant)).records.map(({ title }) => title).join(" ");

test("an account is one merchant's until a reviewer has seen proof that it is another's", async () => {
  const [first, second] = [await certifiedMerchant(desk), await certifiedMerchant(desk)];
  const [theirs, ours] = [await bind(desk, first, "EBAY"), await bind(desk, second, "EBAY")];
  await agreeAs(first, theirs.merchantsId, "5550001111");
  const also = await bind(desk, first, "EBAY");
  await agreeAs(first, also.merchantsId, "5550001111");

  await expect(agreeAs(second, ours.merchantsId, "5550001111")).rejects.toMatchObject(ELSEWHERE);
  expect(await detail(desk, second, ours.merchantsId)).toMatchObject({ authorisation: "none" });
  expect(await claimOf(second, ours.merchantsId)).toMatchObject({ state: "found", account: "5550001111" });
  expect(await claimOf(first, theirs.merchantsId)).toBeNull();
  expect(await titles(second)).toContain("已在另一位商户名下");
  // Nor is the store bound by a reviewer, with a receiving account of its own, while the account is another's.
  const notYet = { reason: "store.account_elsewhere" };
  await expect(approve(desk, second, ours.merchantsId)).rejects.toMatchObject(notYet);
  expect(await notesOn(second, ours.merchantsId)).toContain("平台账号在另一位商户名下");

  const fileIds = [await uploadPicture(desk, second, "平台后台.png")];
  const proof = { merchantsId: ours.merchantsId, statement: "账号由我公司 2024 年注册，附后台主体信息", fileIds };
  const foreign = { ...proof, fileIds: [await uploadPicture(desk, first)] };
  await expect(call(storeEndpoints.submitAccountClaim, foreign, second)).rejects.toMatchObject({
    reason: "connection.claim_papers",
  });
  await call(storeEndpoints.submitAccountClaim, proof, second);
  await expect(call(storeEndpoints.submitAccountClaim, proof, second)).rejects.toMatchObject({
    reason: "state.changed",
  });

  const { records } = await call(storeEndpoints.accountClaims, { filters: { account: "5550001111" } }, desk.reviewer);
  const key = { merchantId: second.userId, id: records[0]!.id };
  const shown = await call(storeEndpoints.accountClaimCase, key, desk.reviewer);
  expect(shown).toMatchObject({ state: "submitted", holder: { merchantId: first.userId } });
  expect(shown.holder!.stores).toHaveLength(2);
  await call(storeEndpoints.accountClaimDocument, { ...key, fileId: fileIds[0]! }, desk.reviewer);

  await call(storeEndpoints.declineAccountClaim, { ...key, reason: "截图看不清公司名称。" }, desk.reviewer);
  expect(await claimOf(second, ours.merchantsId)).toMatchObject({ state: "declined", answer: "截图看不清公司名称。" });
  await expect(approve(desk, second, ours.merchantsId)).rejects.toMatchObject(notYet);
  await call(storeEndpoints.submitAccountClaim, proof, second);
  await expect(approve(desk, second, ours.merchantsId)).rejects.toMatchObject(notYet);
  await call(storeEndpoints.grantAccountClaim, key, desk.reviewer);

  for (const { merchantsId } of [theirs, also])
    expect(await detail(desk, first, merchantsId)).toMatchObject({ authorisation: "none" });
  expect(await titles(first)).toContain("已转出");
  await expect(agreeAs(first, theirs.merchantsId, "5550001111")).rejects.toMatchObject(ELSEWHERE);
  expect(await agreeAs(second, ours.merchantsId, "5550001111")).toMatchObject({ authorisation: "authorised" });
  await approve(desk, second, ours.merchantsId);
  expect(await detail(desk, second, ours.merchantsId)).toMatchObject({ state: "bound" });
});

test("a claim ends with its store, and with a tie to an account of one's own", async () => {
  const [first, second] = [await certifiedMerchant(desk), await certifiedMerchant(desk)];
  const { merchantsId: theirs } = await bind(desk, first, "EBAY");
  await agreeAs(first, theirs, "5550003333");
  const { merchantsId: mistaken } = await bind(desk, second, "EBAY");
  await expect(agreeAs(second, mistaken, "5550003333")).rejects.toMatchObject(ELSEWHERE);
  await agreeAs(second, mistaken, "5550004444");
  expect(await claimOf(second, mistaken)).toMatchObject({ state: "closed" });
  await approve(desk, second, mistaken);

  const { merchantsId: gone } = await bind(desk, second, "EBAY");
  await expect(agreeAs(second, gone, "5550003333")).rejects.toMatchObject(ELSEWHERE);
  const fileIds = [await uploadPicture(desk, second, "平台后台.png")];
  const proof = { merchantsId: gone, statement: "账号由我公司 2024 年注册，附后台主体信息", fileIds };
  await call(storeEndpoints.submitAccountClaim, proof, second);
  const { id } = (await claimOf(second, gone))!;
  await call(storeEndpoints.removeStore, { id: gone }, second);
  const key = { merchantId: second.userId, id };
  await expect(call(storeEndpoints.grantAccountClaim, key, desk.reviewer)).rejects.toMatchObject({
    reason: "state.changed",
  });
  expect(await call(storeEndpoints.accountClaimCase, key, desk.reviewer)).toMatchObject({
    state: "closed",
    holder: { merchantId: first.userId },
  });
});

test("a removed store frees its account, and keys of another merchant's account tie nothing", async () => {
  const [first, second] = [await certifiedMerchant(desk), await certifiedMerchant(desk)];
  const { merchantsId } = await bind(desk, first, "SHOPEE");
  await agreeAs(first, merchantsId, "7770002222");
  await call(storeEndpoints.removeStore, { id: merchantsId }, first);
  const { merchantsId: next } = await bind(desk, second, "SHOPEE");
  expect(await agreeAs(second, next, "7770002222")).toMatchObject({ authorisation: "authorised" });

  const keys = { vendorId: "A87654321" };
  const { merchantsId: tied } = await bind(desk, first, "COUPANG", keys);
  await until("first tied", async () =>
    (await detail(desk, first, tied)).authorisation === "authorised" ? true : undefined,
  );
  const { merchantsId: untied } = await bind(desk, second, "COUPANG", keys);
  expect(await until("found", async () => (await claimOf(second, untied)) ?? undefined)).toMatchObject({
    state: "found",
    account: "A87654321",
  });
  expect(await detail(desk, second, untied)).toMatchObject({ authorisation: "none" });
  expect(await notesOn(second, untied)).toContain("另一位商户的店铺也填了这个编号");
  // A login name is the same account however it is written.
  const { merchantsId: japan } = await bind(desk, first, "QOO10", { username: "nanyu_jp" });
  await until("tied", async () =>
    (await detail(desk, first, japan)).authorisation === "authorised" ? true : undefined,
  );
  const { merchantsId: alike } = await bind(desk, second, "QOO10", { username: "Nanyu_JP" });
  expect(await until("found too", async () => (await claimOf(second, alike)) ?? undefined)).toMatchObject({
    account: "nanyu_jp",
  });
  // Whoever only types another's number is shown to the reviewer.
  const sellerId = "same-number-1";
  await bind(desk, first, "VINTED", { sellerId });
  const { merchantsId: doubtful } = await bind(desk, second, "VINTED", { sellerId });
  expect(await notesOn(second, doubtful)).toContain("另一位商户的店铺也填了这个编号");
  // What was decided needs no more hints.
  await approve(desk, second, doubtful);
  expect(await notesOn(second, doubtful)).not.toContain("另一位商户的店铺也填了这个编号");
});

/** Bound and with an open receiving account before its marketplace has said anything. */
async function boundUnnamed(merchant: TestMerchant) {
  const { merchantsId } = await bind(desk, merchant, "EBAY");
  await approve(desk, merchant, merchantsId);
  return { merchantsId, accountNumber: await accountNumberOf(desk, merchant, merchantsId) };
}
const accountStateOf = async (merchant: TestMerchant, merchantsId: string) =>
  (await detail(desk, merchant, merchantsId)).account!.state;
async function submitProof(merchant: TestMerchant, merchantsId: string) {
  const fileIds = [await uploadPicture(desk, merchant, "平台后台.png")];
  const proof = { merchantsId, statement: "账号由我公司 2024 年注册，附后台主体信息", fileIds };
  await call(storeEndpoints.submitAccountClaim, proof, merchant);
  return { merchantId: merchant.userId, id: (await claimOf(merchant, merchantsId))!.id };
}

test("a store approved before its account was named is bound no more when that is another merchant's", async () => {
  const [first, second] = [await certifiedMerchant(desk), await certifiedMerchant(desk)];
  const { merchantsId: theirs } = await bind(desk, first, "EBAY");
  await agreeAs(first, theirs, "5550006666");
  const { merchantsId: ours, accountNumber } = await boundUnnamed(second);

  await expect(agreeAs(second, ours, "5550006666")).rejects.toMatchObject(ELSEWHERE);
  expect(await detail(desk, second, ours)).toMatchObject({ state: "pending", authorisation: "none", boundAt: null });
  // Nothing is credited to its receiving account and nothing leaves it.
  expect(await accountStateOf(second, ours)).toBe("frozen");
  expect(await titles(second)).toContain("已暂停，平台账号在另一位商户名下");
  expect(await notesOn(second, ours)).toContain("平台账号在另一位商户名下");
  const { currency } = (await detail(desk, second, ours)).account!;
  const payment = { accountNumber, amount: moneyOf(currency, 1_200n), payer: usualPayer("EBAY") };
  const { reference } = await call(receivingBankEndpoints.payIn, payment, desk.admin);
  const paid = async () =>
    (await call(incomeRecordEndpoints.incomes, { transactionOrderId: reference }, second)).records[0];
  await until("held", async () => ((await paid())?.hold === "frozenAccount" ? true : undefined));

  // No operator lifts it by hand: it ends with the dispute.
  const { foreignBankAccountId: id } = (await detail(desk, second, ours)).account!;
  const byHand = call(
    accountEndpoints.unfreezeReceivingAccount,
    { merchantId: second.userId, id, reason: "商户来电" },
    desk.reviewer,
  );
  await expect(byHand).rejects.toMatchObject({ reason: "account.disputed" });

  // For the first merchant: it stays as it would have been at its approval.
  const key = await submitProof(second, ours);
  await call(storeEndpoints.declineAccountClaim, { ...key, reason: "截图看不清公司名称。" }, desk.reviewer);
  const notYet = { reason: "store.account_elsewhere" };
  await expect(approve(desk, second, ours)).rejects.toMatchObject(notYet);
  expect(await accountStateOf(second, ours)).toBe("frozen");

  // For the second: agreed anew and looked at again, it takes money as before.
  await submitProof(second, ours);
  await call(storeEndpoints.grantAccountClaim, key, desk.reviewer);
  await agreeAs(second, ours, "5550006666");
  await approve(desk, second, ours);
  expect(await detail(desk, second, ours)).toMatchObject({ state: "bound", authorisation: "authorised" });
  expect(await accountStateOf(second, ours)).toBe("open");
});

test("an operator's freeze outlives the dispute, and a tie to an account of one's own ends it", async () => {
  const [first, second] = [await certifiedMerchant(desk), await certifiedMerchant(desk)];
  const { merchantsId: theirs } = await bind(desk, first, "EBAY");
  await agreeAs(first, theirs, "5550007777");
  const { merchantsId: ours } = await boundUnnamed(second);
  const { foreignBankAccountId: id } = (await detail(desk, second, ours)).account!;
  const freeze = { merchantId: second.userId, id, reason: "来款核查" };
  await call(accountEndpoints.freezeReceivingAccount, freeze, desk.reviewer);
  await expect(agreeAs(second, ours, "5550007777")).rejects.toMatchObject(ELSEWHERE);
  await agreeAs(second, ours, "5550008888");
  expect(await claimOf(second, ours)).toMatchObject({ state: "closed" });
  await approve(desk, second, ours);
  expect(await accountStateOf(second, ours)).toBe("frozen");
});

test("whoever approves at the moment of the consent does not leave it bound", async () => {
  const [first, second] = [await certifiedMerchant(desk), await certifiedMerchant(desk)];
  const { merchantsId: theirs } = await bind(desk, first, "EBAY");
  await agreeAs(first, theirs, "5550009999");
  for (const _ of [1, 2, 3]) {
    const { merchantsId: ours } = await bind(desk, second, "EBAY");
    const [, agreed] = await Promise.allSettled([approve(desk, second, ours), agreeAs(second, ours, "5550009999")]);
    expect(agreed).toMatchObject({ status: "rejected", reason: ELSEWHERE });
    expect(await detail(desk, second, ours)).toMatchObject({ state: "pending", boundAt: null });
    expect(await claimOf(second, ours)).toMatchObject({ state: "found" });
  }
});

test("what a merchant types is compared with the accounts others have tied, at submission and at approval", async () => {
  const [first, second] = [await certifiedMerchant(desk), await certifiedMerchant(desk)];
  const sellerId = "A1TypedElsewhere";
  const { merchantsId: early } = await bind(desk, second, "AMAZON", { sellerId });
  expect(await claimOf(second, early)).toBeNull();
  const { merchantsId: theirs } = await bind(desk, first, "AMAZON", { sellerId });
  await agreeAs(first, theirs, sellerId);
  const { merchantsId: late } = await bind(desk, second, "AMAZON", { sellerId: sellerId.toLowerCase() });
  expect(await claimOf(second, late)).toMatchObject({ state: "found", account: sellerId });
  const notYet = { reason: "store.account_elsewhere" };
  await expect(approve(desk, second, early)).rejects.toMatchObject(notYet);
  expect(await claimOf(second, early)).toMatchObject({ state: "found", account: sellerId });
  // A slip of the pen is mended by writing the right one.
  await call(storeEndpoints.modifyAmazon, { merchantsId: late, sellerId: "A1TYPEDRIGHTNOW" }, second);
  expect(await claimOf(second, late)).toMatchObject({ state: "closed" });
  await approve(desk, second, late);
});

/** Two merchants: the first is tied to this account, the second has nothing yet. */
async function rivals(account: string) {
  const [first, second] = [await certifiedMerchant(desk), await certifiedMerchant(desk)];
  const { merchantsId: theirs } = await bind(desk, first, "EBAY");
  await agreeAs(first, theirs, account);
  return { first, second, theirs };
}
const accountIdOf = async (merchant: TestMerchant, merchantsId: string) =>
  (await detail(desk, merchant, merchantsId)).account!.foreignBankAccountId;
/** Two stores on one open account; the second is disputed, and the account at rest. */
async function disputedBeside(second: TestMerchant, account: string) {
  const { merchantsId: beside } = await boundUnnamed(second);
  const foreignBankAccountId = await accountIdOf(second, beside);
  const { merchantsId: ours } = await bind(desk, second, "EBAY", { foreignBankAccountId });
  await approve(desk, second, ours);
  await expect(agreeAs(second, ours, account)).rejects.toMatchObject(ELSEWHERE);
  expect(await accountStateOf(second, beside)).toBe("frozen");
  return { beside, ours };
}
const revise = (merchant: TestMerchant, merchantsId: string, shop: string) =>
  call(storeEndpoints.editStoreUrl, { merchantsId, url: `https://www.ebay.com/usr/${shop}` }, merchant);

test("an account that the bank opens after the dispute was found opens at rest, and no other store moves onto it", async () => {
  const { second } = await rivals("5551000001");
  const { merchantsId: other } = await boundUnnamed(second);
  const behave = (openingDelaySeconds: number, refuse = false) =>
    call(receivingBankEndpoints.setBankSettings, { openingDelaySeconds, refuse }, desk.admin);
  await behave(0, true);
  const { merchantsId: ours } = await bind(desk, second, "EBAY");
  await approve(desk, second, ours);
  await until("refused", async () => ((await accountStateOf(second, ours)) === "refused" ? true : undefined));
  await behave(3_600);
  const { merchantsId: waiting } = await bind(desk, second, "EBAY");
  await approve(desk, second, waiting);
  const applied = await accountIdOf(second, waiting);
  for (const id of [ours, waiting]) await expect(agreeAs(second, id, "5551000001")).rejects.toMatchObject(ELSEWHERE);
  const move = { merchantsIds: [other], foreignBankAccountId: applied };
  await expect(call(storeEndpoints.updateAffiliatedStores, move, second)).rejects.toMatchObject({
    reason: "store.account_disputed",
  });
  // The bank opens what is applied for once more.
  await behave(0);
  await call(accountEndpoints.reapplyReceivingAccount, { id: await accountIdOf(second, ours) }, second);
  await until("opened", async () => ((await accountStateOf(second, ours)) === "applying" ? undefined : true));
  expect(await accountStateOf(second, ours)).toBe("frozen");
});

test("an account rests as long as one of its stores is disputed, and no longer", async () => {
  const { second } = await rivals("5551000002");
  const { beside, ours } = await disputedBeside(second, "5551000002");
  const { merchantsId: other } = await boundUnnamed(second);
  // The disputed store's money stays where it rests.
  const move = { merchantsIds: [ours], foreignBankAccountId: await accountIdOf(second, other) };
  await expect(call(storeEndpoints.updateAffiliatedStores, move, second)).rejects.toMatchObject({
    reason: "store.in_dispute",
  });
  // Sent back by a reviewer it is disputed as before, whatever becomes of the one beside it.
  await decline(desk, second, ours, "账号不是您的");
  await revise(second, beside, "beside5551000002");
  await approve(desk, second, beside);
  expect(await detail(desk, second, beside)).toMatchObject({ state: "bound", account: { state: "frozen" } });
  await call(storeEndpoints.removeStore, { id: ours }, second);
  expect(await accountStateOf(second, beside)).toBe("open");
});

test("a store that was bound before and sent back is held as well", async () => {
  const { second } = await rivals("5551000003");
  const { merchantsId: ours, accountNumber } = await boundUnnamed(second);
  const { currency } = (await detail(desk, second, ours)).account!;
  const payment = { accountNumber, amount: moneyOf(currency, 5_000n), payer: usualPayer("EBAY") };
  await call(receivingBankEndpoints.payIn, payment, desk.admin);
  const blockers = async () => (await detail(desk, second, ours)).removalBlockers.join();
  await until("credited", async () => ((await blockers()).includes("请先转出") ? true : undefined));
  await revise(second, ours, "moved5551000003");
  await decline(desk, second, ours, "截图看不清店铺名称");
  await expect(agreeAs(second, ours, "5551000003")).rejects.toMatchObject(ELSEWHERE);
  expect(await detail(desk, second, ours)).toMatchObject({ state: "pending", boundAt: null, declineReason: "" });
  expect(await accountStateOf(second, ours)).toBe("frozen");
  expect(await claimOf(second, ours)).toMatchObject({ state: "found" });
  // It is this merchant's turn, and nobody is asked to take out what cannot leave.
  expect(await detail(desk, second, ours)).toMatchObject({ needsAction: "yes" });
  expect(await blockers()).toContain("请联系客服");
  await submitProof(second, ours);
  expect(await detail(desk, second, ours)).toMatchObject({ needsAction: "no" });
});

test("what the marketplace itself has named is not taken back by typing", async () => {
  const [first, second] = [await certifiedMerchant(desk), await certifiedMerchant(desk)];
  const [sellerId, own] = ["A1NAMEDELSEWHERE", "A1NAMEDINNOCENT"];
  const { merchantsId: theirs } = await bind(desk, first, "AMAZON", { sellerId });
  await agreeAs(first, theirs, sellerId);
  const { merchantsId: ours } = await bind(desk, second, "AMAZON", { sellerId: own });
  await expect(agreeAs(second, ours, sellerId)).rejects.toMatchObject(ELSEWHERE);
  await call(storeEndpoints.modifyAmazon, { merchantsId: ours, sellerId }, second);
  await call(storeEndpoints.modifyAmazon, { merchantsId: ours, sellerId: own }, second);
  expect(await claimOf(second, ours)).toMatchObject({ state: "found", account: sellerId });
  await expect(approve(desk, second, ours)).rejects.toMatchObject({ reason: "store.account_elsewhere" });
});

test("whoever loses the account to its owner is held until tied to one of their own", async () => {
  const { first, second, theirs } = await rivals("5551000004");
  await approve(desk, first, theirs);
  await accountNumberOf(desk, first, theirs);
  const { merchantsId: ours } = await boundUnnamed(second);
  await expect(agreeAs(second, ours, "5551000004")).rejects.toMatchObject(ELSEWHERE);
  await call(storeEndpoints.grantAccountClaim, await submitProof(second, ours), desk.reviewer);
  expect(await detail(desk, first, theirs)).toMatchObject({ state: "pending", boundAt: null });
  expect(await accountStateOf(first, theirs)).toBe("frozen");
  const told = (await call(messageEndpoints.messages, {}, first)).records.map(({ body }) => body).join(" ");
  expect(told).toContain("这家店铺的收款不再入账");
  await agreeAs(first, theirs, "5551000005");
  await approve(desk, first, theirs);
  expect(await detail(desk, first, theirs)).toMatchObject({ state: "bound", account: { state: "open" } });
});
