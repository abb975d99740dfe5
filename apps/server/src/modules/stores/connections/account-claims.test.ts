import { connectionEndpoints as calls, messageEndpoints, storeEndpoints } from "@coralhub/contract";
import type { TestMerchant } from "@coralhub/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  approve,
  bind,
  certifiedMerchant,
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
