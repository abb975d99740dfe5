import {
  approvalEndpoints,
  campaignDeskEndpoints as desk_,
  campaignPushEndpoints as pushes,
  messageEndpoints as messages,
  type CallInput,
} from "@coralhub/contract";
import { PUSH_CAPS, toShanghaiDay, WHOLE_ODDS, type MessageChannel } from "@coralhub/domain";
import { createRunningClock, type TestMerchant } from "@coralhub/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { certified, startDesk, until, type Desk } from "../income/income-fixture.ts";

const DAY_MS = 86_400_000;
let desk: Desk;
let campaignId: string;
beforeAll(async () => {
  // By day: at night an SMS waits for the morning. Before anybody signs in: a session does not live through the jump.
  const clock = createRunningClock();
  clock.set(`${toShanghaiDay(clock.now())}T11:00:00+08:00`);
  desk = await startDesk({ clock });
  campaignId = await startCampaign();
});
afterAll(() => desk.close());

async function startCampaign(): Promise<string> {
  const now = desk.clock.now().getTime();
  const request: CallInput<typeof desk_.saveCampaign.input> = {
    id: null,
    page: "draw",
    name: "双十一转盘",
    startsAt: new Date(now - DAY_MS),
    endsAt: new Date(now + 90 * DAY_MS),
    audience: { certified: true, sources: [], flag: null, platform: null, volumeDollars: 0 },
    chances: { once: 1, daily: 0, friend: 0, partner: 0 },
    content: { headline: "标题", headlineB: "", intro: "说明", rules: ["一条规则"], blocks: [] },
    currency: "USD",
    budget: "10.00",
    prizes: [
      {
        name: "谢谢参与",
        kind: "nothing",
        weight: WHOLE_ODDS,
        stock: null,
        cost: "0",
        couponPlanId: null,
        isGrand: false,
      },
    ],
  };
  const saved = await desk.call(desk_.saveCampaign, request, desk.finance);
  const { id } = saved;
  await desk.call(desk_.moveCampaign, { ...saved, action: "schedule" }, desk.admin);
  await desk.app.platform.jobs.run("campaigns.watch", {});
  return id;
}

/** Certified, with a mailbox, and with the requests named. */
async function reader(...wanted: MessageChannel[]): Promise<TestMerchant & { email: string }> {
  const merchant = await certified(desk);
  const email = `reader-${merchant.userId.slice(-12)}@example.com`;
  await desk.database.query("update merchant_user set email = $2 where merchant_id = $1", [merchant.userId, email]);
  for (const channel of wanted)
    await desk.call(messages.setMessagePreference, { topic: "offers", channel, on: true }, merchant);
  return { ...merchant, email };
}
const mailsTo = (recipient: string) =>
  desk.database.query<{ channel: string; subject: string | null; text: string }>(
    "select channel, subject, text from sandbox_mail where recipient = $1 and code is null order by sent_at, id",
    [recipient],
  );
const deliver = () => desk.app.platform.outbox.deliverDue();

async function push(title: string, channels: MessageChannel[]) {
  const request = { campaignId, channels, title, body: "每天一次，概率公开", reason: "双十一" };
  const { approvalId: id } = await desk.call(pushes.proposeCampaignPush, request, desk.finance);
  await expect(
    desk.call(approvalEndpoints.decideApproval, { id, decision: "approve" }, desk.finance),
  ).rejects.toMatchObject({ reason: "approval.two_people" });
  await desk.call(approvalEndpoints.decideApproval, { id, decision: "approve" }, desk.admin);
  // Twice at once, as two servers do it.
  await Promise.all([
    desk.app.platform.jobs.run("campaigns.push", {}),
    desk.app.platform.jobs.run("campaigns.push", {}),
  ]);
  const row = await until(async () => {
    await desk.app.platform.jobs.run("campaigns.push", {});
    return (await desk.call(pushes.campaignPushes, {}, desk.finance)).find(
      (one) => one.title === title && one.state === "done",
    );
  });
  await deliver();
  return row;
}

test("a push goes out once, by the channels each merchant agreed to, and not beyond the caps", async () => {
  const willing = await reader("email", "sms");
  const plain = await reader();
  const outside = await desk.registerMerchant();
  const first = await push("转盘开始了", ["inApp", "email", "sms"]);
  expect(first).toMatchObject({
    audience: 2,
    numbers: { inApp: { sent: 2 }, email: { sent: 1, unwanted: 1 }, sms: { sent: 1, unwanted: 1 } },
  });
  const titlesOf = async (merchant: TestMerchant) =>
    (await desk.call(messages.messages, {}, merchant)).records
      .filter(({ link }) => link?.path === "/actDraw")
      .map(({ title }) => title);
  expect(await titlesOf(willing)).toEqual(["转盘开始了"]);
  expect(await titlesOf(plain)).toEqual(["转盘开始了"]);
  expect(await titlesOf(outside)).toEqual([]);
  expect(await mailsTo(plain.email)).toEqual([]);
  const mails = await mailsTo(willing.email);
  expect(mails).toMatchObject([{ channel: "email", subject: "转盘开始了" }]);
  expect(mails[0]!.text).toContain("/actDraw");
  const [sms] = await desk.database.query<{ text: string }>(
    "select text from sandbox_mail where channel = 'sms' and text like '%转盘开始了%'",
    [],
  );
  expect(sms!.text).toContain("退订");

  const second = await push("还有三天", ["inApp", "email", "sms"]);
  expect(second.numbers).toMatchObject({ email: { sent: 1 }, sms: { sent: 0, capped: 1 } });
  const third = await push("最后一天", ["inApp", "email"]);
  expect(third.numbers.email).toMatchObject({ sent: 0, capped: 1 });
  expect(await titlesOf(plain)).toHaveLength(PUSH_CAPS.inApp.most);
  expect((await push("再来一次", ["inApp"])).numbers.inApp).toMatchObject({ sent: 0, capped: 2 });
  await desk.database.query("update message_push set sent_at = sent_at - interval '8 days'");
  expect((await push("下一周", ["email"])).numbers.email).toMatchObject({ sent: 1, capped: 0 });

  // The link of a mail ends mail and SMS; what it gives back is mail alone.
  const token = decodeURIComponent(/token=([^\s&]+)/.exec(mails[0]!.text)![1]!);
  const requests = () =>
    desk.database.query<{ channel: string; wanted: boolean }>(
      "select distinct channel, wanted from message_preference where merchant_id = $1 order by channel",
      [willing.userId],
    );
  await desk.call(messages.unsubscribe, { token, again: false });
  expect(await requests()).toEqual([
    { channel: "email", wanted: false },
    { channel: "sms", wanted: false },
  ]);
  await desk.call(messages.unsubscribe, { token, again: true });
  expect(await requests()).toEqual([
    { channel: "email", wanted: true },
    { channel: "sms", wanted: false },
  ]);

  await desk.database.query("update campaign set ends_at = $2 where id = $1", [
    campaignId,
    new Date(desk.clock.now().getTime() + DAY_MS),
  ]);
  const late = { campaignId, channels: ["inApp" as const], title: "太晚", body: "不会发出", reason: "测试" };
  const { approvalId } = await desk.call(
    pushes.proposeCampaignPush,
    { ...late, sendAt: new Date(desk.clock.now().getTime() + DAY_MS / 2) },
    desk.finance,
  );
  await desk.call(approvalEndpoints.decideApproval, { id: approvalId, decision: "approve" }, desk.admin);
  desk.clock.advance({ days: 2 });
  await desk.app.platform.jobs.run("campaigns.push", {});
  expect(await desk.database.query("select state, audience from campaign_push where title = '太晚'")).toEqual([
    { state: "stopped", audience: 0 },
  ]);
});
