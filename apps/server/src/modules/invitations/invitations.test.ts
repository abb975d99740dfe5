import { couponEndpoints, identityEndpoints, invitationEndpoints as calls } from "@coralhub/contract";
import { BRAND, FRIEND_CLAIM, parseMoney, REACH_WORDS, rewardOf } from "@coralhub/domain";
import type { TestMerchant } from "@coralhub/testkit";
import { sql } from "kysely";
import pg from "pg";
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
import { drawPoster } from "../campaigns/index.ts";
import { bindAccount, certifiedMerchant, CITIC_ACCOUNT } from "../payouts/payouts-fixture.ts";
import type { Tx } from "../../platform/db.ts";
import { takeTurn } from "./invitations-store.ts";

let desk: Desk;
beforeAll(async () => {
  desk = await startDesk();
});
afterAll(() => desk.close());

/** The same words are the same picture. */
async function posterOf(lines: readonly string[], url: string): Promise<string> {
  const picture = await drawPoster({ title: `邀请您用${BRAND.name}`, lines, url });
  return Buffer.from(picture).toString("base64");
}
const ownPoster = async (merchant: TestMerchant) => {
  const { blob } = await desk.call(calls.invitationPoster, {}, merchant);
  return Buffer.from(await blob.arrayBuffer()).toString("base64");
};
const watch = () => desk.app.platform.jobs.run("invitations.watch", {});
const invite = (inviter: TestMerchant, friend: TestMerchant) =>
  desk.database.query("insert into merchant_invitation values ($1, $2, $3)", [
    inviter.userId,
    friend.userId,
    desk.clock.now(),
  ]);
const deviceAt = ({ userId }: TestMerchant, address: string) =>
  desk.database.query("update merchant_device set address = $2 where merchant_id = $1", [userId, address]);
const apart = async (merchant: TestMerchant, address: string) => {
  await deviceAt(merchant, address);
  await desk.database.query("update merchant_sign_in set address = $2 where merchant_id = $1", [
    merchant.userId,
    address,
  ]);
};
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
  // What the house gives is no business.
  await desk.database.query(
    `insert into promotion_reward (merchant_id, id, cause, title, currency, amount_minor, posting_id, paid_at)
     values ($1, gen_random_uuid(), 'test', '奖励', 'USD', 50000, gen_random_uuid(), $2)`,
    [friend.userId, desk.clock.now()],
  );
  await watch();
  expect((await overview(inviter)).friends[0]).toMatchObject({ state: "certified", reward: null });
  await earns(friend, "60.00");
  await reaches(inviter, "rewarded");
  await watch();
  const { code, link, friends, total, rewarded } = await overview(inviter);
  expect([rewarded, total]).toEqual([1, parseMoney("5.00", "USD")]);
  expect(link).toContain(`invitationCode=${code}`);
  expect(Object.keys(friends[0]!).toSorted()).toEqual(["joinedAt", "number", "reward", "state"]);
  // Nobody has put up a coupon for friends here: none is promised.
  expect(await ownPoster(inviter)).toBe(await posterOf([REACH_WORDS, `邀请码 ${code}`], link));
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
  // Signing in from elsewhere does not wipe out where they were.
  await deviceAt(friend, "203.0.113.77");
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

test("one browser behind both is looked at by a person wherever it was, also after it was forgotten", async () => {
  const inviter = await certified(desk);
  // The browser that the inviter used: one friend registers on it, another signs in, and each from a place of its own.
  const made = await desk.registerMerchant({ device: inviter.device });
  await certify(desk, made);
  const used = await certified(desk);
  const { mobile: username, password, address } = used;
  await desk.call(identityEndpoints.login, { username, password, device: inviter.device }, { address });
  await apart(inviter, "203.0.113.160");
  await apart(made, "203.0.113.161");
  await apart(used, "203.0.113.162");
  await desk.database.query("delete from merchant_device where merchant_id = $1", [inviter.userId]);
  for (const friend of [made, used]) {
    await invite(inviter, friend);
    await earns(friend, "200.00");
  }
  const found = await until(async () => {
    await watch();
    const rows = await desk.database.query<{ state: string; doubts: string[] }>(
      "select state, doubts from invitation_progress where merchant_id = $1",
      [inviter.userId],
    );
    return rows.every(({ state }) => state !== "joined" && state !== "certified") ? rows : undefined;
  });
  expect(found).toEqual([1, 2].map(() => ({ state: "reviewing", doubts: ["device"] })));
});

test("fault 1: no reward goes into an account that was closed or frozen before somebody allowed it", async () => {
  const [inviter, racing] = [await certified(desk), await certified(desk)];
  const doubted = async ({ userId }: TestMerchant) => {
    const friendId = desk.app.platform.ids.next();
    await desk.database.query(
      `insert into invitation_progress (merchant_id, friend_id, state, doubts, joined_at, changed_at)
       values ($1, $2, 'reviewing', '{address}', $3, $3)`,
      [userId, friendId, desk.clock.now()],
    );
    return { merchantId: userId, friendId };
  };
  const allow = (key: { merchantId: string; friendId: string }) =>
    desk.call(calls.decideInvitation, { ...key, decision: "allow" }, desk.finance);
  const rewarded = ({ userId }: TestMerchant) =>
    desk.database.query("select from promotion_reward where merchant_id = $1", [userId]);
  const cannot = { reason: "invitation.inviter_cannot_be_paid" };
  const key = await doubted(inviter);
  const certification = (state: string) =>
    desk.database.query("update certification set state = $2 where merchant_id = $1", [inviter.userId, state]);
  await certification("frozen");
  await expect(allow(key)).rejects.toMatchObject(cannot);
  await certification("certified");
  await desk.database.query("update merchant set closed_at = now() where merchant_id = $1", [inviter.userId]);
  await expect(allow(key)).rejects.toMatchObject(cannot);
  expect(await rewarded(inviter)).toEqual([]);
  // One that is being closed at this moment: the closing is waited for, and then seen.
  const late = await doubted(racing);
  const closing = new pg.Client({ connectionString: desk.database.url });
  await closing.connect();
  await closing.query("begin");
  await closing.query("select from merchant where merchant_id = $1 for update", [racing.userId]);
  await closing.query("update merchant set closed_at = now() where merchant_id = $1", [racing.userId]);
  const allowing = allow(late).then(
    () => "allowed",
    (error: { reason: string }) => error.reason,
  );
  await until(async () => {
    const [waits] = await desk.database.query(
      "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%merchant%'",
    );
    return waits;
  });
  await closing.query("commit");
  await closing.end();
  expect(await allowing).toBe("campaign.payee_closed");
  expect(await rewarded(racing)).toEqual([]);
});

test("one document or one bank account behind both is looked at by a person; the same end of a number is not", async () => {
  const inviter = await certifiedMerchant(desk, "mainland", "深圳甲有限公司");
  const [paper, bank, honest] = await Promise.all(
    ["乙", "丙", "丁"].map((name) => certifiedMerchant(desk, "mainland", `深圳${name}有限公司`)),
  );
  const friends = [paper!, bank!, honest!];
  const account = (accountNumber: string) => ({ ...CITIC_ACCOUNT, accountNumber });
  await bindAccount(desk, inviter, account("8110301012900123456"), "深圳甲有限公司");
  await bindAccount(desk, bank!, account("8110301012900123456"), "深圳丙有限公司");
  await bindAccount(desk, honest!, account("8110301012900993456"), "深圳丁有限公司");
  for (const owner of [inviter, paper!])
    await desk.database.query("insert into document_number_use values ('\\x19', $1, $1)", [owner.userId]);
  for (const [index, friend] of friends.entries()) {
    await invite(inviter, friend);
    await apart(friend, `203.0.113.${100 + index}`);
    await earns(friend, "200.00");
  }
  const found = await until(async () => {
    await watch();
    const rows = await desk.database.query<{ friend: string; state: string; doubts: string[] }>(
      "select friend_id as friend, state, doubts from invitation_progress where merchant_id = $1",
      [inviter.userId],
    );
    return rows.some(({ state }) => state === "joined" || state === "certified") ? undefined : rows;
  });
  const of = ({ userId }: TestMerchant) => found.find(({ friend }) => friend === userId);
  expect(of(paper!)).toMatchObject({ state: "reviewing", doubts: ["document"] });
  expect(of(bank!)).toMatchObject({ state: "reviewing", doubts: ["bankAccount"] });
  expect(of(honest!)).toMatchObject({ state: "rewarded", doubts: [] });
});

test("friends of one inviter who share a device among themselves are looked at by a person", async () => {
  const inviter = await certified(desk);
  const [first, second] = [await certified(desk), await certified(desk)];
  await apart(inviter, "203.0.113.150");
  for (const friend of [first, second]) {
    await invite(inviter, friend);
    await apart(friend, "203.0.113.151");
  }
  await earns(first, "200.00");
  const found = await until(async () => {
    await watch();
    const [row] = await desk.database.query<{ state: string; doubts: string[] }>(
      "select state, doubts from invitation_progress where merchant_id = $1 and friend_id = $2",
      [inviter.userId, first.userId],
    );
    return row && row.state !== "joined" && row.state !== "certified" ? row : undefined;
  });
  expect(found).toEqual({ state: "reviewing", doubts: ["device", "address"] });
});

test("a look that marks friends waits for one being rewarded without holding another", async () => {
  const inviter = await desk.registerMerchant();
  for (const friend of await Promise.all([1, 2].map(() => desk.registerMerchant()))) await invite(inviter, friend);
  await watch();
  const { database, clock } = desk.app.platform;
  const [first, last] = await desk.database.query<{ friend: string }>(
    "select friend_id as friend from invitation_progress where merchant_id = $1 order by friend_id",
    [inviter.userId],
  );
  // The last by its id is the first whose turn it is.
  for (const [friend, year] of [[first!.friend, 2002] as const, [last!.friend, 2001] as const])
    await desk.database.query(
      "update invitation_progress set looked_at = make_date($3, 1, 1) where merchant_id = $1 and friend_id = $2",
      [inviter.userId, friend, year],
    );
  const hold = (tx: Tx, friend: string) =>
    sql`select 1 from invitation_progress where friend_id = ${friend} for update`.execute(tx);
  const held = Promise.withResolvers<void>();
  let over = false;
  const turn = held.promise.then(() => takeTurn(database.db, clock.now(), 2)).finally(() => (over = true));
  await database.transaction(async (tx) => {
    await hold(tx, first!.friend);
    held.resolve();
    await until(async () => {
      const waiting = await desk.database.query(
        "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%invitation_progress%'",
      );
      return over || waiting.length > 0 ? true : undefined;
    });
    await hold(tx, last!.friend);
  });
  expect(await turn).toHaveLength(2);
});

test("however many wait, everybody's turn comes", async () => {
  const inviter = await desk.registerMerchant();
  for (const friend of await Promise.all([1, 2, 3].map(() => desk.registerMerchant()))) await invite(inviter, friend);
  await watch();
  await desk.app.platform.database.transaction(async (tx) => {
    // Held, so that the timer's own look does not come between.
    const { rows } = await sql<{ friend: string }>`
      select friend_id as friend from invitation_progress where state in ('joined', 'certified') for update`.execute(
      tx,
    );
    const seen = new Set<string>();
    for (let turn = 1; turn <= rows.length; turn++) {
      const at = new Date(desk.clock.now().getTime() + turn * 1_000);
      for (const { friendId } of await takeTurn(tx, at, 1)) seen.add(friendId);
    }
    expect(rows.length).toBeGreaterThanOrEqual(3);
    expect([...seen].toSorted()).toEqual(rows.map(({ friend }) => friend).toSorted());
  });
});

/** Friends of earlier days, whose rewards are paid. */
const rewardedBefore = (inviter: TestMerchant, count: number) =>
  desk.database.query(
    `insert into invitation_progress (merchant_id, friend_id, state, reward_minor, joined_at, rewarded_at, changed_at)
     select $1, gen_random_uuid(), 'rewarded', 500, $2, $2, $2 from generate_series(1, $3::int)`,
    [inviter.userId, new Date(desk.clock.now().getTime() - 86_400_000), count],
  );
const rewardFor = async (inviter: TestMerchant, friendId: string) => {
  const [row] = await desk.database.query<{ minor: string | null }>(
    "select reward_minor::text as minor from invitation_progress where merchant_id = $1 and friend_id = $2",
    [inviter.userId, friendId],
  );
  return row?.minor ?? undefined;
};

test("the fourth and the eleventh friend bring more; the job and an operator at once never count the same place", async () => {
  expect([1, 3, 4, 10, 11, 12].map(rewardOf)).toEqual([5, 5, 8, 8, 12, 12]);
  for (const [before, amounts] of [
    [2, ["500", "800"]],
    [9, ["800", "1200"]],
  ] as const) {
    const inviter = await certified(desk);
    await rewardedBefore(inviter, before);
    const doubted = desk.app.platform.ids.next();
    await desk.database.query(
      `insert into invitation_progress (merchant_id, friend_id, state, doubts, joined_at, changed_at)
       values ($1, $2, 'reviewing', '{address}', $3, $3)`,
      [inviter.userId, doubted, desk.clock.now()],
    );
    const friend = await certified(desk);
    await apart(friend, `203.0.113.${210 + before}`);
    await earns(friend, "200.00");
    await invite(inviter, friend);
    const allow = { merchantId: inviter.userId, friendId: doubted, decision: "allow" } as const;
    await Promise.all([desk.call(calls.decideInvitation, allow, desk.finance), watch()]);
    const rewards = await until(async () => {
      await watch();
      const both = await Promise.all([rewardFor(inviter, doubted), rewardFor(inviter, friend.userId)]);
      return both.includes(undefined) ? undefined : both;
    });
    expect(rewards.toSorted((one, other) => Number(one) - Number(other))).toEqual(amounts);
  }
});

test("a friend who comes with a code gets the coupon that finance has put up for friends", async () => {
  const plan = {
    name: "新朋友券",
    kind: "percent" as const,
    percent: 50,
    businesses: ["withdrawal" as const],
    stackable: false,
    validDays: 30,
    way: "claim" as const,
    claim: FRIEND_CLAIM,
    audience: "all" as const,
    stock: 5,
  };
  const { id } = await desk.call(couponEndpoints.proposeCouponPlan, plan, desk.finance);
  await desk.call(couponEndpoints.decideCouponPlan, { id, decision: "approve" }, desk.admin);
  const inviter = await certified(desk);
  const { code } = await overview(inviter);
  const friend = await desk.registerMerchant({ invitationCode: code });
  const given = await until(async () => {
    await watch();
    const { records } = await desk.call(couponEndpoints.coupons, {}, friend);
    return records.length > 0 ? records : undefined;
  });
  expect(given).toMatchObject([{ name: "新朋友券", state: "unused" }]);
  await watch();
  expect((await desk.call(couponEndpoints.coupons, {}, friend)).records).toHaveLength(1);
  const { link } = await overview(inviter);
  expect(await ownPoster(inviter)).toBe(await posterOf([REACH_WORDS, "注册即得「新朋友券」", `邀请码 ${code}`], link));
});
