import type { Refusal } from "@coralhub/contract";
import { expect, test } from "vitest";
import { createPasswords } from "./passwords.ts";

test("a password verifies against its own hash only", async () => {
  const passwords = createPasswords();
  const hashed = await passwords.hash("Coral#2026");
  expect(hashed).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await passwords.verify(hashed, "Coral#2026")).toBe(true);
  expect(await passwords.verify(hashed, "Coral#2027")).toBe(false);
  expect(await passwords.verifyDummy("Coral#2026")).toBe(false);
});

test("refuses at once when the queue is full, and serves everyone who waits", async () => {
  const passwords = createPasswords({ concurrency: 1, queueLimit: 2 });
  const results = await Promise.allSettled(["a", "b", "c", "d"].map((text) => passwords.hash(text)));
  expect(results.map((result) => result.status)).toEqual(["fulfilled", "fulfilled", "fulfilled", "rejected"]);
  expect((results[3] as PromiseRejectedResult).reason).toMatchObject({
    reason: "server.busy",
  } satisfies Partial<Refusal>);
  expect(await passwords.hash("later")).toBeTruthy();
});
