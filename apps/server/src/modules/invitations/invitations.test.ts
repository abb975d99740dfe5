import { invitationEndpoints as calls } from "@coralhub/contract";
import { parseMoney } from "@coralhub/domain";
import type { TestMerchant } from "@coralhub/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  certified,
  certify,
  incomeOf,
  openAccount,
  payIn,
  startDesk,
  until,
  type Desk,
} from "../income/income-fixture.ts";

let desk: Desk;
beforeAll(async () => {
  desk = await startDesk();
});
afterAll(() => desk.close());

const watch = () =>
  desk.app.platform.database.transaction((tx) => desk.app.platform.jobs.send(tx, "invitations.watch", {}));
const invite = (inviter: TestMerchant, friend: TestMerchant) =>
  desk.database.query("insert into merchant_invitation values ($1, $2, $3)", [
    inviter.userId,
    friend.userId,
    desk.clock.now(),
  ]);
const apart = ({ userId }: TestMerchant, address: string) =>
  desk.database.query("update merchant_device set address = $2 where merchant_id = $1", [userId, address]);
const earns = async (friend: TestMerchant, amount: string) => {
  const { number } = await openAccount(desk, friend, {});
  const { reference } = await payIn(desk, number, amount, {});
  await until(async () => ((await incomeOf(desk, friend, reference)).state === "credited" ? true : undefined));
};
const overview = (merchant: TestMerchant) => desk.call(calls.invitations, {}, merchant);
const reaches = (merchant: TestMerchant, state: string) =>
  until(async () => {
    await watch();
    return (await overview(merchant)).friends[0]?.state === state ? true : undefined;
  });

test("a friend's first real business pays the inviter once; who the friend is stays theirs", async () => {
  const inviter = await certified(desk);
  const friend = await desk.registerMerchant();
  await invite(inviter, friend);
  await apart(friend, "203.0.113.9");
  await reaches(inviter, "joined");
  await certify(desk, friend);
  await reaches(inviter, "certified");
  await earns(friend, "60.00");
  await watch();
  expect((await overview(inviter)).rewarded).toBe(0);
  await earns(friend, "60.00");
  await reaches(inviter, "rewarded");
  await watch();
  const { code, link, friends, total, rewarded, picture } = await overview(inviter);
  expect([rewarded, total]).toEqual([1, parseMoney("5.00", "USD")]);
  expect(link).toContain(`invitationCode=${code}`);
  expect(Object.keys(friends[0]!).toSorted()).toEqual(["joinedAt", "number", "reward", "state"]);
  expect(Buffer.from(picture.split(",")[1]!, "base64").toString()).toContain(`邀请码 ${code}`);
  const rewards = await desk.database.query("select amount_minor::text from promotion_reward where merchant_id = $1", [
    inviter.userId,
  ]);
  expect(rewards).toEqual([{ amount_minor: "500" }]);
});

test("the same browser behind both is looked at by a person first", async () => {
  const inviter = await certified(desk);
  const friend = await certified(desk);
  await invite(inviter, friend);
  await apart(inviter, "198.51.100.7");
  await apart(friend, "198.51.100.7");
  await earns(friend, "200.00");
  await reaches(inviter, "reviewing");
  const review = (await desk.call(calls.invitationReviews, {}, desk.finance)).find(
    ({ merchantId }) => merchantId === inviter.userId,
  )!;
  expect(review.doubts).toEqual(["同一设备", "同一网络地址"]);
  const key = { merchantId: review.merchantId, friendId: review.friendId };
  await expect(desk.call(calls.decideInvitation, { ...key, decision: "decline" }, desk.finance)).rejects.toMatchObject({
    reason: "invitation.reason_needed",
  });
  await desk.call(calls.decideInvitation, { ...key, decision: "allow" }, desk.finance);
  expect((await overview(inviter)).friends[0]!.state).toBe("rewarded");
});
