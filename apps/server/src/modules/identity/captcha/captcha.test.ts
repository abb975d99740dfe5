import {
  createTestClock,
  createTestDatabase,
  createTestRandom,
  testConfig,
  type TestDatabase,
} from "@coralhub/testkit";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createPlatform, type Platform } from "../../../platform/index.ts";
import { createCaptchas, type Captchas } from "./captchas.ts";
import { readCaptcha } from "./captchas-store.ts";
import { isPlausibleTrace, type TracePoint } from "./judge-slider.ts";
import { makeQuestion } from "./make-question.ts";

let database: TestDatabase;
let platform: Platform;
let captchas: Captchas;
const clock = createTestClock();
beforeAll(async () => {
  database = await createTestDatabase();
  platform = createPlatform(testConfig({ databaseUrl: database.url }), { clock, random: createTestRandom() });
  captchas = createCaptchas(platform);
});
afterAll(async () => {
  await platform.database.close();
  await database.drop();
});
const answerOf = async (id: string) => (await readCaptcha(platform.db, id))!.answer;
const hand = (x: number): TracePoint[] => Array.from({ length: 21 }, (_, i) => [i * 17 + (i % 3), (x * i) / 20]);
const refused = (code: number) => ({ row: { code } });

describe("the slider", () => {
  test("is a picture with a hole and the piece that fills it; the answer does not leave the server", async () => {
    const made = await captchas.makeSlider();
    const image = (url: string) => sharp(Buffer.from(url.split(",")[1]!, "base64")).metadata();
    expect(await image(made.board)).toMatchObject({ width: made.width * 2, height: made.height * 2 });
    expect(await image(made.piece)).toMatchObject({ width: made.pieceSize * 2, height: made.pieceSize * 2 });
    expect(Object.keys(made)).not.toContain("x");
  });

  test("gives a ticket for the right place, which works once and not for long", async () => {
    const { captchaId } = await captchas.makeSlider();
    const x = Number(await answerOf(captchaId));
    const { ticket } = await captchas.solveSlider(captchaId, x - 4, hand(x - 4));
    await captchas.demand(ticket);
    await expect(captchas.demand(ticket)).rejects.toMatchObject(refused(12004));
    await expect(captchas.solveSlider(captchaId, x, hand(x))).rejects.toMatchObject(refused(12004));
    await expect(captchas.demand(undefined)).rejects.toMatchObject(refused(12002));
    await expect(captchas.demand(`${captchaId}.forged`)).rejects.toMatchObject(refused(12004));
  });

  test("takes one answer: after a miss the right place is too late, and so it is after two minutes", async () => {
    const { captchaId } = await captchas.makeSlider();
    const x = Number(await answerOf(captchaId));
    await expect(captchas.solveSlider(captchaId, x - 6, hand(x - 6))).rejects.toMatchObject(refused(12003));
    await expect(captchas.solveSlider(captchaId, x, hand(x))).rejects.toMatchObject(refused(12004));
    const late = await captchas.makeSlider();
    clock.advance({ minutes: 2 });
    const place = Number(await answerOf(late.captchaId));
    await expect(captchas.solveSlider(late.captchaId, place, hand(place))).rejects.toMatchObject(refused(12004));
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

describe("the question", () => {
  test("is answered in digits, half or full width, once", async () => {
    const { captchaId } = await captchas.makeQuestion();
    const answer = await answerOf(captchaId);
    const fullWidth = answer.replaceAll(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0));
    const { ticket } = await captchas.solveQuestion(captchaId, ` ${fullWidth} `);
    await captchas.demand(ticket);
    const another = await captchas.makeQuestion();
    await expect(captchas.solveQuestion(another.captchaId, "99999")).rejects.toMatchObject(refused(12003));
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
