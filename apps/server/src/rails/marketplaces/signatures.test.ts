import { generateKeyPairSync } from "node:crypto";
import { describe, expect, test } from "vitest";
import { ebaySigner } from "./connectors/ebay-signature.ts";
import type { Grant, Marketplaces, Trouble } from "./index.ts";
import {
  connected,
  NOW,
  pagesOf,
  PERIOD,
  sendAgain,
  startPlatform,
  type Answer,
  type Asked,
} from "./platform-fixture.ts";
import {
  COUPANG_SECRET,
  EBAY_JWE,
  EBAY_PRIVATE_KEY,
  isSignedForCoupang,
  isSignedForEbay,
  isSignedForLazada,
  isSignedForShopee,
  isSignedForTiktok,
  LAZADA_SECRET,
  SHOPEE_KEY,
  TIKTOK_SECRET,
  type SignatureCheck,
} from "./platform-signatures-fixture.ts";

const GRANT: Grant = {
  accessToken: COUPANG_SECRET,
  refreshToken: null,
  account: "555",
  accessEndsAt: null,
  endsAt: null,
  extra: { cipher: "ROW_c", accessKey: "ak", vendorId: "A00012345" },
};
type Change = (asked: Asked) => Asked;
const inQuery =
  (from: RegExp, to: string): Change =>
  (asked) => ({ ...asked, search: asked.search.replace(from, to) });
const inPath: Change = (asked) => ({ ...asked, path: asked.path.replace(/[^/]$/, "x") });

type Signed = {
  name: string;
  settings: Record<string, string>;
  hosts: string[];
  /** The same with a key that is not ours. */
  wrong: { settings?: Record<string, string>; grant?: Partial<Grant>; trouble: Trouble };
  ask(markets: Marketplaces, grant: Grant): Promise<unknown>;
  isSigned: SignatureCheck;
  good: unknown;
  refusal: Answer;
  stale?: Answer;
  changes: Record<string, Change>;
};

const SIGNED: Signed[] = [
  {
    name: "Lazada",
    settings: { CONNECT_LAZADA_APP_KEY: "1001", CONNECT_LAZADA_APP_SECRET: LAZADA_SECRET },
    hosts: ["CONNECT_LAZADA_AUTH_URL", "CONNECT_LAZADA_API_URL"],
    wrong: { settings: { CONNECT_LAZADA_APP_SECRET: "other" }, trouble: "unexpected" },
    ask: (markets, grant) => pagesOf(markets.consent("lazada").listOrders!(grant, PERIOD)),
    isSigned: isSignedForLazada,
    good: { code: "0", data: { orders: [] } },
    refusal: { body: { code: "IncompleteSignature", type: "ISV", request_id: "0ba2887315178178017221014" } },
    changes: {
      "a later day": inQuery(/created_before=2026-11-15/, "created_before=2026-11-16"),
      "one parameter more": inQuery(/$/, "&status=paid"),
      "another token": inQuery(/access_token=\w+/, "access_token=other"),
      "another call": inPath,
    },
  },
  {
    name: "Shopee",
    settings: { CONNECT_SHOPEE_PARTNER_ID: "2001", CONNECT_SHOPEE_PARTNER_KEY: SHOPEE_KEY },
    hosts: ["CONNECT_SHOPEE_API_URL"],
    wrong: { settings: { CONNECT_SHOPEE_PARTNER_KEY: "other" }, trouble: "unexpected" },
    ask: (markets, grant) => markets.consent("shopee").verify(grant),
    isSigned: isSignedForShopee,
    good: { error: "", message: "", region: "SG" },
    refusal: { status: 403, body: { error: "error_sign", message: "Wrong sign." } },
    stale: { status: 403, body: { error: "invalid_timestamp", message: "Invalid timestamp" } },
    changes: {
      "another shop": inQuery(/shop_id=555/, "shop_id=556"),
      "another token": inQuery(/access_token=\w+/, "access_token=other"),
      "another partner": inQuery(/partner_id=2001/, "partner_id=2002"),
      "another call": inPath,
    },
  },
  {
    name: "TikTok Shop",
    settings: {
      CONNECT_TIKTOK_APP_KEY: "tk",
      CONNECT_TIKTOK_APP_SECRET: TIKTOK_SECRET,
      CONNECT_TIKTOK_SERVICE_ID: "71",
    },
    hosts: ["CONNECT_TIKTOK_AUTH_URL", "CONNECT_TIKTOK_API_URL"],
    wrong: { settings: { CONNECT_TIKTOK_APP_SECRET: "other" }, trouble: "unexpected" },
    ask: (markets, grant) => pagesOf(markets.consent("tiktok").listOrders!(grant, PERIOD)),
    isSigned: isSignedForTiktok,
    good: { code: 0, message: "Success", data: { orders: [] } },
    refusal: { status: 401, body: { code: 106_001, message: "the sign query parameter is invalid" } },
    stale: { status: 401, body: { code: 36_009_004, message: "the timestamp query parameter is invalid" } },
    changes: {
      "another body": (asked) => ({ ...asked, body: asked.body.replace("create_time_ge", "update_time_ge") }),
      "another shop": inQuery(/shop_cipher=ROW_c/, "shop_cipher=ROW_d"),
      "another call": inPath,
    },
  },
  {
    name: "Coupang",
    settings: {},
    hosts: ["CONNECT_COUPANG_API_URL"],
    wrong: { grant: { accessToken: "other" }, trouble: "refused" },
    ask: (markets, grant) => markets.keys("coupang").verify(grant),
    isSigned: isSignedForCoupang,
    good: { code: 200, message: "OK", data: [] },
    refusal: { status: 401, body: { code: "ERROR", message: "Invalid signature." } },
    stale: { status: 401, body: { code: "ERROR", message: "Specified signature is expired." } },
    changes: {
      "another state": inQuery(/status=ACCEPT/, "status=DEPARTURE"),
      "another vendor": (asked) => ({ ...asked, path: asked.path.replace("A00012345", "A00012346") }),
      "another method": (asked) => ({ ...asked, method: "DELETE" }),
    },
  },
  {
    name: "eBay's money",
    settings: {
      CONNECT_EBAY_CLIENT_ID: "client",
      CONNECT_EBAY_CLIENT_SECRET: "secret",
      CONNECT_EBAY_RU_NAME: "Coral-RuName",
      CONNECT_EBAY_SIGNING_JWE: EBAY_JWE,
      CONNECT_EBAY_SIGNING_PRIVATE_KEY: EBAY_PRIVATE_KEY,
    },
    hosts: ["CONNECT_EBAY_AUTH_URL", "CONNECT_EBAY_API_URL", "CONNECT_EBAY_MONEY_URL"],
    wrong: { settings: { CONNECT_EBAY_SIGNING_PRIVATE_KEY: newKey().privateKey }, trouble: "unexpected" },
    ask: (markets, grant) => pagesOf(markets.consent("ebay").listPayouts!(grant, PERIOD)),
    isSigned: isSignedForEbay,
    good: { payouts: [] },
    refusal: {
      status: 403,
      body: { errors: [{ errorId: 215_120, domain: "ACCESS", message: "Signature validation failed" }] },
    },
    stale: { status: 403, body: { errors: [{ errorId: 215_114, domain: "ACCESS" }] } },
    changes: {
      "another call": inPath,
      "another method": (asked) => ({ ...asked, method: "POST", body: "{}" }),
      "another key": (asked) => ({ ...asked, headers: { ...asked.headers, "x-ebay-signature-key": "eyJ6aXAiOi" } }),
      "another time": (asked) => ({
        ...asked,
        headers: {
          ...asked.headers,
          "signature-input": String(asked.headers["signature-input"]).replace(/\d$/, (digit) =>
            digit === "0" ? "1" : "0",
          ),
        },
      }),
    },
  },
];

function newKey(type: "ed25519" | "rsa" = "ed25519") {
  const { privateKey, publicKey } = type === "rsa" ? rsaPair() : generateKeyPairSync("ed25519");
  return {
    privateKey: privateKey.export({ format: "der", type: "pkcs8" }).toString("base64"),
    publicKey: publicKey.export({ format: "der", type: "spki" }).toString("base64"),
  };
}
const rsaPair = () => generateKeyPairSync("rsa", { modulusLength: 2_048 });

describe.each(SIGNED)("$name", ({ settings, hosts, wrong, ask, isSigned, good, refusal, stale, changes }) => {
  /** The platform, at a time of its own. */
  const start = async (now = NOW) => {
    const platform = await startPlatform((asked) => {
      if (isSigned(asked, now)) return { body: good };
      return isSigned(asked, NOW) ? (stale ?? refusal) : refusal;
    });
    const places = Object.fromEntries(hosts.map((host) => [host, platform.url]));
    return { ...platform, connect: { ...settings, ...places } };
  };

  test("accepts what we sign, and nothing that was signed with another key", async () => {
    const { connect, asked } = await start();
    await ask(connected(connect), GRANT);
    expect(asked).toHaveLength(1);
    const other = connected({ ...connect, ...wrong.settings });
    await expect(ask(other, { ...GRANT, ...wrong.grant })).rejects.toMatchObject({ trouble: wrong.trouble });
  });

  test("accepts the message as it was, and none that somebody changed on the way", async () => {
    const { connect, asked, url } = await start();
    await ask(connected(connect), GRANT);
    const [sent] = asked;
    expect(await sendAgain(url, sent!)).toEqual({ status: 200, body: good });
    for (const [name, change] of Object.entries(changes))
      expect(await sendAgain(url, change(sent!)), name).toEqual({ status: 200, ...refusal });
  });

  test("refuses a message that is three hours old, which ends nobody's authorisation", async () => {
    const { connect } = await start(new Date(NOW.getTime() + 3 * 3_600_000));
    await expect(ask(connected(connect), GRANT)).rejects.toMatchObject({ trouble: "unexpected" });
  });
});

test("eBay: the very signature eBay prints for its sample, and RSA where the pair is one", () => {
  const sample = new URL("http://localhost:8080/verifysignature");
  const keys = { SIGNING_JWE: EBAY_JWE, SIGNING_PRIVATE_KEY: EBAY_PRIVATE_KEY };
  const sign = ebaySigner(keys, { now: () => new Date(1_659_651_955_000) });
  expect(sign({ method: "POST", url: sample, body: '{"hello": "world"}' })).toEqual({
    "content-digest": "sha-256=:X48E9qOokqqrvdts8nOJRJN3OWDUoyWxBf7kbu9DBPE=:",
    "x-ebay-signature-key": EBAY_JWE,
    "signature-input":
      'sig1=("content-digest" "x-ebay-signature-key" "@method" "@path" "@authority");created=1659651955',
    signature: "sig1=:uunxYrXKC8KaoupD5D1DKdmQmrOhz6b4Xbhb3o9d4x4xFIpg++XzEZztOyeOI59rMMjM3NIcFgxBH0c1ckpfBw==:",
  });

  const { privateKey, publicKey } = newKey("rsa");
  const pem = `-----BEGIN PRIVATE KEY-----\n${privateKey}\n-----END PRIVATE KEY-----\n`;
  const headers = ebaySigner(
    { SIGNING_JWE: EBAY_JWE, SIGNING_PRIVATE_KEY: pem },
    { now: () => NOW },
  )({
    method: "GET",
    url: sample,
  });
  const asked = { method: "GET", path: sample.pathname, search: "", query: {}, body: "", form: {} };
  expect(isSignedForEbay({ ...asked, headers: { ...headers, host: sample.host } }, NOW, publicKey)).toBe(true);
  expect(headers).not.toHaveProperty("content-digest");
});

test("eBay: only money is signed; half a pair, or one that is none, stops the start", async () => {
  const { url, asked } = await startPlatform(({ path }) =>
    path.startsWith("/sell/finances/") ? { status: 204 } : { body: { orders: [] } },
  );
  const [, , , , { settings, hosts }] = SIGNED as [Signed, Signed, Signed, Signed, Signed];
  const connect = { ...settings, ...Object.fromEntries(hosts.map((host) => [host, url])) };
  const market = connected(connect).consent("ebay");
  await pagesOf(market.listOrders!(GRANT, PERIOD));
  expect(await pagesOf(market.listPayouts!(GRANT, PERIOD))).toEqual([]);
  expect(asked.map(({ headers }) => headers["signature"] !== undefined)).toEqual([false, true]);

  const { CONNECT_EBAY_SIGNING_JWE: _jwe, ...half } = connect;
  expect(() => connected(half)).toThrow(/CONNECT_EBAY_SIGNING_JWE must be set too/);
  expect(() => connected({ ...connect, CONNECT_EBAY_SIGNING_PRIVATE_KEY: "bm8ga2V5" })).toThrow(/not a private key/);
  const { CONNECT_EBAY_SIGNING_PRIVATE_KEY: _key, ...without } = half;
  expect(connected(without).reach("ebay")).toBe("platform");
});
