import {
  campaignDeskEndpoints as desk_,
  campaignEndpoints as calls,
  CallRefused,
  operationsEndpoints,
  type CallInput,
} from "@coralhub/contract";
import { PORTAL, SERVICE_POSTERS, WHOLE_ODDS } from "@coralhub/domain";
import type { TestMerchant } from "@coralhub/testkit";
import { setTimeout as sleep } from "node:timers/promises";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { certified, openAccount, payIn, startDesk, until, type Desk } from "../income/income-fixture.ts";
import { campaignTools, DAY_MS, nothing, prize, type CampaignRequest } from "./campaigns-fixture.ts";
import { drawPoster, POSTER_LOOKS } from "./poster.ts";

let desk: Desk;
beforeAll(async () => {
  desk = await startDesk();
});
afterAll(() => desk.close());

const { requestFor, running, stateOf, end } = campaignTools(() => desk);
type Flag = CallInput<typeof operationsEndpoints.changeFlag.input>["flag"];
const openTo = (flag: Flag, ...merchantIds: string[]) =>
  desk.call(
    operationsEndpoints.changeFlag,
    { flag, mode: "list", percentage: 0, merchantIds, reason: "试用" },
    desk.admin,
  );

test("whom it is for may take part: by a flag, by a store on the platform, by what was received", async () => {
  const [invited, other] = [await certified(desk), await certified(desk)];
  const open = { certified: true, sources: [], flag: null, platform: null, volumeDollars: 0 };
  const meets = async (some: Partial<CampaignRequest["audience"]>) => {
    const id = await running(requestFor("draw", [nothing(WHOLE_ODDS)], { audience: { ...open, ...some } }));
    await expect(desk.call(calls.draw, { page: "draw" }, other)).rejects.toMatchObject({
      reason: "campaign.not_for_you",
    });
    const standing = await until(async () => {
      const found = await desk.call(calls.lotteryQualification, { page: "draw" }, invited);
      return found.qualified ? found : undefined;
    });
    expect(standing).toMatchObject({ reason: "", chances: 1 });
    expect(await desk.call(calls.draw, { page: "draw" }, invited)).toMatchObject({ chancesLeft: 0 });
    await end(id);
  };
  await openTo("testAccount", invited.userId);
  await meets({ flag: "testAccount" });
  const { number } = await openAccount(desk, invited, { platform: "AMAZON" });
  await meets({ platform: "AMAZON" });
  await payIn(desk, number, "150.00");
  await meets({ volumeDollars: 100 });
  await meets({ flag: "testAccount", platform: "AMAZON", volumeDollars: 100 });
});

test("the clock ends what runs, waits or is paused: nothing is drawn any more, and the seed is told", async () => {
  const merchant = await certified(desk);
  const id = await running(requestFor("draw", [nothing(WHOLE_ODDS)]));
  const paused = await running(requestFor("ganen", [nothing(WHOLE_ODDS)]));
  await desk.call(desk_.moveCampaign, { id: paused, action: "pause" }, desk.finance);
  const later = new Date(desk.clock.now().getTime() + 86_400_000);
  const waiting = await desk.call(
    desk_.saveCampaign,
    requestFor("fiveone", [nothing(WHOLE_ODDS)], { startsAt: later }),
    desk.finance,
  );
  await desk.call(desk_.moveCampaign, { ...waiting, action: "schedule" }, desk.admin);
  const all = [id, paused, waiting.id];
  await desk.database.query(
    "update campaign set starts_at = $2::timestamptz - interval '2 days', ends_at = $2 where id = any($1)",
    [all, desk.clock.now()],
  );
  // Past its end it is over at once, also before its state follows.
  await expect(desk.call(calls.draw, { page: "draw" }, merchant)).rejects.toMatchObject({
    reason: "campaign.none_running",
  });
  await desk.app.platform.jobs.run("campaigns.watch", {});
  await until(async () => {
    const states = await Promise.all(all.map(async (one) => (await stateOf(one)).state));
    return states.every((state) => state === "ended") ? true : undefined;
  });
  expect((await desk.call(calls.campaign, { page: "draw", id }))!.seed).toMatch(/^[0-9a-f]{64}$/);
  expect(await desk.call(calls.lotteryQualification, { page: "draw" }, merchant)).toMatchObject({
    qualified: false,
    reason: "活动已经结束",
  });
});

test("who made a campaign that pays money may stop it and take it back, never let it start or go on", async () => {
  const prizes = [prize("1 美元", "money", 999_999, { cost: "1.00", stock: 5 }), nothing(1)];
  const move = (request: { id: string; version?: string }, action: "schedule" | "withdraw" | "pause" | "resume") => ({
    by: (who: { token: string }) => desk.call(desk_.moveCampaign, { ...request, action }, who),
  });
  const samePerson = { reason: "campaign.same_person" };
  // Its time has not come: the clock does not start it meanwhile.
  const later = { startsAt: new Date(desk.clock.now().getTime() + DAY_MS) };
  const read = await desk.call(desk_.saveCampaign, requestFor("draw", prizes, later), desk.finance);
  await move(read, "schedule").by(desk.admin);
  await move({ id: read.id }, "withdraw").by(desk.finance);
  expect((await stateOf(read.id)).state).toBe("draft");
  await expect(move(read, "schedule").by(desk.finance)).rejects.toMatchObject(samePerson);
  // What was agreed on before does not count for what was changed since.
  const dearer = requestFor("draw", prizes, { ...later, budget: "2000.00" });
  await desk.call(desk_.saveCampaign, { ...dearer, id: read.id }, desk.finance);
  await expect(move(read, "schedule").by(desk.admin)).rejects.toMatchObject({ reason: "campaign.changed" });

  const id = await running(requestFor("draw", prizes));
  await move({ id }, "pause").by(desk.finance);
  await expect(move({ id }, "resume").by(desk.finance)).rejects.toMatchObject(samePerson);
  expect((await stateOf(id)).state).toBe("paused");
  await move({ id }, "resume").by(desk.admin);
  expect((await stateOf(id)).state).toBe("running");
  await end(id);
});

test(
  "a thousand draws at once for a stock of ten bring ten, each booked once, and no chance is used twice",
  { timeout: 240_000 },
  async () => {
    // A server that lets all of them in at once: not one is told to come back later.
    const wide = await startDesk({ config: { poolSize: 42 } });
    const { requestFor: request, running: run, stateOf: read } = campaignTools(() => wide);
    const prizes = [prize("1 美元", "money", 100_000, { cost: "1.00", stock: 10 }), nothing(900_000)];
    const id = await run(request("fiveone", prizes, { chances: { once: 10, daily: 0, friend: 0, partner: 0 } }));
    const merchants: TestMerchant[] = [];
    for (let made = 0; made < 20; made++) merchants.push(await certified(wide));
    const ids = merchants.map(({ userId }) => userId);
    // Ten by taking part, and forty more than the rules would give.
    await wide.database.query(
      `insert into campaign_chance (merchant_id, campaign_id, cause, id, granted_at)
     select m, $2, 'test:' || n, gen_random_uuid(), $3 from unnest($1::uuid[]) m, generate_series(1, 40) n`,
      [ids, id, wide.clock.now()],
    );
    // Whoever waits longer than a call may is told so, and asks again under the same key: it is the same draw.
    const later = new Set(["server.busy", "idempotency.running"]);
    const drawOnce = async (merchant: TestMerchant) => {
      const asked = { ...merchant, idempotencyKey: crypto.randomUUID() };
      for (;;) {
        try {
          return await wide.call(calls.draw, { page: "fiveone" }, asked);
        } catch (error) {
          if (!(error instanceof CallRefused) || !later.has(error.reason ?? "")) throw error;
          await sleep(2_000);
        }
      }
    };
    const draws = await Promise.all(merchants.flatMap((one) => Array.from({ length: 50 }, () => drawOnce(one))));
    expect(draws.filter(({ won }) => won)).toHaveLength(10);
    expect(draws.map(({ number }) => number!).toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 1_000 }, (_, at) => at + 1),
    );
    const { prizes: given, ...state } = await read(id);
    expect(state).toMatchObject({ draws: 1_000, spent: { minor: 1_000n } });
    expect(given.map((one) => one.given)).toEqual([10, 990]);
    // The odds decide where each points; the first ten that point at the prize have it.
    const kept = await wide.database.query<{ pointed: number; position: number; of: string }>(
      `select drawn_position as pointed, position, merchant_id as of from campaign_draw where campaign_id = $1 order by number`,
      [id],
    );
    const pointed = kept.filter((one) => one.pointed === 1);
    expect(Math.abs(pointed.length - 100)).toBeLessThan(70);
    expect(pointed.map(({ position }) => position)).toEqual(pointed.map((_, at) => (at < 10 ? 1 : 2)));
    expect(ids.map((one) => kept.filter(({ of }) => of === one).length)).toEqual(ids.map(() => 50));
    const books = await wide.database.query(
      `select code, sum(balance)::text as balance from ledger_balance
     where merchant_id = any($1) and code in ('house.promotion:USD', 'wallet:USD') group by code order by code`,
      [ids],
    );
    expect(books).toEqual([
      { code: "house.promotion:USD", balance: "-1000" },
      { code: "wallet:USD", balance: "1000" },
    ]);
    await wide.close();
  },
);

test("a draw that is sent again is the same draw; a paused, ended or unknown campaign gives nothing to anybody", async () => {
  const [merchant, other] = [await certified(desk), await certified(desk)];
  const chances = { once: 2, daily: 0, friend: 0, partner: 0 };
  const id = await running(requestFor("treasure", [nothing(WHOLE_ODDS)], { chances }));
  const idempotencyKey = crypto.randomUUID();
  const draw = () => desk.call(calls.draw, { page: "treasure" }, { ...merchant, idempotencyKey });
  const sent = await Promise.allSettled([draw(), draw(), draw()]);
  const again = await draw();
  for (const one of sent) if (one.status === "fulfilled") expect(one.value.id).toBe(again.id);
  // Whoever asks for chances at the same moment from many windows has as many as the rules give.
  const boxes = await Promise.all(Array.from({ length: 10 }, () => desk.call(calls.canLottery, {}, merchant)));
  for (const one of boxes) expect(one.boxes).toHaveLength(1);
  expect((await stateOf(id)).draws).toBe(1);
  const box = boxes[0]!.boxes[0]!.id;
  const open = (by: typeof merchant) => desk.call(calls.openBox, { id: box }, by);
  await expect(open(other)).rejects.toMatchObject({ reason: "not_found" });
  await desk.call(desk_.moveCampaign, { id, action: "pause" }, desk.finance);
  const join = (campaign: string) => desk.call(calls.applyThirdParty, { id: campaign }, merchant);
  await expect(open(merchant)).rejects.toMatchObject({ reason: "campaign.none_running" });
  await expect(join(id)).rejects.toMatchObject({ reason: "campaign.none_running" });
  await end(id);
  await expect(open(merchant)).rejects.toMatchObject({ reason: "campaign.none_running" });
  await expect(join(id)).rejects.toMatchObject({ reason: "campaign.none_running" });
  await expect(join(crypto.randomUUID())).rejects.toMatchObject({ reason: "not_found" });
  expect((await stateOf(id)).draws).toBe(1);
});

test("two versions: whoever has the flag reads the other headline, and each is counted by itself", async () => {
  const [first, second, third] = [await certified(desk), await certified(desk), await certified(desk)];
  await openTo("campaignVariant", second.userId, third.userId);
  const request = requestFor("draw", [nothing(WHOLE_ODDS)]);
  const id = await running({ ...request, content: { ...request.content, headline: "甲版", headlineB: "乙版" } });
  const headlines: string[] = [];
  for (const merchant of [first, second, third])
    headlines.push((await desk.call(calls.lotteryQualification, { page: "draw" }, merchant)).headline);
  expect(headlines).toEqual(["甲版", "乙版", "乙版"]);
  await desk.call(calls.draw, { page: "draw" }, second);
  // Somebody seen before and after midnight is a visitor of both days: of draws there is one.
  const counts = (await stateOf(id)).counts.filter(({ variant }) => variant !== "all");
  const visitors = await desk.database.query<{ merchant: string }>(
    "select merchant_id as merchant from campaign_visitor where campaign_id = $1",
    [id],
  );
  const visits = (...ids: string[]) => visitors.filter(({ merchant }) => ids.includes(merchant)).length;
  expect(counts.find(({ variant }) => variant === "a")).toMatchObject({ visits: visits(first.userId), draws: 0 });
  expect(counts.find(({ variant }) => variant === "b")).toMatchObject({
    visits: visits(second.userId, third.userId),
    draws: 1,
  });
  expect(visits(first.userId)).toBeGreaterThan(0);
  await end(id);
});

test("a poster keeps long words inside, and its code is a code", async () => {
  const title = "全球商户感恩回馈幸运大转盘年终特别版双十一加场活动第二季".slice(0, 30);
  const lines = ["每天转一次最高八十八美元现金当场记入钱包优惠券当场发到账户提现时自动使用不限次数", "邀请码 NY8K2Q"];
  const picture = sharp(await drawPoster({ title, lines, url: "https://example.com/register" }));
  const { data, info } = await picture.flatten().raw().toBuffer({ resolveWithObject: true });
  expect(info).toMatchObject({ width: 750, height: 1_200 });
  const isInked = (x: number, y: number) =>
    !data
      .subarray((y * info.width + x) * info.channels)
      .subarray(0, info.channels)
      .equals(data.subarray(0, info.channels));
  const inkedRows = (from: number, to: number, rows: readonly [number, number]) =>
    Array.from({ length: rows[1] - rows[0] }, (_none, at) => rows[0] + at).filter((y) =>
      Array.from({ length: to - from }, (_one, x) => from + x).some((x) => isInked(x, y)),
    );
  // Nothing beyond the margins, nothing between the words and the drawing, and the last line is there.
  expect(inkedRows(0, 60, [0, 1_200])).toEqual([]);
  expect(inkedRows(690, 750, [0, 1_200])).toEqual([]);
  expect(inkedRows(0, 750, [482, 500])).toEqual([]);
  expect(inkedRows(64, 690, [440, 476]).length).toBeGreaterThan(10);
  const request = { page: "friends", code: "<img>打电话" } as const;
  await expect(desk.call(calls.campaignPoster, request)).rejects.toMatchObject({ reason: "input.invalid" });
  // A code is drawn where it is somebody's.
  const merchant = await desk.registerMerchant();
  const { invitationCode } = await desk.call(calls.lotteryQualification, { page: "friends" }, merchant);
  const bytesOf = async (code?: string) => {
    const { blob } = await desk.call(calls.campaignPoster, { page: "friends", ...(code && { code }) });
    return Buffer.from(await blob.arrayBuffer()).toString("base64");
  };
  const plain = await bytesOf();
  expect(await bytesOf("0000")).toBe(plain);
  expect(await bytesOf(invitationCode)).not.toBe(plain);
  // 「打开海报」 opens it: beside our pages, never in their origin, and as nothing else than a picture.
  // A phone keeps and passes on a PNG; a drawing in SVG it does not.
  const reply = await fetch(`${desk.url}/api/activity/poster/friends?code=NY8K2Q`);
  const { headers } = reply;
  const bytes = Buffer.from(await reply.arrayBuffer());
  expect(bytes.subarray(0, 8).toString("hex")).toBe("89504e470d0a1a0a");
  expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([750, 1_200]);
  expect(bytes.length).toBeLessThan(150_000);
  expect(headers.get("content-disposition")).toMatch(/^inline; filename=/);
  expect(headers.get("content-security-policy")).toBe("sandbox; default-src 'none'");
  expect(headers.get("x-content-type-options")).toBe("nosniff");
  expect(headers.get("content-type")).toBe("image/png");
  // The services' landing pages are passed on too, each with its own drawing and the code of its own address.
  for (const [page, words] of Object.entries(SERVICE_POSTERS) as [keyof typeof SERVICE_POSTERS, string][]) {
    const { blob } = await desk.call(calls.campaignPoster, { page });
    const { publicUrl } = desk.app.platform.config;
    const url = `${publicUrl}${PORTAL[page].path}`;
    const drawn = await drawPoster({ title: PORTAL[page].title, lines: [words], url, look: POSTER_LOOKS[page] });
    expect(Buffer.from(drawn).equals(Buffer.from(await blob.arrayBuffer()))).toBe(true);
  }
});

test("a campaign shows a picture of its own: inspected, small, said in words, on the page and on the poster", async () => {
  const noise = await sharp({
    create: {
      width: 1200,
      height: 600,
      channels: 3,
      background: "#0b6b43",
      noise: { type: "gaussian", mean: 120, sigma: 60 },
    },
  })
    .png()
    .toBuffer();
  const upload = (bytes: Uint8Array, name = "首图.png") =>
    desk.call(desk_.uploadCampaignPicture, { file: new File([bytes as Uint8Array<ArrayBuffer>], name) }, desk.finance);
  await expect(upload(Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>"))).rejects.toMatchObject({
    reason: expect.stringMatching(/^file\./) as unknown,
  });
  for (const [wide, high] of [
    [199, 300],
    [601, 200],
    [200, 601],
  ] as const) {
    const unfit = await sharp(noise).resize(wide, high, { fit: "fill" }).png().toBuffer();
    await expect(upload(unfit)).rejects.toMatchObject({ reason: "campaign.picture_unfit" });
  }
  const { id: image, width, height } = await upload(noise);
  expect([width <= 960, Math.round(width / height)]).toEqual([true, 2]);
  const request = requestFor("ganen", [nothing(WHOLE_ODDS)]);
  const plain = (await (await fetch(`${desk.url}/api/activity/poster/ganen`)).arrayBuffer()).byteLength;
  const withPicture = (alt: string, id = image) => ({
    ...request,
    content: {
      ...request.content,
      blocks: [{ kind: "picture" as const, title: "", lines: [], picture: "gift" as const, image: id, alt }],
    },
  });
  const save = (content: CampaignRequest) => desk.call(desk_.saveCampaign, content, desk.finance);
  const missing = (words: string) => ({
    reason: "campaign.content_incomplete",
    fields: { "content.blocks": expect.stringContaining(words) as unknown },
  });
  await expect(save(withPicture(""))).rejects.toMatchObject(missing("图片说明"));
  await expect(save(withPicture("绿色的背景", crypto.randomUUID()))).rejects.toMatchObject(missing("重新上传"));
  const id = await running(withPicture("绿色的背景", image.toUpperCase()));
  const [block] = (await desk.call(calls.campaign, { page: "ganen" }))!.blocks;
  expect(block).toMatchObject({
    kind: "picture",
    picture: "gift",
    image: { id: image, width, height, alt: "绿色的背景" },
  });
  const served = await fetch(`${desk.url}/api/activity/picture/${image}`);
  expect([served.status, served.headers.get("content-type")]).toEqual([200, "image/jpeg"]);
  const bytes = new Uint8Array(await served.arrayBuffer());
  expect(bytes.byteLength).toBeLessThanOrEqual(160 * 1024);
  expect(await sharp(bytes).metadata()).toMatchObject({ format: "jpeg", width, height });
  // It never changes: a visit asks for it once. What is not there may be asked for again.
  expect(served.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
  const unknown = await fetch(`${desk.url}/api/activity/picture/${crypto.randomUUID()}`);
  expect([unknown.status, unknown.headers.get("cache-control")]).toEqual([404, "no-store"]);
  const poster = new Uint8Array(await (await fetch(`${desk.url}/api/activity/poster/ganen`)).arrayBuffer());
  // Noise does not pack: where it is drawn the poster is many times what it was.
  expect(poster.byteLength).toBeGreaterThan(plain * 2);
  await end(id);
});
