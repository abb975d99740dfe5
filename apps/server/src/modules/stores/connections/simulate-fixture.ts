import { connectionEndpoints as calls, storeEndpoints } from "@coralhub/contract";
import type { Actor, MerchantStep, Step } from "@coralhub/testkit/simulate";
import { drawScreenshot } from "../screenshot-fixture.ts";
import { broughtBack, openConsent } from "./consent-fixture.ts";

/** To the platform and back: most agree, some say no there. */
async function authorise(step: MerchantStep): Promise<void> {
  const { me, world, chance } = step;
  const { records } = await me.call(storeEndpoints.stores, {});
  const open = records.filter(({ state }) => state !== "removed");
  if (open.length === 0) return;
  const { merchantsId } = chance.pick(open);
  const { url } = await me.call(calls.startAuthorisation, { merchantsId });
  // Now and then an account that another merchant's store has as well.
  const shared = new URL(url, world.url);
  if (chance.may(0.25)) shared.searchParams.set("account", "5550001111");
  const page = await openConsent(world.url, `${shared.pathname}${shared.search}`);
  const answer = broughtBack(await page.follow(chance.may(0.9) ? "同意授权" : "拒绝"));
  if (await me.attempt(calls.finishAuthorisation, answer)) await me.call(calls.checkAuthorisation, { merchantsId });
  else await claim(step);
}
async function revoke({ world, chance }: Step): Promise<void> {
  const { records } = await world.operator("reviewer", 1).call(calls.connections, {
    filters: { authorisation: ["authorised", "expiring"] },
  });
  if (records.length === 0) return;
  const { merchantId, storeId } = chance.pick(records);
  await world.lever.attempt(calls.revokeAuthorisation, { merchantId, storeId });
}

const STATEMENT = "账号由我公司注册，一直由我公司的运营人员使用";
/** An account that is somebody else's: proof, and a reviewer's word. */
async function claim({ me, chance }: MerchantStep): Promise<void> {
  const { records } = await me.call(storeEndpoints.stores, {});
  for (const { merchantsId } of records) {
    const found = await me.call(storeEndpoints.accountClaim, { merchantsId });
    if (found?.state !== "found" && found?.state !== "declined") continue;
    if (!chance.may(0.7)) continue;
    const { fileId } = await me.call(storeEndpoints.uploadStoreFile, { file: await drawScreenshot() });
    await me.call(storeEndpoints.submitAccountClaim, { merchantsId, statement: STATEMENT, fileIds: [fileId] });
  }
}
async function decideClaims({ world, chance }: Step): Promise<void> {
  const reviewer = world.operator("reviewer", 2);
  const { records } = await reviewer.call(storeEndpoints.accountClaims, { filters: { state: ["submitted"] } });
  for (const { merchantId, id } of records) {
    if (chance.may(0.5)) await reviewer.attempt(storeEndpoints.grantAccountClaim, { merchantId, id });
    else await reviewer.attempt(storeEndpoints.declineAccountClaim, { merchantId, id, reason: "截图看不清公司名称" });
  }
}

export const connectionActors: readonly Actor[] = [
  { name: "商户授权店铺", by: "merchant", weight: 2.5, act: authorise },
  { name: "商户证明平台账号", by: "merchant", weight: 0.7, act: claim },
  { name: "平台收回授权", by: "rail", perDay: 0.2, act: revoke },
  { name: "审核员判定平台账号", by: "operator", perDay: 0.5, act: decideClaims },
];
