import {
  createTestClock,
  createTestDatabase,
  createTestRandom,
  drag,
  nonceFor,
  testConfig,
  type TestDatabase,
} from "@coralhub/testkit";
import { CAPTCHA_WORK_BITS } from "@coralhub/domain";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createCaptchaRail } from "../../../rails/captcha/index.ts";
import { createPlatform, type Platform } from "../../../platform/index.ts";
import { createCaptchas, type Captchas } from "./captchas.ts";
import { readCaptcha } from "./captchas-store.ts";
import { drawSlider } from "./draw-slider.ts";
import { THINGS } from "./figures.ts";
import { isInPlace, isPlausibleTrace, type TracePoint } from "./judge-slider.ts";
import { makeQuestion } from "./make-question.ts";
import { likestShape } from "./shape-solver-fixture.ts";
import {
  brightestPlace,
  likestOutline,
  likestSeams,
  sharpestEdges,
  type Puzzle,
  type Raw,
} from "./slider-solvers-fixture.ts";

let database: TestDatabase;
let platform: Platform;
let captchas: Captchas;
const clock = createTestClock();
beforeAll(async () => {
  database = await createTestDatabase();
  platform = createPlatform(testConfig({ databaseUrl: database.url }), { clock, random: createTestRandom() });
  captchas = createCaptchas({ ...platform, captcha: createCaptchaRail({ captcha: undefined }, platform) });
});
afterAll(async () => {
  await platform.database.close();
  await database.drop();
});
const answerOf = async (id: string) => (await readCaptcha(platform.db, id))!.answer;
const hand = (x: number): TracePoint[] => Array.from({ length: 21 }, (_, i) => [i * 17 + (i % 3), (x * i) / 20]);
const slide = async (id: string, x: number) =>
  captchas.solveSlider(id, { x, trace: hand(x), nonce: await nonceFor(id, CAPTCHA_WORK_BITS.slider) });
const say = async (id: string, answer: string) =>
  captchas.solveQuestion(id, { answer, nonce: await nonceFor(id, CAPTCHA_WORK_BITS.normal) });
const refused = (code: number) => ({ row: { code } });

describe("the slider", () => {
  test("is a picture of figures and the piece that shows one of them; the answer does not leave the server", async () => {
    const made = await captchas.makeSlider();
    const image = (url: string) => sharp(Buffer.from(url.split(",")[1]!, "base64")).metadata();
    expect(await image(made.board)).toMatchObject({ width: made.width * 2, height: made.height * 2 });
    expect(await image(made.piece)).toMatchObject({ width: made.pieceSize * 2, height: made.pieceSize * 2 });
    expect(Object.keys(made)).not.toContain("x");
  });

  test("gives a ticket for the right place, which works once and not for long", async () => {
    const { captchaId } = await captchas.makeSlider();
    const x = Number(await answerOf(captchaId));
    const { ticket } = await slide(captchaId, x - 4);
    await captchas.demand(ticket);
    await expect(captchas.demand(ticket)).rejects.toMatchObject(refused(12004));
    await expect(slide(captchaId, x)).rejects.toMatchObject(refused(12004));
    await expect(captchas.demand(undefined)).rejects.toMatchObject(refused(12002));
    await expect(captchas.demand(`${captchaId}.forged`)).rejects.toMatchObject(refused(12004));
  });

  test("takes one answer: after a miss the right place is too late, and so it is after two minutes", async () => {
    const { captchaId } = await captchas.makeSlider();
    const x = Number(await answerOf(captchaId));
    await expect(slide(captchaId, x - 6)).rejects.toMatchObject(refused(12003));
    await expect(slide(captchaId, x)).rejects.toMatchObject(refused(12004));
    const late = await captchas.makeSlider();
    clock.advance({ minutes: 2 });
    const place = Number(await answerOf(late.captchaId));
    await expect(slide(late.captchaId, place)).rejects.toMatchObject(refused(12004));
  });

  test("tells a hand or an arrow key from a script", () => {
    const keys: TracePoint[] = Array.from({ length: 16 }, (_, i) => [i * 40 + (i % 4) * 3, i * 10]);
    expect(isPlausibleTrace(hand(150), 150)).toBe(true);
    expect(isPlausibleTrace(keys, 150)).toBe(true);
    expect(isPlausibleTrace([], 150)).toBe(false);
    expect(
      isPlausibleTrace(
        [
          [0, 0],
          [1, 75],
          [2, 150],
        ],
        150,
      ),
    ).toBe(false);
    expect(
      isPlausibleTrace(
        [
          [0, 0],
          [100, 0],
          [200, 150],
        ],
        150,
      ),
    ).toBe(false);
    expect(isPlausibleTrace(hand(150), 100)).toBe(false);
    expect(
      isPlausibleTrace(
        Array.from({ length: 16 }, (_, i) => [i * 20, i * 10]),
        150,
      ),
    ).toBe(false);
    expect(
      isPlausibleTrace(
        [
          [0, 0],
          [200, 60],
          [100, 110],
          [300, 150],
        ],
        150,
      ),
    ).toBe(false);
  });
});

const rawOfPng = async (png: Buffer): Promise<Raw> => {
  const { data, info } = await sharp(png).raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height, channels: info.channels };
};
const rawOf = (url: string): Promise<Raw> => rawOfPng(Buffer.from(url.split(",")[1]!, "base64"));
const DENSITY = 2;

describe("fault 12: a script", () => {
  type Measure = (puzzle: Puzzle) => number;
  const drawn = async () => {
    const { captchaId, workBits, ...made } = await captchas.makeSlider();
    const [board, piece] = await Promise.all([rawOf(made.board), rawOf(made.piece)]);
    return { captchaId, workBits, puzzle: { board, piece, top: made.pieceY * DENSITY } };
  };
  /** How many of twenty pictures each of them finds the place in, lot by lot. */
  async function foundOf20(measures: readonly Measure[], seeds: readonly string[]): Promise<number[][]> {
    const found = measures.map(() => seeds.map(() => 0));
    for (const [lot, seed] of seeds.entries()) {
      const random = createTestRandom(seed);
      for (let i = 0; i < 20; i++) {
        const { x, y, ...made } = await drawSlider(random);
        const [board, piece] = await Promise.all([rawOfPng(made.board), rawOfPng(made.piece)]);
        for (const [at, measure] of measures.entries())
          if (isInPlace(measure({ board, piece, top: y * DENSITY }) / DENSITY, x)) found[at]![lot]!++;
      }
    }
    return found;
  }
  /** Of the first twenty, and a tenth of all: no lucky lot speaks for the others. */
  function expectFew(found: readonly number[]) {
    expect(found[0]).toBeLessThanOrEqual(2);
    expect(found.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(2 * found.length);
  }

  test("like the one that solved 20 of 20 solves at most 2, work and hand included", { timeout: 120_000 }, async () => {
    let solved = 0;
    for (let i = 0; i < 20; i++) {
      const { captchaId, workBits, puzzle } = await drawn();
      const x = brightestPlace(puzzle) / DENSITY;
      const answer = { x, trace: drag(x), nonce: await nonceFor(captchaId, workBits) };
      await captchas.solveSlider(captchaId, answer).then(
        () => solved++,
        () => undefined,
      );
    }
    expect(solved).toBeLessThanOrEqual(2);
  });

  test(
    "that looks for light, for edges, for the piece's surroundings or for its outline in every turn finds at most 2 of 20",
    { timeout: 600_000 },
    async () => {
      const found = await foundOf20(
        [brightestPlace, sharpestEdges, likestSeams, likestOutline],
        ["one", "two", "three"],
      );
      found.forEach(expectFew);
    },
  );

  test(
    "that parts shapes by their paints and undoes slant and stretch finds at most 2 of 20",
    { timeout: 600_000 },
    async () => {
      const [shapes] = await foundOf20([likestShape], ["shapes", "more shapes"]);
      expectFew(shapes!);
    },
  );

  test("cannot look for the piece's own drawing: every thing has others", () => {
    for (const drawings of Object.values(THINGS)) expect(new Set(drawings).size).toBeGreaterThanOrEqual(3);
  });

  test("that does not do the work is refused, and the answer is not used up", async () => {
    const { captchaId } = await captchas.makeSlider();
    const x = Number(await answerOf(captchaId));
    const lazy = captchas.solveSlider(captchaId, { x, trace: hand(x), nonce: "0" });
    await expect(lazy).rejects.toMatchObject(refused(12003));
    expect((await slide(captchaId, x)).ticket).not.toBe("");
  });
});

describe("the question", () => {
  test("is answered in digits, half or full width, once", async () => {
    const { captchaId } = await captchas.makeQuestion();
    const answer = await answerOf(captchaId);
    const fullWidth = answer.replaceAll(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0));
    const { ticket } = await say(captchaId, ` ${fullWidth} `);
    await captchas.demand(ticket);
    const another = await captchas.makeQuestion();
    await expect(say(another.captchaId, "99999")).rejects.toMatchObject(refused(12003));
  });

  test("is made of words a screen reader can say", () => {
    const random = createTestRandom("questions");
    for (let i = 0; i < 50; i++) {
      const { question, answer } = makeQuestion(random);
      expect(question).toMatch(/^[\p{Script=Han}，、「」]+$/u);
      expect(answer).toMatch(/^\d{1,4}$/);
    }
  });
});
