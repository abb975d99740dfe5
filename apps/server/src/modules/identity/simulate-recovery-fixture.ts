import { identityEndpoints as calls } from "@coralhub/contract";
import type { Actor, Merchant, MerchantStep, Step, World } from "@coralhub/testkit/simulate";

const elsewhere = ({ number }: Merchant) => `10.6.${number >> 8}.${number & 255}`;

/** A forgotten password: the phone is proof enough. */
async function forget({ me, world }: MerchantStep): Promise<void> {
  await resetPassword(world, me, `Found#${me.number}again${world.clock.now().getTime() % 10_000}`);
}
async function resetPassword(world: World, me: Merchant, password: string): Promise<void> {
  const visitor = world.visitor(elsewhere(me));
  const { mobile } = me;
  world.clock.advance({ seconds: 61 });
  await visitor.call(calls.sendResetCode, { mobile, param: await world.captcha(elsewhere(me)) });
  const smsCaptcha = await world.codeFor(mobile);
  if (!smsCaptcha) return;
  await visitor.call(calls.checkResetCode, { mobile, smsCaptcha });
  await visitor.call(calls.resetPassword, { mobile, smsCaptcha, password });
  me.credentials.password = password;
  me.holds();
}

/** The phone is lost: somebody with a new one tells what only the owner knows. */
async function loseMobile({ me, world, chance }: MerchantStep): Promise<void> {
  const newMobile = `136${String(10_000_000 + me.number * 1000 + chance.below(1000))}`;
  const address = elsewhere(me);
  const visitor = world.visitor(address);
  world.clock.advance({ seconds: 61 });
  await visitor.call(calls.sendRecoveryCode, { newMobile, param: await world.captcha(address) });
  const verifyCode = await world.codeFor(newMobile);
  if (!verifyCode) return;
  await visitor.call(calls.requestRecovery, {
    username: me.mobile,
    newMobile,
    verifyCode,
    contactName: "林见南",
    story: "深圳市某某科技有限公司，上周收到 Amazon 打款 1,200 美元",
  });
}

/** One reviewer proposes, another decides; whoever gets the account back sets a password and is in again. */
async function decide({ world, chance }: Step): Promise<void> {
  const [one, other] = [world.operator("reviewer", 1), world.operator("reviewer", 2)];
  const { records } = await one.call(calls.recoveries, { filters: { state: ["requested", "proposed"] } });
  for (const { id, state, merchantId, newMobile } of records) {
    const accept = chance.may(0.6);
    if (state === "requested") await one.attempt(calls.proposeRecovery, { id, accept, note: "视频核对身份证和法人" });
    if (chance.may(0.15)) continue;
    const alone = await one.attempt(calls.decideRecovery, { id, accept });
    if (alone !== undefined) world.broken("两个人才给得出的账户", `one person decided recovery ${id}`);
    const decided = await other.attempt(calls.decideRecovery, { id, accept, note: "复核" });
    const [row] = await world.database.query<{ state: string }>("select state from account_recovery where id = $1", [
      id,
    ]);
    const owner = world.merchants.find((one) => one?.userId === merchantId);
    if (decided === undefined || row?.state !== "accepted" || !owner) continue;
    owner.credentials.mobile = newMobile;
    owner.credentials.totp = undefined;
    await resetPassword(world, owner, `Found#${owner.number}back${chance.below(10_000)}`);
  }
}

export const recoveryActors: readonly Actor[] = [
  { name: "商户忘记密码", by: "merchant", weight: 0.4, act: forget },
  { name: "商户丢了手机", by: "merchant", weight: 0.3, act: loseMobile },
  { name: "审核员处理手机找回", by: "operator", perDay: 0.5, act: decide },
];
