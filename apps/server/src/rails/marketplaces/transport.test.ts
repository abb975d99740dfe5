import { expect, test } from "vitest";
import { z } from "zod";
import { clock, startPlatform, type Answer } from "./platform-fixture.ts";
import { createTransport } from "./transport.ts";

const anything = z.looseObject({});
/** Answers in this order, the last one for good. */
const inOrder =
  (...answers: Answer[]) =>
  () =>
    answers.length > 1 ? answers.shift()! : answers[0]!;
function patient() {
  const waits: number[] = [];
  const transport = createTransport({ clock, sleep: async (ms) => waits.push(ms) });
  return { transport, waits };
}

test("a platform that asks us to wait is waited for, exactly as long as it says", async () => {
  const { transport, waits } = patient();
  const busy = { status: 429, headers: { "retry-after": "7" } };
  const { url, asked } = await startPlatform(inOrder(busy, busy, { body: { ok: true } }));
  expect(await transport.call({ url }, anything)).toEqual({ ok: true });
  expect(waits).toEqual([7_000, 7_000]);
  expect(asked).toHaveLength(3);
});

test("whoever wants us to wait longer than a call may take is told to the job instead", async () => {
  const { transport, waits } = patient();
  const { url, asked } = await startPlatform(() => ({ status: 429, headers: { "retry-after": "120" } }));
  await expect(transport.call({ url }, anything)).rejects.toMatchObject({ trouble: "busy", retryAfterSeconds: 120 });
  expect([asked.length, waits.length]).toEqual([1, 0]);
});

test("reading is tried again after a failure, writing is not: a code or refresh token is good once", async () => {
  const { transport, waits } = patient();
  const reading = await startPlatform(inOrder({ status: 502 }, { status: 503 }, { body: {} }));
  await transport.call({ url: reading.url }, anything);
  expect(waits).toEqual([500, 1_000]);
  const writing = await startPlatform(() => ({ status: 502 }));
  await expect(transport.call({ url: writing.url, form: { code: "once" } }, anything)).rejects.toMatchObject({
    trouble: "unavailable",
  });
  expect(writing.asked).toHaveLength(1);
  const asking = await startPlatform(inOrder({ status: 502 }, { body: {} }));
  await transport.call({ url: asking.url, json: "{}", reads: true }, anything);
  expect(asking.asked).toHaveLength(2);
  const busy = await startPlatform(inOrder({ status: 429, headers: { "retry-after": "1" } }, { body: {} }));
  await transport.call({ url: busy.url, form: { code: "once" } }, anything);
  expect(busy.asked).toHaveLength(2);
});

test("redirects are not followed, and no answer is taken for what it is not", async () => {
  const { transport } = patient();
  const secret = await startPlatform(() => ({ body: {} }));
  const turning = await startPlatform(() => ({ status: 302, headers: { location: secret.url } }));
  await expect(transport.call({ url: turning.url, form: { a: "b" } }, anything)).rejects.toMatchObject({
    trouble: "unavailable",
  });
  expect(secret.asked).toEqual([]);
  const odd = await startPlatform(() => ({ body: { other: 1 } }));
  await expect(transport.call({ url: odd.url }, z.object({ token: z.string() }))).rejects.toMatchObject({
    trouble: "unexpected",
  });
});

test("no message of a failure names a secret", async () => {
  const { transport } = patient();
  const { url } = await startPlatform(() => ({ status: 400, body: { error: "no such code: top-secret" } }));
  const failed = transport.call({ url: `${url}/token?app_secret=top-secret`, form: { code: "top-secret" } }, anything);
  await expect(failed).rejects.toThrow(/^answered 400$/);
  const closed = transport.call({ url: "http://127.0.0.1:1/?app_secret=top-secret", form: {} }, anything);
  await expect(closed).rejects.toThrow(/^127\.0\.0\.1 is not reachable$/);
});
