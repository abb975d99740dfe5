import { campaignDeskEndpoints as desk_, campaignEndpoints as calls, couponEndpoints } from "@coralhub/contract";
import { WHOLE_ODDS } from "@coralhub/domain";
import type { TestMerchant } from "@coralhub/testkit";
import { sql } from "kysely";
import { execFileSync } from "node:child_process";
import { createHash, createHmac } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { checkDraw } from "../../../../../tools/verify-draw.mjs";
import { campaignTools, nothing, prize, DAY_MS, type CampaignRequest } from "./campaigns-fixture.ts";
import { certified, startDesk, until, type Desk } from "../income/income-fixture.ts";

let desk: Desk;
beforeAll(async () => {
  desk = await startDesk();
});
afterAll(() => desk.close());

const { requestFor, running, stateOf, end } = campaignTools(() => desk);
type Input = CampaignRequest;
const balanceOf = async (merchant: TestMerchant) => {
  const [row] = await desk.database.query<{ balance: string }>(
    "select balance::text from ledger_balance where merchant_id = $1 and code = 'wallet:USD'",
    [merchant.userId],
  );
  return row?.balance ?? "0";
};

async function prizePlan(stock: number): Promise<string> {
  const { id } = await desk.call(
    couponEndpoints.proposeCouponPlan,
    {
      name: "活动券",
      kind: "percent",
      percent: 50,
      businesses: ["withdrawal"],
      stackable: false,
      validDays: 30,
      way: "prize",
      audience: "all",
      stock,
    },
    desk.finance,
  );
  await desk.call(couponEndpoints.decideCouponPlan, { id, decision: "approve" }, desk.admin);
  return id;
}

/** The campaign stops after the call has seen it run and before it has its row: nothing is given. */
async function collectWhileItPauses(id: string, merchant: TestMerchant) {
  const { database } = desk.app.platform;
  let collected: Promise<unknown> | undefined;
  await database.transaction(async (tx) => {
    await sql`update campaign set state = 'paused' where id = ${id}`.execute(tx);
    collected = Promise.allSettled([desk.call(calls.collectGrandPrize, {}, merchant)]);
    await until(async () => {
      const waiting = await desk.database.query(
        "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%campaign%'",
      );
      return waiting.length > 0 ? true : undefined;
    });
  });
  expect(await collected).toMatchObject([{ status: "rejected", reason: { reason: "campaign.none_running" } }]);
  await desk.database.query("update campaign set state = 'running' where id = $1", [id]);
}

test("two people, odds that add up, one campaign for a page at a time", async () => {
  const merchant = await certified(desk);
  await expect(desk.call(calls.doubleElevenLottery, {}, merchant)).rejects.toMatchObject({
    reason: "campaign.none_running",
  });
  const save = (request: Input) => desk.call(desk_.saveCampaign, request, desk.finance);
  const schedule = (draft: { id: string; version?: string }, by = desk.admin) =>
    desk.call(desk_.moveCampaign, { ...draft, action: "schedule" }, by);
  const wrong = await save(requestFor("draw", [nothing(999_999)]));
  const { id } = wrong;
  await expect(schedule(wrong)).rejects.toMatchObject({ reason: "campaign.not_ready" });
  const planId = await prizePlan(1);
  // Cards without a prize for all of them, an application with prizes or chances, a flag that is not there.
  const audience = { certified: true, sources: [], flag: "noSuchFlag", platform: null, volumeDollars: 0 };
  for (const request of [
    requestFor("draw", [prize("福", "card", 0), nothing(WHOLE_ODDS)]),
    requestFor("fu", [prize("大奖", "goods", 0, { isGrand: true }), nothing(WHOLE_ODDS)]),
    requestFor("sunrise", [nothing(WHOLE_ODDS)]),
    requestFor("sunrise", [], { chances: { once: 0, daily: 1, friend: 0, partner: 0 } }),
    // What costs nothing would not count against the budget.
    requestFor("draw", [prize("帆布袋", "goods", 1, { stock: 5 }), nothing(999_999)]),
    requestFor("draw", [prize("减半券", "coupon", 1, { couponPlanId: planId, stock: 5 }), nothing(999_999)]),
    // A coupon can be at an end: nothing to fall back on.
    requestFor("draw", [prize("减半券", "coupon", WHOLE_ODDS, { couponPlanId: planId })]),
    requestFor("draw", [nothing(WHOLE_ODDS)], { audience }),
  ])
    await expect(save({ ...request, id }).then((draft) => schedule(draft))).rejects.toMatchObject({
      reason: "campaign.not_ready",
    });
  // Agreed on is what was read: neither what was there before nor nothing at all.
  const read = await save({ ...requestFor("draw", [nothing(WHOLE_ODDS)]), id });
  const saved = await save({ ...requestFor("draw", [nothing(WHOLE_ODDS)], { budget: "90000.00" }), id });
  expect((await stateOf(id)).version).toBe(saved.version);
  await expect(schedule(read)).rejects.toMatchObject({ reason: "campaign.changed" });
  await expect(schedule({ id })).rejects.toMatchObject({ reason: "campaign.changed" });
  await expect(schedule(saved, desk.finance)).rejects.toMatchObject({ reason: "campaign.same_person" });
  const rival = await save(requestFor("draw", [nothing(WHOLE_ODDS)]));
  const both = await Promise.allSettled([schedule(saved), schedule(rival)]);
  expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  expect(both.find(({ status }) => status === "rejected")).toMatchObject({ reason: { reason: "campaign.page_taken" } });
  if (both[0].status === "rejected") {
    await desk.call(desk_.moveCampaign, { id: rival.id, action: "end" }, desk.admin);
    await schedule(saved);
  }
  await expect(desk.call(desk_.saveCampaign, { ...requestFor("draw", []), id }, desk.finance)).rejects.toMatchObject({
    reason: "state.changed",
  });
  await end(id);
});

test("the draw that is read with GET uses one chance for one key, however often it is asked", async () => {
  const merchant = await certified(desk);
  const id = await running(
    requestFor("draw", [nothing(WHOLE_ODDS)], { chances: { once: 2, daily: 0, friend: 0, partner: 0 } }),
  );
  const ask = async (key?: string) => {
    const headers = { authorization: `Bearer ${merchant.token}`, ...(key && { "idempotency-key": key }) };
    const reply = await fetch(`${desk.url}/api/activity/double/eleven/lottery`, { headers });
    return (await reply.json()) as { reason?: string; data?: { id: string; chancesLeft: number } };
  };
  // A prefetch or a link brings no key.
  expect(await ask()).toMatchObject({ reason: "idempotency.missing" });
  const [first, twin] = await Promise.all([ask("wheel-press-1"), ask("wheel-press-1")]);
  expect(first.data).toMatchObject({ chancesLeft: 1 });
  expect(twin).toMatchObject({ data: first.data });
  expect(await ask("wheel-press-1")).toMatchObject({ data: first.data });
  expect((await ask("wheel-press-2")).data).toMatchObject({ chancesLeft: 0 });
  await end(id);
});

test(
  "fifty draws at once with one chance are one; its money is in the wallet and in the list; the seed checks",
  { timeout: 60_000 },
  async () => {
    const merchant = await certified(desk);
    const prizes = [prize("8.88 美元", "money", 999_999, { cost: "8.88", stock: 5 }), nothing(1)];
    const id = await running(requestFor("draw", prizes));
    expect(await desk.call(calls.lotteryQualification, {}, merchant)).toMatchObject({
      qualified: true,
      chances: 1,
      last: null,
    });
    const answers = await Promise.allSettled(
      Array.from({ length: 50 }, () => desk.call(calls.doubleElevenLottery, {}, merchant)),
    );
    const won = answers.flatMap((answer) => (answer.status === "fulfilled" ? [answer.value] : []));
    expect(won).toHaveLength(1);
    expect(won[0]).toMatchObject({ prize: "8.88 美元", won: true, chancesLeft: 0 });
    // Whoever lost the answer finds it by asking how things stand.
    expect(await desk.call(calls.lotteryQualification, {}, merchant)).toMatchObject({ chances: 0, last: won[0] });
    expect(await balanceOf(merchant)).toBe("888");
    const events = await desk.database.query("select kind, net_minor::text from money_event where merchant_id = $1", [
      merchant.userId,
    ]);
    expect(events).toEqual([{ kind: "reward", net_minor: "888" }]);
    expect(await desk.call(calls.userPrizes, {}, merchant)).toHaveLength(1);
    expect(await stateOf(id)).toMatchObject({ draws: 1, winners: 1, spent: { minor: 888n } });

    expect((await desk.call(calls.campaign, { page: "draw" }))!.seed).toBeNull();
    await end(id);
    // The page tells the one that ended last, also when another began at the same second and ended before.
    const ended = (await desk.call(calls.campaign, { page: "draw" }))!;
    expect(ended.id).toBe(id);
    // Another one for the page takes its place, not its seed.
    const later = { startsAt: new Date(desk.clock.now().getTime() + 30 * DAY_MS) };
    const next = await desk.call(
      desk_.saveCampaign,
      requestFor("draw", [nothing(WHOLE_ODDS)], { ...later, endsAt: new Date(later.startsAt.getTime() + DAY_MS) }),
      desk.finance,
    );
    expect(await desk.call(calls.campaign, { page: "draw", id: next.id })).toBeNull();
    await desk.call(desk_.moveCampaign, { ...next, action: "schedule" }, desk.admin);
    const shown = (await desk.call(calls.campaign, { page: "draw" }))!;
    expect(shown).toMatchObject({ id: next.id, seed: null });
    expect(shown.past.map((one) => one.id)).toContain(id);
    const { seed, seedHash, prizes: odds } = (await desk.call(calls.campaign, { page: "draw", id }))!;
    await end(next.id);
    const draw = { campaignId: id, seed: seed!, seedHash, number: won[0]!.number!, prizes: odds, drawn: "8.88 美元" };
    expect(checkDraw(draw)).toBeNull();
    expect(checkDraw({ ...draw, drawn: "谢谢参与" })).toContain("应抽中");
    expect(checkDraw({ ...draw, seed: "00" })).toContain("不符");
    // Kept with the draw: chances and stock before and after, and what decided it, as anybody computes it from the seed.
    const records = await desk.database.query(
      `select number, chances_before, chances_after, stock_before, stock_after, random, commitment from campaign_draw
       where campaign_id = $1`,
      [id],
    );
    const random = createHmac("sha256", Buffer.from(seed!, "hex")).update(`${id}:${draw.number}`).digest("hex");
    expect(createHash("sha256").update(Buffer.from(seed!, "hex")).digest("hex")).toBe(seedHash);
    expect(records).toEqual([
      {
        number: draw.number,
        chances_before: 1,
        chances_after: 0,
        stock_before: 5,
        stock_after: 4,
        random,
        commitment: seedHash,
      },
    ]);
    // As anybody runs it: the file of the page, the number, and what was drawn.
    const folder = mkdtempSync(join(tmpdir(), "draw-"));
    writeFileSync(join(folder, "活动.json"), JSON.stringify({ campaignId: id, seed, seedHash, prizes: odds }));
    const script = fileURLToPath(new URL("../../../../../tools/verify-draw.mjs", import.meta.url));
    const said = execFileSync(process.execPath, [script, "活动.json", String(draw.number), draw.drawn], {
      cwd: folder,
    });
    expect(said.toString()).toContain("核对一致");
    rmSync(folder, { recursive: true });
  },
);

test("many who draw at once never exceed the budget: it pauses, and nobody else gets anything", async () => {
  const prizes = [prize("1 美元", "money", 999_999, { cost: "1.00", stock: 500 }), nothing(1)];
  const chances = { once: 10, daily: 0, friend: 0, partner: 0 };
  const id = await running(requestFor("ganen", prizes, { budget: "7.50", chances }));
  const merchants = [await certified(desk), await certified(desk), await certified(desk)];
  const answers = await Promise.allSettled(
    merchants.flatMap((one) => Array.from({ length: 10 }, () => desk.call(calls.draw, { page: "ganen" }, one))),
  );
  expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(7);
  const refused = answers.flatMap((one) =>
    one.status === "rejected" ? [(one.reason as { reason: string }).reason] : [],
  );
  expect(new Set(refused)).toEqual(new Set(["campaign.none_running"]));
  expect(await stateOf(id)).toMatchObject({ state: "paused", draws: 7, spent: { minor: 700n } });
  const balances = await Promise.all(merchants.map(balanceOf));
  expect(balances.reduce((sum, balance) => sum + Number(balance), 0)).toBe(700);
  await end(id);
});

test("a draft is seen by its preview address only, and looking does not count", async () => {
  const blocks = [
    { kind: "steps", title: "怎么参加", lines: ["登录", "抽奖"], picture: null, image: null, alt: "" },
  ] as const;
  const request = requestFor("friends", [nothing(WHOLE_ODDS)]);
  const { id } = await desk.call(
    desk_.saveCampaign,
    {
      ...request,
      content: { ...request.content, blocks: blocks.map((block) => ({ ...block, lines: [...block.lines] })) },
    },
    desk.finance,
  );
  expect(await desk.call(calls.campaign, { page: "friends" })).toBeNull();
  const { path } = await desk.call(desk_.previewCampaign, { id }, desk.finance);
  const preview = new URL(path, "https://x").searchParams.get("preview")!;
  const seen = (await desk.call(calls.campaign, { page: "friends", preview }))!;
  expect(seen).toMatchObject({ id, state: "draft", isOpen: false, seed: null });
  expect(seen.blocks.map(({ kind }) => kind)).toEqual(["steps", "prizes", "rules"]);
  expect(await desk.call(calls.campaign, { page: "friends", preview: `${preview.slice(0, -2)}AA` })).toBeNull();
  expect((await stateOf(id)).counts).toEqual([]);
});

test("a friend brings a chance once, an account of the same person none", async () => {
  const inviter = await certified(desk);
  const [friend, self] = [await certified(desk), await certified(desk)];
  const id = await running(
    requestFor("friends", [nothing(WHOLE_ODDS)], { chances: { once: 0, daily: 0, friend: 1, partner: 0 } }),
  );
  for (const one of [friend, self])
    await desk.database.query("insert into merchant_invitation values ($1, $2, $3)", [
      inviter.userId,
      one.userId,
      desk.clock.now(),
    ]);
  const places = [inviter, friend, self].map(({ userId }) => [userId, userId === friend.userId ? "201" : "202"]);
  for (const [owner, end] of places)
    for (const table of ["merchant_device", "merchant_sign_in"])
      await desk.database.query(`update ${table} set address = $2 where merchant_id = $1`, [owner, `203.0.113.${end}`]);
  const standing = () => desk.call(calls.lotteryQualification, { page: "friends" }, inviter);
  expect(await standing()).toMatchObject({ qualified: true, chances: 1, moreTomorrow: false });
  await desk.call(calls.draw, { page: "friends" }, inviter);
  expect((await standing()).chances).toBe(0);
  await end(id);
  expect(await standing()).toMatchObject({ qualified: false, reason: "活动已经结束", lead: null });
});

test("a coupon prize whose plan has run out falls back on the last prize, and costs nothing", async () => {
  const planId = await prizePlan(1);
  const merchant = await certified(desk);
  const prizes = [prize("减半券", "coupon", 999_999, { couponPlanId: planId, cost: "2.00", stock: 9 }), nothing(1)];
  const chances = { once: 2, daily: 0, friend: 0, partner: 0 };
  const id = await running(requestFor("ganen", prizes, { chances }));
  const draw = () => desk.call(calls.draw, { page: "ganen" }, merchant);
  expect(await draw()).toMatchObject({ prize: "减半券", won: true });
  // What it pointed at is told: otherwise whoever checks it finds another prize.
  const fallen = await draw();
  expect(fallen).toMatchObject({ prize: "谢谢参与", drawnPrize: "减半券", won: false, chancesLeft: 0 });
  expect(await desk.call(calls.userPrizes, {}, merchant)).toHaveLength(1);
  const mine = await desk.call(calls.userPrizes, { campaignId: id }, merchant);
  expect(new Set(mine.map(({ number }) => number))).toEqual(new Set([1, 2]));
  // However often nothing came afterwards, what was won stays in the list.
  await desk.database.query(
    `insert into campaign_draw (merchant_id, id, campaign_id, cause, chances_before, chances_after, commitment, drawn_position,
       position, state, drawn_at, changed_at)
     select $1, gen_random_uuid(), $2, 'later:' || n, 1, 0, '', 2, 2, 'given', $3::timestamptz + interval '1 hour', $3
     from generate_series(1, 101) n`,
    [merchant.userId, id, desk.clock.now()],
  );
  expect(await desk.call(calls.userPrizes, {}, merchant)).toMatchObject([{ prize: "减半券" }]);
  const { spent, prizes: given } = await stateOf(id);
  expect(spent.minor).toBe(200n);
  expect(given.map((one) => one.given)).toEqual([1, 1]);
  await end(id);
  const { seed, seedHash, prizes: odds } = (await desk.call(calls.campaign, { page: "ganen", id }))!;
  const check = { campaignId: id, seed: seed!, seedHash, number: fallen.number!, prizes: odds };
  expect(checkDraw({ ...check, drawn: fallen.drawnPrize })).toBeNull();
});

test("at the end of the budget the campaign pauses by itself", async () => {
  const merchant = await certified(desk);
  const prizes = [prize("3 美元", "money", 999_999, { cost: "3.00", stock: 100 }), nothing(1)];
  const chances = { once: 5, daily: 0, friend: 0, partner: 0 };
  const id = await running(requestFor("draw", prizes, { budget: "7.00", chances }));
  const draw = () => desk.call(calls.draw, { page: "draw" }, merchant);
  expect((await draw()).prize).toBe("3 美元");
  expect((await draw()).prize).toBe("3 美元");
  await expect(draw()).rejects.toMatchObject({ reason: "campaign.none_running" });
  expect(await stateOf(id)).toMatchObject({ state: "paused", spent: { minor: 600n } });
  await end(id);
});

test("boxes, cards, coupons and goods; an application; whom it is for", async () => {
  const planId = await prizePlan(10);
  const merchant = await certified(desk);
  const other = await desk.registerMerchant();

  const goods = prize("帆布袋", "goods", 999_999, { cost: "4.00", stock: 5 });
  await running(requestFor("treasure", [goods, nothing(1)]));
  expect(await desk.call(calls.isLeLiaoUser, {}, merchant)).toEqual({ isLeLiaoUser: false });
  const { boxes } = await desk.call(calls.canLottery, {}, merchant);
  const opened = await desk.call(calls.openBox, { id: boxes[0]!.id }, merchant);
  expect(opened).toMatchObject({ prize: "帆布袋", state: "toSend" });
  await expect(desk.call(calls.openBox, { id: boxes[0]!.id }, merchant)).rejects.toMatchObject({
    reason: "campaign.box_opened",
  });
  await expect(desk.call(calls.openBox, { id: boxes[0]!.id }, other)).rejects.toMatchObject({ reason: "not_found" });
  expect(await desk.call(calls.raffleRecords, {}, merchant)).toHaveLength(1);
  await desk.call(desk_.sendPrize, { merchantId: merchant.userId, id: opened.id, note: "顺丰 SF123" }, desk.reviewer);
  expect(await desk.call(calls.userPrizes, {}, merchant)).toMatchObject([{ state: "sent", next: "顺丰 SF123" }]);

  const cards = [prize("福一", "card", 500_000), prize("福二", "card", 500_000)];
  const grand = prize("大奖", "coupon", 7, { couponPlanId: planId, cost: "1.00", stock: 5, isGrand: true });
  const fu = await running(
    requestFor("fu", [...cards, grand], { chances: { once: 10, daily: 0, friend: 0, partner: 0 } }),
  );
  // It is never drawn, whatever odds were typed in: the line of odds that draws are checked by is a million long.
  const line = (await desk.call(calls.campaign, { page: "fu" }))!.prizes.reduce((sum, { weight }) => sum + weight, 0);
  expect(line).toBe(WHOLE_ODDS);
  await expect(desk.call(calls.collectGrandPrize, {}, merchant)).rejects.toMatchObject({
    reason: "campaign.not_collected",
  });
  for (let draws = 0; draws < 10; draws++) await desk.call(calls.draw, { page: "fu" }, merchant);
  for (let looks = 0; looks < 2; looks++) await desk.call(calls.lotteryQualification, { page: "fu" }, merchant);
  // A merchant is one visitor a day, however often they look and draw; the day may end meanwhile.
  const days = await desk.database.query<{ drew: boolean }>(
    "select drew from campaign_visitor where merchant_id = $1 and campaign_id = $2",
    [merchant.userId, fu],
  );
  expect(days.length).toBeLessThan(3);
  expect((await stateOf(fu)).counts.filter(({ variant }) => variant !== "all")).toMatchObject([
    { visits: days.length, draws: days.filter(({ drew }) => drew).length },
  ]);
  await collectWhileItPauses(fu, merchant);
  const grandStock = (stock: number) =>
    desk.database.query("update campaign_prize set stock = $2 where campaign_id = $1 and is_grand", [fu, stock]);
  await grandStock(0);
  await expect(desk.call(calls.collectGrandPrize, {}, merchant)).rejects.toMatchObject({
    reason: "campaign.grand_gone",
  });
  await grandStock(1);
  const [first, second] = await Promise.allSettled([
    desk.call(calls.collectGrandPrize, {}, merchant),
    desk.call(calls.collectGrandPrize, {}, merchant),
  ]);
  expect([first.status, second.status].toSorted()).toEqual(["fulfilled", "rejected"]);
  // Whoever has it is told so, also when it was the last.
  await expect(desk.call(calls.collectGrandPrize, {}, merchant)).rejects.toMatchObject({
    reason: "campaign.already_collected",
  });
  expect((await desk.call(couponEndpoints.coupons, {}, merchant)).counts.unused).toBe(1);
  await expect(desk.call(calls.draw, { page: "fu" }, other)).rejects.toMatchObject({ reason: "campaign.not_for_you" });
  const standsFor = async (some: object) => {
    await desk.database.query(
      `update campaign set audience = '{"certified":false,"sources":[],"flag":null,"platform":null,"volumeDollars":0}' || $1::jsonb
       where page = 'fu' and state = 'running'`,
      [JSON.stringify(some)],
    );
    const { reason, lead } = await desk.call(calls.lotteryQualification, { page: "fu" }, merchant);
    return reason + (lead?.path ?? "");
  };
  expect(await standsFor({})).toBe("");
  expect(await standsFor({ sources: ["partner"] })).toContain("部分来源");
  expect(await standsFor({ sources: ["website"] })).toBe("");
  expect(await standsFor({ flag: "goneSince" })).toContain("受邀商户");
  expect(await standsFor({ platform: "AMAZON" })).toBe("绑定指定平台的店铺后才能参加/bindshop");
  // What was won is nothing that was received.
  expect(await standsFor({ volumeDollars: 1 })).toContain("美元收款满 1");

  const sunrise = await running(
    requestFor("sunrise", [], {
      audience: { certified: false, sources: [], flag: null, platform: null, volumeDollars: 0 },
    }),
  );
  const form = { company: "南屿", contact: "周宁", mobile: "13800000001", platform: "Amazon", monthlyDollars: 3000 };
  expect(await desk.call(calls.checkSunrise, {}, other)).toMatchObject({ open: true, applied: false });
  await expect(desk.call(calls.draw, { page: "sunrise" }, other)).rejects.toMatchObject({
    reason: "campaign.nothing_to_draw",
  });
  expect(await desk.call(calls.applySunrise, form, other)).toMatchObject({ applied: true, state: "waiting" });
  await expect(desk.call(calls.applySunrise, form, other)).rejects.toMatchObject({
    reason: "campaign.already_applied",
  });
  expect(await desk.call(calls.applyThirdParty, { id: sunrise }, merchant)).toMatchObject({ state: "waiting" });
  const applications = await desk.call(desk_.campaignApplications, {}, desk.reviewer);
  const { merchantId, id } = applications.find((one) => one.company === "南屿")!;
  await desk.call(desk_.decideCampaignApplication, { merchantId, id, decision: "accept" }, desk.reviewer);
  expect(await desk.call(calls.checkSunrise, {}, other)).toMatchObject({ open: true, state: "accepted" });
  // Whoever has applied finds it also while it rests and after it has ended.
  for (const action of ["pause", "end"] as const) {
    await desk.call(desk_.moveCampaign, { id: sunrise, action }, desk.finance);
    expect(await desk.call(calls.checkSunrise, {}, other)).toMatchObject({ open: false, state: "accepted" });
  }
  expect(await desk.call(calls.successfulInvitations, { mobile: merchant.mobile }, merchant)).toEqual({ total: 0 });
  expect(await desk.call(calls.successfulInvitations, {}, merchant)).toEqual({ total: 0 });
  // Somebody else's number and nobody's are the same to whoever asks.
  for (const mobile of [other.mobile, "13000000000"])
    await expect(desk.call(calls.successfulInvitations, { mobile }, merchant)).rejects.toMatchObject({
      reason: "campaign.own_number",
    });
  await expect(desk.call(calls.successfulInvitations, { mobile: merchant.mobile })).rejects.toMatchObject({
    reason: "session.expired",
  });
});
