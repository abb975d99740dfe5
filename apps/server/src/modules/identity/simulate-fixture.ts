import { identityEndpoints as calls } from "@coralhub/contract";
import { CODE_PURPOSES } from "@coralhub/domain";
import {
  lawByQuery,
  type Merchant,
  type MerchantStep,
  type Simulation,
  type Step,
  type World,
} from "@coralhub/testkit/simulate";
import { generate } from "otplib";
import { CLOSING_DAYS } from "./close-account.ts";
import { recoveryActors } from "./simulate-recovery-fixture.ts";

/** Numbers of people who only pass by: far from everybody the plan knows. */
const PASSERS_BY = 700;
const PASSERS_BY_MOST = 40;

async function proveSelf(me: Merchant): Promise<void> {
  if (me.credentials.totp) return;
  const verifyCode = await me.code(() => me.call(calls.sendStepUpCode, {}));
  await me.stepUp(verifyCode);
}

/** Signs out, or out everywhere; whatever comes next begins with signing in. */
async function leave({ me, world, chance }: MerchantStep): Promise<void> {
  await me.call(calls.devices, {});
  await me.call(calls.signInHistory, {});
  if (chance.may(0.3)) return void (await me.call(calls.endOtherSessions, {}));
  await me.call(calls.logout, {});
  // Somebody elsewhere tries the number with another password.
  if (!chance.may(0.3)) return;
  const letIn = await world
    .visitor(`10.7.0.${1 + chance.below(250)}`)
    .attempt(calls.login, { username: me.mobile, password: "Guess#2026", client: 1 });
  if (letIn) world.broken("谁的账户谁进得去", `somebody guessed the password of merchant ${me.number}`);
}
async function changePassword({ me, chance }: MerchantStep): Promise<void> {
  const newPassword = `Coral#${chance.between(100_000, 999_999)}`;
  const { token } = await me.call(calls.changePassword, { oldPassword: me.credentials.password, newPassword });
  me.credentials.password = newPassword;
  me.holds(token);
}
/** With both phones at hand it changes at once; with the new one alone it waits, and is mostly thought better of. */
async function changeMobile({ me, world, chance }: MerchantStep): Promise<void> {
  const { pendingChanges } = await me.call(calls.accountInfo, {});
  if (pendingChanges.length > 0) return void (await me.call(calls.cancelFactorChange, { factor: "mobile" }));
  await proveSelf(me);
  const mobile = `137${String(10_000_000 + me.number * 1000 + chance.below(1000))}`;
  if (!(await me.call(calls.checkMobile, { mobile })).available) return;
  const oldVerifyCode = chance.may(0.7) ? await me.code(() => me.call(calls.sendMobileChangeCode, {})) : undefined;
  await me.call(calls.sendMobileChangeCode, { mobile });
  const verifyCode = await world.codeFor(mobile);
  if (!verifyCode) return;
  const { status, token } = await me.call(calls.changeMobile, { mobile, verifyCode, oldVerifyCode });
  if (status !== "changed") return void (await me.call(calls.cancelFactorChange, { factor: "mobile" }));
  me.credentials.mobile = mobile;
  me.holds(token ?? undefined);
}
/** A second factor for a while: with it the next sign-in asks for its number. */
async function secondFactor({ me, world, chance }: MerchantStep): Promise<void> {
  const { totp } = me.credentials;
  if (totp) {
    world.clock.advance({ seconds: 61 });
    await me.call(calls.disableTotp, { totp: await totp() });
    me.credentials.totp = undefined;
    return;
  }
  await proveSelf(me);
  const { secret } = await me.call(calls.enrolTotp, {});
  const code = () => {
    // A number counts once: the next one comes half a minute later.
    world.clock.advance({ seconds: 31 });
    return generate({ secret, epoch: Math.floor(world.clock.now().getTime() / 1000) });
  };
  const bound = await me.attempt(calls.confirmTotp, { totp: await code() });
  if (!bound) return;
  me.credentials.totp = code;
  if (chance.may(0.5)) await me.call(calls.logout, {});
}
async function ownData({ me, world, chance }: MerchantStep): Promise<void> {
  await me.call(calls.security, {});
  await me.call(calls.consents, {});
  await me.call(calls.updateContact, { contactName: "林见南", contactTitle: "财务" });
  if (chance.may(0.6)) return;
  await proveSelf(me);
  const { id } = await me.call(calls.requestDataExport, {});
  await world.settle();
  await me.call(calls.dataExports, {});
  await me.call(calls.downloadDataExport, { id });
}

/** Wants to leave for good: what stands against it is told; whoever may go thinks again now and then. */
async function close({ me, chance }: MerchantStep): Promise<void> {
  const { blockers, closesAt } = await me.call(calls.closing, {});
  if (closesAt !== null) {
    if (chance.may(0.5)) await me.call(calls.cancelClosing, {});
    return;
  }
  if (blockers.length > 0) return;
  const verifyCode = await me.code(() => me.call(calls.sendGatewayCode, { type: CODE_PURPOSES.closeAccount.wire }));
  await me.call(calls.requestClosing, { verifyCode, reason: "不再使用" });
}
/** Registers, looks around and asks to be closed again, mostly; nobody's plan knows of them. */
async function passBy({ world, chance }: Step): Promise<void> {
  const number = PASSERS_BY + chance.below(PASSERS_BY_MOST);
  const present = world.merchants[number];
  const me = present ?? (await world.register(number, { kind: "person" }));
  world.merchants[number] = me;
  await close({ me, world, chance });
}
/** A number whose account was closed is free: whoever had it may begin anew. */
async function comeBack({ world, chance }: Step): Promise<void> {
  const free = world.gone.filter(({ number }) => !world.merchants[number]);
  if (free.length === 0) return;
  const { number, kind } = chance.pick(free);
  world.merchants[number] = await world.register(number, { kind });
}

/** Nobody's account is closed before its days are over, with business under way, or with a way in left. */
const CLOSED = `
  select 'merchant ' || m.merchant_id || ' was closed too early' as problem from merchant m
   where m.closed_at is not null and not exists (select from merchant_closing c where c.merchant_id = m.merchant_id
     and c.cancelled_at is null and c.requested_at <= m.closed_at - make_interval(days => ${CLOSING_DAYS}))
  union all
  select 'merchant ' || m.merchant_id || ' is closed and can still be found by ' || d.kind from merchant m
    join merchant_directory d on d.owner_id = m.merchant_id and d.kind in ('mobile', 'email')
   where m.closed_at is not null
  union all
  select 'recovery ' || id || ' was decided by whoever proposed it' from account_recovery
   where state = 'accepted' and decided_by = proposed_by`;

/** Who I am, by the page and by what was changed. */
async function accountIsMine(_world: World, me: Merchant): Promise<string[]> {
  const { userId, mobile } = await me.call(calls.accountInfo, {});
  const shown = (mobile ?? "").slice(-4);
  return [
    ...(userId === me.userId ? [] : [`the page is of ${userId}`]),
    ...(me.mobile.endsWith(shown) && shown !== "" ? [] : [`the page says ${mobile}, the phone is ${me.mobile}`]),
  ];
}

export const identitySimulation: Simulation = {
  actors: [
    { name: "商户退出再登录", by: "merchant", weight: 0.8, act: leave },
    { name: "商户修改密码", by: "merchant", weight: 0.4, act: changePassword },
    { name: "商户更换手机", by: "merchant", weight: 0.4, act: changeMobile },
    { name: "商户开关两步验证", by: "merchant", weight: 0.4, act: secondFactor },
    { name: "商户看安全设置和个人数据", by: "merchant", weight: 0.4, act: ownData },
    { name: "商户申请注销", by: "merchant", weight: 0.3, act: close },
    { name: "有人注册了又注销", by: "rail", perDay: 0.3, act: passBy },
    { name: "注销的人回来", by: "rail", perDay: 0.3, act: comeBack },
    ...recoveryActors,
  ],
  laws: [
    lawByQuery("注销等满天数，找回要两个人", "always", CLOSED),
    { name: "账户页是本人的", when: "daily", violations: accountIsMine },
  ],
};
