import { OPEN_API, signedText } from "@coralhub/domain";
import { createHash, generateKeyPairSync, sign, type KeyObject } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import type { OpenCall } from "../../platform/open-gate.ts";
import type { KnownApp } from "./known-apps.ts";
import { createCallVerifier, verifySignature } from "./verify-call.ts";

/** Which kinds of keys a signature was held against: that is what an answer takes its time for. */
const tried: string[] = [];
const verifyAndCount: typeof verifySignature = (key, signed, signature) => {
  tried.push(key.asymmetricKeyType!);
  return verifySignature(key, signed, signature);
};
beforeEach(() => void (tried.length = 0));

const NOW = new Date("2026-11-16T02:00:00Z");
const LATER = new Date(NOW.getTime() + 86_400_000);
const [rsa, otherRsa] = [1, 2].map(() => generateKeyPairSync("rsa", { modulusLength: 2048 }));
const [edwards, otherEdwards] = [1, 2].map(() => generateKeyPairSync("ed25519"));
const keyOf = ({ publicKey }: { publicKey: KeyObject }, endsAt = LATER) => ({
  key: publicKey,
  fingerprint: null,
  endsAt,
});

const appWith = (keys: KnownApp["keys"], more: Partial<KnownApp> = {}): KnownApp => ({
  merchantId: "m",
  id: "a",
  appId: "APP-TRIED",
  product: "ERP",
  personId: "p",
  callsPerMinute: 600,
  isOpen: true,
  scopes: new Set(["certification:read"]),
  keys,
  token: undefined,
  permits: () => true,
  ...more,
});

const EMPTY = createHash("sha256").update("").digest("hex");
function callBy(
  { privateKey }: { privateKey: KeyObject },
  { at = NOW, path = "/open/v1/certification" } = {},
): OpenCall {
  const parts = {
    appId: "APP-TRIED",
    method: "GET",
    path: "/open/v1/certification",
    bodyHash: EMPTY,
    timestamp: String(at.getTime() / 1000),
    nonce: "0123456789abcdef",
    requestId: "",
  };
  const algorithm = privateKey.asymmetricKeyType === "ed25519" ? null : "sha256";
  return {
    name: "getCertification",
    scope: "certification:read",
    idempotent: false,
    method: "GET",
    url: path,
    headers: {
      "x-app-id": parts.appId,
      "x-timestamp": parts.timestamp,
      "x-nonce": parts.nonce,
      "x-signature": sign(algorithm, Buffer.from(signedText(parts)), privateKey).toString("base64"),
    },
    body: Buffer.alloc(0),
    bodyHash: EMPTY,
    address: "203.0.113.9",
    certificate: undefined,
    requestId: "ours",
  };
}

/** Every part of the house it needs to say yes or no. */
const gateFor = (app: KnownApp | undefined) =>
  createCallVerifier(
    { wallClock: { now: () => NOW }, sandbox: true, certification: { mayMoveMoney: async () => true } } as never,
    { getCertification: { always: true } } as never,
    {
      apps: { find: async () => app, forget: () => {} },
      counter: { take: async () => ({ replayed: false, over: false, left: 1, resetSeconds: 1 }) },
      log: { refused: () => {}, keep: () => {}, close: async () => {} },
    },
    verifyAndCount,
  );

test.each([
  ["no such app", undefined, callBy(edwards!)],
  ["an app without a key", appWith([]), callBy(edwards!)],
  ["another's key of the same kind", appWith([keyOf(edwards!)]), callBy(otherEdwards!)],
  ["another's key of the other kind", appWith([keyOf(edwards!)]), callBy(otherRsa!)],
  ["two keys, neither of them", appWith([keyOf(rsa!), keyOf(edwards!)]), callBy(otherRsa!)],
  ["two of one kind", appWith([keyOf(rsa!), keyOf(otherRsa!)]), callBy(otherEdwards!)],
  ["a key that has ended", appWith([keyOf(rsa!, NOW)]), callBy(rsa!)],
  ["another path", appWith([keyOf(rsa!)]), callBy(rsa!, { path: "/open/v1/payouts" })],
  ["too late", appWith([keyOf(rsa!)]), callBy(rsa!, { at: new Date(NOW.getTime() - 301_000) })],
  ["the wrong address", appWith([keyOf(edwards!)], { permits: () => false }), callBy(edwards!)],
  ["an app that is stopped", appWith([keyOf(edwards!)], { isOpen: false }), callBy(edwards!)],
  ["nothing shown", appWith([keyOf(rsa!)]), { ...callBy(rsa!), headers: { "x-app-id": "APP-TRIED" } }],
])("%s: refused after as much work as every other", async (_why, app, call) => {
  await expect(gateFor(app).admit(call, () => {})).rejects.toMatchObject({ reason: "open.refused" });
  const all = ["ed25519", "rsa"].flatMap((kind) => Array<string>(OPEN_API.mostKeys).fill(kind));
  expect(tried.toSorted()).toEqual(all);
});

test("what is right is let in after its own keys alone", async () => {
  const caller = await gateFor(appWith([keyOf(edwards!)])).admit(callBy(edwards!), () => {});
  expect([caller.app.appId, tried]).toEqual(["APP-TRIED", ["ed25519"]]);
});
