import { ALL_ENDPOINTS } from "@coralhub/contract";
import { startTestServer, type TestMerchant, type TestServer } from "@coralhub/testkit";
import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { siteOf } from "./passkeys.ts";

const { identity } = ALL_ENDPOINTS;
let server: TestServer;
let merchant: TestMerchant;
beforeAll(async () => {
  server = await startTestServer();
  merchant = await server.registerMerchant();
  await server.call(identity.sendStepUpCode, {}, { token: merchant.token });
  const verifyCode = await server.codeSentTo(merchant.mobile);
  merchant.token = (await server.call(identity.stepUp, { verifyCode }, { token: merchant.token })).token;
});
afterAll(() => server.close());

const sha256 = (data: Uint8Array | string) => createHash("sha256").update(data).digest();

/** As much of CBOR as an authenticator's answer needs. */
function cbor(value: number | string | Uint8Array | Map<unknown, unknown>): Buffer {
  const head = (major: number, length: number) =>
    length < 24
      ? Buffer.of((major << 5) | length)
      : length < 256
        ? Buffer.of((major << 5) | 24, length)
        : Buffer.of((major << 5) | 25, length >> 8, length & 255);
  if (typeof value === "number") return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === "string") return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value]);
  return Buffer.concat([
    head(5, value.size),
    ...[...value].flatMap(([k, v]) => [cbor(k as number), cbor(v as number)]),
  ]);
}

/** A phone or key with one credential, as the browser would speak for it. */
function createAuthenticator(site = siteOf(server.config.publicUrl)) {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { x, y } = publicKey.export({ format: "jwk" });
  const id = randomBytes(16);
  let counter = 0;
  const authData = (flags: number, rest: Buffer = Buffer.alloc(0)) => {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(++counter);
    return Buffer.concat([sha256(site.rpID), Buffer.of(flags), count, rest]);
  };
  const clientData = (type: string, challenge: unknown) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: site.origin, crossOrigin: false }));
  const answer = (response: Record<string, string>) => ({
    id: id.toString("base64url"),
    rawId: id.toString("base64url"),
    type: "public-key",
    clientExtensionResults: {},
    response,
  });
  return {
    create(options: Record<string, unknown>) {
      const key = cbor(
        new Map<number, unknown>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, Buffer.from(x!, "base64url")],
          [-3, Buffer.from(y!, "base64url")],
        ]),
      );
      const data = authData(0x45, Buffer.concat([Buffer.alloc(16), Buffer.of(0, id.length), id, key]));
      const attestation = cbor(
        new Map<string, unknown>([
          ["fmt", "none"],
          ["attStmt", new Map()],
          ["authData", data],
        ]),
      );
      return answer({
        clientDataJSON: clientData("webauthn.create", options["challenge"]).toString("base64url"),
        attestationObject: attestation.toString("base64url"),
      });
    },
    get(options: Record<string, unknown>, key: KeyObject = privateKey) {
      const data = authData(0x05);
      const client = clientData("webauthn.get", options["challenge"]);
      const signature = sign("sha256", Buffer.concat([data, sha256(client)]), key);
      return answer({
        clientDataJSON: client.toString("base64url"),
        authenticatorData: data.toString("base64url"),
        signature: signature.toString("base64url"),
      });
    },
  };
}

const FAILED = { code: 12043, status: 400 };

test("a passkey is added after a fresh proof, signs in by itself, and steps up", async () => {
  const { call } = server;
  const { token } = merchant;
  const own = createAuthenticator();
  const start = await call(identity.startPasskey, {}, { token });
  const added = await call(
    identity.addPasskey,
    { challengeId: start.challengeId, name: "我的手机", response: own.create(start.options) },
    { token },
  );
  expect((await call(identity.security, {}, { token })).passkeys).toMatchObject([{ id: added.id, name: "我的手机" }]);

  const door = await call(identity.startPasskeySignIn, {});
  const response = own.get(door.options);
  const entered = await call(identity.passkeySignIn, { challengeId: door.challengeId, response });
  expect(entered.userId).toBe(merchant.userId);
  // A challenge is answered once.
  await expect(call(identity.passkeySignIn, { challengeId: door.challengeId, response })).rejects.toMatchObject(FAILED);

  await expect(call(identity.removePasskey, { id: added.id }, { token: entered.token })).rejects.toMatchObject({
    code: 12040,
  });
  const proof = await call(identity.startPasskeyStepUp, {}, { token: entered.token });
  const fresh = await call(
    identity.passkeyStepUp,
    { challengeId: proof.challengeId, response: own.get(proof.options) },
    { token: entered.token },
  );
  await call(identity.removePasskey, { id: added.id }, { token: fresh.token });
  const again = await call(identity.startPasskeySignIn, {});
  await expect(
    call(identity.passkeySignIn, { challengeId: again.challengeId, response: own.get(again.options) }),
  ).rejects.toMatchObject(FAILED);
});

test("another site's answer, another key's signature, and nonsense are refused", async () => {
  const { call } = server;
  const { token } = merchant;
  const add = async (response: (options: Record<string, unknown>) => Record<string, unknown>) => {
    const start = await call(identity.startPasskey, {}, { token });
    return call(
      identity.addPasskey,
      { challengeId: start.challengeId, name: "x", response: response(start.options) },
      { token },
    );
  };
  const phisher = createAuthenticator({ rpID: "coralhub.evil.test", origin: "https://coralhub.evil.test" });
  await expect(add((options) => phisher.create(options))).rejects.toMatchObject(FAILED);
  await expect(add(() => ({ id: "x", response: { clientDataJSON: 7 } }))).rejects.toMatchObject(FAILED);
  const own = createAuthenticator();
  await add((options) => own.create(options));
  const door = await call(identity.startPasskeySignIn, {});
  const stolen = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey;
  const forged = own.get(door.options, stolen);
  await expect(call(identity.passkeySignIn, { challengeId: door.challengeId, response: forged })).rejects.toMatchObject(
    FAILED,
  );
});
